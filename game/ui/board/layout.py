"""Where table, plates and hint line have their places in a window of any size."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.settings import LEAST_ZOOM, MOST_ZOOM
from game.ui.board.geometry import (
    FIELD_HALF_HEIGHT,
    HALF_HEIGHT,
    HALF_WIDTH,
    TRAY_CENTRE,
    TRAY_HALF_WIDTH,
)
from game.ui.board.projection import Camera, fitted
from game.ui.scale import Scale

USUAL_ZOOM = 1.0

_ASPECT = HALF_WIDTH / HALF_HEIGHT
_NEAREST = (TRAY_CENTRE + TRAY_HALF_WIDTH + 0.04, FIELD_HALF_HEIGHT + 0.42)
"""Half of what is always seen, in units: the holes of the frame and the numbers on it."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """board: the box of the table at the usual zoom; column: plates and buttons at its right; strip: the hint line
    below it.
    """

    board: pygame.Rect
    column: pygame.Rect
    strip: pygame.Rect
    camera: Camera


def lay_out(scale: Scale, tilt: float, zoom: float = USUAL_ZOOM) -> TableLayout:
    """The column gets what a table of full height leaves, within bounds. zoom: 1 where the whole frame just fits."""
    margin = scale.u(10)
    strip_height = scale.t(50)
    free_height = scale.height - strip_height - 2 * margin
    least, most = scale.u(186 * (1 + (scale.text - 1) * 0.75)), scale.t(330)
    column_width = min(max(scale.width - 3 * margin - round(free_height * _ASPECT), least), most)
    column_width = min(column_width, scale.width // 2)
    board_width = max(scale.width - column_width - 3 * margin, 40)
    board = pygame.Rect(margin, margin, board_width, max(free_height, 30))
    column = pygame.Rect(board.right + margin, margin, column_width, max(scale.height - 2 * margin, 30))
    strip = pygame.Rect(margin, board.bottom + margin // 2, board_width, strip_height)
    nearest = pygame.Rect(0, 0, board.right + margin // 2, board.bottom)
    return TableLayout(board, column, strip, _camera(scale, board, nearest, tilt, zoom))


def _camera(scale: Scale, usual: pygame.Rect, nearest: pygame.Rect, tilt: float, zoom: float) -> Camera:
    """Farther away the table shrinks in its box; nearer the frame grows out of it, and what is played on never does."""
    size = (scale.width, scale.height)
    if zoom <= USUAL_ZOOM:
        share = max(zoom, LEAST_ZOOM)
        box = (
            usual.left + round(usual.width * (1 - share) / 2),
            usual.top + round(usual.height * (1 - share) / 2),
            round(usual.width * share),
            round(usual.height * share),
        )
        return fitted(box, size, (HALF_WIDTH, HALF_HEIGHT), tilt)
    near = min((zoom - USUAL_ZOOM) / (MOST_ZOOM - USUAL_ZOOM), 1.0)
    left, top, width, height = (round(one + (other - one) * near) for one, other in zip(usual, nearest, strict=True))
    half_width, half_height = (
        one + (other - one) * near for one, other in zip((HALF_WIDTH, HALF_HEIGHT), _NEAREST, strict=True)
    )
    return fitted((left, top, width, height), size, (half_width, half_height), tilt)
