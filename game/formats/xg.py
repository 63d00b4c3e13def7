"""eXtreme Gammon's match files: records of 2,560 bytes, a cube decision and a play for every roll.

Player 1 is side 0. Boards are seen by player 1, those after a play by the mover; a field's place is its offset in the
record, as the published description has them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from engine_c import BAR, Position, game_of
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS
from game.formats.notation import Hop
from game.formats.reading import READ_ON, Problem
from game.formats.written import Arranged, CubeWord, Resigned, Result, Turn, Unreadable, WrittenGame, WrittenMatch
from game.formats.xg_archive import RECORD_SIZE, Archive, open_archive

_MATCH, _GAME, _CUBE, _PLAY, _GAME_END, _MATCH_END = range(6)
_MAGIC = 0x494C4D44
_UNLIMITED = 99_999
_NEWEST = 40
_VARIATIONS = {0: None, 1: "nackgammon", 2: "hyper", 3: "longgammon"}
_RESIGNED = 100
_MOST_POINTS = 999_999_999


def read_matches(data: bytes) -> tuple[list[WrittenMatch], list[list[Problem]]]:
    """The match of a file and its problems. Raises GameError where no game of it can be had."""
    archive = open_archive(data)
    problems: list[Problem] = []
    records = [archive.records[at : at + RECORD_SIZE] for at in range(0, len(archive.records), RECORD_SIZE)]
    match = _match(records[0], problems)
    match.headers |= _headers(archive, records[0])
    if not archive.is_whole:
        problems.append(Problem(len(records), "xg_broken_off", READ_ON))
    elif not archive.is_indexed:
        problems.append(Problem(0, "xg_no_index", READ_ON))
    reader = _Games(match)
    for number, record in enumerate(records[1:], 2):
        reader.read(number, record)
    reader.end()
    if not match.games:
        raise GameError("xg_records")
    return [match], [problems]


# Fields


def _number(record: bytes, at: int) -> int:
    return int.from_bytes(record[at : at + 4], "little", signed=True)


def _short_text(record: bytes, at: int) -> str:
    return record[at + 1 : at + 1 + record[at]].decode("cp1252", "replace").strip()


def _wide_text(record: bytes, at: int) -> str:
    return record[at : at + 258].decode("utf-16-le", "replace").partition("\0")[0].strip()


def _board(record: bytes, at: int) -> tuple[int, ...]:
    """26 counts from the opponent's bar to one's own, the viewer's checkers positive."""
    return struct.unpack_from("26b", record, at)


def _position(counts: tuple[int, ...], checkers: int) -> Position:
    """The board as its viewer sees it. Raises GameError `board_impossible`."""
    own = [max(count, 0) for count in counts]
    opponent = [max(-count, 0) for count in reversed(counts)]
    for side, places in enumerate((own, opponent)):
        total = sum(places)
        if total > checkers or places[0]:
            raise GameError("board_impossible", side=side, count=total, checkers=checkers)
        places[0] = checkers - total
    return Position.of(own, opponent)


def _side(number: int) -> int:
    return 0 if number == 1 else 1


# The match


def _match(record: bytes, problems: list[Problem]) -> WrittenMatch:
    if _number(record, 556) != _MAGIC:
        raise GameError("xg_records")
    version, length = _number(record, 552), _number(record, 92)
    if version > _NEWEST:
        problems.append(Problem(1, "xg_newer", READ_ON, facts={"version": version}))
    variation = _number(record, 96)
    if variation not in _VARIATIONS:
        raise GameError("unknown_variation", given=variation)
    key = _VARIATIONS[variation]
    names = _short_text(record, 9), _short_text(record, 50)
    if version >= 24:
        names = _wide_text(record, 880) or names[0], _wide_text(record, 1138) or names[1]
    is_session = length == _UNLIMITED
    if not is_session and length < 1:
        raise GameError("bad_match_length", line=1, given=length)
    return WrittenMatch(
        line=1,
        names=names,
        length=0 if is_session else length,
        kinds=(game_of(key),) if key else (game_of("backgammon"),),
        crawford=bool(record[100]),
        jacoby=is_session and bool(record[101]),
        beavers=is_session and bool(record[102]),
    )


def _headers(archive: Archive, record: bytes) -> dict[str, str]:
    """Event, round and place: wide where the file has them so, else in the old bytes."""
    is_wide = _number(record, 552) >= 24
    found = {
        "Event": _wide_text(record, 622) if is_wide else _short_text(record, 136),
        "Site": _wide_text(record, 1396) if is_wide else _short_text(record, 283),
        "Round": _wide_text(record, 1654) if is_wide else _short_text(record, 417),
        "Comment": archive.texts[3].strip(),
    }
    return {name: text for name, text in found.items() if text}


# Games


@dataclass(slots=True)
class _Games:
    """Reads record by record."""

    match: WrittenMatch
    game: WrittenGame | None = None
    waits_for_double: bool = field(default=False)

    @property
    def _checkers(self) -> int:
        return self.match.kinds[0].checkers if self.match.kinds else MOST_CHECKERS

    def read(self, line: int, record: bytes) -> None:
        """One record; kinds that are not known are passed over."""
        kind = record[8]
        if kind == _GAME:
            self.end()
            self._begin(line, record)
        elif self.game is None:
            return
        elif kind == _CUBE:
            self._cube(line, record)
        elif kind == _PLAY:
            self._play(line, record)
        elif kind == _GAME_END:
            self._result(line, record)

    def end(self) -> None:
        """The game is whole."""
        if self.game is not None:
            self.match.games.append(self.game)
        self.game = None

    def _begin(self, line: int, record: bytes) -> None:
        score = max(_number(record, 12), 0), max(_number(record, 16), 0)
        crawford = bool(record[20]) if self.match.length else None
        self.game = WrittenGame(line, len(self.match.games) + 1, score, crawford)
        doubles = _number(record, 64)
        cube = (1 << doubles, None) if 0 < doubles < 16 else None
        board = None
        try:
            start = _position(_board(record, 21), self._checkers)
        except GameError as error:
            self.game.acts.append(Unreadable(line, error.code, error.facts))
            return
        kinds = self.match.kinds or (game_of("backgammon"),)
        if start != kinds[0].start():
            board = start
        if board is not None or cube is not None:
            self.game.acts.append(Arranged(line, None, board, cube))

    def _cube(self, line: int, record: bytes) -> None:
        assert self.game is not None
        side, double, take = _side(_number(record, 12)), _number(record, 16), _number(record, 20)
        if double != 1:
            return
        acts = self.game.acts
        acts.append(CubeWord(line, side, "double"))
        if take == 2:
            acts.append(CubeWord(line, 1 - side, "beaver"))
            beaver = _number(record, 24)
            if beaver == 2:
                acts.append(CubeWord(line, side, "raccoon"))
                acts.append(CubeWord(line, 1 - side, "take" if _number(record, 28) == 1 else "pass"))
            else:
                acts.append(CubeWord(line, side, "take" if beaver == 1 else "pass"))
        elif take in (0, 1):
            acts.append(CubeWord(line, 1 - side, "take" if take else "pass"))

    def _play(self, line: int, record: bytes) -> None:
        assert self.game is not None
        side, dice = _side(_number(record, 64)), (_number(record, 100), _number(record, 104))
        if not all(1 <= die <= 6 for die in dice):
            self.game.acts.append(Unreadable(line, "not_a_roll", {"given": "{} {}".format(*dice)}))
            return
        if not record[2308]:
            self.game.acts.append(Turn(line, side, dice, None))
            return
        try:
            final = _position(_board(record, 35), self._checkers)
        except GameError as error:
            self.game.acts.append(Unreadable(line, error.code, error.facts))
            return
        self.game.acts.append(Turn(line, side, dice, _hops(record), final))

    def _result(self, line: int, record: bytes) -> None:
        assert self.game is not None
        winner, points, ending = _side(_number(record, 24)), _number(record, 28), _number(record, 32)
        self.game.result = Result(line, winner, min(points, _MOST_POINTS))
        if ending >= _RESIGNED:
            self.game.acts.append(Resigned(line, 1 - winner))


def _hops(record: bytes) -> tuple[Hop, ...]:
    """The pairs of a play: points from 0, 24 for the bar; anything below 0 is off, or ends the list."""
    hops: list[Hop] = []
    for pair in range(4):
        source, target = _number(record, 68 + 8 * pair), _number(record, 72 + 8 * pair)
        if not 0 <= source < BAR or target >= source:
            break
        hops.append((source + 1, max(target + 1, 0)))
    return tuple(hops)
