"""Opening a store where nothing can be written: it goes on in memory, and says why."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.storage import database, opening
from game.storage.lock import Lock
from game.storage.opening import FILE, LOCK, open_store
from openings import NOON, codes, contents, one_match, with_later_version, works

NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Root may write everywhere; so these tests are nobody for a while. Anybody else stays who he is."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only by their mode")
@pytest.mark.parametrize("what", ["folder and files", "folder", "file", "lock"])
def test_a_store_that_may_not_be_written_is_copied_into_memory(open_folder: Path, what: str) -> None:
    match = one_match(open_folder)
    modes = {
        "folder and files": {open_folder: 0o555, open_folder / FILE: 0o444, open_folder / LOCK: 0o444},
        "folder": {open_folder: 0o555, open_folder / FILE: 0o666, open_folder / LOCK: 0o666},
        "file": {open_folder: 0o777, open_folder / FILE: 0o444, open_folder / LOCK: 0o666},
        "lock": {open_folder: 0o777, open_folder / FILE: 0o666, open_folder / LOCK: 0o444},
    }[what]
    for path, mode in modes.items():
        path.chmod(mode)
    data = (open_folder / FILE).read_bytes()
    with as_somebody_else():
        store, notices = open_store(open_folder, NOON)
        assert codes(notices) == ["store_read_only"]
        assert not store.is_saved
        assert len(store.record(match).events) == 1
        works(store)
        store.close()
    assert (open_folder / FILE).read_bytes() == data


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only by their mode")
def test_a_folder_that_may_not_be_made(open_folder: Path) -> None:
    with as_somebody_else():
        if os.geteuid() != NOBODY:
            open_folder.chmod(0o555)
        store, notices = open_store(open_folder / "new", NOON)
        assert codes(notices) == ["store_read_only"]
        works(store)
        store.close()


@pytest.mark.parametrize("name", [FILE, LOCK])
def test_a_folder_in_place_of_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_not_opened"]
    assert not store.is_saved
    works(store)
    store.close()


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize(
    ("statement", "code"),
    [("PRAGMA query_only = ON", "store_read_only"), ("PRAGMA max_page_count = 1", "store_full")],
)
def test_nothing_can_be_written_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool, statement: str, code: str
) -> None:
    """Every connection is made such that SQLite itself refuses to write."""
    if not is_new:
        one_match(tmp_path)
    make_safe = database.make_safe

    def hindered(connection: sqlite3.Connection) -> None:
        make_safe(connection)
        connection.execute(statement)

    monkeypatch.setattr(opening, "make_safe", hindered)
    with_later_version(monkeypatch, "CREATE TABLE more (x)")
    before = contents(tmp_path).get(FILE)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == [code]
    assert not store.is_saved
    assert len(store.unfinished()) == (not is_new)
    works(store)
    store.close()
    assert contents(tmp_path).get(FILE) == before


def test_the_disk_is_full_when_the_lock_is_to_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path) -> Lock:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(opening, "Lock", full)
    store, notices = open_store(tmp_path, NOON)
    assert codes(notices) == ["store_full"]
    works(store)
    store.close()
