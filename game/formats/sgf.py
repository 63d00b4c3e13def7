"""Smart Game Format as GNU Backgammon reads and writes it: one tree a game; white is side 0, black side 1.

Letters name points as white counts them: a is white's 1-point and black's 24-point; y is the bar, z off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine_c import BAR, OFF, Position, game_of
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS, excerpt
from game.formats.reading import READ_ON, Problem
from game.formats.sgf_tree import Node, Tree, trees
from game.formats.written import Act, Arranged, CubeWord, Resigned, Result, Turn, Unreadable, WrittenGame, WrittenMatch

SIDES = {"W": 0, "B": 1}
_COLOURS = {"w": 0, "white": 0, "b": 1, "black": 1, "c": None, "n": None, "": None}
_WORDS = {"double": "double", "take": "take", "drop": "pass", "pass": "pass"}
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,15})")
_CUBE = re.compile("[0-9]{1,6}")
_RESULT = re.compile(r"\s*([WB])\+(\d{1,9})\s*(R?)", re.IGNORECASE)
_DAY = re.compile(r"^(\d{4})-(\d\d?)-(\d\d?)$")  # with points between its numbers in every other file
_SET_UP = {"AE", "AW", "AB", "PL", "CV", "CP", "CO", "DI"}
_HEADERS = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber", "GC": "Comment", "DT": "EventDate",
            "WR": "Player 1 Elo", "BR": "Player 2 Elo", "AP": "Application"}  # fmt: skip
VARIATIONS = {"nackgammon": "nackgammon", "hypergammon3": "hyper"}
_UNKNOWN = {"hypergammon1", "hypergammon2"}


def read_matches(text: str) -> tuple[list[WrittenMatch], list[list[Problem]]]:
    """The match of a collection and its problems. Raises GameError where there is no backgammon in it."""
    found: list[Tree] = []
    others: set[str] = set()
    for tree in trees(text):
        root = tree.nodes[0]
        kind = root.first("GM")
        if kind == "6" or (kind is None and "MI" in root.properties):
            found.append(tree)
        else:
            others.add(kind or "1")
    if not found:
        raise GameError("sgf_of_another_game", given=excerpt(", ".join(sorted(others)) or "?"))
    match, problems = WrittenMatch(line=found[0].nodes[0].line), []
    _read_root(match, found[0].nodes[0])
    marks_crawford = any("crawfordgame" in _rules(tree.nodes[0]) for tree in found)
    for tree in found:
        match.games.append(_read_game(tree, len(match.games) + 1, marks_crawford))
        if not tree.is_whole:
            problems.append(Problem(tree.nodes[-1].line, "file_ends_early", READ_ON, len(match.games)))
    return [match], [problems]


def _rules(root: Node) -> set[str]:
    return set((root.first("RU") or "").lower().split(":"))


def _match_info(root: Node) -> dict[str, int]:
    """The numbers of MI by name."""
    pairs = (value.partition(":") for value in root.properties.get("MI", ()))
    return {
        name.strip().lower(): int(number[:9])
        for name, _, number in pairs
        if number[:9].isascii() and number[:9].isdigit()
    }


def _read_root(match: WrittenMatch, root: Node) -> None:
    rules = _rules(root)
    match.names = _line_of(root.first("PW")), _line_of(root.first("PB"))
    match.length = _match_info(root).get("length", 0)
    match.crawford, match.jacoby = "crawford" in rules, "jacoby" in rules
    unknown = rules & _UNKNOWN
    if unknown:
        raise GameError("unknown_variation", given=min(unknown))
    keys = [VARIATIONS[rule] for rule in sorted(rules) if rule in VARIATIONS]
    match.kinds = (game_of(keys[0]),) if keys else None
    match.headers = {
        name: root.properties[key][0].strip() for key, name in _HEADERS.items() if root.properties.get(key)
    }
    if "EventDate" in match.headers:
        match.headers["EventDate"] = _DAY.sub(r"\1.\2.\3", match.headers["EventDate"])


def _line_of(value: str | None) -> str:
    return " ".join((value or "").split())


def _read_game(tree: Tree, number: int, marks_crawford: bool) -> WrittenGame:
    root = tree.nodes[0]
    info = _match_info(root)
    game = WrittenGame(root.line, number, (info.get("ws", 0), info.get("bs", 0)))
    if marks_crawford:
        game.crawford = "crawfordgame" in _rules(root)
    reader = _GameReader(game.acts)
    for node in tree.nodes:
        reader.read(node)
    reader.arrange()
    result = _RESULT.match(root.first("RE") or "")
    if result:
        winner = SIDES[result[1].upper()]
        game.result = Result(tree.nodes[-1].line, winner, int(result[2]))
        if result[3]:
            game.acts.append(Resigned(tree.nodes[-1].line, 1 - winner))
    return game


@dataclass(slots=True)
class _GameReader:
    """Nodes to acts; set-up nodes that follow one another are one arrangement."""

    acts: list[Act]
    board: dict[int, list[int]] | None = None  # by side, counts of its own places, while it is being set up
    cube: int | None = None
    owner: int | None = None
    side: int | None = None
    line: int = 0
    waiting: bool = False
    known: list[str] = field(default_factory=list)

    def read(self, node: Node) -> None:
        """One node."""
        if _SET_UP & node.properties.keys():
            self._set_up(node)
        for name, side in SIDES.items():
            for value in node.properties.get(name, ())[:1]:
                self.arrange()
                self._move(node.line, side, "".join(value.split()).lower())

    def _move(self, line: int, side: int, value: str) -> None:
        word = _WORDS.get(value)
        move = _MOVE.fullmatch(value)
        if word is not None:
            self.acts.append(CubeWord(line, side, word))
        elif move is None:
            self.acts.append(Unreadable(line, "sgf_move", {"given": excerpt(value)}))
        else:
            pairs = re.findall("..", move[3])
            hops = tuple((place_of(pair[0], side), place_of(pair[1], side)) for pair in pairs)
            if any(source == OFF or target in {BAR, source} for source, target in hops):
                self.acts.append(Unreadable(line, "sgf_move", {"given": excerpt(value)}))
            else:
                self.acts.append(Turn(line, side, (int(move[1]), int(move[2])), hops))

    # Set-up

    def _set_up(self, node: Node) -> None:
        self.line = self.line or node.line
        properties = node.properties
        if (turn := node.first("PL")) is not None:
            self.side, self.waiting = _COLOURS.get(turn.strip().lower()), True
        if any("a" in value and "y" in value for value in properties.get("AE", ())):
            self.board = {0: [0] * 26, 1: [0] * 26}
        for side, name in enumerate(("AW", "AB")):
            self._add(node, side, properties.get(name, []))
        if _CUBE.fullmatch(value := (node.first("CV") or "").strip()):
            self.cube, self.waiting = int(value), True
        if (owner := node.first("CP", "CO")) is not None:
            self.owner, self.waiting = _COLOURS.get(owner.strip().lower()), True
        dice = (node.first("DI") or "").strip()
        if re.fullmatch("[1-6]{2}", dice):
            self.arrange()
            side = self.side if self.side is not None else 0
            self.acts.append(Turn(node.line, side, (int(dice[0]), int(dice[1])), None))

    def _add(self, node: Node, side: int, values: list[str]) -> None:
        if not values:
            return
        self.waiting = True
        if self.board is None:
            self.acts.append(Unreadable(node.line, "sgf_partial_set_up", {}))
            self.board = {0: [0] * 26, 1: [0] * 26}
        for value in values:
            for letter in _span(value.strip().lower()):
                place = place_of(letter, side)
                self.board[side][place] += 1

    def arrange(self) -> None:
        """What was set up since the last move becomes one act."""
        if not self.waiting:
            return
        cube = None if self.cube is None else (self.cube, self.owner)
        board = None if self.board is None else _position(self.board, self.line)
        self.acts.append(Arranged(self.line, self.side, board, cube))
        self.board, self.cube, self.line, self.waiting = None, None, 0, False


def place_of(letter: str, side: int) -> int:
    """A side's own number for a letter: points, 25 bar, 0 off."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a") + 1
    return point if side == 0 else BAR - point


def letter_of(place: int, side: int) -> str:
    """The letter of a side's own place."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") - 1 + (place if side == 0 else BAR - place))


def _span(value: str) -> str:
    """The letters of a value: one, or a range of them."""
    if re.fullmatch("[a-y]", value):
        return value
    if re.fullmatch("[a-y]:[a-y]", value):
        return "".join(chr(letter) for letter in range(ord(value[0]), ord(value[2]) + 1))
    return ""


def _position(board: dict[int, list[int]], line: int) -> Position:
    """The board that was set up, seen by side 0. Raises GameError `board_impossible` or `board_shared`."""
    for side, counts in board.items():
        total = sum(counts)
        if total > MOST_CHECKERS:
            raise GameError("board_impossible", line=line, side=side, count=total, checkers=MOST_CHECKERS)
        counts[OFF] = MOST_CHECKERS - total
    shared = next((point for point in range(1, BAR) if board[0][point] and board[1][BAR - point]), 0)
    if shared:
        raise GameError("board_shared", line=line, point=shared)
    return Position.of(board[0], board[1])
