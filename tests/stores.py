"""Matches kept in a store, and somebody else who writes into its file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from engine_c import Step
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.table import Table
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store

NOON = datetime(2026, 11, 30, 12)
HEADER = MatchHeader(
    names=("Ελένη\0", 'Ötesi "x"'),
    options=tavli(5),
    seats=("person", "master:balanced"),
    dice="typed",
    person_side=1,
    colours="light",
    started="2026-11-30T12:00:00+00:00",
    extra={"turning": True, "deep": {"list": [1, None, "ő"]}},
)
SECRET = bytes(range(32))
OPENING: tuple[events.Event, ...] = (
    events.Opened((3, 1)),
    events.Played((Step(8, 3), Step(6, 1))),
    events.Rolled((6, 4)),
)


def opened_store(folder: Path) -> Iterator[Store]:
    """For a fixture: an empty store that is closed afterwards."""
    opened, notices = open_store(folder, NOON)
    assert (notices, opened.is_saved) == ([], True)
    yield opened
    opened.close()


def new_match(store: Store, started: str = "2026") -> int:
    """A match with three events."""
    match = store.create(MatchHeader(("one", "other"), MatchOptions(length=3), started=started))
    for number, event in enumerate(OPENING):
        store.append(match, number, event)
    return match


def code_of(error: pytest.ExceptionInfo[GameError]) -> str:
    return error.value.code


def alter(folder: Path, statement: str) -> None:
    """Somebody else writes into the file."""
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute(statement)
    connection.close()


def first_play(table: Table) -> events.Move:
    """Any legal play."""
    entry = table.entry()
    while not entry.is_finished:
        entry.step(entry.choices[0])
    return entry.move
