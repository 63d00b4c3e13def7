"""The table drawn from back to front: picture, shadows, checkers, marks, cube, dice. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art import Art, Placed, icon_colours
from game.ui.board import geometry as table
from game.ui.board.dice import falling
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.projection import Camera
from game.ui.board.seen import Laid
from game.ui.board.show import InTheAir, Show, Throw
from game.ui.look import Colour, contrast
from game.ui.widgets.base import Canvas


@dataclass(frozen=True, slots=True)
class CubeShown:
    """value: what is written on it. spot: where it lies."""

    value: int
    spot: Spot


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
    """Draws one table. colours: which set of checkers (0 light, 1 dark) each side has."""

    art: Art
    camera: Camera
    geometry: Geometry
    colours: tuple[int, int] = (0, 1)
    numbers_from: int | None = None
    is_parallel: bool = False

    def draw(self, canvas: Canvas, show: Show, marks: Marks, cube: CubeShown | None) -> None:
        """The whole table as it is at this moment."""
        surface = canvas.surface
        surface.blit(self.art.table(self.camera), (0, 0))
        if self.numbers_from is not None:
            self._numbers(canvas)
        lying = show.lying()
        if marks.carried and marks.picked is not None:
            lying = lying.without(marks.picked, lying.count(marks.picked) - 1)
        self._checkers(canvas, lying, marks)
        self._counts(canvas, lying)
        if cube:
            self._cast(surface, self.art.cube_shadow(self._scale(cube.spot)), cube.spot)
            self._piece(surface, self.art.cube(cube.value, self._scale(cube.spot)), cube.spot)
        self._targets(canvas, lying, marks)
        if show.throw:
            self._dice(canvas, show.throw, show.thrown_share)
        for flight in show.in_the_air():
            self._in_the_air(canvas, flight)
        if marks.carried:
            side, at = marks.carried
            shadow, sprite = self._sprites(side, self.camera.scale * 1.06, lift=0.8)
            surface.blit(shadow[0], (round(at[0] - shadow[1][0]), round(at[1] - shadow[1][1])))
            surface.blit(sprite[0], (round(at[0] - sprite[1][0]), round(at[1] - sprite[1][1])))

    def _scale(self, spot: Spot) -> float:
        return self.camera.project(spot.x, spot.y, spot.z)[2]

    def _sprites(self, side: int, scale: float, lift: float) -> tuple[Placed, Placed]:
        return self.art.checker_shadow(scale, lift), self.art.checker(self.colours[side], scale)

    def _piece(self, surface: pygame.Surface, sprite: Placed, spot: Spot) -> None:
        x, y, _ = self.camera.project(spot.x, spot.y, spot.z)
        surface.blit(sprite[0], (round(x - sprite[1][0]), round(y - sprite[1][1])))

    def _checkers(self, canvas: Canvas, lying: Laid, marks: Marks) -> None:
        ordered = [(self.geometry.checker(place, index), side, place, index) for place, index, side in lying.checkers()]
        ordered.sort(key=lambda item: (item[0].z, -item[0].y))
        for layer in sorted({item[0].z for item in ordered}):
            row = [item for item in ordered if item[0].z == layer]
            for spot, _, _, _ in row:
                self._checker_shadow(canvas.surface, spot)
            for spot, side, place, index in row:
                sprite = self.art.checker(self.colours[side], self._scale(spot), place * 7 + index)
                if layer + table.CHECKER_HEIGHT <= table.RIM:
                    self._within(canvas.surface, canvas.surface.get_rect(), sprite, spot)
                else:
                    self._piece(canvas.surface, sprite, spot)
            self._creases(canvas.surface, {(place, index): spot for spot, _, place, index in row})
        for place in marks.movable:
            self._glow(canvas, place, lying, canvas.palette.accent)
        if marks.picked is not None and not marks.carried:
            self._glow(canvas, marks.picked, lying, canvas.palette.good)
        if marks.focus is not None:
            self._glow(canvas, marks.focus, lying, canvas.palette.focus, width=3.4)

    def _checker_shadow(self, surface: pygame.Surface, spot: Spot) -> None:
        """On what the checker lies on; one on the bar also throws a shadow down into the field beside it."""
        if self.geometry.hole(spot.x) is None:
            ground = Spot(spot.x, spot.y)
            low = self.art.checker_shadow(self._scale(ground), spot.z)
            self._cast(surface, low, ground, beside=table.FIELD_CENTRE)
        self._cast(surface, self.art.checker_shadow(self._scale(spot)), spot)

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
        bottom = round(self.camera.project(0.0, -table.FIELD_HALF_HEIGHT, table.RIM)[1])
        old = surface.get_clip()
        surface.set_clip(pygame.Rect(area.left, area.top, area.width, max(bottom - area.top, 0)).clip(old))
        self._piece(surface, sprite, spot)
        surface.set_clip(old)

    def _creases(self, surface: pygame.Surface, lying: dict[tuple[int, int], Spot]) -> None:
        """Checkers that touch on a point darken each other where they meet."""
        for (place, index), spot in lying.items():
            other = lying.get((place, index + 1))
            if other is not None and abs(other.y - spot.y) < table.STACK_STEP + 0.01 and other.y != spot.y:
                between = Spot(spot.x, (spot.y + other.y) / 2, spot.z + 0.8 * table.CHECKER_HEIGHT)
                self._piece(surface, self.art.crease(self._scale(between)), between)

    def _ring(self, canvas: Canvas, spot: Spot, colour: Colour, radius: float, width: float) -> None:
        x, y, scale = self.camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)
        pygame.draw.aacircle(canvas.surface, colour, (round(x), round(y)), round(scale * radius), canvas.u(width))

    def _glow(self, canvas: Canvas, place: int, lying: Laid, colour: Colour, width: float = 2.2) -> None:
        count = lying.count(place)
        if count:
            spot = self.geometry.checker(place, count - 1)
            x, y, scale = self.camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)
            radius = round(scale * (table.CHECKER_RADIUS + 0.03))
            halo = pygame.Surface((radius * 2 + 24, radius * 2 + 24), pygame.SRCALPHA)
            centre = (radius + 12, radius + 12)
            for step in range(4):
                pygame.draw.aacircle(halo, (*colour, 34), centre, radius + 2 + step * 2, 3)
            canvas.surface.blit(halo, (round(x) - centre[0], round(y) - centre[1]))
            self._ring(canvas, spot, colour, table.CHECKER_RADIUS + 0.03, width)

    def _targets(self, canvas: Canvas, lying: Laid, marks: Marks) -> None:
        for place in marks.targets:
            is_tray = place in (table.TRAY, table.OTHER_TRAY)
            count = 0 if place in marks.hits else lying.count(place)
            spot = self.geometry.checker(place, min(count, 14) if is_tray else count)
            colour = canvas.palette.danger if place in marks.hits else canvas.palette.good
            width = 4.5 if place == marks.aimed else 2.6
            self._ring(canvas, spot, canvas.palette.dark, table.CHECKER_RADIUS, width + 2)
            self._ring(canvas, spot, colour, table.CHECKER_RADIUS - 0.02, width)
            if place == marks.aimed:
                self._ring(canvas, spot, canvas.palette.focus, table.CHECKER_RADIUS + 0.1, 2)
            if place in marks.hits:
                self._crosshair(canvas, spot, colour)

    def _crosshair(self, canvas: Canvas, spot: Spot, colour: Colour) -> None:
        x, y, scale = self.camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)
        inner, outer = scale * 0.16, scale * 0.58
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start = (x + across * inner, y + down * inner)
            end = (x + across * outer, y + down * outer)
            pygame.draw.line(canvas.surface, canvas.palette.dark, start, end, canvas.u(5))
            pygame.draw.line(canvas.surface, colour, start, end, canvas.u(2.5))

    def _counts(self, canvas: Canvas, lying: Laid) -> None:
        """A stack too high to be counted at a glance says how many it has."""
        for place, stack in enumerate(lying.stacks):
            is_point = 1 <= place <= 24
            if len(stack) > (table.STACK_LIMIT if is_point else 3 if place in (table.BAR, table.OTHER_BAR) else 0):
                spot = self.geometry.checker(place, len(stack) - 1)
                self._number_on(canvas, str(len(stack)), spot, self.colours[stack[-1]])

    def _number_on(self, canvas: Canvas, words: str, spot: Spot, side: int) -> None:
        """A number in the dish of a checker, dark on light ones and light on dark ones."""
        x, y, scale = self.camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)
        body = icon_colours(self.art.look, side)[0]
        ink = max((canvas.palette.ink, canvas.palette.dark), key=lambda colour: contrast(colour, body))
        style = "large" if canvas.letters.height("large") < 0.6 * scale else "strong"
        picture = canvas.letters.line(words, style, ink)
        radius = max(round(scale * 0.26), picture.get_height() // 2)
        disc = pygame.Surface((2 * radius + 4, 2 * radius + 4), pygame.SRCALPHA)
        for step in range(4):  # calm under the number, fading out
            pygame.draw.aacircle(disc, (*body, 60 + 55 * step), (radius + 2, radius + 2), radius - step * radius // 8)
        canvas.surface.blit(disc, disc.get_rect(center=(round(x), round(y))))
        canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

    def _dice(self, canvas: Canvas, throw: Throw, share: float) -> None:
        for die in falling(self.geometry, throw, share):
            ground = Spot(die.spot.x, die.spot.y, 0.0)
            scale = self._scale(die.spot)
            self._piece(canvas.surface, self.art.die_shadow(self._scale(ground), die.spot.z, die.lean), ground)
            if die.rotation is None:
                picture, anchor = self.art.die(die.face, scale, die.side, die.lean)
            else:
                picture, anchor = self.art.die(die.rotation, scale, die.side)
            if die.used >= 1.0:
                picture = picture.copy()
                picture.set_alpha(105)
            self._piece(canvas.surface, (picture, anchor), die.spot)
            if 0.0 < die.used < 1.0:
                x, y, _ = self.camera.project(die.spot.x, die.spot.y, 0.0)
                mark = pygame.Rect(0, 0, round(scale * 0.3), canvas.u(3))
                mark.center = (round(x), round(y + scale * 0.55))
                pygame.draw.rect(canvas.surface, canvas.palette.accent, mark, border_radius=2)

    def _in_the_air(self, canvas: Canvas, flight: InTheAir) -> None:
        spot = flight.spot
        scale = self._scale(spot)
        shadow, sprite = self._sprites(flight.side, scale, spot.z)
        self._piece(canvas.surface, shadow, Spot(spot.x, spot.y, 0.0))
        self._piece(canvas.surface, sprite, spot)

    def _numbers(self, canvas: Canvas) -> None:
        for place in range(1, 25):
            number = place if self.numbers_from == 0 else (place + 11) % 24 + 1 if self.is_parallel else 25 - place
            spot = self.geometry.number(place)
            x, y, _ = self.camera.project(spot.x, spot.y, spot.z)
            picture = canvas.letters.line(str(number), "small", canvas.palette.rim)
            canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
