"""Looking ahead: the mean over all rolls of what the best reply leaves, however it is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine_c import (
    GAMES,
    EngineError,
    Turn,
    array_of,
    first_part,
    game_of,
    plays_many,
    turn_array,
    turned,
)
from engine_c.judge import FILTERS, Judge, bear_off_table
from positions import reached
from weights import weights_of

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36


def judge_by_chance(key: str, seed: int = 1) -> Judge:
    return Judge.of(weights_of(game_of(key), seed), bear_off_table())


def boards(key: str, count: int, seed: int = 6) -> npt.NDArray[Any]:
    return array_of([roll.position for roll in reached(game_of(key), seed, 40 * count)[::40]])


@pytest.mark.parametrize("key", ["backgammon", "tavla", "plakoto", "fevga", "hyper"])
@pytest.mark.parametrize("plies", [1, 2])
def test_by_hand(key: str, plies: int) -> None:
    game, mind = game_of(key), judge_by_chance(key)
    for row in boards(key, 12 // plies):
        turns = turn_array([Turn(first_part(game, roll, 9), 9, 9) for roll in ROLLS])
        finals, _, _ = mind.decide(game, np.repeat(row, len(ROLLS)), turns)
        after = -mind.look_ahead(game, turned(finals), plies - 1)[1]
        _, equities = mind.look_ahead(game, np.array([row]), plies)
        home = not row["side"]["count"][:, 7:27].any()
        wanted = mind.evaluate(game, np.array([row]))[1][0] if home else after @ WEIGHTS
        assert equities[0] == pytest.approx(wanted, abs=2e-5)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_look_ahead(key: str) -> None:
    game, mind = game_of(key), judge_by_chance(key)
    rows = boards(key, 3)
    chances, equities = mind.look_ahead(game, rows, 1)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (np.abs(equities) <= 3).all()


def test_not_ahead_is_the_judge_itself() -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    rows = boards("backgammon", 100)
    for one, other in zip(mind.look_ahead(game, rows, 0), mind.evaluate(game, rows), strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_scout_that_keeps_everything_changes_nothing() -> None:
    game, mind, scout = game_of("hyper"), judge_by_chance("hyper"), judge_by_chance("hyper", 9)
    rows = boards("hyper", 20)
    assert mind.look_ahead(game, rows, 1, scout, 32)[1].tobytes() == mind.look_ahead(game, rows, 1)[1].tobytes()
    assert mind.look_ahead(game, rows, 1, scout, 1)[1].tobytes() != mind.look_ahead(game, rows, 1)[1].tobytes()


def test_ranks() -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    _, finals, _ = plays_many(game, array_of([game.start()]), turn_array([Turn(first_part(game, (4, 2)), 9, 9)]))
    static, none = mind.rank(game, finals)
    assert not none.any()
    values, depths = mind.rank(game, finals, 2)
    first = np.argsort(-static, kind="stable")[: FILTERS[0][0]]
    assert set(np.flatnonzero(depths)) <= set(first)
    for depth in (1, 2):
        chosen = np.ascontiguousarray(finals[depths == depth])
        assert values[depths == depth].tolist() == (-mind.look_ahead(game, turned(chosen), depth)[1]).tolist()


@pytest.mark.parametrize("plies", [-1, 4, 1000])
def test_too_far(plies: int) -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    with pytest.raises(EngineError) as error:
        mind.look_ahead(game, array_of([game.start()]), plies)
    assert error.value.name == "BAD_PLIES"
