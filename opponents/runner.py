"""Runner: prefers to run its back checkers."""

from __future__ import annotations

import numpy as np

from opponents.choosing import Finals, Values
from opponents.player import Player
from opponents.traits import behind

_ENOUGH = 6


class Runner(Player):
    """Likes to see checkers leave the last quarter, and what remains there further on its way."""

    name = "Runner"
    weight = 0.04

    def preference(self, finals: Finals) -> Values:
        """Pips by which the checkers of the last quarter come forward; a whole six is liked best of all."""
        return np.asarray((behind(finals.before) - behind(finals.own)) / _ENOUGH)
