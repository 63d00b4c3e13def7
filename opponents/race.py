"""Races: each side needs so many rolls, and whoever needs fewer wins.

Within the home board mean and deviation of that number are exact (`tables/bear_off_rolls.npy`: for every board of at
most 15 checkers, in 4096ths of a roll, found with the play that is fastest on average); what lies outside is added by
its pips. Between the two the number is taken as normally distributed.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Game, Turn, first_part, next_part
from opponents.board import Side

Doubles = npt.NDArray[np.float64]

_TABLE = Path(__file__).parent / "tables" / "bear_off_rolls.npy"
_MOST_ROLLS = 60
_ORDINARY_PIPS = 49 / 6  # of a roll of two dice, doubles counted four times
_MOST_PIPS = 400
_BROUGHT_HOME = (6, 5, 4)  # where checkers from outside end up, in turn
_MOST_PARTS = 12  # parts of one turn that are counted: longer ones hardly occur
_RANKS = np.array([[comb(count + place, place + 1) for count in range(16)] for place in range(6)])


@lru_cache(maxsize=1)
def _table() -> Doubles:
    return np.asarray(np.load(_TABLE) / 4096.0)


def rolls_from_home(home: npt.NDArray[Any]) -> Doubles:
    """Mean and deviation of the rolls that bear off a home board: (n, 2), from counts on points 1 to 6, (n, 6).

    A board's rank is the number of boards before it: the sum over points of C(checkers up to it + point - 1, point).
    """
    ranks = _RANKS[np.arange(6), np.cumsum(home, axis=1)].sum(axis=1)
    return np.asarray(_table()[ranks])


@lru_cache(maxsize=32)
def _sums(game: Game) -> Doubles:
    """Chances that k rolls make at least so many pips: [k, pips]."""
    roll = _pips_of_a_roll(game)
    at_least = np.zeros((_MOST_ROLLS, _MOST_PIPS))
    exactly = np.zeros(_MOST_PIPS)
    exactly[0] = 1.0
    for rolls in range(_MOST_ROLLS):
        at_least[rolls] = 1.0 - np.concatenate(([0.0], np.cumsum(exactly)[:-1]))
        exactly = np.convolve(exactly, roll)[:_MOST_PIPS]
    return at_least


@lru_cache(maxsize=32)
def _pace(game: Game) -> tuple[float, float]:
    """Mean and variance of the pips of a roll."""
    roll, pips = _pips_of_a_roll(game), np.arange(_MOST_PIPS)
    mean = float(roll @ pips)
    return mean, float(roll @ (pips - mean) ** 2)


def _pips_of_a_roll(game: Game) -> Doubles:
    """The distribution of the pips that one turn makes when nothing is in the way, all its parts together."""
    chances = np.zeros(_MOST_PIPS)
    for first in range(1, 7):
        for second in range(1, 7):
            chances[min(_turn_pips(game, (first, second)), _MOST_PIPS - 1)] += 1 / 36
    return chances


def _turn_pips(game: Game, dice: tuple[int, int]) -> int:
    """Pips of a turn that begins with these dice; a chosen double is 6-6, a further roll counts its mean."""
    part, pips = first_part(game, dice, 9), 0
    for _ in range(_MOST_PARTS):
        pips += sum(part.dice) * part.steps // 2
        follow = next_part(game, game.start(), Turn(part, 9, 9), part.steps)
        if follow.then == "play" and follow.part is not None:
            part = follow.part
        elif follow.then == "choose":
            return pips + 4 * 6 + 8
        else:
            return pips + 8 * (follow.then == "roll")
    return pips


def rolls_needed(game: Game, side: Side) -> Doubles:
    """Mean and deviation of the rolls until all checkers are off: (n, 2)."""
    home = side.count[:, :6].copy()
    outside = np.concatenate((side.count[:, 6:], (side.bar + side.reserve)[:, None]), axis=1)
    coming = outside.sum(axis=1)
    travelled = outside @ np.arange(7, 26)
    for turn, point in enumerate(_BROUGHT_HOME):
        arriving = (coming + len(_BROUGHT_HOME) - 1 - turn) // len(_BROUGHT_HOME)
        home[:, point - 1] += arriving
        travelled = travelled - arriving * point
    pips, variance = _pace(game)
    rolls = rolls_from_home(home)
    mean = rolls[:, 0] * (_ORDINARY_PIPS / pips) + travelled / pips
    deviation = np.sqrt(rolls[:, 1] ** 2 + travelled * variance / pips**3)
    return np.stack((mean, deviation), axis=1)


def _done(rolls: Doubles) -> Doubles:
    """Chances to be through with 0, 1, 2 ... rolls, from mean and deviation: (n, most rolls)."""
    mean, deviation = rolls[:, :1], np.maximum(rolls[:, 1:], 1e-6)
    counted = np.arange(_MOST_ROLLS)
    chances = normal((counted + 0.5 - mean) / deviation)
    # Near the end only two numbers of rolls are possible: the mean alone gives both chances.
    short = np.floor(mean)
    is_either = deviation**2 < (mean - short) * (short + 1 - mean) + 0.02
    either = np.where(counted > short, 1.0, (counted == short) * (short + 1 - mean))
    chances = np.where(is_either, either, chances)
    chances[:, :1] = mean == 0.0
    return np.where(mean == 0.0, 1.0, chances)


def normal(deviations: Doubles) -> Doubles:
    """The normal distribution function, by its logistic likeness with a cubic term (Bowling and others, 2009)."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(1.5976 * deviations + 0.07056 * deviations**3, -60, 60))))


def pips_to_save(side: Side, gammon: bool) -> Doubles:
    """Pips until the first checker is off (gammon), or until none is left in the others' home or behind it: (n,)."""
    places = np.arange(1, 25)
    if not gammon:
        return np.asarray(side.count @ np.maximum(places - 18, 0) + 7 * (side.bar + side.reserve), np.float64)
    outside = side.count @ np.maximum(places - 6, 0) + 19 * (side.bar + side.reserve)
    lowest = np.where(side.count > 0, places, 6).min(axis=1)
    return np.asarray(np.where(side.off > 0, 0, outside + np.minimum(lowest, 6)), np.float64)


def race_chances(game: Game, mover: Side, other: Side) -> Doubles:
    """Chances of the side that has just moved, the other being on roll: (n, 5) as in `opponents.judge`."""
    mine, others = _done(rolls_needed(game, mover)), _done(rolls_needed(game, other))
    chances = np.zeros((len(mine), 5))
    # The other side has had k rolls when the mover finishes with his k-th; it needs its own k-th before that.
    chances[:, 0] = (_at(mine) * (1.0 - others[:, 1:])).sum(axis=1)
    levels = range(2, game.most_level + 1)
    for level in levels:
        saved = _finishing(game, pips_to_save(other, gammon=level == 2))
        chances[:, level - 1] = (_at(mine) * (1.0 - saved[:, 1:])).sum(axis=1)
        saved = _finishing(game, pips_to_save(mover, gammon=level == 2))
        chances[:, level + 1] = (_at(others) * (1.0 - saved[:, :-1])).sum(axis=1)
    return chances


def _at(finished: Doubles) -> Doubles:
    """Chances to finish with exactly the first, second ... roll."""
    return np.diff(finished, axis=1)


def _finishing(game: Game, pips: Doubles) -> Doubles:
    """Chances to have made so many pips with 0, 1, 2 ... rolls: (n, most rolls)."""
    at_least = _sums(game)
    whole = np.clip(np.floor(pips).astype(np.int64), 0, _MOST_PIPS - 2)
    part = np.clip(pips - whole, 0.0, 1.0)[:, None]
    return np.asarray((1.0 - part) * at_least[:, whole].T + part * at_least[:, whole + 1].T)
