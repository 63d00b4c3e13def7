"""Real dice being typed lie on the board from the first number on, and the hint line says them."""

from __future__ import annotations

import pytest

from game.match import events
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.modes import words
from middle import NAMES, START, header, in_the_middle
from pilot import Pilot

AGAINST = ("person", "balanced:easy")


def lying(pilot: Pilot) -> list[tuple[int, int]]:
    """The faces of the dice that are drawn, each with the half in which it lies: 0 at the bottom's."""
    pilot.until_still()
    return [(die.face, die.side) for die in pilot.director.show.dice() if die.alpha == 1.0]


def hint(pilot: Pilot) -> str:
    return words.hint(pilot.director, pilot.app.keys, has_picked=False)


def keys(pilot: Pilot) -> list[str]:
    return [box.key for box in pilot.app.scene.boxes()]


@pytest.fixture
def opening(pilot: Pilot) -> Pilot:
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=3), AGAINST, "typed"))
    pilot.until_still()
    return pilot


@pytest.fixture
def own_turn(pilot: Pilot) -> Pilot:
    state = in_the_middle(START, None)
    pilot.sit(header(state, AGAINST, "typed"), state)
    pilot.until_still()
    return pilot


def test_each_die_of_the_opening_is_seen_as_soon_as_it_is_typed(opening: Pilot) -> None:
    assert lying(opening) == []
    opening.press("1")
    assert lying(opening) == [(1, 0)]
    assert hint(opening) == "Ada: 1. Now type the die of Bea."
    opening.press("3")
    assert lying(opening) == [(1, 0), (3, 1)]
    assert hint(opening) == "1-3: press Enter to confirm the throw, or type it again."
    assert opening.director.sitting.table.record.events == ()


def test_both_numbers_of_a_turn_are_seen_one_after_the_other(own_turn: Pilot) -> None:
    own_turn.press("6")
    assert lying(own_turn) == [(6, 0)]
    assert hint(own_turn) == "Ada: 6. Now type the second number."
    first = own_turn.director.show.dice()[0].spot
    own_turn.press("5")
    assert lying(own_turn) == [(6, 0), (5, 0)]
    assert own_turn.director.show.dice()[0].spot == first
    assert hint(own_turn) == "6-5: move a checker, or type the numbers again to correct the throw."


def test_the_dice_of_the_computer_are_seen_before_they_are_confirmed(own_turn: Pilot) -> None:
    own_turn.press("6", "5")
    own_turn.until_still()
    own_turn.click(24)
    own_turn.click(13)
    own_turn.until_still()
    assert own_turn.state.side == 1
    assert lying(own_turn) == []  # the real ones were taken up, for the computer's throw
    own_turn.press("4")
    assert lying(own_turn) == [(4, 1)]
    assert hint(own_turn) == "Bea: 4. Now type the second number."
    own_turn.press("2")
    assert lying(own_turn) == [(4, 1), (2, 1)]
    assert {"confirm", "correct"} <= set(keys(own_turn))
    own_turn.press("return")
    own_turn.until_still()
    assert own_turn.state.side == 0
    assert events.Rolled((4, 2)) in own_turn.director.sitting.table.record.events


def test_a_throw_that_leaves_no_play_is_seen_before_it_is_confirmed(pilot: Pilot) -> None:
    state = in_the_middle("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", None)
    pilot.sit(header(state, dice="typed"), state)
    pilot.until_still()
    pilot.press("6", "6")
    assert lying(pilot) == [(6, 0), (6, 0)]
    assert hint(pilot) == "6-6: press Enter to confirm the throw, or type it again."


def test_numbers_taken_back_are_no_longer_seen(opening: Pilot) -> None:
    opening.press("1", "3", "backspace")
    assert lying(opening) == [(1, 0)]
    opening.press("backspace")
    assert lying(opening) == []
    opening.press("1", "3")
    opening.push("correct")
    assert lying(opening) == []
    assert "face 1" in keys(opening)


def test_equal_dice_of_the_opening_are_taken_up_when_confirmed(opening: Pilot) -> None:
    opening.press("4", "4")
    assert lying(opening) == [(4, 0), (4, 1)]
    opening.press("return")
    assert lying(opening) == []
    assert opening.state.phase is Phase.TO_OPEN


def test_a_turn_is_taken_back_while_the_next_throw_is_being_typed(pilot: Pilot) -> None:
    pilot.change(show_undo_button=True)
    state = in_the_middle(START, None)
    pilot.sit(header(state, dice="typed"), state)
    pilot.until_still()
    pilot.press("6", "5")
    pilot.until_still()
    pilot.click(24)
    pilot.click(13)
    pilot.until_still()
    pilot.press("2")
    pilot.push("undo")
    pilot.until_still()
    assert pilot.director.typing is None
    assert pilot.state.dice == (6, 5)
    assert [face for face, _half in lying(pilot)] == [6, 5]
    assert pilot.director.entry is not None


@pytest.mark.parametrize("dice", ["ivory", "ebony", "amber"])
def test_the_faces_to_be_pressed_are_of_the_chosen_dice(opening: Pilot, dice: str) -> None:
    opening.change(dice=dice)
    at = opening.box("face 1").rect
    beside, spot = opening.surface.get_at((at.left + at.width // 4, at.centery)), opening.surface.get_at(at.center)
    light = {"ivory": (True, False), "ebony": (False, True), "amber": (True, False)}[dice]
    assert (beside.r > 120, spot.r > 120) == light
    assert (beside.r > 2 * beside.b) == (dice == "amber")
