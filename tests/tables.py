"""The table in each of the states in which something else stands around it, each as a function of the pilot."""

from __future__ import annotations

from dataclasses import replace

from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.state import Cube, Phase
from game.match.timeline import Timeline
from game.storage.header import MatchHeader
from middle import START, header, in_the_middle
from pilot import Pilot


def typing(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Anna Margarete", "Bartholomäus"), MatchOptions(length=15, clock=True), dice="typed"))
    pilot.until_still()
    pilot.press("3", "1")


def rolling(pilot: Pilot) -> None:
    state = in_the_middle(START, None, length=15, rules={"clock": True}, score=(12, 13), cube=Cube(64, 0))
    pilot.sit(header(state, ("person", "balanced:medium")), state)
    pilot.until_still()


def moving(pilot: Pilot) -> None:
    state = in_the_middle(START, (3, 1), length=15, rules={"clock": True}, score=(12, 13))
    pilot.sit(header(state), state)
    pilot.until_still()


def choosing(pilot: Pilot) -> None:
    state = in_the_middle(START, None, "aceydeucey_us", length=15)
    state = replace(state, phase=Phase.TO_CHOOSE, dice=(2, 1))
    pilot.sit(header(state), state)
    pilot.until_still()


def rotation(pilot: Pilot) -> None:
    pilot.sit(MatchHeader(("Anna Margarete", "Bartholomäus"), tavli(7), extra={"seed": 1}, dice="seeded"))
    pilot.until_still()


def replaying(pilot: Pilot) -> None:
    names = ("Anna Margarete", "Bartholomäus")
    options = MatchOptions(length=15)
    listed = (events.Opened((3, 1)),)
    header = MatchHeader(names, options, ("person", "balanced:medium"))
    pilot.app.evening.looking.replay(header, Timeline(MatchRecord(options, names, listed)), 1)
    pilot.until_still()


def what_if(pilot: Pilot) -> None:
    replaying(pilot)
    pilot.app.evening.looking.what_if()
    pilot.until_still()


TABLES = {
    "replaying": replaying,
    "what if": what_if,
    "typing": typing,
    "rolling": rolling,
    "moving": moving,
    "choosing": choosing,
    "rotation": rotation,
}
