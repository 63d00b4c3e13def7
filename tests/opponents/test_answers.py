"""Every question, in every game, gets a legal answer; the same view the same one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import GAMES, Game, Play, chosen_part, game_of
from opponents import LEVELS, Opponent, TableView, seat
from opponents.base import BaseOpponent
from positions import every_game, name_of
from views import before_roll, views_of

STYLES = ("balanced", "aggressive", "careful", "runner")


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_every_play_is_legal(game: Game) -> None:
    seats = [seat(style, level) for style, level in zip(STYLES, LEVELS, strict=False)]
    for view in views_of(game, 1, 3):
        for sitting in seats:
            assert sitting.choose_play(view) in view.plays


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_every_other_answer_is_one_of_those_asked_for(key: str, level: str) -> None:
    sitting = seat("balanced", level)
    for view in map(before_roll, views_of(game_of(key), 2, 2)):
        levels = (1, 2)
        offered = replace(view, on_roll=False, cube_owner="opponent", at_stake=4)
        session = replace(offered, own_need=None, opponent_need=None, cube_owner=None, beavers=True, raccoons=True)
        assert isinstance(sitting.wants_double(view), bool)
        assert sitting.answer_double(offered) in ("take", "pass")
        assert sitting.answer_double(session) in ("take", "pass", "beaver")
        assert sitting.answer_beaver(replace(session, on_roll=True)) in ("accept", "pass", "raccoon")
        assert sitting.answer_raccoon(session) in ("accept", "pass")
        assert sitting.resigns(replace(view, resignation_levels=levels)) in (0, *levels)
        assert sitting.accepts_resignation(replace(view, on_roll=False, resigned=1)) in (False, True)


@pytest.mark.parametrize("key", ["aceydeucey_us", "aceydeucey_eu", "aceydeucey_seed"])
def test_the_number_chosen_after_two_one_is_the_best_of_six(key: str) -> None:
    game, sitting = game_of(key), BaseOpponent()
    for view in views_of(game, 3, 3):
        assert 1 <= sitting.choose_number(view) <= 6
    start = TableView(game, game.start())
    assert sitting.choose_number(start) in range(1, 7)
    assert chosen_part(game, sitting.choose_number(start)).steps == 4


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_seed_get_the_same_answers(level: str) -> None:
    for view in views_of(game_of("backgammon"), 4, 4):
        patient = replace(view, seconds=60.0)
        first, second = seat("careful", level), seat("careful", level)
        assert first.choose_play(patient) == second.choose_play(patient)
        assert first.wants_double(before_roll(patient)) == second.wants_double(before_roll(patient))


def test_another_seed_may_get_another_answer() -> None:
    (view,) = [view for view in views_of(game_of("backgammon"), 5, 1) if len(view.plays) > 5][:1]
    easy = seat("balanced", "easy")
    assert len({easy.choose_play(replace(view, seed=seed)) for seed in range(30)}) > 1
    hard = seat("balanced", "hard")
    assert len({hard.choose_play(replace(view, seed=seed)) for seed in range(30)}) == 1


def test_a_plugin_needs_only_to_choose_plays() -> None:
    class Obedient(BaseOpponent):
        """Plays the first play."""

        def choose_play(self, view: TableView) -> Play:
            return view.plays[0]

    sitting = Obedient()
    assert isinstance(sitting, Opponent)
    for view in views_of(game_of("backgammon"), 6, 2):
        assert sitting.choose_play(view) is view.plays[0]
        assert sitting.answer_double(replace(before_roll(view), on_roll=False, at_stake=4)) in ("take", "pass")
        assert isinstance(sitting.wants_double(before_roll(view)), bool)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_what_a_plugin_does_not_answer_is_answered_by_the_judge(game: Game) -> None:
    for view in views_of(game, 7, 2):
        assert BaseOpponent().choose_play(view) in view.plays


def test_a_view_has_chance_of_its_own() -> None:
    first, second = views_of(game_of("backgammon"), 8, 1)
    assert first.random().random() == replace(first).random().random()
    assert len({view.random().random() for view in (first, second, replace(first, seed=first.seed + 9))}) == 3
