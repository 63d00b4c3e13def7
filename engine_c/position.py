"""What lies on the board: one value of 64 bytes, the same in Python, numpy, C and the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.status import call

OFF, BAR, RESERVE = 0, 25, 26
_COUNTS = 28
_SIDE = np.dtype([("count", "u1", (_COUNTS,)), ("pinned", "<u4")])

POSITION = np.dtype([("side", _SIDE, (2,))])
"""The numpy row of a position: side 0 is on roll, each side counts in its own direction of travel."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board seen by the side on roll.

    data: 64 bytes, first the side on roll, then the other. Per side 28 counts in ITS OWN numbering ([0] off,
    [1..24] points from home to start, [25] bar, [26] reserve, [27] always 0) and 4 bytes with a bit for each point
    where its single checker is pinned. Whether a game allows the position is the game's to say (`Game.check`).
    """

    data: bytes

    def __post_init__(self) -> None:
        if len(self.data) != POSITION.itemsize:
            raise ValueError(f"a position has {POSITION.itemsize} bytes, not {len(self.data)}")

    @classmethod
    def of(
        cls,
        own: Mapping[int, int] | Sequence[int],
        opponent: Mapping[int, int] | Sequence[int],
        pinned_own: Iterable[int] = (),
        pinned_opponent: Iterable[int] = (),
    ) -> Position:
        """A position from counts by place, each side in its own numbering. Raises ValueError for what cannot be one."""
        return cls(_side(own, pinned_own) + _side(opponent, pinned_opponent))

    @property
    def own(self) -> tuple[int, ...]:
        """27 counts of the side on roll: off, points 1 to 24, bar, reserve."""
        return tuple(self.data[:27])

    @property
    def opponent(self) -> tuple[int, ...]:
        """27 counts of the other side, in its own numbering."""
        return tuple(self.data[32:59])

    @property
    def pinned_own(self) -> tuple[int, ...]:
        """Points of the side on roll where its single checker is pinned."""
        return _pins(self.data[28:32])

    @property
    def pinned_opponent(self) -> tuple[int, ...]:
        """Points of the other side, in its numbering, where its single checker is pinned."""
        return _pins(self.data[60:64])

    def turned(self) -> Position:
        """The same board seen by the other side."""
        return Position(self.data[32:] + self.data[:32])

    def pips(self) -> tuple[int, int]:
        """Pip counts of the side on roll and of the other."""
        own, opponent = pips_of(array_of([self]))[0]
        return int(own), int(opponent)


def _side(counts: Mapping[int, int] | Sequence[int], pinned: Iterable[int]) -> bytes:
    places = dict(counts) if isinstance(counts, Mapping) else dict(enumerate(counts))
    row = bytearray(_COUNTS)
    for place, count in places.items():
        if not 0 <= place < _COUNTS or not 0 <= count <= 255:
            raise ValueError(f"{count} checkers in place {place}: places are 0 to 26, counts 0 to 255")
        row[place] = count
    bits = 0
    for point in pinned:
        if not 1 <= point <= 24:
            raise ValueError(f"a pin on {point}: points are 1 to 24")
        bits |= 1 << point
    return bytes(row) + bits.to_bytes(4, "little")


def _pins(field: bytes) -> tuple[int, ...]:
    bits = int.from_bytes(field, "little")
    return tuple(point for point in range(32) if bits >> point & 1)


def array_of(positions: Sequence[Position]) -> npt.NDArray[Any]:
    """Positions as a writable numpy array of POSITION rows."""
    return np.frombuffer(b"".join(position.data for position in positions), POSITION).copy()


def positions_of(rows: npt.NDArray[Any]) -> list[Position]:
    """The positions of an array of POSITION rows."""
    data = np.ascontiguousarray(rows, POSITION).tobytes()
    size = POSITION.itemsize
    return [Position(data[start : start + size]) for start in range(0, len(data), size)]


def rows_pointer(rows: npt.NDArray[Any]) -> Any:
    """A C pointer to a contiguous array of POSITION rows, without a copy. Raises TypeError for any other array."""
    if rows.dtype != POSITION or rows.ndim != 1 or not rows.flags.c_contiguous:
        raise TypeError("positions must be a contiguous one-dimensional array of POSITION rows")
    return ffi.from_buffer("bg_position[]", rows)


def turned(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """All positions of an array seen by the other side."""
    result = np.empty_like(rows)
    call(lib.bg_turned, rows_pointer(rows), len(rows), rows_pointer(result), faulty=False)
    return result


def pips_of(rows: npt.NDArray[Any], simd: int = lib.BG_SIMD_BEST) -> npt.NDArray[np.uint16]:
    """Pip counts, shape (n, 2): the side on roll, the other. `simd`: the widest instructions to use (engine_c.simd)."""
    pips = np.empty((len(rows), 2), np.uint16)
    call(lib.bg_pips, rows_pointer(rows), len(rows), simd, ffi.from_buffer("uint16_t[]", pips), faulty=False)
    return pips
