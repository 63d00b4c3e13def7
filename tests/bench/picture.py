"""Draws a table with everything on it to a PNG, as the window would, and prints how long each part took.

.venv/bin/python tests/bench/picture.py FILE.png [WIDTH HEIGHT] [--tilt DEGREES] [--cache FOLDER]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import paths
from game.ui import look
from game.ui.art import Art
from game.ui.board.geometry import BAR, CUBE_HALF, HALF_HEIGHT, HALF_WIDTH, OTHER_BAR, OTHER_TRAY, TRAY, Geometry, Spot
from game.ui.board.projection import Camera, fitted

START = {24: (0, 2), 13: (0, 5), 8: (0, 3), 6: (0, 4), 1: (1, 2), 12: (1, 4), 17: (1, 3), 19: (1, 4)}
REST = {BAR: (0, 1), OTHER_BAR: (1, 1), TRAY: (0, 4), OTHER_TRAY: (1, 7)}


@contextmanager
def timed(what: str) -> Iterator[None]:
    wall, own = time.perf_counter(), time.process_time()
    yield
    print(f"{what:34} {1000 * (time.perf_counter() - wall):8.1f} ms, {1000 * (time.process_time() - own):8.1f} ms CPU")


def lay(screen: pygame.Surface, camera: Camera, placed: tuple[pygame.Surface, tuple[float, float]], spot: Spot) -> None:
    x, y, _ = camera.project(spot.x, spot.y, spot.z)
    surface, anchor = placed
    screen.blit(surface, (round(x - anchor[0]), round(y - anchor[1])))


def pieces(screen: pygame.Surface, camera: Camera, art: Art) -> None:
    geometry = Geometry()
    checkers = [
        (geometry.checker(place, index), side, place * 7 + index)
        for place, (side, count) in (START | REST).items()
        for index in range(count)
    ]
    checkers.sort(key=lambda one: (one[0].z, -one[0].y))
    # Each layer first with its shadows, then its pieces, from far to near.
    for level in sorted({spot.z for spot, _, _ in checkers}):
        for spot, _, _ in (one for one in checkers if one[0].z == level):
            lay(screen, camera, art.checker_shadow(camera.project(spot.x, spot.y, spot.z)[2]), spot)
        for spot, side, seed in (one for one in checkers if one[0].z == level):
            lay(screen, camera, art.checker(side, camera.project(spot.x, spot.y, spot.z)[2], seed), spot)
    for spot, face, turn in ((Spot(3.0, -0.25), 6, 24.0), (Spot(4.3, 0.3), 4, -15.0), (Spot(-4.0, 0.2), 3, 40.0)):
        scale = camera.project(spot.x, spot.y)[2]
        lay(screen, camera, art.die_shadow(scale, turn=turn), spot)
        lay(screen, camera, art.die(face, scale, turn=turn), spot)
    spot = geometry.cube(None)
    scale = camera.project(spot.x, spot.y, CUBE_HALF)[2]
    lay(screen, camera, art.cube_shadow(scale), spot)
    lay(screen, camera, art.cube(64, scale), spot)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("width", type=int, nargs="?", default=1280)
    parser.add_argument("height", type=int, nargs="?", default=800)
    parser.add_argument("--tilt", type=float, default=16.0)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--look", default="", help="board=maple,checkers=marble,dice=amber,cloth=navy")
    asked = parser.parse_args()
    pygame.init()
    screen = pygame.display.set_mode((asked.width, asked.height))
    margin = round(asked.height * 0.06)
    box = (margin, margin, asked.width - 2 * margin, asked.height - 2 * margin)
    camera = fitted(box, screen.get_size(), (HALF_WIDTH, HALF_HEIGHT), asked.tilt)
    named = dict(word.split("=") for word in asked.look.split(",") if word)
    chosen, problems = look.read(named, [paths.assets() / "looks"])
    print(f"{asked.width} x {asked.height}, {camera.scale:.1f} pixels per unit", *problems)
    with timed("first frame: the table"):
        art = Art(chosen, asked.cache)
        art.table(camera)
    with timed("first frame: the pieces"):
        pieces(screen, camera, art)
    with timed("the sharp table"):
        art.wait()
    with timed("a frame"):
        screen.blit(art.table(camera), (0, 0))
        pieces(screen, camera, art)
    rotation = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    with timed("100 tumbling dice"):
        for _ in range(100):
            art.die(rotation, 64 / 0.67)  # type: ignore[arg-type]
    art.close()
    pygame.image.save(screen, asked.file)


if __name__ == "__main__":
    main()
