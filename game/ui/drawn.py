"""The picture of a position as the window shows it, without a window."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pygame

from engine_c import Game, Position
from game.ui import look
from game.ui.art import Art
from game.ui.board import arrows
from game.ui.board.cube import CubeShown
from game.ui.board.dice import Throw
from game.ui.board.geometry import HALF_HEIGHT, HALF_WIDTH, Geometry
from game.ui.board.paint import Marks, Painter
from game.ui.board.projection import USUAL_TILT, fitted
from game.ui.board.seen import Seen
from game.ui.board.show import Show
from game.ui.palette import palette_of
from game.ui.scale import Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas

MARGIN = 0.035
"""Of the smaller side of the picture."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be seen.

    position: seen by the side on roll, which sits at the bottom. dice: what it has rolled. cube: its value and its
    owner (0 the side on roll, 1 the other, None in the middle), None where there is none. is_dark: the side on roll has
    the dark checkers. mirrored: home at the left. numbers: on the rim, as the side on roll counts. hops: from and to,
    as it counts, each shown by an arrow. size: pixels. tilt: degrees.
    """

    game: Game
    position: Position
    dice: tuple[int, ...] = ()
    cube: tuple[int, int | None] | None = None
    is_dark: bool = False
    mirrored: bool = False
    numbers: bool = False
    hops: tuple[tuple[int, int], ...] = ()
    size: tuple[int, int] = (1280, 800)
    tilt: float = USUAL_TILT


def drawn(art: Art, drawing: Drawing) -> pygame.Surface:
    """The finished picture. Comes back when it is sharp: some seconds. Raises EngineError for an impossible size."""
    pygame.font.init()
    width, height = drawing.size
    margin = round(MARGIN * min(width, height))
    box = (margin, margin, max(width - 2 * margin, 1), max(height - 2 * margin, 1))
    camera = fitted(box, drawing.size, (HALF_WIDTH, HALF_HEIGHT), drawing.tilt)
    geometry = Geometry(drawing.mirrored, drawing.game.is_parallel)
    seen = Seen(drawing.game, bottom=0)
    show = Show(seen.laid(drawing.position, 0), geometry)
    if drawing.dice:
        show.throw = Throw(drawing.dice, at_bottom=True).among(geometry, show.laid)
    scale = Scale(width, height)
    canvas = Canvas(pygame.Surface(drawing.size), scale, Letters(scale.unit), palette_of(art.look))
    painter = Painter(
        art,
        camera,
        geometry,
        (1, 0) if drawing.is_dark else (0, 1),
        0 if drawing.numbers else None,
        drawing.game.is_parallel,
    )
    cube = CubeShown(drawing.cube[0], geometry.cube(drawing.cube[1])) if drawing.cube else None
    art.table(camera)
    art.wait()
    painter.draw(canvas, show, Marks(), cube)
    arrows.draw(canvas, camera, arrows.ways(drawing.hops, show.laid, seen, 0, geometry))
    return canvas.surface


def encoded(art: Art, drawing: Drawing, kind: str = ".png") -> bytes:
    """The finished picture as the content of a file; kind: ".png" or ".jpg". Raises EngineError for an impossible
    size.
    """
    content = io.BytesIO()
    pygame.image.save(drawn(art, drawing), content, f"table{kind}")
    return content.getvalue()


def icon_png(pixels: int = 128) -> bytes:
    """The game's own icon as the content of a PNG file."""
    seen, _problems = look.read({}, look.folders())
    art = Art(seen)
    try:
        content = io.BytesIO()
        pygame.image.save(art.icon(0, pixels), content, "icon.png")
        return content.getvalue()
    finally:
        art.close()
