"""What is drawn on the board: the table, checkers, dice, the cube and their shadows as surfaces, kept by size.

Pieces are rendered once at about twice the size and then scaled to the size of their row, because perspective gives
every row its own. An anchor is where in a surface the middle of the piece's underside lies: blit a piece at
project(x, y, z) minus its anchor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, cos, log2, radians, sin
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

from engine_c import picture
from engine_c.picture import Block, Eye, Pixels, Sprite
from game.ui.bake import Bakery, surface_of
from game.ui.board.geometry import CHECKER_HEIGHT, CHECKER_RADIUS, CUBE_HALF, DIE_HALF
from game.ui.board.projection import USUAL_TILT, Camera
from game.ui.look import Colour, Look, on_screen

Placed = tuple[pygame.Surface, tuple[float, float]]
"""A surface, and where in it the middle of the piece's underside lies, in pixels from its upper left."""

Rotation = npt.NDArray[np.float32]

GRAINS = 5
"""So many different pieces of wood, ivory or stone a side has; seeds beyond it begin again."""

_MOST_KEPT = 900
_STEPS = 3
"""Masters are drawn at so many scales for every doubling."""
_LARGEST = 320.0
"""Pixels per unit of the finest drawing; where pieces are shown larger it is enlarged."""


class Art:
    """All pictures of one look. folder: where the table's pictures are kept between starts, None for nowhere.
    font: a file for the cube's figures, None for the built-in one. Side 0 has the light checkers, 1 the dark ones.
    """

    def __init__(self, look: Look, folder: Path | None = None, font: Path | None = None) -> None:
        self.look = look
        self._bakery = Bakery(look.table, folder)
        self._font = font
        self._tilt = USUAL_TILT
        self._masters: dict[tuple[object, ...], Placed] = {}
        self._scaled: dict[tuple[object, ...], Placed] = {}

    def wear(self, look: Look) -> None:
        """Everything has another look from now on; a picture that is being drawn of the old one is given up."""
        if look == self.look:
            return
        self.look = look
        self._bakery.wear(look.table)
        self._masters.clear()
        self._scaled.clear()

    def table(self, camera: Camera) -> pygame.Surface:
        """The picture of the empty table, at once: sharp when it is ready, else a stand-in. Pieces follow its tilt."""
        self.aim(camera)
        return self._bakery.table(Eye(camera.width, camera.height, camera.scale, camera.centre, camera.tilt))

    def aim(self, camera: Camera) -> None:
        """Pieces are seen along this camera's tilt from now on, to half a degree."""
        self._tilt = round(camera.tilt * 2) / 2

    def poll(self) -> bool:
        """Whether something better than before is ready and the picture is to be drawn again; once a frame."""
        return self._bakery.poll()

    @property
    def is_busy(self) -> bool:
        """Whether a sharp table is wanted or being drawn: the loop goes on asking `poll`."""
        return self._bakery.is_busy

    def wait(self) -> None:
        """Comes back when the sharp table is ready: for pictures that go into a file."""
        self._bakery.wait()

    def close(self) -> None:
        """Ends the drawing that goes on beside the game."""
        self._bakery.close()

    def checker(self, side: int, scale: float, seed: int = 0) -> Placed:
        """A checker. scale: pixels per unit where it lies; seed: which piece of material."""
        look, grain = self.look.checkers[side], seed % GRAINS
        box = (CHECKER_RADIUS + 0.02, self._up(CHECKER_RADIUS, CHECKER_HEIGHT), self._down(CHECKER_RADIUS))

        def render(sprite: Sprite) -> Pixels:
            return picture.checker(sprite, look, grain + GRAINS * side)

        return self._piece(("checker", side, grain), scale, box, render)

    def checker_shadow(self, scale: float, lift: float = 0.0) -> Placed:
        """The shadow of a checker whose underside is lifted so far above the plane, in units."""
        return self._shadow(Block(CHECKER_RADIUS, CHECKER_RADIUS, CHECKER_HEIGHT, _eighths(lift)), scale)

    def die(self, face: int | Rotation, scale: float, side: int = 0, turn: float = 0.0) -> Placed:
        """A die. face: the number that lies up, turned by so many degrees about the vertical, for a die at rest; or a
        rotation, for a die in motion, which is drawn a little less finely and not kept.

        The anchor is the middle of its underside when it lies; while it tumbles, half its edge below its middle.
        """
        half = 1.5 * DIE_HALF + 0.02
        box = (half, half, half)
        look = self.look.dice
        if isinstance(face, int):
            rotation = resting(face, turn)

            def render(sprite: Sprite) -> Pixels:
                return picture.die(sprite, look, rotation, side)

            place, anchor = self._piece(("die", face, side, turn), scale, box, render)
        else:
            sprite = _sprite(min(scale, _LARGEST), box, self._tilt)
            place, anchor = surface_of(picture.die(sprite, look, face, side), alpha=True), sprite.centre
        return place, (anchor[0], anchor[1] + DIE_HALF * sin(radians(self._tilt)) * scale)

    def die_shadow(self, scale: float, lift: float = 0.0, turn: float = 0.0) -> Placed:
        """The shadow of a die whose underside is lifted so far above the plane, turned by degrees."""
        return self._shadow(
            Block(DIE_HALF, 0.1, 1.8 * DIE_HALF, _eighths(lift), float(round(turn % 90 / 6) * 6)), scale
        )

    def cube(self, value: int, scale: float, quarter_turns: int = 0) -> Placed:
        """The doubling cube with a number, which can be turned by quarter turns towards another side of the table."""
        look, quarter = self.look.cube, quarter_turns % 4
        box = (1.1 * CUBE_HALF, self._up(1.1 * CUBE_HALF, 2 * CUBE_HALF), self._down(1.1 * CUBE_HALF))

        def render(sprite: Sprite) -> Pixels:
            return picture.cube(sprite, look, _figure(str(value), quarter, self._font))

        return self._piece(("cube", value, quarter), scale, box, render)

    def cube_shadow(self, scale: float) -> Placed:
        """The shadow of the cube where it lies."""
        return self._shadow(Block(CUBE_HALF, 0.12, 1.9 * CUBE_HALF), scale)

    def crease(self, scale: float) -> Placed:
        """The darkness between two checkers that touch, one above the other; its anchor is where they do."""

        def draw(fine: float) -> Placed:
            wide, high = max(round(0.62 * fine), 2), max(round(0.26 * fine), 2)
            rows, columns = np.mgrid[0:high, 0:wide]
            across, along = (columns + 0.5) / wide * 2 - 1, (rows + 0.5) / high * 2 - 1
            dark = np.clip(1 - across * across, 0, 1) ** 1.2 * np.clip(1 - along * along, 0, 1) ** 2
            pixels = np.zeros((high, wide, 4), np.uint8)
            pixels[..., 3] = 92 * dark
            return surface_of(pixels, alpha=True), (wide / 2, high / 2)

        return self._at_scale(("crease",), _eighths(scale), 1.0, draw)

    def icon(self, side: int, pixels: int) -> pygame.Surface:
        """A flat little checker in the colours of the set, for lists and plates."""
        key = ("icon", side, pixels)
        if key not in self._masters:
            self._remember(self._masters, key, (_icon(*icon_colours(self.look, side), max(pixels, 1)), (0.0, 0.0)))
        return self._masters[key][0]

    def _up(self, radius: float, height: float) -> float:
        tilt = radians(self._tilt)
        return radius * cos(tilt) + height * sin(tilt) + 0.02

    def _down(self, radius: float) -> float:
        return radius * cos(radians(self._tilt)) + 0.02

    def _piece(
        self,
        key: tuple[object, ...],
        scale: float,
        box: tuple[float, float, float],
        render: Callable[[Sprite], Pixels],
    ) -> Placed:
        """A piece at a scale, from its finer master. box: units to either side, above and below its anchor."""
        shown = _eighths(scale)

        def draw(fine: float) -> Placed:
            sprite = _sprite(fine, box, self._tilt)
            return surface_of(render(sprite), alpha=True), sprite.centre

        return self._at_scale(key, shown, 1.6 if shown < 100 else 1.2, draw)

    def _shadow(self, block: Block, scale: float) -> Placed:
        def draw(fine: float) -> Placed:
            # The lamp stands above on the left: shadows fall to the right and down, from high blocks farther.
            fall = 0.85 * (block.lift + block.height)
            half = (1.0 if block.corner == block.half else 1.36) * block.half + 0.12 + 0.25 * block.height
            middle, size = ceil(half * fine), ceil((2 * half + fall) * fine)
            sprite = Sprite(size, size, fine, (float(middle), float(middle)), self._tilt)
            return surface_of(picture.shadow(sprite, block), alpha=True), sprite.centre

        return self._at_scale((block,), _eighths(scale), 1.0, draw)

    def _at_scale(self, key: tuple[object, ...], shown: float, finer: float, draw: Callable[[float], Placed]) -> Placed:
        """A picture scaled down from its master, which is drawn about `finer` times as large."""
        scaled_key = (*key, self._tilt, shown)
        if scaled_key not in self._scaled:
            step = ceil(log2(finer * shown) * _STEPS)
            # A master a little larger or smaller than the best does as well, and rows far and near share one.
            near = (step, step - 1, step + 1)
            step = next((other for other in near if (*key, self._tilt, other) in self._masters), step)
            master_key, fine = (*key, self._tilt, step), min(2 ** (step / _STEPS), _LARGEST)
            if master_key not in self._masters:
                self._remember(self._masters, master_key, draw(fine))
            self._remember(self._scaled, scaled_key, _smaller(self._masters[master_key], shown / fine))
        return self._scaled[scaled_key]

    @staticmethod
    def _remember(kept: dict[tuple[object, ...], Placed], key: tuple[object, ...], value: Placed) -> None:
        """What was made first is forgotten first, many at once."""
        if len(kept) >= _MOST_KEPT:
            for old in list(kept)[: _MOST_KEPT // 3]:
                del kept[old]
        kept[key] = value


def resting(face: int, turn: float = 0.0) -> Rotation:
    """The rotation of a die that lies with a number up, turned by degrees about the vertical."""
    flat = {
        1: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        6: ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
        2: ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
        5: ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
        3: ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
        4: ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    }[face]
    sine, cosine = sin(radians(turn)), cos(radians(turn))
    about = np.array(((cosine, -sine, 0), (sine, cosine, 0), (0, 0, 1)), np.float32)
    return np.asarray(about @ np.array(flat, np.float32), np.float32)


def icon_colours(look: Look, side: int) -> tuple[Colour, Colour]:
    """The two colours of a side's icons: its body and its ring."""
    checker = look.checkers[side]
    return _lit(checker.body.light), _lit(checker.mark.light)


def _lit(light: tuple[float, float, float]) -> Colour:
    """A material's colour as it looks under the lamp."""
    red, green, blue = light
    return on_screen((1.35 * red, 1.28 * green, 1.18 * blue))


def _eighths(value: float) -> float:
    return max(1, round(value * 8)) / 8 if value else 0.0


def _sprite(scale: float, box: tuple[float, float, float], tilt: float) -> Sprite:
    half, up, down = (ceil(units * scale) + 1 for units in box)
    return Sprite(2 * half, up + down, scale, (float(half), float(up)), tilt)


def _smaller(master: Placed, by: float) -> Placed:
    surface, (x, y) = master
    width, height = surface.get_size()
    size = (max(1, round(width * by)), max(1, round(height * by)))
    return pygame.transform.smoothscale(surface, size), (x * size[0] / width, y * size[1] / height)


@lru_cache(maxsize=64)
def _figure(text: str, quarter_turns: int, font: Path | None) -> Pixels:
    """A number as a square of bytes to be engraved."""
    pygame.font.init()
    side = 160
    size = {1: 176, 2: 150, 3: 104}.get(len(text), 320 // max(len(text), 1))
    words = pygame.font.Font(font, size).render(text, True, (255, 255, 255), (0, 0, 0))
    ink = words.get_bounding_rect() if font is None else words.get_rect()
    square = pygame.Surface((side, side))
    square.blit(words, ((side - ink.width) / 2 - ink.left, (side - ink.height) / 2 - ink.top))
    turned = pygame.transform.rotate(square, 90.0 * quarter_turns)
    return np.ascontiguousarray(pygame.surfarray.array_red(turned).T)


def _icon(body: Colour, ring: Colour, pixels: int) -> pygame.Surface:
    fine = pixels * 4
    middle, radius = (fine / 2, fine / 2), fine / 2 - 2
    surface = pygame.Surface((fine, fine), pygame.SRCALPHA)
    surface.fill((*body, 0))
    pygame.draw.circle(surface, (*ring, 255), middle, radius)
    pygame.draw.circle(surface, (*body, 255), middle, radius * 0.88)
    pygame.draw.circle(surface, (*ring, 255), middle, radius * 0.62, max(1, round(radius * 0.1)))
    return pygame.transform.smoothscale(surface, (pixels, pixels))
