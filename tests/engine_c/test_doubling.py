"""The cube some rolls ahead: the replies are the best ones, no board is judged twice, and time is kept."""

from __future__ import annotations

import time

import numpy as np
import pytest

from engine_c import (
    EngineError,
    Judge,
    Mind,
    Position,
    Turn,
    array_of,
    chances_ahead,
    first_part,
    game_of,
    positions_of,
    turn_array,
    turned,
)
from engine_c._engine import ffi, lib
from engine_c.advice import Level, judge_cube
from engine_c.cube import CubeView
from engine_c.doubling import ROLLS, boards_ahead, judged_ahead, replies, verdict_ahead
from engine_c.judge import aligned, bear_off_table
from engine_c.mind import Held
from engine_c.position import rows_pointer
from positions import reached
from weights import weights_of

GAME = game_of("backgammon")
MIND = Mind(Judge.of(weights_of(GAME), bear_off_table()))
SCOUTED = Mind(MIND.judge, Judge.of(weights_of(GAME, 9), bear_off_table()), 3)
DICE = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
OVER = Position.of({1: 1, 0: 14}, {0: 15})


def middle_games(count: int) -> np.ndarray:
    return array_of([roll.position for roll in reached(GAME, 33, 30 * count)[20::30]])


def all_replies(rows: np.ndarray, mind: Mind = MIND) -> np.ndarray:
    found = replies(GAME, rows, mind)
    assert found is not None  # there was no end
    return found


def test_replies_are_the_plays_that_are_best_at_sight() -> None:
    rows = middle_games(3)
    turns = turn_array([Turn(first_part(GAME, dice, 9), 9, 9) for dice in DICE])
    for row, found in zip(np.split(rows, 3), all_replies(rows), strict=True):
        finals = MIND.judge.decide(GAME, np.repeat(row, ROLLS), turns)[0]
        assert positions_of(found) == positions_of(turned(finals))


def test_a_scout_has_its_say() -> None:
    rows = middle_games(8)
    alone, scouted = all_replies(rows), all_replies(rows, SCOUTED)
    assert (alone != scouted).any()
    assert (alone == scouted).any()


def test_finished_games_only_change_sides() -> None:
    assert set(positions_of(all_replies(array_of([OVER]))[0])) == {OVER.turned()}


def test_each_board_stands_once_and_all_have_their_places() -> None:
    rows = middle_games(2)
    ahead = boards_ahead(GAME, rows, 2, MIND)
    assert ahead
    boards, places = ahead
    assert len(set(positions_of(boards))) == len(boards) < len(places) == 2 * ROLLS**2
    by_hand = all_replies(all_replies(rows).ravel())
    assert positions_of(boards[places]) == positions_of(by_hand.ravel())


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_the_chances_are_those_of_the_look_ahead(plies: int) -> None:
    for row in np.split(middle_games(4), 4):
        judged = judged_ahead(GAME, row, CubeView(), plies, SCOUTED)
        assert judged
        assert judged[0] == pytest.approx(chances_ahead(GAME, row, plies=plies, mind=SCOUTED)[0], abs=1e-5)
        assert [judged[1]] == verdict_ahead(GAME, row, CubeView(), plies, SCOUTED)


def test_out_of_time_there_is_no_answer_but_the_one_at_sight() -> None:
    row, past = middle_games(1), time.perf_counter() - 1
    assert replies(GAME, row, MIND, past) is None
    assert boards_ahead(GAME, row, 1, MIND, past) is None
    assert judged_ahead(GAME, row, CubeView(), 1, MIND, end=past) is None
    (position,) = positions_of(row)
    deep = Level(cube=3)
    assert judge_cube(GAME, position, CubeView(), deep, seconds=0) == judge_cube(GAME, position, CubeView(), Level())
    assert judge_cube(GAME, position, CubeView(), deep, seconds=60) == judge_cube(GAME, position, CubeView(), deep)


def test_what_cannot_be_is_refused() -> None:
    rows = np.repeat(array_of([GAME.start()]), 300)
    rows["side"]["count"][290, 0, 6] += 1
    with pytest.raises(EngineError) as error:
        replies(GAME, rows, MIND)
    assert (error.value.name, error.value.index) == ("BAD_TOTAL", 290)
    with pytest.raises(EngineError) as error:
        verdict_ahead(GAME, rows[288:292].copy(), CubeView(), 1, MIND)
    assert (error.value.name, error.value.index) == ("BAD_TOTAL", 2)


def test_nothing_to_think_with_is_refused() -> None:
    rows, mind, fault = array_of([GAME.start()]), Held(MIND), ffi.new("bg_fault *")
    room, found = aligned(lib.bg_player_size()), np.empty(ROLLS, rows.dtype)
    block, into = ffi.from_buffer(room), rows_pointer(found)
    board = rows_pointer(rows)

    def asked(mind: object, board: object, count: int, block: object, size: int, into: object) -> str:
        status = lib.bg_replies(mind, GAME.record, board, count, block, size, into, fault)
        return str(ffi.string(lib.bg_status_name(status)).decode())

    assert asked(mind.pointer, board, 1, block, len(room), into) == "OK"
    assert asked(ffi.NULL, board, 1, block, len(room), into) == "NULL_POINTER"
    assert asked(mind.pointer, ffi.NULL, 1, block, len(room), into) == "NULL_POINTER"
    assert asked(mind.pointer, board, 1, block, len(room), ffi.NULL) == "NULL_POINTER"
    assert asked(mind.pointer, board, 1, ffi.NULL, len(room), into) == "BAD_WORKSPACE"
    assert asked(mind.pointer, board, 1, block, len(room) - 1, into) == "BAD_WORKSPACE"
    assert asked(mind.pointer, board, 1, block + 8, len(room), into) == "BAD_WORKSPACE"
    assert asked(mind.pointer, ffi.NULL, 0, block, len(room), ffi.NULL) == "OK"
