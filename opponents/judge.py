"""What judges a position. A judge is one small class; a stronger one replaces it here and nowhere else."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine_c import Game

Chances = npt.NDArray[np.float64]
"""(n, 5) for one side: it wins, wins at least a gammon, wins a backgammon, loses at least a gammon, loses a backgammon.
Nested: a backgammon is counted among the gammons, a gammon among the wins."""

WIN, GAMMON, BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(5)
_EXCHANGED = [WIN, LOSE_GAMMON, LOSE_BACKGAMMON, GAMMON, BACKGAMMON]


class Judge(Protocol):
    """Estimates how games end."""

    def chances(self, game: Game, rows: npt.NDArray[Any]) -> Chances:
        """Chances of side 0, which has just moved; side 1 is on roll. Finished boards are judged exactly.

        rows: an array of POSITION rows, seen by the side that moved. A draw counts as half a win.
        """
        ...


def inverted(chances: Chances) -> Chances:
    """The same chances for the other side."""
    result = chances[:, _EXCHANGED]
    result[:, WIN] = 1.0 - result[:, WIN]
    return result


_PRICES = np.array((1.0, 1.0, -1.0, -1.0))


def equities(chances: Chances) -> npt.NDArray[np.float64]:
    """Cubeless equity in points, -3 to 3: 2 win - 1 + gammons and backgammons won - those lost."""
    return np.asarray(2.0 * chances[:, WIN] - 1.0 + chances[:, GAMMON:] @ _PRICES)


def consistent(chances: Chances) -> Chances:
    """The chances brought into their ranges: nested, and gammons not above wins or losses."""
    result = np.clip(chances, 0.0, 1.0)
    result[:, GAMMON] = np.minimum(result[:, GAMMON], result[:, WIN])
    result[:, BACKGAMMON] = np.minimum(result[:, BACKGAMMON], result[:, GAMMON])
    result[:, LOSE_GAMMON] = np.minimum(result[:, LOSE_GAMMON], 1.0 - result[:, WIN])
    result[:, LOSE_BACKGAMMON] = np.minimum(result[:, LOSE_BACKGAMMON], result[:, LOSE_GAMMON])
    return result
