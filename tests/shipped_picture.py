"""Draws the picture of the usual table that comes with the program, for the very first frame of the very first start.

python tests/shipped_picture.py      # after every change of the usual look or of how the engine draws
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from engine_c import picture
from game import paths
from game.ui import look
from game.ui.bake import SHIPPED_EYE, shipped_name, surface_of


def main() -> None:
    """Puts it into assets/pictures/start, in the place of the one before."""
    folder = paths.assets() / "pictures" / "start"
    table = look.read({}, [paths.assets() / "looks"])[0].table
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    drawn = surface_of(picture.table(SHIPPED_EYE, table, samples=3), alpha=False)
    pygame.image.save(drawn, folder / shipped_name(table))


if __name__ == "__main__":
    main()
