"""A damaged store: every match that can still be read in it comes back, whatever backup takes its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage import backups, chain, checking, library, pages
from game.storage.archive import Archive
from game.storage.database import connect
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from openings import NOON, codes

NAMES = ("Ayşe", "Nikos")
PAGE = 4096


def keep(store: Store, *numbers: int) -> None:
    """Finished matches that their numbers tell apart."""
    options = MatchOptions(length=1)
    played = (events.Opened((6, 1)), events.Resigned(1), events.Accepted())
    record = MatchRecord(options, NAMES, played)
    headers = [MatchHeader(NAMES, options, dice="typed", started=f"{n:04}", extra={"n": n}) for n in numbers]
    Archive(store).keep([(header, record) for header in headers])
    while chain.seal_missing(store.database):
        pass


def filled(folder: Path, before: int = 150, after: int = 150) -> dict[int, tuple[str, str]]:
    """A store with a backup of its first matches, one that is being played at the end, and a note; closed.

    Answers with the links of the chain by match.
    """
    store, _notices = open_store(folder, NOON)
    keep(store, *range(1, before + 1))
    if before:
        backups.daily(folder / FILE, NOON)
    keep(store, *range(before + 1, before + after + 1))
    match = store.create(MatchHeader(NAMES, MatchOptions(length=3), started="9999"))
    store.append(match, 0, events.Opened((3, 1)))
    library.put(store.database, "m", "note", "key", '"kept"')
    links = {link.match or 0: (link.name, link.checksum) for link in chain.links(store.database)}
    store.close()
    return links


def header_overwritten(data: bytearray) -> None:
    data[:100] = b"x" * 100


def first_page_overwritten(data: bytearray) -> None:
    data[:PAGE] = b"x" * PAGE


def cut(data: bytearray) -> None:
    del data[len(data) * 3 // 4 :]


def middle_overwritten(data: bytearray) -> None:
    middle = len(data) // PAGE // 2 * PAGE
    data[middle : middle + 3 * PAGE] = b"\xff" * 3 * PAGE


def numbers(store: Store) -> list[str]:
    return sorted(header.started for header in store.finished())


@pytest.mark.parametrize("with_backup", [True, False])
@pytest.mark.parametrize("harm", [header_overwritten, first_page_overwritten])
def test_a_lost_beginning_loses_no_match(tmp_path: Path, harm: Callable[[bytearray], None], with_backup: bool) -> None:
    links = filled(tmp_path, 150 if with_backup else 0, 150 if with_backup else 300)
    data = bytearray((tmp_path / FILE).read_bytes())
    harm(data)
    (tmp_path / FILE).write_bytes(data)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_restored" if with_backup else "store_damaged", "matches_rescued"]
    assert notices[1].facts["count"] == (151 if with_backup else 301)
    assert Path(str(notices[1].facts["kept"])).read_bytes() == data
    assert numbers(store) == [f"{n:04}" for n in range(1, 301)]
    assert [len(store.record(header.id).events) for header in store.unfinished()] == [1]
    assert {link.match: (link.name, link.checksum) for link in chain.links(store.database)} == links
    assert library.entries(store.database, "note") == {"key": '"kept"'}
    assert checking.check(store.database, "2026").findings == ()
    store.close()


@pytest.mark.parametrize("harm", [middle_overwritten, cut])
def test_what_lies_beside_the_damage_comes_back(tmp_path: Path, harm: Callable[[bytearray], None]) -> None:
    filled(tmp_path)
    data = bytearray((tmp_path / FILE).read_bytes())
    harm(data)
    (tmp_path / FILE).write_bytes(data)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_restored", "matches_rescued"]
    back = len(store.finished()) + len(store.unfinished()) - 150
    assert notices[1].facts["count"] == back
    assert 0 < back < 151
    assert {f"{n:04}" for n in range(1, 151)} <= set(numbers(store))
    assert all(len(store.record(header.id).events) == 3 for header in store.finished())
    assert checking.check(store.database, "2026").findings == ()
    store.close()


@pytest.mark.parametrize("table", ["matches", "events", "chain", "fair_dice"])
@pytest.mark.parametrize("place", [0, 1])
def test_pages_that_lead_to_others_may_be_lost(tmp_path: Path, table: str, place: int) -> None:
    """Only what stood in the page itself is gone: of events a few stand there, of the other tables nothing."""
    filled(tmp_path, 0, 600)
    data = bytearray((tmp_path / FILE).read_bytes())
    with closing(connect(tmp_path / FILE, writing=False)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    lost = root - 1 + place
    data[lost * PAGE : (lost + 1) * PAGE] = b"\0" * PAGE
    (tmp_path / FILE).write_bytes(data)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_damaged", "matches_rescued"]
    assert len(store.finished()) > 540
    assert checking.check(store.database, "2026").findings == ()
    store.close()


def test_rows_of_any_length_are_found_page_by_page(tmp_path: Path) -> None:
    """Also those that need pages of their own; and nothing is made of what only looks like a page."""
    store, _notices = open_store(tmp_path, NOON)
    match = store.create(MatchHeader(("A" * 5_000, "Ö" * 9_000), MatchOptions(length=3), extra={"x": "y" * 70_000}))
    for number in range(300):
        store.append(match, number, events.Opened((6, 1)), (1e300, 0.0))
    store.keep_dice(store.create(MatchHeader(NAMES, MatchOptions())), 0, bytes(range(32)))
    library.put(store.database, "m", "note", "k" * 3_000, None)
    store.close()
    with closing(connect(tmp_path / FILE)) as whole, closing(pages.rows_of(tmp_path / FILE)) as found:
        for table in ("matches", "events", "fair_dice", "checksums", "library"):
            query = f"SELECT * FROM {table} ORDER BY 1, 2"  # a name from above
            assert found.execute(query).fetchall() == whole.execute(query).fetchall()
    rng, data = Random(1), (tmp_path / FILE).read_bytes()
    for _ in range(300):
        spoilt = bytearray(data)
        for _ in range(rng.choice((1, 30, 3_000))):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        (tmp_path / "spoilt").write_bytes(spoilt[: rng.choice((len(spoilt), rng.randrange(len(spoilt))))])
        pages.rows_of(tmp_path / "spoilt").close()


def test_a_match_that_had_gone_on_is_the_longer_one(tmp_path: Path) -> None:
    store, _notices = open_store(tmp_path, NOON)
    match = store.create(MatchHeader(NAMES, MatchOptions(length=3), started="2026"))
    store.append(match, 0, events.Opened((3, 1)))
    backups.daily(tmp_path / FILE, NOON)
    store.append(match, 1, events.Resigned(1))
    store.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    header_overwritten(data)
    (tmp_path / FILE).write_bytes(data)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_restored", "matches_rescued"]
    assert store.record(match).events == (events.Opened((3, 1)), events.Resigned(1))
    assert checking.check(store.database, "2026").findings == ()
    store.close()


def test_what_only_the_companion_file_holds_comes_back(tmp_path: Path) -> None:
    """The game was killed: the last match lies in the file beside the store, whose own beginning is lost."""
    (tmp_path / "killed").mkdir()
    store, _notices = open_store(tmp_path, NOON)
    keep(store, 1)
    with closing(connect(tmp_path / FILE, writing=True)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    keep(store, 2)
    for name in (FILE, f"{FILE}-wal"):
        (tmp_path / "killed" / name).write_bytes((tmp_path / name).read_bytes())
    store.close()
    data = bytearray((tmp_path / "killed" / FILE).read_bytes())
    header_overwritten(data)
    (tmp_path / "killed" / FILE).write_bytes(data)
    store, notices = open_store(tmp_path / "killed", NOON)
    assert codes(notices) == ["store_damaged", "matches_rescued"]
    assert numbers(store) == ["0001", "0002"]
    store.close()


def test_an_altered_match_and_a_deleted_one_do_not_come_back(tmp_path: Path) -> None:
    filled(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE events SET event = 'opened 5 1' WHERE match = 200 AND number = 0")
        connection.execute("UPDATE matches SET deleted = 1 WHERE id = 201")
    data = bytearray((tmp_path / FILE).read_bytes())
    header_overwritten(data)
    (tmp_path / FILE).write_bytes(data)
    store, notices = open_store(tmp_path, datetime(2026, 12, 1))
    assert notices[1].facts["count"] == 149
    assert {"0200", "0201"}.isdisjoint(numbers(store))
    store.close()
