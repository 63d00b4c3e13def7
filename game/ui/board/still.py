"""What is drawn of the table once and kept, as long as it lies still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame


@dataclass
class StillTable:
    """The table with everything that lies still, kept while something else moves. key: what it shows. coming: the
    pictures of a throw that are made while its cup is shaken, and which throw that is.
    """

    key: object = None
    surface: pygame.Surface | None = None
    coming: Iterator[object] = field(default_factory=lambda: iter(()))
    throw: object = None

    def kept(self, key: object, like: pygame.Surface) -> tuple[pygame.Surface, bool]:
        """A surface of the size of another, and whether it shows that already."""
        if self.surface is None or self.surface.get_size() != like.get_size():
            self.surface, self.key = pygame.Surface(like.get_size()).convert(like), None
        is_right, self.key = self.key == key, key
        return self.surface, is_right
