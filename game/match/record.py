"""A match as it is kept: who played what, and the events; the state at any point is folded from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.match import events
from game.match.events import Action, Event
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import MatchState, start


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """options, the names of side 0 and side 1, and what has happened."""

    options: MatchOptions
    names: tuple[str, str] = ("", "")
    events: tuple[Event, ...] = ()

    def state(self, length: int | None = None) -> MatchState:
        """The state after the first `length` events, after all of them if nothing is said."""
        state = start(self.options)
        for event in self.events[:length]:
            state = apply(state, event)
        return state

    def states(self) -> Iterator[MatchState]:
        """The state at the beginning and after every event."""
        state = start(self.options)
        yield state
        for event in self.events:
            state = apply(state, event)
            yield state

    def with_event(self, event: Event) -> MatchRecord:
        """The record with one more event."""
        return replace(self, events=(*self.events, event))

    def until(self, length: int) -> MatchRecord:
        """The record cut after its first `length` events: undo, or the root of another line."""
        return replace(self, events=self.events[:length])

    def parts_of_last_turn(self) -> list[Action]:
        """What was played, and chosen, since the dice of the last turn fell, as it would be asked for again."""
        parts: list[Action] = []
        for event in reversed(self.events):
            match event:
                case events.Played(steps):
                    parts.append(events.Move(steps))
                case events.Chose(number):
                    parts.append(events.Choose(number))
                case events.Resigned() | events.Refused():
                    continue
                case _:
                    break
        return parts[::-1]
