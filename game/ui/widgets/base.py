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
    stretches = False
    """In a card it takes the room that is left; `spare` is how many pixels that are."""

    def __init__(self, key: str = "", label: str = "") -> None:
        self.key = key or label
        self.label = label
        self.is_enabled = True
        self.spare = 0
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

    def labelled(self) -> Iterator[Labelled]:
        """What in it is a label with a box at the right edge, where its column shares one width."""
        yield from ()

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


class Labelled(Widget):
    """A label, and at its right a box as wide as all of the column; below it where there is no room beside it."""

    is_stacked = False
    """The box stands below even where there is room beside."""
    box_width = 0
    """Pixels that the column has settled; 0 while it has none."""

    def wanted_box(self, canvas: Canvas) -> int:
        """Pixels that the box needs for what it may show."""
        raise NotImplementedError

    def labelled(self) -> Iterator[Labelled]:
        yield self

    def fits_beside(self, canvas: Canvas, width: int, box: int) -> bool:
        """Is there room for the label and a box of so many pixels in one line?"""
        room = width - box - canvas.u(20)
        return not self.is_stacked and self.wanted_box(canvas) <= box and self._label_width(canvas) <= room

    def height(self, canvas: Canvas, width: int) -> int:
        box = canvas.letters.height("strong") + canvas.u(14)
        return box + self._label_height(canvas, width) if self.is_below(canvas, width) else box

    def is_below(self, canvas: Canvas, width: int) -> bool:
        """The box stands below the label."""
        return not self.fits_beside(canvas, width, self._box_width(canvas, width))

    def box_rect(self, canvas: Canvas) -> pygame.Rect:
        """Where the box is."""
        rect = self.rect.copy()
        if self.is_below(canvas, rect.width):
            rect.top += self._label_height(canvas, rect.width)
            rect.height = self.rect.bottom - rect.top
            return rect
        width = self._box_width(canvas, rect.width)
        return pygame.Rect(rect.right - width, rect.top, width, rect.height)

    def draw_label(self, canvas: Canvas) -> None:
        """The label, in the middle of its box's height or above it."""
        words = canvas.letters.paragraph(self.label, "text", canvas.palette.ink, self.rect.width)
        is_below = self.is_below(canvas, self.rect.width)
        top = self.rect.top if is_below else self.rect.centery - words.get_height() // 2
        canvas.surface.blit(words, (self.rect.left, top))

    def _box_width(self, canvas: Canvas, width: int) -> int:
        return self.box_width or max(self.wanted_box(canvas), width // 2)

    def _label_width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "text")

    def _label_height(self, canvas: Canvas, width: int) -> int:
        """Of a label that stands above its box, with the room for the ring of the focus."""
        if not self.label:
            return 0
        return canvas.letters.paragraph_height(self.label, "text", width) + canvas.u(4)


class Column(Widget):
    """Boxes one below the other."""

    def __init__(self, boxes: Sequence[Widget], gap: float = 8) -> None:
        super().__init__()
        self.boxes, self.gap = list(boxes), gap

    def _share(self, canvas: Canvas, width: int) -> None:
        """Boxes beside labels get one width: the least with which the fewest of them have to stand below."""
        shared = [box for each in self.boxes for box in each.labelled() if not box.is_stacked]
        widths = sorted({max(box.wanted_box(canvas), width // 2) for box in shared})
        if not widths:
            return
        best = min(widths, key=lambda own: sum(not box.fits_beside(canvas, width, own) for box in shared))
        for box in shared:
            box.box_width = best

    def height(self, canvas: Canvas, width: int) -> int:
        self._share(canvas, width)
        gaps = canvas.u(self.gap) * max(len(self.boxes) - 1, 0)
        return sum(box.height(canvas, width) for box in self.boxes) + gaps

    def width(self, canvas: Canvas) -> int:
        return max((box.width(canvas) for box in self.boxes), default=0)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        self._share(canvas, rect.width)
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
    """Boxes side by side: equally wide, or as wide as their words want where only that fits; else below each other."""

    def _columns(self, canvas: Canvas, width: int) -> int:
        count = len(self.boxes)
        if self.width(canvas) <= width:
            return max(count, 1)
        widest = max((box.width(canvas) for box in self.boxes), default=0)
        while count > 1 and count * widest + (count - 1) * canvas.u(self.gap) > width:
            count -= 1
        return max(count, 1)

    def _lines(self, canvas: Canvas, width: int) -> list[list[Widget]]:
        columns = self._columns(canvas, width)
        return [self.boxes[start : start + columns] for start in range(0, len(self.boxes), columns)]

    def _widths(self, canvas: Canvas, width: int, line: list[Widget]) -> list[int]:
        count, room = len(line), width - canvas.u(self.gap) * (len(line) - 1)
        wanted = [box.width(canvas) for box in line]
        if max(wanted) <= room // count or sum(wanted) > room:
            wanted = [0] * count
        spare = room - sum(wanted)
        return [each + spare * (index + 1) // count - spare * index // count for index, each in enumerate(wanted)]

    def _height_of(self, canvas: Canvas, width: int, line: list[Widget]) -> int:
        widths = self._widths(canvas, width, line)
        return max(box.height(canvas, each) for box, each in zip(line, widths, strict=True))

    def height(self, canvas: Canvas, width: int) -> int:
        lines = self._lines(canvas, width)
        return sum(self._height_of(canvas, width, line) for line in lines) + canvas.u(self.gap) * max(len(lines) - 1, 0)

    def width(self, canvas: Canvas) -> int:
        gaps = canvas.u(self.gap) * max(len(self.boxes) - 1, 0)
        return sum(box.width(canvas) for box in self.boxes) + gaps

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        top, gap = rect.top, canvas.u(self.gap)
        for line in self._lines(canvas, rect.width):
            left, height = rect.left, self._height_of(canvas, rect.width, line)
            for box, each in zip(line, self._widths(canvas, rect.width, line), strict=True):
                box.place(canvas, pygame.Rect(left, top, each, height))
                left += each + gap
            top += height + gap


class Beside(Column):
    """Words and a box at their right, which is as wide as it wants to be."""

    def __init__(self, words: Widget, box: Widget, gap: float = 12) -> None:
        super().__init__([words, box], gap)

    def _widths(self, canvas: Canvas, width: int) -> tuple[int, int]:
        own = min(self.boxes[1].width(canvas), width // 2)
        return width - own - canvas.u(self.gap), own

    def height(self, canvas: Canvas, width: int) -> int:
        widths = self._widths(canvas, width)
        return max(box.height(canvas, own) for box, own in zip(self.boxes, widths, strict=True))

    def width(self, canvas: Canvas) -> int:
        return sum(box.width(canvas) for box in self.boxes) + canvas.u(self.gap)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        self.rect = rect
        left = rect.left
        for box, own in zip(self.boxes, self._widths(canvas, rect.width), strict=True):
            height = box.height(canvas, own)
            box.place(canvas, pygame.Rect(left, rect.top + (rect.height - height) // 2, own, height))
            left += own + canvas.u(self.gap)


def rounded(surface: pygame.Surface, rect: pygame.Rect, colour: tuple[int, ...], radius: int, width: int = 0) -> None:
    """A rounded box, filled or as a line."""
    pygame.draw.rect(surface, colour, rect, width, border_radius=radius)


def focus_ring(canvas: Canvas, rect: pygame.Rect, radius: int) -> None:
    """The mark of the keyboard's place, the same everywhere."""
    grown = rect.inflate(canvas.u(6), canvas.u(6))
    pygame.draw.rect(canvas.surface, canvas.palette.dark, grown.inflate(2, 2), canvas.u(4), border_radius=radius + 4)
    pygame.draw.rect(canvas.surface, canvas.palette.focus, grown, canvas.u(2), border_radius=radius + canvas.u(3))
