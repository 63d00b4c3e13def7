"""What is slid and what is written into."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.text import ELLIPSIS
from game.ui.widgets.base import Canvas, Labelled, Widget, focus_ring, rounded
from game.ui.widgets.controls import Control, around_words


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
        canvas.surface.blit(canvas.letters.line(label, "text", palette.ink), self.rect.topleft)
        canvas.surface.blit(value, (self.rect.right - value.get_width(), self.rect.top))
        groove = pygame.Rect(self.rect.left, 0, self.rect.width, canvas.u(6))
        groove.centery = self.rect.bottom - canvas.u(14)
        rounded(canvas.surface, groove, palette.raised, canvas.u(3))
        self._track = groove.inflate(-2 * canvas.u(9), 0)  # where the middle of the knob goes
        share = (self.value - self.ends[0]) / (self.ends[1] - self.ends[0])
        knob = self._track.left + round(self._track.width * share)
        done = pygame.Rect(groove.left, groove.top, knob - groove.left, groove.height)
        rounded(canvas.surface, done, palette.accent, canvas.u(3))
        pygame.draw.aacircle(canvas.surface, palette.ink, (knob, groove.centery), canvas.u(9))
        if focus is self:
            focus_ring(canvas, around_words(canvas, self.rect), canvas.u(7))

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


class TextField(Labelled, Control):
    """A line that somebody writes. is_stacked: it stands below its label even where there is room beside it."""

    def __init__(
        self,
        label: str,
        value: str,
        on_change: Callable[[str], object],
        *,
        key: str = "",
        longest: int = 40,
        is_stacked: bool = False,
    ) -> None:
        super().__init__(key, label)
        self.is_stacked = is_stacked
        self.value, self.on_change, self.longest = value, on_change, longest
        self.cursor = len(value)

    @property
    def takes_letters(self) -> bool:
        return True

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "text") + canvas.u(240)

    def wanted_box(self, canvas: Canvas) -> int:
        return canvas.u(220)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette, box = canvas.palette, self.box_rect(canvas)
        self.draw_label(canvas)
        rounded(canvas.surface, box, palette.dark, canvas.u(7))
        rounded(canvas.surface, box, palette.edge, canvas.u(7), canvas.u(1))
        inner = box.inflate(-canvas.u(20), -canvas.u(6))
        self._draw_value(canvas, inner, has_cursor=focus is self)
        if focus is self:
            focus_ring(canvas, box, canvas.u(7))

    def shown(self, canvas: Canvas, room: int) -> tuple[int, str]:
        """What is seen of the value around the cursor, whole letters only, an ellipsis on each side where it goes on;
        and how many letters are left out before it.
        """
        places = canvas.letters.places(self.value, "strong")
        mark = canvas.letters.width(ELLIPSIS, "strong")
        if places[-1] <= room:
            return 0, self.value
        first, last, cursor = 0, len(self.value), places[self.cursor]
        if cursor > room - mark:  # one mark before it, and one after it unless the cursor is near the end
            after = mark if places[-1] - cursor > mark else places[-1] - cursor
            first = min(bisect_left(places, cursor - room + mark + after), self.cursor)
        before = mark if first else 0
        if places[-1] - places[first] + before > room:
            last = max(bisect_right(places, places[first] + room - before - mark) - 1, self.cursor)
        marks = (ELLIPSIS if first else "", ELLIPSIS if last < len(self.value) else "")
        return first, marks[0] + self.value[first:last] + marks[1]

    def _draw_value(self, canvas: Canvas, inner: pygame.Rect, *, has_cursor: bool) -> None:
        thick = canvas.u(2)
        first, words = self.shown(canvas, inner.width - thick)
        picture = canvas.letters.line(words, "strong", canvas.palette.ink)
        old = canvas.surface.get_clip()
        canvas.surface.set_clip(inner.clip(old))
        canvas.surface.blit(picture, (inner.left, inner.centery - picture.get_height() // 2))
        if has_cursor:
            before = self.cursor - first + (len(ELLIPSIS) if first else 0)
            x = inner.left + round(canvas.letters.places(words, "strong")[before])
            pygame.draw.line(canvas.surface, canvas.palette.focus, (x, inner.top), (x, inner.bottom), thick)
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
