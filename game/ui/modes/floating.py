"""Where buttons float on the board: in the band that five checkers on every point leave free, and on no dice."""

from __future__ import annotations

import pygame

from game.ui.board import geometry as places
from game.ui.board.geometry import Geometry
from game.ui.board.projection import Camera
from game.ui.modes.buttons import ButtonSet, DieButton
from game.ui.modes.director import Director
from game.ui.widgets.base import Canvas, Row
from game.ui.widgets.controls import Button

_WIDE = 5.9
"""Units: a little less than the six points of a half."""


def free_half(director: Director) -> bool | None:
    """The half in which no dice lie and none are being laid down: that of whoever is to act, or else the other one;
    None when there are dice in both. True is where the side at the bottom throws.
    """
    acting = director.state.to_act in (None, director.bottom)
    return next((half for half in (acting, not acting) if half not in _taken(director)), None)


def _taken(director: Director) -> tuple[bool, ...]:
    typing, throw = director.typing, director.show.throw
    if typing is not None:
        is_both = typing.is_opening and typing.throw is not None
        return (True, False) if is_both else (typing.side == director.bottom,)
    if throw is None:
        return ()
    return (True, False) if throw.at_bottom is None else (throw.at_bottom,)


def free_band(canvas: Canvas, camera: Camera, geometry: Geometry, at_bottom: bool) -> pygame.Rect:
    """What the checkers of a half leave free, with room for the ring of the focus."""
    fifth = abs(geometry.checker(1, places.STACK_LIMIT - 1).y) - places.CHECKER_RADIUS
    middle = geometry.dice(at_bottom, 1)[0].x
    x, _y, scale = camera.project(middle, 0.0)
    top = camera.project(middle, fifth)[1]
    bottom = camera.project(middle, -fifth, places.CHECKER_HEIGHT)[1]
    band = pygame.Rect(0, round(top), round(_WIDE * scale), round(bottom - top))
    band.centerx = round(x)
    return band.inflate(0, -2 * canvas.u(5))


def floated(canvas: Canvas, buttons: ButtonSet, band: pygame.Rect) -> tuple[Row | None, ButtonSet]:
    """As many of the buttons as have room in a band, in one row in its middle, without their keys where that is narrow;
    and the buttons that are left over.
    """
    for count in range(len(buttons.specs), 0, -1):
        some, others = ButtonSet(buttons.specs[:count]), ButtonSet(buttons.specs[count:])
        for has_keys in (True, False):
            row = _row(canvas, some, band, has_keys=has_keys)
            if row is not None:
                return row, others
    return None, buttons


def _row(canvas: Canvas, buttons: ButtonSet, band: pygame.Rect, *, has_keys: bool) -> Row | None:
    """The buttons in the middle of a band; None when it has no room for them."""
    row = Row(buttons.make(), buttons.gap)
    for box in row.boxes:
        if isinstance(box, DieButton):
            box.most = min(band.height, (band.width - 5 * canvas.u(buttons.gap)) // 6)
        elif isinstance(box, Button) and not has_keys:
            box.key_hint = ""
    wanted = row.width(canvas)
    width = min(max(wanted, canvas.u(120)), band.width)
    rect = pygame.Rect(0, 0, width, row.height(canvas, width))
    if wanted > band.width or rect.height > band.height:
        return None
    rect.center = band.center
    row.place(canvas, rect)
    return row
