"""Entering a turn: every step that can still be completed, reasons for all others, undo, one checker several dice."""

from __future__ import annotations

import pytest

from engine_c import Step, Turn, first_part, game_of
from game.formats.ids import position_id, read_position_id
from game.formats.text import read_position
from game.match.entry import PlayEntry
from game.match.events import NotAllowed


def entry(position: str, dice: tuple[int, int], key: str = "backgammon", **options: str) -> PlayEntry:
    game = game_of(key, options)
    return PlayEntry(game, read_position(position, game.checkers).position, Turn(first_part(game, dice, 9), 9, 9))


OPENING = "4HPwATDgc/ABMA"


def test_a_turn_step_by_step() -> None:
    turn = entry(OPENING, (3, 1))
    assert turn.sources() == (24, 13, 8, 6)
    assert not turn.may_finish
    turn.step(Step(8, 3))
    turn.step(Step(6, 1))
    assert turn.is_finished
    assert turn.steps == (Step(8, 3), Step(6, 1))
    assert position_id(turn.position.turned()) == "sGfwATDgc/ABMA"
    turn.undo()
    turn.undo()
    assert turn.position == turn.start
    with pytest.raises(NotAllowed) as error:
        turn.undo()
    assert error.value.code == "nothing_to_undo"


def test_f25_undoing_a_hit_gives_back_the_very_board() -> None:
    turn = entry("XGID=-a----E-C--aeE---c-e----B-:0:0:1:42:0:0:0:0:10", (4, 2))
    assert position_id(turn.start) == "4HPwBSDgc/ABMA"
    assert turn.position.pips() == (167, 157)
    turn.step(Step(13, 2))
    assert position_id(turn.position) == "4HPwAVDgc+QBMA"
    assert turn.position.pips() == (165, 168)
    turn.undo()
    assert turn.position == read_position_id("4HPwBSDgc/ABMA")


def test_one_checker_may_use_several_dice() -> None:
    turn = entry(OPENING, (3, 1))
    assert turn.ways(24) == {21: (Step(24, 3),), 23: (Step(24, 1),), 20: (Step(24, 1), Step(23, 3))}
    turn.go(24, 20)
    assert turn.is_finished
    doubles = entry(OPENING, (2, 2))
    assert set(doubles.ways(13)) == {11, 9, 7, 5}
    assert set(entry(OPENING, (5, 5)).ways(13)) == {8, 3}
    assert set(entry("6:1 1:1 / 24:15".replace("24:15", "1:15"), (6, 1)).ways(6)) == {0, 5}


# Position, dice, from, to, the reason.
REASONS = [
    (OPENING, (3, 1), 6, 4, "no_way"),
    (OPENING, (3, 1), 5, 4, "step_no_checker"),
    (OPENING, (5, 1), 24, 19, "step_blocked"),
    ("XGID=-GbG---------A------bbccc-:0:0:1:65:0:0:0:0:10", (6, 5), 13, 8, "step_higher_die"),
    ("XGID=-bCB-BCa----c----c-f--A-CA:0:0:1:53:0:0:0:0:10", (5, 3), 25, 22, "step_play_more"),
    ("XGID=-bCB-BCa----c----c-f--A-CA:0:0:1:53:0:0:0:0:10", (5, 3), 6, 3, "step_bar_first"),
    ("7:1 6:2 / 1:15", (6, 1), 6, 0, "step_not_home"),
]


@pytest.mark.parametrize(("position", "dice", "source", "target", "code"), REASONS)
def test_reason(position: str, dice: tuple[int, int], source: int, target: int, code: str) -> None:
    turn = entry(position, dice)
    with pytest.raises(NotAllowed) as error:
        turn.go(source, target)
    assert error.value.code == code
    assert turn.steps == ()


def test_f01_a_forced_play_is_known() -> None:
    forced = entry("XGID=----b-M-A-------b-cdd---A-:0:0:1:62:0:0:0:0:10", (6, 2)).forced()
    assert forced is not None
    assert set(forced.steps) == {Step(24, 2), Step(8, 6)}
    assert entry(OPENING, (3, 1)).forced() is None
    dance = entry("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", (6, 5)).forced()
    assert dance is not None
    assert dance.steps == ()
