"""Match files for tests: the collection beside the repository, where it is there, and what is counted in a record."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from game.formats.base import read
from game.formats.reading import ReadMatch
from game.match import events
from game.match.record import MatchRecord

FILES = Path(__file__).parent.parent / "data" / "files"
SAMPLES = Path(__file__).parent.parent.parent.parent / "shared" / "samples"


def expected() -> dict[str, dict[str, Any]]:
    """What every file of the collection holds; nothing where the collection is not there."""
    path = SAMPLES / "expected.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


@cache
def sample(name: str) -> ReadMatch:
    """The one match of a file of the collection."""
    [match] = read((SAMPLES / name).read_bytes(), name)
    return match


def counted(record: MatchRecord) -> list[Counter[str]]:
    """By game: rolls, no_move, doubles, takes, drops, beavers, raccoons, illegal."""
    games: list[Counter[str]] = []
    states = list(record.states())
    for event, after in zip(record.events, states[1:], strict=True):
        while len(games) <= after.number:
            games.append(Counter())
        games[after.number] += Counter(_counts(event))
    return games


def _counts(event: events.Event) -> list[str]:
    match event:
        case events.Opened((first, second)):
            return ["rolls"] if first != second else []
        case events.Rolled():
            return ["rolls"]
        case events.Danced():
            return ["rolls", "no_move"]
        case events.Played(()):
            return ["no_move"]
        case events.Misplayed():
            return ["illegal"]
    names = {
        events.Doubled: "doubles",
        events.Took: "takes",
        events.Passed: "drops",
        events.Beavered: "beavers",
        events.Raccooned: "raccoons",
    }
    return [names[type(event)]] if type(event) in names else []


def starts(record: MatchRecord) -> list[tuple[int, int]]:
    """The score before each game."""
    found: list[tuple[int, int]] = []
    states = list(record.states())
    for before, event, after in zip(states, record.events, states[1:], strict=False):
        if len(found) <= after.number:
            found.append(before.score)
        if isinstance(event, events.SetUp):
            found[-1] = after.score
    return found


def plays(record: MatchRecord) -> list[object]:
    """What was played, with boards: the same for two files of one match."""
    return [
        (after.number, after.position, event.hops if isinstance(event, events.Misplayed) else "")
        for event, after in zip(record.events, list(record.states())[1:], strict=True)
        if isinstance(event, events.Played | events.Misplayed)
    ]
