"""Backups: a whole copy of the store each day on which something changed, the last ten of them kept.

A copy is made through SQLite's own backup, from a connection of its own that only reads: the match being played goes
on meanwhile. It takes its name when it is complete and was found sound.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.files import put_in_place, unfinished_beside
from game.storage import lives
from game.storage.database import FAILURES, connect
from game.storage.schema import MIGRATIONS, examine, version_of

REFUSALS = {"backup_failed": ("file", "why"), "no_store": ("file",)}
"""The codes raised here and their facts."""

FOLDER = "backups"
KEPT = 10

_NAME = re.compile(r"matches-(\d{4}-\d\d-\d\d)\.db")
_PAGES_AT_ONCE = 500


def backups(folder: Path) -> list[Path]:
    """The backups in a folder, the newest first."""
    try:
        found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:  # there is none yet
        return []
    return sorted(found, key=lambda path: path.name, reverse=True)


def name_of_day(day: datetime) -> str:
    """What the backup of a day is called."""
    return f"matches-{day:%Y-%m-%d}.db"


def is_due(store: Path, folder: Path, now: datetime) -> bool:
    """There is none of today, and something has changed since the last one."""
    if (folder / name_of_day(now)).exists():
        return False
    known, trace = backups(folder), _trace(store)
    return trace is not None and (_trace(known[0]) != trace if known else trace != _NOTHING)


def make(store: Path, target: Path, step: Callable[[float], object] = lambda _done: None) -> None:
    """A sound copy of a store in a new file, or nothing. step: told the share that is done.

    Raises GameError `backup_failed`, and what step raises.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with unfinished_beside(target) as unfinished:
            _copy(store, unfinished, str(target), step)
            put_in_place(unfinished, target)
    except GameError as error:
        raise GameError("backup_failed", file=str(target), why=error.facts.get("why", error.code)) from error
    except (OSError, *FAILURES) as error:
        raise GameError("backup_failed", file=str(target), why=error) from error


def _copy(store: Path, unfinished: Path, name: str, step: Callable[[float], object]) -> None:
    with closing(connect(store, writing=False)) as source, closing(sqlite3.connect(unfinished)) as copy:
        source.execute("BEGIN")  # one moment is copied, whatever is written meanwhile
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copy, pages=_PAGES_AT_ONCE, progress=lambda _s, left, all_: step(1 - left / max(all_, 1)))
        copy.execute("PRAGMA journal_mode = DELETE")
        examine(copy, name)
        if version_of(copy) == len(MIGRATIONS):
            with copy:
                lives.note_copy(copy)


def daily(store: Path, now: datetime, step: Callable[[float], object] = lambda _done: None) -> Path | None:
    """The backup of today beside the store, where it is due; those beyond KEPT go. None when it was not due.

    Raises GameError `backup_failed`.
    """
    folder = store.parent / FOLDER
    if not is_due(store, folder, now):
        return None
    target = folder / name_of_day(now)
    make(store, target, step)
    for old in backups(folder)[KEPT:]:
        old.unlink(missing_ok=True)
    return target


def newest_sound(store: Path) -> Path | None:
    """The newest backup beside a store that can be read, None where there is none."""
    for path in backups(store.parent / FOLDER):
        try:
            with closing(connect(path, writing=False)) as connection:
                examine(connection, str(path))
            return path
        except (GameError, OSError, *FAILURES):
            continue
    return None


_NOTHING: list[object] = [hashlib.sha256().digest(), (0, None, None), (0,), (0, None), (0, None), (None,)]
"""The trace of a store in which nothing was ever done."""

_TRACES = (
    "SELECT count(*), sum(deleted), max(id) FROM matches",
    "SELECT count(*) FROM events",
    "SELECT count(*), sum(length(players_seed)) FROM fair_dice",
    "SELECT count(*), max(counter) FROM library",
    "SELECT max(number) FROM chain",
)


def _trace(path: Path) -> list[object] | None:
    """A few numbers that change with everything a player would miss; None for a file that cannot be read."""
    extras = hashlib.sha256()
    try:
        with closing(connect(path, writing=False)) as connection:
            for (extra,) in connection.execute("SELECT extra FROM matches ORDER BY id"):
                extras.update(str(extra).encode() + b"\n")
            return [extras.digest(), *(connection.execute(query).fetchone() for query in _TRACES)]
    except FAILURES:
        return None
