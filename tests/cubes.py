"""What most tests of the cube begin with: the game, its usual efficiency, an even position."""

from __future__ import annotations

from engine_c import game_of

GAME = game_of("backgammon")
USUAL = [(0.68, 0.68)]
EVEN = [(0.5, 0.0, 0.0, 0.0, 0.0)]
