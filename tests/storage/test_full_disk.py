"""When nothing can be written: play goes on, and what is lost comes from the table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.dice.fair import FairDice, throw_number
from game.dice.source import SeededDice
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.table import Table
from game.storage.codec import event_to_text
from game.storage.header import MatchHeader
from game.storage.keeper import keeper
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from stores import HEADER, NOON, OPENING, SECRET, code_of, first_play, new_match, opened_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield from opened_store(tmp_path)


def fill_the_disk(store: Store) -> None:
    """The file may not grow from here on, as if no space were left."""
    connection = store._database.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")


def append_until_refused(store: Store, match: int) -> tuple[int, GameError]:
    """Doubles back and forth for ever: how many events were stored, and the refusal."""
    number = 0
    while True:
        event = events.Doubled() if number % 2 else events.Resigned(1)
        try:
            store.append(match, number, event, score=(number, 0))
        except GameError as error:
            return number, error
        number += 1


def test_a_full_disk_refuses_whole_events_and_play_goes_on(store: Store, tmp_path: Path) -> None:
    first = new_match(store)
    store.keep_dice(first, 1, SECRET)
    match = store.create(HEADER)
    fill_the_disk(store)
    stored, refusal = append_until_refused(store, match)
    assert stored > 0
    assert refusal.code == "store_write_failed"
    assert refusal.facts["file"] == str(tmp_path / FILE)
    assert "full" in str(refusal.facts["why"])
    assert store.header(match).score == (stored - 1, 0)
    with pytest.raises(GameError):
        store.create(replace(HEADER, colours="x" * 10_000))
    store.carry_on_in_memory()
    assert not store.is_saved
    assert store.dice(first, 1) == FairDice(SECRET)
    store.append(match, stored, events.Doubled(), score=(stored, 0))
    assert store.header(match).score == (stored, 0)
    store.append(first, 3, first_answer(store, first))
    assert len(store.record(first).events) == 4
    store.close()
    again, notices = open_store(tmp_path, NOON)
    assert (notices, again.is_saved) == ([], True)
    assert again.header(match).score == (stored - 1, 0)
    again.append(match, stored, events.Doubled())
    again.close()


def first_answer(store: Store, match: int) -> events.Event:
    return events.Played(first_play(Table(store.record(match), SeededDice(1))).steps)


def test_a_throw_that_could_not_be_stored_falls_again_in_memory(store: Store) -> None:
    match = store.create(MatchHeader(("", ""), MatchOptions()))
    store.keep_dice(match, 0, SECRET)
    dice = store.dice(match, 0)
    assert dice is not None
    table = Table(store.record(match), dice)
    table.keep_with(keeper(store, match, table, lambda: "now"))
    store._database.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(GameError) as error:
        table.submit(0, events.Open())
    assert code_of(error) == "store_write_failed"
    assert table.record.events == ()
    store.carry_on_in_memory()
    again = store.dice(match, 0)
    assert again is not None
    table.dice = again
    assert table.submit(0, events.Open()) == events.Opened(throw_number(SECRET, "", 0))
    assert store.record(match).events == table.record.events


@pytest.mark.parametrize("lost", ["resigned 1", "someone"])
def test_what_a_damaged_file_has_lost_comes_from_the_table(store: Store, tmp_path: Path, lost: str) -> None:
    """A page of the file is overwritten while a match is played, one of events or the one of headers."""
    other = new_match(store)
    match = store.create(MatchHeader(("someone", "other"), MatchOptions(length=3)))
    header, made = store.header(match), [*OPENING]
    for number in range(600):
        made += [events.Resigned(1)] if number >= len(made) else []
        store.append(match, number, made[number])
    connection = store._database.connection
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (tmp_path / FILE).open("rb+") as file:
        page = file.read().rindex(lost.encode()) // 4096
        file.seek(page * 4096)
        file.write(b"x" * 4096)
    connection.execute("PRAGMA shrink_memory")
    store.carry_on_in_memory(header, MatchRecord(header.options, header.names, tuple(made)))
    assert not store.is_saved
    assert store.header(match) == header
    rows = store._database.rows("SELECT event FROM events WHERE match = ? ORDER BY number", (match,))
    assert [text for (text,) in rows] == [event_to_text(event) for event in made]
    store.append(match, 600, events.Resigned(1))
    if lost == "resigned 1":
        assert store.record(other).events == OPENING


def test_a_program_that_looks_into_the_file_does_not_disturb(store: Store, tmp_path: Path) -> None:
    match = new_match(store)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN")
    assert other.execute("SELECT count(*) FROM events").fetchone() == (3,)
    store.append(match, 3, events.Resigned(1))
    other.execute("COMMIT")
    other.close()
    assert len(store.record(match).events) == 4


def test_a_program_that_holds_the_file_is_waited_for_and_then_named(store: Store, tmp_path: Path) -> None:
    match = new_match(store)
    store._database.connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(GameError) as error:
        store.append(match, 3, events.Resigned(1))
    assert code_of(error) == "store_write_failed"
    other.execute("ROLLBACK")
    other.close()
    store.append(match, 3, events.Resigned(1))
