"""Reading a stored match as the referee would: every event must be one that he gives."""

from __future__ import annotations

from collections.abc import Iterator

from engine_c import EngineError, TooManyFinalsError
from game.dice.source import Throw
from game.errors import GameError
from game.match import events
from game.match.events import Action, Event
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import MatchState, Phase, start
from game.storage.codec import event_to_text, unreadable

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


def checked_states(record: MatchRecord) -> Iterator[MatchState]:
    """The state at the beginning and after every event.

    Raises GameError `record_unreadable` with the first event that cannot have happened there.
    """
    state = start(record.options)
    yield state
    for number, event in enumerate(record.events):
        try:
            if not isinstance(event, events.Found):  # found elsewhere: folded, never judged
                judge(state, state.to_act or 0, _asked(event), _Shown(event))
            state = apply(state, event)
        except (GameError, EngineError, TooManyFinalsError):
            raise unreadable(f"{number}: {event_to_text(event)}") from None
        yield state


def throws_of(record: MatchRecord, game: int) -> tuple[Throw, ...]:
    """All throws of one game of the match, counted from 0, in the order thrown; those of turns taken back too."""
    return tuple(
        event.dice
        for state, event in zip(checked_states(record), record.events, strict=False)
        if isinstance(event, events.Opened | events.Rolled) and state.number + (state.phase is Phase.GAME_OVER) == game
    )
