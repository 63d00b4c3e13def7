"""Two people with their own dice: throws are typed and corrected, and turns are taken back by agreement."""

from __future__ import annotations

import pytest

from engine_c import Step
from game.match import events
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from middle import NAMES, header, in_the_middle
from pilot import MakePilot, Pilot

# Two people with their own dice


@pytest.fixture
def two(pilot: Pilot) -> Pilot:
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0), dice="typed"))
    pilot.until_still()
    return pilot


def record(pilot: Pilot) -> list[object]:
    return list(pilot.director.sitting.table.record.events)


def test_the_opening_throw_is_one_die_each(two: Pilot) -> None:
    assert two.director.typing is not None
    assert two.director.typing.is_opening
    two.press("2")
    two.press("5")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert (throw.faces, throw.at_bottom) == ((2, 5), None)
    assert two.director.shown_state.side == 1
    assert record(two) == []


def test_equal_dice_of_the_opening_count_when_confirmed(two: Pilot) -> None:
    two.press("4", "4")
    two.until_still()
    assert record(two) == []
    two.push("confirm")
    two.until_still()
    assert record(two) == [events.Opened((4, 4))]
    assert two.director.typing is not None


def test_a_throw_is_corrected_until_the_first_checker_moves(two: Pilot) -> None:
    two.press("6", "1")
    two.until_still()
    assert two.director.previews_throw
    two.press("3", "1")
    two.until_still()
    assert record(two) == []
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 1)
    two.drag(8, 5)
    two.until_still()
    assert record(two) == [events.Opened((3, 1))]
    two.press("6")  # too late
    assert two.state.dice == (3, 1)
    two.drag(6, 5)
    two.until_still()
    assert record(two)[-1] == events.Played((Step(8, 3), Step(6, 1)))


def test_backspace_takes_the_last_number_back(two: Pilot) -> None:
    two.press("6", "backspace", "3", "2")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 2)
    two.press("backspace", "1")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 1)


def test_numbers_are_typed_with_buttons_too(two: Pilot) -> None:
    two.push("face 3")
    two.push("face 1")
    two.until_still()
    assert two.director.previews_throw
    two.push("correct")
    two.push("face 5")
    two.push("face 4")
    two.until_still()
    two.click(24)
    two.click(20)
    two.until_still()
    assert record(two)[0] == events.Opened((5, 4))


def test_whoever_has_typed_dice_may_not_double_any_more(two: Pilot) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    assert "double" in [box.key for box in two.app.scene.boxes()]
    two.press("6")
    assert "double" not in [box.key for box in two.app.scene.boxes()]
    two.press("5")
    two.until_still()
    assert two.director.previews_throw
    two.press("ctrl+d")
    assert two.said == "You may double only on your own turn, before you roll."
    assert two.state.phase is Phase.TO_ROLL


def test_doubling_before_the_dice_are_typed(two: Pilot) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    two.push("double")
    two.until(lambda: two.has(OfferCard))
    two.push("take")
    two.until_still()
    assert two.state.cube.value == 2
    assert two.director.typing is not None


# Boards where no play of a person follows: the throw counts only when confirmed.
def test_a_throw_that_leaves_no_play_waits_for_confirmation(pilot: Pilot) -> None:
    state = in_the_middle("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", None, length=0)
    pilot.sit(header(state, dice="typed"), state)
    pilot.until_still()
    pilot.press("6", "5")
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("6", "6")
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("return")
    pilot.until_still()
    assert record(pilot) == [events.Rolled((6, 6)), events.Played(())]
    assert pilot.state.side == 1


def test_the_computers_throw_is_typed_and_confirmed(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=3), ("person", "balanced:easy"), "typed"))
    pilot.until_still()
    pilot.press("1", "3")
    pilot.until_still()
    assert record(pilot) == []
    pilot.press("return")
    pilot.until_still()
    assert [type(event) for event in record(pilot)] == [events.Opened, events.Played]
    assert pilot.state.side == 0


# Taking the last turn back


@pytest.mark.parametrize("agrees", [True, False])
def test_the_last_turn_is_taken_back_by_agreement(two: Pilot, agrees: bool) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    two.press("ctrl+b")
    assert isinstance(two.card, MessageCard)
    assert two.card._sentences == ["Ada asks to take the last turn back. Does Bea agree?"]
    two.push("answer 0" if agrees else "answer 1")
    two.until_still()
    assert isinstance(record(two)[-1], events.TookBack if agrees else events.Played)
    assert two.state.side == (0 if agrees else 1)
    if agrees:
        assert two.state.dice == (3, 1)
        assert two.director.entry is not None
        two.drag(24, 20)
        two.until_still()
        assert record(two)[-1] == events.Played((Step(24, 3), Step(21, 1)))
        stored = two.director.sitting.store.record(two.director.sitting.header.id)
        assert stored.state() == two.state


def test_nothing_to_take_back_is_said(two: Pilot) -> None:
    two.press("ctrl+b")
    assert two.said == "There is no turn to take back."
