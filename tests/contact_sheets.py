"""Sheets of the table to be looked at: looks side by side, sizes, both directions, tilts and zooms.

python tests/contact_sheets.py FOLDER [SHEET...]      # looks boards checkers dice sizes tilts arrows marks; all of them
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from engine_c import game_of
from game import paths
from game.formats.text import read_position
from game.ui import look
from game.ui.art import Art
from game.ui.drawn import Drawing, drawn

FOLDERS = [paths.assets() / "looks"]
NAMES = {kind: look.names(kind, FOLDERS) for kind in look.USUAL}
MIDDLE = "24:1 bar:1 13:4 8:2 6:7 / 24:2 13:3 8:2 6:5 off:3"
HOME = "6:3 5:2 4:2 2:1 off:7 / 6:2 4:4 3:2 1:3 off:4"
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"

Tile = tuple[str, pygame.Surface]


def tile(text: str, chosen: dict[str, str], size: tuple[int, int] = (640, 400), **more: object) -> pygame.Surface:
    """One table."""
    game = game_of("backgammon")
    seen, problems = look.read(chosen, FOLDERS)
    assert not problems, problems
    facts: dict[str, object] = {"dice": (5, 2), "cube": (64, None), "numbers": True, "size": size} | more
    art = Art(seen, None, paths.assets() / "fonts" / "literata-600.ttf")
    try:
        return drawn(art, Drawing(game, read_position(text, game.checkers).position, **facts))  # type: ignore[arg-type]  # by their names
    finally:
        art.close()


def named(chosen: dict[str, str]) -> str:
    """A look in words."""
    return ", ".join(chosen.values())


def looks() -> Iterable[Tile]:
    """A sample in which every two looks of different kinds meet."""
    kinds = {kind: len(names) for kind, names in NAMES.items()}
    for index, (board, cloth) in enumerate(product(NAMES["board"], NAMES["cloth"])):
        chosen = {
            "board": board,
            "cloth": cloth,
            "checkers": NAMES["checkers"][(index + index // 3) % kinds["checkers"]],
            "dice": NAMES["dice"][(index + index // 9) % kinds["dice"]],
        }
        yield named(chosen), tile((MIDDLE, HOME, START)[index % 3], chosen, is_dark=index % 2 == 1)


def boards() -> Iterable[Tile]:
    """Every board as it is meant."""
    for board in NAMES["board"]:
        yield board, tile(MIDDLE, {"board": board}, (960, 600))


def close(chosen: dict[str, str], text: str, **more: object) -> pygame.Surface:
    """A part of a large picture."""
    whole = tile(text, chosen, (2400, 1500), **more)
    return whole.subsurface((1150, 620, 1000, 760)).copy()


def checkers() -> Iterable[Tile]:
    """Checkers and dice from near."""
    for name, dice in zip(NAMES["checkers"], NAMES["dice"], strict=True):
        yield f"{name}, {dice}", close({"checkers": name, "dice": dice}, START)


def dice() -> Iterable[Tile]:
    """Every set of dice on every cloth."""
    for name, cloth in product(NAMES["dice"], NAMES["cloth"]):
        whole = tile(START, {"dice": name, "cloth": cloth}, (1600, 1000), dice=(6, 4))
        yield f"{name}, {cloth}", whole.subsurface((900, 380, 420, 240)).copy()


def sizes() -> Iterable[Tile]:
    """Three sizes, both directions."""
    for size, mirrored in product(((480, 300), (960, 600), (1920, 1080)), (False, True)):
        picture = tile(MIDDLE, {}, size, mirrored=mirrored)
        yield f"{size[0]} x {size[1]}{', home left' if mirrored else ''}", picture


def tilts() -> Iterable[Tile]:
    """From above to the lowest."""
    for board, tilt in product(("walnut", "sandstone"), (0.0, 8.0, 16.0, 25.0, 34.0)):
        yield f"{board}, {tilt:g} degrees", tile(MIDDLE, {"board": board}, (800, 500), tilt=tilt)


def arrows() -> Iterable[Tile]:
    """Arrows on every board and cloth."""
    for index, board in enumerate(NAMES["board"]):
        chosen = {"board": board, "cloth": NAMES["cloth"][index % 3], "checkers": NAMES["checkers"][index % 3]}
        yield named(chosen), tile(START, chosen, hops=((24, 18), (13, 11), (8, 2), (6, 2)))


SHEETS: dict[str, Callable[[], Iterable[Tile]]] = {
    "looks": looks,
    "boards": boards,
    "checkers": checkers,
    "dice": dice,
    "sizes": sizes,
    "tilts": tilts,
    "arrows": arrows,
}


def sheet(tiles: list[Tile], width: int = 2000) -> pygame.Surface:
    """Tiles in rows, each with its words."""
    font = pygame.font.Font(paths.assets() / "fonts" / "commissioner-400.ttf", 20)
    rows: list[list[Tile]] = [[]]
    for one in tiles:
        if rows[-1] and sum(t.get_width() + 10 for _, t in rows[-1]) + one[1].get_width() > width:
            rows.append([])
        rows[-1].append(one)
    heights = [max(picture.get_height() for _, picture in row) + 34 for row in rows]
    whole = pygame.Surface((max(sum(t.get_width() + 10 for _, t in row) for row in rows), sum(heights)))
    whole.fill((24, 24, 26))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for words, picture in row:
            whole.blit(font.render(words, True, (225, 220, 210)), (left + 4, top + 4))
            whole.blit(picture, (left, top + 30))
            left += picture.get_width() + 10
        top += height
    return whole


def main() -> None:
    """Writes the sheets that were asked for."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("sheets", nargs="*", choices=[*SHEETS, []])
    asked = reader.parse_args()
    pygame.font.init()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.sheets or SHEETS:
        pygame.image.save(sheet(list(SHEETS[name]())), asked.folder / f"{name}.png")


if __name__ == "__main__":
    main()
