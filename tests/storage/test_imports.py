"""Matches from elsewhere in the store: whole or not at all, once, and under the right heading."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from formats.samples import expected, sample
from game.errors import GameError
from game.formats.base import read, write
from game.formats.content import fingerprint
from game.formats.reading import ReadMatch
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage import chain, checksums
from game.storage.about import IMPORTED, about, local_day
from game.storage.archive import Archive, Search
from game.storage.header import MatchHeader
from game.storage.imports import Brought, header_of, you_of
from game.storage.matches import Store
from game.storage.opening import open_store
from game.storage.proofs import file_name
from game.storage.summaries import outcome_of, summary_of
from game.ui.cards.match_words import day_words
from match.test_random_matches import play

NOW = "2026-11-30T12:00:00+00:00"
needs_samples = pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened, _notices = open_store(tmp_path, datetime(2026, 11, 30))
    yield opened
    opened.close()


def from_file(seed: int, **options: object) -> ReadMatch:
    record = replace(play(MatchOptions(**{"length": 3, **options}), seed, 30), names=("Ada", "Bob"))  # type: ignore[arg-type]
    return ReadMatch(record, headers={"EventDate": "2024.01.31"})


def test_a_match_is_stored_with_every_event(store: Store) -> None:
    match = from_file(1)
    header = header_of(Brought.of(match), "club.mat", 1, NOW)
    match_id = store.add_whole(header, match.record)
    assert store.record(match_id) == match.record
    kept = store.header(match_id)
    assert kept == replace(header, id=match_id)
    assert (kept.person_side, kept.score, kept.started) == (1, match.record.state().score, "2024-01-31T00:00:00+00:00")
    assert kept.finished == kept.started
    assert kept.extra[IMPORTED] == {
        "file": "club.mat", "format": "mat", "content": fingerprint(match.record), "you": 1, "illegal": 0, "cut": 0,
        "about": {"EventDate": "2024.01.31"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "length", "is_finished"),
    [
        ({"length": 3}, None, True),
        ({"length": 3}, 9, False),
        ({"length": 0}, None, True),
        ({"length": 0}, 9, False),
    ],
)
def test_what_counts_as_finished(options: dict[str, int], length: int | None, is_finished: bool) -> None:
    match = from_file(2, **options)
    if length is not None:
        match = replace(match, record=match.record.until(length))
    assert (header_of(Brought.of(match), "x", None, NOW).finished is not None) == is_finished


@pytest.mark.parametrize(
    ("date", "started"),
    [
        ("2024.01.31", "2024-01-31T00:00:00+00:00"),
        ("2024-1-3", "2024-01-03T00:00:00+00:00"),
        ("2024.13.31", NOW),
        ("2023.02.30", NOW),
        ("yesterday", NOW),
        ("", NOW),
    ],
)
def test_the_day_of_a_match(date: str, started: str) -> None:
    match = replace(from_file(2), headers={"EventDate": date})
    assert header_of(Brought.of(match), "x", None, NOW).started == started


def test_a_match_of_other_people_was_neither_won_nor_lost() -> None:
    brought = Brought.of(from_file(2))
    winner = brought.state.score.index(max(brought.state.score))
    headers = [header_of(brought, "x", you, NOW) for you in (winner, 1 - winner, None)]
    assert [outcome_of(header) for header in headers] == ["won", "lost", ""]
    assert {header.dice for header in headers} == {"imported"}


def test_it_can_be_said_later_whose_match_it_was(store: Store) -> None:
    match = from_file(2)
    match_id = store.add_whole(header_of(Brought.of(match), "x", None, NOW), match.record)
    with store.database.writing() as connection:
        chain.seal(connection, match_id)
    archive = Archive(store)
    for you, outcomes in ((1, {"won", "lost"}), (None, {""}), (0, {"won", "lost"})):
        told = archive.answer(store.header(match_id), you)
        assert told == store.header(match_id)
        assert (told.person_side, you_of(told)) == (you or 0, you)
        assert outcome_of(told) in outcomes
        archive.refresh()
        assert len(archive.ids(Search(outcome=outcome_of(told) or "drawn"))) == (you is not None)
    with store.database.writing() as connection:
        link = chain.of_match(connection, match_id)
        assert link is not None
        assert link.checksum == checksums.over_match(connection, match_id)


def in_time_zone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()


@pytest.fixture
def _clock_put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_clock_put_back")
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system's time zone cannot be changed here")
@pytest.mark.parametrize(
    ("zone", "moment"), [("America/New_York", "2026-11-30"), ("Europe/Istanbul", "2026-12-01"), ("UTC", "2026-11-30")]
)
def test_a_day_stays_that_day_and_a_moment_is_the_local_day(
    zone: str, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time_zone(zone, monkeypatch)
    match = replace(from_file(2), headers={"EventDate": "2023.01.15"})
    imported = header_of(Brought.of(match), "x", None, NOW)
    assert (local_day(imported.started), day_words(imported.started)) == ("2023-01-15", "Jan 15, 2023")
    assert about(imported)["EventDate"] == "2023.01.15"
    own = MatchHeader(("A", "B"), MatchOptions(), started="2026-11-30T23:30:00+00:00")
    assert local_day(own.started) == moment
    assert about(own) == {"EventDate": moment.replace("-", ".")}
    assert file_name(own).startswith(f"dice-{moment}-")
    assert summary_of(own)[-1].endswith(moment)
    year, month, day = map(int, moment.split("-"))
    assert day_words(own.started) == f"{'Nov' if month == 11 else 'Dec'} {day}, {year}"


def test_what_a_file_said_besides_is_kept_for_exports(store: Store) -> None:
    said = {"Event": "Club", "Round": "2", "Site": "Chios", "Transcriber": "Eva"}
    said |= {"Match ID": "-7", "EventTime": "21.23"}
    [match] = read(write(from_file(2).record, "mat", {**said, "EventDate": "2023.01.15"}), "x.mat")
    header = header_of(Brought.of(match), "x.mat", None, NOW)
    kept = store.header(store.add_whole(header, match.record))
    assert {**said, "EventDate": "2023.01.15"}.items() <= about(kept).items()
    for kind in ("json", "txt", "mat"):
        [again] = read(write(match.record, kind, about(kept)), f"x.{kind}")
        assert {**said, "EventDate": "2023.01.15"}.items() <= again.headers.items(), kind
    text = write(match.record, "sgf", about(kept)).decode()
    assert "DT[2023-01-15]EV[Club]RO[2]PC[Chios]AN[Eva]" in text


def test_the_day_of_an_import_is_not_given_as_the_day_of_the_match() -> None:
    header = header_of(Brought.of(replace(from_file(2), headers={"Event": "Club"})), "x", None, NOW)
    assert about(header) == {"Event": "Club"}


def test_nothing_is_half_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    match = from_file(3)
    written = iter(range(20))

    def text(event: events.Event) -> str:
        if next(written) == 10:
            raise sqlite3.OperationalError("disk is full")
        return "took"

    monkeypatch.setattr("game.storage.imports.event_to_text", text)
    with pytest.raises(GameError, match="store_write_failed"):
        store.add_whole(header_of(Brought.of(match), "x", None, NOW), match.record)
    assert store.finished() == store.unfinished() == []


@pytest.mark.parametrize("kind", ["json", "mat", "sgf", "txt"])
def test_a_match_is_known_again_in_any_format(store: Store, kind: str) -> None:
    match = from_file(4, length=5)
    [again] = read(write(match.record, kind), f"x.{kind}")
    first = header_of(Brought.of(match), "one", None, NOW)
    known = store.known()
    assert known.find(Brought.of(again)) is None
    match_id = store.add_whole(first, match.record)
    assert store.known().find(Brought.of(again)) == match_id
    known.add(Brought.of(match), match_id)
    assert known.find(Brought.of(again)) == match_id
    store.delete(match_id)
    assert store.known().find(Brought.of(again)) is None


def test_a_match_played_here_is_known_again(store: Store) -> None:
    match = from_file(5, length=5)
    header = MatchHeader(match.record.names, match.record.options, score=match.record.state().score)
    match_id = store.add_whole(header, match.record)
    [again] = read(write(match.record, "mat"), "x.mat")
    assert store.known().find(Brought.of(again)) == match_id


def test_other_matches_are_not_taken_for_the_same(store: Store) -> None:
    match = from_file(6)
    store.add_whole(header_of(Brought.of(match), "x", None, NOW), match.record)
    others = [
        from_file(7).record,
        match.record.until(len(match.record.events) // 2),
        replace(match.record, names=("Ada", "Bobby")),
        replace(match.record.until(8), options=MatchOptions(length=5)),
    ]
    for record in others:
        assert store.known().find(Brought.of(ReadMatch(record))) is None


def test_a_store_with_a_damaged_entry_can_still_be_asked(store: Store) -> None:
    match = from_file(8)
    match_id = store.add_whole(header_of(Brought.of(match), "x", None, NOW), match.record)
    store._database.connection.execute("UPDATE matches SET extra = '{broken' WHERE id = ?", (match_id,))
    assert store.known().find(Brought.of(match)) is None


SAME = [
    ("gammonview_7pt_illegal.mat", "gammonview_7pt_illegal.xg"),
    ("gnubg_g1_5pt.mat", "gnubg_g1_5pt.sgf"),
    ("gnubg_g4_money.sgf", "gnubg_g4_money_snowie.txt"),
    ("rerendered_xgtxt_7pt.txt", "sampleserver_7pt.xg"),
    ("xg_gnubg_7pt_c1c2.xg", "xg_gnubg_7pt_c1c2.sgf"),
]


@needs_samples
@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_match_from_two_programs_has_one_fingerprint(one: str, other: str) -> None:
    assert fingerprint(sample(one).record) == fingerprint(sample(other).record)


def test_matches_without_a_play_are_told_apart() -> None:
    def record(winner: int) -> MatchRecord:
        return MatchRecord(MatchOptions(length=3), ("A", "B"), (events.SetUp(), events.Settled(winner, 1)))

    assert fingerprint(record(0)) != fingerprint(record(1))
