"""Match files in plain text: Jellyfish's .mat and everything that descends from it, our own text form among them.

There is no definition of this format, so lines are known by what they look like, with the score line as a hint where
the right player's column begins. Whatever is none of ours - mail around it, comments - is passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine_c import EngineError, Game, game_of
from game.errors import GameError
from game.formats.cells import Columns, Rows
from game.formats.decoding import refuse_long_lines
from game.formats.ids import excerpt
from game.formats.lines import LONGEST_MATCH, event_from_text
from game.formats.names import RATING, from_tag, spelled, without_marks
from game.formats.reading import CORRECTED, IGNORED, KEPT, READ_ON, Problem
from game.formats.snowie import looks_like_snowie, read_snowie
from game.formats.written import Act, Arranged, Told, Turn, Unreadable, WrittenGame, WrittenMatch
from game.formats.xgid import read_xgid

_LENGTH = re.compile(r"\s*(\S+)\s+points?\s+match\b", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*$", re.IGNORECASE)
_ROW = re.compile(r"\s*(\d{1,6})\)")
_FIRST_ROW = re.compile(r"\s{0,8}1\)\s(?:.{0,40}\s)?\s{0,80}[1-6][1-6]:\s{0,8}(?:\d{1,2}|bar)/\w", re.IGNORECASE)
_TWO_NAMES = re.compile(r"\s*(\S+(?: \S+)*)\s{2,}(\S+(?: \S+)*)|\s*(\S+) (\S+)")
_ANY_ROW = re.compile(r"(?m)^ {0,8}\d{1,6}\)")
_SCORES = (
    re.compile(r"\s*(?P<name0>.*?)\s*:\s*(?P<score0>\d{1,9})\s{2,}(?P<name1>.*?)\s*:\s*(?P<score1>\d{1,9})\s*$"),
    re.compile(r"\s*(?P<name0>.*?)\s*:\s*(?P<score0>\d{1,9})\s(?P<name1>.*?)\s*:\s*(?P<score1>\d{1,9})\s*$"),
)
_SCORE_BEGINS = re.compile(r".*:\s*\d{1,9}\b")
_WINS = re.compile(r"\s*Wins?\s+(\d{1,9})?", re.IGNORECASE)
_TAG = re.compile(r"[;#]\s*\[\s*([^\"\[\]]{1,60}?)\s+\"(.*)\"\s*\]")
_SET_POSITION = re.compile(r"[;#]\s*Set\s+Pos\s*=\s*([-A-Oa-o]{26})/(-?\d{1,2})", re.IGNORECASE)
_EVENT = re.compile(r"[;#]\s*=\s(.{1,500})$")
_CONTINUED = re.compile(r"[\s\d/*(),-]*(?:\b(?:bar|off|b|o)\b[\s\d/*(),-]*)*$", re.IGNORECASE)
_MOST_ROWS = 100_000
_MOST_COMMENT = 2_000
_LONGEST_ROW = 1_000
_LOOKED_AT = 400_000  # letters in which a match must begin

# What the tag "Variation" names, by our keys; the number is that of the checkers.
VARIATIONS = {
    "backgammon": "backgammon",
    "nackgammon": "nackgammon",
    "hypergammon": "hyper",
    "hypergammon (3)": "hyper",
    "longgammon": "longgammon",
}


def looks_like_mat(text: str) -> bool:
    """Some line says a length, or games have rows; or the whole is one position of Snowie."""
    if looks_like_snowie(text):
        return True
    lines = _mended(text[:_LOOKED_AT]).split("\n")
    if any(_LENGTH.match(line) for line in lines if len(line) < 200):
        return True
    lines = [line for line in lines if len(line) < _LONGEST_ROW]
    return any(map(_FIRST_ROW.match, lines)) or (any(map(_GAME.match, lines)) and any(map(_ROW.match, lines)))


def read_matches(text: str) -> tuple[list[WrittenMatch], list[list[Problem]]]:
    """The matches of a text and the problems of each. Raises GameError where nothing can be imported."""
    refuse_long_lines(text)
    if looks_like_snowie(text):
        return [_single_position(text)], [[]]
    if sum(1 for _row in _ANY_ROW.finditer(text)) > _MOST_ROWS:
        raise GameError("too_many_rows", most=_MOST_ROWS)
    reader = _Reader()
    for number, line in enumerate(_mended(text).split("\n"), 1):
        reader.read(number, line.rstrip())
    reader.end_match()
    if not reader.matches:
        raise GameError("no_match_found")
    return reader.matches, reader.problems


def _mended(text: str) -> str:
    """Undoes what mail and forums do to a text."""
    text = text.replace("\u00a0", " ").replace("\u200b", "").replace("\ufeff", "")
    text = without_marks(text)
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and sum(line.startswith(">") for line in lines) * 2 > len(lines):
        text = re.sub(r"(?m)^(?:> ?)+", "", text)
    return text.expandtabs(8) if "\t" in text else text


def _single_position(text: str) -> WrittenMatch:
    read = read_snowie(text)
    match = WrittenMatch(names=read.names, length=read.length, jacoby=read.jacoby)
    game = WrittenGame(1, 1, read.score, read.crawford if read.length else None)
    game.acts.append(Arranged(1, 0, read.position, (read.cube, read.owner)))
    if read.dice:
        game.acts.append(Turn(1, 0, read.dice, None))
    match.games.append(game)
    return match


@dataclass
class _Reader:
    """Reads line by line; what is being read is `match` and `game`, finished matches go to `matches`."""

    matches: list[WrittenMatch] = field(default_factory=list)
    problems: list[list[Problem]] = field(default_factory=list)
    match: WrittenMatch = field(default_factory=WrittenMatch)
    noted: list[Problem] = field(default_factory=list)
    has_length: bool = False
    game: WrittenGame | None = None
    rows: Rows | None = None
    awaits_score: bool = False
    is_bare: bool = False  # games of Jellyfish's .gam begin with their first row; the names stand above it
    heading: str = ""
    coming: dict[str, str] = field(default_factory=dict)

    def read(self, number: int, line: str) -> None:
        """One line, without blanks at its end."""
        stripped = line.strip()
        if not stripped:
            return
        if self.awaits_score and _split_score(line):  # a player may be called "#1", or "5 point match"
            self._score(number, line)
        elif stripped[0] in ";#":
            self._comment(number, stripped)
        elif length := _LENGTH.match(line):
            self._length(number, length[1])
        elif game := _GAME.match(line):
            self._begin_game(number, int(game[1]))
        elif self.game is not None and self.awaits_score:
            self._score(number, line)
        elif self._is_bare_beginning(line):
            self._begin_bare_game(number, line)
        elif self.rows is not None:
            self._row(number, line)
        else:
            self.heading = line

    def _note(self, line: int, code: str, done: str, **facts: object) -> None:
        number = len(self.match.games) + (self.game is not None)
        self.noted.append(Problem(line, code, done, number, facts))

    # Around the games

    def _comment(self, number: int, line: str) -> None:
        if tag := _TAG.match(line):
            self._tag(tag[1], from_tag(tag[2].strip()))
        elif (position := _SET_POSITION.match(line)) and self.rows is not None:
            self.rows.acts.append(_set_position(number, position[1], int(position[2])))
        elif (event := _EVENT.match(line)) and self.rows is not None:
            self.rows.acts.append(_told(number, event[1]))
        elif self.game is None and line.strip(";# "):
            comment = f"{self.match.headers.get('Comment', '')}\n{line[1:].strip()}".strip()
            self.match.headers["Comment"] = comment[:_MOST_COMMENT]

    def _tag(self, name: str, value: str) -> None:
        if self.game is not None or self.has_length:
            self.coming[name] = value  # if a length follows, these are the tags of another match
        else:
            self.match.headers.setdefault(name, value)

    def _length(self, number: int, word: str) -> None:
        if self.has_length or self.game is not None or self.match.games:
            self.end_match()
            self.match.headers.update(self.coming)
        self.coming = {}
        if not word.isascii() or not word.isdigit():
            raise GameError("bad_match_length", line=number, given=excerpt(word))
        length = int(word[:9])
        self.has_length, self.match.line = True, number
        if length > LONGEST_MATCH:
            self._note(number, "length_too_long", CORRECTED, given=length)
        elif length > 999:
            self._note(number, "length_unusual", KEPT, given=length)
        self.match.length = length

    def end_match(self) -> None:
        """The match is whole; the next line may begin another."""
        self._end_game()
        if self.match.games:
            if not self.has_length:
                self.noted.insert(0, Problem(self.match.games[0].line, "no_length", READ_ON))
            _apply_tags(self.match)
            self.matches.append(self.match)
            self.problems.append(self.noted)
        self.match, self.noted, self.has_length, self.is_bare, self.heading = WrittenMatch(), [], False, False, ""

    # Games

    def _begin_game(self, number: int, name: int) -> None:
        if self.game is not None and self.awaits_score:
            self.game = None  # a header that is repeated begins the same game
        self._end_game()
        self.game = WrittenGame(number, name)
        self.rows, self.awaits_score = None, True

    def _is_bare_beginning(self, line: str) -> bool:
        """A first row begins a game where nothing else did."""
        is_waited_for = self.game is None or (self.is_bare and self.rows is not None and bool(self.rows.acts))
        return is_waited_for and _FIRST_ROW.match(line) is not None

    def _begin_bare_game(self, number: int, line: str) -> None:
        self._end_game()
        self.is_bare, self.game = True, WrittenGame(number, len(self.match.games) + 1)
        self._name_by(self.heading)
        self._row(number, line)

    def _name_by(self, heading: str) -> bool:
        """Begins the rows of a game without a score line; whether the heading names the players."""
        found = _TWO_NAMES.fullmatch(heading) if len(heading) < _LONGEST_ROW else None
        if found and not self.match.games:
            self.match.names = (found[1], found[2]) if found[1] else (found[3], found[4])
        self.rows = Rows(Columns(found.start(2) if found and found[1] else None), self.match.names)
        return found is not None

    def _end_game(self) -> None:
        if self.game is not None and self.rows is not None:
            self.game.acts, self.game.result = self.rows.acts, self.rows.result
            for line in self.rows.extra_results:
                self._note(line, "second_result", IGNORED)
            if self.game.acts or self.game.result:  # else only a header, which some writers repeat
                self.match.games.append(self.game)
        self.game = self.rows = None
        self.awaits_score = False

    def _score(self, number: int, line: str) -> None:
        assert self.game is not None
        self.awaits_score = False
        found = _split_score(line)
        if found is None:
            first = not self.match.games
            if first and _SCORE_BEGINS.match(line) and not _ROW.match(line):
                raise GameError("score_unreadable", line=number, game=self.game.number, given=excerpt(line.strip()))
            if not _ROW.match(line) and self._name_by(line):
                return None
            self._note(number, "score_missing", READ_ON)
            self._name_by(self.heading)
            return self._row(number, line)
        names, score, column = found
        self.game.score = score
        if not self.match.games:
            self.match.names = names
        elif names == self.match.names[::-1] != self.match.names:
            self._note(number, "names_swapped", READ_ON)
        self.rows = Rows(Columns(column), names)
        return None

    def _row(self, number: int, line: str) -> None:
        assert self.rows is not None
        if row := _ROW.match(line):
            self.rows.read(number, line[:_LONGEST_ROW], row.end())
        elif wins := _WINS.match(line):
            column = len(line) - len(line.lstrip())
            side = None if self.rows.columns.right is None else self.rows.columns.side_of(column, _OWN_LINE)
            self.rows.won(number, side, int(wins[1] or 1))
        elif line[:1] == " " and _CONTINUED.match(line[:_LONGEST_ROW]):
            self.rows.go_on(line)


_OWN_LINE = 8  # `Wins` of the left player stands at column 3 to 6 of a line of its own


def _split_score(line: str) -> tuple[tuple[str, str], tuple[int, int], int | None] | None:
    """Names, scores and the column of the right name, None for it where blanks were lost."""
    if len(line) > _LONGEST_ROW:
        return None
    for place, pattern in enumerate(_SCORES):
        found = pattern.match(line)
        if found:
            names = RATING.sub("", found["name0"]), RATING.sub("", found["name1"])
            column = found.start("name1") if place == 0 else None
            return names, (int(found["score0"]), int(found["score1"])), column
    return None


def _set_position(line: int, board: str, cube: int) -> Act:
    """XG's own comment: the game starts from a position; upper case is the left player."""
    try:
        xgid = read_xgid(f"XGID={board}:0:0:1:00:0:0:0:0:10")
    except GameError as error:
        return Unreadable(line, error.code, error.facts)
    owner = None if not cube else 0 if cube < 0 else 1
    return Arranged(line, None, xgid.position, (1 << min(abs(cube), 15), owner))


def _told(line: int, text: str) -> Act:
    try:
        return Told(line, event_from_text(text))
    except GameError as error:
        return Unreadable(line, error.code, error.facts)


# Tags


def _apply_tags(match: WrittenMatch) -> None:
    tags = {name.lower(): value for name, value in match.headers.items()}
    tagged = tags.get("player 1"), tags.get("player 2")

    def is_on(name: str, default: bool = False) -> bool:
        return {"on": True, "off": False}.get(tags.get(name, "").lower(), default)

    match.crawford = is_on("crawford", default=True)
    match.jacoby, match.beavers, match.raccoons = is_on("jacoby"), is_on("beaver"), is_on("raccoon")
    match.automatic_doubles, match.clock = is_on("automatic doubles"), is_on("clock")
    if "games" in tags:
        match.names = tags.get("player 1", match.names[0]), tags.get("player 2", match.names[1])
        match.kinds = tuple(_own_game(words) for words in tags["games"].split(","))
        return
    match.names = spelled(match.names, tagged)
    if "variation" in tags:
        key = VARIATIONS.get(tags["variation"].lower())
        if key is None:
            raise GameError("unknown_variation", given=excerpt(tags["variation"]))
        match.kinds = (game_of(key),) if key != "backgammon" else None


def _own_game(words: str) -> Game:
    """A game of our own text form: its key and the options that differ, "plakoto mother_value=3"."""
    key, *options = words.split() or [""]
    try:
        return game_of(key, dict(_option(option) for option in options))
    except EngineError:
        raise GameError("unknown_variation", given=excerpt(words)) from None


def _option(word: str) -> tuple[str, str]:
    name, _equals, value = word.partition("=")
    return name, value
