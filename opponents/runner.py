"""Runner: prefers to run its back checkers."""

from __future__ import annotations

import numpy as np

from engine_c import BAR
from opponents.board import Side
from opponents.player import Finals, Player, Values

_START_QUARTER = 18  # points above it are the side's last quarter
_ENOUGH = 6


class Runner(Player):
    """Likes to see checkers leave the last quarter, and what remains there further on its way."""

    name = "Runner"

    def preference(self, finals: Finals) -> Values:
        """Pips by which the checkers of the last quarter come forward; a whole six is liked best of all."""
        return np.asarray((_behind(finals.before) - _behind(finals.own)) / _ENOUGH)


def _behind(side: Side) -> Values:
    """Pips that checkers lie behind the 18-point: (n,)."""
    places = np.arange(1, 25)
    waiting = (BAR - _START_QUARTER) * (side.bar + side.reserve)
    return np.asarray(side.count @ np.maximum(places - _START_QUARTER, 0) + waiting, np.float64)
