"""The cube: what a position is worth with it, when to double, when to take (Janowski, "Take-Points in Money Games").

A cube that is never turned again gives the dead value, one that is always turned at the perfect moment the live value;
the truth lies between, at the share `efficiency`. Values are points in a session and chances in a match, so that both
are one calculation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine_c import array_of
from opponents.board import is_race, sides_of
from opponents.judge import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, WIN
from opponents.protocol import CubeOwner, TableView
from opponents.race import rolls_needed
from opponents.stakes import Stakes, stakes_of

CONTACT_EFFICIENCY = 0.68
_RACE_EFFICIENCY = (0.55, 0.00125, 0.60, 0.70)  # base, by pip, least, most
_LAST_ROLLS = (0.12, 0.8)  # by roll, none: a cube is of less use the sooner the game ends; from exact bear-off values
_DEEPEST = 8  # turns of the cube that are looked ahead
_OTHER: dict[CubeOwner, CubeOwner] = {"own": "opponent", "opponent": "own", None: None}

Levels = tuple[float, float, float]


@dataclass(frozen=True)
class CubePosition:
    """A game at some score with some cube. win: chance to win; wins, losses: shares of levels 1, 2 and 3 among them.

    jacoby: gammons count one while the cube is in the middle.
    """

    win: float
    wins: Levels
    losses: Levels
    stakes: Stakes
    cube: int
    owner: CubeOwner
    jacoby: bool = False
    efficiency: float = CONTACT_EFFICIENCY
    may_turn: bool = True

    def turned(self) -> CubePosition:
        """The same, seen by the other side."""
        return replace(
            self,
            win=1.0 - self.win,
            wins=self.losses,
            losses=self.wins,
            stakes=self.stakes.turned(),
            owner=_OTHER[self.owner],
        )

    def won(self) -> float:
        """Worth of a win on average."""
        return self._average(self.wins, 1)

    def lost(self) -> float:
        """Worth of a loss on average."""
        return self._average(self.losses, -1)

    def _average(self, shares: Levels, sign: int) -> float:
        counts_one = self.jacoby and self.owner is None
        levels = (1, 1, 1) if counts_one else (1, 2, 3)
        pairs = zip(shares, levels, strict=True)
        return sum(share * self.stakes.worth(sign * level * self.cube) for share, level in pairs)

    def dead(self) -> float:
        """Worth if the cube is never turned again."""
        return self.win * self.won() + (1.0 - self.win) * self.lost()

    def take_point(self, depth: int = 0) -> float:
        """The chance to win from which this side, doubled, rather takes: with a live cube."""
        held = replace(self, cube=2 * self.cube, owner="own")
        passed, lost, won = self.stakes.worth(-self.cube), held.lost(), held.won()
        if held.stakes.is_dead(held.cube) or depth >= _DEEPEST:
            return _share(passed - lost, won - lost)
        cash = 1.0 - held.turned().take_point(depth + 1)
        return cash * _share(passed - lost, held.stakes.worth(held.cube) - lost)

    def live(self) -> float:
        """Worth if both sides always turn the cube at the best moment."""
        points = [(0.0, self.lost()), (1.0, self.won())]
        if self.owner != "own" and not self.stakes.turned().is_dead(self.cube):
            points.append((self.take_point(), self.stakes.worth(-self.cube)))
        if self.owner != "opponent" and not self.stakes.is_dead(self.cube):
            points.append((1.0 - self.turned().take_point(), self.stakes.worth(self.cube)))
        places, worths = zip(*sorted(points), strict=True)
        return float(np.interp(self.win, places, worths))

    def value(self) -> float:
        """Worth with the cube."""
        if not self.may_turn:
            return self.dead()
        return (1.0 - self.efficiency) * self.dead() + self.efficiency * self.live()


def _share(part: float, whole: float) -> float:
    return min(max(part / whole, 0.0), 1.0) if whole > 0.0 else 1.0


def cube_position(view: TableView, chances: npt.NDArray[np.float64]) -> CubePosition:
    """The cube as it stands in a view, with the five chances of the seat that answers."""
    win = float(chances[WIN])
    return CubePosition(
        win=win,
        wins=_levels(win, float(chances[GAMMON]), float(chances[BACKGAMMON])),
        losses=_levels(1.0 - win, float(chances[LOSE_GAMMON]), float(chances[LOSE_BACKGAMMON])),
        stakes=stakes_of(view),
        cube=view.cube,
        owner=view.cube_owner,
        jacoby=view.jacoby,
        efficiency=_efficiency(view),
        may_turn=view.game.has_cube and not view.is_crawford,
    )


def _levels(all_of_them: float, gammons: float, backgammons: float) -> Levels:
    if all_of_them <= 0.0:
        return 1.0, 0.0, 0.0
    two, three = gammons / all_of_them, backgammons / all_of_them
    return 1.0 - two, two - three, three


def _efficiency(view: TableView) -> float:
    own, other = sides_of(view.game, array_of([view.position]))
    if not is_race(view.game, own, other)[0]:
        return CONTACT_EFFICIENCY
    base, by_pip, least, most = _RACE_EFFICIENCY
    long_race = float(np.clip(base + by_pip * float(own.pips[0] + other.pips[0]) / 2, least, most))
    by_roll, none = _LAST_ROLLS
    rolls = min(float(rolls_needed(view.game, side)[0, 0]) for side in (own, other))
    return min(long_race, max(by_roll * (rolls - none), 0.0))


def wants_double(here: CubePosition, view: TableView) -> bool:
    """Doubling is allowed, of use, and worth more than waiting; too good to double is waiting too."""
    if not view.may_double or here.stakes.is_dead(here.cube):
        return False
    doubled = replace(here, cube=2 * here.cube, owner="opponent")
    # Where every loss loses the match the cube costs nothing, and waiting keeps nothing.
    waiting = here.dead() if here.stakes.turned().is_dead(here.cube) else here.value()
    return min(doubled.value(), here.stakes.worth(here.cube)) > waiting


def offered(here: CubePosition, at_stake: int, owner: CubeOwner) -> float:
    """Worth if an offer is accepted: the cube then stands at `at_stake` with `owner`."""
    return replace(here, cube=at_stake, owner=owner).value()


def accepts(here: CubePosition, at_stake: int, owner: CubeOwner) -> bool:
    """Playing on at that stake is worth at least what is lost by passing, half of it."""
    return offered(here, at_stake, owner) >= here.stakes.worth(-(at_stake // 2))
