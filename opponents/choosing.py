"""How a level errs and a style prefers: from what plays are worth to the one that is made, for many decisions at once.

One decision at the table and thousands in a league go through the same few lines. Chance is a function of the seed and
of the board a play leads to, so that the same decision always gets the same mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import OFF, Game
from opponents.board import Side, is_race, sides_of
from opponents.levels import Level, noise_in

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]

STYLE_COSTS = 0.03
"""What a style may cost a play at most, in points of equity by the engine's own judge."""
STYLE_COSTS_A_GAME = 0.10
"""And all its plays of a game together."""

_EQUAL = 2e-4  # points of equity: closer plays are a tie, which goes to what people find natural
_CLOSE = 0.1  # points of equity by which a game that is kept close may be led
_WORD = (1 << 64) - 1
_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


@dataclass(frozen=True)
class Finals:
    """What a style chooses among: the boards before the plays and their finals, seen by the side that moves. All have
    the same length; a board stands there as often as it has finals.
    """

    game: Game
    before: Side
    other_before: Side
    own: Side
    other: Side


Preference = Callable[[Finals], Values]
"""How much a style likes each final, from 0 to 1."""


@dataclass(frozen=True)
class Decisions:
    """Plays to choose among. before: n POSITION rows; finals: m rows; owner: of each final its decision; values: of
    each final to the side that moves. seeds: n. spent: what the style has cost already in each game. lead: how far each
    side is ahead by the score, -1 to 1.
    """

    game: Game
    before: npt.NDArray[Any]
    finals: npt.NDArray[Any]
    owner: Indices
    values: Values
    seeds: Seeds
    spent: Values
    lead: Values


def owners_of(ends: npt.NDArray[np.uint32]) -> Indices:
    """For each final the number of its decision, from where the decisions end (`plays_many`)."""
    counts = np.diff(np.concatenate(([0], ends.astype(np.int64))))
    return np.repeat(np.arange(len(ends)), counts)


def best_of_each(values: Values, ends: npt.NDArray[np.uint32]) -> Indices:
    """The index of the first highest value of each decision."""
    return _first_highest(values, owners_of(ends))


def _first_highest(values: Values, owner: Indices) -> Indices:
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    highest = np.flatnonzero(values >= np.maximum.reduceat(values, starts)[owner])
    return np.asarray(highest[np.unique(owner[highest], return_index=True)[1]])


def choose(
    level: Level, decisions: Decisions, preference: Preference | None = None, weight: float = 0.0
) -> tuple[Indices, Values]:
    """The final that is taken in each decision, and what the style gives up for its taste: (n,), (n,).

    weight: what the style gives for a play it likes best, in points, never more than the bounds above.
    """
    owner, values = decisions.owner, decisions.values + _EQUAL * natural(decisions.finals)
    seen = seen_values(level, decisions, values)
    plain = _first_highest(seen, owner)
    if preference is None or not weight:
        return plain, np.zeros(len(plain))
    most = np.clip(STYLE_COSTS_A_GAME - decisions.spent, 0.0, STYLE_COSTS)
    most *= ~is_race(decisions.game, *sides_of(decisions.game, decisions.before))
    within = (seen >= (seen[plain] - most)[owner]) & (values >= (values[plain] - most)[owner])
    considered = np.flatnonzero(within & (np.bincount(owner[within], minlength=len(plain))[owner] > 1))
    if not len(considered):
        return plain, np.zeros(len(plain))
    liked = np.where(within, seen, -np.inf)
    before = np.ascontiguousarray(decisions.before[owner[considered]])
    rows = np.ascontiguousarray(decisions.finals[considered])
    finals = Finals(decisions.game, *sides_of(decisions.game, before), *sides_of(decisions.game, rows))
    liked[considered] += weight * np.clip(preference(finals), 0.0, 1.0)
    chosen = _first_highest(liked, owner)
    return chosen, np.maximum(values[plain] - values[chosen], 0.0)


def seen_values(level: Level, decisions: Decisions, values: Values) -> Values:
    """The values as a level sees them: wrong the more, the further plays are apart, some not thought of at all."""
    owner = decisions.owner
    best = values[_first_highest(values, owner)]
    gap = best[owner] - values
    if level.gives:
        return _kept_close(level, decisions, values, best)
    if not level.noise:
        return values
    first, second, third = _chance(decisions)
    allowed = gap <= level.worst
    noise = level.noise * noise_in(decisions.game)
    seen = values + noise * np.sqrt(np.maximum(gap, 0.0)) * np.sqrt(-2 * np.log1p(-first)) * np.cos(2 * np.pi * second)
    thought_of = allowed & (third >= level.overlooked)
    none_left = np.bincount(owner[thought_of], minlength=len(best)) == 0
    return np.where(thought_of | (allowed & none_left[owner]), seen, -np.inf)


def _kept_close(level: Level, decisions: Decisions, values: Values, best: Values) -> Values:
    """Who is well ahead prefers the play, among those that give little away, that leaves the game closest."""
    ahead = best + decisions.lead - _CLOSE
    gives = np.clip(ahead, 0.0, level.gives)[decisions.owner]
    top = best[decisions.owner]
    is_near = values >= top - gives
    return np.where(is_near & (gives > 0.0), 2.0 * top - values, np.where(is_near, values, -np.inf))


def natural(finals: npt.NDArray[Any]) -> Values:
    """How natural a final looks where all is decided anyhow, 0 to 1: checkers off first, then few of them alone, then
    no piles.
    """
    counts = finals["side"]["count"][:, 0].astype(np.float64)
    points = counts[:, 1:25]
    off, alone, piled = counts[:, OFF], (points == 1).sum(axis=1), np.maximum(points - 3, 0).sum(axis=1)
    return np.asarray((16.0 * off + 15.0 - alone - piled / 16.0) / 256.0)


def _chance(decisions: Decisions) -> tuple[Values, Values, Values]:
    """Three numbers from 0 to 1 for each final, from the seed of its decision and the board."""
    words = np.ascontiguousarray(decisions.finals).view(np.uint64).reshape(len(decisions.finals), -1)
    state = _mixed(decisions.seeds)[decisions.owner]
    for column in words.T:
        state = _mixed(state ^ column)
    again = _mixed(state)
    return _share(state), _share(again), _share(_mixed(again))


def _share(state: Seeds) -> Values:
    return np.asarray((state >> np.uint64(11)) * 2.0**-53, np.float64)


def _mixed(state: Seeds) -> Seeds:
    """One step of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014)."""
    with np.errstate(over="ignore"):
        state = state + _MIX[0]
        state = (state ^ (state >> np.uint64(30))) * _MIX[1]
        state = (state ^ (state >> np.uint64(27))) * _MIX[2]
        return np.asarray(state ^ (state >> np.uint64(31)))


def seed_of(*numbers: int) -> int:
    """Some whole numbers as one seed of 64 bits."""
    state = 0
    for number in numbers:
        state = (state ^ int(number)) + int(_MIX[0]) & _WORD
        state = (state ^ state >> 30) * int(_MIX[1]) & _WORD
        state = (state ^ state >> 27) * int(_MIX[2]) & _WORD
        state ^= state >> 31
    return state
