"""A finished picture is moved: as it is, between its neighbours, and any way."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine_c import picture
from engine_c.picture import Pixels
from engine_c.status import EngineError


def colourful(width: int, height: int) -> Pixels:
    return np.random.default_rng(4).integers(0, 256, (height, width, 4), np.uint8)


TILTED = ((1.02, 0.05, -7.0), (-0.03, 0.9, 4.0), (0.0, 2e-4, 1.0))


def test_a_picture_that_is_not_moved_stays_the_same() -> None:
    source = colourful(61, 37)
    assert np.array_equal(picture.warp(source, np.eye(3), (61, 37)), source)


def test_moved_pixels_lie_between_their_neighbours() -> None:
    """The plain way written anew."""
    source = colourful(90, 70)
    moved = picture.warp(source, TILTED, (83, 61)).astype(float)
    columns, rows = np.meshgrid(np.arange(83) + 0.5, np.arange(61) + 0.5)
    x, y, below = np.tensordot(np.array(TILTED), np.array((columns, rows, np.ones_like(rows))), 1)
    x, y = np.clip(x / below - 0.5, -8, 98), np.clip(y / below - 0.5, -8, 78)
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right, low = (x - left)[..., None], (y - top)[..., None]

    def at(column: npt.NDArray[np.int_], row: npt.NDArray[np.int_]) -> npt.NDArray[np.float64]:
        mirrored = [np.where(i < 0, -1 - i, np.where(i >= n, 2 * n - 1 - i, i)) for i, n in ((row, 70), (column, 90))]
        return source[mirrored[0], mirrored[1]].astype(float)

    upper = at(left, top) * (1 - right) + at(left + 1, top) * right
    lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
    assert np.abs(moved - (upper * (1 - low) + lower * low)).max() < 8  # shares are of 64, ways straight for 16 pixels
    assert np.abs(moved - (upper * (1 - low) + lower * low)).mean() < 1.5


@pytest.mark.parametrize("turn", [0.0, 0.03, 0.2, -1.1])
def test_pixels_reckoned_by_fours_and_one_by_one_have_the_same_bits(turn: float) -> None:
    """A narrow picture has none that go by fours."""
    source = colourful(190, 170)
    way = ((np.cos(turn), -np.sin(turn), 60.3), (np.sin(turn), np.cos(turn), 40.7), (0.0, 1e-4, 1.0))
    wide = picture.warp(source, way, (40, 50))
    assert np.array_equal(wide[:, :3], picture.warp(source, way, (3, 50)))


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (40, 1), (16, 3), (17, 3)])
@pytest.mark.parametrize("by", [1e-6, 0.3, 1.0, 900.0, -1e6, 1e6])
def test_any_size_and_any_way_gives_colours_of_the_source(size: tuple[int, int], by: float) -> None:
    source = np.full((5, 3, 4), 77, np.uint8)
    for way in (np.eye(3) * by, ((by, by, by), (by, 1, by), (by, by, by)), np.zeros((3, 3))):
        moved = picture.warp(source, way, size)
        assert moved.shape == (size[1], size[0], 4)
        assert (moved == 77).all()


@pytest.mark.parametrize(
    ("way", "size"),
    [(np.full((3, 3), nan), (4, 4)), (np.full((3, 3), inf), (4, 4)), (np.eye(3), (0, 4)), (np.eye(3), (9000, 4))],
)
def test_a_way_that_leads_nowhere_is_refused(way: Any, size: tuple[int, int]) -> None:
    with pytest.raises(EngineError) as error:
        picture.warp(colourful(8, 8), way, size)
    assert error.value.name == "BAD_PICTURE"
