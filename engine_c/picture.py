"""Pictures of the table and of pieces: numbers in, pixels out; no rule of the game and no window.

One unit is the width of a point; x runs to the right, y up the board, z out of it. Pixels are arrays of (height, width,
4) bytes: red, green, blue, and straight alpha. While the engine draws, other threads of Python run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.status import EngineError, call

Pixels = npt.NDArray[np.uint8]

VERSION: int = lib.BG_PICTURE_VERSION
"""Pictures drawn by another version may look different."""

MOST_WIDTH: int = lib.BG_PICTURE_MOST_WIDTH
MOST_SPRITE_WIDTH: int = lib.BG_SPRITE_MOST_WIDTH

SUBSTANCES = (
    "plain",
    "wood",
    "ivory",
    "marble",
    "cloth",
    "metal",
    "nacre",
    "onyx",
    "lacquer",
    "amber",
    "sandstone",
)
BORDERS = ("line", "lozenges")
"""What of the inlay runs along the outline of the frame."""


@dataclass(frozen=True, slots=True)
class Material:
    """What something is made of. dark, light: the two ends of its colours in linear light, 0 to 1. figure: 0 to 4, how
    strongly and finely rings or veins show. rough: 0.05 to 1, how blurred reflections are. coat: 0 to 8, how strong.
    """

    substance: str
    dark: tuple[float, float, float]
    light: tuple[float, float, float]
    figure: float = 1.0
    rough: float = 0.4
    coat: float = 0.7


@dataclass(frozen=True, slots=True)
class TableLook:
    """What the empty table is made of; another seed is wood from other trees."""

    frame: Material
    light_point: Material
    dark_point: Material
    cloth: Material
    tray: Material
    inlay: Material
    hinge: Material
    table: Material
    seed: int = 1
    border: str = "line"


@dataclass(frozen=True, slots=True)
class PieceLook:
    """What a piece is made of. mark: a checker's ring, a die's pips, the cube's figures. rim: 0 to 1, how much of the
    mark a checker's outer edge shows.
    """

    body: Material
    mark: Material
    rim: float = 0.0


@dataclass(frozen=True, slots=True)
class Eye:
    """The camera: a picture's size in pixels, pixels per unit in the middle of the board, the pixel of that middle and
    the tilt in degrees from looking straight down, 0 to 45. It looks from 62 units away.
    """

    width: int
    height: int
    scale: float
    centre: tuple[float, float]
    tilt: float


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture of one piece: size in pixels, pixels per unit, the pixel of the middle of the piece's underside
    (of a die: of its middle), the tilt in degrees, samples in each direction of a pixel, 1 to 4.
    """

    width: int
    height: int
    scale: float
    centre: tuple[float, float]
    tilt: float
    samples: int = 1


@dataclass(frozen=True, slots=True)
class Block:
    """What casts a shadow: an upright block. half: half its width, corner: the radius of its corners, height, lift: how
    high its underside is above the plane, all in units; turn: degrees about the vertical.
    """

    half: float
    corner: float
    height: float
    lift: float = 0.0
    turn: float = 0.0


def table(
    eye: Eye, look: TableLook, first_row: int = 0, rows: int | None = None, samples: int = 2, out: Pixels | None = None
) -> Pixels:
    """Rows of the picture of the empty table: (rows, width, 4) bytes, alpha 255.

    samples: in each direction of a pixel, 1 to 4. `out` takes the rows instead of a new array. Strips do not depend on
    each other. Raises EngineError("BAD_PICTURE") for a size, number or material out of range.
    """
    rows = eye.height - first_row if rows is None else rows
    shape = (rows, eye.width, 4)
    camera = _struct("bg_camera *", _camera, eye)
    made = _struct("bg_table_look *", _table_look, look)
    return _drawn(lib.bg_picture_table, (camera, made, first_row, rows, samples), shape, out)


def checker(sprite: Sprite, look: PieceLook, seed: int = 0, rotation: npt.ArrayLike | None = None) -> Pixels:
    """A checker, radius 0.455, height 0.27, lying flat or leaning by a rotation (3 x 3) about its middle.

    Raises EngineError("BAD_PICTURE"), also for a matrix that is no rotation.
    """
    rows = ffi.NULL if rotation is None else _rotation(rotation)
    return _piece(lib.bg_picture_checker, sprite, look, rows, seed % 2**32)


def die(sprite: Sprite, look: PieceLook, rotation: npt.ArrayLike, seed: int = 0) -> Pixels:
    """A die of half edge 0.335. rotation: 3 x 3; without a turn 1 lies up, 2 towards the player, 3 to the right.

    Raises EngineError("BAD_PICTURE"), also for a matrix that is no rotation.
    """
    return _piece(lib.bg_picture_die, sprite, look, _rotation(rotation), seed % 2**32)


@dataclass(frozen=True, slots=True)
class InCup:
    """A die in the cup, as the cup would see it: its rotation (3 x 3) and where its middle is."""

    rotation: npt.ArrayLike
    middle: tuple[float, float, float]


def cup(
    sprite: Sprite,
    look: PieceLook,
    rotation: npt.ArrayLike,
    dice_look: PieceLook | None = None,
    dice: Sequence[InCup] = (),
) -> Pixels:
    """A leather cup for the dice; the sprite's centre is its middle. Without a turn it stands, its mouth up.

    1.9 high, 0.86 from the middle to the outside of the mouth; the mark is its thread. dice: up to four that lie in it,
    made of dice_look. Raises EngineError("BAD_PICTURE"), also for a matrix that is no rotation.
    """
    inner = ffi.NULL if dice_look is None else _struct("bg_piece_look *", _piece_look, dice_look)
    lying = ffi.new("bg_in_cup[]", [_in_cup(die) for die in dice])
    return _piece(lib.bg_picture_cup, sprite, look, _rotation(rotation), inner, lying, len(dice))


def _in_cup(die: InCup) -> dict[str, Any]:
    turn = np.asarray(die.rotation, np.float32)
    if turn.shape != (3, 3):
        raise EngineError("BAD_PICTURE")
    return {"turn": turn.ravel().tolist(), "middle": die.middle}


def cube(
    sprite: Sprite,
    look: PieceLook,
    figure: Pixels,
    side_figure: Pixels | None = None,
    rotation: npt.ArrayLike | None = None,
) -> Pixels:
    """The doubling cube, half edge 0.46. figure: a square of bytes, 255 where its upper face is engraved; side_figure:
    the same of the face behind, which comes up when the cube is turned towards the player by a rotation (3 x 3) about
    its middle.

    Raises EngineError("BAD_PICTURE").
    """
    figures = [figure] if side_figure is None else [figure, side_figure]
    if any(one.dtype != np.uint8 or one.ndim != 2 or one.shape != (len(figure),) * 2 for one in figures):
        raise EngineError("BAD_PICTURE")
    squares = [ffi.from_buffer("uint8_t[]", np.ascontiguousarray(one)) for one in figures]
    rows = ffi.NULL if rotation is None else _rotation(rotation)
    return _piece(lib.bg_picture_cube, sprite, look, rows, squares[0], (*squares[1:], ffi.NULL)[0], len(figure))


def shadow(sprite: Sprite, block: Block) -> Pixels:
    """The shadow of a block on the plane below it, the middle of the block at the sprite's centre. Raises
    EngineError("BAD_PICTURE").
    """
    made = _struct("bg_sprite *", _sprite, sprite)
    blocking = _struct("bg_block *", _block, block)
    return _drawn(lib.bg_picture_shadow, (made, blocking), (sprite.height, sprite.width, 4), None)


def _rotation(rotation: npt.ArrayLike) -> Any:
    rows = np.ascontiguousarray(rotation, np.float32)
    if rows.shape != (3, 3):
        raise EngineError("BAD_PICTURE")
    return ffi.from_buffer("float[]", rows)


def warp(source: Pixels, way: npt.ArrayLike, size: tuple[int, int], out: Pixels | None = None) -> Pixels:
    """A picture moved to where another camera sees it: (height, width, 4) bytes, in the order of the source's.

    way: 3 x 3, from a pixel of the new picture (x, y, 1) to the one of the source that is seen there, in proportion.
    size: width and height of the new picture. Raises EngineError("BAD_PICTURE") for sizes and numbers out of range.
    """
    rows = np.ascontiguousarray(way, np.float32)
    if rows.shape != (3, 3) or source.dtype != np.uint8 or source.ndim != 3 or source.shape[2] != 4:
        raise EngineError("BAD_PICTURE")
    pixels = np.ascontiguousarray(source)
    fixed = (ffi.from_buffer("uint8_t[]", pixels), pixels.shape[1], pixels.shape[0], ffi.from_buffer("float[]", rows))
    return _drawn(lib.bg_picture_warp, (*fixed, *size), (size[1], size[0], 4), out)


def _piece(function: Callable[..., int], sprite: Sprite, look: PieceLook, *arguments: Any) -> Pixels:
    made = _struct("bg_sprite *", _sprite, sprite)
    materials = _struct("bg_piece_look *", _piece_look, look)
    return _drawn(function, (made, materials, *arguments), (sprite.height, sprite.width, 4), None)


def _drawn(
    function: Callable[..., int], arguments: tuple[Any, ...], shape: tuple[int, ...], out: Pixels | None
) -> Pixels:
    if not all(1 <= size <= MOST_WIDTH for size in shape):
        raise EngineError("BAD_PICTURE")
    pixels = np.empty(shape, np.uint8) if out is None else out
    if pixels.shape != shape or pixels.dtype != np.uint8 or not pixels.flags.c_contiguous:
        raise TypeError(f"pixels are written into a contiguous array of bytes of the shape {shape}")
    try:
        call(
            function,
            *arguments,
            ffi.from_buffer("uint8_t[]", pixels, require_writable=True),
            pixels.nbytes,
            faulty=False,
        )
    except OverflowError:
        raise EngineError("BAD_PICTURE") from None
    return pixels


def _struct(kind: str, fields: Callable[[Any], dict[str, Any]], value: Any) -> Any:
    try:
        return ffi.new(kind, fields(value))
    except OverflowError:
        raise EngineError("BAD_PICTURE") from None


@lru_cache(maxsize=64)
def _material(material: Material) -> dict[str, Any]:
    if material.substance not in SUBSTANCES:
        raise EngineError("BAD_PICTURE")
    return {
        "dark": material.dark,
        "light": material.light,
        "figure": material.figure,
        "rough": material.rough,
        "coat": material.coat,
        "substance": SUBSTANCES.index(material.substance),
    }


def _table_look(look: TableLook) -> dict[str, Any]:
    if look.border not in BORDERS:
        raise EngineError("BAD_PICTURE")
    parts = ("frame", "light_point", "dark_point", "cloth", "tray", "inlay", "hinge", "table")
    materials = {part: _material(getattr(look, part)) for part in parts}
    return materials | {"seed": look.seed % 2**32, "border": BORDERS.index(look.border)}


def _piece_look(look: PieceLook) -> dict[str, Any]:
    return {"body": _material(look.body), "mark": _material(look.mark), "rim": look.rim}


def _camera(eye: Eye) -> dict[str, Any]:
    size = {"width": eye.width, "height": eye.height, "scale": eye.scale, "tilt": eye.tilt}
    return size | {"centre_x": eye.centre[0], "centre_y": eye.centre[1]}


def _sprite(sprite: Sprite) -> dict[str, Any]:
    size = {"width": sprite.width, "height": sprite.height, "scale": sprite.scale, "tilt": sprite.tilt}
    return size | {"centre_x": sprite.centre[0], "centre_y": sprite.centre[1], "samples": sprite.samples}


def _block(block: Block) -> dict[str, Any]:
    return {field: getattr(block, field) for field in ("half", "corner", "height", "lift", "turn")}
