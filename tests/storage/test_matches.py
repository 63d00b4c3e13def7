"""The store of matches: one event after the other, lists, and what somebody else has altered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from match.test_random_matches import every_match, play, title
from stores import HEADER, NOON, SECRET, alter, code_of, new_match, opened_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield from opened_store(tmp_path)


# Headers and events


def test_a_header_comes_back(store: Store) -> None:
    match = store.create(HEADER)
    assert store.header(match) == replace(HEADER, id=match)
    assert store.record(match) == MatchRecord(HEADER.options, HEADER.names)
    assert store.clock(match) is None


def test_a_name_with_half_a_letter_is_stored_with_a_question_mark(store: Store) -> None:
    match = store.create(replace(HEADER, names=("a\ud800", "b")))
    assert store.header(match).names == ("a?", "b")


@pytest.mark.parametrize("options", every_match()[::4], ids=title)
def test_a_record_comes_back(store: Store, options: MatchOptions) -> None:
    record = play(options, 3, 1)
    match = store.create(MatchHeader(record.names, options))
    for number, event in enumerate(record.events[:80]):
        store.append(match, number, event, (100.0 - number, 99.25))
    assert store.record(match) == record.until(80)
    assert store.clock(match) == (101.0 - min(80, len(record.events)), 99.25)


@pytest.mark.parametrize("number", [-1, 0, 2, 4, 100])
def test_a_number_out_of_order_is_refused(store: Store, number: int) -> None:
    match = new_match(store)
    with pytest.raises(GameError) as error:
        store.append(match, number, events.Doubled(), score=(9, 9), finished="now")
    assert (code_of(error), error.value.facts["expected"]) == ("event_out_of_order", 3)
    assert len(store.record(match).events) == 3
    assert store.header(match).score == (0, 0)
    assert store.header(match).finished is None


def test_score_and_end_are_stored_with_the_event(store: Store) -> None:
    match = new_match(store)
    store.append(match, 3, events.Resigned(1), score=(0, 0))
    assert (store.header(match).score, store.header(match).finished) == ((0, 0), None)
    store.append(match, 4, events.Accepted(), None, score=(3, 0), finished="2027")
    assert (store.header(match).score, store.header(match).finished) == ((3, 0), "2027")


@pytest.mark.parametrize("column", ["score_0", "finished"])
def test_event_score_and_end_are_stored_together_or_not_at_all(store: Store, tmp_path: Path, column: str) -> None:
    match = new_match(store)
    alter(tmp_path, f"CREATE TRIGGER no BEFORE UPDATE OF {column} ON matches BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(GameError) as error:
        store.append(match, 3, events.Resigned(1), score=(1, 0), finished="2027")
    assert code_of(error) == "store_write_failed"
    assert len(store.record(match).events) == 3
    assert (store.header(match).score, store.header(match).finished) == ((0, 0), None)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.header(9),
        lambda store: store.record(9),
        lambda store: store.append(9, 0, events.Doubled()),
        lambda store: store.delete(9),
        lambda store: store.restore_deleted(9),
        lambda store: store.update_extra(9, {}),
        lambda store: store.keep_dice(9, 0, SECRET),
        lambda store: store.dice(9, 0),
    ],
)
def test_a_match_that_is_not_there(store: Store, ask: object) -> None:
    assert callable(ask)
    with pytest.raises(GameError) as error:
        ask(store)
    assert (code_of(error), error.value.facts["match"]) == ("no_such_match", 9)


# Lists


def test_the_lists(store: Store) -> None:
    old, new, middle = (new_match(store, started) for started in ("2026-01", "2026-03", "2026-02"))
    assert [header.id for header in store.unfinished()] == [new, middle, old]
    for match, finished in ((old, "2026-05"), (middle, "2026-04")):
        store.append(match, 3, events.Doubled(), finished=finished)
    assert [header.id for header in store.unfinished()] == [new]
    assert [header.id for header in store.finished()] == [old, middle]
    assert [header.id for header in store.finished(1, 1)] == [middle]
    assert store.finished(5, 2) == []


def test_a_deleted_match_can_be_restored_until_the_next_opening(store: Store, tmp_path: Path) -> None:
    first, second = new_match(store), new_match(store)
    store.keep_dice(first, 1, SECRET)
    store.delete(first)
    store.delete(second)
    assert store.unfinished() == []
    store.restore_deleted(second)
    assert [header.id for header in store.unfinished()] == [second]
    store.close()
    again, notices = open_store(tmp_path, NOON)
    assert notices == []
    assert [header.id for header in again.unfinished()] == [second]
    with pytest.raises(GameError):
        again.restore_deleted(first)
    assert again.create(HEADER) > second
    again.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        left = [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("events", "fair_dice")]
    connection.close()
    assert left == [(3,), (0,)]


def test_extra_is_replaced(store: Store) -> None:
    match = store.create(HEADER)
    store.update_extra(match, {"turning": False})
    assert store.header(match) == replace(HEADER, id=match, extra={"turning": False})


# What somebody else has altered


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET event = 'rolled 3 7' WHERE number = 2",
        "UPDATE events SET event = 'took' WHERE number = 2",
        "UPDATE events SET event = 'played 8:3 6:2' WHERE number = 1",
        "UPDATE events SET event = 'played 8:3 ' || x'ff' WHERE number = 1",
        "UPDATE events SET event = CAST('rolled 3 1' AS BLOB) WHERE number = 2",
        "UPDATE events SET event = 7 WHERE number = 0",
        "UPDATE events SET number = 5 WHERE number = 2",
        "UPDATE events SET number = 'x' WHERE number = 2",
        "DELETE FROM events WHERE number = 1",
        "UPDATE matches SET options = replace(options, '3', '3.5')",
    ],
)
def test_an_altered_record_is_refused_and_the_others_are_not(store: Store, tmp_path: Path, statement: str) -> None:
    match = new_match(store)
    alter(tmp_path, statement)
    other = new_match(store)
    with pytest.raises(GameError) as error:
        store.record(match)
    assert code_of(error) == "record_unreadable"
    assert len(store.record(other).events) == 3


@pytest.mark.parametrize(
    "change",
    [
        "options = '{'", "options = x'00'", "person_side = 2", "person_side = 'x'", "dice = 'loaded'", "extra = '[]'",
        "extra = 'x'", "score_0 = -1", "score_1 = 'x'", "name_0 = 7.5", "seat_1 = x'00'", "started = x'00'",
    ],
)  # fmt: skip
def test_an_altered_header_is_named_at_opening_and_left_out(store: Store, tmp_path: Path, change: str) -> None:
    bad, good = new_match(store), new_match(store)
    store.close()
    change = change.replace("7.5", "x'37'")
    alter(tmp_path, f"UPDATE matches SET {change} WHERE id = {bad}")
    again, notices = open_store(tmp_path, NOON)
    assert [(notice.code, notice.facts["match"]) for notice in notices] == [("match_unreadable", bad)]
    assert again.is_saved
    assert [header.id for header in again.unfinished()] == [good]
    with pytest.raises(GameError) as error:
        again.header(bad)
    assert code_of(error) == "record_unreadable"
    again.close()


def test_text_that_is_no_text_does_not_hide_the_others(store: Store, tmp_path: Path) -> None:
    bad, good = new_match(store), new_match(store)
    alter(tmp_path, f"UPDATE matches SET name_0 = CAST(x'ff61' AS TEXT) WHERE id = {bad}")
    assert [(header.id, header.names[0]) for header in store.unfinished()] == [(good, "one"), (bad, "\ufffda")]
