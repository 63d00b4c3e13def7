"""Which of the 36 rolls hit or pin, and which let a checker get away: counted on bits, all boards at once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from opponents.board import Bits, Side, bits_of

Floats = npt.NDArray[np.float32]

ROLLS = tuple((first, second) for first in range(1, 7) for second in range(1, first + 1))
WEIGHTS = np.array([1 if first == second else 2 for first, second in ROLLS], np.float32) / 36
"""The 21 rolls, and how often each falls."""

_FIRST = np.array([first for first, _ in ROLLS], np.uint32)
_SECOND = np.array([second for _, second in ROLLS], np.uint32)
_IS_DOUBLE = _FIRST == _SECOND
_ON_BOARD = np.uint32((1 << 25) - 2)
_BAR = np.uint32(1 << 25)
_NONE = np.uint32(0)
BLOCKADE = 12  # points ahead of a checker that can hold it up


def hits(target: Side, attacker: Side, closed: npt.NDArray[np.bool_]) -> Bits:
    """Which blots of `target` each of the 21 rolls can reach: (n, 21), bits in the attacker's numbering.

    closed: (n, 24), points closed to the attacker. A roll counts as long as some order of its dice gets there; the
    checkers that must enter first are minded, the rules that forbid a whole turn are not.
    """
    movable = bits_of((attacker.count > 0) & ~attacker.pinned)
    movable |= np.where(attacker.bar + attacker.reserve > 0, _BAR, _NONE)
    everyone = movable[:, None]
    waiting = attacker.bar[:, None]
    first_to_move = np.where(waiting > 0, _BAR, everyone)
    blots = bits_of(target.blots[:, ::-1])[:, None]
    way = ~bits_of(closed)[:, None] & _ON_BOARD
    reached = (first_to_move >> _FIRST) | (first_to_move >> _SECOND)
    by_first, by_second = (first_to_move >> _FIRST) & way, (first_to_move >> _SECOND) & way
    onward = (by_first >> _SECOND) | (by_second >> _FIRST)
    entered = (waiting == 1) * np.uint32(1)
    beside = np.where(by_first != 0, everyone >> _SECOND, _NONE) | np.where(by_second != 0, everyone >> _FIRST, _NONE)
    reached = reached | np.where(waiting < 2, onward, _NONE) | beside * entered
    third = (by_first >> _FIRST) & way
    fourth = (third >> _FIRST) & way
    doubled = np.where(waiting < 2, (third >> _FIRST) | (fourth >> _FIRST), _NONE)
    return np.asarray((reached | np.where(_IS_DOUBLE, doubled, _NONE)) & blots, np.uint32)


@lru_cache(maxsize=1)
def _escaping_rolls() -> Floats:
    """For each map of closed points ahead (bit 0: the next one) the share of rolls whose whole sum can be moved."""
    maps = np.arange(1 << BLOCKADE, dtype=np.uint32)[:, None]

    def is_open(distance: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
        return np.asarray((maps >> (distance - 1) & 1 == 0) | (distance > BLOCKADE))

    plain = is_open(_FIRST + _SECOND) & (is_open(_FIRST) | is_open(_SECOND))
    doubled = is_open(_FIRST) & is_open(2 * _FIRST) & is_open(3 * _FIRST)
    return np.asarray(np.where(_IS_DOUBLE, doubled, plain) @ WEIGHTS, np.float32)


def escapes(closed: npt.NDArray[np.bool_]) -> Floats:
    """For a checker on points 1 to 24 and the bar, the share of rolls that move it by both dice: (n, 25).

    closed: (n, 24), points closed to it. Moving off the board always counts as open.
    """
    walls = bits_of(closed).astype(np.uint64)[:, None] << np.uint64(BLOCKADE)
    ahead = (walls >> np.arange(1, 26, dtype=np.uint64)) & np.uint64((1 << BLOCKADE) - 1)
    return np.asarray(_escaping_rolls()[_mirrored()[ahead]])


@lru_cache(maxsize=1)
def _mirrored() -> npt.NDArray[np.uint32]:
    """The maps read from the other end: the nearest point comes first."""
    maps = np.arange(1 << BLOCKADE, dtype=np.uint32)
    bits = maps[:, None] >> np.arange(BLOCKADE, dtype=np.uint32) & 1
    return np.asarray(bits[:, ::-1] @ (1 << np.arange(BLOCKADE)), np.uint32)
