"""Boxes: what can be placed, drawn, focused and pressed; columns and rows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.palette import Palette
from game.ui.scale import Scale
from game.ui.text import Letters


@dataclass(frozen=True)
class Canvas:
    """What is drawn on, and with which letters, colours and measures."""

    surface: pygame.Surface
    scale: Scale
    letters: Letters
    palette: Palette

    def u(self, units: float) -> int:
        """Units as pixels."""
        return self.scale.u(units)

    def t(self, units: float) -> int:
        """Units that grow with the letters, as pixels."""
        return self.scale.t(units)


class Widget:
    """A box. key: what the focus remembers when a card is built anew; label: what it is called."""

    can_focus = False

    def __init__(self, key: str = "", label: str = "") -> None:
        self.key = key or label
        self.label = label
        self.is_enabled = True
        self.rect = pygame.Rect(0, 0, 0, 0)

    def height(self, canvas: Canvas, width: int) -> int:
        """Pixels wanted at that width."""
        raise NotImplementedError

    def width(self, canvas: Canvas) -> int:
        """Pixels wanted when there is room."""
        return canvas.u(120)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Takes its place."""
        self.rect = rect

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        """Draws itself; focus and hover are the boxes that have them now."""
        raise NotImplementedError

    def parts(self) -> Iterator[Widget]:
        """Itself and all boxes in it."""
        yield self

    def pointer(self, event: Pointer) -> bool:
        """Pressed, held or left with the mouse inside. True when something happened."""
        return False

    def pressed(self, event: Pressed) -> bool:
        """A key while it has the focus. True when it was meant for it."""
        return False

    def typed(self, text: str) -> bool:
        """Letters while it has the focus."""
        return False

    @property
    def is_dragged(self) -> bool:
        """A button of the mouse went down in it and holds it until it comes up."""
        return False

    def go_on(self, former: Any) -> None:
        """Takes over the drag from the box that it stands for now."""

    @property
    def takes_letters(self) -> bool:
        """Keys that are letters belong to it."""
        return False


class Column(Widget):
    """Boxes one below the other."""

    def __init__(self, boxes: Sequence[Widget], gap: float = 8) -> None:
        super().__init__()
        self.boxes, self.gap = list(boxes), gap

    def height(self, canvas: Canvas, width: int) -> int:
        gaps = canvas.u(self.gap) * max(len(self.boxes) - 1, 0)
        return sum(box.height(canvas, width) for box in self.boxes) + gaps

    def width(self, canvas: Canvas) -> int:
        return max((box.width(canvas) for box in self.boxes), default=0)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        top = rect.top
        for box in self.boxes:
            height = box.height(canvas, rect.width)
            box.place(canvas, pygame.Rect(rect.left, top, rect.width, height))
            top += height + canvas.u(self.gap)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        for box in self.boxes:
            box.draw(canvas, focus, hover)

    def parts(self) -> Iterator[Widget]:
        for box in self.boxes:
            yield from box.parts()


class Row(Column):
    """Boxes side by side, equally wide; below each other where their words would not fit."""

    def _columns(self, canvas: Canvas, width: int) -> int:
        count = len(self.boxes)
        widest = max((box.width(canvas) for box in self.boxes), default=0)
        while count > 1 and count * widest + (count - 1) * canvas.u(self.gap) > width:
            count -= 1
        return max(count, 1)

    def _lines(self, canvas: Canvas, width: int) -> list[list[Widget]]:
        columns = self._columns(canvas, width)
        return [self.boxes[start : start + columns] for start in range(0, len(self.boxes), columns)]

    def _box_width(self, canvas: Canvas, width: int, count: int) -> int:
        return (width - canvas.u(self.gap) * (count - 1)) // count

    def height(self, canvas: Canvas, width: int) -> int:
        lines = self._lines(canvas, width)
        each = self._box_width(canvas, width, max(len(line) for line in lines)) if lines else width
        heights = [max(box.height(canvas, each) for box in line) for line in lines]
        return sum(heights) + canvas.u(self.gap) * max(len(lines) - 1, 0)

    def width(self, canvas: Canvas) -> int:
        gaps = canvas.u(self.gap) * max(len(self.boxes) - 1, 0)
        return sum(box.width(canvas) for box in self.boxes) + gaps

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        top, gap = rect.top, canvas.u(self.gap)
        lines = self._lines(canvas, rect.width)
        for line in lines:
            each = self._box_width(canvas, rect.width, len(line))
            height = max(box.height(canvas, each) for box in line)
            for index, box in enumerate(line):
                box.place(canvas, pygame.Rect(rect.left + index * (each + gap), top, each, height))
            top += height + gap


def rounded(surface: pygame.Surface, rect: pygame.Rect, colour: tuple[int, ...], radius: int, width: int = 0) -> None:
    """A rounded box, filled or as a line."""
    pygame.draw.rect(surface, colour, rect, width, border_radius=radius)


def focus_ring(canvas: Canvas, rect: pygame.Rect, radius: int) -> None:
    """The mark of the keyboard's place, the same everywhere."""
    grown = rect.inflate(canvas.u(6), canvas.u(6))
    pygame.draw.rect(canvas.surface, canvas.palette.dark, grown.inflate(2, 2), canvas.u(4), border_radius=radius + 4)
    pygame.draw.rect(canvas.surface, canvas.palette.focus, grown, canvas.u(2), border_radius=radius + canvas.u(3))
