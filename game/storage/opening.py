"""Opening the store: whatever is wrong with it, it is said, what was stored is kept, and play goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.files import put_in_place, unfinished_beside
from game.storage import lives, rescue, salvage
from game.storage.backups import newest_sound
from game.storage.database import Database, connect, copy, make_safe, refusal_of, transaction
from game.storage.lock import Lock
from game.storage.matches import Store
from game.storage.schema import MIGRATIONS, examine, migrate, version_of

REFUSALS = {"store_restored": ("file", "kept", "why", "backup")}
"""The code said here and its facts. kept: where the damaged file lies now; backup: what play goes on with."""

FILE, LOCK = "matches.db", "matches.lock"

_COMPANIONS = ("-wal", "-shm")  # what SQLite keeps beside a file belongs to it


def open_store(folder: Path, now: datetime) -> tuple[Store, list[GameError]]:
    """The store of a folder, made if there is none, and what the player should be told about it.

    A damaged file is renamed with the time `now`, and the newest sound backup takes its place, or a new store begins,
    with every match that can still be read in the damaged one.
    A file of a newer program, one that cannot be written, or a full disk leave the file as it is: the store is then a
    copy in memory and `is_saved` is False. What was deleted before this opening is purged. Raises GameError
    `already_running` when another copy of the game is open there; nothing is changed then.
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


def unsaved_store() -> Store:
    """A store in memory, for play that nobody wants to keep."""
    return Store(Database(salvage.empty(), None))


def _opened(path: Path, now: datetime, notices: list[GameError]) -> Database:
    """The database at a path, sound and of the newest version. Adds a notice for a damaged file that was set aside."""
    if path.exists():
        try:
            with closing(connect(path, writing=False)) as connection:
                examine(connection, str(path))
        except GameError as error:
            if error.code != "store_damaged":
                raise
            notices += _replaced(path, error, now)
    if not path.exists():
        with unfinished_beside(path) as unfinished:
            _create(unfinished)
            put_in_place(unfinished, path)
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


def _create(unfinished: Path) -> None:
    """A new store. It gets its name when it is complete: an empty file in its place is then never ours."""
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        make_safe(connection)
        migrate(connection)


def _replaced(path: Path, damage: GameError, now: datetime) -> list[GameError]:
    """Puts the newest sound backup, or a new store, in the place of a damaged one, with all that can still be read
    there; what is to be said of it. At any moment of it a store has the name.
    """
    kept, backup = _free(path, "damaged", now), newest_sound(path)
    facts = {**damage.facts, "kept": str(kept)}
    with unfinished_beside(path) as unfinished:
        if backup is None:
            _create(unfinished)
        else:
            with closing(connect(backup, writing=False)) as source:
                copy(source, unfinished)
            with closing(connect(unfinished)) as connection:
                migrate(connection)
                lives.forget_copy(connection)  # nobody has put it back on purpose
        rescued = rescue.bring_back(path, unfinished, backup)
        _set_aside(path, kept)
        put_in_place(unfinished, path)
    code, more = ("store_damaged", {}) if backup is None else ("store_restored", {"backup": str(backup)})
    told = [GameError(code, **facts, **more)]
    return told + [GameError("matches_rescued", kept=str(kept), count=rescued)] * bool(rescued)


def _set_aside(path: Path, kept: Path) -> None:
    """Gives a damaged file another name besides its own, and renames what belongs to it: the store that comes in its
    place must not find that.
    """
    try:
        os.link(path, kept)
    except OSError:  # not every disk has files of two names
        shutil.copyfile(path, kept)
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
