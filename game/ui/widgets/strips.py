"""Counts beside what chance says: a strip with the band that fair dice stay in, the mean, and where the count lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game import i18n
from game.dice.fairness import Figure
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Widget, rounded

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_DIE, _GAP, _HEIGHT = 20.0, 4.0, 12.0
_REACH = 1.9
"""How far a strip goes on both sides of the mean, in halves of the band."""


def draw_die(canvas: Canvas, face: int, box: pygame.Rect) -> None:
    """A little flat die in the colours of the look."""
    palette = canvas.palette
    rounded(canvas.surface, box, palette.ink, max(box.width // 5, 2))
    dot = max(round(box.width * 0.1), 1)
    for across, down in _PIPS[face]:
        at = (box.centerx + round(across * box.width * 0.26), box.centery + round(down * box.width * 0.26))
        pygame.draw.aacircle(canvas.surface, palette.dark, at, dot)


class StripRow(Widget):
    """The same count of several sides, one strip each, after the dice or below the words that say what is counted.

    words: one sentence for each figure, for those who hear it; name: what is counted, '' where its dice are drawn.
    """

    def __init__(self, name: str, shown: Sequence[Figure], words: Callable[[Figure], str], key: str) -> None:
        super().__init__(key, f"{name} {' '.join(map(words, shown))}".strip())
        self._name, self.figures = name, list(shown)

    def height(self, canvas: Canvas, width: int) -> int:
        above = canvas.letters.paragraph_height(self._name, "text", max(width, 1)) if self._name else 0
        return above + canvas.letters.height("small") + canvas.u(_HEIGHT + 6)

    def width(self, canvas: Canvas) -> int:
        return canvas.u(420)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        area = self.rect.copy()
        if self._name:
            words = canvas.letters.paragraph(self._name, "text", canvas.palette.ink, area.width)
            canvas.surface.blit(words, area.topleft)
            area = pygame.Rect(area.left, area.top + words.get_height(), area.width, area.height - words.get_height())
        self._draw_dice(canvas, area)
        for column, figure in zip(strip_columns(canvas, area, len(self.figures)), self.figures, strict=True):
            draw_strip(canvas, figure, column)

    def _draw_dice(self, canvas: Canvas, area: pygame.Rect) -> None:
        dice = self.figures[0].dice
        size = min(canvas.t(_DIE), area.height)
        for place, face in enumerate(dice):
            box = pygame.Rect(area.left + place * (size + canvas.t(_GAP)), 0, size, size)
            box.centery = area.centery
            draw_die(canvas, face, box)


def strip_columns(canvas: Canvas, area: pygame.Rect, count: int) -> list[pygame.Rect]:
    """Where the strips of so many sides lie, right of the place for two dice."""
    left, gap = canvas.t(2 * _DIE + _GAP) + canvas.u(16), canvas.u(26)
    width = (area.width - left - gap * (count - 1)) // max(count, 1)
    return [
        pygame.Rect(area.left + left + place * (width + gap), area.top, width, area.height) for place in range(count)
    ]


def draw_strip(canvas: Canvas, figure: Figure, area: pygame.Rect) -> None:
    """Count and band in numbers, and below them the strip."""
    palette, letters = canvas.palette, canvas.letters
    tone = palette.faint if not figure.of else palette.good if figure.is_inside else palette.danger
    count = letters.line(i18n.number(figure.count) if figure.of else "–", "strong", tone)
    of = letters.line(f"/ {i18n.number(figure.of)}" if figure.of and not figure.dice else "", "small", palette.faint)
    room = f"{i18n.number(figure.band.low)}–{i18n.number(figure.band.high)}" if figure.of else ""
    bounds = letters.line(room, "small", palette.faint)
    base = area.top + letters.height("small")
    canvas.surface.blit(count, (area.left, base - count.get_height() + canvas.u(2)))
    canvas.surface.blit(of, (area.left + count.get_width() + canvas.u(6), base - of.get_height()))
    canvas.surface.blit(bounds, (area.right - bounds.get_width(), base - bounds.get_height()))
    track = pygame.Rect(area.left, base + canvas.u(3), area.width, canvas.u(_HEIGHT))
    rounded(canvas.surface, track, mixed(palette.panel, palette.dark, 0.55), track.height // 2)
    if not figure.of:
        return
    low, high, band = figure.band.low, figure.band.high, figure.band
    half = max((high - low + 1) / 2 * _REACH, abs(figure.count - figure.expected) * 1.12, 1.0)

    def across(value: float) -> int:
        inner = track.inflate(-track.height, 0)
        return inner.left + round(inner.width * min(max((value - figure.expected) / half / 2 + 0.5, 0.0), 1.0))

    left, right = across(band.low - 0.5), across(band.high + 0.5)
    shade = mixed(palette.panel, palette.accent, 0.42)
    rounded(canvas.surface, pygame.Rect(left, track.top, max(right - left, 2), track.height), shade, canvas.u(3))
    mean = across(figure.expected)
    pygame.draw.line(canvas.surface, palette.ink, (mean, track.top), (mean, track.bottom - 1), canvas.u(1))
    _draw_mark(canvas, figure, (across(figure.count), track.centery), tone)


def _draw_mark(canvas: Canvas, figure: Figure, at: tuple[int, int], tone: tuple[int, int, int]) -> None:
    """A disc inside the band, a diamond outside: not by colour alone."""
    size = canvas.u(6)
    if figure.is_inside:
        pygame.draw.aacircle(canvas.surface, canvas.palette.dark, at, size + canvas.u(1.5))
        pygame.draw.aacircle(canvas.surface, tone, at, size)
        return
    for grown, colour in ((size + canvas.u(3), canvas.palette.dark), (size + canvas.u(1), tone)):
        x, y = at
        pygame.draw.polygon(canvas.surface, colour, [(x - grown, y), (x, y - grown), (x + grown, y), (x, y + grown)])


class SideNames(Widget):
    """The names over the strips."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(label=" ".join(lines))
        self._lines = list(lines)

    def height(self, canvas: Canvas, width: int) -> int:
        columns = strip_columns(canvas, pygame.Rect(0, 0, width, 0), len(self._lines))
        return max(
            canvas.letters.paragraph_height(line, "strong", column.width)
            for line, column in zip(self._lines, columns, strict=True)
        )

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        for line, column in zip(self._lines, strip_columns(canvas, self.rect, len(self._lines)), strict=True):
            words = canvas.letters.paragraph(line, "strong", canvas.palette.accent, column.width)
            canvas.surface.blit(words, (column.left, self.rect.bottom - words.get_height()))
