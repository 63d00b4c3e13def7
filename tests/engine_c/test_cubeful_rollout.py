"""Rollouts that turn the cube: exact endings, dead cubes, one roll ahead, the same numbers on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from endings import solved
from engine_c import EngineError, Judge, Position, array_of, endings, game_of
from engine_c.cube import CubeView
from engine_c.doubling import verdict_ahead
from engine_c.judge import bear_off_table
from engine_c.mind import Mind
from engine_c.rollout import Rollout, RolloutRequest
from positions import reached
from weights import weights_of

BACKGAMMON = game_of("backgammon")
JUDGE = Judge.of(weights_of(BACKGAMMON), bear_off_table())
PRICES = np.array([2, 1, 1, -1, -1], float)
EXACT = solved(3)
VIEWS = [
    CubeView(),
    CubeView(value=2, owner="own"),
    CubeView(value=4, owner="opponent"),
    CubeView(jacoby=True, beavers=True),
    CubeView(own_need=5, opponent_need=3),
    CubeView(value=2, owner="own", own_need=4, opponent_need=7),
    CubeView(own_need=3, opponent_need=1, is_after_crawford=True),
]


def middle_games(count: int) -> np.ndarray:
    return array_of([roll.position for roll in reached(BACKGAMMON, 31, 20 * count)[10::20]])


def rolled_out(positions: np.ndarray, judge: Judge = JUDGE, **settings: Any) -> Rollout:
    rollout = Rollout(RolloutRequest(BACKGAMMON, positions, **settings), Mind(judge))
    rollout.run()
    return rollout


def row_of(i: int, j: int) -> np.ndarray:
    sides = [{0: 15 - sum(home), **{k + 1: n for k, n in enumerate(home)}} for home in (EXACT.homes[i], EXACT.homes[j])]
    return array_of([Position.of(*sides)])


@pytest.mark.parametrize("pair", [(40, 38), (83, 83), (60, 71), (30, 52), (81, 60)])
def test_endings_solved_exactly(pair: tuple[int, int]) -> None:
    i, j = pair
    for owner, truth in ((None, EXACT.centred[i, j]), ("own", EXACT.own[i, j]), ("opponent", EXACT.other[i, j])):
        view = CubeView(owner=owner)  # type: ignore[arg-type]  # one of the three
        (found,) = rolled_out(row_of(i, j), trials=648, seed=3, view=view).found()
        assert found.cubeful
        assert abs(found.cubeful.no_double - truth) < 4 * found.cubeful.no_double_error + 0.002
        assert abs(found.cubeful.take - 2 * EXACT.other[i, j]) < 4 * found.cubeful.take_error + 0.002


def test_endings_that_the_table_knows_need_no_games() -> None:
    *_, made = endings.making()
    judge = endings.with_endings(JUDGE, made.table)
    (found,) = rolled_out(row_of(83, 83), judge, trials=36, view=CubeView(value=2, owner="own")).found()
    assert found.cubeful
    assert found.cubeful.no_double == pytest.approx(EXACT.own[83, 83], abs=1e-6)
    assert found.cubeful.take == pytest.approx(2 * EXACT.other[83, 83], abs=1e-6)


@pytest.mark.parametrize("is_plain", [False, True])
def test_a_dead_cube_is_the_cubeless_game_times_its_value(is_plain: bool) -> None:
    positions = middle_games(2)
    view = CubeView(is_fixed=True)
    rollout = rolled_out(positions, trials=12, seed=5, view=view, is_plain=is_plain)
    cubeless = rolled_out(positions, trials=12, seed=5, is_plain=is_plain)
    assert (rollout.results[:, :, :5] == cubeless.results).all()
    equities = cubeless.results @ PRICES - 1
    assert rollout.results[:, :, 5] == pytest.approx(equities, abs=1e-5)
    assert rollout.results[:, :, 6] == pytest.approx(2 * equities, abs=1e-5)


def test_a_match_that_ends_with_the_game() -> None:
    view = CubeView(value=4, owner="own", own_need=2, opponent_need=1, is_after_crawford=True)
    rollout = rolled_out(middle_games(2), trials=12, seed=5, view=view)
    assert rollout.results[:, :, 5] == pytest.approx(2 * rollout.results[:, :, 0] - 1, abs=1e-5)


@pytest.mark.parametrize("view", VIEWS)
def test_cut_after_one_roll_it_is_the_verdict_one_roll_ahead(view: CubeView) -> None:
    positions = middle_games(3)
    rollout = rolled_out(positions, trials=3, truncate=1, view=view)
    expected = verdict_ahead(BACKGAMMON, positions, view, 1, Mind(JUDGE))
    for games, verdict in zip(rollout.results, expected, strict=True):
        assert games[:, 5] == pytest.approx([verdict.no_double] * 3, abs=2e-5)
        assert games[:, 6] == pytest.approx([verdict.take] * 3, abs=2e-5)
    for found, verdict in zip(rollout.found(), expected, strict=True):
        assert found.cubeful
        assert found.cubeful.verdict.action == verdict.action
        assert found.cubeful.verdict.value == pytest.approx(verdict.value, abs=2e-5)


@pytest.mark.parametrize("view", VIEWS)
def test_luck_off_is_the_same_mean_with_less_scatter(view: CubeView) -> None:
    positions = middle_games(1)
    (plain,) = rolled_out(positions, trials=720, truncate=8, is_plain=True, seed=1, view=view).found()
    (fair,) = rolled_out(positions, trials=36, truncate=8, seed=1, view=view).found()
    assert plain.cubeful
    assert fair.cubeful
    # who has looked one roll ahead decides otherwise now and then
    for name in ("no_double", "take"):
        errors = getattr(plain.cubeful, f"{name}_error") + getattr(fair.cubeful, f"{name}_error")
        assert abs(getattr(plain.cubeful, name) - getattr(fair.cubeful, name)) < 4 * errors + 0.05


def test_threads_and_what_is_taken_up_again() -> None:
    request = RolloutRequest(BACKGAMMON, middle_games(2), trials=72, truncate=6, seed=9, view=CubeView())
    whole = Rollout(request, Mind(JUDGE))
    found = whole.run()
    threaded = Rollout(request, Mind(JUDGE))
    assert threaded.run(threads=2) == found
    assert (threaded.results == whole.results).all()
    some = whole.results.copy()
    some[1, 10:50] = np.nan
    continued = Rollout(request, Mind(JUDGE), some)
    assert continued.run() == found
    gap, error = whole.difference(0, 1)
    assert gap == pytest.approx(found[0].cubeful.verdict.value - found[1].cubeful.verdict.value)  # type: ignore[union-attr]
    assert error >= 0


def test_results_of_another_shape_are_refused() -> None:
    request = RolloutRequest(BACKGAMMON, middle_games(1), trials=4, view=CubeView())
    with pytest.raises(ValueError, match="shape"):
        Rollout(request, Mind(JUDGE), np.zeros((1, 4, 5)))
    with pytest.raises(EngineError) as refused:
        Rollout(RolloutRequest(BACKGAMMON, middle_games(1), view=CubeView(value=3)), Mind(JUDGE))
    assert refused.value.name == "BAD_CUBE"


def test_a_game_that_is_over() -> None:
    won = Position.of({0: 15}, {1: 15})
    lost = Position.of({0: 1, 6: 14}, {0: 15})
    rollout = rolled_out(array_of([won, lost]), trials=2, view=CubeView(value=2, owner="own"))
    assert rollout.results[0, :, 5:] == pytest.approx(np.array([[2, 4], [2, 4]]))
    assert rollout.results[1, :, 5:] == pytest.approx(np.array([[-1, -2], [-1, -2]]))
