"""The judge with nets: what the engine has learned where it has weights, the hand-made judgement elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import EngineError, Game, judge, turned
from opponents.judge import Chances, Judge, inverted
from opponents.judgement import Judgement

_HAND_MADE = Judgement()


class Trained:
    """Nets per game; see `opponents.judge.Judge` for what the rows are and whose chances come out."""

    def chances(self, game: Game, rows: npt.NDArray[Any]) -> Chances:
        """Chances of side 0, which has just moved; side 1 is on roll."""
        if not has_weights(game):
            return _HAND_MADE.chances(game, rows)
        return inverted(np.asarray(judge.evaluate(game, turned(np.ascontiguousarray(rows))), np.float64))


def on_roll(of: Judge, game: Game, rows: npt.NDArray[Any]) -> Chances:
    """Chances of side 0 of POSITION rows, which is on roll."""
    return inverted(of.chances(game, turned(rows)))


@lru_cache(maxsize=64)
def has_weights(game: Game) -> bool:
    """The engine was trained for this game, and its file is whole; a damaged one is as good as none."""
    try:
        judge.judge_of(game)
    except EngineError:
        return False
    return True
