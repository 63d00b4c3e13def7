"""Letters: the bundled fonts, lines and paragraphs as pictures, kept as long as they are needed."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game import paths
from game.ui.look import Colour

STYLES = {
    "small": ("commissioner-400", 12.5),
    "text": ("commissioner-400", 15.0),
    "strong": ("commissioner-600", 15.0),
    "large": ("commissioner-600", 19.0),
    "title": ("literata-600", 24.0),
    "figure": ("literata-600", 30.0),
}
"""The kinds of letters: font file and size in units."""

ELLIPSIS = "…"


@lru_cache(maxsize=64)
def _font(file: str, pixels: int) -> pygame.Font:
    return pygame.Font(paths.assets() / "fonts" / f"{file}.ttf", pixels)


class Letters:
    """Everything written on one screen: one set for each size of letters. pixels: for one unit of letter size."""

    def __init__(self, pixels: float) -> None:
        self._pixels = pixels
        self._lines: dict[tuple[str, str, Colour, int], pygame.Surface] = {}

    def font(self, style: str) -> pygame.Font:
        """The font of a style at the final size: letters are never scaled as pictures."""
        file, size = STYLES[style]
        return _font(file, max(round(size * self._pixels), 6))

    def width(self, text: str, style: str = "text") -> int:
        """Pixels that a line takes."""
        return self.font(style).size(_clean(text))[0]

    def height(self, style: str = "text") -> int:
        """Pixels from one line to the next."""
        return self.font(style).get_linesize()

    def line(self, text: str, style: str, colour: Colour) -> pygame.Surface:
        """One line."""
        return self._drawn(text, style, colour, 0)

    def paragraph(self, text: str, style: str, colour: Colour, width: int) -> pygame.Surface:
        """Text broken into lines of that width."""
        return self._drawn(text, style, colour, max(width, 1))

    def paragraph_height(self, text: str, style: str, width: int) -> int:
        """Pixels that a paragraph takes."""
        return self._drawn(text, style, (255, 255, 255), max(width, 1)).get_height()

    def fitted(self, text: str, style: str, width: int) -> str:
        """The text, cut with an ellipsis where it is too long for a line."""
        if self.width(text, style) <= width:
            return text
        shorter = text
        while shorter and self.width(shorter + ELLIPSIS, style) > width:
            shorter = shorter[:-1].rstrip()
        return shorter + ELLIPSIS

    def _drawn(self, text: str, style: str, colour: Colour, width: int) -> pygame.Surface:
        key = (text, style, colour, width)
        picture = self._lines.get(key)
        if picture is None:
            if len(self._lines) > 600:
                self._lines.clear()
            picture = self.font(style).render(_clean(text) or " ", True, colour, wraplength=width)
            self._lines[key] = picture
        return picture


def _clean(text: str) -> str:
    """What a font cannot draw: nothing that comes from outside may stop the window."""
    return text.replace("\0", "").replace("\r", "").replace("\t", " ")
