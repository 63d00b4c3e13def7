"""Rollouts: the same numbers on any number of threads, luck taken off without bending the mean, exact where known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine_c import (
    GAMES,
    EngineError,
    Judge,
    Part,
    Position,
    Turn,
    array_of,
    first_part,
    game_of,
    legal_plays,
    turn_array,
)
from engine_c._engine import ffi, lib
from engine_c.judge import aligned, bear_off_table
from engine_c.mind import Mind, mind_of
from engine_c.rollout import Rollout, RolloutRequest
from engine_c.search import chances_ahead
from game.formats.ids import read_position_id
from game.formats.xgid import read_xgid
from lookahead import PRICES, Slow
from positions import reached
from weights import weights_of

BACKGAMMON = game_of("backgammon")
MIND = Mind(Judge.of(weights_of(BACKGAMMON), bear_off_table()))
ROUNDING = 1e-5


def middle_games(count: int) -> np.ndarray:
    return array_of([roll.position for roll in reached(BACKGAMMON, 31, 20 * count)[10::20]])


def rolled_out(positions: np.ndarray, mind: Mind = MIND, **settings: Any) -> Rollout:
    rollout = Rollout(RolloutRequest(BACKGAMMON, positions, **settings), mind)
    rollout.run()
    return rollout


@pytest.mark.parametrize("rolls", [1, 2])
def test_all_first_rolls_come_equally_often(rolls: int) -> None:
    """Cut after one roll, 36 plain games are the mean over the 36 pairs of dice; after two, 1,296 games."""
    positions = middle_games(2)
    rollout = rolled_out(positions, trials=36**rolls, truncate=rolls, is_plain=True, seed=4)
    expected = chances_ahead(BACKGAMMON, positions, plies=rolls, mind=MIND)
    assert rollout.results.mean(axis=1) == pytest.approx(expected, abs=ROUNDING)


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("trials", [36, 72])
def test_results_scatter_no_more_than_their_errors_say(rolls: int, trials: int) -> None:
    """Other seeds are other games: the rolls of 36 games differ from each other at each of the first three rolls, so
    together they are less left to chance than games of any dice, which the errors are reckoned for.
    """
    row = array_of([read_position_id("2+wWACDY5ioHAA")])
    found = [
        rolled_out(row, mind_of(BACKGAMMON), trials=trials, truncate=rolls, is_plain=True, seed=seed).found()[0]
        for seed in range(24)
    ]
    assert np.std([worth.equity for worth in found]) < np.mean([worth.error for worth in found])


def test_luck_of_one_roll_is_all_taken_off() -> None:
    """A game of one roll comes to the mean over all rolls, whatever is rolled."""
    positions = middle_games(3)
    rollout = rolled_out(positions, trials=10, truncate=1)
    slow = Slow(BACKGAMMON, MIND.judge)
    for games, position in zip(rollout.results, positions, strict=True):
        expected = slow.ahead(Position(position.tobytes()), 1)
        assert games == pytest.approx(np.tile(expected, (10, 1)), abs=ROUNDING)


def test_luck_off_is_the_same_mean_with_less_scatter() -> None:
    positions = array_of([BACKGAMMON.start()])
    (plain,) = rolled_out(positions, mind_of(BACKGAMMON), trials=1296, is_plain=True).found()
    (fair,) = rolled_out(positions, mind_of(BACKGAMMON), trials=72).found()
    assert abs(plain.equity - fair.equity) < 3 * (plain.error + fair.error)
    assert fair.error * 72**0.5 < plain.error * 1296**0.5 / 3
    assert (plain.games, fair.games) == (1296, 72)


def test_the_same_numbers_on_any_number_of_threads_and_when_taken_up_again() -> None:
    request = RolloutRequest(BACKGAMMON, middle_games(3), trials=80, truncate=4, seed=9)
    whole = Rollout(request, MIND)
    found = whole.run()
    threaded = Rollout(request, MIND)
    assert threaded.run(threads=2) == found
    assert (threaded.results == whole.results).all()
    begun = Rollout(request, MIND)
    for progress in begun.slices(threads=2):
        if progress.done >= 50:
            break
    some = begun.results.copy()
    some[1, 10:30] = np.nan
    continued = Rollout(request, MIND, some)
    assert not continued.progress.is_done
    continued.run()
    assert (continued.results == whole.results).all()
    assert begun.run() == found
    assert whole.progress.is_done
    other = RolloutRequest(BACKGAMMON, middle_games(3), trials=80, truncate=4, seed=10)
    assert Rollout(other, MIND).run() != found


def test_slices_of_any_size() -> None:
    request = RolloutRequest(BACKGAMMON, middle_games(1), trials=36, truncate=5, seed=2)
    expected = Rollout(request, MIND)
    expected.run()
    block, done = aligned(lib.bg_rollout_size()), ffi.new("int64_t *")
    rollout = Rollout(request, MIND)
    pointer, results = ffi.from_buffer(block), np.empty((36, 5))
    position = ffi.from_buffer("bg_position[]", request.positions)
    turns = ffi.new("bg_turn *", {"own_turns": 99, "opponent_turns": 99})
    lib.bg_rollout_begin(
        pointer, len(block), BACKGAMMON.record, rollout._rules, ffi.NULL, ffi.NULL, position, turns, 0, 36, ffi.NULL
    )  # fmt: skip
    while done[0] < 36:
        into = ffi.from_buffer("double[]", results)
        assert lib.bg_rollout_step(pointer, len(block), rollout._mind.pointer, 1, into, 36, done, ffi.NULL) == lib.BG_OK
    assert (results == expected.results[0]).all()


def test_dice_are_common_to_all_candidates() -> None:
    positions = np.repeat(middle_games(1), 2)
    rollout = rolled_out(positions, trials=36, truncate=6)
    assert (rollout.results[0] == rollout.results[1]).all()
    assert rollout.difference(0, 1) == (0, 0)


def test_the_difference_of_two_plays_is_that_of_games_with_the_same_dice() -> None:
    plays = legal_plays(BACKGAMMON, BACKGAMMON.start(), Turn(first_part(BACKGAMMON, (3, 1)), 9, 9))
    finals = array_of([play.final.turned() for play in plays[:2]])
    rollout = rolled_out(finals, mind_of(BACKGAMMON), trials=72, truncate=7)
    one, other = rollout.found()
    gap, error = rollout.difference(0, 1)
    assert gap == pytest.approx(one.equity - other.equity, abs=1e-9)
    gaps = (rollout.results[0] - rollout.results[1]) @ PRICES
    assert error == pytest.approx(gaps.std(ddof=1) / 72**0.5)


def test_players_who_look_ahead() -> None:
    """One roll ahead with a single candidate is no look ahead; with more it is another game."""
    positions = middle_games(1)
    static, narrow, wide = (
        rolled_out(positions, trials=36, truncate=4, is_plain=True, **settings).results
        for settings in ({}, {"plies": 1, "keep": 1}, {"plies": 1, "keep": 4, "within": 1.0})
    )
    assert (static == narrow).all()
    assert (static != wide).any()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_played_out(key: str) -> None:
    game = game_of(key)
    mind = Mind(Judge.of(weights_of(game), bear_off_table()))
    rows = array_of([game.start()])
    turns = turn_array([Turn(Part((2, 1), 2))])
    rollout = Rollout(RolloutRequest(game, rows, turns, trials=4, truncate=8, is_plain=True), mind)
    (worth,) = rollout.run()
    assert worth.games == 4
    assert ((rollout.results >= 0) & (rollout.results <= 1)).all()


@pytest.mark.parametrize("plies", [0, 1])
def test_no_gammon_is_lost_by_a_side_that_bears_off(plies: int) -> None:
    """Case F10."""
    position = read_position_id("YEYF4TnO7w4AAA")
    plays = legal_plays(BACKGAMMON, position, Turn(first_part(BACKGAMMON, (5, 4)), 9, 9))
    finals = array_of([play.final.turned() for play in plays])
    for worth in rolled_out(finals, mind_of(BACKGAMMON), trials=36, plies=plies).found():
        assert worth.chances[1:3] == (0, 0)  # seen by the opponent, who cannot win a gammon


def test_a_gammon_that_can_still_be_saved() -> None:
    """Case F22."""
    position = read_xgid("XGID=-D----------------aeed----:0:0:1:00:0:0:0:0:10").position
    (worth,) = rolled_out(array_of([position]), mind_of(BACKGAMMON), trials=1296).found()
    assert worth.chances[0] == 1
    assert worth.chances[1] == pytest.approx(0.329, abs=0.004)


def test_a_race_one_roll_from_home_is_exact() -> None:
    position = Position.of({0: 10, 7: 1, 1: 4}, {0: 9, 5: 3, 3: 3})
    (worth,) = rolled_out(array_of([position]), trials=72).found()
    assert worth.chances == pytest.approx(Slow(BACKGAMMON, MIND.judge).ahead(position, 1), abs=ROUNDING)
    assert worth.error < ROUNDING
    assert worth.equity == pytest.approx(np.array(worth.chances) @ PRICES - 1, abs=ROUNDING)


def test_a_finished_game_is_what_it_is() -> None:
    (worth,) = rolled_out(array_of([Position.of({6: 15}, {0: 15})]), trials=5).found()
    assert (worth.chances, worth.equity, worth.error) == ((0, 0, 0, 1, 0), -2, 0)


def test_the_last_turn_of_the_side_that_did_not_open() -> None:
    """The opener has finished; the other side has a turn left, and a draw if it finishes with it: 17 rolls of 36."""
    game = game_of("nardy", {"equal_turns": "on"})
    mind = Mind(Judge.of(weights_of(game), bear_off_table()))
    rows = array_of([Position.of({0: 13, 3: 1, 4: 1}, {0: 15})])
    for own_turns, win in ((29, 17 / 72), (30, 0)):
        turns = turn_array([Turn(Part((2, 1), 2), own_turns, 30)])
        (worth,) = Rollout(RolloutRequest(game, rows, turns, trials=36, is_plain=True), mind).run()
        assert worth.chances == pytest.approx((win, 0, 0, 0, 0), abs=1e-9)


def test_nothing_played_yet() -> None:
    rollout = Rollout(RolloutRequest(BACKGAMMON, middle_games(2), trials=10), MIND)
    assert [worth.games for worth in rollout.found()] == [0, 0]
    assert rollout.found()[0].error == float("inf")
    assert rollout.difference(0, 1) == (0, float("inf"))
    assert (rollout.progress.done, rollout.progress.total) == (0, 20)


@pytest.mark.parametrize(
    ("settings", "index"),
    [({"plies": 2}, 0), ({"plies": -1}, 0), ({"truncate": -1}, 1), ({"keep": 0}, 2), ({"keep": 65}, 2),
     ({"within": -0.1}, 3), ({"within": float("nan")}, 3)],
)  # fmt: skip
def test_settings_that_cannot_be(settings: dict[str, Any], index: int) -> None:
    with pytest.raises(EngineError) as error:
        rolled_out(middle_games(1), **settings)
    assert (error.value.name, error.value.index) == ("BAD_SETTING", index)


def test_arguments_that_cannot_be() -> None:
    impossible = array_of([Position.of({6: 14}, {6: 15})])
    with pytest.raises(EngineError, match="add up"):
        rolled_out(impossible)
    with pytest.raises(ValueError, match="do not fit"):
        Rollout(RolloutRequest(BACKGAMMON, middle_games(1)), MIND, np.zeros((2, 2, 5)))
    with pytest.raises(EngineError, match="another kind"):
        rolled_out(middle_games(1), Mind(Judge.of(weights_of(game_of("plakoto")))), trials=1)
    block, done = aligned(lib.bg_rollout_size()), ffi.new("int64_t *")
    mind = ffi.new("bg_mind *")
    status = lib.bg_rollout_step(ffi.from_buffer(block), len(block), mind, 1, ffi.NULL, 0, done, ffi.NULL)
    assert status == lib.BG_NO_SEARCH
