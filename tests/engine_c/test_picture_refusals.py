"""Pictures that cannot be drawn: cameras, materials, blocks and buffers are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from drawn import DIE, FLAT, SPRITE, TABLE, WHITE, WOOD, eye
from engine_c import picture
from engine_c._engine import ffi, lib
from engine_c.picture import Block, Eye, PieceLook, Pixels, Sprite
from engine_c.status import EngineError

EVERY_PIECE: list[Callable[[Sprite], Pixels]] = [
    lambda sprite: picture.checker(sprite, DIE),
    lambda sprite: picture.die(sprite, DIE, FLAT),
    lambda sprite: picture.cube(sprite, DIE, np.zeros((4, 4), np.uint8)),
    lambda sprite: picture.shadow(sprite, Block(0.4, 0.1, 0.5)),
]
BAD_SIZES = (0, -1, 8193, 2**31 - 1, 2**40, -(2**40))
BAD_NUMBERS = (nan, inf, -inf, 1e30, -1e30)


@pytest.mark.parametrize(
    "bad",
    [
        *({"width": size} for size in BAD_SIZES),
        *({"height": size} for size in BAD_SIZES),
        *({"scale": number} for number in (*BAD_NUMBERS, 0.0, -5.0, 1e-30)),
        *({"tilt": number} for number in (*BAD_NUMBERS, -0.1, 45.1)),
        *({"centre": (number, 0.0)} for number in BAD_NUMBERS),
        *({"centre": (0.0, number)} for number in BAD_NUMBERS),
    ],
)
def test_an_impossible_camera_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as refused:
        picture.table(replace(eye(8, 8), **bad), TABLE, 0, 8)
    assert refused.value.name == "BAD_PICTURE"
    sprite = replace(Sprite(8, 8, 8.0, (4.0, 4.0), 16.0), **bad)
    for draw in EVERY_PIECE:
        with pytest.raises(EngineError) as refused:
            draw(sprite)
        assert refused.value.name == "BAD_PICTURE"


@pytest.mark.parametrize(
    ("first", "rows", "samples"),
    [(0, 9, 1), (8, 1, 1), (-1, 2, 1), (0, 0, 1), (0, -1, 1), (2**31 - 1, 2, 1), (0, 8, 0), (0, 8, 5), (2**33, 1, 1)],
)
def test_rows_and_samples_out_of_range_are_refused(first: int, rows: int, samples: int) -> None:
    with pytest.raises(EngineError) as refused:
        picture.table(eye(8, 8), TABLE, first, rows, samples)
    assert refused.value.name == "BAD_PICTURE"


@pytest.mark.parametrize(
    "bad",
    [
        {"substance": "cheese"},
        *({"figure": number} for number in (*BAD_NUMBERS, -0.1, 4.1)),
        *({"rough": number} for number in (*BAD_NUMBERS, 0.0, 1.1)),
        *({"coat": number} for number in (*BAD_NUMBERS, -1.0, 9.0)),
        *({"light": (0.1, number, 0.1)} for number in (*BAD_NUMBERS, -0.1, 1.1)),
        *({"dark": (number, 0.1, 0.1)} for number in (*BAD_NUMBERS, -0.1, 1.1)),
    ],
)
def test_an_impossible_material_is_refused(bad: dict[str, Any]) -> None:
    material = replace(WOOD, **bad)
    drawings: list[Callable[[], Pixels]] = [
        lambda: picture.table(eye(8, 8), replace(TABLE, inlay=material)),
        lambda: picture.checker(SPRITE, PieceLook(WHITE, material)),
        lambda: picture.die(SPRITE, PieceLook(material, WHITE), FLAT),
    ]
    for draw in drawings:
        with pytest.raises(EngineError) as refused:
            draw()
        assert refused.value.name == "BAD_PICTURE"


@pytest.mark.parametrize(
    "rotation",
    [np.zeros((3, 3)), np.full((3, 3), nan), 2 * np.eye(3), np.ones((3, 3)), np.eye(2), np.full((3, 3), 1e30)],
)
def test_what_is_no_rotation_is_refused(rotation: npt.NDArray[np.float64]) -> None:
    with pytest.raises(EngineError):
        picture.die(SPRITE, DIE, rotation)


@pytest.mark.parametrize(
    "block",
    [
        Block(nan, 0.1, 0.1),
        Block(0.4, 0.5, 0.1),
        Block(-1.0, 0.0, 0.1),
        Block(0.4, 0.1, inf),
        Block(0.4, 0.1, 0.1, lift=-1.0),
        Block(0.4, 0.1, 0.1, lift=1e9),
        Block(0.4, 0.1, 0.1, turn=nan),
    ],
)
def test_an_impossible_block_is_refused(block: Block) -> None:
    with pytest.raises(EngineError):
        picture.shadow(SPRITE, block)


@pytest.mark.parametrize("figure", [np.zeros((0, 0)), np.zeros((3, 4)), np.zeros((600, 600)), np.zeros(9)])
def test_a_figure_of_the_wrong_shape_is_refused(figure: npt.NDArray[np.float64]) -> None:
    with pytest.raises(EngineError):
        picture.cube(SPRITE, DIE, figure.astype(np.uint8))


def test_a_buffer_of_the_wrong_size_and_missing_pointers_are_refused() -> None:
    sprite = ffi.new("bg_sprite *", (8, 8, 8.0, 4.0, 4.0, 16.0, 1))
    block = ffi.new("bg_block *", (0.4, 0.1, 0.2, 0.0, 0.0))
    pixels = ffi.new("uint8_t[256]")
    assert lib.bg_picture_shadow(sprite, block, pixels, 256) == lib.BG_OK
    assert lib.bg_picture_shadow(sprite, block, pixels, 255) == lib.BG_TOO_SMALL
    assert lib.bg_picture_shadow(sprite, block, ffi.NULL, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_shadow(sprite, ffi.NULL, pixels, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_shadow(ffi.NULL, block, pixels, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_checker(sprite, ffi.NULL, ffi.NULL, 0, pixels, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_die(sprite, ffi.NULL, ffi.NULL, 0, pixels, 256) == lib.BG_NULL_POINTER
    none = ffi.NULL
    assert lib.bg_picture_cube(sprite, none, none, none, none, 0, pixels, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_cup(sprite, none, none, none, none, 0, pixels, 256) == lib.BG_NULL_POINTER
    assert lib.bg_picture_table(ffi.NULL, ffi.NULL, 0, 1, 1, pixels, 256) == lib.BG_NULL_POINTER


def test_a_camera_anywhere_in_its_ranges_draws() -> None:
    """Corners of the ranges: nothing is touched beyond the buffer and every picture comes back."""
    for scale in (1.0, 61.6, 4096.0):
        for middle in (-32768.0, 0.0, 32768.0):
            for tilt in (0.0, 45.0):
                camera = Eye(9, 7, scale, (middle, -middle), tilt)
                assert picture.table(camera, TABLE, samples=1).shape == (7, 9, 4)
                sprite = Sprite(9, 7, scale, (middle / 4096, 3.0), tilt, 4)
                for draw in EVERY_PIECE:
                    assert draw(sprite).shape == (7, 9, 4)
