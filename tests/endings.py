"""Endings of few checkers, solved exactly with the cube: the judge of what the engine says about doubling in races.

Both sides bear off from their home boards with perfect play and cube, for points, without gammons, Jacoby or beavers.
Written for itself: it shares no move or number with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Home = tuple[int, ...]  # checkers on the points 1 to 6
ROLLS = [(high, low, 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)]


@dataclass(frozen=True)
class Endings:
    """What the side on roll has in homes[i] against homes[j], for each [i, j], in points at a cube of 1.

    cubeless: nobody ever doubles; centred, own: rolling without a double, the cube in the middle or its own; other: the
    cube is the other side's. Doubled and taken is 2 * other.
    """

    homes: list[Home]
    cubeless: Array
    centred: Array
    own: Array
    other: Array


def solved(checkers: int) -> Endings:
    """All endings of at most so many checkers a side. Six take a minute, three a second."""
    homes = list(_homes(checkers))
    place = {home: i for i, home in enumerate(homes)}
    pips = np.array([sum((i + 1) * count for i, count in enumerate(home)) for home in homes])
    results = [[np.array([place[each] for each in _after(home, *roll[:2])]) for roll in ROLLS] for home in homes]
    by_pips = [np.flatnonzero(pips == count) for count in range(pips.max() + 1)]
    shape = (4, len(homes), len(homes))
    rolled, best = np.full(shape, -1.0), np.full(shape, -1.0)  # by view: cubeless, centred, own, other
    for total in range(2, 2 * pips.max() + 1):
        for i in np.flatnonzero(pips < total):
            against = by_pips[total - pips[i]] if 0 < total - pips[i] < len(by_pips) else []
            if not pips[i] or not len(against):
                continue
            for view, seen_by_other in enumerate((0, 1, 3, 2)):
                rolled[view, i, against] = sum(
                    weight * -best[seen_by_other][np.ix_(against, finals)].min(axis=1)
                    for finals, (_high, _low, weight) in zip(results[i], ROLLS, strict=True)
                ) / 36  # fmt: skip
            doubled = np.minimum(1.0, 2 * rolled[3, i, against])
            best[:, i, against] = rolled[:, i, against]
            for view in (1, 2):
                best[view, i, against] = np.maximum(rolled[view, i, against], doubled)
    return Endings(homes, *rolled)


def _homes(most: int, points: int = 6) -> Iterator[Home]:
    if not points:
        yield ()
        return
    for count in range(most + 1):
        for rest in _homes(most - count, points - 1):
            yield (count, *rest)


@cache
def _after(home: Home, high: int, low: int) -> frozenset[Home]:
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    return frozenset(final for order in orders for final in _played(home, order))


def _played(home: Home, dice: tuple[int, ...]) -> set[Home]:
    finals = {home}
    for die in dice:
        finals = {after for board in finals for after in _steps(board, die) or [board]}
    return finals


def _steps(home: Home, die: int) -> list[Home]:
    last = max((i for i in range(6) if home[i]), default=-1)
    found = []
    for i in range(6):
        if home[i] and (i >= die or i == die - 1 or i == last):
            board = list(home)
            board[i] -= 1
            if i >= die:
                board[i - die] += 1
            found.append(tuple(board))
    return found
