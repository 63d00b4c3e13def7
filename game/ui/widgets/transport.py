"""The buttons of a replay: signs instead of words, and the line of the match that can be dragged along."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Widget, focus_ring, rounded
from game.ui.widgets.controls import Button, Control

Shape = list[tuple[float, float]]

SIGNS: dict[str, list[Shape]] = {
    "first": [[(-0.5, -0.5), (-0.32, -0.5), (-0.32, 0.5), (-0.5, 0.5)], [(0.5, -0.5), (-0.28, 0.0), (0.5, 0.5)]],
    "back": [[(0.35, -0.5), (-0.45, 0.0), (0.35, 0.5)]],
    "play": [[(-0.4, -0.55), (0.55, 0.0), (-0.4, 0.55)]],
    "pause": [
        [(-0.42, -0.5), (-0.12, -0.5), (-0.12, 0.5), (-0.42, 0.5)],
        [(0.12, -0.5), (0.42, -0.5), (0.42, 0.5), (0.12, 0.5)],
    ],
    "on": [[(-0.35, -0.5), (0.45, 0.0), (-0.35, 0.5)]],
    "last": [[(0.5, -0.5), (0.32, -0.5), (0.32, 0.5), (0.5, 0.5)], [(-0.5, -0.5), (0.28, 0.0), (-0.5, 0.5)]],
}
"""What is drawn on a button, as filled shapes around its middle; 1 is the height of the sign."""


class SignButton(Button):
    """A button with a sign. label: what a person would call it, in words."""

    def __init__(
        self, sign: str, label: str, action: Callable[[], object], *, is_main: bool = False, is_enabled: bool = True
    ) -> None:
        super().__init__(label, action, key=sign if sign != "pause" else "play", is_main=is_main, is_enabled=is_enabled)
        self.sign = sign

    def width(self, canvas: Canvas) -> int:
        return canvas.u(30)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.u(34)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        fill = palette.accent if self.is_main else palette.raised
        self._box(canvas, focus, hover, fill, mixed(fill, palette.ink, 0.25))
        ink: Colour = palette.dark if self.is_main else palette.ink
        if not self.is_enabled:
            ink = mixed(palette.faint, palette.panel, 0.5)
        size = min(self.rect.width, self.rect.height) * 0.42
        x, y = self.rect.center
        for shape in SIGNS[self.sign]:
            points = [(x + across * size, y + down * size) for across, down in shape]
            pygame.draw.polygon(canvas.surface, ink, points)
            pygame.draw.aalines(canvas.surface, ink, True, points)


class MatchLine(Control):
    """Where in the match one is. begins: of the games, as moments. wanted: told the moment that is pointed at."""

    def __init__(self, label: str, moment: int, last: int, begins: list[int], wanted: Callable[[int], object]) -> None:
        super().__init__("line", label)
        self.moment, self.last, self._begins, self._wanted = moment, last, begins, wanted
        self._is_held = False

    @property
    def is_dragged(self) -> bool:
        return self._is_held

    def go_on(self, former: MatchLine) -> None:
        """Takes over the drag from the line that it stands for now."""
        self._is_held = former._is_held

    def width(self, canvas: Canvas) -> int:
        return canvas.u(120)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.u(22)

    def _x(self, moment: float) -> int:
        inset = self.rect.height // 2
        return round(self.rect.left + inset + (self.rect.width - 2 * inset) * moment / max(self.last, 1))

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette, middle = canvas.palette, self.rect.centery
        track = pygame.Rect(self.rect.left, 0, self.rect.width, canvas.u(6))
        track.centery = middle
        rounded(canvas.surface, track, palette.raised, canvas.u(3))
        done = track.copy()
        done.width = max(self._x(self.moment) - track.left, canvas.u(3))
        rounded(canvas.surface, done, palette.accent, canvas.u(3))
        for begin in self._begins[1:]:
            x = self._x(begin)
            pygame.draw.line(
                canvas.surface, palette.ink, (x, middle - canvas.u(6)), (x, middle + canvas.u(6)), canvas.u(1)
            )
        pygame.draw.aacircle(canvas.surface, palette.ink, (self._x(self.moment), middle), canvas.u(8))
        if focus is self:
            focus_ring(canvas, self.rect, canvas.u(7))

    def pointer(self, event: Pointer) -> bool:
        if event.kind == "down" and event.button == 1:
            self._is_held = True
        if event.kind == "up":
            was, self._is_held = self._is_held, False
            return was
        if self._is_held and event.kind in ("down", "move"):
            left, right = self._x(0), self._x(self.last)
            share = (event.x - left) / max(right - left, 1)
            self._wanted(round(min(max(share, 0.0), 1.0) * self.last))
            return True
        return False

    def pressed(self, event: Pressed) -> bool:
        return False  # the arrows step through the match wherever the focus is
