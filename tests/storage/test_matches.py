"""The store of matches: one event after the other, lists, fair dice, and going on when nothing can be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from engine_c import Step
from game.dice.fair import FairDice, Proof, commitment, first_wrong_throw, throw_number
from game.dice.source import SeededDice
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.state import Phase
from game.match.table import Table
from game.storage.codec import event_to_text
from game.storage.header import MatchHeader
from game.storage.keeper import keeper
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from match.test_random_matches import every_match, play, title

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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened, notices = open_store(tmp_path, NOON)
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


# Fair dice


def test_dice_are_kept_once_before_anything_is_thrown(store: Store) -> None:
    match = store.create(HEADER)
    assert store.dice(match, 0) is None
    assert store.proof(match, 0) is None
    store.keep_dice(match, 0, SECRET)
    with pytest.raises(GameError) as error:
        store.keep_dice(match, 0, bytes(32))
    assert code_of(error) == "dice_already_kept"
    assert store.dice(match, 0) == FairDice(SECRET)
    begun = new_match(store)
    with pytest.raises(GameError) as error:
        store.keep_dice(begun, 0, SECRET)
    assert (code_of(error), error.value.facts["game"]) == ("dice_already_thrown", 1)
    store.keep_dice(begun, 1, SECRET)
    assert store.dice(begun, 1) == FairDice(SECRET)


def test_the_players_seed_is_taken_until_the_first_throw(store: Store) -> None:
    match = store.create(MatchHeader(("", ""), MatchOptions()))
    for seed, refused in (("x", "no_dice_kept"), ("\ud800", "bad_players_seed")):
        with pytest.raises(GameError) as error:
            store.set_players_seed(match, 0, seed)
        assert code_of(error) == refused
    store.keep_dice(match, 0, SECRET)
    store.set_players_seed(match, 0, "first")
    store.set_players_seed(match, 0, "ş ό ё")
    dice = store.dice(match, 0)
    assert dice == FairDice(SECRET, "ş ό ё")
    store.append(match, 0, events.Opened(dice.throw()))
    with pytest.raises(GameError) as error:
        store.set_players_seed(match, 0, "too late")
    assert code_of(error) == "dice_already_thrown"
    assert store.dice(match, 0) == FairDice(SECRET, "ş ό ё", 1)
    assert store.proof(match, 0) == Proof(commitment(SECRET), SECRET, "ş ό ё", (throw_number(SECRET, "ş ό ё", 0),))


def test_throws_are_counted_by_game_and_those_taken_back_too(store: Store) -> None:
    """A turn of each side, the last one taken back and played again, the game given up, and the next one opened."""
    match = store.create(MatchHeader(("", ""), MatchOptions(length=5)))
    store.keep_dice(match, 0, SECRET)
    dice = store.dice(match, 0)
    assert dice is not None
    table = Table(store.record(match), dice)
    table.keep_with(keeper(store, match, table, lambda: "now"))
    asked: list[events.Action] = [events.Roll(), events.Move(()), events.TakeBack(), events.Move(()), events.Roll()]
    while table.state.phase is Phase.TO_OPEN:
        table.submit(0, events.Open())
    for action in (events.Move(()), *asked, events.Resign(1), events.Accept()):
        asks = first_play(table) if isinstance(action, events.Move) else action
        table.submit(table.state.to_act or 0, asks)
    thrown = sum(isinstance(event, events.Opened | events.Rolled) for event in table.record.events)
    assert thrown >= 3
    assert dice.number == thrown
    assert store.dice(match, 0) == FairDice(SECRET, "", thrown)
    assert sum(store.header(match).score) == 1
    other = bytes(32)
    store.keep_dice(match, 1, other)
    table.dice = FairDice(other)
    table.submit(0, events.Open())
    assert store.dice(match, 1) == FairDice(other, "", 1)
    assert store.dice(match, 0) == FairDice(SECRET, "", thrown)
    for game in (0, 1):
        proof = store.proof(match, game)
        assert proof is not None
        assert first_wrong_throw(proof) is None


def first_play(table: Table) -> events.Move:
    """Any legal play."""
    entry = table.entry()
    while not entry.is_finished:
        entry.step(entry.choices[0])
    return entry.move


@pytest.mark.parametrize("change", ["secret = x'00'", "secret = 'x'", "commitment = 'x'", "players_seed = x'00'"])
def test_altered_dice_are_refused(store: Store, tmp_path: Path, change: str) -> None:
    match = store.create(HEADER)
    store.keep_dice(match, 0, SECRET)
    alter(tmp_path, f"UPDATE fair_dice SET {change}")
    with pytest.raises(GameError) as error:
        store.dice(match, 0)
    assert code_of(error) == "record_unreadable"


# When nothing can be written


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
