"""What is slid and what is written into."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.widgets.base import Canvas, Widget, focus_ring, rounded
from game.ui.widgets.controls import Control


class Slider(Control):
    """A number between two ends, moved in steps."""

    def __init__(
        self,
        label: str,
        value: float,
        ends: tuple[float, float],
        step: float,
        on_change: Callable[[float], object],
        words: Callable[[float], str],
        key: str = "",
    ) -> None:
        super().__init__(key, label)
        self.value, self.ends, self.step, self.on_change, self.words = value, ends, step, on_change, words
        self._track = pygame.Rect(0, 0, 1, 1)
        self._is_held = False

    @property
    def is_dragged(self) -> bool:
        return self._is_held

    def go_on(self, former: Slider) -> None:
        self._is_held, self._track = former._is_held, former._track

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "text") + canvas.u(240)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.height("text") + canvas.u(30)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        value = canvas.letters.line(self.words(self.value), "strong", palette.ink)
        label = canvas.letters.fitted(self.label, "text", self.rect.width - value.get_width() - canvas.u(24))
        canvas.surface.blit(
            canvas.letters.line(label, "text", palette.ink), (self.rect.left + canvas.u(8), self.rect.top)
        )
        canvas.surface.blit(value, (self.rect.right - canvas.u(8) - value.get_width(), self.rect.top))
        track = pygame.Rect(self.rect.left + canvas.u(14), 0, self.rect.width - canvas.u(28), canvas.u(6))
        track.centery = self.rect.bottom - canvas.u(14)
        rounded(canvas.surface, track, palette.raised, canvas.u(3))
        share = (self.value - self.ends[0]) / (self.ends[1] - self.ends[0])
        done = track.copy()
        done.width = max(round(track.width * share), 1)
        rounded(canvas.surface, done, palette.accent, canvas.u(3))
        pygame.draw.aacircle(canvas.surface, palette.ink, (done.right, track.centery), canvas.u(9))
        if focus is self:
            focus_ring(canvas, self.rect, canvas.u(7))
        self._track = track

    def _set(self, value: float) -> bool:
        low, high = self.ends
        stepped = low + round((value - low) / self.step) * self.step
        self.value = min(max(stepped, low), high)
        self.on_change(self.value)
        return True

    def pointer(self, event: Pointer) -> bool:
        if event.kind == "down" and event.button == 1:
            self._is_held = True
        if event.kind == "up":
            self._is_held = False
            return True
        if self._is_held and event.kind in ("down", "move"):
            share = (event.x - self._track.left) / max(self._track.width, 1)
            return self._set(self.ends[0] + share * (self.ends[1] - self.ends[0]))
        return False

    def pressed(self, event: Pressed) -> bool:
        if "left" in event.intents:
            return self._set(self.value - self.step)
        if "right" in event.intents:
            return self._set(self.value + self.step)
        return False


class TextField(Control):
    """A line that somebody writes."""

    def __init__(
        self, label: str, value: str, on_change: Callable[[str], object], *, key: str = "", longest: int = 40
    ) -> None:
        super().__init__(key, label)
        self.value, self.on_change, self.longest = value, on_change, longest
        self.cursor = len(value)

    @property
    def takes_letters(self) -> bool:
        return True

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "text") + canvas.u(240)

    def height(self, canvas: Canvas, width: int) -> int:
        box = canvas.letters.height("strong") + canvas.u(14)
        return box + canvas.letters.height("text") if self._is_split(canvas, width) else box

    def _is_split(self, canvas: Canvas, width: int) -> bool:
        return self.width(canvas) > width

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        label = canvas.letters.line(self.label, "text", palette.ink)
        box = self.rect.copy()
        if self._is_split(canvas, self.rect.width):
            box.top += canvas.letters.height("text")
            box.height = self.rect.bottom - box.top
            canvas.surface.blit(label, (self.rect.left + canvas.u(8), self.rect.top))
        else:
            box.left += max(self.rect.width // 2, label.get_width() + canvas.u(24))
            box.width = self.rect.right - box.left
            canvas.surface.blit(label, (self.rect.left + canvas.u(8), box.centery - label.get_height() // 2))
        rounded(canvas.surface, box, palette.dark, canvas.u(7))
        rounded(canvas.surface, box, palette.edge, canvas.u(7), canvas.u(1))
        inner = box.inflate(-canvas.u(20), -canvas.u(6))
        self._draw_value(canvas, inner, has_cursor=focus is self)
        if focus is self:
            focus_ring(canvas, box, canvas.u(7))

    def _draw_value(self, canvas: Canvas, inner: pygame.Rect, *, has_cursor: bool) -> None:
        before = canvas.letters.width(self.value[: self.cursor], "strong") if self.cursor else 0
        shift = max(before - inner.width + canvas.u(2), 0)
        old = canvas.surface.get_clip()
        canvas.surface.set_clip(inner.clip(old))
        picture = canvas.letters.line(self.value, "strong", canvas.palette.ink)
        canvas.surface.blit(picture, (inner.left - shift, inner.centery - picture.get_height() // 2))
        if has_cursor:
            x = inner.left + before - shift
            pygame.draw.line(canvas.surface, canvas.palette.focus, (x, inner.top), (x, inner.bottom), canvas.u(2))
        canvas.surface.set_clip(old)

    def typed(self, text: str) -> bool:
        letters = "".join(letter for letter in text if letter.isprintable())[: self.longest - len(self.value)]
        self._set(self.value[: self.cursor] + letters + self.value[self.cursor :], self.cursor + len(letters))
        return True

    def _set(self, value: str, cursor: int) -> None:
        changed, self.value = value != self.value, value
        self.cursor = min(max(cursor, 0), len(value))
        if changed:
            self.on_change(value)

    def pressed(self, event: Pressed) -> bool:
        before, after = self.value[: self.cursor], self.value[self.cursor :]
        match event.key:
            case "backspace":
                self._set(before[:-1] + after, self.cursor - 1)
            case "delete":
                self._set(before + after[1:], self.cursor)
            case "left":
                self.cursor = max(self.cursor - 1, 0)
            case "right":
                self.cursor = min(self.cursor + 1, len(self.value))
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(self.value)
            case "ctrl+v":
                self.typed(pygame.scrap.get_text())
            case "ctrl+c":
                pygame.scrap.put_text(self.value)
            case key:
                return len(key) == 1 or key == "space"
        return True

    def pointer(self, event: Pointer) -> bool:
        return event.kind == "down" and event.button == 1
