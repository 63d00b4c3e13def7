"""A list of any length: only the lines that are seen are asked for and drawn, unless they may take several rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

import pygame

from game import i18n
from game.ui.input import Pointer, Pressed
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Widget, focus_ring, rounded
from game.ui.widgets.controls import Control

LEAST_ROWS = 3
_WHEEL_ROWS = 3.0
_MOST_WORDS = 400
_BAR, _INSET, _APART, _BETWEEN = 14.0, 24.0, 12.0, 7.0
"""Units: beside the scroll bar, left and right of the words, between two words, and between two rows."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row in words. left, right: its first line. below, below_right: smaller, in the second one. tone: of the first
    line. is_heading: it parts the list and cannot be chosen. is_struck: it does not count any more.
    """

    left: str
    right: str = ""
    below: str = ""
    below_right: str = ""
    tone: str = "ink"
    is_heading: bool = False
    is_struck: bool = False


class VirtualList(Control):
    """line: words a row when it is seen. opened: Enter or a double click on a row. chose: another row is chosen.
    typed_letters: gets what is typed while the list has the focus; without it Space opens a row. erase: Backspace.
    empty: what stands there instead of rows. two_lines: the rows have a second line. wraps: a long line takes as many
    rows as it needs; then all of them are worded at once.
    """

    stretches = True

    def __init__(
        self,
        key: str,
        line: Callable[[int], Line],
        *,
        opened: Callable[[int], object],
        chose: Callable[[int], object] = lambda _index: None,
        typed_letters: Callable[[str], object] | None = None,
        erase: Callable[[], object] = lambda: None,
        two_lines: bool = False,
        empty: Callable[[], str] = str,
        wraps: bool = False,
    ) -> None:
        super().__init__(key)
        self._line, self._opened, self._chose, self._typed_letters = line, opened, chose, typed_letters
        self._erase = erase
        self._two_lines, self._empty, self._wraps = two_lines, empty, wraps
        self.count, self.chosen = 0, 0
        self._scroll = 0.0  # rows above the first that is seen
        self._row = 1
        self._worded: dict[int, Line] = {}
        self._firsts: list[int] = []  # where lines wrap: the row in which each begins, and the end
        self._measured: object = None
        self._language = ""
        self._grip: float | None = None  # pixels between the bar's top and where it is held

    # What it holds

    def set_count(self, count: int, chosen: int = 0) -> None:
        """Other rows: so many, one of them chosen, and seen."""
        self.count = count
        self._worded.clear()
        self._firsts, self._measured = [], None
        self.chosen = min(max(chosen, 0), max(count - 1, 0))
        self._scroll = self._bounded(self._scroll)
        self.show(self.chosen)

    def line(self, index: int) -> Line:
        """A row in words, worded once for as long as it is near."""
        if self._language != i18n.spoken() or (len(self._worded) > _MOST_WORDS and not self._wraps):
            self._worded.clear()
            self._language = i18n.spoken()
        if index not in self._worded:
            self._worded[index] = self._line(index)
        return self._worded[index]

    def show(self, index: int) -> None:
        """Scrolls no more than is needed to see a row."""
        least, most = self._first(index + 1) - self._page, float(self._first(index))
        self._scroll = self._bounded(min(max(self._scroll, least), most))

    def choose(self, index: int, by: int = 1) -> None:
        """Chooses a row, the next one in that direction where it is a heading, and shows it."""
        index = min(max(index, 0), max(self.count - 1, 0))
        while 0 <= index < self.count and self.line(index).is_heading:
            index += by
        if not 0 <= index < self.count:  # only a heading is left there
            self.show(0 if index < 0 else max(self.count - 1, 0))
            return
        changed, self.chosen = index != self.chosen, index
        if index and self.line(index - 1).is_heading:
            self.show(index - 1)
        self.show(index)
        if changed:
            self._chose(index)

    @property
    def _page(self) -> float:
        """How many rows are seen."""
        return max(self.rect.height / max(self._row, 1), 1.0)

    def _bounded(self, scroll: float) -> float:
        return min(max(scroll, 0.0), max(self._rows - self._page, 0.0))

    def _first(self, index: int) -> int:
        """The row in which a line begins."""
        return self._firsts[min(index, self.count)] if self._firsts else index

    def _index_of(self, row: int) -> int:
        """The line that has a row."""
        return bisect_right(self._firsts, row) - 1 if self._firsts else row

    @property
    def _rows(self) -> int:
        """So many there are."""
        return self._first(self.count)

    # Its place

    def _row_height(self, canvas: Canvas) -> int:
        second = canvas.letters.height("small") if self._two_lines else 0
        return canvas.letters.height("strong") + second + canvas.u(10 if self._two_lines else _BETWEEN)

    def height(self, canvas: Canvas, width: int) -> int:
        return max(self.spare, LEAST_ROWS * self._row_height(canvas))

    def width(self, canvas: Canvas) -> int:
        return canvas.u(400)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        was_seen = self._scroll <= self._first(self.chosen) <= self._scroll + self._page - 1
        is_new = self.rect.height != rect.height or self._row != self._row_height(canvas)
        super().place(canvas, rect)
        self._row = self._row_height(canvas)
        if self._wraps and self._measured != (measured := (rect.width, canvas.letters, i18n.spoken())):
            self._measured, is_new = measured, True
            self._firsts = [0, *accumulate(self._rows_of(canvas, index) for index in range(self.count))]
        self._scroll = self._bounded(self._scroll)
        if is_new and was_seen:
            self.show(self.chosen)

    def _rows_of(self, canvas: Canvas, index: int) -> int:
        """So many rows hold a line."""
        line = self.line(index)
        room = self.rect.width - canvas.u(_BAR + _INSET) - _right_width(canvas, line.right, self._style(line))
        high = canvas.letters.paragraph_height(line.left, self._style(line), room)
        return max(ceil((high + canvas.u(_BETWEEN)) / self._row), 1)

    def _style(self, line: Line) -> str:
        return "strong" if self._two_lines or line.is_heading else "text"

    # Drawing

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette, surface = canvas.palette, canvas.surface
        rounded(surface, self.rect, palette.dark, canvas.u(7))
        old = surface.get_clip()
        surface.set_clip(self.rect.clip(old))
        if not self.count:
            self._draw_empty(canvas)
        for index in range(self._index_of(int(self._scroll)), self.count):
            top = self.rect.top + round((self._first(index) - self._scroll) * self._row)
            if top >= self.rect.bottom:
                break
            height = (self._first(index + 1) - self._first(index)) * self._row
            self._draw_row(canvas, index, pygame.Rect(self.rect.left, top, self._rows_width(canvas), height))
        surface.set_clip(old)
        bar = self._bar(canvas.u(8))
        if bar is not None:
            rounded(surface, bar, palette.accent if self._grip is not None else palette.edge, canvas.u(4))
        rounded(surface, self.rect, palette.edge, canvas.u(7), canvas.u(1))
        if focus is self:
            focus_ring(canvas, self.rect, canvas.u(7))

    def _rows_width(self, canvas: Canvas) -> int:
        return self.rect.width - (canvas.u(_BAR) if self._rows > self._page else 0)

    def _draw_empty(self, canvas: Canvas) -> None:
        inner = self.rect.inflate(-canvas.u(24), -canvas.u(20))
        picture = canvas.letters.paragraph(self._empty(), "text", canvas.palette.faint, inner.width)
        canvas.surface.blit(picture, inner)

    def _draw_row(self, canvas: Canvas, index: int, rect: pygame.Rect) -> None:
        palette, line = canvas.palette, self.line(index)
        if line.is_heading:
            rounded(canvas.surface, rect, mixed(palette.dark, palette.panel, 0.7), 0)
        elif index == self.chosen:
            rounded(
                canvas.surface, rect.inflate(-canvas.u(4), -2), mixed(palette.dark, palette.accent, 0.3), canvas.u(5)
            )
        elif index % 2:
            rounded(canvas.surface, rect, mixed(palette.dark, palette.panel, 0.35), 0)
        inner = rect.inflate(-canvas.u(_INSET), 0)
        tone = palette.accent if line.is_heading else getattr(palette, line.tone)
        style = self._style(line)
        if self._wraps:
            self._draw_paragraph(canvas, line, tone, inner)
            return
        heights = canvas.letters.height("strong") + (canvas.letters.height("small") if self._two_lines else 0)
        top = rect.top + (rect.height - heights) // 2
        self._draw_line(canvas, (line.left, line.right), style, tone, inner, top)
        if self._two_lines:
            top += canvas.letters.height("strong")
            self._draw_line(canvas, (line.below, line.below_right), "small", palette.faint, inner, top)

    def _draw_paragraph(self, canvas: Canvas, line: Line, tone: Colour, inner: pygame.Rect) -> None:
        """A line in as many rows as it needs; what stands right of it, beside the first of them."""
        letters, style = canvas.letters, self._style(line)
        room = inner.width - _right_width(canvas, line.right, style)
        words = letters.paragraph(line.left, style, tone, room)
        top = inner.top + (inner.height - words.get_height()) // 2
        canvas.surface.blit(words, (inner.left, top))
        right = letters.line(line.right, style, tone)
        if line.right:
            canvas.surface.blit(right, (inner.right - right.get_width(), top))
        if line.is_struck:
            for each in letters.lines(line.left, style, room):
                middle = top + letters.height(style) // 2
                end = inner.left + letters.width(each, style)
                pygame.draw.line(canvas.surface, tone, (inner.left, middle), (end, middle), canvas.u(1))
                top += letters.height(style)

    @staticmethod
    def _draw_line(
        canvas: Canvas, words: tuple[str, str], style: str, tone: Colour, inner: pygame.Rect, top: int
    ) -> None:
        left, right = words
        room = inner.width
        if right:
            picture = _one_line(canvas, right, style, tone, inner.width // 2)
            canvas.surface.blit(picture, (inner.right - picture.get_width(), top))
            room -= picture.get_width() + canvas.u(_APART)
        if left:
            canvas.surface.blit(_one_line(canvas, left, style, tone, room), (inner.left, top))

    def _bar(self, width: int) -> pygame.Rect | None:
        """The handle of the scroll bar; None where everything is seen."""
        if self._rows <= self._page:
            return None
        length = min(max(round(self.rect.height * self._page / self._rows), 3 * width), self.rect.height)
        travel = self.rect.height - length
        top = self.rect.top + round(travel * self._scroll / max(self._rows - self._page, 1e-9))
        return pygame.Rect(self.rect.right - width - 2, top, width, length)

    # The mouse

    @property
    def is_dragged(self) -> bool:
        return self._grip is not None

    def index_at(self, at: tuple[float, float]) -> int | None:
        """The row at a pixel."""
        index = self._index_of(int(self._scroll + (at[1] - self.rect.top) / max(self._row, 1)))
        return index if self.rect.collidepoint(at) and 0 <= index < self.count else None

    def pixel_of(self, index: int) -> tuple[int, int]:
        """The middle of a row that is seen."""
        middle = (self._first(index) + self._first(index + 1)) / 2
        return self.rect.left + self.rect.width // 3, round(self.rect.top + (middle - self._scroll) * self._row)

    @property
    def bar(self) -> pygame.Rect | None:
        """Where the scroll bar can be taken hold of."""
        return self._bar(max(self._row // 3, 8))

    def pointer(self, event: Pointer) -> bool:
        if event.kind == "wheel":
            self._scroll = self._bounded(self._scroll - event.amount * _WHEEL_ROWS)
            return True
        if event.kind == "up":
            was, self._grip = self._grip is not None, None
            return was
        if event.kind == "move":
            return self._grip is not None and self._drag_to(event.y)
        if event.kind != "down" or event.button != 1:
            return False
        bar = self.bar
        if bar is not None and event.x >= bar.left:
            self._take_hold(bar, event.y)
            return True
        index = self.index_at(event.at)
        if index is None or self.line(index).is_heading:
            return True
        self.choose(index)
        if event.clicks == 2:
            self._opened(index)
        return True

    def _take_hold(self, bar: pygame.Rect, y: float) -> None:
        """On the bar: holds it where it was touched; beside it the bar comes to the pointer."""
        self._grip = y - bar.top if bar.top <= y <= bar.bottom else bar.height / 2
        self._drag_to(y)

    def _drag_to(self, y: float) -> bool:
        bar = self.bar
        if bar is None or self._grip is None:
            return False
        travel = max(self.rect.height - bar.height, 1)
        share = (y - self._grip - self.rect.top) / travel
        self._scroll = self._bounded(share * max(self._rows - self._page, 0.0))
        return True

    # The keyboard

    @property
    def takes_letters(self) -> bool:
        return self._typed_letters is not None

    def pressed(self, event: Pressed) -> bool:
        page = max(int(self._page) - 1, 1)
        steps = {"up": -1, "down": 1, "page up": -page, "page down": page, "home": -self.count, "end": self.count}
        if event.key in steps and self.count:
            by = steps[event.key]
            onward = event.key in ("down", "page down", "home")
            self.choose(self.chosen + by, 1 if onward else -1)
            return True
        if event.key in ("return", "enter") or (event.key == "space" and self._typed_letters is None):
            if 0 <= self.chosen < self.count:
                self._opened(self.chosen)
            return True
        if self._typed_letters is not None and event.key == "backspace":
            self._erase()
            return True
        return self._typed_letters is not None and (len(event.key) == 1 or event.key == "space")

    def typed(self, text: str) -> bool:
        if self._typed_letters is None:
            return False
        self._typed_letters("".join(letter for letter in text if letter.isprintable()))
        return True


def _right_width(canvas: Canvas, words: str, style: str) -> int:
    """What the words at the right take away from those at the left."""
    return canvas.letters.width(words, style) + canvas.u(_APART) if words else 0


def _one_line(canvas: Canvas, text: str, style: str, tone: Colour, room: int) -> pygame.Surface:
    """The words, cut where there is no room for them."""
    picture = canvas.letters.line(text, style, tone)
    if picture.get_width() <= room:
        return picture
    return canvas.letters.line(canvas.letters.fitted(text, style, room), style, tone)
