"""The table: one way in, kept before it is told, told in order."""

from __future__ import annotations

import pytest

from game.dice.source import SeededDice
from game.match import events
from game.match.events import Event, NotAllowed
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase
from game.match.table import Table


def table() -> Table:
    return Table(MatchRecord(MatchOptions(length=3)), SeededDice(3))


def test_an_event_is_kept_before_it_is_told() -> None:
    at, heard = table(), []

    def keep(event: Event) -> None:
        heard.append(("kept", event, at.state.phase))

    def listen(event: Event, before: MatchState, after: MatchState) -> None:
        heard.append(("told", event, after.phase))
        assert before.phase is Phase.TO_OPEN
        assert at.state == after

    at.keep_with(keep)
    at.listen(listen)
    event = at.submit(0, events.Open())
    assert [(word, told) for word, told, _phase in heard] == [("kept", event), ("told", event)]
    assert heard[0][2] is Phase.TO_OPEN
    assert at.record.state() == at.state


def test_what_cannot_be_kept_has_not_happened() -> None:
    at = table()

    def full(event: Event) -> None:
        raise OSError("no space left")

    at.keep_with(full)
    before = at.state
    with pytest.raises(OSError, match="no space"):
        at.submit(0, events.Open())
    assert (at.state, at.record.events) == (before, ())


def test_a_refusal_changes_nothing() -> None:
    at = table()
    with pytest.raises(NotAllowed):
        at.submit(0, events.Roll())
    assert at.record.events == ()


def test_a_turn_through_an_entry() -> None:
    at = table()
    while at.state.phase is Phase.TO_OPEN:
        at.submit(0, events.Open())
    entry = at.entry()
    while not entry.is_finished:
        entry.step(entry.choices[0])
    side = at.state.side
    at.submit(side, entry.move)
    assert (at.state.side, at.state.phase) == (1 - side, Phase.TO_ROLL)
