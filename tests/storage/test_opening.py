"""Opening a store that is new, old, newer, damaged, or open already."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from game.errors import GameError
from game.storage.database import connect
from game.storage.opening import FILE, LOCK, open_store
from game.storage.schema import MIGRATIONS, migrate, version_of
from openings import NOON, codes, contents, one_match, with_later_version, works

ROOT = Path(__file__).parent.parent.parent
STORES = Path(__file__).parent.parent / "data" / "stores"
DAMAGED = "matches.damaged-2026-11-30T12-00-00.db"
LATER = ("ALTER TABLE matches ADD COLUMN later TEXT", "UPDATE matches SET later = name_0")


def test_a_new_store_in_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "Ötesi #1?%20"
    match = one_match(folder)
    assert set(contents(folder)) == {FILE, LOCK}
    store, notices = open_store(folder, NOON)
    assert (notices, store.is_saved) == ([], True)
    assert len(store.record(match).events) == 1
    with closing(connect(folder / FILE)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert version_of(connection) == len(MIGRATIONS)
    assert store._database.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()


def test_what_a_kill_left_of_a_new_store_is_no_matter(tmp_path: Path) -> None:
    for name in (f"{FILE}.a.new", f"{FILE}.a.new-wal", f"{FILE}.a.new-journal"):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (0, 0))
    one_match(tmp_path)
    assert set(contents(tmp_path)) == {FILE, LOCK}


# A second copy of the game

SECOND = """
import sys
from datetime import datetime
from pathlib import Path
from game.errors import GameError
from game.storage.opening import open_store
try:
    store, notices = open_store(Path(sys.argv[1]), datetime(2026, 11, 30, 12))
    print(notices, store.is_saved, flush=True)
    sys.stdin.read()
except GameError as error:
    print(error.code, error.facts["file"], flush=True)
"""


@contextmanager
def second(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another copy of the game and the line it says."""
    command = [sys.executable, "-c", SECOND, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
        process.kill()


def test_a_second_copy_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    store, _notices = open_store(tmp_path, NOON)
    works(store)
    before = contents(tmp_path), {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    with second(tmp_path) as (_process, said):
        assert said == f"already_running {tmp_path / LOCK}"
    assert (contents(tmp_path), {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}) == before
    works(store)
    store.close()


def test_the_store_is_free_when_its_process_is_killed(tmp_path: Path) -> None:
    with second(tmp_path) as (process, said):
        assert said == "[] True"
        with pytest.raises(GameError) as error:
            open_store(tmp_path, NOON)
        assert error.value.code == "already_running"
        process.kill()
        process.wait()
        store, notices = open_store(tmp_path, NOON)
    assert (notices, store.is_saved) == ([], True)
    store.close()


# Damage


def broken(data: bytes) -> dict[str, bytes]:
    return {
        "random bytes": Random(1).randbytes(20_000),
        "no bytes": b"",
        "cut in the first page": data[:1000],
        "cut after two pages": data[:8192],
        "pages overwritten": data[:4096] + b"\0" * (len(data) - 4096),
        "the header overwritten": b"x" * 100 + data[100:],
        "a text": "Sevgili günlük".encode() * 1000,
    }


@pytest.mark.parametrize("how", broken(b""))
def test_a_damaged_file_is_kept_beside_and_a_new_store_begins(tmp_path: Path, how: str) -> None:
    one_match(tmp_path)
    damage = broken((tmp_path / FILE).read_bytes())[how]
    (tmp_path / FILE).write_bytes(damage)
    store, notices = open_store(tmp_path, NOON)
    can_be_read = how == "the header overwritten"
    assert codes(notices) == ["store_damaged", *["matches_rescued"] * can_be_read]
    assert notices[0].facts["kept"] == str(tmp_path / DAMAGED)
    assert (tmp_path / DAMAGED).read_bytes() == damage
    assert store.is_saved
    assert len(store.unfinished()) == can_be_read
    works(store)
    store.close()
    (tmp_path / FILE).write_bytes(damage)
    store, notices = open_store(tmp_path, NOON)
    assert notices[0].facts["kept"] == str(tmp_path / DAMAGED.replace(".db", "-2.db"))
    store.close()
    assert (tmp_path / DAMAGED).read_bytes() == damage


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE events (text)")


def lost_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE fair_dice")


@pytest.mark.parametrize("harm", [other_program, lost_table])
def test_a_sound_file_that_is_no_store_is_kept_beside(tmp_path: Path, harm: object) -> None:
    assert callable(harm)
    if harm is lost_table:
        one_match(tmp_path)
    harm(tmp_path / FILE)
    data = (tmp_path / FILE).read_bytes()
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_damaged", *["matches_rescued"] * (harm is lost_table)]
    assert (tmp_path / DAMAGED).read_bytes() == data
    works(store)
    store.close()


def test_what_belongs_to_a_damaged_file_is_kept_with_it(tmp_path: Path) -> None:
    """The game was killed, so the last events are in the file beside, and then the store was damaged."""
    with second(tmp_path) as (process, _said):
        process.kill()
        process.wait()
    (tmp_path / f"{FILE}-wal").write_bytes(b"events")
    (tmp_path / FILE).write_bytes(b"damaged")
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_damaged"]
    assert (tmp_path / f"{DAMAGED}-wal").read_bytes() == b"events"
    works(store)
    store.close()


def test_random_damage_is_never_more_than_a_notice(tmp_path: Path) -> None:
    """A few bytes changed anywhere: the store opens, the lists can be read, a match can be played."""
    one_match(tmp_path / "sound")
    sound, rng, seen = (tmp_path / "sound" / FILE).read_bytes(), Random(2), Counter[str]()
    for number in range(50):
        folder = tmp_path / str(number)
        folder.mkdir()
        data = bytearray(sound)
        for _ in range(rng.choice((1, 3, 40))):
            data[rng.randrange(rng.choice((100, len(data))))] = rng.randrange(256)
        (folder / FILE).write_bytes(data)
        store, notices = open_store(folder, NOON)
        seen.update(codes(notices) or ["none"])
        store.unfinished()
        works(store)
        store.close()
    assert {"store_damaged", "none"} <= set(seen)


# Versions


def test_every_version_has_an_example() -> None:
    assert {path.name for path in STORES.iterdir()} == {f"version_{n}.sql" for n in range(1, len(MIGRATIONS) + 1)}


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_store_of_every_version_is_read(tmp_path: Path, version: int) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.executescript((STORES / f"version_{version}.sql").read_text("utf-8"))
        assert version_of(connection) == version
    store, notices = open_store(tmp_path, NOON)
    assert (notices, store.is_saved) == ([], True)
    (playing,), (finished,) = store.unfinished(), store.finished()
    assert playing.names == ("Ελένη", "Ötesi")
    assert [type(event).__name__ for event in store.record(playing.id).events] == ["Opened", "Played", "Rolled"]
    assert store.clock(playing.id) == (360.0, 358.5)
    dice = store.dice(playing.id, 0)
    assert dice is not None
    assert (dice.players_seed, dice.number) == ("şans", 2)
    assert finished.score == store.record(finished.id).state().score == (0, 1)
    works(store)
    store.close()
    assert len(list(tmp_path.glob("matches.version-*.db"))) == (version < len(MIGRATIONS))


def test_an_older_store_is_copied_and_then_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_match(tmp_path)
    version = len(MIGRATIONS)
    with_later_version(monkeypatch, *LATER)
    store, notices = open_store(tmp_path, NOON)
    assert (notices, store.is_saved) == ([], True)
    assert store._database.rows("SELECT later FROM matches") == [("one",)]
    assert len(store.record(match).events) == 1
    store.close()
    backup = tmp_path / f"matches.version-{version}-2026-11-30T12-00-00.db"
    assert set(contents(tmp_path)) == {FILE, LOCK, backup.name}
    with closing(connect(backup)) as connection:
        assert version_of(connection) == version
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (1,)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_match(tmp_path)
    data = (tmp_path / FILE).read_bytes()
    with_later_version(monkeypatch, LATER[0], "UPDATE matches SET name_0 = NULL")
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_not_opened"]
    assert not store.is_saved
    store.close()
    assert (tmp_path / FILE).read_bytes() == data
    monkeypatch.undo()
    store, notices = open_store(tmp_path, NOON)
    assert (notices, len(store.record(match).events)) == ([], 1)
    store.close()


def test_each_migration_is_whole(tmp_path: Path) -> None:
    connection = connect(None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [*MIGRATIONS, LATER, ("CREATE TABLE half (x)", "no sentence of SQL")])
    assert version_of(connection) == len(MIGRATIONS) + 1
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    connection.close()


def test_a_newer_store_is_left_alone(tmp_path: Path) -> None:
    one_match(tmp_path)
    with closing(connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = contents(tmp_path)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_newer"]
    assert (notices[0].facts["version"], notices[0].facts["known"]) == (99, len(MIGRATIONS))
    assert not store.is_saved
    works(store)
    store.close()
    assert {name: data for name, data in contents(tmp_path).items() if name in before} == before
