"""A SQLite database: how it is opened, written, copied, and what its refusals become."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from game.errors import GameError
from game.files import put_in_place, unfinished_beside

REFUSALS = {
    "store_full": ("file", "why"),
    "store_read_only": ("file", "why"),
    "store_not_opened": ("file", "why"),
    "store_write_failed": ("file", "why"),
    "store_read_failed": ("file", "why"),
}
"""The codes raised here and their facts. file: where the store is; why: the system's own words."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a statement may raise; the second when SQLite quotes something damaged."""

_IN_MEMORY = ":memory:"
_BY_SYSTEM = {
    errno.ENOSPC: "store_full",
    errno.EDQUOT: "store_full",
    errno.EACCES: "store_read_only",
    errno.EPERM: "store_read_only",
    errno.EROFS: "store_read_only",
}
_BY_SQLITE = {sqlite3.SQLITE_FULL: "store_full", sqlite3.SQLITE_READONLY: "store_read_only"}
_PATIENCE = 2.0  # seconds to wait for another program that looks into the file


def connect(path: Path | None, *, writing: bool = True) -> sqlite3.Connection:
    """A plain connection; None is a database in memory. Without writing, not even a closing tidies the file up.

    Raises sqlite3.Error when there is no such file. Text that is no UTF-8 is read with question marks in it.
    """
    target = _IN_MEMORY if path is None else f"{_uri(path)}?mode={'rw' if writing else 'ro'}"
    connection = sqlite3.connect(target, timeout=_PATIENCE, isolation_level=None, uri=path is not None)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


def _uri(path: Path) -> str:
    name = path.absolute().as_posix()
    return f"file://{'' if name.startswith('/') else '/'}{quote(name)}"


def make_safe(connection: sqlite3.Connection) -> None:
    """What was committed outlasts the death of the process, of the system, and a power cut."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # macOS empties the disk's own cache only when asked for it
    connection.execute("PRAGMA foreign_keys = ON")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block or nothing of it. Raises what the block raises, and sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A connection that cannot even roll back is one whose failure is on its way up already.
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def refusal_of(error: OSError | sqlite3.Error, path: Path) -> GameError:
    """What a failure to open or to prepare a store is called."""
    number = error.errno if isinstance(error, OSError) else getattr(error, "sqlite_errorcode", 0) & 0xFF
    name = (_BY_SYSTEM if isinstance(error, OSError) else _BY_SQLITE).get(number or 0, "store_not_opened")
    return GameError(name, file=str(path), why=error)


class Database:
    """An open store's connection, with failures as GameError. path: None in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self.connection, self.path = connection, path

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """All rows of a query. Raises GameError `store_read_failed`."""
        try:
            return self.connection.execute(query, values).fetchall()
        except sqlite3.ProgrammingError:
            raise
        except FAILURES as error:
            raise self._refusal("store_read_failed", error) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Raises GameError `store_write_failed`; nothing of the block is stored then."""
        try:
            with transaction(self.connection):
                yield self.connection
        except sqlite3.ProgrammingError:
            raise
        except FAILURES as error:
            raise self._refusal("store_write_failed", error) from error

    def close(self) -> None:
        """What a failed last tidying up leaves beside the file is read at the next opening."""
        with suppress(sqlite3.Error):
            self.connection.close()

    def _refusal(self, code: str, error: Exception) -> GameError:
        return GameError(code, file=str(self.path or _IN_MEMORY), why=error)


def copy(connection: sqlite3.Connection, target: Path) -> None:
    """A whole copy in a new file, there only when it is complete. Raises sqlite3.Error and OSError."""
    with unfinished_beside(target) as unfinished:
        with closing(sqlite3.connect(unfinished)) as copied:
            connection.backup(copied)
        put_in_place(unfinished, target)
