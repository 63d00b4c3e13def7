"""Opponents of other people: one of them in a file, and waiting for them at the table."""

from __future__ import annotations

from pathlib import Path

from engine_c import legal_plays
from game.match import events
from game.match.state import Phase
from pilot import Pilot

GAMBLER = """
from opponents.base import BaseOpponent
class Gambler(BaseOpponent):
    name, author = "Gambler", "Nikos"
    description = {"en": "Loves the cube.", "de": "Liebt den Würfel."}
    levels, games = ("sober", "merry"), ("backgammon", "portes")
"""


def with_gambler(home: Path) -> Path:
    """The folder of single files, with Gambler in it."""
    made = home / "data" / "opponents"
    made.mkdir(parents=True)
    (made / "gambler.py").write_text(GAMBLER, encoding="utf-8")
    return made


def plays_on(pilot: Pilot) -> None:
    """The person's turn, any way."""
    state = pilot.state
    assert state.phase is Phase.TO_PLAY
    assert state.to_act == 0
    play = legal_plays(state.game, state.position, state.turn)[0]
    pilot.director.submit(0, events.Move(play.steps))


def until_person(pilot: Pilot) -> None:
    """Until a play is to be made by hand, or a card has come."""

    def is_there() -> bool:
        if pilot.director.wants_roll:
            pilot.director.roll()
        return pilot.director.entry is not None or pilot.app.stack.top is not None

    pilot.until(is_there)
