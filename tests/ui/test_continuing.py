"""A match is continued where it was left, whatever was going on."""

from __future__ import annotations

from evenings import begin, events_of, play_a_turn
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from pilot import MakePilot, Pilot


def resumed(pilot: Pilot, make_pilot: MakePilot) -> Pilot:
    """The program is closed and opened anew, and Continue pressed."""
    pilot.close()
    again: Pilot = make_pilot(folder=pilot.folder)
    assert again.card.boxes()[0].key == "resume"
    again.press("return")
    again.frame()
    again.draw()
    return again


def test_continue_between_dice_and_play(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    state, throw = pilot.state, pilot.director.show.throw
    assert state.phase is Phase.TO_PLAY
    assert throw is not None
    again = resumed(pilot, make_pilot)
    assert again.state == state
    assert again.director.show.throw is not None
    assert sorted(again.director.show.throw.faces) == sorted(throw.faces)
    assert again.director.show.laid == pilot.director.show.laid


def test_continue_with_half_a_turn_in_the_hand_loses_only_that(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    touch = pilot.app.scene.touch
    assert touch is not None
    pilot.click(touch.sources()[0], button=3)
    pilot.until_still()
    state = pilot.state
    again = resumed(pilot, make_pilot)
    again.until_still()
    assert again.state == state
    assert again.director.entry is not None
    assert again.director.entry.steps == ()
    assert again.counts() == (15, 15)


def test_continue_before_the_roll_throws_the_same_dice(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    play_a_turn(pilot)
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    dice = pilot.director.sitting._fair
    assert dice is not None
    number, commitment = dice.number, dice.commitment
    again = resumed(pilot, make_pilot)
    fair = again.director.sitting._fair
    assert fair is not None
    assert (fair.number, fair.commitment) == (number, commitment)
    coming = dice.throw()
    again.press("space")
    again.until(lambda: again.state.phase is not Phase.TO_ROLL)
    assert again.state.dice == coming


def test_continue_with_an_offer_open(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    play_a_turn(pilot)
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    state = pilot.state
    again = resumed(pilot, make_pilot)
    again.until(lambda: again.has(OfferCard))
    assert again.state == state
    again.push("pass")
    again.until(lambda: again.has(ResultCard))
    after = again.state
    once_more = resumed(again, make_pilot)
    once_more.until(lambda: once_more.has(ResultCard))
    assert once_more.state == after
    once_more.press("return")
    once_more.until(lambda: once_more.state.number == 1)


def test_continue_while_the_computer_thinks(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot, ("person", "balanced:easy"))
    for _ in range(3):
        if pilot.state.to_act == 0 and pilot.state.phase is Phase.TO_PLAY:
            break
        if pilot.director.wants_roll:
            pilot.press("space")
        pilot.until_still()
    play_until_the_computer_thinks(pilot)
    state = pilot.state
    again = resumed(pilot, make_pilot)
    assert again.state == state
    again.until(lambda: again.state != state)


def play_until_the_computer_thinks(pilot: Pilot) -> None:
    touch = pilot.app.scene.touch
    while pilot.state.to_act == 0 and touch is not None and touch.sources():
        pilot.click(touch.sources()[0], button=3)
        pilot.frame()
        pilot.until(lambda: not pilot.director.show.is_busy or pilot.director.is_thinking)


def test_typed_dice_not_yet_in_force_are_typed_again(pilot: Pilot, make_pilot: MakePilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=3), dice="typed"))
    pilot.until_still()
    pilot.press("6", "1")
    pilot.until_still()
    assert pilot.director.previews_throw
    again = resumed(pilot, make_pilot)
    again.until_still()
    assert events_of(again) == []
    assert again.director.typing is not None
    assert again.director.typing.faces == ()
