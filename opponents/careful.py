"""Careful: prefers to leave no blots."""

from __future__ import annotations

import numpy as np

from opponents.choosing import Finals, Values
from opponents.player import Player
from opponents.shots import WEIGHTS, hits


class Careful(Player):
    """Likes finals that few rolls hit; where nothing can be hit, those with the fewest single checkers."""

    name = "Careful"
    weight = 0.022
    temper = -0.02

    def preference(self, finals: Finals) -> Values:
        """The share of rolls that leave everything where it stands, less a little for each single checker."""
        single = (finals.own.count == 1).sum(axis=1) / 15
        if not (finals.game.hits or finals.game.pins):
            return np.asarray(1.0 - single)
        reached = hits(finals.own, finals.other, finals.other.closed)
        return np.asarray(1.0 - (reached != 0) @ WEIGHTS - 0.1 * single, np.float64)
