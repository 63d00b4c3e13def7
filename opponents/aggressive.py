"""Aggressive: prefers to hit and to make points."""

from __future__ import annotations

import numpy as np

from opponents.player import Finals, Player, Values


class Aggressive(Player):
    """Likes checkers of the other side on the bar or pinned, and points held ahead of the rest."""

    name = "Aggressive"

    def preference(self, finals: Finals) -> Values:
        """A hit or pin counts as much as two new points."""
        sent_back = finals.other.bar + finals.other.pinned.sum(axis=1)
        points = finals.own.held[:, :18].sum(axis=1)
        liked = 2 * sent_back + points
        return np.asarray((liked - liked.min()) / max(float(np.ptp(liked)), 4.0))
