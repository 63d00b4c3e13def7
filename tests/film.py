"""Film strips: frames of one motion side by side in a picture, to look at how it moves.

.venv/bin/python tests/film.py throw OUT.png [--frames 6] [--columns 3] [--width 1200] [--from 0.0] [--to 1.0]

What there is to be seen: throw (out of the cup), hand (without it), opening, hit, double, off. --from, --to: the part
of the motion, 0 to 1; --whole: the whole table instead of the part of it where it goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from engine_c import game_of
from game import paths
from game.ui import look
from game.ui.art import Art
from game.ui.board.dice import Manner, Throw
from game.ui.board.geometry import HALF_HEIGHT, HALF_WIDTH, Geometry
from game.ui.board.paint import Marks, Painter
from game.ui.board.projection import Camera, fitted
from game.ui.board.seen import Laid, Seen
from game.ui.board.show import Show
from game.ui.palette import palette_of
from game.ui.scale import Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas

FRAME = 1 / 60


def put(laid: Laid, *moves: tuple[int, int]) -> Laid:
    """The board after the uppermost checkers of places went to others; a single checker of the other side there goes
    to its bar.
    """
    for source, target in moves:
        stacks = list(laid.stacks)
        side = stacks[source][-1]
        stacks[source] = stacks[source][:-1]
        if stacks[target] == (1 - side,):
            stacks[target], bar = (), 28 if side == 0 else 25
            stacks[bar] = (*stacks[bar], 1 - side)
        stacks[target] = (*stacks[target], side)
        laid = Laid(tuple(stacks))
    return laid


def throw(show: Show, seed: int) -> None:
    show.roll(Throw((6, 5), at_bottom=True, seed=seed), Manner())


def hand(show: Show, seed: int) -> None:
    show.roll(Throw((6, 5), at_bottom=False, seed=seed), Manner(has_cup=False))


def opening(show: Show, seed: int) -> None:
    show.roll(Throw((4, 2), at_bottom=None, seed=seed), Manner())


def hit(show: Show, seed: int) -> None:
    show.laid = put(show.laid, (19, 20))
    show.move(put(show.laid, (24, 20)), 0.5)


def double(show: Show, seed: int) -> None:
    laid = show.laid
    for move in ((13, 7), (13, 7), (8, 5), (8, 5)):
        laid = put(laid, move)
        show.move(laid, 0.42)


def off(show: Show, seed: int) -> None:
    show.laid = put(show.laid, *[(13, 5)] * 5, *[(8, 4)] * 3, *[(24, 3)] * 2, (6, 0))
    show.move(put(show.laid, (5, 0)), 0.5)


MOTIONS: dict[str, tuple[Callable[[Show, int], None], tuple[float, float, float, float]]] = {
    "throw": (throw, (0.3, -3.4, 8.7, 2.6)),
    "hand": (hand, (-8.7, -2.6, 0.4, 2.6)),
    "opening": (opening, (-8.7, -3.4, 8.7, 3.4)),
    "hit": (hit, (-1.6, -1.2, 8.0, 6.3)),
    "double": (double, (-7.0, -6.3, 7.0, 6.3)),
    "off": (off, (0.0, -6.3, 8.7, 0.6)),
}
"""What is shown, and the part of the table where it goes on: left, bottom, right, top."""


@dataclass
class Film:
    """One motion on a table of its own."""

    art: Art
    size: tuple[int, int]
    geometry: Geometry

    def __post_init__(self) -> None:
        pygame.display.init()
        pygame.display.set_mode((16, 16))
        pygame.font.init()
        margin = self.size[0] // 60
        box = (margin, margin, self.size[0] - 2 * margin, self.size[1] - 2 * margin)
        self.camera: Camera = fitted(box, self.size, (HALF_WIDTH, HALF_HEIGHT), 16.0)
        scale = Scale(*self.size)
        surface = pygame.Surface(self.size)
        self.canvas = Canvas(surface, scale, Letters(scale.unit), palette_of(self.art.look))
        self.painter = Painter(self.art, self.camera, self.geometry)
        self.art.table(self.camera)
        self.art.wait()
        self.art.poll()

    def frames(self, motion: str, seed: int) -> list[pygame.Surface]:
        """Every sixtieth of a second of it."""
        game = game_of("backgammon")
        show = Show(Seen(game).laid(game.start(), 0), self.geometry)
        MOTIONS[motion][0](show, seed)
        found, now, moves = [], 0.0, True
        while moves:
            moves = show.step(now)
            self.painter.draw(self.canvas, show, Marks(), None)
            found.append(self.canvas.surface.copy())
            now += FRAME
        return found

    def part(self, left: float, bottom: float, right: float, top: float) -> pygame.Rect:
        """The pixels of a part of the table."""
        corners = [self.camera.project(x, y, z)[:2] for x in (left, right) for y in (bottom, top) for z in (0.0, 1.0)]
        first, last = min(x for x, _ in corners), max(x for x, _ in corners)
        above, below = min(y for _, y in corners), max(y for _, y in corners)
        whole = pygame.Rect((0, 0), self.size)
        return pygame.Rect(round(first), round(above), round(last - first), round(below - above)).clip(whole)


def strip(frames: list[pygame.Surface], area: pygame.Rect, columns: int, width: int) -> pygame.Surface:
    """Frames side by side, row by row."""
    gap = 4
    each = (width - gap * (columns - 1)) // columns
    high = round(each * area.height / area.width)
    rows = -(-len(frames) // columns)
    sheet = pygame.Surface((width, rows * high + (rows - 1) * gap))
    for number, frame in enumerate(frames):
        small = pygame.transform.smoothscale(frame.subsurface(area), (each, high))
        sheet.blit(small, (number % columns * (each + gap), number // columns * (high + gap)))
    return sheet


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("motion", choices=MOTIONS)
    reader.add_argument("out", type=Path)
    reader.add_argument("--frames", type=int, default=6)
    reader.add_argument("--columns", type=int, default=3)
    reader.add_argument("--width", type=int, default=1200)
    reader.add_argument("--from", type=float, default=0.0, dest="first")
    reader.add_argument("--to", type=float, default=1.0, dest="last")
    reader.add_argument("--seed", type=int, default=3)
    reader.add_argument("--size", default="1920x1400")
    reader.add_argument("--whole", action="store_true", help="the whole table instead of the part where it goes on")
    reader.add_argument("--mirror", action="store_true")
    for kind in look.USUAL:
        reader.add_argument(f"--{kind}", default=look.USUAL[kind])
    chosen = reader.parse_args()
    seen, _ = look.read({kind: getattr(chosen, kind) for kind in look.USUAL}, [paths.assets() / "looks"])
    art = Art(seen, paths.cache_folder() / "pictures")
    width, height = chosen.size.split("x")
    film = Film(art, (int(width), int(height)), Geometry(chosen.mirror))
    frames = film.frames(chosen.motion, chosen.seed)
    first, last = chosen.first * (len(frames) - 1), chosen.last * (len(frames) - 1)
    steps = max(chosen.frames - 1, 1)
    picked = [frames[round(first + (last - first) * number / steps)] for number in range(chosen.frames)]
    area = pygame.Rect((0, 0), film.size) if chosen.whole else film.part(*MOTIONS[chosen.motion][1])
    pygame.image.save(strip(picked, area, chosen.columns, chosen.width), str(chosen.out))
    print(f"{len(frames)} frames, {len(frames) * FRAME:.2f} s; {chosen.out.stat().st_size / 1000:.0f} KB")
    art.close()


if __name__ == "__main__":
    main()
