"""Copies in memory of a store that cannot be written, so that play goes on with what there is."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from game.errors import GameError
from game.storage.database import FAILURES, connect, make_safe, transaction
from game.storage.schema import examine, migrate

_TABLES = ("matches", "events", "fair_dice")  # in the order in which they refer to each other


def empty() -> sqlite3.Connection:
    """A new store in memory."""
    connection = connect(None)
    make_safe(connection)
    migrate(connection)
    return connection


def in_memory(source: sqlite3.Connection) -> sqlite3.Connection:
    """A store in memory with all rows of the source that can be read.

    Rows and not pages are copied, so that no damage of the file comes with them.
    """
    target = empty()
    target.execute("PRAGMA foreign_keys = OFF")  # events may be readable where their match is not
    with transaction(target):
        for table in _TABLES:
            # What stands behind an unreadable page is out of reach; the file keeps it.
            with suppress(*FAILURES):
                rows = source.execute(f"SELECT * FROM {table}")  # noqa: S608  # a name from above
                marks = ", ".join("?" * len(rows.description))
                target.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608  # a name from above
        for table in _TABLES[1:]:
            target.execute(f"DELETE FROM {table} WHERE match NOT IN (SELECT id FROM matches)")  # noqa: S608  # the same
    target.execute("PRAGMA foreign_keys = ON")
    return target


def file_in_memory(path: Path) -> sqlite3.Connection:
    """A store in memory with what a file holds that may not be written; an empty one if it cannot be read."""
    try:
        # SQLite wants to write beside a file that it only reads; so it reads a copy elsewhere.
        with TemporaryDirectory() as folder:
            copied = Path(folder) / path.name
            for part in (path, path.with_name(f"{path.name}-wal")):
                if part.exists():
                    shutil.copyfile(part, copied.with_name(part.name))
            with closing(connect(copied)) as source:
                examine(source, str(path))
                migrate(source)
                return in_memory(source)
    except (OSError, GameError, *FAILURES):
        # Why the file is not used has been said already: it is the reason for being here.
        return empty()
