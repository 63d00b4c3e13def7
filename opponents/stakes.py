"""What winning or losing points is worth: points in a session, chances to win the match in a match."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path

import numpy as np
import numpy.typing as npt

from opponents.protocol import TableView
from opponents.race import normal

_TABLE = Path(__file__).parent / "tables" / "match_equity.csv"
_DEVIATION = 1.77  # of a game's points, for needs beyond the table


@lru_cache(maxsize=1)
def _tables() -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]:
    """The Kazaross-XG2 table (2011): [own need - 1][other's need - 1] before the Crawford game, the row of 1 being that
    game; and after it the chances of the side that is behind, by its need.
    """
    with _TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    before = tuple(tuple(map(float, row[2:])) for row in rows if row[0] == "pre")
    after = next(tuple(map(float, row[2:])) for row in rows if row[0] != "pre")
    return before, after


def match_chances(own: int, other: int, crawford_is_past: bool = False) -> float:
    """Chances to win a match in which one needs `own` points and the other side `other`; 0 or less is won."""
    if own <= 0 or other <= 0:
        return float(own <= 0)
    before, after = _tables()
    most = len(before)
    if crawford_is_past and 1 in (own, other):
        if own == other:
            return 0.5
        behind = after[min(max(own, other), most) - 1]
        return behind if other == 1 else 1.0 - behind
    if max(own, other) <= most:
        return before[own - 1][other - 1]
    return float(normal(np.array([(other - own) / (_DEVIATION * sqrt(own + other))]))[0])


@dataclass(frozen=True)
class Stakes:
    """A score seen by one side. own, other: points to go, None in a session; crawford_is_past: after this game."""

    own: int | None = None
    other: int | None = None
    crawford_is_past: bool = False

    def worth(self, points: int) -> float:
        """Of winning so many points, losing them when negative: points, or chances to win the match."""
        if self.own is None or self.other is None:
            return float(points)
        return match_chances(self.own - max(points, 0), self.other - max(-points, 0), self.crawford_is_past)

    def turned(self) -> Stakes:
        """The score seen by the other side."""
        return Stakes(self.other, self.own, self.crawford_is_past)

    def is_dead(self, cube: int) -> bool:
        """A cube of that value is no use to this side: it wins all there is already."""
        return self.own is not None and cube >= self.own


def level_prices(view: TableView) -> npt.NDArray[np.float64]:
    """What gammons and backgammons won and lost add to a single game at this score, in single games: (4,).

    1, 1, -1, -1 in a session; all 0 at the last point of a match, or while the Jacoby rule counts no gammons.
    """
    if view.jacoby and view.cube_owner is None:
        return np.zeros(4)
    stakes = stakes_of(view)
    won, lost = ([stakes.worth(sign * level * view.cube) for level in (1, 2, 3)] for sign in (1, -1))
    steps = np.array([won[1] - won[0], won[2] - won[1], lost[1] - lost[0], lost[2] - lost[1]])
    return np.asarray(2.0 * steps / (won[0] - lost[0]))


def stakes_of(view: TableView) -> Stakes:
    """The score of the seat that answers."""
    if view.is_session:
        return Stakes()
    # Somebody who needs one point outside the Crawford game has it behind him, or the match knows no such game.
    is_past = view.crawford_is_past or view.is_crawford or 1 in (view.own_need, view.opponent_need)
    return Stakes(view.own_need, view.opponent_need, is_past)
