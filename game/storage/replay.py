"""Reading a stored match as the referee would: every event must be one that he gives."""

from __future__ import annotations

from collections.abc import Iterator

from game.match import events
from game.match.checked import ImpossibleEvent, judged_states
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase
from game.storage.codec import event_to_text, unreadable

Throwing = events.Opened | events.Rolled


def checked_states(record: MatchRecord) -> Iterator[MatchState]:
    """The state at the beginning and after every event.

    Raises GameError `record_unreadable` with the first event that cannot have happened there.
    """
    try:
        yield from judged_states(record)
    except ImpossibleEvent as error:
        raise unreadable(f"{error.number}: {event_to_text(record.events[error.number])}") from None


def throws_by_game(record: MatchRecord) -> dict[int, tuple[Throwing, ...]]:
    """The events that threw, by game counted from 0, in the order thrown; those of turns taken back too."""
    found: dict[int, list[Throwing]] = {}
    for state, event in zip(checked_states(record), record.events, strict=False):
        if isinstance(event, events.Opened | events.Rolled):
            found.setdefault(state.number + (state.phase is Phase.GAME_OVER), []).append(event)
    return {game: tuple(thrown) for game, thrown in found.items()}


def has_thrown(record: MatchRecord, game: int) -> bool:
    """A throw of that game, counted from 0, is in the record."""
    return game in throws_by_game(record)
