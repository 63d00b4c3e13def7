"""Marks on checkers and places: each says by its shape what it means, so that its colour is never needed.

They lie on the table as checkers do, and so the camera sees them squashed. Each is drawn once, larger than it is shown,
and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin

import numpy as np
import pygame

from game.ui.board.projection import Oval
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas

SHAPES = ("beads", "double", "corners", "goal", "round", "cross", "aim")
"""Of what may move, what has been picked up, where the keyboard is; of a place where it may go, of such a place whose
number must be seen in its middle, of a hit, and around the place that the keyboard aims at.
"""

_OUTER = 5.5
"""Units from the ring of what has been picked up to the second one around it."""
_GLOWING = {"beads": 0.0, "double": _OUTER}
"""The shapes with light around them, and how many units outside the ring it is brightest."""
_GLOW, _GLOW_REACH, _GLOW_INWARDS = 150, 13.0, 5.0
"""How bright the light around a checker is where it is brightest, 0 to 255, and how many units it reaches."""

_FINE = 3
"""Drawn so many times as large: there are no smooth strokes of every width."""
_COARSE = 2
"""Light is so soft that it is drawn so many times smaller."""
_EDGE = 1.1
"""Units of dark on both sides of a stroke: on a ground as light as itself, that is what is seen of it."""
_AROUND = 1.07
"""The radius of a ring around a checker, in those of the checker."""


def draw(canvas: Canvas, place: Oval, shape: str, colour: Colour, *, is_bold: bool = False) -> None:
    """A mark around the edge of a checker, or of where one would lie. Raises ValueError for a shape that is not in
    SHAPES.
    """
    if shape not in SHAPES:
        raise ValueError(shape)
    size = max(round(place.across), 2), max(round(place.down), 2)
    picture = _picture(shape, size, canvas.scale.unit, colour, canvas.palette.dark, is_bold)
    canvas.surface.blit(picture, picture.get_rect(center=(round(place.x), round(place.y))))


@lru_cache(maxsize=160)
def _picture(
    shape: str, size: tuple[int, int], unit: float, colour: Colour, edge: Colour, is_bold: bool
) -> pygame.Surface:
    across, down = size
    half = round(1.4 * across + (_OUTER + _GLOW_REACH) * unit)
    box = 2 * half, 2 * round(half * down / across)
    pen = _Pen.of(half, across, unit, colour, edge)
    _SHAPES[shape](pen, 1.7 if is_bold else 1.0)
    strokes = pygame.transform.smoothscale(pen.surface, box)
    if shape not in _GLOWING:
        return strokes
    picture = _glow(box, size, unit, colour, _GLOWING[shape])
    picture.blit(strokes, (0, 0))
    return picture


def _glow(box: tuple[int, int], size: tuple[int, int], unit: float, colour: Colour, brightest: float) -> pygame.Surface:
    """Light that is brightest on the outermost ring and fades away outwards, and more quickly over the checker."""
    small = max(box[0] // _COARSE, 2), max(box[1] // _COARSE, 2)
    right, down = ((np.arange(count) + 0.5) / count - 0.5 for count in small)
    far = np.hypot((right * box[0] / size[0])[:, None], (down * box[1] / size[1])[None, :])
    away = (far - _AROUND) * (size[0] / unit) - brightest
    share = np.clip(1 - np.where(away > 0, away / _GLOW_REACH, -away / _GLOW_INWARDS), 0, 1)
    light = pygame.Surface(small, pygame.SRCALPHA)
    light.fill((*colour, 0))
    pygame.surfarray.pixels_alpha(light)[:] = np.round(_GLOW * share * share).astype(np.uint8)
    return pygame.transform.smoothscale(light, box)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws in radii of the checker from its middle, x to the right and y down; strokes are so many units wide."""

    surface: pygame.Surface
    middle: int
    radius: float
    unit: float
    colour: Colour
    edge: Colour

    @staticmethod
    def of(half: int, radius: int, unit: float, colour: Colour, edge: Colour) -> _Pen:
        surface = pygame.Surface((2 * half * _FINE, 2 * half * _FINE), pygame.SRCALPHA)
        surface.fill((*edge, 0))
        return _Pen(surface, half * _FINE, radius * _FINE, unit * _FINE, colour, edge)

    def _inks(self, width: float) -> tuple[tuple[Colour, float], ...]:
        """A stroke lies in the middle of a darker and wider one."""
        return (self.edge, (width + 2 * _EDGE) * self.unit), (self.colour, width * self.unit)

    def ring(self, radius: float, width: float) -> None:
        for ink, wide in self._inks(width):
            thick = max(round(wide), 1)
            outer = radius * self.radius + thick / 2
            pygame.draw.circle(self.surface, ink, (self.middle, self.middle), outer, thick)

    def dot(self, x: float, y: float, radius: float) -> None:
        at = (self.middle + x * self.radius, self.middle + y * self.radius)
        for ink, wide in self._inks(0.0):
            pygame.draw.circle(self.surface, ink, at, radius * self.radius + wide / 2)

    def shine(self, x: float, y: float, radius: float) -> None:
        at = (self.middle + x * self.radius, self.middle + y * self.radius)
        pygame.draw.circle(self.surface, mixed(self.colour, (255, 255, 255), 0.7), at, radius * self.radius)

    def bars(self, ways: list[tuple[float, float, float, float]], width: float) -> None:
        """Straight strokes, level or upright, each from x, y to x, y; where they meet they are one."""
        for ink, wide in self._inks(width):
            for x, y, end_x, end_y in ways:
                left, right = sorted((x * self.radius, end_x * self.radius))
                top, bottom = sorted((y * self.radius, end_y * self.radius))
                corners = ((left - wide / 2, top - wide / 2), (right + wide / 2, bottom + wide / 2))
                (left, top), (right, bottom) = ((self.middle + round(x), self.middle + round(y)) for x, y in corners)
                pygame.draw.rect(self.surface, ink, (left, top, right - left, bottom - top))


def _beads(pen: _Pen, weight: float) -> None:
    pen.ring(_AROUND, 2.4 * weight)
    away = _AROUND * sin(pi / 4)
    for right in (-away, away):
        for down in (-away, away):
            pen.dot(right, down, 0.165)
            pen.shine(right - 0.05, down - 0.05, 0.055)


def _double(pen: _Pen, weight: float) -> None:
    pen.ring(_AROUND, 2.4 * weight)
    pen.ring(_AROUND + _OUTER * pen.unit / pen.radius, 1.8 * weight)


def _corners(pen: _Pen, weight: float) -> None:
    """Four corners of a square around the checker."""
    far, short = 1.13, 0.51
    ends = [(right * far, down * far) for right in (-1, 1) for down in (-1, 1)]
    level = [(x, y, x * short / far, y) for x, y in ends]
    pen.bars(level + [(x, y, x, y * short / far) for x, y in ends], 3.2 * weight)


def _goal(pen: _Pen, weight: float) -> None:
    _round(pen, weight)
    pen.dot(0.0, 0.0, 0.18)


def _round(pen: _Pen, weight: float) -> None:
    pen.ring(0.96, 2.6 * weight)


def _cross(pen: _Pen, weight: float) -> None:
    _round(pen, weight)
    inner, outer = 0.36, 1.26
    level = [(side * inner, 0.0, side * outer, 0.0) for side in (-1, 1)]
    pen.bars(level + [(0.0, side * inner, 0.0, side * outer) for side in (-1, 1)], 2.6)


def _aim(pen: _Pen, weight: float) -> None:
    pen.ring(1.22, 2.0 * weight)


_SHAPES = dict(zip(SHAPES, (_beads, _double, _corners, _goal, _round, _cross, _aim), strict=True))


def warning(canvas: Canvas, box: pygame.Rect, colour: Colour) -> None:
    """A triangle with a stroke and a dot: something was refused, or is running out."""
    fine = 4
    sign = pygame.Surface((box.width * fine, box.height * fine), pygame.SRCALPHA)
    sign.fill((*colour, 0))
    width, height = sign.get_size()
    edge = max(width // 12, 1)
    outline = [(width / 2, edge), (width - edge, height - edge), (edge, height - edge)]
    pygame.draw.polygon(sign, (*colour, 255), outline)
    ink = canvas.palette.dark
    pygame.draw.line(sign, ink, (width / 2, height * 0.36), (width / 2, height * 0.66), max(width // 9, 1))
    pygame.draw.circle(sign, ink, (width / 2, height * 0.81), max(width / 15, 1))
    canvas.surface.blit(pygame.transform.smoothscale(sign, box.size), box)
