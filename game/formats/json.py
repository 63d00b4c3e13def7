"""Our own complete form: a JSON object that holds every event of a match exactly as it happened, of any game.

    {
      "format": "sheshbesh match", "version": 1,
      "players": ["Ayşe", "Nikos"],                  side 0, side 1
      "conditions": {"games": [{"game": "plakoto", "options": {"mother_value": "3"}}], "length": 5,
                     "crawford": true, "jacoby": false, "beavers": false, "raccoons": false,
                     "automatic_doubles": false, "clock": false},
      "about": {"Event": "Club evening"},            whatever is known besides, text by name
      "events": ["opened 6 2", "played 24:6 13:2", "rolled 3 1", ...]
    }

`length` is 0 for a session; an option that is not named has its usual value. Events are written as `lines` describes
them: "played 24:6" moves a checker of the own point 24 by a die of 6. Reading refolds all of them as the referee would;
from the first that cannot have happened on, they are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from game.errors import GameError
from game.formats.ids import excerpt
from game.formats.lines import event_from_text, event_to_text, json_object, options_from_text, options_to_text
from game.formats.reading import CUT, READ_ON, Problem, ReadMatch
from game.match.checked import ImpossibleEvent, judged_states
from game.match.events import Event
from game.match.options import MatchOptions
from game.match.record import MatchRecord

FORMAT, VERSION = "sheshbesh match", 1
_MOST_EVENTS = 1_000_000


def looks_like_json(text: str) -> bool:
    """The text is an object."""
    return text.lstrip("\ufeff \n\t").startswith("{")


def write(record: MatchRecord, headers: Mapping[str, str]) -> str:
    """The match as JSON, an event a line."""
    about = {"format": FORMAT, "version": VERSION, "players": [_whole(name) for name in record.names]}
    conditions = json.loads(options_to_text(record.options))
    head = json.dumps(about | {"conditions": conditions, "about": dict(headers)}, ensure_ascii=False, indent=1)
    lines = ",\n".join(f"  {json.dumps(event_to_text(event))}" for event in record.events)
    return f'{head.removesuffix("}").rstrip()},\n "events": [\n{lines}\n ]\n}}\n'


def _whole(name: str) -> str:
    """A name without halves of characters, which no file can hold."""
    return name.encode("utf-8", "replace").decode("utf-8")


def read_matches(text: str) -> list[ReadMatch]:
    """The match of a text. Raises GameError `not_our_json` for any other JSON, `json_newer` for later versions."""
    try:
        written = json_object(text.lstrip("\ufeff"))
    except GameError as error:
        raise GameError("not_our_json", given=error.facts.get("given", "")) from None
    if written.get("format") != FORMAT:
        raise GameError("not_our_json", given=excerpt(str(written.get("format") or " ".join(text[:200].split()))))
    if written.get("version") != VERSION:
        raise GameError("json_newer", version=excerpt(str(written.get("version"))))
    problems: list[Problem] = []
    options = _conditions(written.get("conditions"))
    events = _events(written.get("events"), problems)
    record = MatchRecord(options, _names(written.get("players")), tuple(events))
    return [ReadMatch(_possible(record, problems), tuple(problems), _about(written.get("about")), "json")]


def _conditions(given: object) -> MatchOptions:
    try:
        return options_from_text(json.dumps(given))
    except GameError as error:
        raise GameError("json_conditions", given=error.facts.get("given", "")) from None


def _names(given: object) -> tuple[str, str]:
    if not isinstance(given, list) or len(given) != 2 or not all(isinstance(name, str) for name in given):
        raise GameError("json_players", given=excerpt(str(given)))
    return given[0], given[1]


def _about(given: object) -> dict[str, str]:
    pairs = given.items() if isinstance(given, dict) else ()
    return {str(name): value for name, value in pairs if isinstance(value, str)}


def _events(given: object, problems: list[Problem]) -> list[Event]:
    """The events up to the first that cannot be read."""
    if not isinstance(given, list):
        problems.append(Problem(0, "json_no_events", READ_ON))
        return []
    events: list[Event] = []
    for number, line in enumerate(given[:_MOST_EVENTS], 1):
        try:
            events.append(event_from_text(line))
        except GameError:
            problems.append(Problem(0, "json_event", CUT, facts={"number": number, "given": excerpt(str(line))}))
            break
    return events


def _possible(record: MatchRecord, problems: list[Problem]) -> MatchRecord:
    """The record up to the first event that cannot have happened."""
    try:
        for _state in judged_states(record):
            pass
    except ImpossibleEvent as error:
        given = event_to_text(record.events[error.number])
        problems.append(Problem(0, "json_event", CUT, facts={"number": error.number + 1, "given": given}))
        return record.until(error.number)
    return record
