"""What goes by itself at the table: forced plays, turns without a play, rolling, ending a turn."""

from __future__ import annotations

import pytest

from game.match.state import Phase
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot
from turning import drags, keys_alone, playing, steps_played

FORCED = "XGID=----b-M-A-------b-cdd---A-:0:0:1:62:0:0:0:0:10"


def test_f01_a_forced_play_is_made_for_the_person(pilot: Pilot) -> None:
    playing(pilot, FORCED, (6, 2))
    assert set(steps_played(pilot)) == {(24, 2), (8, 6)}
    assert pilot.state.side == 1


def test_f01_and_is_not_when_that_is_switched_off(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(play_forced=False), FORCED, (6, 2))
    assert pilot.director.entry is not None
    assert pilot.state.side == 0
    assert set(pilot.app.scene.touch.sources()) == {24, 8}  # type: ignore[union-attr]


def test_no_legal_play_is_said_and_passes(pilot: Pilot) -> None:
    state = in_the_middle("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", (6, 5))
    pilot.sit(header(state), state)
    pilot.until(lambda: pilot.said == "Ada has no legal play.")
    pilot.until_still()
    assert pilot.state.side == 1
    assert steps_played(pilot) == []


def test_closed_out_is_said_and_does_not_roll(pilot: Pilot) -> None:
    state = in_the_middle("8:3 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 2:14", (1, 1))
    pilot.sit(header(state), state)
    pilot.until_still()
    for place in (8, 8, 8, 7):
        pilot.click(place, button=3)
        pilot.until_still()
    pilot.until_still()
    assert pilot.state.side == 0
    assert pilot.state.turns == (10, 10)
    assert "Bea is closed out" in pilot.said


# Rolls automatically, the game, whether the Roll button waits.
ROLLS = [(True, "tavla", False), (False, "tavla", True), (True, "backgammon", True), (False, "backgammon", True)]


@pytest.mark.parametrize(("automatic", "key", "waits"), ROLLS)
def test_rolling_by_itself(make_pilot: MakePilot, automatic: bool, key: str, waits: bool) -> None:
    pilot = make_pilot(roll_automatically=automatic)
    state = in_the_middle(START, None, key)
    pilot.sit(header(state), state)
    pilot.until_still()
    assert pilot.director.wants_roll == waits
    assert (pilot.state.phase is Phase.TO_ROLL) == waits
    if waits:
        pilot.press("space")
        pilot.until_still()
        assert pilot.state.phase is Phase.TO_PLAY


def test_with_done_the_turn_waits_for_enter(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    drags(pilot)
    pilot.until_still()
    assert pilot.state.side == 0
    pilot.press("return")
    pilot.until_still()
    assert pilot.state.side == 1


def test_with_done_and_keys_alone(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    keys_alone(pilot)
    assert pilot.state.side == 0
    pilot.press("return")
    pilot.until_still()
    assert pilot.state.side == 1


def test_done_too_early_says_why(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    assert not pilot.box("done").is_enabled
    pilot.drag(8, 5)
    pilot.until_still()
    assert not pilot.director.finish()
    assert pilot.said == "The turn is not finished: there are dice left to play."
