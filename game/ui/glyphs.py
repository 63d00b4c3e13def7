"""Letters of a font file, each set where it asks to stand: whole pixels would eat the spaces between words."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt
import pygame
import pygame.freetype

from game import paths

WORD_SPACE = 0.24
"""The least width of a space, in ems: the fonts' own is made for print and closes up on a screen."""

_FINE = 8
"""Letters are drawn so many times wider, set, and narrowed again: only across, so that upright they stay crisp."""

_EM = 1000
"""The size at which a font is measured."""

_UNKNOWN = 0.627
"""The width of the box that stands for a letter that no font has, in ems."""

_TIED = frozenset(("ff", "fi", "fl", "fj", "ft"))
"""Pairs that a font may draw as one letter: what is measured of them is no distance."""

_FARTHEST = "ÉĞİÇş"
"""What reaches farthest up and down: drawn for pixels, accents may leave the room that a font says it takes."""

_FAINT = 90
"""Nobody misses a row at the end of a letter that is covered less than this, of 255."""

Coverage = npt.NDArray[np.uint8]
"""How much of each pixel is covered by letters, 0 to 255."""


class _Measures:
    """Widths and distances in a font file, in ems."""

    def __init__(self, file: str) -> None:
        path = paths.assets() / "fonts" / f"{file}.ttf"
        pygame.font.init()
        pygame.freetype.init()
        self._outlines = pygame.freetype.Font(path, _EM)
        self._shaped = pygame.Font(path, _EM)  # it knows the distances of pairs, the other one does not
        self.ascent, self.height = self._shaped.get_ascent() / _EM, self._shaped.get_linesize() / _EM
        self._advances: dict[str, float] = {}
        self._pairs: dict[str, float] = {}
        self._between: dict[str, int] = {}

    def knows(self, letter: str) -> bool:
        """Does the font have it?"""
        return self._outlines.get_metrics(letter)[0] is not None

    def advance(self, letter: str) -> float:
        """From a letter to the next one."""
        found = self._advances.get(letter)
        if found is None:
            found = self._outlines.get_metrics(letter)[0][4] / _EM if self.knows(letter) else _UNKNOWN
            found = self._advances[letter] = max(found, WORD_SPACE) if letter in " \u00a0" else found
        return found

    def pair(self, pair: str) -> float:
        """What two letters stand nearer or farther than others."""
        found = self._pairs.get(pair)
        if found is None:
            found = self._pairs[pair] = 0.0 if pair in _TIED or " " in pair else self._measured(pair)
        return found

    def _measured(self, pair: str) -> float:
        alone = self._framed(pair[0]) + self._framed(pair[1]) - self._framed("")
        return (self._framed(pair) - alone) / _EM

    def _framed(self, letters: str) -> int:
        """Between bars, which no letter reaches beyond and none comes nearer to."""
        found = self._between.get(letters)
        if found is None:
            found = self._shaped.size(f"|{letters}|")[0]
            if len(letters) < 2:
                self._between[letters] = found
        return found


@lru_cache(maxsize=8)
def _measures(file: str) -> _Measures:
    return _Measures(file)


@lru_cache(maxsize=64)
def face(file: str, pixels: float) -> Face:
    """The letters of a font file at a size."""
    return Face(file, pixels)


class Face:
    """The letters of a font file at one size. pixels: of the em; height: of a line."""

    def __init__(self, file: str, pixels: float) -> None:
        self.pixels = pixels
        self._measures = _measures(file)
        self._font = pygame.freetype.Font(paths.assets() / "fonts" / f"{file}.ttf")
        self._font.size = (pixels * _FINE, pixels)
        self._font.pad = False
        self._masks: dict[str, tuple[Coverage, int, int]] = {}
        up, down = self._reach()
        self.height = max(round(self._measures.height * pixels), up + down)
        self._ascent = min(max(round(self._measures.ascent * pixels), up), self.height - down)

    def _reach(self) -> tuple[int, int]:
        """Rows in which letters can be seen above and below the line that they stand on."""
        rows = [(box_top, mask.max(axis=1) >= _FAINT) for mask, _left, box_top in map(self._drawn, _FARTHEST)]
        return max(top for top, _seen in rows), max(int(np.flatnonzero(seen)[-1]) + 1 - top for top, seen in rows)

    def knows(self, letter: str) -> bool:
        """Can it be drawn?"""
        return self._measures.knows(letter)

    def places(self, text: str) -> list[float]:
        """Where each letter of a line begins, in pixels from the first one, and where the last one ends."""
        advance, pair, pixels = self._measures.advance, self._measures.pair, self.pixels
        found, pen, before = [0.0], 0.0, ""
        for letter in text:
            if before:
                distance = pair(before + letter) * pixels
                pen += distance
                found[-1] += distance
            pen += advance(letter) * pixels
            found.append(pen)
            before = letter
        return found

    def coverage(self, text: str) -> Coverage:
        """A line of letters."""
        places = self.places(text)
        letters = [(*self._mask(letter), round(place * _FINE)) for letter, place in zip(text, places, strict=False)]
        first = min((left + at for _mask, left, _top, at in letters), default=0)
        last = max((left + at + mask.shape[1] for mask, left, _top, at in letters), default=0)
        start = max(-first, 0)  # a letter may begin before its place
        width = max(ceil((max(places[-1] * _FINE, last) + start) / _FINE), 1)
        line = np.zeros((self.height, width * _FINE), np.uint8)
        for mask, left, top, at in letters:
            high, wide = mask.shape
            upper = max(top, 0)
            area = line[upper : top + high, start + at + left : start + at + left + wide]
            np.maximum(area, mask[upper - top : upper - top + area.shape[0]], out=area)
        narrow: Coverage = np.rint(line.reshape(self.height, width, _FINE).mean(axis=2)).astype(np.uint8)
        return narrow

    def _mask(self, letter: str) -> tuple[Coverage, int, int]:
        """A letter drawn wide; where it begins, from its place; and how far below the top of the line."""
        found = self._masks.get(letter)
        if found is None:
            mask, left, above = self._drawn(letter)
            found = self._masks[letter] = mask, left, self._ascent - above
        return found

    def _drawn(self, letter: str) -> tuple[Coverage, int, int]:
        """A letter drawn wide; where it begins, and how many rows above the line that it stands on."""
        picture, box = self._font.render(letter, (255, 255, 255))
        return pygame.surfarray.array_alpha(picture).T.copy(), box.x, box.y
