"""What plays cost, by the engine's own deep look: two rolls ahead, and truncated rollouts where that is too close.

The scale is that of PR: cubeless points lost; 500 times their mean over decisions between several plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import (
    Game,
    Rollout,
    RolloutRequest,
    Turn,
    chances_ahead,
    equities,
    next_part,
    plays_many,
    positions_of,
    steps_of,
    turn_array,
    turned,
)
from engine_c.play import TURN
from opponents.choosing import Values

Array = npt.NDArray[Any]
PR = 500.0
"""PR of a mean loss of one point."""

TOO_CLOSE = 0.02
"""Points between the two best below which they are rolled out."""

_FIRST, _SECOND = (10, 0.20), (5, 0.08)  # so many of the best, no further behind than that: one and two rolls ahead
_ROLLED = (3, 0.03)
_HOPELESS = 0.4  # points behind: one roll ahead is enough to know it


@dataclass(frozen=True)
class Depth:
    """trials, truncate: of the rollouts; 0 trials: none, two rolls ahead decide."""

    trials: int = 144
    truncate: int = 7


def losses(game: Game, position: Array, turn: Turn, asked: Sequence[bytes], depth: Depth = Depth()) -> Values | None:
    """What each of the finals asked about costs, in points. None where there is nothing to decide, or where a play does
    not end the turn. position: one POSITION row, seen by the side that moves; asked: finals, seen so too.
    """
    _ends, finals, steps = plays_many(game, position, turn_array([turn]))
    if len(finals) < 2 or not _all_end(game, finals, steps, turn):
        return None
    rows = turned(finals)
    places = {place.data: index for index, place in enumerate(positions_of(finals))}
    wanted = np.array(sorted({places[final] for final in asked}))
    turns = np.zeros(len(rows), TURN)
    turns["own_turns"], turns["opponent_turns"] = turn.opponent_turns, turn.own_turns + 1
    values = -equities(game, rows).astype(np.float64)
    looked = np.union1d(_near(values, np.arange(len(values)), *_FIRST), wanted)
    values[looked] = -_ahead(game, rows, turns, looked, 1)
    near = _near(values, looked, *_SECOND)
    looked = np.union1d(near, wanted[values[wanted] >= values[near].max() - _HOPELESS])
    values[looked] = -_ahead(game, rows, turns, looked, 2)
    _roll_out_what_is_close(game, rows, values, looked, depth)
    return np.asarray(np.maximum(values[looked].max() - values[[places[final] for final in asked]], 0.0))


def _roll_out_what_is_close(
    game: Game, rows: Array, values: Values, looked: npt.NDArray[np.int64], depth: Depth
) -> None:
    """Where the two best are too close, rollouts say what they are worth; the others are shifted to their scale."""
    close = _near(values, looked, *_ROLLED)
    if not depth.trials or len(close) < 2 or values[close[0]] - values[close[1]] >= TOO_CLOSE:
        return
    there = np.ascontiguousarray(rows[close])
    rollout = Rollout(RolloutRequest(game, there, trials=depth.trials, truncate=depth.truncate, seed=1))
    rollout.run()
    found = np.array([-worth.equity for worth in rollout.found()])
    others = np.setdiff1d(looked, close)
    values[others] += (found - values[close]).mean()
    values[close] = found


def _near(values: Values, among: npt.NDArray[np.int64], keep: int, within: float) -> npt.NDArray[np.int64]:
    """The best of them, best first: so many, no further behind than that."""
    order = among[np.argsort(-values[among], kind="stable")][:keep]
    return np.asarray(order[values[order] >= values[order[0]] - within])


def _ahead(game: Game, rows: Array, turns: Array, chosen: npt.NDArray[np.int64], plies: int) -> Values:
    there = np.ascontiguousarray(rows[chosen])
    chances = chances_ahead(game, there, np.ascontiguousarray(turns[chosen]), plies).astype(np.float64)
    return np.asarray(chances @ np.array([2.0, 1.0, 1.0, -1.0, -1.0]) - 1.0)


def _all_end(game: Game, finals: Array, steps: Array, turn: Turn) -> bool:
    over = game.outcomes(finals)[:, 0] != 0
    kinds = {len(steps_of(row)): index for index, row in enumerate(steps) if not over[index]}
    places = positions_of(finals)
    return all(next_part(game, places[index], turn, count).then == "end" for count, index in kinds.items())


def interval(costs: Values, rounds: int = 2000) -> tuple[float, float, float]:
    """PR of some losses, and its 95 % interval, drawing the decisions anew."""
    if not len(costs):
        return 0.0, 0.0, 0.0
    rng = np.random.default_rng(1)
    means = np.sort([PR * float(rng.choice(costs, len(costs)).mean()) for _ in range(rounds)])
    return PR * float(costs.mean()), float(means[rounds // 40]), float(means[-rounds // 40])
