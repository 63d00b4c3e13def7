"""All looks that ship, in every combination: whole, told apart, and every checker seen wherever it lies."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import cos, pi, sin
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from engine_c import picture
from engine_c.picture import Eye
from game import paths
from game.ui import look
from game.ui.art import Art, icon_colours
from game.ui.board.geometry import FIELD_CENTRE, POINT_BASE, Geometry
from game.ui.colours import Colour, contrast, linear, on_screen
from game.ui.look import USUAL, Look
from game.ui.palette import palette_of

FOLDERS = [paths.assets() / "looks"]
NAMES = {kind: look.names(kind, FOLDERS) for kind in USUAL}
SCALE = 100
HALF = 80
"""Half a side of a patch of the table, pixels."""

GROUNDS = {
    "point 1": (Geometry().point(1)[0], -POINT_BASE + 0.6),
    "point 2": (Geometry().point(2)[0], -POINT_BASE + 0.6),
    "cloth": (FIELD_CENTRE, 0.0),
}

Light = npt.NDArray[np.float64]


@cache
def worn(**chosen: str) -> Look:
    made, problems = look.read(chosen, FOLDERS)
    assert problems == []
    return made


def luminance(pixels: npt.NDArray[np.uint8]) -> Light:
    """Of every pixel (WCAG 2.2)."""
    share = pixels[..., :3].astype(float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array((0.2126, 0.7152, 0.0722)))


def ratio(one: Light | float, other: Light | float) -> Light:
    return np.asarray((np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05))


@cache
def patch(board: str, cloth: str, ground: str) -> npt.NDArray[np.uint8]:
    """A piece of the table, seen from above, its middle at the ground."""
    x, y = GROUNDS[ground]
    eye = Eye(2 * HALF, 2 * HALF, SCALE, (HALF - x * SCALE, HALF + y * SCALE), 0.0)
    return picture.table(eye, worn(board=board, cloth=cloth).table, samples=1)[..., :3]


@cache
def art(checkers: str) -> Art:
    made = Art(worn(checkers=checkers))
    made._tilt = 0.0
    return made


def laid(ground: npt.NDArray[np.uint8], checkers: str, side: int) -> npt.NDArray[np.uint8]:
    """The patch with a checker in its middle."""
    surface = pygame.image.frombuffer(np.ascontiguousarray(ground).tobytes(), (2 * HALF, 2 * HALF), "RGB").copy()
    for sprite, anchor in (art(checkers).checker_shadow(SCALE), art(checkers).checker(side, SCALE)):
        surface.blit(sprite, (round(HALF - anchor[0]), round(HALF - anchor[1])))
    return pygame.surfarray.array3d(surface).swapaxes(0, 1)


def along(values: Light, angle: float, radii: npt.NDArray[np.float64]) -> Light:
    columns = np.round(HALF + radii * SCALE * cos(angle)).astype(int)
    rows = np.round(HALF - radii * SCALE * sin(angle)).astype(int)
    return np.asarray(values[rows, columns])


def outline_contrast(board: str, cloth: str, ground: str, checkers: str, side: int) -> float:
    """How well the outline, two pixels of it, is seen against the body or what lies under the checker, in the worst of
    24 directions.
    """
    under = luminance(patch(board, cloth, ground))
    seen = luminance(laid(patch(board, cloth, ground), checkers, side))
    worst = 99.0
    for step in range(24):
        angle = 2 * pi * step / 24
        outline = along(seen, angle, np.arange(0.39, 0.53, 1 / SCALE))
        body = float(np.median(along(seen, angle, np.arange(0.34, 0.385, 1 / SCALE))))
        beside = float(np.median(along(under, angle, np.arange(0.46, 0.62, 1 / SCALE))))
        worst = min(worst, max(float(np.sort(ratio(outline, other))[-2]) for other in (body, beside)))
    return worst


def hue(colour: Colour) -> npt.NDArray[np.float64]:
    """CIE L*a*b* of a screen's colour."""
    light = np.array(((0.4125, 0.3576, 0.1804), (0.2127, 0.7152, 0.0722), (0.0193, 0.1192, 0.9503))) @ linear(colour)
    x, y, z = np.cbrt(light / (0.9505, 1.0, 1.0888))
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


@pytest.mark.parametrize(
    ("board", "checkers", "cloth"), list(product(*(NAMES[k] for k in ("board", "checkers", "cloth"))))
)
def test_the_mark_of_what_may_move_stands_out_on_everything(board: str, checkers: str, cloth: str) -> None:
    """By its colour on checkers, points and cloth; on what is about as bright, also by its dark edge."""
    made = worn(board=board, checkers=checkers, cloth=cloth)
    palette, parts = palette_of(made), made.table
    grounds = [icon_colours(made, side)[0] for side in (0, 1)]
    grounds += [on_screen(part.light) for part in (parts.light_point, parts.dark_point, parts.cloth)]
    assert contrast(palette.movable, palette.dark) >= 7
    for ground in grounds:
        assert np.linalg.norm(hue(palette.movable) - hue(ground)) >= 30
        assert max(contrast(edge, ground) for edge in (palette.movable, palette.dark)) >= 3


@pytest.mark.parametrize("kind", USUAL)
def test_there_are_as_many_looks_as_promised(kind: str) -> None:
    assert len(NAMES[kind]) == {"board": 7, "checkers": 3, "dice": 3, "cloth": 3}[kind]


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in NAMES.items() for name in names])
def test_every_look_is_without_fault(kind: str, name: str) -> None:
    assert look.read({kind: name}, FOLDERS)[1] == []


@pytest.mark.parametrize(("checkers", "side"), list(product(NAMES["checkers"], (0, 1))))
@pytest.mark.parametrize("board", NAMES["board"])
def test_a_checker_stands_out_wherever_it_lies(board: str, checkers: str, side: int) -> None:
    found = {
        (cloth, ground): outline_contrast(board, cloth, ground, checkers, side)
        for cloth in NAMES["cloth"]
        for ground in GROUNDS
    }
    assert {where: round(seen, 2) for where, seen in found.items() if seen < 3} == {}


@pytest.mark.parametrize("checkers", NAMES["checkers"])
def test_the_two_sides_are_told_apart(checkers: str) -> None:
    bodies = []
    for side in (0, 1):
        seen = luminance(laid(patch("walnut", "green", "cloth"), checkers, side))
        bodies.append(np.median([along(seen, 2 * pi * step / 24, np.arange(0.34, 0.385, 0.01)) for step in range(24)]))
    assert ratio(bodies[0], bodies[1]) >= 3
    assert contrast(*(icon_colours(worn(checkers=checkers), side)[0] for side in (0, 1))) >= 3


@pytest.mark.parametrize("cloth", NAMES["cloth"])
@pytest.mark.parametrize("board", NAMES["board"])
def test_neighbouring_points_differ_and_both_are_seen_on_the_cloth(board: str, cloth: str) -> None:
    means = {ground: patch(board, cloth, ground)[68:92, 68:92].reshape(-1, 3).mean(axis=0) for ground in GROUNDS}
    for one, other in combinations(GROUNDS, 2):
        assert np.abs(means[one] - means[other]).max() >= 20, (one, other)
    light = [luminance(patch(board, cloth, ground)[68:92, 68:92]).mean() for ground in ("point 1", "point 2")]
    assert ratio(*light) >= 2


@pytest.mark.parametrize("kind", USUAL)
def test_no_two_looks_are_hard_to_tell_apart(kind: str) -> None:
    pictures = {name: sample(kind, name) for name in NAMES[kind]}
    for one, other in combinations(NAMES[kind], 2):
        assert np.linalg.norm(pictures[one] - pictures[other], axis=1).max() >= 24, (one, other)


def sample(kind: str, name: str) -> npt.NDArray[np.float64]:
    """The mean colours of what a look is made of, as screens show them: parts x 3."""
    made = worn(**{kind: name})
    if kind in ("board", "cloth"):
        eye = Eye(370, 280, 20.0, (185.0, 140.0), 0.0)
        pixels = picture.table(eye, made.table, samples=1)[..., :3].astype(float)
        frame, points, cloth = pixels[14:18, 40:330], pixels[235:248, 66:180], pixels[130:150, 80:160]
        return np.array([part.reshape(-1, 3).mean(axis=0) for part in (frame, points, cloth)])
    own = Art(made)
    sprites = [own.checker(0, 60.0), own.checker(1, 60.0)] if kind == "checkers" else [own.die(5, 60.0)]
    return np.array([np.asarray(pygame.transform.average_color(sprite)[:3], float) for sprite, _anchor in sprites])


@pytest.mark.parametrize("board", NAMES["board"])
def test_numbers_are_seen_on_the_frame(board: str) -> None:
    made = worn(board=board)
    eye = Eye(370, 280, 20.0, (185.0, 140.0), 0.0)
    rail = picture.table(eye, made.table, samples=2)[22:26, 40:330, :3].reshape(-1, 3)
    red, green, blue = (round(part) for part in rail.mean(axis=0))
    assert contrast(palette_of(made).rim, (red, green, blue)) >= 3


@pytest.mark.parametrize("board", NAMES["board"])
def test_words_are_readable_on_panels(board: str) -> None:
    colours = worn(board=board).interface
    assert contrast(colours.ink, colours.panel) >= 7
    for colour in (colours.faint, colours.accent, colours.danger, colours.good, colours.focus):
        assert contrast(colour, colours.panel) >= 4.5


def test_a_new_look_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "plum.toml").write_text('extends = "cherry"\n[frame]\nlight = "#4a2040"\n', "utf-8")
    folders = [tmp_path, *FOLDERS]
    made, problems = look.read({"board": "plum"}, folders)
    assert problems == []
    assert "plum" in look.names("board", folders)
    assert made.table.light_point == worn(board="cherry").table.light_point
