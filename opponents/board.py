"""Boards as numpy sees them: counts by side and point, and the same points as bits of one number each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import BAR, OFF, RESERVE, Game

Floats = npt.NDArray[np.float32]
Bits = npt.NDArray[np.uint32]

_POWERS = (1 << np.arange(1, 25)).astype(np.uint32)
_PLACES = np.arange(1, 25, dtype=np.int32)


def bits_of(mask: npt.NDArray[np.bool_]) -> Bits:
    """A mask over points, shape (n, 24), as one number each: bit p for point p."""
    return np.asarray(mask @ _POWERS, np.uint32)


@dataclass(frozen=True)
class Side:
    """One side of n boards, in its own numbering. count: (n, 24) checkers on points 1 to 24, pinned ones included;
    pinned: (n, 24), where its single checker is pinned; off, bar, reserve: (n,). block: how many of the others close a
    point to it. other: (n, 24) the others' checkers on ITS points.
    """

    count: npt.NDArray[np.int32]
    pinned: npt.NDArray[np.bool_]
    off: npt.NDArray[np.int32]
    bar: npt.NDArray[np.int32]
    reserve: npt.NDArray[np.int32]
    other: npt.NDArray[np.int32]
    block: int

    def of(self, chosen: npt.NDArray[np.bool_]) -> Side:
        """The same side of the chosen boards only."""
        return Side(
            self.count[chosen],
            self.pinned[chosen],
            self.off[chosen],
            self.bar[chosen],
            self.reserve[chosen],
            self.other[chosen],
            self.block,
        )

    @cached_property
    def pips(self) -> npt.NDArray[np.int32]:
        """What is left to travel, the bar and the reserve counting 25."""
        return np.asarray(self.count @ _PLACES + BAR * (self.bar + self.reserve))

    @cached_property
    def held(self) -> npt.NDArray[np.bool_]:
        """Points closed to the others."""
        return np.asarray((self.count >= self.block) | ((self.other == 1) & (self.count >= 1)))

    @cached_property
    def closed(self) -> npt.NDArray[np.bool_]:
        """Points closed to this side by the others."""
        return np.asarray((self.other >= self.block) | self.pinned)

    @cached_property
    def blots(self) -> npt.NDArray[np.bool_]:
        """Single checkers that can be hit or pinned."""
        return np.asarray((self.count == 1) & (self.other == 0) & (self.block == 2))

    @cached_property
    def rearmost(self) -> npt.NDArray[np.int32]:
        """The highest place with a checker, 25 for the bar and the reserve, 0 when all are off."""
        highest = np.where(self.count > 0, _PLACES, 0).max(axis=1)
        return np.asarray(np.where(self.bar + self.reserve > 0, BAR, highest))


def sides_of(game: Game, rows: npt.NDArray[Any]) -> tuple[Side, Side]:
    """Both sides of an array of POSITION rows, side 0 first."""
    counts = rows["side"]["count"].astype(np.int32)
    pins = rows["side"]["pinned"][:, :, None] >> np.arange(1, 25, dtype=np.uint32) & 1 != 0
    block = 2 if game.hits or game.pins else 1
    return _side(game, counts, pins, block, 0), _side(game, counts, pins, block, 1)


def _side(game: Game, counts: npt.NDArray[np.int32], pins: npt.NDArray[np.bool_], block: int, index: int) -> Side:
    own = counts[:, index]
    return Side(
        count=own[:, 1:25],
        pinned=pins[:, index],
        off=own[:, OFF],
        bar=own[:, BAR],
        reserve=own[:, RESERVE],
        other=across(game, counts[:, 1 - index, 1:25]),
        block=block,
    )


def across(game: Game, points: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Columns for points 1 to 24 of one side, reordered by the other side's numbering."""
    return np.roll(points, 12, axis=1) if game.is_parallel else points[:, ::-1]


def is_race(game: Game, own: Side, other: Side) -> npt.NDArray[np.bool_]:
    """Boards on which neither side can hinder the other any more."""
    if game.is_parallel:
        return np.asarray((own.rearmost <= 12) & (other.rearmost <= 12))
    return np.asarray(own.rearmost + other.rearmost < 25)
