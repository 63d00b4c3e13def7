"""A match waits while somebody looks back, just as it is."""

from __future__ import annotations

import pytest

from engine_c import Step
from game.match import events
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.card import Card
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from game.ui.modes.director import Director
from game.ui.modes.replay import ReplayScene
from looked_at import replay_of
from middle import NAMES
from pilot import MakePilot, Pilot


def running(pilot: Pilot) -> Director:
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=5, clock=True), dice="typed"))
    for keys in ("31", "return"):
        pilot.until_still()
        pilot.press(*keys) if keys.isdigit() else None
    pilot.until_still()
    for source, target in ((8, 5), (6, 5)):
        pilot.click(source)
        pilot.click(target)
        pilot.until_still()
    return pilot.director


def test_a_running_match_waits_just_as_it_is(pilot: Pilot) -> None:
    director = running(pilot)
    state, clock = pilot.state, director.sitting.clock
    assert clock is not None
    pilot.press("ctrl+l", "home", "down", "return")
    replay = replay_of(pilot)
    pilot.press("home", "space")
    for _ in range(600):
        pilot.frame()
    assert replay.is_at_end
    pilot.press("escape")
    pilot.push("leave")
    pilot.until_still()
    assert pilot.director is director
    assert (pilot.state, director.sitting.table.record.state()) == (state, state)
    after = director.sitting.clock
    assert after is not None
    assert (after.banks, after.running) == (clock.banks, clock.running)
    pilot.press("2", "2")
    pilot.until_still()
    assert pilot.director.entry is not None


def test_half_a_turn_in_the_hand_is_there_again(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=5), dice="typed"))
    pilot.until_still()
    pilot.press("3", "1")
    pilot.until_still()
    pilot.click(8)
    pilot.click(5)
    pilot.until_still()
    pilot.press("ctrl+l", "return")
    replay_of(pilot)
    pilot.press("escape")
    pilot.push("leave")
    pilot.until_still()
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == (Step(8, 3),)
    pilot.click(6)
    pilot.click(5)
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL


def test_a_running_match_can_be_continued_after_quitting_in_a_replay(pilot: Pilot, make_pilot: MakePilot) -> None:
    running(pilot)
    state = pilot.state
    pilot.press("ctrl+l", "return")
    replay_of(pilot)
    pilot.close()
    again = make_pilot()
    again.push("resume")
    assert again.state == state


def test_a_new_match_asks_also_while_one_looks_back(pilot: Pilot) -> None:
    running(pilot)
    pilot.press("ctrl+l", "return")
    replay_of(pilot)
    pilot.press("ctrl+n")
    pilot.push("start")
    assert pilot.has(MessageCard)
    pilot.push("answer 0")
    assert not isinstance(pilot.app.scene, ReplayScene)
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.header.seats[1] != "person"
    assert pilot.app.evening.looking.running is None


@pytest.mark.parametrize("phase", ["offer", "result"])
def test_what_a_match_waits_for_it_asks_again_after_looking_back(pilot: Pilot, phase: str) -> None:
    sitting = pilot.sit(MatchHeader(NAMES, MatchOptions(length=5), ("person", "person")))
    pilot.until_still()
    side = sitting.state.to_act
    assert side is not None
    pilot.director.submit(side, events.Resign(1))
    pilot.until(lambda: pilot.has(OfferCard))
    card: type[Card] = OfferCard
    if phase == "result":
        pilot.push("accept")
        pilot.until(lambda: pilot.has(ResultCard))
        card = ResultCard
        pilot.push("replay")
    else:
        pilot.press("escape")
        pilot.push("history")
        pilot.press("return")
    assert isinstance(pilot.app.scene, ReplayScene)
    pilot.app.evening.looking.back()
    pilot.until(lambda: pilot.has(card))
    assert pilot.director.sitting is sitting
