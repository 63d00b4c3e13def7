"""What a position with contact is judged by: counts of both sides, each with a name.

The side that has just moved is `mover`, the other is on roll. Every feature exists for both sides. All are made from
the same counts in every game; where a game has no hits, no pins or no reserve, they are zero.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine_c import Game
from opponents.board import Floats, Side, across
from opponents.shots import WEIGHTS, escapes, hits

_PLACES = np.arange(1, 25)
_QUARTERS = ((1, 6), (7, 12), (13, 18), (19, 24))
_AHEAD = 6  # a prime is six points

BY_POINT = ("one", "two", "more", "pinned")
BY_SIDE = (
    "off",
    "none_off",
    "bar",
    "bar_two",
    "reserve",
    "pips",
    "lead",
    "lead_late",
    "hit",
    "hit_1_6",
    "hit_7_12",
    "hit_13_18",
    "hit_19_24",
    "hit_pips",
    "hit_strength",
    "hit_two",
    "home",
    "home_bar",
    "home_behind",
    "home_blots",
    "closed_out",
    "behind",
    "anchors",
    "held_up",
    "rear_stuck",
    "rear_stuck_pips",
    "prime",
    "prime_rear",
    "stuck_dice",
    "still",
    "arrived",
    "mother",
    "stacked",
)
NAMES: tuple[str, ...] = (
    "always",
    *(f"{side}_{name}" for side in ("mover", "other") for name in BY_SIDE),
    *(f"{side}_{name}_{point}" for side in ("mover", "other") for name in BY_POINT for point in range(1, 25)),
)
"""The features in order; `mover_two_5` is 1 where the mover has at least two checkers on his 5-point."""

PHASES = ("both_behind", "mover_behind", "other_behind", "none_behind")
"""Weights differ by who still has checkers in the last quarter, on the bar or in reserve."""


def phases(mover: Side, other: Side) -> npt.NDArray[np.int64]:
    """The index of each board's phase."""
    return np.asarray(2 * (mover.rearmost < 19) + (other.rearmost < 19), np.int64)


def features(game: Game, mover: Side, other: Side) -> Floats:
    """The features of n boards, (n, len(NAMES)), each of the size of 1."""
    left, right = _of_side(game, mover, other), _of_side(game, other, mover)
    columns = [np.ones(len(mover.count)), *left, *right]
    return np.concatenate(
        (np.stack(columns, axis=1), _by_point(mover), _by_point(other)), axis=1, dtype=np.float32, casting="unsafe"
    )


def _by_point(side: Side) -> Floats:
    count = side.count
    parts = (count >= 1, count >= 2, np.maximum(count - 2, 0) / 3, side.pinned)
    return np.concatenate(parts, axis=1, dtype=np.float32, casting="unsafe")


def _of_side(game: Game, side: Side, other: Side) -> list[npt.NDArray[np.generic]]:
    count, held, waiting = side.count, side.held, side.bar + side.reserve
    others_held = other.held[:, :6].sum(axis=1)
    shot, struck = _shots(game, side, other)
    behind = count[:, 18:].sum(axis=1) + waiting
    others_behind = other.count[:, 18:].sum(axis=1) + other.bar + other.reserve
    home = held[:, :6].sum(axis=1)
    lead = (other.pips - side.pips) / 100
    free = 1.0 - escapes(side.closed)
    moving = np.concatenate((count * ~side.pinned, waiting[:, None]), axis=1)
    rear_stuck = free[np.arange(len(count)), np.maximum(side.rearmost - 1, 0)]
    longest, before_rear = _primes(game, side, other)
    stuck_dice, still = _mobility(side)
    return [
        side.off / 15,
        side.off == 0,
        side.bar >= 1,
        np.clip(side.bar - 1, 0, 2),
        side.reserve / 15,
        side.pips / 100,
        lead,
        np.clip(100 * lead / (side.pips + other.pips + 20), -1, 1),
        shot,
        *struck[:4],
        struck[4],
        shot * others_held / 6,
        struck[5],
        home / 6,
        home / 6 * (other.bar > 0),
        home * others_behind / 30,
        home / 6 * other.blots[:, 18:].sum(axis=1),
        (home == 6) & (other.bar > 0),
        behind / 5,
        held[:, 18:].sum(axis=1) / 3,
        (moving * free).sum(axis=1) / 5,
        rear_stuck,
        rear_stuck * side.rearmost / 24 * (behind > 0),
        np.maximum(longest - 2, 0) / 3,
        np.maximum(before_rear - 2, 0) / 3,
        stuck_dice,
        still,
        (count[:, :12].any(axis=1)) | (side.off > 0),
        (count[:, 23] == 1) & ~side.pinned[:, 23],
        np.maximum(count - 4, 0).sum(axis=1) / 5,
    ]


def _shots(game: Game, side: Side, other: Side) -> tuple[Floats, list[Floats]]:
    """Share of the other side's rolls that hit; then by quarter, pips lost on average, and rolls that hit two."""
    if not (game.hits or game.pins):
        nothing = np.zeros(len(side.count), np.float32)
        return nothing, [nothing] * 6
    reached = hits(side, other, other.closed)
    shares: list[Floats] = []
    for low, high in _QUARTERS:
        span = np.uint32(sum(1 << (25 - point) for point in range(low, high + 1)))
        shares.append(np.asarray((reached & span != 0) @ WEIGHTS))
    # The highest bit is the blot that has travelled furthest: in the attacker's numbering, what it would lose.
    lost = np.frexp(reached.astype(np.float64))[1] - 1
    pips = (np.maximum(lost, 0) @ WEIGHTS) / 12
    more_than_one = (reached & (reached - np.minimum(reached, 1)) != 0) @ WEIGHTS
    return np.asarray((reached != 0) @ WEIGHTS), [*shares, np.asarray(pips), np.asarray(more_than_one)]


def _primes(game: Game, side: Side, other: Side) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Most points held among six in a row on the others' way: anywhere, and ahead of their rearmost checker."""
    there = across(game, side.held)
    sums = np.concatenate((np.zeros((len(there), 1), np.int64), np.cumsum(there, axis=1)), axis=1)
    windows = sums[:, _AHEAD:] - sums[:, :-_AHEAD]  # points a to a + 5, in the others' numbering
    is_ahead = np.arange(1, windows.shape[1] + 1) + _AHEAD <= other.rearmost[:, None]
    return windows.max(axis=1), (windows * is_ahead).max(axis=1)


def _mobility(side: Side) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Share of numbers on dice that no checker can move, and of (checker, number) pairs that are blocked."""
    movers = side.count * ~side.pinned
    blocked, stuck = np.zeros(len(movers)), np.zeros(len(movers))
    for die in range(1, 7):
        open_moves = (movers[:, die:] * ~side.closed[:, :-die]).sum(axis=1)
        stuck += open_moves == 0
        blocked += movers[:, die:].sum(axis=1) - open_moves
    return np.asarray(stuck / 6, np.float32), np.asarray(blocked / 30)
