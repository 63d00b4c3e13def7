"""Letters: the bundled fonts, lines and paragraphs as pictures, kept as long as they are needed."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TypeVar

import pygame

from game import paths
from game.ui.colours import Colour
from game.ui.glyphs import Face, face

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

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

_MOST_KEPT = 600

_WORD = re.compile(r"\S+")
_SEPARATED = re.compile(r"[^/\\]*[/\\]+|[^/\\]+")
"""The parts of a path, each with the separators after it."""


@lru_cache(maxsize=64)
def _font(file: str, pixels: int) -> pygame.Font:
    return pygame.Font(paths.assets() / "fonts" / f"{file}.ttf", pixels)


def _figure(font: pygame.Font) -> pygame.Rect:
    """Where in a line of these letters figures stand."""
    return font.render("0", True, (255, 255, 255)).get_bounding_rect()


def _ink(font: pygame.Font, text: str) -> tuple[int, int]:
    """How wide a number is, and how high its figures are."""
    return font.render(text, True, (255, 255, 255)).get_bounding_rect().width, _figure(font).height


def _fitting(file: str, text: str, width: int, height: int) -> pygame.Font:
    """The largest letters in which a number fits into a box: what a large size measures leads near them."""
    wide, high = _ink(_font(file, 100), text)
    size = int(100 * min(width / max(wide, 1), height / high)) + 2
    while size > 6:
        font = _font(file, size)
        wide, high = _ink(font, text)
        if wide <= width and high <= height:
            return font
        size -= 1
    return _font(file, 6)


class Letters:
    """Everything written on one screen: one set for each size of letters. pixels: for one unit of letter size."""

    def __init__(self, pixels: float) -> None:
        self._pixels = pixels
        self._pictures: dict[tuple[str, str, Colour, int, str], pygame.Surface] = {}
        self._lines: dict[tuple[str, str, int], list[str]] = {}
        self._places: dict[tuple[str, str], list[float]] = {}

    def face(self, style: str) -> Face:
        """The letters of a style at the final size: they are never scaled as pictures."""
        file, size = STYLES[style]
        return face(file, max(size * self._pixels, 6.0))

    def width(self, text: str, style: str = "text") -> int:
        """Pixels that a line takes."""
        return ceil(self.places(_clean(text), style)[-1])

    def height(self, style: str = "text") -> int:
        """Pixels from one line to the next."""
        return self.face(style).height

    def line(self, text: str, style: str, colour: Colour) -> pygame.Surface:
        """One line."""
        return self._drawn(text, style, colour, 0, "left")

    def paragraph(self, text: str, style: str, colour: Colour, width: int, align: str = "left") -> pygame.Surface:
        """Text broken into lines of that width, as wide as the widest of them. align: "left", "centre" or "right"."""
        return self._drawn(text, style, colour, max(width, 1), align)

    def figure_height(self, style: str) -> int:
        """Pixels from the foot to the head of a figure."""
        file, size = STYLES[style]
        return _figure(_font(file, max(round(size * self._pixels), 6))).height

    def figures(self, text: str, style: str, colour: Colour, box: tuple[float, float]) -> pygame.Surface:
        """A number in the letters of a style, as large as it fits into a box of pixels; only where its ink is."""
        width, height = int(box[0]), int(box[1])
        key = (text, f"{style} figures {height}", colour, width, "left")
        found = self._pictures.get(key)
        if found is None:
            font = _fitting(STYLES[style][0], text, width, height)
            picture, ink = font.render(text, True, colour), _figure(font)
            whole = picture.get_bounding_rect()
            found = picture.subsurface((whole.left, ink.top, whole.width, ink.height)).copy()
            _room(self._pictures)[key] = found
        return found

    def paragraph_height(self, text: str, style: str, width: int) -> int:
        """Pixels that a paragraph takes."""
        return len(self.lines(text, style, max(width, 1))) * self.height(style)

    def fitted(self, text: str, style: str, width: int) -> str:
        """The text, cut with an ellipsis where it is too long for a line."""
        places = self.places(_clean(text), style)
        if ceil(places[-1]) <= width:
            return text
        letters = max(bisect_right(places, width - self.width(ELLIPSIS, style)) - 1, 0)
        return _clean(text)[:letters].rstrip() + ELLIPSIS

    def lines(self, text: str, style: str, width: int) -> list[str]:
        """The lines of a paragraph; a word that no line holds goes on where the line ends."""
        key = (text, style, width)
        found = self._lines.get(key)
        if found is None:
            words = self.broken(_clean(text), style, width)
            found = [line for part in words.split("\n") for line in self._part_lines(part, style, width)]
            _room(self._lines)[key] = found
        return found

    def _part_lines(self, text: str, style: str, width: int) -> list[str]:
        lines: list[str] = []
        text = text.rstrip(" ")
        while True:
            places = self.places(text, style)
            if places[-1] <= width:
                return [*lines, text]
            letters = max(bisect_right(places, width) - 1, 1)
            space = text.rfind(" ", 0, letters + 1)
            end = space if text[: max(space, 0)].strip(" ") else letters
            lines.append(text[:end].rstrip(" "))
            text = text[end:].lstrip(" ")

    def broken(self, text: str, style: str, width: int) -> str:
        """The text with line breaks inside the words that no line holds: a path goes on after a separator."""
        return _WORD.sub(lambda word: self._path_lines(word[0], style, width), text)

    def _path_lines(self, word: str, style: str, width: int) -> str:
        if self.width(word, style) <= width:
            return word
        lines = [""]
        for part in _SEPARATED.findall(word):
            if lines[-1] and self.width(lines[-1] + part, style) > width:
                lines.append("")
            lines[-1] += part
        return "\n".join(lines)

    def places(self, text: str, style: str) -> list[float]:
        """Where each letter of a line begins, in pixels from its left edge, and where the last one ends."""
        key = (text, style)
        found = self._places.get(key)
        if found is None:
            found = _room(self._places)[key] = self.face(style).places(text)
        return found

    def _drawn(self, text: str, style: str, colour: Colour, width: int, align: str) -> pygame.Surface:
        key = (text, style, colour, width, align)
        picture = self._pictures.get(key)
        if picture is None:
            lines = self.lines(text, style, width) if width else [_clean(text).replace("\n", " ")]
            picture = _room(self._pictures)[key] = _picture(self.face(style), lines, colour, align)
        return picture


def _picture(face: Face, lines: Sequence[str], colour: Colour, align: str) -> pygame.Surface:
    """Lines below each other in one colour."""
    drawn = [face.coverage(line) for line in lines]
    width = max(line.shape[1] for line in drawn)
    picture = pygame.Surface((width, face.height * len(drawn)), pygame.SRCALPHA)
    picture.fill((*colour, 0))
    alpha = pygame.surfarray.pixels_alpha(picture)
    for index, line in enumerate(drawn):
        spare = width - line.shape[1]
        left = {"left": 0, "centre": spare // 2, "right": spare}[align]
        alpha[left : left + line.shape[1], index * face.height : (index + 1) * face.height] = line.T
    del alpha  # the surface is locked as long as somebody looks into it
    return picture


def _room(kept: dict[_Key, _Value]) -> dict[_Key, _Value]:
    """What is kept, emptied where it has become too much."""
    if len(kept) > _MOST_KEPT:
        kept.clear()
    return kept


def _clean(text: str) -> str:
    """What a font can draw: nothing that comes from outside may stop the window. Accents are part of their letters."""
    whole = text.encode("utf-16", "replace").decode("utf-16") if not text.isascii() else text
    return unicodedata.normalize("NFC", whole).replace("\0", "").replace("\r", "").replace("\t", " ")
