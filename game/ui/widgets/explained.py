"""A line of explanation below a control, and beside it the way back to the usual value where another one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Labelled, Widget, focus_ring
from game.ui.widgets.controls import Control, Label, around_words


class Reset(Control):
    """A few small words that can be pressed."""

    def __init__(self, label: str, action: Callable[[], object], key: str) -> None:
        super().__init__(key, label)
        self._action = action

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "small")

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.height("small") + canvas.u(2)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        colour = palette.ink if hover is self else palette.accent
        words = canvas.letters.line(self.label, "small", colour)
        place = words.get_rect(center=self.rect.center)
        canvas.surface.blit(words, place)
        under = place.bottom - canvas.u(2)
        line = mixed(colour, palette.panel, 0.4)
        pygame.draw.line(canvas.surface, line, (place.left, under), (place.right, under), canvas.u(1))
        if focus is self:
            focus_ring(canvas, around_words(canvas, self.rect), canvas.u(4))

    def pointer(self, event: Pointer) -> bool:
        if event.kind != "down" or event.button != 1:
            return False
        self._action()
        return True

    def pressed(self, event: Pressed) -> bool:
        if "press" not in event.intents:
            return False
        self._action()
        return True


_AFTER = 6.0
"""Units below the words: they belong to what is above them."""


class Explained(Widget):
    """A control with its explanation. reset: None while the usual value is chosen."""

    def __init__(self, control: Widget, words: str, reset: Reset | None) -> None:
        super().__init__()
        self.control, self.words, self.reset = control, Label(words, "small", "faint"), reset

    def _room(self, canvas: Canvas, width: int) -> int:
        """For the words: beside the way back, or all of it where that would leave too little."""
        beside = width - self.reset.width(canvas) - canvas.u(12) if self.reset else width
        return beside if beside > width // 2 else width

    def height(self, canvas: Canvas, width: int) -> int:
        room = self._room(canvas, width)
        below = self.words.height(canvas, room)
        if self.reset:
            own = self.reset.height(canvas, width)
            below = below + own if room == width else max(below, own)
        return self.control.height(canvas, width) + canvas.u(1) + below + canvas.u(_AFTER)

    def width(self, canvas: Canvas) -> int:
        return self.control.width(canvas)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        high, room = self.control.height(canvas, rect.width), self._room(canvas, rect.width)
        self.control.place(canvas, pygame.Rect(rect.left, rect.top, rect.width, high))
        top = rect.top + high + canvas.u(1)
        below = self.words.height(canvas, room)
        self.words.place(canvas, pygame.Rect(rect.left, top, room, below))
        if self.reset:
            is_below = room == rect.width
            wide, tall = self.reset.width(canvas), self.reset.height(canvas, rect.width)
            left = rect.right - wide
            self.reset.place(canvas, pygame.Rect(left, top + below if is_below else top, wide, tall))

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        for box in self.parts():
            box.draw(canvas, focus, hover)

    def labelled(self) -> Iterator[Labelled]:
        yield from self.control.labelled()

    def parts(self) -> Iterator[Widget]:
        yield self.control
        yield self.words
        if self.reset:
            yield self.reset
