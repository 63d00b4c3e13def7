"""Cases that other programs were reported for: what our strong levels answer there, and what the engine says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Position, Turn, array_of, chances_ahead, first_part, game_of, legal_plays, whole_turn
from engine_c.advice import LEVELS as DEPTHS
from engine_c.advice import judge_cube, judge_plays
from engine_c.cube import CubeView
from game.commands import asking
from game.commands.scores import cube_view
from game.formats.ids import read_position_id
from game.formats.notation import play_text
from game.formats.xgid import read_xgid
from opponents import TableView, seat

GAME = game_of("backgammon")
STRONG = ("hard", "master")


def asked(xgid: str) -> asking.Question:
    return asking.question({"position": xgid, "game": "backgammon"})


def view_to_play(position: Position, dice: tuple[int, int]) -> TableView:
    turn = Turn(first_part(GAME, dice), 9, 9)
    return TableView(GAME, position, turn=turn, dice=dice, plays=legal_plays(GAME, position, turn), seconds=60.0)


def test_two_plays_that_are_nearly_the_same() -> None:
    """F10: within 0.02 of each other."""
    position = read_position_id("YEYF4TnO7w4AAA")
    rows = array_of([play.final.turned() for play in whole_turn(GAME, position, (5, 4), 9, 9)])
    first, second = chances_ahead(GAME, rows, plies=2) @ [2, 1, 1, -1, -1]
    assert abs(first - second) <= 0.02


@pytest.mark.parametrize("level", STRONG)
def test_two_checkers_off_rather_than_one(level: str) -> None:
    """F11: won either way; the play that people would make."""
    position = read_xgid("XGID=-GC-A----------b----a-cde-:0:0:1:42:0:0:0:0:10").position
    play = seat("balanced", level).choose_play(view_to_play(position, (4, 2)))
    assert play_text(position, play.steps, GAME, compact=True) == "4/off 2/off"
    hint = judge_plays(GAME, view_to_play(position, (4, 2)).plays, CubeView(), DEPTHS["master"])[0]
    assert hint.play.final == play.final


TOO_GOOD = "XGID=-A-Bb-DBB---bBa---bcbbaA-A:0:0:-1:00:0:0:{jacoby}:0:8"


@pytest.mark.parametrize("level", STRONG)
@pytest.mark.parametrize(
    ("jacoby", "action", "no_double"), [(False, "too_good_pass", 1.14), (True, "double_pass", 0.97)]
)
def test_too_good_to_double_unless_gammons_do_not_count(
    level: str, jacoby: bool, action: str, no_double: float
) -> None:
    """F13: the Jacoby rule alone turns the verdict."""
    question = asked(TOO_GOOD.format(jacoby=int(jacoby)))
    verdict = judge_cube(GAME, question.position, cube_view(question), DEPTHS[level]).verdict
    assert verdict.action == action
    assert verdict.no_double == pytest.approx(no_double, abs=0.03 if level == "master" else 0.12)
    view = TableView(GAME, question.position, jacoby=jacoby, seconds=60.0)
    sitting = seat("balanced", level)
    assert sitting.wants_double(view) is jacoby
    answering = replace(view, position=question.position.turned(), on_roll=False, at_stake=2)
    assert sitting.answer_double(answering) == "pass"


@pytest.mark.parametrize("level", STRONG)
def test_whoever_owns_the_cube_sees_it_in_all_plays(level: str) -> None:
    """F14: the best play is worth -0.594; a cube taken for centred would make all of them -1."""
    question = asked("XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8")
    found = judge_plays(GAME, question.plays(), cube_view(question), DEPTHS[level])
    texts = [play_text(question.position, each.play.steps, GAME, compact=True) for each in found]
    assert texts[0] == "13/11 2/1"
    assert found[0].equity == pytest.approx(-0.594, abs=0.02)
    losses = [found[0].equity - found[texts.index(text)].equity for text in ("13/12 13/11", "13/10", "13/11 6/5")]
    assert losses == pytest.approx([0.007, 0.009, 0.012], abs=0.01)


LEADING = "XGID=-a----EaC---dEa--c-e----B-:0:0:1:00:4:6:0:7:10"


@pytest.mark.parametrize("level", STRONG)
def test_a_pass_that_would_cost_more_than_half_a_point(level: str) -> None:
    """F16: the side behind doubles after the Crawford game; who leads takes, for passing costs about 0.71."""
    question = asked(LEADING)
    verdict = judge_cube(GAME, question.position, cube_view(question), DEPTHS[level]).verdict
    assert (verdict.doubles, verdict.takes) == (True, True)
    assert verdict.pass_ - verdict.take == pytest.approx(0.71, abs=0.05)
    other = TableView(
        GAME,
        question.position.turned(),
        on_roll=False,
        at_stake=2,
        own_need=1,
        opponent_need=3,
        crawford_is_past=True,
        seconds=60.0,
    )
    assert seat("balanced", level).answer_double(other) == "take"


@pytest.mark.parametrize("style", ["balanced", "aggressive", "careful", "runner"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master", "even"])
def test_who_needs_one_point_never_doubles(style: str, level: str) -> None:
    """Nothing is left to be won by it, in whatever position."""
    sitting = seat(style, level)
    for text in (LEADING, TOO_GOOD.format(jacoby=0)):
        position = read_xgid(text).position
        view = TableView(GAME, position, own_need=1, opponent_need=4, crawford_is_past=True, seconds=60.0)
        assert not sitting.wants_double(view)
