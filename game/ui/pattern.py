"""A pattern of single pixels, by which one sees whether a screen shows them unchanged: SHESHBESH_PATTERN=1 shows it."""

from __future__ import annotations

import os
from functools import lru_cache

import pygame

SIDE = 64
_IS_WANTED = bool(os.environ.get("SHESHBESH_PATTERN"))


@lru_cache(maxsize=1)
def _pattern() -> pygame.Surface:
    pattern = pygame.Surface((SIDE, SIDE))
    for y in range(SIDE):
        for x in range(y % 2, SIDE, 2):
            pattern.set_at((x, y), (255, 255, 255))
    return pattern


def draw_if_wanted(surface: pygame.Surface) -> None:
    """Draws it into the upper left corner."""
    if _IS_WANTED:
        surface.blit(_pattern(), (0, 0))
