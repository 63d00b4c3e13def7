"""Aggressive: prefers to hit and to make points."""

from __future__ import annotations

import numpy as np

from opponents.choosing import Finals, Values
from opponents.player import Player


class Aggressive(Player):
    """Likes checkers of the other side on the bar or pinned, and points held ahead of the rest."""

    name = "Aggressive"
    weight = 0.10
    temper = 0.02

    def preference(self, finals: Finals) -> Values:
        """A hit or pin counts as much as two new points."""
        sent_back = finals.other.bar - finals.other_before.bar
        pinned = (finals.other.pinned & ~finals.other_before.pinned).sum(axis=1)
        made = finals.own.held[:, :18].sum(axis=1) - finals.before.held[:, :18].sum(axis=1)
        return np.asarray((2 * (sent_back + pinned) + made + 2) / 8)
