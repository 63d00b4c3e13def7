"""Reading a record as the referee would: every event must be one that he gives, or one that comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine_c import EngineError, TooManyFinalsError
from game.dice.source import Throw
from game.errors import GameError
from game.match import events
from game.match.events import Action, Event
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import MatchState, start

_ASKED: dict[type[Event], Action] = {
    events.Opened: events.Open(),
    events.Rolled: events.Roll(),
    events.Doubled: events.Double(),
    events.Took: events.Take(),
    events.Passed: events.Pass(),
    events.Beavered: events.Beaver(),
    events.Raccooned: events.Raccoon(),
    events.Accepted: events.Accept(),
    events.Refused: events.Refuse(),
    events.TimedOut: events.CallTime(),
    events.TookBack: events.TakeBack(),
    events.Stopped: events.Stop(),
}


class ImpossibleEvent(Exception):  # noqa: N818  # what it is, in a record that no referee wrote
    """An event cannot have happened where it stands. number: from 0."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Shown:
    """Dice that show what a record says."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def throw(self) -> Throw:
        assert isinstance(self._event, events.Opened | events.Rolled)
        return self._event.dice


def _asked(event: Event) -> Action:
    """The action that became the event."""
    match event:
        case events.Played(steps):
            return events.Move(steps)
        case events.Chose(number):
            return events.Choose(number)
        case events.Resigned(level):
            return events.Resign(level)
    return _ASKED[type(event)]


def followed(state: MatchState, event: Event) -> MatchState:
    """The state after an event, which must be one that the referee gives there. Raises GameError or EngineError."""
    if not isinstance(event, events.Found):  # found elsewhere: folded, never judged
        # Older records offer again what was refused: a nuisance, nothing impossible.
        judge(replace(state, refused=0), state.to_act or 0, _asked(event), _Shown(event))
    return apply(state, event)


def judged_states(record: MatchRecord) -> Iterator[MatchState]:
    """The state at the beginning and after every event. Raises ImpossibleEvent at the first that cannot be."""
    state = start(record.options)
    yield state
    for number, event in enumerate(record.events):
        try:
            state = followed(state, event)
        except (GameError, EngineError, TooManyFinalsError):
            raise ImpossibleEvent(number) from None
        yield state
