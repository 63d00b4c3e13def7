"""Where table, plates and hint line have their places in a window of any size."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.board.geometry import HALF_HEIGHT, HALF_WIDTH
from game.ui.board.projection import Camera, fitted
from game.ui.scale import Scale

_ASPECT = HALF_WIDTH / HALF_HEIGHT


@dataclass(frozen=True, slots=True)
class TableLayout:
    """board: the box of the table; column: plates and buttons at its right; strip: the hint line below it."""

    board: pygame.Rect
    column: pygame.Rect
    strip: pygame.Rect
    camera: Camera


def lay_out(scale: Scale, tilt: float) -> TableLayout:
    """The column gets what a table of full height leaves, within bounds."""
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
    camera = fitted(
        (board.left, board.top, board.width, board.height),
        (scale.width, scale.height),
        (HALF_WIDTH, HALF_HEIGHT),
        tilt,
    )
    return TableLayout(board, column, strip, camera)
