"""Pictures drawn by the engine: what is where, and what does not depend on what."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from drawn import BLACK, DIE, FLAT, PALE, RED, SPRITE, TABLE, WHITE, WOOD, eye
from engine_c import picture
from engine_c._engine import ffi, lib
from engine_c.picture import Block, Eye, Material, PieceLook, Pixels, Sprite, TableLook
from engine_c.status import EngineError


def seen_at(camera: Eye, x: float, y: float, z: float) -> tuple[int, int]:
    """The pixel in which a place is seen: the formula of the camera, written anew."""
    sine, cosine = sin(radians(camera.tilt)), cos(radians(camera.tilt))
    zoom = camera.scale * 62 / (62 + y * sine - z * cosine)
    return int(camera.centre[0] + x * zoom), int(camera.centre[1] - (y * cosine + z * sine) * zoom)


def colours_around(pixels: Pixels, place: tuple[int, int], reach: int = 2) -> npt.NDArray[np.float64]:
    column, row = place
    part = pixels[row - reach : row + reach + 1, column - reach : column + reach + 1, :3]
    return np.asarray(part.reshape(-1, 3).mean(axis=0))


@pytest.mark.parametrize("tilt", [0.0, 16.0, 34.0])
@pytest.mark.parametrize(
    ("place", "strongest"),
    [
        ((3.46, 0.0, 0.0), 1),
        ((-3.46, 0.0, 0.0), 1),
        ((7.62, 3.0, 0.0), 1),
        ((-7.62, -3.0, 0.0), 1),
        ((0.0, 3.0, 0.5), 0),
        ((-0.96, -4.2, 0.0), 0),
        ((-5.96, 4.2, 0.0), 0),
        ((6.74, 0.0, 0.5), 0),
        ((3.0, 5.95, 0.5), 0),
    ],
)
def test_cloth_and_wood_are_where_the_camera_says(
    tilt: float, place: tuple[float, float, float], strongest: int
) -> None:
    camera = eye(740, 560, tilt)
    colour = colours_around(picture.table(camera, TABLE, samples=1), seen_at(camera, *place))
    assert int(np.argmax(colour)) == strongest


def test_points_alternate_along_a_side_and_across_the_board() -> None:
    camera = eye(740, 560, 0.0)
    pixels = picture.table(camera, TABLE, samples=1)

    def is_pale(x: float, y: float) -> bool:
        colour = colours_around(pixels, seen_at(camera, x, y, 0.0))
        return bool(colour[1] > colour[0] / 2)

    row = [field + column - 2.5 for field in (-3.46, 3.46) for column in range(6)]
    assert [is_pale(x, 4.5) for x in row] == [True, False] * 6
    assert [is_pale(x, -4.5) for x in row] == [False, True] * 6


def test_strips_make_the_same_picture_as_one_call() -> None:
    camera = eye()
    whole = picture.table(camera, TABLE, samples=2)
    strips = [picture.table(camera, TABLE, first, min(9, 140 - first), 2) for first in range(0, 140, 9)]
    assert np.array_equal(np.concatenate(strips), whole)


def test_rows_are_written_into_the_given_array_and_nowhere_else() -> None:
    around: Pixels = np.full((30, 180, 4), 7, np.uint8)
    picture.table(eye(), TABLE, 50, 10, 1, around[10:20])
    assert (around[:10] == 7).all()
    assert (around[20:] == 7).all()
    assert (around[10:20, :, 3] == 255).all()


def test_another_seed_is_other_wood() -> None:
    first, other = (picture.table(eye(), replace(TABLE, seed=seed), samples=1) for seed in (1, 2))
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("tilt", [0.0, 16.0, 34.0])
def test_nothing_sparkles(tilt: float) -> None:
    """No pixel is far brighter than all its neighbours."""
    camera = eye(370, 280, tilt)
    grey = picture.table(camera, replace(TABLE, inlay=WOOD), samples=2)[..., :3].max(axis=2).astype(int)
    shifts = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
    neighbours = np.max([np.roll(grey, shift, (0, 1)) for shift in shifts], axis=0)
    assert (grey - neighbours)[1:-1, 1:-1].max() < 60


@pytest.mark.parametrize("wall", [-7.02, 8.22, 6.46])
def test_a_wall_that_faces_the_lamp_is_lit_up_to_its_top(wall: float) -> None:
    """From its foot to the rim nothing is darker than both what is below and what is above it."""
    far = Eye(10, 10, 900.0, (0.0, 0.0), 34.0)
    (left, low), (right, high) = seen_at(far, wall, 0.0, 0.0), seen_at(far, wall, 0.0, 0.5)
    camera = Eye(200, 5, 900.0, (100.0 - (left + right) / 2, 2.0 - (low + high) / 2), 34.0)
    plain = replace(WHITE, substance="plain")
    row = picture.table(camera, replace(TABLE, frame=plain, tray=plain, cloth=plain), samples=2)[2, :, :3].max(axis=1)
    across = row[int(100 - abs(left - right) / 2) + 2 :].astype(int)
    below, above = np.maximum.accumulate(across), np.maximum.accumulate(across[::-1])[::-1]
    assert (np.minimum(below, above) - across).max() < 12


@pytest.mark.parametrize("substance", picture.SUBSTANCES)
def test_every_substance_draws_between_its_two_colours(substance: str) -> None:
    """From far and near, tables and pieces; what is neither dark nor light anywhere would be a fault of its pattern."""
    material = Material(substance, (0.02, 0.02, 0.02), (0.5, 0.5, 0.5), figure=1.0, rough=0.6, coat=0.2)
    names = ("frame", "light_point", "dark_point", "cloth", "tray", "inlay", "hinge", "table")
    parts: dict[str, Any] = dict.fromkeys(names, material)
    for border in picture.BORDERS:
        for camera in (eye(90, 70), Eye(90, 70, 1.0, (32768.0, 0.0), 45.0), Eye(90, 70, 4096.0, (45.0, 35.0), 0.0)):
            assert picture.table(camera, TableLook(**parts, border=border), samples=1)[..., 3].min() == 255
    look = PieceLook(material, BLACK)
    for pixels in (picture.checker(SPRITE, look, 3), picture.die(SPRITE, look, FLAT, 3)):
        body = pixels[..., :3][pixels[..., 3] == 255]
        assert 50 < body.mean() < 230  # bare metal shows the dim room


@pytest.mark.parametrize("substance", ["wood", "marble", "onyx", "nacre", "amber", "sandstone", "cloth", "ivory"])
def test_no_two_pieces_of_a_natural_substance_are_alike(substance: str) -> None:
    material = Material(substance, (0.05, 0.03, 0.02), (0.5, 0.45, 0.4))
    first, other = (picture.checker(SPRITE, PieceLook(material, BLACK), seed).astype(int) for seed in (0, 1))
    assert np.abs(first - other).max() > 5


def test_amber_glows_at_the_side_away_from_the_lamp() -> None:
    sprite = Sprite(128, 128, 120.0, (64.0, 64.0), 0.0, 1)
    faces = {}
    for substance in ("amber", "plain"):
        look = PieceLook(Material(substance, (0.4, 0.2, 0.05), (0.4, 0.2, 0.05), figure=0.0), BLACK)
        pixels = picture.die(sprite, look, rotations()[1])[..., 0].astype(float)
        faces[substance] = pixels[80:92, 80:92].mean() - pixels[36:48, 36:48].mean()
    assert faces["amber"] > faces["plain"] + 8


def test_an_unknown_border_is_refused() -> None:
    with pytest.raises(EngineError) as refused:
        picture.table(eye(8, 8), replace(TABLE, border="stars"), 0, 8)
    assert refused.value.name == "BAD_PICTURE"
    camera = ffi.new("bg_camera *", (8, 8, 8.0, 4.0, 4.0, 16.0))
    look = ffi.new("bg_table_look *")
    for part in ("frame", "light_point", "dark_point", "cloth", "tray", "inlay", "hinge", "table"):
        getattr(look, part).rough = 0.5
    pixels = ffi.new("uint8_t[256]")
    for border, status in ((0, lib.BG_OK), (1, lib.BG_OK), (2, lib.BG_BAD_PICTURE), (-1, lib.BG_BAD_PICTURE)):
        look.border = border
        assert lib.bg_picture_table(camera, look, 0, 8, 1, pixels, 256) == status


@pytest.mark.parametrize("samples", [1, 3])
def test_a_checker_is_round_and_stands_on_its_anchor(samples: int) -> None:
    sprite = Sprite(80, 80, 80.0, (40.0, 44.0), 0.0, samples)
    alpha = picture.checker(sprite, PieceLook(WHITE, BLACK))[..., 3].astype(float) / 255
    assert np.sqrt(alpha.sum() / np.pi) == pytest.approx(0.455 * 80, abs=0.6 / samples)
    rows, columns = np.nonzero(alpha > 0.5)
    assert rows.mean() == pytest.approx(43.5, abs=0.3)
    assert columns.mean() == pytest.approx(39.5, abs=0.3)


@pytest.mark.parametrize("tilt", [0.0, 16.0, 25.0, 34.0, 45.0])
def test_a_checker_has_no_holes(tilt: float) -> None:
    """Rays that just pass the lip of the groove meet its bottom."""
    for scale in (41.3, 64.0, 97.7):
        sprite = Sprite(160, 160, scale, (80.3, 90.4), tilt, samples=3)
        alpha = picture.checker(sprite, PieceLook(WHITE, BLACK))[..., 3].astype(int)
        filled = [row[np.argmax(row > 250) : len(row) - np.argmax(row[::-1] > 250)] for row in alpha if row.max() > 250]
        assert min(row.min() for row in filled) > 250


def test_pieces_of_different_seeds_differ_in_grain_only() -> None:
    first, other = (picture.checker(SPRITE, PieceLook(PALE, BLACK), seed) for seed in (0, 1))
    assert np.array_equal(first[..., 3], other[..., 3])
    assert not np.array_equal(first, other)


def rotations() -> dict[int, npt.NDArray[np.float32]]:
    """A rotation that brings each number up."""
    ups = {1: "z", 6: "-z", 2: "-y", 5: "y", 3: "x", 4: "-x"}
    turned = {}
    for face, axis in ups.items():
        up = np.zeros(3)
        up["xyz".index(axis[-1])] = -1 if axis[0] == "-" else 1
        side = np.roll(up, 1)
        turned[face] = np.array([side, np.cross(up, side), up], np.float32)
    return turned


def dark_spots(pixels: Pixels) -> int:
    """How many separate dark areas lie well inside a sprite."""
    dark = (pixels[..., :3].max(axis=2) < 90) & (pixels[..., 3] == 255)
    left, found = set(zip(*np.nonzero(dark), strict=True)), 0
    while left:
        found += 1
        open_ends = [left.pop()]
        while open_ends:
            row, column = open_ends.pop()
            near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & left
            left -= near
            open_ends += near
    return found


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_the_face_that_lies_up(face: int) -> None:
    sprite = Sprite(128, 128, 120.0, (64.0, 64.0), 0.0, 2)
    assert dark_spots(picture.die(sprite, DIE, rotations()[face])) == face


def test_a_tumbling_die_has_no_holes() -> None:
    angle = np.linspace(0.1, 3.0, 12)
    for one in angle:
        about_x = np.array([[1, 0, 0], [0, cos(one), -sin(one)], [0, sin(one), cos(one)]])
        about_z = np.array([[cos(2 * one), -sin(2 * one), 0], [sin(2 * one), cos(2 * one), 0], [0, 0, 1]])
        alpha = picture.die(SPRITE, DIE, (about_x @ about_z).astype(np.float32))[..., 3]
        solid = alpha == 255
        between = np.maximum.accumulate(solid, axis=1) & np.maximum.accumulate(solid[:, ::-1], axis=1)[:, ::-1]
        assert solid.sum() > 1000
        assert np.array_equal(between, solid)


def test_the_cube_is_engraved_with_its_figure() -> None:
    figure: Pixels = np.zeros((64, 64), np.uint8)
    figure[16:48, 28:36] = 255
    sprite = Sprite(128, 128, 100.0, (64.0, 64.0), 0.0, 2)
    look = PieceLook(RED, WHITE)
    engraved, blank = picture.cube(sprite, look, figure), picture.cube(sprite, look, np.zeros_like(figure))
    changed = np.abs(engraved.astype(int) - blank).max(axis=2) > 8
    rows, columns = np.nonzero(changed)
    assert 0 < changed.sum() < changed.size / 8
    assert rows.max() - rows.min() > columns.max() - columns.min()


def test_the_face_behind_comes_up_when_the_cube_is_turned() -> None:
    figures = np.zeros((2, 64, 64), np.uint8)
    figures[0, 16:48, 28:36] = 255
    figures[1, 28:36, 10:54] = 255
    sprite = Sprite(128, 128, 80.0, (64.0, 64.0), 0.0, 2)
    look, quarter = PieceLook(RED, WHITE), np.array(((1, 0, 0), (0, 0, -1), (0, 1, 0)), np.float32)
    turned = picture.cube(sprite, look, figures[0], figures[1], quarter).astype(int)
    lying = picture.cube(sprite, look, figures[1]).astype(int)
    other = picture.cube(sprite, look, figures[0]).astype(int)
    assert np.abs(turned - lying).mean() < 0.35 * np.abs(other - lying).mean()


def test_dice_in_the_cup_are_seen_through_its_mouth_and_not_through_its_wall() -> None:
    sprite, look = Sprite(200, 200, 70.0, (100.0, 100.0), 16.0), PieceLook(RED, WHITE)
    die = picture.InCup(FLAT, (0.0, 0.0, -0.3))
    over = np.array(((1, 0, 0), (0, -1, 0), (0, 0, -1)), np.float32)
    for rotation, is_seen in ((FLAT, True), (over, False)):
        empty = picture.cup(sprite, look, rotation)
        filled = picture.cup(sprite, look, rotation, DIE, [die])
        assert (np.abs(filled.astype(int) - empty).max() > 60) == is_seen
        assert np.mean((filled[..., 3] > 127) == (empty[..., 3] > 127)) > 0.999


@pytest.mark.parametrize(
    "dice",
    [
        [picture.InCup(2 * np.eye(3, dtype=np.float32), (0.0, 0.0, 0.0))],
        [picture.InCup(np.eye(2, dtype=np.float32), (0.0, 0.0, 0.0))],
        [picture.InCup(np.eye(3, dtype=np.float32), (0.0, 9.0, 0.0))],
        [picture.InCup(np.eye(3, dtype=np.float32), (float("nan"), 0.0, 0.0))],
        [picture.InCup(np.eye(3, dtype=np.float32), (0.0, 0.0, 0.0))] * 5,
    ],
)
def test_dice_that_cannot_lie_in_a_cup_are_refused(dice: list[picture.InCup]) -> None:
    with pytest.raises(EngineError):
        picture.cup(SPRITE, DIE, FLAT, DIE, dice)


def test_a_shadow_falls_to_the_right_and_down_and_fades() -> None:
    sprite = Sprite(160, 160, 60.0, (60.0, 60.0), 16.0)
    dark = picture.shadow(sprite, Block(0.455, 0.455, 0.27))[..., 3].astype(float)
    rows, columns = np.indices(dark.shape)
    assert (rows * dark).sum() / dark.sum() > 60
    assert (columns * dark).sum() / dark.sum() > 60
    assert max(dark[0].max(), dark[-1].max(), dark[:, 0].max(), dark[:, -1].max()) <= 1
    lifted = picture.shadow(sprite, Block(0.455, 0.455, 0.27, lift=0.5))[..., 3].astype(float)
    assert lifted.max() < dark.max()
