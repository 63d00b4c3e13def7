"""Stores to open, and what has become of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions
from game.storage import opening, salvage, schema
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import open_store
from game.storage.schema import MIGRATIONS

NOON = datetime(2026, 11, 30, 12)
HEADER = MatchHeader(("one", "other"), MatchOptions(length=3), started="2026")


def one_match(folder: Path) -> int:
    """A store with a match of one event, closed."""
    store, notices = open_store(folder, NOON)
    assert notices == []
    match = store.create(HEADER)
    store.append(match, 0, events.Opened((3, 1)))
    store.close()
    return match


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def codes(notices: Sequence[GameError]) -> list[str]:
    return [notice.code for notice in notices]


def works(store: Store) -> None:
    """A match can be played in it."""
    match = store.create(HEADER)
    store.append(match, 0, events.Opened((6, 1)))
    assert store.record(match).events == (events.Opened((6, 1)),)


def with_later_version(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """The program of one version later."""
    later = (*MIGRATIONS, statements)
    monkeypatch.setattr(opening, "MIGRATIONS", later)
    for function in (schema.migrate, schema.examine):
        changed = lambda *values, _f=function: _f(*values, later)  # noqa: E731  # of two functions
        monkeypatch.setattr(salvage, function.__name__, changed)
        if hasattr(opening, function.__name__):
            monkeypatch.setattr(opening, function.__name__, changed)
