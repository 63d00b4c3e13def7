"""The table drawn from back to front: picture, shadows, checkers, marks, cube, dice. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import atan2, cos, degrees, radians, sin

import pygame

from game.ui.art import Art, Placed, icon_colours, lamp
from game.ui.board import geometry as table
from game.ui.board import marks, numbers
from game.ui.board.cube import CubeShown
from game.ui.board.cup import CupShown
from game.ui.board.dice import FallingDie
from game.ui.board.flight import InTheAir
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.grains import Grains
from game.ui.board.projection import Camera
from game.ui.board.seen import Laid
from game.ui.board.show import Show
from game.ui.board.still import StillTable
from game.ui.look import Colour
from game.ui.widgets.base import Canvas

_Count = tuple[int, int, int]
"""A place, how many checkers it has, and whose the uppermost is."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is lit: places whose checker may move, where the picked one may go, which of these hit, the keyboard's
    place, the picked checker's place, and a checker carried by hand (its side and pixel).
    """

    movable: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    focus: int | None = None
    picked: int | None = None
    aimed: int | None = None
    carried: tuple[int, tuple[float, float]] | None = None


@dataclass
class Painter:
    """Draws one table. colours: which set of checkers (0 light, 1 dark) each side has. stand_in: a picture of the empty
    table that is still seen over the sharp one. still: what the last painter of the same table has kept.
    """

    art: Art
    camera: Camera
    geometry: Geometry
    colours: tuple[int, int] = (0, 1)
    numbers_from: int | None = None
    is_parallel: bool = False
    stand_in: pygame.Surface | None = None
    still: StillTable = field(default_factory=StillTable)

    def make(self, show: Show, cube: CubeShown | None) -> Iterator[object]:
        """Makes the pieces that are to be drawn, one at a time."""
        self.art.aim(self.camera)
        for place, index, side in show.lying().checkers():
            spot = self.geometry.checker(place, index)
            scale = self._scale(spot)
            grain, light = show.grains[place][index], lamp(spot.x, spot.y)
            yield self.art.checker_shadow(scale), self.art.checker(self.colours[side], scale, grain, light)
        if cube:
            yield self.art.cube(cube.value, self._scale(cube.spot))
        for die in show.dice():
            if die.rotation is None:
                yield self.art.die(die.face, self._scale(die.spot), die.side, die.lean)

    def draw(self, canvas: Canvas, show: Show, shown: Marks, cube: CubeShown | None) -> None:
        """The whole table as it is at this moment."""
        surface = canvas.surface
        lying, landed, grains = show.lying(), show.landed(), show.grains
        if shown.carried and shown.picked is not None:
            lying, landed = (laid.without(shown.picked, laid.count(shown.picked) - 1) for laid in (lying, landed))
        # Where a checker comes down, it comes down below the number.
        counts, receiving = self._counts(landed), show.receiving()
        still = tuple(count for count in counts if count[0] not in receiving)
        lying_cube = None if cube and cube.is_moving else cube
        surface.blit(self._still_table(canvas, lying, grains, shown, lying_cube, still), (0, 0))
        for die in show.dice():
            self._die(canvas, die)
        for flight in show.in_the_air():
            self._in_the_air(canvas, flight)
        self._write(canvas, (count for count in counts if count not in still))
        for cup in show.cups():
            self._cup(canvas, cup)
            self._prepare(show)
        if cube and cube.is_moving:
            self._shade(canvas.surface, cube.spot, self.art.cube_shadow)
            turned = self.art.cube(cube.value, self._scale(cube.spot), cube.next_value, cube.turn)
            self._piece(canvas.surface, turned, cube.spot)
        if shown.carried:
            side, at = shown.carried
            grain = grains[shown.picked][-1] if shown.picked is not None and grains[shown.picked] else 0
            shadow, sprite = self._in_hand(side, grain, self.camera.scale * 1.06)
            surface.blit(shadow[0], (round(at[0] - shadow[1][0]), round(at[1] - shadow[1][1])))
            surface.blit(sprite[0], (round(at[0] - sprite[1][0]), round(at[1] - sprite[1][1])))

    def _prepare(self, show: Show) -> None:
        """While the cup is shaken, one of the pictures that its dice will need."""
        throw = (show.throw, self.camera, self.art.version)
        if self.still.throw != throw:
            self.still.throw, self.still.coming = throw, self._coming(show)
        made = self.art.made
        for _picture in self.still.coming:
            if self.art.made > made:
                break

    def _coming(self, show: Show) -> Iterator[object]:
        for die in show.coming_dice():
            turn = die.lean if die.rotation is None else _turn_of(die) if die.spot.z < 0.25 else 0
            for _level, ground, lift in self._falls_on(die.spot):
                yield self.art.die_shadow(self._scale(ground), lift, turn)
            if die.rotation is None:
                yield self.art.die(die.face, self._scale(die.spot), die.side, die.lean)

    def _still_table(
        self,
        canvas: Canvas,
        lying: Laid,
        grains: Grains,
        shown: Marks,
        cube: CubeShown | None,
        counts: tuple[_Count, ...],
    ) -> pygame.Surface:
        """All that does not move, drawn once."""
        table_itself = self.art.table(self.camera)
        lit = (shown.movable, shown.targets, shown.hits, shown.focus, shown.picked, shown.aimed, bool(shown.carried))
        key = (
            *(
                self.art,
                self.art.version,
                self.camera,
                self.geometry,
                self.colours,
                self.numbers_from,
                self.is_parallel,
            ),
            *(lying, counts, grains, lit, cube, canvas.palette, canvas.letters.height("strong"), canvas.scale),
        )
        surface, is_right = self.still.kept(key, canvas.surface)
        if is_right and self.stand_in is None:
            return surface
        still = replace(canvas, surface=surface)
        surface.blit(table_itself, (0, 0))
        if self.stand_in is not None:
            surface.blit(self.stand_in, (0, 0))
            self.still.key = None
        if self.numbers_from is not None:
            self._numbers(still)
        self._checkers(still, lying, grains, shown)
        self._targets(still, lying, shown)
        self._write(still, counts)
        if cube:
            self._cast(surface, self.art.cube_shadow(self._scale(cube.spot)), cube.spot)
            self._piece(surface, self.art.cube(cube.value, self._scale(cube.spot)), cube.spot)
        return surface

    def _scale(self, spot: Spot) -> float:
        return self.camera.project(spot.x, spot.y, spot.z)[2]

    def _in_hand(self, side: int, grain: int, scale: float) -> tuple[Placed, Placed]:
        return self.art.checker_shadow(scale, 0.8), self.art.checker(self.colours[side], scale, grain)

    def _at(self, sprite: Placed, spot: Spot) -> tuple[pygame.Surface, tuple[int, int]]:
        """A picture of something that lies there, and the pixel of its upper left."""
        x, y, _ = self.camera.project(spot.x, spot.y, spot.z)
        return sprite[0], (round(x - sprite[1][0]), round(y - sprite[1][1]))

    def _piece(self, surface: pygame.Surface, sprite: Placed, spot: Spot) -> None:
        surface.blit(*self._at(sprite, spot))

    def _checkers(self, canvas: Canvas, lying: Laid, grains: Grains, shown: Marks) -> None:
        ordered = [(self.geometry.checker(place, index), side, place, index) for place, index, side in lying.checkers()]
        ordered.sort(key=lambda item: (item[0].z, -item[0].y))
        for layer in sorted({item[0].z for item in ordered}):
            row = [item for item in ordered if item[0].z == layer]
            if layer == table.RIM:
                self._beside_bar(canvas.surface, lying)
            for spot, _, _, _ in row:
                self._cast(canvas.surface, self.art.checker_shadow(self._scale(spot)), spot)
            for spot, side, place, index in row:
                light = lamp(spot.x, spot.y)
                sprite = self.art.checker(self.colours[side], self._scale(spot), grains[place][index], light)
                if layer + table.CHECKER_HEIGHT <= table.RIM:
                    self._within(canvas.surface, canvas.surface.get_rect(), sprite, spot)
                else:
                    self._piece(canvas.surface, sprite, spot)
            self._creases(canvas.surface, {(place, index): spot for spot, _, place, index in row})
        self._marks(canvas, lying, shown)

    def _beside_bar(self, surface: pygame.Surface, lying: Laid) -> None:
        """What lies on the bar throws a shadow down into the field beside it: of a whole stack one, for light that is
        taken away once cannot be taken away again.
        """
        for place in (table.BAR, table.OTHER_BAR):
            spots = [self.geometry.checker(place, index) for index in range(lying.count(place))]
            fallen = [
                self._at(self.art.checker_shadow(self._scale(_below(spot)), spot.z), _below(spot)) for spot in spots
            ]
            if not fallen:
                continue
            boxes = [picture.get_rect(topleft=corner) for picture, corner in fallen]
            box = boxes[0].unionall(boxes[1:])
            whole = pygame.Surface(box.size, pygame.SRCALPHA)
            for (picture, _corner), own in zip(fallen, boxes, strict=True):
                whole.blit(picture, own.move(-box.left, -box.top), special_flags=pygame.BLEND_RGBA_MAX)
            x, y, _ = self.camera.project(0.0, spots[0].y)
            self._cast(surface, (whole, (x - box.left, y - box.top)), _below(spots[0]), beside=table.FIELD_CENTRE)

    def _cast(self, surface: pygame.Surface, shadow: Placed, spot: Spot, beside: float | None = None) -> None:
        """A shadow ends at the walls of the hole it falls into, or at the edges of the bar. beside: the x of the hole
        that it falls into when its piece lies on wood.
        """
        walls = self.geometry.hole(spot.x if beside is None else beside)
        left, right = walls or (-table.BAR_HALF_WIDTH, table.BAR_HALF_WIDTH)
        level = 0.0 if walls else table.RIM
        near = spot.y - 0.3
        top = self.camera.project(0.0, table.FIELD_HALF_HEIGHT, level)[1]
        first, last = self.camera.project(left, near, level)[0], self.camera.project(right, near, level)[0]
        self._within(surface, pygame.Rect(round(first), round(top), round(last - first), 1 << 14), shadow, spot)

    def _within(self, surface: pygame.Surface, area: pygame.Rect, sprite: Placed, spot: Spot) -> None:
        """The near rail stands before what lies low in the holes."""
        old = surface.get_clip()
        surface.set_clip(self._before_rail(area).clip(old))
        self._piece(surface, sprite, spot)
        surface.set_clip(old)

    def _before_rail(self, area: pygame.Rect) -> pygame.Rect:
        """What of an area is not hidden by the near rail."""
        return pygame.Rect(area.left, area.top, area.width, max(self._near_edge() - area.top, 0))

    def _near_edge(self) -> int:
        """The row of pixels at which the near rail begins: its round edge is seen where a ray grazes it."""
        tilt, rounding = radians(self.camera.tilt), table.HOLE_ROUNDING
        y = -table.FIELD_HALF_HEIGHT - rounding * (1.0 - cos(tilt))
        return round(self.camera.project(0.0, y, table.RIM - rounding * (1.0 - sin(tilt)))[1])

    def _creases(self, surface: pygame.Surface, lying: dict[tuple[int, int], Spot]) -> None:
        """Checkers that touch on a point darken each other where they meet."""
        for (place, index), spot in lying.items():
            other = lying.get((place, index + 1))
            if other is not None and abs(other.y - spot.y) < table.STACK_STEP + 0.01 and other.y != spot.y:
                between = Spot(spot.x, (spot.y + other.y) / 2, spot.z + 0.8 * table.CHECKER_HEIGHT)
                self._piece(surface, self.art.crease(self._scale(between)), between)

    def _marks(self, canvas: Canvas, lying: Laid, shown: Marks) -> None:
        """Around the uppermost checker of each place that is lit."""
        lit = [(place, "beads", canvas.palette.movable) for place in shown.movable]
        if shown.picked is not None and not shown.carried:
            lit.append((shown.picked, "double", canvas.palette.good))
        if shown.focus is not None:
            lit.append((shown.focus, "corners", canvas.palette.focus))
        for place, shape, colour in lit:
            if lying.count(place):
                self._mark(canvas, self.geometry.checker(place, lying.count(place) - 1), shape, colour)

    def _targets(self, canvas: Canvas, lying: Laid, shown: Marks) -> None:
        """Around the places where the picked checker may go; in a tray, around the number of what is there already."""
        for place in shown.targets:
            is_hit, is_aimed = place in shown.hits, place == shown.aimed
            count = 0 if is_hit else lying.count(place)
            is_numbered = place in (table.TRAY, table.OTHER_TRAY) and count > 0
            spot = self.geometry.checker(place, count - is_numbered)
            shape = "cross" if is_hit else "round" if is_numbered else "goal"
            self._mark(canvas, spot, shape, canvas.palette.danger if is_hit else canvas.palette.good, is_bold=is_aimed)
            if is_aimed:
                self._mark(canvas, spot, "aim", canvas.palette.focus)

    def _mark(self, canvas: Canvas, spot: Spot, shape: str, colour: Colour, *, is_bold: bool = False) -> None:
        """A mark that lies as high as the top of a checker; the near rail stands before it as before the checker."""
        top = spot.z + table.CHECKER_HEIGHT
        old = canvas.surface.get_clip()
        if top <= table.RIM:
            canvas.surface.set_clip(self._before_rail(canvas.surface.get_rect()).clip(old))
        seen = self.camera.circle(spot.x, spot.y, top, table.CHECKER_RADIUS)
        marks.draw(canvas, seen, shape, colour, is_bold=is_bold)
        canvas.surface.set_clip(old)

    def _counts(self, landed: Laid) -> list[_Count]:
        """Of the stacks too high to be counted at a glance."""
        stacks = enumerate(landed.stacks)
        return [
            (place, len(stack), stack[-1]) for place, stack in stacks if self.geometry.is_numbered(place, len(stack))
        ]

    def _write(self, canvas: Canvas, counts: Iterable[_Count]) -> None:
        """How many checkers there are, on the uppermost of them."""
        for place, count, side in counts:
            spot = self.geometry.checker(place, count - 1)
            dish = self.camera.circle(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT, numbers.DISH)
            numbers.on_checker(canvas, str(count), dish, icon_colours(self.art.look, self.colours[side])[0])

    def _die(self, canvas: Canvas, die: FallingDie) -> None:
        spot, scale = die.spot, self._scale(die.spot)
        turn = die.lean if die.rotation is None else _turn_of(die) if spot.z < 0.25 else 0

        def shadow(there: float, lift: float) -> Placed:
            return self.art.die_shadow(there, lift, turn)

        self._shade(canvas.surface, spot, shadow, die.alpha)
        if die.rotation is None:
            picture, anchor = self.art.die(die.face, scale, die.side, die.lean)
        else:
            picture, anchor = self.art.die(die.rotation, scale, die.side)
        alpha = 105 if die.used >= 1.0 else round(255 * die.alpha)
        self._see_through(canvas.surface, (picture, anchor), spot, alpha)
        if 0.0 < die.used < 1.0:
            x, y, _ = self.camera.project(spot.x, spot.y, 0.0)
            mark = pygame.Rect(0, 0, round(scale * 0.3), canvas.u(3))
            mark.center = (round(x), round(y + scale * 0.55))
            pygame.draw.rect(canvas.surface, canvas.palette.accent, mark, border_radius=2)

    def _see_through(self, surface: pygame.Surface, sprite: Placed, spot: Spot, alpha: int) -> None:
        """A picture of which a part is seen, 0 to 255."""
        if alpha >= 255:
            self._piece(surface, sprite, spot)
            return
        sprite[0].set_alpha(alpha)
        self._piece(surface, sprite, spot)
        sprite[0].set_alpha(255)

    def _cup(self, canvas: Canvas, cup: CupShown) -> None:
        alpha = round(255 * cup.alpha)
        self._shade(canvas.surface, cup.spot, self.art.cup_shadow, cup.alpha)
        self._see_through(canvas.surface, self.art.cup(cup, self._scale(cup.spot)), cup.spot, alpha)

    def _in_the_air(self, canvas: Canvas, flight: InTheAir) -> None:
        """A checker on its way: its shadow on whatever is below it, higher up a little nearer to the eye."""
        spot = flight.spot
        self._shade(canvas.surface, spot, self.art.checker_shadow)
        scale = self._scale(spot) * (1.0 + 0.03 * max(spot.z, 0.0))
        light, lean = lamp(spot.x, spot.y), (flight.direction, flight.lean)
        sprite = self.art.checker(self.colours[flight.side], scale, flight.grain, light, lean)
        if spot.z + table.CHECKER_HEIGHT <= table.RIM:
            self._within(canvas.surface, canvas.surface.get_rect(), sprite, spot)
        else:
            self._piece(canvas.surface, sprite, spot)

    def _shade(
        self, surface: pygame.Surface, spot: Spot, make: Callable[[float, float], Placed], alpha: float = 1.0
    ) -> None:
        """The shadow of something in the air falls on felt and on wood, on each as far below as it lies. make: the
        shadow at a scale of what is lifted so far.
        """
        old = surface.get_clip()
        for (left, right, level), ground, lift in self._falls_on(spot):
            first, last = (self.camera.project(x, spot.y - 0.3, level)[0] for x in (left, right))
            top, bottom = self._rows_of(level)
            surface.set_clip(pygame.Rect(round(first), top, round(last) - round(first), bottom - top).clip(old))
            self._see_through(surface, make(self._scale(ground), lift), ground, round(255 * alpha))
            surface.set_clip(old)

    def _falls_on(self, spot: Spot) -> Iterator[tuple[tuple[float, float, float], Spot, float]]:
        """The levels of the table on which the shadow of something there falls, where, and from how high."""
        for left, right, level in self.geometry.levels():
            if spot.z >= level and spot.x + 2.2 >= left and spot.x - 0.9 <= right:
                yield (left, right, level), Spot(spot.x, spot.y, level), spot.z - level

    def _rows_of(self, level: float) -> tuple[int, int]:
        """Between which rows of pixels a level is seen: of a hole between its far wall and the near rail."""
        if level >= table.RIM:
            half = table.HALF_HEIGHT
            return round(self.camera.project(0, half, level)[1]), round(self.camera.project(0, -half, level)[1])
        half = table.FIELD_HALF_HEIGHT
        return round(self.camera.project(0, half, level)[1]), self._near_edge()

    def _numbers(self, canvas: Canvas) -> None:
        for place in range(1, 25):
            number = place if self.numbers_from == 0 else (place + 11) % 24 + 1 if self.is_parallel else 25 - place
            ends = self.geometry.number(place, self.art.look.table.border)
            (x, bottom, _), (_, top, _) = (self.camera.project(spot.x, spot.y, spot.z) for spot in ends)
            numbers.on_rim(canvas, str(number), (x, (top + bottom) / 2), bottom - top)


def _below(spot: Spot) -> Spot:
    """Straight below it, on the field."""
    return Spot(spot.x, spot.y)


def _turn_of(die: FallingDie) -> int:
    """How far a tumbling die is turned about the vertical, as far as its shadow is concerned: to 15 degrees."""
    assert die.rotation is not None
    level = min(range(3), key=lambda axis: abs(float(die.rotation[2, axis])))  # type: ignore[index]  # it tumbles
    angle = degrees(atan2(float(die.rotation[1, level]), float(die.rotation[0, level])))
    return round(angle / 15.0) * 15 % 90
