"""A store that somebody only looks at: the command line does, also while the window is open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.storage.database import Database, connect, refusal_of
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from game.storage.schema import MIGRATIONS, is_damage, version_of

REFUSALS = {"store_newer_left": ("file",)}
"""The code raised here and its facts."""

_FOR_COMMANDS = {
    "store_full": "cannot_write",
    "store_read_only": "cannot_write",
    "store_write_failed": "cannot_write",
    "store_not_opened": "store_read_failed",
    "store_newer": "store_newer_left",
}
"""What a failure is called where nobody plays."""

Tell = Callable[[GameError], object]


@contextmanager
def store_to_read(folder: Path, now: datetime, tell: Tell) -> Iterator[Store]:
    """The store of a folder, to be read only. A file of an older version is brought up to date first.

    tell: what is to be said of the store itself, then. Raises GameError `no_store`, `check_file` for a damaged file,
    `already_running` where an older version would have to be brought up to date under an open window, and what opening
    a store that cannot be read is called.
    """
    path = folder / FILE
    if not path.exists():
        raise GameError("no_store", file=str(path))
    with _for_commands():
        database = _database_to_read(path)
        if database is not None:
            with closing(database):
                yield Store(database)
            return
    with store_to_write(folder, now, tell) as store:
        yield store


def _database_to_read(path: Path) -> Database | None:
    """None for an older version."""
    try:
        connection = connect(path, writing=False)
        version = version_of(connection)
    except sqlite3.Error as error:
        if is_damage(error):
            raise GameError("check_file", why=str(error)) from error
        raise refusal_of(error, path) from error
    if version == len(MIGRATIONS):
        return Database(connection, path)
    connection.close()
    if version > len(MIGRATIONS):
        raise GameError("store_newer", file=str(path), version=version, known=len(MIGRATIONS))
    return None


@contextmanager
def store_to_write(folder: Path, now: datetime, tell: Tell) -> Iterator[Store]:
    """The store of a folder, open as the game opens it.

    tell: what happened to the store itself, as the game would tell it: it was damaged, and what play goes on with.
    Raises GameError `no_store`, `already_running`, and whatever keeps it from being written.
    """
    if not (folder / FILE).exists():
        raise GameError("no_store", file=str(folder / FILE))
    with _for_commands():
        store, notices = open_store(folder, now)
        try:
            if not store.is_saved:
                raise next(notice for notice in notices if notice.code.startswith("store_"))
            for notice in notices:
                if notice.code != "match_unreadable":  # of one match, and found again by whoever looks at that
                    tell(notice)
            yield store
        finally:
            store.close()


@contextmanager
def _for_commands() -> Iterator[None]:
    """A failure of the store as a command says it: nobody is playing."""
    try:
        yield
    except GameError as error:
        if error.code not in _FOR_COMMANDS:
            raise
        raise GameError(_FOR_COMMANDS[error.code], **error.facts) from error
