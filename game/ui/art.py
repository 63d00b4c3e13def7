"""What is drawn on the board: the table, checkers, dice, the cube and their shadows as surfaces, kept by size.

Pieces are rendered once at about twice the size and then scaled to the size of their row, because perspective gives
every row its own. An anchor is where in a surface the middle of the piece's underside lies: blit a piece at
project(x, y, z) minus its anchor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, cos, exp, log2, radians, sin
from pathlib import Path

import numpy as np
import pygame

from engine_c import picture
from engine_c.picture import Block, Eye, PieceLook, Pixels, Sprite
from game.ui.ahead import Ahead, Group
from game.ui.bake import Bakery, surface_of
from game.ui.board.attitude import Rotation, about, resting
from game.ui.board.cup import CUP_HALF_HEIGHT, CUP_RADIUS, LEANS, CupShown
from game.ui.board.geometry import CHECKER_HEIGHT, CHECKER_RADIUS, CUBE_HALF, DIE_HALF, Spot
from game.ui.board.projection import USUAL_TILT, Camera
from game.ui.colours import Colour
from game.ui.figures import figure, flat_checker
from game.ui.look import Look
from game.ui.palette import lit

Placed = tuple[pygame.Surface, tuple[float, float]]
"""A surface, and where in it the middle of the piece's underside lies, in pixels from its upper left."""

GRAINS = 5
"""So many different pieces of wood, ivory or stone a side has; seeds beyond it begin again."""

_MOST_KEPT = 900
_LIGHTS = 32
"""So many steps of light are told apart."""
_STEPS = 3
"""Masters are drawn at so many scales for every doubling."""
_LARGEST = 320.0
"""Pixels per unit of the finest drawing; where pieces are shown larger it is enlarged."""
_TURNING = 60.0
"""Pixels per unit of a checker that is knocked over: no eye follows its figure."""
_MOVING = 100.0
"""The same for what tumbles: it is drawn anew for every frame, and nobody looks at its grain meanwhile."""


def lamp(x: float, y: float) -> float:
    """How bright a piece is seen at a place of the table, 1 in the middle of the lamp's pool: `pool` of picture.c, and
    then what film and screen make of less light.
    """
    right, up = x + 1.0, y - 0.8
    light = (0.34 + 0.84 * exp(-(right * right / 115.0 + up * up / 66.0))) / 1.05
    return min(float(light**0.3), 1.0)


class Art:
    """All pictures of one look. folder: where the table's pictures are kept between starts, None for nowhere.
    shipped: where the picture of the usual table lies that came with the program.
    font: a file for the cube's figures, None for the built-in one. Side 0 has the light checkers, 1 the dark ones.
    made: how many masters were drawn so far: each takes some milliseconds.
    version: another number whenever pictures are not what they were.
    """

    def __init__(
        self, look: Look, folder: Path | None = None, font: Path | None = None, shipped: Path | None = None
    ) -> None:
        self.look = look
        self._bakery = Bakery(look.table, folder, shipped=shipped)
        self._font = font
        self.version = 0
        self._ahead = Ahead()
        self._expected: object = None
        self._cup_scale = _MOVING
        self._tilt = USUAL_TILT
        self.made = 0
        self._masters: dict[tuple[object, ...], Placed] = {}
        self._scaled: dict[tuple[object, ...], Placed] = {}

    def wear(self, look: Look) -> None:
        """Everything has another look from now on; a picture that is being drawn of the old one is given up."""
        if look == self.look:
            return
        self.look = look
        self.version += 1
        self._bakery.wear(look.table)
        self._ahead.forget()
        self._masters.clear()
        self._scaled.clear()

    def table(self, camera: Camera) -> pygame.Surface:
        """The picture of the empty table, at once: sharp when it is ready, else a stand-in. Pieces follow its tilt."""
        self.aim(camera)
        return self._bakery.table(_eye(camera))

    def coarse_table(self, camera: Camera) -> pygame.Surface:
        """A quick drawing of the empty table, for what lies at the edges of a picture that moves."""
        return self._bakery.coarse(_eye(camera))

    @property
    def replaced(self) -> pygame.Surface | None:
        """The stand-in in whose place the sharp table has just come, until it is forgotten."""
        return self._bakery.replaced

    def forget_replaced(self) -> None:
        """The stand-in has been blended into the sharp table."""
        self._bakery.replaced = None

    def aim(self, camera: Camera) -> None:
        """Pieces are seen along this camera's tilt from now on, to half a degree."""
        self._tilt = round(camera.tilt * 2) / 2

    def poll(self) -> bool:
        """Whether something better than before is ready and the picture is to be drawn again; once a frame."""
        is_better = self._bakery.poll()
        self.version += is_better
        return is_better

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
        self._ahead.forget()

    def checker(
        self, side: int, scale: float, seed: int = 0, light: float = 1.0, lean: tuple[int, int] = (0, 0)
    ) -> Placed:
        """A checker. scale: pixels per unit where it lies; seed: which piece of material; light: of `lamp` there; lean:
        the direction about the vertical and how far it leans there, in degrees, for one in the air.
        """
        look, grain = self.look.checkers[side], seed % GRAINS
        if lean[1] % 360:
            return self._leaning(look, side, grain, scale, light, lean)
        box = (CHECKER_RADIUS + 0.02, self._up(CHECKER_RADIUS, CHECKER_HEIGHT), self._down(CHECKER_RADIUS))

        def render(sprite: Sprite) -> Pixels:
            return picture.checker(sprite, look, grain + GRAINS * side)

        return self._piece(("checker", side, grain), scale, box, render, light)

    def _leaning(
        self, look: PieceLook, side: int, grain: int, scale: float, light: float, lean: tuple[int, int]
    ) -> Placed:
        direction, degrees = radians(lean[0]), radians(lean[1])
        rotation = about((-sin(direction), cos(direction), 0.0), degrees)
        box = (0.5, 0.5 + CHECKER_HEIGHT / 2, 0.5)

        def render(sprite: Sprite) -> Pixels:
            return picture.checker(sprite, look, grain + GRAINS * side, rotation)

        finest = _MOVING if abs(lean[1]) < 15 else _TURNING
        return self._moving(("leaning", side, grain, lean), scale, box, render, light, finest)

    def checker_shadow(self, scale: float, lift: float = 0.0) -> Placed:
        """The shadow of a checker whose underside is lifted so far above the plane, in units."""
        return self._shadow(Block(CHECKER_RADIUS, CHECKER_RADIUS, CHECKER_HEIGHT, _eighths(lift)), scale)

    def expect_cups(self, scale: float) -> None:
        """Cups will be seen at about this scale: a thread begins with their pictures once the table is sharp, and who
        asks for one does not wait.
        """
        expected = (self.look, self._tilt, round(scale))
        if expected == self._expected or self.is_busy:
            return
        self._ahead.forget()
        self._expected, self._cup_scale = expected, min(float(round(scale)), _MOVING)
        kinds = [CupShown(Spot(0, 0), way, 0, 1.0, dice) for dice in (2, 0, 1) for way in (0, 180)]
        self._ahead.begin([self._cups(kind, self._cup_sprite(self._cup_scale)) for kind in kinds])

    def _cup_sprite(self, scale: float) -> Sprite:
        half = 1.32
        return _sprite(scale, (half, half, half), self._tilt)

    def _cups(self, shown: CupShown, sprite: Sprite) -> Group:
        """The cup at every lean."""
        look, dice = self.look.cup, self.look.dice

        def draw(lean: int) -> Pixels:
            there = replace(shown, lean=lean)
            return picture.cup(sprite, look, there.rotation, dice, there.inside)

        return Group((shown.direction, shown.dice, sprite), LEANS[shown.dice > 0], draw)

    def cup(self, shown: CupShown, scale: float) -> Placed:
        """The leather cup; the anchor is its middle."""
        if not 0.8 < scale / self._cup_scale < 1.3 and scale < _MOVING:
            self._cup_scale = float(round(scale))

        def draw(fine: float) -> Placed:
            sprite = self._cup_sprite(fine)
            return surface_of(self._ahead.take(self._cups(shown, sprite), shown.lean), alpha=True), sprite.centre

        key = ("cup", shown.direction, shown.lean, shown.dice)
        return self._at_scale(key, round(scale), 1.0, draw, fine=self._cup_scale)

    def cup_shadow(self, scale: float, lift: float) -> Placed:
        """The shadow of the cup whose middle is lifted so far above the plane."""
        block = Block(0.9 * CUP_RADIUS, 0.8 * CUP_RADIUS, CUP_HALF_HEIGHT, _eighths(max(lift - 0.5, 0.1)))
        return self._shadow(block, scale)

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
            sprite = _sprite(min(scale, _MOVING), box, self._tilt)
            drawn = surface_of(picture.die(sprite, look, face, side), alpha=True), sprite.centre
            place, anchor = drawn if scale <= _MOVING else _smaller(drawn, scale / _MOVING)
        return place, (anchor[0], anchor[1] + DIE_HALF * sin(radians(self._tilt)) * scale)

    def die_shadow(self, scale: float, lift: float = 0.0, turn: float = 0.0) -> Placed:
        """The shadow of a die whose underside is lifted so far above the plane, turned by degrees."""
        return self._shadow(
            Block(DIE_HALF, 0.1, 1.8 * DIE_HALF, _eighths(lift), float(round(turn % 90 / 6) * 6)), scale
        )

    def cube(self, value: int, scale: float, next_value: int = 0, turn: int = 0) -> Placed:
        """The doubling cube with a number. next_value: the one on the face behind; turn: degrees by which that is
        turned up, 0 to 90, while a hand holds it.
        """
        look = self.look.cube
        upper = figure(str(value), self._font)
        if next_value:
            side, rotation = figure(str(next_value), self._font), about((1.0, 0.0, 0.0), radians(turn))

            def render_turned(sprite: Sprite) -> Pixels:
                return picture.cube(sprite, look, upper, side, rotation)

            box = (1.1 * CUBE_HALF, 2.6 * CUBE_HALF, 1.6 * CUBE_HALF)
            return self._moving(("turned cube", value, next_value, turn), scale, box, render_turned)
        box = (1.1 * CUBE_HALF, self._up(1.1 * CUBE_HALF, 2 * CUBE_HALF), self._down(1.1 * CUBE_HALF))

        def render(sprite: Sprite) -> Pixels:
            return picture.cube(sprite, look, upper)

        return self._piece(("cube", value), scale, box, render)

    def cube_shadow(self, scale: float, lift: float = 0.0) -> Placed:
        """The shadow of the cube whose underside is lifted so far above the plane."""
        return self._shadow(Block(CUBE_HALF, 0.12, 1.9 * CUBE_HALF, _eighths(lift)), scale)

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
            self._remember(
                self._masters, key, (flat_checker(*icon_colours(self.look, side), max(pixels, 1)), (0.0, 0.0))
            )
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
        light: float = 1.0,
    ) -> Placed:
        """A piece at a scale, from its finer master. box: units to either side, above and below its anchor."""
        shown = _eighths(scale)

        def draw(fine: float) -> Placed:
            sprite = _sprite(fine, box, self._tilt)
            return surface_of(render(sprite), alpha=True), sprite.centre

        return self._at_scale(key, shown, 1.6 if shown < 100 else 1.2, draw, round(_LIGHTS * min(light, 1.0)))

    def _moving(
        self,
        key: tuple[object, ...],
        scale: float,
        box: tuple[float, float, float],
        render: Callable[[Sprite], Pixels],
        light: float = 1.0,
        finest: float = _MOVING,
    ) -> Placed:
        """A piece in the air: its master is drawn no finer than it is seen, nor than `finest` pixels a unit."""

        def draw(fine: float) -> Placed:
            sprite = _sprite(min(fine, finest), box, self._tilt)
            drawn = surface_of(render(sprite), alpha=True), sprite.centre
            return drawn if fine <= finest else _smaller(drawn, fine / finest)

        return self._at_scale(key, round(scale), 1.0, draw, round(_LIGHTS * min(light, 1.0)))

    def _shadow(self, block: Block, scale: float) -> Placed:
        def draw(fine: float) -> Placed:
            # The lamp stands above on the left: shadows fall to the right and down, from high blocks farther.
            fall = 0.85 * (block.lift + block.height)
            half = (1.0 if block.corner == block.half else 1.36) * block.half + 0.12 + 0.25 * block.height
            middle, size = ceil(half * fine), ceil((2 * half + fall) * fine)
            sprite = Sprite(size, size, fine, (float(middle), float(middle)), self._tilt)
            return surface_of(picture.shadow(sprite, block), alpha=True), sprite.centre

        # The higher something hangs, the softer is its shadow, and none needs the finest drawing.
        finer = 1.0 if scale < 40 else 0.7 if block.lift < 0.3 else 0.45
        return self._at_scale((block,), _eighths(scale), finer, draw)

    def _at_scale(
        self,
        key: tuple[object, ...],
        shown: float,
        finer: float,
        draw: Callable[[float], Placed],
        lights: int = _LIGHTS,
        fine: float | None = None,
    ) -> Placed:
        """A picture scaled from its master, which is drawn about `finer` times as large or at `fine` pixels a unit, and
        darkened.
        """
        scaled_key = (*key, self._tilt, shown, lights)
        if scaled_key not in self._scaled:
            if fine is None:
                step = ceil(log2(finer * shown) * _STEPS)
                # A master a little larger or smaller than the best does as well, and rows far and near share one.
                near = (step, step - 1, step + 1)
                step = next((other for other in near if (*key, self._tilt, other) in self._masters), step)
                master_key, fine = (*key, self._tilt, step), min(2 ** (step / _STEPS), _LARGEST)
            else:
                master_key = (*key, self._tilt, fine)
            if master_key not in self._masters:
                self.made += 1
                self._remember(self._masters, master_key, draw(fine))
            placed = _smaller(self._masters[master_key], shown / fine)
            if lights < _LIGHTS:
                placed[0].fill(_shade(lights / _LIGHTS), special_flags=pygame.BLEND_RGB_MULT)
            self._remember(self._scaled, scaled_key, placed)
        return self._scaled[scaled_key]

    @staticmethod
    def _remember(kept: dict[tuple[object, ...], Placed], key: tuple[object, ...], value: Placed) -> None:
        """What was made first is forgotten first, many at once."""
        if len(kept) >= _MOST_KEPT:
            for old in list(kept)[: _MOST_KEPT // 3]:
                del kept[old]
        kept[key] = value


def _eye(camera: Camera) -> Eye:
    return Eye(camera.width, camera.height, camera.scale, camera.centre, camera.tilt)


def icon_colours(look: Look, side: int) -> tuple[Colour, Colour]:
    """The two colours of a side's icons: its body and its ring."""
    checker = look.checkers[side]
    return lit(checker.body.light), lit(checker.mark.light)


def _shade(light: float) -> Colour:
    """What darkens a piece: with the lamp's light goes its white, and the warm of the room stays."""
    return round(255 * light), round(255 * light**1.06), round(255 * light**1.25)


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
