"""Thrown dice as solid bodies: a plan in, the way of each die out. Nothing is drawn and no die has a number here.

One unit is the width of a point; x runs to the right, y up the board, z out of it, the field lies at z = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.status import EngineError, call

FRAMES_A_SECOND: int = lib.BG_THROW_FRAMES_A_SECOND
MOST_BLOCKS: int = lib.BG_THROW_MOST_BLOCKS

FELT, WOOD, CHECKER, DIE = lib.BG_ON_FELT, lib.BG_ON_WOOD, lib.BG_ON_CHECKER, lib.BG_ON_DIE
"""What a die may touch."""


@dataclass(frozen=True, slots=True)
class ThrowPlan:
    """dice: 1 or 2. walls: of the field: left, right, low, high, -16 to 16. mouth: where the dice leave the hand. way:
    how fast they leave it along x and y, units a second, -64 to 64. limits: the least and the most y that a lying die
    may reach. blocks: the middles of the undersides of checkers that lie there, MOST_BLOCKS at most.
    """

    dice: int
    walls: tuple[float, float, float, float]
    mouth: tuple[float, float, float]
    way: tuple[float, float]
    limits: tuple[float, float]
    blocks: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Touch:
    """at: seconds from the beginning. speed: of the die towards what it hits, units a second. ground: one of these."""

    at: float
    speed: float
    die: int
    ground: int


@dataclass(frozen=True, slots=True)
class Tumble:
    """Every array has a row for each frame and in it one for each die; FRAMES_A_SECOND of them, the last one at rest.

    places: of the middles, (frames, dice, 3). turns: unit quaternions w, x, y, z, (frames, dice, 4). energies: of
    motion and height together, for a mass of 1, (frames, dice).
    """

    places: npt.NDArray[np.float32]
    turns: npt.NDArray[np.float32]
    energies: npt.NDArray[np.float32]
    touches: tuple[Touch, ...]


def throw_dice(plan: ThrowPlan, seed: int, tries: int = 400) -> Tumble | None:
    """A throw that ends well: every die flat on the felt, clear of walls, checkers and the other, within the limits.

    The same arguments give the same throw. tries: 1 to 4096, so many throws are made until one ends well; None if none
    does. Raises EngineError("BAD_THROW") for a number out of range.
    """
    most_frames, most_touches = lib.BG_THROW_MOST_FRAMES, lib.BG_THROW_MOST_TOUCHES
    frames = ffi.new("bg_die_frame[]", most_frames * lib.BG_THROW_MOST_DICE)
    touches = ffi.new("bg_touch[]", most_touches)
    frame_count, touch_count = ffi.new("int32_t *"), ffi.new("int32_t *")
    made = ffi.new("bg_throw *", _fields(plan))
    try:
        arguments = (frames, most_frames, frame_count, touches, most_touches, touch_count)
        call(lib.bg_throw_dice, made, seed % 2**32, tries, *arguments, faulty=False)
    except OverflowError:
        raise EngineError("BAD_THROW") from None
    count = frame_count[0]
    if not count:
        return None
    rows = np.frombuffer(ffi.buffer(frames), np.float32).reshape(-1, 8)[: count * plan.dice]
    told = rows.reshape(count, plan.dice, 8).copy()
    heard = tuple(Touch(one.at, one.speed, one.die, one.ground) for one in touches[0 : touch_count[0]])
    return Tumble(told[..., :3], told[..., 3:7], told[..., 7], heard)


def _fields(plan: ThrowPlan) -> dict[str, object]:
    if len(plan.blocks) > MOST_BLOCKS or not -(2**31) <= plan.dice < 2**31:
        raise EngineError("BAD_THROW")
    left, right, low, high = plan.walls
    blocks: Sequence[Sequence[float]] = plan.blocks
    return {
        "dice": plan.dice,
        "left": left,
        "right": right,
        "low": low,
        "high": high,
        "mouth": plan.mouth,
        "way": plan.way,
        "least_y": plan.limits[0],
        "most_y": plan.limits[1],
        "blocks": len(blocks),
        "block": blocks,
    }
