"""Levels err as much as their rows say, and each beats the one below it; styles cost little."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine_c import GAMES, Game, Turn, array_of, first_part, game_of, legal_plays, turned
from game.formats.ids import position_id, read_position_id
from game.formats.xgid import read_xgid
from opponents import LEVELS, Opponent, TableView, level_near, seat
from opponents.board import is_race, sides_of
from opponents.choosing import STYLE_COSTS
from opponents.trained import Trained, on_roll
from opponents.worth import cube_view, worths
from positions import reached

BENCH = Path(__file__).parent.parent / "data" / "bench" / "chequer.jsonl"


def views_of(game: Game, seed: int, count: int) -> list[TableView]:
    """Decisions between several plays."""
    views = [
        TableView(game, roll.position, turn=roll.turn, dice=roll.turn.part.dice, seed=seed, seconds=60.0)
        for roll in reached(game, seed, count)
    ]
    return [replace(view, plays=legal_plays(game, view.position, _turn(view))) for view in views]


def _turn(view: TableView) -> Turn:
    assert view.turn is not None
    return view.turn


def costs(view: TableView, sitting: Opponent) -> float:
    """What the play chosen costs by the static judge, the cube counted in."""
    rows = turned(array_of([play.final for play in view.plays]))
    values = -worths(view.game, rows, on_roll(Trained(), view.game, rows), cube_view(view).turned())
    return float(values.max() - values[view.plays.index(sitting.choose_play(view))])


def play_game(game: Game, seats: tuple[Opponent, Opponent], seed: int) -> int:
    """The level won by the first seat, negative when it loses. The seats open in turn."""
    rng = Random(seed)
    position, turns, side = game.start(), [0, 0], seed % 2
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        turn = Turn(first_part(game, dice, turns[side]), turns[side], turns[1 - side])
        plays = legal_plays(game, position, turn)
        view = TableView(game, position, turn=turn, dice=dice, plays=plays, seed=rng.getrandbits(32))
        position = seats[side].choose_play(view).final
        turns[side] += 1
        outcome = game.outcome(position)
        if outcome.winner != "nobody":
            won = {"own": 1, "opponent": -1, "draw": 0}[outcome.winner] * outcome.level
            return won if side == 0 else -won
        position, side = position.turned(), 1 - side


def test_weaker_levels_lose_more_by_their_own_judge_and_never_more_than_their_worst() -> None:
    views = views_of(game_of("backgammon"), 11, 60)
    means = []
    for key in ("easy", "medium", "hard"):
        lost = [costs(view, seat("balanced", key)) for view in views]
        assert max(lost) <= max(LEVELS[key].worst, STYLE_COSTS) + 0.002
        means.append(float(np.mean(lost)))
    assert means[0] > means[1] > means[2]
    assert means[2] < 1e-3


def test_hard_beats_easy() -> None:
    hard, easy, game = seat("balanced", "hard"), seat("balanced", "easy"), game_of("backgammon")
    assert sum(play_game(game, (hard, easy), seed) for seed in range(16)) > 0


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse", "least"), [("medium", "easy", 0.2), ("hard", "easy", 0.5)])
def test_levels_are_ordered_in_play(better: str, worse: str, least: float) -> None:
    """least: points a game."""
    seats = seat("balanced", better), seat("balanced", worse)
    assert sum(play_game(game_of("backgammon"), seats, seed) for seed in range(300)) / 300 > least


@pytest.mark.long
def test_levels_are_ordered_by_what_their_plays_cost() -> None:
    """By the reference equities of the bench: 500 times the mean loss."""
    rates = [bench_rate(seat("balanced", level)) for level in LEVELS]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 20
    assert rates[-1] < 9


def bench_rate(sitting: Opponent) -> float:
    game, lost = game_of("backgammon"), []
    for line in BENCH.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        position, dice = read_position_id(case["id"]), (case["dice"][0], case["dice"][1])
        turn = Turn(first_part(game, dice, 9), 9, 9)
        plays = legal_plays(game, position, turn)
        view = TableView(game, position, turn=turn, dice=dice, plays=plays, seed=5, seconds=60.0)
        chosen = position_id(sitting.choose_play(view).final.turned())
        lost.append(next(move["loss"] for move in case["moves"] if move["id"] == chosen))
    return 500 * float(np.mean(lost))


@pytest.mark.parametrize("style", ["aggressive", "careful", "runner"])
def test_a_style_costs_little_and_nothing_in_a_race(style: str) -> None:
    differs = 0
    for key in ("backgammon", "plakoto", "fevga"):
        for view in views_of(game_of(key), 12, 120):
            chosen, lost = seat(style, "hard").choose_play(view), costs(view, seat(style, "hard"))
            assert lost <= STYLE_COSTS + 0.002
            if is_race(view.game, *sides_of(view.game, array_of([view.position])))[0]:
                assert lost < 0.002
            differs += chosen != seat("balanced", "hard").choose_play(view)
    assert differs > 0


@pytest.mark.parametrize("key", GAMES)
def test_the_master_answers_when_there_is_no_time_left(key: str) -> None:
    for view in views_of(game_of(key), 13, 4):
        assert seat("balanced", "master").choose_play(replace(view, seconds=0.0, clock=0.0)) in view.plays


def test_of_equal_plays_the_one_that_bears_off_most() -> None:
    """F11: won either way, two checkers off look better than one."""
    game = game_of("backgammon")
    view = views_of(game, 1, 1)[0]
    position = read_xgid("XGID=-GC-A----------b----a-cde-:0:0:1:42:0:0:0:0:10").position
    turn = Turn(first_part(game, (4, 2), 9), 9, 9)
    view = replace(view, position=position, turn=turn, dice=(4, 2), plays=legal_plays(game, position, turn))
    for level in ("hard", "master"):
        assert seat("balanced", level).choose_play(view).final.own[0] == position.own[0] + 2


@pytest.mark.parametrize(("rating", "key"), [(0, "easy"), (1700, "medium"), (2000, "hard"), (2500, "master")])
def test_adaptive_takes_the_nearest_level(rating: float, key: str) -> None:
    assert level_near(rating).key == key
