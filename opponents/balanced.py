"""Balanced: plays the best it sees."""

from __future__ import annotations

from opponents.player import Player


class Balanced(Player):
    """No preference of its own."""

    name = "Balanced"
