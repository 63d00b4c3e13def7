"""Looking one roll ahead: the other side's best answer to each of the 21 rolls, for the plays that seem best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Game, Turn, first_part, plays_many, turn_array, turned
from opponents.judge import Chances, Judge, equities, inverted
from opponents.shots import ROLLS, WEIGHTS

Stop = Callable[[], bool]


def on_roll_chances(
    judge: Judge, game: Game, rows: npt.NDArray[Any], own_turns: int = 9, other_turns: int = 9
) -> Chances:
    """Chances of side 0, which is on roll, from the best play of each roll: (n, 5). No board may be finished."""
    turns = turn_array([Turn(first_part(game, dice, own_turns), own_turns, other_turns) for dice in ROLLS])
    ends, finals, _ = plays_many(game, np.repeat(rows, len(ROLLS)), np.tile(turns, len(rows)))
    chances = judge.chances(game, finals)
    best = best_of_each(equities(chances), ends)
    return np.asarray(np.einsum("nrc,r->nc", chances[best].reshape(len(rows), len(ROLLS), 5), WEIGHTS))


def best_of_each(values: npt.NDArray[np.float64], ends: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
    """The index of the first highest value in each group; ends: where the groups end, as `plays_many` gives."""
    last = ends.astype(np.int64)
    starts = np.concatenate(([0], last[:-1]))
    owner = np.repeat(np.arange(len(starts)), last - starts)
    highest = np.flatnonzero(values >= np.maximum.reduceat(values, starts)[owner])
    return np.asarray(highest[np.unique(owner[highest], return_index=True)[1]])


def looked_ahead(
    judge: Judge,
    game: Game,
    rows: npt.NDArray[Any],
    turn: Turn,
    chances: Chances,
    order: npt.NDArray[np.int64],
    stop: Stop,
) -> tuple[Chances, int]:
    """The chances of the side that moved, those of the finals in `order` taken from one roll later.

    rows: finals that end the turn `turn`, with their `chances` at once. Stops early, after at least one final, when
    `stop` says so. Returns how many of `order` were reached as well.
    """
    result, reached = chances.copy(), 0
    over = game.outcomes(np.ascontiguousarray(rows))[:, 0] != 0
    for index in order:
        if not over[index]:
            there = turned(np.ascontiguousarray(rows[index : index + 1]))
            own, other = turn.own_turns + 1, turn.opponent_turns
            result[index] = inverted(on_roll_chances(judge, game, there, other, own))[0]
        reached += 1
        if stop():
            break
    return result, reached
