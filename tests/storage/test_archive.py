"""The archive: what is searched for is found, what changes is seen, what comes from elsewhere is stored whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine_c import Step
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.storage.archive import Archive, Search
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from game.storage.summaries import FINISHED, PLAYING, bring_up_to_date, folded, outcome_of
from match.test_random_matches import every_match, play, title

NOON = datetime(2026, 11, 30, 12)
STORES = Path(__file__).parent.parent / "data" / "stores"
PERSONS = ("person", "person")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened, notices = open_store(tmp_path, NOON)
    assert notices == []
    yield opened
    opened.close()


def one(
    names: tuple[str, str] = ("Ada", "Bea"), finished: str | None = "2026-05-01T10:00:00+00:00", **facts: Any
) -> MatchHeader:
    facts = {"options": MatchOptions(length=1), "started": "2026-04-30T10:00:00+00:00", **facts}
    return MatchHeader(names, finished=finished, **facts)


def names_of(store: Store, **looked_for: Any) -> list[str]:
    """The opponents of the matches that are found, in their order."""
    archive = Archive(store)
    archive.refresh()
    found = archive.headers(archive.ids(Search(**looked_for)))
    return [header.names[1 - header.person_side] for header in found if header is not None]


def filled(store: Store) -> Store:
    for header in (
        one(("Ada", "Ελένη Παπαδοπούλου"), "2026-05-03T10:00:00+00:00", score=(1, 0)),
        one(("Ada", "IŞIK"), "2025-12-31T23:00:00+00:00", score=(0, 1), options=tavli(5)),
        one(("Zoë", "Ada"), "2026-05-02T10:00:00+00:00", score=(0, 1), person_side=1),
        one(("Ada", "Computer"), "2026-01-01T00:00:00+00:00", seats=("person", "runner:easy")),
        one(("Ada", "Computer"), None, seats=("person", "balanced:master")),
    ):
        store.create(header)
    return store


@pytest.mark.parametrize(
    ("looked_for", "found"),
    [
        ({}, ["Ελένη Παπαδοπούλου", "Zoë", "Computer", "IŞIK"]),
        ({"state": PLAYING}, ["Computer"]),
        ({"text": "ελενη"}, ["Ελένη Παπαδοπούλου"]),
        ({"text": "ΠΑΠΑΔ ada"}, ["Ελένη Παπαδοπούλου"]),
        ({"text": "ışık"}, ["IŞIK"]),
        ({"text": "isik"}, ["IŞIK"]),
        ({"text": "zoe"}, ["Zoë"]),
        ({"text": "runner"}, ["Computer"]),
        ({"text": "tavli"}, ["IŞIK"]),
        ({"text": "2026-05"}, ["Ελένη Παπαδοπούλου", "Zoë"]),
        ({"text": "%"}, []),
        ({"game": "tavli"}, ["IŞIK"]),
        ({"opponent": ("person", "Zoë")}, ["Zoë"]),
        ({"opponent": ("runner:easy", "Computer")}, ["Computer"]),
        ({"opponent": ("balanced:master", "Computer")}, []),
        ({"outcome": "won"}, ["Ελένη Παπαδοπούλου", "Zoë"]),
        ({"outcome": "open"}, ["Computer", "IŞIK"]),
        ({"since": "2026-01-01"}, ["Ελένη Παπαδοπούλου", "Zoë", "Computer"]),
        ({"since": "2025-01-01", "until": "2026-01-01"}, ["IŞIK"]),
        ({"outcome": "won", "text": "zoe", "game": "backgammon"}, ["Zoë"]),
    ],
    ids=str,
)
def test_what_is_looked_for_is_found(store: Store, looked_for: dict[str, Any], found: list[str]) -> None:
    assert names_of(filled(store), **looked_for) == found


def test_what_occurs_is_listed(store: Store) -> None:
    archive = Archive(filled(store))
    archive.refresh()
    assert archive.games(FINISHED) == ["backgammon", "tavli"]
    assert ("runner:easy", "Computer") in archive.opponents(FINISHED)
    assert archive.opponents(PLAYING) == [("balanced:master", "Computer")]
    assert archive.years(FINISHED) == [2026, 2025]
    assert (archive.count(FINISHED), archive.count(PLAYING)) == (4, 1)


def test_everybody_who_was_played_against_is_listed(store: Store) -> None:
    options = MatchOptions(length=1)
    names = [("Ada", f"Guest {number:02}") for number in range(62)]
    archive = Archive(store)
    archive.keep([(MatchHeader(both, options, finished="2026"), MatchRecord(options, both)) for both in names])
    archive.refresh()
    assert archive.opponents(FINISHED) == [("person", name) for _own, name in names]


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ({"score": (5, 3), "options": MatchOptions(length=5)}, "won"),
        ({"score": (3, 5), "options": MatchOptions(length=5)}, "lost"),
        ({"score": (3, 5), "options": MatchOptions(length=5), "person_side": 1}, "won"),
        ({"score": (3, 4), "options": MatchOptions(length=5)}, "open"),
        ({"score": (4, 4), "options": MatchOptions(length=0)}, "drawn"),
        ({"score": (1, 0), "options": MatchOptions(length=0)}, "won"),
        ({"score": (1, 0), "finished": None}, ""),
    ],
    ids=str,
)
def test_how_a_match_ended(facts: dict[str, Any], outcome: str) -> None:
    assert outcome_of(one(**facts)) == outcome


@pytest.mark.parametrize(("given", "searched"), [("Straße", "strasse"), ("ΆΣ", "ας"), ("İI ı", "ii i"), ("Ё", "е")])
def test_letters_are_folded(given: str, searched: str) -> None:
    assert folded(given) == folded(searched)


# Kept as matches are stored


def test_a_match_being_played_is_seen_as_it_goes_on(store: Store) -> None:
    match = store.create(one(finished=None))
    assert (names_of(store), names_of(store, state=PLAYING)) == ([], ["Bea"])
    store.append(match, 0, events.Opened((3, 1)))
    store.append(match, 1, events.Resigned(1))
    store.append(match, 2, events.Accepted(), score=(0, 1), finished="2026-06-01")
    assert (names_of(store, outcome="lost"), names_of(store, state=PLAYING)) == (["Bea"], [])


def test_a_deleted_match_is_gone_until_it_is_brought_back(store: Store) -> None:
    match = store.create(one())
    store.delete(match)
    assert names_of(store) == []
    assert store.header(match).names == ("Ada", "Bea")
    store.restore_deleted(match)
    assert names_of(store) == ["Bea"]


def test_whoever_writes_the_lists_know_it(store: Store) -> None:
    """Another program, or another room of this one, writes past the store."""
    match = store.create(one())
    assert names_of(store) == ["Bea"]
    store.database.connection.execute("UPDATE matches SET name_1 = 'Cem' WHERE id = ?", (match,))
    assert names_of(store, text="cem") == ["Cem"]
    store.database.connection.execute("DELETE FROM matches")
    assert names_of(store) == []
    assert store.database.rows("SELECT count(*) FROM summaries") == [(0,)]


def test_a_header_that_says_nonsense_is_left_out(store: Store) -> None:
    first, second = store.create(one()), store.create(one(("Ada", "Cem")))
    store.database.connection.execute("UPDATE matches SET dice = 'loaded' WHERE id = ?", (first,))
    assert names_of(store) == ["Cem"]
    assert Archive(store).headers([second, first, 99])[1:] == [None, None]


def test_the_lists_live_on_in_memory(store: Store) -> None:
    filled(store).carry_on_in_memory()
    assert names_of(store, text="zoe") == ["Zoë"]


def test_a_store_of_the_first_version_fills_its_lists(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript((STORES / "version_1.sql").read_text("utf-8"))
    store, _notices = open_store(folder, NOON)
    assert (names_of(store, text="other"), names_of(store, state=PLAYING, text="otesi")) == (["other"], ["Ötesi"])
    store.close()


def test_many_stale_rows_are_written_at_once(store: Store) -> None:
    with store.database.writing() as connection:
        for number in range(5000):
            connection.execute(
                "INSERT INTO matches (name_0, name_1, options, seat_0, seat_1, dice, person_side, colours, started,"
                ' finished, extra) SELECT \'Ada\', ?, \'{"games": [{"game": "backgammon"}], "length": 1,'
                ' "crawford": true, "jacoby": false, "beavers": false, "raccoons": false,'
                " \"automatic_doubles\": false, \"clock\": false}', 'person', 'person', 'typed', 0, '', '2026',"
                " '2026', '{}'",
                (f"number {number}",),
            )
    bring_up_to_date(store.database)
    assert store.database.rows("SELECT count(*) FROM summaries WHERE is_stale") == [(0,)]
    assert names_of(store, text="4321") == ["number 4321"]


# From elsewhere


@pytest.mark.parametrize("options", every_match()[::5], ids=title)
def test_a_whole_match_is_stored(store: Store, options: MatchOptions) -> None:
    record = replace(play(options, 5, 2), names=("Ada", "Bea"))
    (match,) = Archive(store).keep([(one(("x", "y"), dice="imported"), record)])
    assert store.record(match) == record
    header = store.header(match)
    assert (header.names, header.options, header.dice) == (record.names, options, "imported")
    assert header.score == record.state().score


def test_a_match_without_an_end_counts_from_its_beginning(store: Store) -> None:
    record = MatchRecord(MatchOptions(length=3), ("Ada", "Bea"), (events.Opened((3, 1)),))
    (match,) = Archive(store).keep([(one(finished=None), record)])
    assert store.header(match).finished == "2026-04-30T10:00:00+00:00"
    assert names_of(store, outcome="open") == ["Bea"]


def test_all_or_none_are_stored(store: Store) -> None:
    good = MatchRecord(MatchOptions(length=3), ("Ada", "Bea"), (events.Opened((3, 1)),))
    bad = MatchRecord(MatchOptions(length=3), ("Ada", "Bea"), (events.Played((Step(8, 3),)),))
    with pytest.raises(GameError) as error:
        Archive(store).keep([(one(), good), (one(), bad)])
    assert error.value.code == "record_unreadable"
    assert names_of(store) == []
