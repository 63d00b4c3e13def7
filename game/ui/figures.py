"""Small flat drawings: the figures that are engraved into the cube, and the checkers of lists and plates."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pygame

from engine_c.picture import Pixels
from game.ui.colours import Colour


@lru_cache(maxsize=64)
def figure(text: str, font: Path | None) -> Pixels:
    """A number as a square of bytes to be engraved."""
    pygame.font.init()
    side = 160
    size = {1: 176, 2: 150, 3: 104}.get(len(text), 320 // max(len(text), 1))
    words = pygame.font.Font(font, size).render(text, True, (255, 255, 255), (0, 0, 0))
    ink = words.get_bounding_rect() if font is None else words.get_rect()
    square = pygame.Surface((side, side))
    square.blit(words, ((side - ink.width) / 2 - ink.left, (side - ink.height) / 2 - ink.top))
    return np.ascontiguousarray(pygame.surfarray.array_red(square).T)


def flat_checker(body: Colour, ring: Colour, pixels: int) -> pygame.Surface:
    """A little checker seen from above, for lists and plates."""
    fine = pixels * 4
    middle, radius = (fine / 2, fine / 2), fine / 2 - 2
    surface = pygame.Surface((fine, fine), pygame.SRCALPHA)
    surface.fill((*body, 0))
    pygame.draw.circle(surface, (*ring, 255), middle, radius)
    pygame.draw.circle(surface, (*body, 255), middle, radius * 0.88)
    pygame.draw.circle(surface, (*ring, 255), middle, radius * 0.62, max(1, round(radius * 0.1)))
    return pygame.transform.smoothscale(surface, (pixels, pixels))
