"""Opponents change in the middle of a match, and the record says who played."""

from __future__ import annotations

from pathlib import Path

import pytest

from broken import let
from game.match import events
from game.match.options import MatchOptions
from game.storage.header import MatchHeader
from game.storage.seating import seats_between
from game.ui.cards.history import HistoryCard
from game.ui.cards.menu import PauseCard
from game.ui.cards.opponent import ChangeOpponentCard
from game.ui.cards.result import ResultCard
from game.ui.widgets.controls import Button
from invited import plays_on, until_person, with_gambler
from pilot import MakePilot, Pilot


def ended(pilot: Pilot, seat: str = "balanced:easy") -> None:
    """At the result of the first game of a match."""
    header = MatchHeader(("Ada", "Computer"), MatchOptions(length=5), ("person", seat), "seeded", extra={"seed": "4"})
    pilot.sit(header)
    until_person(pilot)
    pilot.director.submit(0, events.Resign(1))
    pilot.until(lambda: pilot.has(ResultCard))


def test_the_opponent_changes_between_two_games_and_the_record_says_who_played(
    make_pilot: MakePilot, home: Path
) -> None:
    pilot = make_pilot(opponent_files=True, trusted=let(with_gambler(home), "gambler"))
    ended(pilot, "careful:easy")
    pilot.push("opponent")
    assert pilot.has(ChangeOpponentCard)
    pilot.choose("opponent", "gambler")
    pilot.push("change")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("next")
    until_person(pilot)
    plays_on(pilot)
    until_person(pilot)
    sitting = pilot.director.sitting
    first_game = next(
        number
        for number, event in enumerate(sitting.table.record.events)
        if number and isinstance(event, events.Opened)
    )
    header = sitting.store.header(sitting.header.id)
    assert seats_between(header, 1, 0, first_game) == ("careful:easy",)
    assert seats_between(header, 1, first_game, len(sitting.table.record.events)) == ("gambler:sober",)
    pilot.press("ctrl+l")
    assert pilot.has(HistoryCard)
    card = pilot.card
    assert isinstance(card, HistoryCard)
    headings = [line.left for index in range(card.list.count) if (line := card._words(index)).is_heading]
    assert headings == ["Game 1 · Easy · Careful", "Game 2 · sober · Gambler"]


def test_in_the_middle_of_a_game_the_new_one_comes_with_the_next(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Computer"), MatchOptions(length=5), ("person", "careful:easy"), "seeded"))
    until_person(pilot)
    pilot.press("f10")
    assert pilot.has(PauseCard)
    pilot.push("opponent")
    pilot.choose("opponent", "runner")
    pilot.choose("level", "hard")
    pilot.push("change")
    sitting = pilot.director.sitting
    assert sitting.header.seats[1] == "careful:easy"
    pilot.press("escape")
    pilot.director.submit(0, events.Resign(1))
    pilot.until(lambda: pilot.has(ResultCard))
    assert sitting.header.seats[1] == "runner:hard"
    pilot.push("next")
    until_person(pilot)
    assert sitting.store.header(sitting.header.id).seats[1] == "runner:hard"


def test_who_sat_down_is_found_again_after_a_restart(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    ended(pilot)
    pilot.push("opponent")
    pilot.choose("opponent", "runner")
    pilot.push("change")
    match_id = pilot.director.sitting.header.id
    pilot.close()
    again = make_pilot()
    again.app.evening.beginning.resume(match_id)
    assert again.director.sitting.header.seats[1] == "runner:easy"


@pytest.mark.parametrize("kind", ["next", "opponent"])
def test_two_people_have_no_opponent_to_change(pilot: Pilot, kind: str) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=5), dice="seeded"))
    until_person(pilot)
    pilot.director.submit(pilot.state.to_act or 0, events.Resign(1))
    pilot.until(lambda: pilot.app.stack.top is not None)
    pilot.director.submit(pilot.state.to_act or 0, events.Accept())
    pilot.app.stack.clear()
    pilot.until(lambda: pilot.has(ResultCard))
    assert any(isinstance(box, Button) and box.key == kind for box in pilot.card.boxes()) is (kind == "next")
