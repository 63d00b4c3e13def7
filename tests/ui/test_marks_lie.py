"""Marks lie on the table as checkers do, glow softly, and leave the numbers of stacks and points readable."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import paths
from game.ui import look
from game.ui.art import Art
from game.ui.board import geometry as table
from game.ui.board import marks
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.layout import lay_out
from game.ui.board.paint import Marks, Painter
from game.ui.board.projection import Camera, Oval
from game.ui.board.seen import Laid
from game.ui.board.show import Show
from game.ui.palette import palette_of
from game.ui.scale import TEXT_FACTORS, Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas

SEEN, _ = look.read({}, [paths.assets() / "looks"])
ROUND = Oval(150.0, 150.0, 60.0, 60.0)

Pixels = npt.NDArray[np.int_]


def canvas_of(size: tuple[int, int], density: float = 1.0, text: str = "normal") -> Canvas:
    pygame.font.init()
    scale = Scale(*size, density, TEXT_FACTORS[text])
    return Canvas(pygame.Surface(size), scale, Letters(scale.unit * scale.text), palette_of(SEEN))


def mark(shape: str, place: Oval = ROUND, density: float = 1.0) -> Pixels:
    """A white mark alone on black, columns first."""
    canvas = Canvas(
        pygame.Surface((300, 300)),
        Scale(round(1280 * density), round(800 * density), density),
        Letters(1.0),
        palette_of(SEEN),
    )
    marks.draw(canvas, place, shape, (255, 255, 255))
    return pygame.surfarray.array3d(canvas.surface).astype(int)[..., 0]


def drawn(
    stacks: dict[int, int], lit: Marks, tilt: float, size: tuple[int, int] = (960, 600), text: str = "normal"
) -> tuple[Pixels, Camera]:
    canvas = canvas_of(size, text=text)
    camera = lay_out(canvas.scale, tilt).camera
    laid = Laid(tuple((0,) * stacks.get(place, 0) for place in range(table.PLACES)))
    Painter(Art(SEEN), camera, Geometry()).draw(canvas, Show(laid, Geometry()), lit, None)
    return pygame.surfarray.array3d(canvas.surface).astype(int), camera


def top_of(camera: Camera, spot: Spot) -> tuple[float, float, float]:
    return camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)


CASES = list(product((0.0, 16.0, 34.0), ((960, 600), (1920, 1080)), (1, 3, 7, 9)))


@pytest.mark.parametrize(("tilt", "size", "count"), CASES, ids=str)
@pytest.mark.parametrize("is_aimed", [False, True])
def test_the_mark_of_a_tray_leaves_its_number_alone(
    tilt: float, size: tuple[int, int], count: int, is_aimed: bool
) -> None:
    stacks = {table.TRAY: count, 4: 2}
    lit = Marks(picked=4, targets=(table.TRAY,), aimed=table.TRAY if is_aimed else None)
    plain, camera = drawn(stacks, Marks(picked=4), tilt, size, "very_large")
    marked, _ = drawn(stacks, lit, tilt, size, "very_large")
    changed = np.abs(marked - plain).sum(axis=2) > 30
    x, y, scale = top_of(camera, Geometry().checker(table.TRAY, count - 1))
    across, down = 0.24 * scale, 0.17 * scale
    assert not changed[round(x - across) : round(x + across), round(y - down) : round(y + down)].any()
    assert changed.sum() > scale * scale / 10


def test_a_mark_is_as_flat_as_its_checker_is_seen() -> None:
    camera = lay_out(Scale(960, 600), 34.0).camera
    place = camera.circle(2.0, -3.0, table.CHECKER_HEIGHT, table.CHECKER_RADIUS)
    assert place.down / place.across == pytest.approx(np.cos(np.radians(34.0)), rel=0.06)
    for shape in marks.SHAPES:
        seen = mark(shape, Oval(150.0, 150.0, 60.0, 45.0)) > 128
        across, down = (int(np.ptp(np.flatnonzero(seen.any(axis=axis)))) for axis in (1, 0))
        assert down / across == pytest.approx(0.75, abs=0.03)


@pytest.mark.parametrize("shape", marks.SHAPES)
def test_strokes_have_their_dark_edge_on_both_sides(shape: str) -> None:
    """Beads shine on one side; all else is the same from every side."""
    seen = mark(shape, Oval(150.0, 150.0, 50.0, 50.0))[50:250, 50:250]
    if shape == "beads":
        assert np.abs(seen - seen.T).max() < 60
    else:
        assert np.abs(seen - seen[::-1]).max() < 60
        assert np.abs(seen - seen[:, ::-1]).max() < 60


@pytest.mark.parametrize(("point", "tilt"), list(product((1, 4, 12), (0.0, 16.0, 34.0))))
def test_marks_do_not_lie_over_the_near_rail(point: int, tilt: float) -> None:
    lit = Marks(targets=(point,), hits=(point,), aimed=point)
    plain, camera = drawn({point: 1}, Marks(), tilt)
    marked, _ = drawn({point: 1}, lit, tilt)
    rail = round(camera.project(0.0, -table.FIELD_HALF_HEIGHT - table.HOLE_ROUNDING, table.RIM)[1])
    assert np.array_equal(plain[:, rail:], marked[:, rail:])
    assert (np.abs(plain - marked)[:, :rail].sum(axis=2) > 90).sum() > 200


def outwards(density: float) -> Pixels:
    """The light to the right of a picked-up checker, from its outermost ring on."""
    row = mark("double", density=density)[150:, 150]
    return row[np.flatnonzero(row > 200).max() + round(3 * density) :]


def test_the_light_around_a_checker_fades_softly() -> None:
    light = outwards(1.0)
    assert light[0] > 12
    steps = -np.diff(light)
    assert steps.min() >= 0
    assert steps.max() < 25
    assert light[-1] == 0


def test_the_light_is_measured_in_units() -> None:
    reach = [int((outwards(density) > 0).sum()) for density in (1.0, 2.0)]
    assert reach[1] > 1.3 * reach[0]
