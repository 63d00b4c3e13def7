"""Arrows over the board: where checkers of a play would go. Curved, with a soft shadow, thin where they begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import pygame

from game.ui.board import geometry as table
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.projection import Camera
from game.ui.board.seen import Laid, Seen
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas

Pixel = tuple[float, float]

_FINE = 3
"""Drawn so many times as large: there are no smooth polygons."""
_THIN, _WIDE, _HEAD, _HEAD_LENGTH = 0.055, 0.125, 0.30, 0.52
"""Half widths at the beginning, at the head and of the head, and the head's length, in units."""
_CLEAR = table.CHECKER_RADIUS
"""So much of the way to the middle of a checker is left free where that bears a number."""
_MOST_CLEAR = 0.3
"""At both ends of a short arrow, as a share of it."""
_BEND = 0.16
"""How far the middle of an arrow lies beside the straight way, as a share of it."""
_STEPS = 28


@dataclass(frozen=True, slots=True)
class Way:
    """Where an arrow begins and ends, on top of checkers or on the board. leaves_number, meets_number: what is written
    there stays free.
    """

    start: Spot
    end: Spot
    leaves_number: bool = False
    meets_number: bool = False


def ways(hops: Sequence[tuple[int, int]], laid: Laid, seen: Seen, side: int, geometry: Geometry) -> list[Way]:
    """The ways of a play's hops (source and target as that side calls them), each from where its checker then lies."""
    stacks = [list(stack) for stack in laid.stacks]
    found = []
    for source, target in hops:
        start, end = seen.shown(side, source), seen.shown(side, target)
        index = max(len(stacks[start]) - 1, 0)
        is_hit = seen.game.hits and stacks[end] == [1 - side] and 1 <= target <= 24
        if is_hit:
            stacks[end].clear()
        found.append(
            Way(
                _top(geometry, start, index),
                _top(geometry, end, len(stacks[end])),
                geometry.is_numbered(start, len(stacks[start])),
                geometry.is_numbered(end, len(stacks[end]) + 1),
            )
        )
        if stacks[start]:
            stacks[start].pop()
        stacks[end].append(side)
    return found


def _top(geometry: Geometry, place: int, index: int) -> Spot:
    spot = geometry.checker(place, index)
    return Spot(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)


def draw(canvas: Canvas, camera: Camera, found: Sequence[Way], strength: float = 1.0) -> None:
    """All arrows, first their shadows. strength: 0 to 1, less for what has been and is only remembered."""
    body = mixed(canvas.palette.accent, (255, 240, 205), 0.25)
    for picture, place in _pictures(camera, tuple(found), body, canvas.palette.dark):
        picture.set_alpha(round(255 * strength))
        canvas.surface.blit(picture, place)


@lru_cache(maxsize=4)
def _pictures(camera: Camera, found: tuple[Way, ...], body: Colour, edge: Colour) -> list[tuple[pygame.Surface, Pixel]]:
    """The arrows as pictures with their places: they stay the same for many frames."""
    shapes = [shape for shape in (_shape(camera, way) for way in found) if len(shape.outline) > 2]
    shadows = [_shadow(shape, camera.scale) for shape in shapes]
    return [*shadows, *(_arrow(shape, camera.scale, body, edge) for shape in shapes)]


@dataclass(frozen=True, slots=True)
class _Shape:
    outline: list[Pixel]
    spine: list[Pixel]


def _shape(camera: Camera, way: Way) -> _Shape:
    unit = camera.scale
    first = camera.project(way.start.x, way.start.y, way.start.z)[:2]
    last = camera.project(way.end.x, way.end.y, way.end.z)[:2]
    far = hypot(last[0] - first[0], last[1] - first[1])
    if far < 0.2 * unit:
        return _Shape([], [])
    bent = _bent(first, last, camera.centre)
    clear = min(_CLEAR * unit, _MOST_CLEAR * far)
    before, after = (clear if is_numbered else 0.0 for is_numbered in (way.leaves_number, way.meets_number))
    head = min(_HEAD_LENGTH * unit, 0.45 * (far - before - after))
    spine = [_on_curve(first, bent, last, step / _STEPS) for step in range(_STEPS + 1)]
    spine = _trimmed(spine, max(before, 0.10 * unit), head + after)
    left, right = [], []
    for index, (x, y) in enumerate(spine):
        across = _across(spine, index)
        half = unit * (_THIN + (_WIDE - _THIN) * index / (len(spine) - 1))
        left.append((x + across[0] * half, y + across[1] * half))
        right.append((x - across[0] * half, y - across[1] * half))
    base, across = spine[-1], _across(spine, len(spine) - 1)
    wing = _HEAD * unit * min(1.0, head / (_HEAD_LENGTH * unit) + 0.25)
    forward = (-across[1], across[0])
    back = 0.22 * head
    wings = [
        (base[0] + sign * across[0] * wing - forward[0] * back, base[1] + sign * across[1] * wing - forward[1] * back)
        for sign in (1, -1)
    ]
    tip = (base[0] + forward[0] * head, base[1] + forward[1] * head)
    return _Shape([*left, wings[0], tip, wings[1], *reversed(right)], [*spine, tip])


def _bent(first: Pixel, last: Pixel, centre: Pixel) -> Pixel:
    """The point that draws the curve aside: towards the middle of the board."""
    middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    aside = (first[1] - last[1], last[0] - first[0])
    inwards = aside[0] * (centre[0] - middle[0]) + aside[1] * (centre[1] - middle[1])
    by = 2 * _BEND if inwards >= 0 else -2 * _BEND
    return middle[0] + by * aside[0], middle[1] + by * aside[1]


def _on_curve(first: Pixel, bent: Pixel, last: Pixel, share: float) -> Pixel:
    rest = 1.0 - share
    a, b, c = rest * rest, 2 * rest * share, share * share
    return a * first[0] + b * bent[0] + c * last[0], a * first[1] + b * bent[1] + c * last[1]


def _trimmed(spine: list[Pixel], from_start: float, from_end: float) -> list[Pixel]:
    """The curve without what is nearer than that to its ends, at least two points of it."""
    first, last = spine[0], spine[-1]
    kept = [
        (x, y)
        for x, y in spine
        if hypot(x - first[0], y - first[1]) >= from_start and hypot(x - last[0], y - last[1]) >= from_end
    ]
    return kept if len(kept) > 1 else [first, spine[len(spine) // 2]]


def _across(spine: list[Pixel], index: int) -> Pixel:
    before, after = spine[max(index - 1, 0)], spine[min(index + 1, len(spine) - 1)]
    x, y = after[0] - before[0], after[1] - before[1]
    length = hypot(x, y) or 1.0
    return y / length, -x / length


def _box(points: Sequence[Pixel], margin: float) -> pygame.Rect:
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    return pygame.Rect(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)


def _moved(points: Sequence[Pixel], box: pygame.Rect, by: float) -> list[Pixel]:
    return [((x - box.left) * by, (y - box.top) * by) for x, y in points]


def _shadow(shape: _Shape, unit: float) -> tuple[pygame.Surface, Pixel]:
    soft = max(0.10 * unit, 1.0)
    box = _box(shape.outline, 3 * soft)
    small = max(1.0, soft / 3)  # a shadow is soft: it is drawn small, blurred and enlarged
    layer = pygame.Surface((max(int(box.width / small), 1), max(int(box.height / small), 1)), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (0, 0, 0, 150), _moved(shape.outline, box, 1 / small))
    layer = pygame.transform.gaussian_blur(layer, max(1, round(soft / small)))
    layer = pygame.transform.smoothscale(layer, box.size)
    return layer, (box.left + round(0.09 * unit), box.top + round(0.12 * unit))


def _arrow(shape: _Shape, unit: float, body: Colour, edge: Colour) -> tuple[pygame.Surface, Pixel]:
    box = _box(shape.outline, 0.1 * unit + 2)
    layer = pygame.Surface((box.width * _FINE, box.height * _FINE), pygame.SRCALPHA)
    layer.fill((*edge, 0))
    fine = _moved(shape.outline, box, _FINE)
    pygame.draw.polygon(layer, (*body, 240), fine)
    line = max(round(0.034 * unit * _FINE), 3)
    pygame.draw.lines(layer, (*edge, 230), True, fine, line)
    for x, y in fine:  # lines have no round joints
        pygame.draw.circle(layer, (*edge, 230), (x, y), line / 2)
    shine = mixed(body, (255, 255, 255), 0.55)
    spine = _moved(shape.spine[2:-1], box, _FINE)
    if len(spine) > 1:
        pygame.draw.lines(layer, (*shine, 235), False, spine, max(round(0.02 * unit * _FINE), 1))
    return pygame.transform.smoothscale(layer, box.size), box.topleft
