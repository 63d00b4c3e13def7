"""Master's cube on the decisions of the bench: 0.10 on 1 December 2026, no more than 1.0 is asked for."""

from __future__ import annotations

import numpy as np

from cube_bench import GAME, decisions
from engine_c import positions_of
from engine_c.advice import LEVELS, judge_cube


def test_master_agrees_wherever_the_gap_is_wide() -> None:
    lost = []
    for decision in decisions():
        (position,) = positions_of(decision.row)
        lost.append(decision.losses(judge_cube(GAME, position, decision.view, LEVELS["master"]).verdict))
    losses = np.array(lost)
    assert losses.shape == (104, 2)
    assert 500 * losses.sum(axis=1).mean() <= 1.0
    assert losses.max() <= 0.05
