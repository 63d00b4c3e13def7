"""Events and conditions of a match as text, each in exactly one way.

An event is one line that a person can read: "rolled 3 1", "played 8:3 6:1" (the place a checker leaves and the die it
moves by, "bar" and "reserve" in words), "resigned 2", "took". What comes from elsewhere is written the same way:
"misplayed 14/10 13/12", "danced 5 2", "settled 0 3", "settled none", "set up score 3 2 crawford no cube 4 1 turn 0
board 24:15 / 24:15", each part of it only where it is set. The conditions are one JSON object. What is not written as
it would be written here is refused, so a text that was altered does not pass for another event.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache

from engine_c import BAR, MAX_STEPS, OFF, RESERVE, Game, Position, Step, game_of
from game.errors import GameError
from game.formats.ids import excerpt
from game.formats.text import read_text, write_text
from game.match import events
from game.match.events import Event
from game.match.options import MatchOptions

REFUSALS = {"record_unreadable": ("given",)}
"""The code raised here and its facts. given: the text, cut where it is long."""

LONGEST_MATCH = 32_767
"""Points to win at most: what a match ID has room for, and more than anybody plays."""

_FACES = {str(number): number for number in range(1, 7)}
_LEVELS = {str(level): level for level in range(1, 4)}
_NAMES = {BAR: "bar", RESERVE: "reserve"}
_SOURCES = {_NAMES.get(source, str(source)): source for source in range(1, RESERVE + 1)}

_HOPS = {OFF: "off", BAR: "bar"} | {point: str(point) for point in range(1, BAR)}
_PLACES_OF_HOPS = {word: place for place, word in _HOPS.items()}
_SIDES = {"0": 0, "1": 1}
_NUMBER = re.compile("[0-9]{1,9}")
_SET_UP = re.compile(
    r"set up(?: score ([0-9]{1,9}) ([0-9]{1,9}))?(?: crawford (yes|no))?(?: cube ([0-9]{1,9}) (0|1|none))?"
    r"(?: turn ([01]))?(?: board (.{1,400}))?"
)

MOST_HOPS = 15
"""Hops of an illegal play at most: every checker once."""

_BARE: dict[str, Event] = {
    "doubled": events.Doubled(),
    "beavered": events.Beavered(),
    "raccooned": events.Raccooned(),
    "took": events.Took(),
    "passed": events.Passed(),
    "accepted": events.Accepted(),
    "refused": events.Refused(),
    "timed out": events.TimedOut(),
    "took back": events.TookBack(),
    "stopped": events.Stopped(),
}
_LINE_OF = {event: line for line, event in _BARE.items()}


def unreadable(given: object) -> GameError:
    """The refusal of something stored that nobody could have stored."""
    return GameError("record_unreadable", given=excerpt(given if isinstance(given, str) else repr(given)))


# Events


def event_to_text(event: Event) -> str:
    """The line of an event. Raises GameError `unknown_event` for anything else."""
    match event:
        case events.Opened((first, second)):
            return f"opened {first} {second}"
        case events.Rolled((first, second)):
            return f"rolled {first} {second}"
        case events.Chose(number):
            return f"chose {number}"
        case events.Played(steps):
            return " ".join(["played", *(f"{_NAMES.get(step.source, step.source)}:{step.die}" for step in steps)])
        case events.Resigned(level):
            return f"resigned {level}"
        case events.Misplayed(hops):
            return " ".join(["misplayed", *(f"{_HOPS[source]}/{_HOPS[target]}" for source, target in hops)])
        case events.Danced((first, second)):
            return f"danced {first} {second}"
        case events.Settled(winner, points):
            return "settled none" if winner is None else f"settled {winner} {points}"
        case events.SetUp():
            return _set_up_text(event)
        case _ if event in _LINE_OF:
            return _LINE_OF[event]
    raise GameError("unknown_event", event=type(event).__name__)


def _set_up_text(event: events.SetUp) -> str:
    words = ["set up"]
    if event.score is not None:
        words.append("score {} {}".format(*event.score))
    if event.crawford is not None:
        words.append(f"crawford {'yes' if event.crawford else 'no'}")
    if event.cube is not None:
        value, owner = event.cube
        words.append(f"cube {value} {'none' if owner is None else owner}")
    if event.side is not None:
        words.append(f"turn {event.side}")
    if event.position is not None:
        words.append(f"board {write_text(event.position)}")
    return " ".join(words)


def event_from_text(text: object) -> Event:
    """The event of a line. Raises GameError `record_unreadable` for anything that no event is written as."""
    if not isinstance(text, str):
        raise unreadable(text)
    if text in _BARE:
        return _BARE[text]
    word, *rest = text.split(" ")
    try:
        return _READERS[word](rest)
    except (KeyError, ValueError, GameError):
        raise unreadable(text) from None


def _dice(words: list[str]) -> tuple[int, int]:
    first, second = words
    return _FACES[first], _FACES[second]


def _steps(words: list[str]) -> tuple[Step, ...]:
    if len(words) > MAX_STEPS:
        raise ValueError(words)
    return tuple(map(_step, words))


def _step(word: str) -> Step:
    source, die = word.split(":")
    return Step(_SOURCES[source], _FACES[die])


def _one(words: list[str], known: Mapping[str, int]) -> int:
    (word,) = words
    return known[word]


def _hops(words: list[str]) -> tuple[tuple[int, int], ...]:
    if len(words) > MOST_HOPS:
        raise ValueError(words)
    ends = [word.split("/") for word in words]
    return tuple((_PLACES_OF_HOPS[source], _PLACES_OF_HOPS[target]) for source, target in ends)


def _settled(words: list[str]) -> Event:
    if words == ["none"]:
        return events.Settled(None, 0)
    winner, points = words
    if not _NUMBER.fullmatch(points):
        raise ValueError(words)
    return events.Settled(_SIDES[winner], int(points))


def _set_up(words: list[str]) -> Event:
    text = " ".join(["set", *words])
    found = _SET_UP.fullmatch(text)
    if not found:
        raise ValueError(text)
    score0, score1, crawford, value, owner, side, board = found.groups()
    event = events.SetUp(
        score=None if score0 is None else (int(score0), int(score1)),
        crawford=None if crawford is None else crawford == "yes",
        cube=None if value is None else (int(value), None if owner == "none" else int(owner)),
        side=None if side is None else int(side),
        position=None if board is None else _board(board),
    )
    if event_to_text(event) != text:
        raise ValueError(text)
    return event


def _board(text: str) -> Position:
    own = text.partition(" / ")[0]
    checkers = sum(int(count or 1) for count in re.findall(r":([0-9]{1,3})|!", own))
    return read_text(text, checkers)


_READERS: dict[str, Callable[[list[str]], Event]] = {
    "opened": lambda words: events.Opened(_dice(words)),
    "rolled": lambda words: events.Rolled(_dice(words)),
    "chose": lambda words: events.Chose(_one(words, _FACES)),
    "played": lambda words: events.Played(_steps(words)),
    "resigned": lambda words: events.Resigned(_one(words, _LEVELS)),
    "misplayed": lambda words: events.Misplayed(_hops(words)),
    "danced": lambda words: events.Danced(_dice(words)),
    "settled": _settled,
    "set": _set_up,
}


# Conditions

_SWITCHES = tuple(field.name for field in fields(MatchOptions) if isinstance(field.default, bool))


def options_to_text(options: MatchOptions) -> str:
    """The conditions of a match as JSON: games with the options that differ from their defaults, length, switches."""
    written: dict[str, object] = {"games": [_game_to_json(game) for game in options.games], "length": options.length}
    return json.dumps(written | {name: getattr(options, name) for name in _SWITCHES})


def _game_to_json(game: Game) -> dict[str, object]:
    return {"game": game.key, "options": dict(game.options)} if game.options else {"game": game.key}


def options_from_text(text: object) -> MatchOptions:
    """The conditions of a text; a switch that is not named is as `MatchOptions` has it.

    Raises GameError `record_unreadable` for anything that no match can be played as.
    """
    if not isinstance(text, str):
        raise unreadable(text)
    return _options(text)


@lru_cache(maxsize=256)
def _options(text: str) -> MatchOptions:
    try:
        written = json_object(text)
        games, length = written.pop("games"), written.pop("length")
        if not isinstance(games, list) or type(length) is not int or not 0 <= length <= LONGEST_MATCH:
            raise ValueError(text)
        switches = {name: value for name, value in written.items() if name in _SWITCHES and type(value) is bool}
        if len(switches) < len(written):
            raise ValueError(text)
        return MatchOptions(tuple(map(_game_from_json, games)), length, **switches)
    except (KeyError, TypeError, ValueError, GameError):
        raise unreadable(text) from None


def _game_from_json(written: Mapping[str, object]) -> Game:
    key, options = written["game"], written.get("options", {})
    if not isinstance(key, str) or not isinstance(options, dict) or not set(written) <= {"game", "options"}:
        raise ValueError(written)
    return game_of(key, options)


def json_object(text: object) -> dict[str, object]:
    """A JSON object as text, read. Raises GameError `record_unreadable`."""
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise unreadable(text)
    return found
