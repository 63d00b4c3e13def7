"""Numbers on the table: how many checkers a stack has, on its uppermost one; and those of the points, on the rim."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui.board.projection import Oval
from game.ui.look import Colour, contrast
from game.ui.widgets.base import Canvas

DISH = 0.27
"""The radius of the hollow of a checker in which its number stands, in units."""

_WIDE, _HIGH = 0.86, 0.64
"""What a number may take of the dish."""

_LEAST = 7
"""Units: lower figures can hardly be read."""


def on_checker(canvas: Canvas, number: str, dish: Oval, body: Colour) -> None:
    """A number in the dish of a checker of that colour, dark on light ones and light on dark ones."""
    ink = max((canvas.palette.ink, canvas.palette.dark), key=lambda colour: contrast(colour, body))
    ground = _calm(max(round(dish.across), 2), max(round(dish.down), 2), body)
    words = canvas.letters.figures(number, "large", ink, (2 * _WIDE * dish.across, 2 * _HIGH * dish.down))
    for picture in (ground, words):
        canvas.surface.blit(picture, picture.get_rect(center=(round(dish.x), round(dish.y))))


@lru_cache(maxsize=64)
def _calm(across: int, down: int, body: Colour) -> pygame.Surface:
    """The dish without its figure in the wood, fading out."""
    fine = 3
    disc = pygame.Surface((2 * across * fine, 2 * down * fine), pygame.SRCALPHA)
    for step in range(6):
        share = 1.0 - step / 24
        oval = pygame.Rect(0, 0, round(2 * across * fine * share), round(2 * down * fine * share))
        oval.center = (across * fine, down * fine)
        pygame.draw.ellipse(disc, (*body, 40 + 40 * step), oval)
    return pygame.transform.smoothscale(disc, (2 * across, 2 * down))


def on_rim(canvas: Canvas, number: str, middle: tuple[float, float], high: float) -> None:
    """The number of a point. high: pixels of the flat of the rim, which it does not leave however large letters are, as
    long as it can be read.
    """
    high = min(max(int(high), canvas.u(_LEAST)), canvas.letters.figure_height("small"))
    picture = canvas.letters.figures(number, "small", canvas.palette.rim, (canvas.surface.get_width(), high))
    canvas.surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))
