"""Substances and pieces to draw."""

from __future__ import annotations

import numpy as np

from engine_c.picture import Eye, Material, PieceLook, Sprite, TableLook

WOOD = Material("wood", (0.02, 0.01, 0.01), (0.2, 0.1, 0.05))
PALE = Material("wood", (0.3, 0.2, 0.1), (0.6, 0.45, 0.25))
GREEN = Material("cloth", (0.01, 0.03, 0.02), (0.02, 0.06, 0.04), rough=0.85, coat=0.1)
BRASS = Material("metal", (0.4, 0.3, 0.1), (0.4, 0.3, 0.1), coat=4.0)
WHITE = Material("ivory", (0.5, 0.5, 0.45), (0.7, 0.68, 0.6))
BLACK = Material("plain", (0.01, 0.01, 0.01), (0.01, 0.01, 0.01))
RED = Material("plain", (0.3, 0.02, 0.02), (0.3, 0.02, 0.02))
TABLE = TableLook(WOOD, PALE, RED, GREEN, GREEN, BRASS, BRASS, WOOD)
DIE = PieceLook(WHITE, BLACK)
SPRITE = Sprite(64, 64, 56.0, (32.0, 36.0), 16.0)
FLAT = np.eye(3, dtype=np.float32)


def eye(width: int = 180, height: int = 140, tilt: float = 16.0) -> Eye:
    return Eye(width, height, width / 18.5, (width / 2, height / 2), tilt)
