"""The cube and the score: what a position is worth with them, when to double, take, beaver and resign.

All functions take the chances of many positions at once, float32 of shape (n, 5) as `judge.CHANCES` names them, and are
pure: chances, efficiencies and cube in, equities and verdicts out. Everything is seen by the side on roll. The
arithmetic is that of R. Janowski, "Take-Points in Money Games"; in a match the same with chances to win it.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from engine_c import judge
from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.position import array_of, rows_pointer
from engine_c.status import EngineError, call

Owner = Literal["own", "opponent"] | None
Chances = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.float32]

MOST_NEED: int = lib.BG_MOST_NEED
"""The most points to go that a match table knows."""

ROLLS = 21
"""How many rolls there are: 1-1, 2-1, 2-2, 3-1 ... 6-6."""

TABLE = judge.FOLDER / "match_equity.csv"
_OWNERS: dict[Owner, int] = {None: lib.BG_NOBODY, "own": lib.BG_OWN, "opponent": lib.BG_OPPONENT}
_OTHER: dict[Owner, Owner] = {"own": "opponent", "opponent": "own", None: None}

# How many points a game with the cube wins, 1 to 8: what continues the known rows 8 to 25 of the Kazaross-XG2 table
# best (within 0.0005).
_POINTS_WON = np.array([0.475, 0.402, 0.0, 0.065, 0.0, 0.0, 0.0, 0.058])

ACTIONS = (
    "fixed", "no_double_take", "no_double_beaver", "double_take", "double_pass", "double_beaver", "too_good_pass",
    "too_good_take",
)  # fmt: skip
"""What to do with the cube: the side on roll may not double; no double, it would be taken or beavered; double, to be
taken, passed or beavered; too good to double, it would be passed, or (at odd scores) even taken."""

VERDICT = np.dtype(
    [(name, "f4") for name in ("no_double", "take", "pass", "beaver", "raccoon", "value")]
    + [(name, "u1") for name in ("may_double", "doubles", "action", "unused")]
)
"""The numpy row of a verdict: as `Verdict` has it, the action as its place in ACTIONS."""


@dataclass(frozen=True, slots=True)
class MatchTable:
    """Chances to win a match by the points both sides need. Made by `of`, `read` or `without_cube`."""

    record: Any

    @classmethod
    def of(
        cls,
        before: npt.ArrayLike = (),
        after: npt.ArrayLike = (),
        points_won: npt.ArrayLike = _POINTS_WON / 2,
        points_lost: npt.ArrayLike = _POINTS_WON / 2,
    ) -> MatchTable:
        """A table from what is known of it, needs from 1 on: before[own][other] before and in the Crawford game,
        after[need] of the side behind after it. What is beyond follows from the chances that the side that opens a game
        wins or loses 1 to 8 points. Raises EngineError BAD_TABLE for numbers that cannot be.
        """
        known, behind = np.array(before, np.float64, order="C"), np.array(after, np.float64)
        shares = np.concatenate([_eight(points_won), _eight(points_lost)])
        if known.size and known.shape != (len(behind), len(behind)):
            raise EngineError("BAD_TABLE")
        record = ffi.new("bg_match_table *")
        lists = [ffi.from_buffer("double[]", each) if each.size else ffi.NULL for each in (known, behind)]
        call(lib.bg_match_make, *lists, len(behind), ffi.from_buffer("double[]", shares), record, faulty=False)
        return cls(record)

    @classmethod
    def read(cls, file: Path) -> MatchTable:
        """A table from a file of comma-separated rows: a head, `pre,need,...` for each need, and the side behind after
        the Crawford game. Raises EngineError BAD_TABLE for anything else.
        """
        try:
            rows = list(csv.reader(file.read_text("utf-8").splitlines()))[1:]
            before = [[float(word) for word in row[2:]] for row in rows if row[0] == "pre"]
            (after,) = ([float(word) for word in row[2:]] for row in rows if row[0] != "pre")
            return cls.of(before, after)
        except (OSError, ValueError, IndexError, csv.Error) as error:
            if isinstance(error, EngineError):
                raise
            raise EngineError("BAD_TABLE") from None

    @classmethod
    def without_cube(cls, chances: Sequence[float], winner_opens: bool) -> MatchTable:
        """The table of a game without a cube, from the five chances of the side that opens it.

        winner_opens: the winner of a game opens the next; else an opening throw decides.
        """
        win, gammon, backgammon, lost_gammon, lost_backgammon = (float(chance) for chance in chances)
        won = np.array([win - gammon, gammon - backgammon, backgammon])
        lost = np.array([1 - win - lost_gammon, lost_gammon - lost_backgammon, lost_backgammon])
        if not winner_opens:
            won = lost = (won + lost) / 2
        return cls.of(points_won=won, points_lost=lost)

    def chance(self, own: int, other: int, after_crawford: bool = False) -> float:
        """Chances to win the match that needs `own` points against `other`; 0 or less is won. Before the next game,
        `own` being the side that opens it where the winner does. Raises EngineError BAD_CUBE beyond 1 to MOST_NEED.
        """
        if own <= 0 or other <= 0:
            return float(own <= 0)
        view = CubeView(own_need=own, opponent_need=other, is_after_crawford=after_crawford and 1 in (own, other))
        return match_chance(view, 0, self)


def _eight(shares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    given = np.atleast_1d(np.array(shares, np.float64))
    if given.ndim != 1 or len(given) > 8:
        raise EngineError("BAD_TABLE")
    return np.concatenate([given, np.zeros(8 - len(given))])


@dataclass(frozen=True, slots=True)
class CubeView:
    """A cube and a score as the side on roll sees them.

    value: 1, 2, 4 ...; owner: None is the middle. own_need, opponent_need: points to go, 1 to 64, both None in a
    session. is_fixed: nobody may turn it, as in the Crawford game or a game without a cube; is_after_crawford: the
    Crawford game is this one or has been. jacoby, beavers, raccoons: rules of sessions.
    """

    value: int = 1
    owner: Owner = None
    own_need: int | None = None
    opponent_need: int | None = None
    is_fixed: bool = False
    is_after_crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False

    @property
    def is_session(self) -> bool:
        """Points are counted without an end."""
        return self.own_need is None

    def turned(self) -> CubeView:
        """The same seen by the other side."""
        return replace(self, owner=_OTHER[self.owner], own_need=self.opponent_need, opponent_need=self.own_need)

    def doubled(self) -> CubeView:
        """The cube after a double of the side on roll that was taken, still seen by that side."""
        return replace(self, value=2 * self.value, owner="opponent")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do with the cube, in equities of the side on roll per unit of the cube as it stands; in a match scaled so
    that a single game won at it is 1.

    no_double; take, pass_: doubled, and taken or passed; beaver, raccoon: and beavered, raccooned, each followed by the
    best answers. value: the best the side on roll can do. action: of ACTIONS.
    """

    no_double: float
    take: float
    pass_: float
    beaver: float
    raccoon: float
    value: float
    may_double: bool
    doubles: bool
    action: str

    @property
    def takes(self) -> bool:
        """The other side, doubled, rather plays on than passes."""
        return self.take <= self.pass_

    @property
    def beavers(self) -> bool:
        """The other side, doubled, rather turns the cube than takes it as it is."""
        return self.takes and self.beaver < self.take

    @property
    def raccoons(self) -> bool:
        """The doubler, beavered, turns the cube once more."""
        return self.raccoon > 2 * self.take

    @property
    def accepts_beaver(self) -> bool:
        """The doubler, beavered, plays on rather than lose what he offered."""
        return 2 * self.take >= -2


@dataclass(frozen=True, slots=True)
class TakePoints:
    """From which chance to win a double is taken, with a dead cube afterwards and with a perfectly used one."""

    own_dead: float
    own_live: float
    opponent_dead: float
    opponent_live: float


@lru_cache(maxsize=1)
def match_table() -> MatchTable:
    """The table of games with a cube: Kazaross-XG2 (N. Kazaross, 2011) to 25 points, continued to 64. Raises
    EngineError BAD_TABLE for a damaged file.
    """
    return MatchTable.read(TABLE)


@lru_cache(maxsize=64)
def match_table_of(game: Game) -> MatchTable:
    """The table of a game; of one without a cube it follows from what its own nets say about the start. Raises
    EngineError: BAD_TABLE, and as `judge.judge_of`.
    """
    if game.has_cube:
        return match_table()
    chances = judge.evaluate(game, array_of([game.start()]))[0]
    return MatchTable.without_cube([float(chance) for chance in chances], game.winner_opens)


def cube_record(view: CubeView) -> Any:
    """The C record. Raises EngineError BAD_CUBE for what does not fit it; the engine looks at the rest."""
    needs = [0 if need is None else need if 1 <= need <= 255 else 255 for need in (view.own_need, view.opponent_need)]
    fields = {
        "value": view.value if 0 < view.value < 1 << 31 else 0,
        "owner": _OWNERS.get(view.owner, 255),
        "own_need": needs[0],
        "opponent_need": needs[1],
        "is_fixed": view.is_fixed,
        "is_after_crawford": view.is_after_crawford,
        "jacoby": view.jacoby,
        "beavers": view.beavers,
        "raccoons": view.raccoons,
    }
    return ffi.new("bg_cube *", fields)


def table_record(view: CubeView, table: MatchTable | None) -> Any:
    """The C table that the view needs; a session needs none."""
    if view.is_session:
        return ffi.NULL
    return (table or match_table()).record


def _floats(numbers: npt.ArrayLike, shape: tuple[int, ...]) -> Numbers:
    array = np.ascontiguousarray(numbers, np.float32)
    if array.ndim != len(shape) or any(most not in (-1, here) for most, here in zip(shape, array.shape, strict=True)):
        raise TypeError(f"an array of shape {shape} is needed, not {array.shape}")
    return array


def _pointer(numbers: Numbers) -> Any:
    return ffi.from_buffer("float[]", numbers)


def efficiencies(game: Game, rows: npt.NDArray[Any]) -> Numbers:
    """How much of a perfectly used cube's worth is real in POSITION rows, 0 to 1, shape (n, 2): of a cube that the side
    on roll may turn, and of one that only the other side may. Raises EngineError.
    """
    table = judge.bear_off_table()
    found = np.empty((len(rows), 2), np.float32)
    call(
        lib.bg_efficiencies, ffi.from_buffer(table), len(table), game.record, rows_pointer(rows), len(rows),
        _pointer(found),
    )  # fmt: skip
    return found


def verdict_rows(
    view: CubeView, chances: npt.ArrayLike, efficiency: npt.ArrayLike, table: MatchTable | None = None
) -> npt.NDArray[Any]:
    """VERDICT rows of many positions under one cube. chances: (n, 5); efficiency: (n, 2). table: of a match, the one of
    games with a cube when left out. Raises EngineError: BAD_CUBE, BAD_CHANCES (its index is the row), BAD_TABLE.
    """
    given = _floats(chances, (-1, 5))
    shares = _floats(efficiency, (len(given), 2))
    found = np.zeros(len(given), VERDICT)
    call(
        lib.bg_cube_verdicts,
        table_record(view, table), cube_record(view), _pointer(given), _pointer(shares), len(given),
        ffi.from_buffer("bg_cube_verdict[]", found),
    )  # fmt: skip
    return found


def ahead_rows(
    view: CubeView, plies: int, chances: npt.ArrayLike, efficiency: npt.ArrayLike, table: MatchTable | None = None
) -> npt.NDArray[Any]:
    """VERDICT rows looking so many rolls ahead. chances: (n, 21 ** plies, 5), of what stands on the board after the
    best replies to 1-1, 2-1, 2-2, 3-1 ... 6-6, the first roll slowest, seen by the side then on roll; efficiency:
    (n, 21 ** plies, 2). Raises EngineError as `verdict_rows`; its index counts all boards.
    """
    given = _floats(chances, (-1, ROLLS**plies, 5))
    shares = _floats(efficiency, (len(given), ROLLS**plies, 2))
    found = np.zeros(len(given), VERDICT)
    call(
        lib.bg_cube_ahead,
        table_record(view, table), cube_record(view), plies, _pointer(given), _pointer(shares), len(given),
        ffi.from_buffer("bg_cube_verdict[]", found),
    )  # fmt: skip
    return found


def settled(view: CubeView, no_double: float, take: float, table: MatchTable | None = None) -> Verdict:
    """The verdict that follows from both equities of the side on roll, per unit of the cube as it stands. Raises
    EngineError: BAD_CUBE, BAD_TABLE.
    """
    found = np.zeros(1, VERDICT)
    equities = ffi.new("double[2]", [no_double, take])
    into = ffi.from_buffer("bg_cube_verdict[]", found)
    call(lib.bg_cube_settled, table_record(view, table), cube_record(view), equities, 1, into)
    return verdict_of(found[0])


def verdict_of(row: Any) -> Verdict:
    """One VERDICT row as a value."""
    return Verdict(
        no_double=float(row["no_double"]),
        take=float(row["take"]),
        pass_=float(row["pass"]),
        beaver=float(row["beaver"]),
        raccoon=float(row["raccoon"]),
        value=float(row["value"]),
        may_double=bool(row["may_double"]),
        doubles=bool(row["doubles"]),
        action=ACTIONS[row["action"]],
    )


def cubeful(
    view: CubeView, chances: npt.ArrayLike, efficiency: npt.ArrayLike, table: MatchTable | None = None
) -> Numbers:
    """Equities with the cube, shape (n,): the best the side on roll can do. As `verdict_rows`."""
    return np.ascontiguousarray(verdict_rows(view, chances, efficiency, table)["value"])


def match_chance(view: CubeView, points: int, table: MatchTable | None = None) -> float:
    """Chances to win the match after so many points won, lost where negative. Raises EngineError, also in sessions."""
    chance = ffi.new("double *")
    points = min(max(points, -MOST_NEED), MOST_NEED)
    call(lib.bg_match_chance, table_record(view, table), cube_record(view), points, chance)
    return float(chance[0])


def chance_of(view: CubeView, equity: float, table: MatchTable | None = None) -> float:
    """The chance to win the match that an equity of `view` stands for. Raises EngineError, also in sessions."""
    won, lost = (match_chance(view, sign * view.value, table) for sign in (1, -1))
    return (won + lost + equity * (won - lost)) / 2


def prices(view: CubeView, table: MatchTable | None = None) -> tuple[float, float, float, float]:
    """What a gammon won, a backgammon won, a gammon lost and a backgammon lost add, as shares of the step from losing
    to winning a single game: 0.5 each in a session, 0 under Jacoby with the cube in the middle. Raises EngineError.
    """
    found = ffi.new("double[4]")
    call(lib.bg_cube_prices, table_record(view, table), cube_record(view), found)
    return found[0], found[1], found[2], found[3]


def take_points(view: CubeView, chances: npt.ArrayLike, table: MatchTable | None = None) -> list[TakePoints]:
    """Take points of positions whose games end at the levels that `chances`, (n, 5), say. Raises EngineError."""
    given = _floats(chances, (-1, 5))
    found = np.empty((len(given), 4), np.float32)
    into = ffi.from_buffer("bg_take_points[]", found)
    call(lib.bg_cube_points, table_record(view, table), cube_record(view), _pointer(given), len(given), into)
    return [TakePoints(*map(float, row)) for row in found]


def resignations(
    view: CubeView,
    game: Game,
    rows: npt.NDArray[Any],
    chances: npt.ArrayLike,
    efficiency: npt.ArrayLike,
    table: MatchTable | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """(offers, enough), shape (n,): the level that may be offered without giving anything away, 0 to play on, and the
    least level that the other side does well to accept. Everything is seen by the side that may resign, whoever is on
    roll. Raises EngineError.
    """
    given = _floats(chances, (len(rows), 5))
    shares = _floats(efficiency, (len(rows), 2))
    offers, enough = np.zeros(len(rows), np.uint8), np.zeros(len(rows), np.uint8)
    call(
        lib.bg_resignations,
        table_record(view, table), cube_record(view), game.record, rows_pointer(rows), _pointer(given),
        _pointer(shares), len(rows), ffi.from_buffer("uint8_t[]", offers), ffi.from_buffer("uint8_t[]", enough),
    )  # fmt: skip
    return offers, enough
