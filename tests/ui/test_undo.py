"""Steps are taken back: one by one, after the turn has ended, in turns of several parts."""

from __future__ import annotations

import pytest

from engine_c import Step
from game.formats.ids import position_id
from game.match import events
from game.match.events import Played, Rolled
from game.match.state import Phase
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot
from turning import drags, playing


def test_steps_are_taken_back_one_by_one(pilot: Pilot) -> None:
    playing(pilot, START, (2, 2))
    before = pilot.state.position
    for place in (13, 13, 24):
        pilot.click(place, button=3)
        pilot.until_still()
    for left in (2, 1, 0):
        pilot.press("ctrl+z")
        pilot.until_still()
        assert pilot.director.entry is not None
        assert len(pilot.director.entry.steps) == left
    assert pilot.director.entry is not None
    assert pilot.director.entry.position == before
    assert pilot.director.show.laid == pilot.director.seen.laid(before, 0)


def test_f25_undoing_a_hit_restores_everything(pilot: Pilot) -> None:
    playing(pilot, "XGID=-a----E-C--aeE---c-e----B-:0:0:1:42:0:0:0:0:10", (4, 2))
    laid = pilot.director.show.laid
    assert pilot.director.entry is not None
    pilot.drag(13, 11)
    pilot.until_still()
    entry = pilot.director.entry
    assert position_id(entry.position) == "4HPwAVDgc+QBMA"
    assert entry.position.pips() == (165, 168)
    assert pilot.counts() == (15, 15)
    assert pilot.director.show.laid.count(28) == 1
    pilot.press("ctrl+z")
    pilot.until_still()
    assert position_id(entry.position) == "4HPwBSDgc/ABMA"
    assert entry.position.pips() == (167, 157)
    assert pilot.director.show.laid == laid
    assert pilot.counts() == (15, 15)


def last_event(pilot: Pilot) -> object:
    assert pilot.app.scene.sitting is not None
    return pilot.app.scene.sitting.table.record.events[-1]


@pytest.mark.parametrize("other", ["person", "balanced:easy"])
@pytest.mark.parametrize("frames", [0, 3, 10, 25])
def test_with_undo_shown_the_last_step_comes_back_until_the_next_dice_fall(
    make_pilot: MakePilot, other: str, frames: int
) -> None:
    pilot = make_pilot(show_undo_button=True, thinking_time="normal")
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state, ("person", other)), state)
    pilot.until_still()
    pilot.double_click(8)
    pilot.until(lambda: not pilot.director.show.is_busy)
    pilot.double_click(6)
    assert isinstance(last_event(pilot), Played)
    for _ in range(frames):
        pilot.frame()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), events.TookBack)
    pilot.until(lambda: pilot.director.entry is not None and not pilot.director.show.is_busy)
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == (Step(8, 3),)
    assert pilot.state.dice == (3, 1)
    pilot.double_click(6)
    pilot.until(lambda: isinstance(last_event(pilot), Rolled) or pilot.state.side == 1)
    assert pilot.counts() == (15, 15)


def test_an_answer_that_came_before_the_undo_throws_no_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot(show_undo_button=True, thinking_time="long")
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state, ("person", "balanced:easy")), state)
    pilot.until_still()
    pilot.double_click(8)
    pilot.until(lambda: not pilot.director.show.is_busy)
    pilot.double_click(6)
    pilot.until(lambda: pilot.director.is_thinking)
    pilot.until_answered()  # the answer is there and waits for its time
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), events.TookBack)
    assert not any(isinstance(event, Rolled) for event in pilot.director.sitting.table.record.events)


def test_a_refused_resignation_does_not_hide_the_step_to_undo(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(show_undo_button=True), START, (3, 1))
    drags(pilot)
    pilot.until_still()
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until_still()
    pilot.push("refuse")
    pilot.until_still()
    pilot.press("ctrl+z")
    pilot.until_still()
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == (Step(8, 3),)


def test_without_undo_shown_a_confirmed_turn_is_played(pilot: Pilot) -> None:
    playing(pilot, START, (3, 1))
    drags(pilot)
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), Played)


# Turns of several parts: game, board, the throw, the number chosen where one is.
PARTS = [
    ("gulbara", "24:15 / 24:15", (5, 5)),
    ("aceydeucey_eu", "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (2, 1)),
    ("aceydeucey_us", "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (2, 1)),
]


@pytest.mark.parametrize(("key", "text", "dice"), PARTS)
def test_undo_of_the_last_step_of_a_turn_of_several_parts(
    make_pilot: MakePilot, key: str, text: str, dice: tuple[int, int]
) -> None:
    pilot = make_pilot(show_undo_button=True, play_forced=False)
    state = in_the_middle(text, dice, key)
    pilot.sit(header(state), state)
    pilot.until_still()
    plays: list[tuple[object, tuple[Step, ...]]] = []
    pilot.director.sitting.table.listen(
        lambda event, before, _after: plays.append((before.part, event.steps)) if isinstance(event, Played) else None
    )
    while pilot.state.side == 0 and not pilot.director.wants_roll:
        touch = pilot.app.scene.touch
        if pilot.director.wants_number:
            pilot.press("3")
        elif touch and touch.sources():
            pilot.click(touch.sources()[0], button=3)
        pilot.until_still()
    assert len(plays) > 1
    part, steps = plays[-1]
    pilot.press("ctrl+z")
    pilot.until_still()
    if pilot.state.side == 1:  # the bonus throw of acey-deucey begins a turn that has nothing to take back
        return
    assert pilot.state.part == part
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == steps[:-1]
    assert pilot.counts() == (15, 15)
