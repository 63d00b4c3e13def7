"""What an evening has kept, and what its cards say."""

from __future__ import annotations

from game.match.options import MatchOptions
from game.storage.header import MatchHeader
from game.ui.card import Card
from game.ui.widgets.controls import Label
from pilot import Pilot


def events_of(pilot: Pilot) -> list[object]:
    return list(pilot.director.sitting.table.record.events)


def words_of(card: Card) -> list[str]:
    return [box.label for box in card._content.parts() if isinstance(box, Label)]


def begin(pilot: Pilot, seats: tuple[str, str] = ("person", "person"), length: int = 3) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=length), seats))
    pilot.until_still()


def play_a_turn(pilot: Pilot) -> None:
    """Any legal turn, by right clicks."""
    side, number = pilot.state.side, len(events_of(pilot))
    for _ in range(8):
        touch = pilot.app.scene.touch
        if pilot.state.side != side or touch is None or not touch.sources():
            break
        pilot.click(touch.sources()[0], button=3)
        pilot.until_still()
    assert len(events_of(pilot)) > number
