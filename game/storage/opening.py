"""Opening the store: whatever is wrong with it, it is said, what was stored is kept, and play goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.files import put_in_place
from game.storage import salvage
from game.storage.database import Database, connect, copy, make_safe, refusal_of, transaction
from game.storage.lock import Lock
from game.storage.matches import Store
from game.storage.schema import MIGRATIONS, examine, migrate, version_of

FILE, LOCK = "matches.db", "matches.lock"

_COMPANIONS = ("", "-wal", "-shm")  # what SQLite keeps beside a file belongs to it


def open_store(folder: Path, now: datetime) -> tuple[Store, list[GameError]]:
    """The store of a folder, made if there is none, and what the player should be told about it.

    A damaged file is renamed with the time `now` and a new store begins. A file of a newer program, one that cannot be
    written, or a full disk leave the file as it is: the store is then a copy in memory and `is_saved` is False. What
    was deleted before this opening is purged. Raises GameError `already_running` when another copy of the game is open
    there; nothing is changed then.
    """
    path, lock, notices = folder / FILE, None, list[GameError]()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(folder / LOCK)
        database = _opened(path, now, notices)
    except (OSError, sqlite3.Error, GameError) as error:
        if isinstance(error, GameError) and error.code == "already_running":
            raise
        notices.append(error if isinstance(error, GameError) else refusal_of(error, path))
        database = Database(salvage.file_in_memory(path), None)
    store = Store(database, lock)
    try:
        notices += store.unreadable()
    except GameError as error:
        notices.append(error)
    return store, notices


def _opened(path: Path, now: datetime, notices: list[GameError]) -> Database:
    """The database at a path, sound and of the newest version. Adds a notice for a damaged file that was set aside."""
    if path.exists():
        try:
            with closing(connect(path, writing=False)) as connection:
                examine(connection, str(path))
        except GameError as error:
            if error.code != "store_damaged":
                raise
            kept = _free(path, "damaged", now)
            notices.append(GameError(error.code, **{**error.facts, "kept": str(kept)}))
            _set_aside(path, kept)
    if not path.exists():
        _create(path)
    connection = connect(path)
    try:
        _make_current(connection, path, now)
    except BaseException:
        connection.close()
        raise
    return Database(connection, path)


def _make_current(connection: sqlite3.Connection, path: Path, now: datetime) -> None:
    make_safe(connection)
    version = version_of(connection)
    if version < len(MIGRATIONS):
        copy(connection, _free(path, f"version-{version}", now))
        migrate(connection)
    with transaction(connection):
        connection.execute("DELETE FROM matches WHERE deleted")


def _create(path: Path) -> None:
    """A new store, there only when it is complete: an empty file in its place is then never ours."""
    unfinished = path.with_name(f"{path.name}.new")
    for ending in (*_COMPANIONS, "-journal"):
        unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        make_safe(connection)
        migrate(connection)
    put_in_place(unfinished, path)


def _set_aside(path: Path, kept: Path) -> None:
    """Renames a damaged file and what belongs to it."""
    for ending in _COMPANIONS:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))


def _free(path: Path, why: str, now: datetime) -> Path:
    """A name beside the store that nobody has: matches.damaged-2026-11-30T12-00-00.db."""
    stem = f"{path.stem}.{why}-{now:%Y-%m-%dT%H-%M-%S}"
    number, free = 1, path.with_name(f"{stem}{path.suffix}")
    while free.exists():
        number += 1
        free = path.with_name(f"{stem}-{number}{path.suffix}")
    return free
