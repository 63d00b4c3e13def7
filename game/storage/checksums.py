"""Checksums: what a match held when it was written, so that damage and foreign hands are found.

While a match is played its checksum grows with it: SHA-256 over the checksum before and the new event. When it is over,
one checksum covers all that will not change any more: names, conditions, seats, dice, times, score, every secret and
every event.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable

from game.storage.rows import MatchRows


def extend(connection: sqlite3.Connection, match_id: int, number: int, event: str) -> None:
    """Notes a stored event. One whose predecessors were not noted is left to `noted` to be caught up with."""
    row = connection.execute("SELECT events, checksum FROM checksums WHERE match = ?", (match_id,)).fetchone()
    before = row[1] if row and row[0] == number else "" if number == 0 else None
    if before is not None:
        note(connection, match_id, number + 1, _grown(before, event))


def note(connection: sqlite3.Connection, match_id: int, events: int, checksum: str) -> None:
    """Stores the checksum over the first events of a match."""
    connection.execute("INSERT OR REPLACE INTO checksums VALUES (?, ?, ?)", (match_id, events, checksum))


def over_events(lines: Iterable[object]) -> str:
    """The checksum over events, as the database has them."""
    checksum = ""
    for line in lines:
        checksum = _grown(checksum, str(line))
    return checksum


def _grown(before: str, event: str) -> str:
    return hashlib.sha256(f"{before}\n{event}".encode("utf-8", "replace")).hexdigest()


def over_match(connection: sqlite3.Connection, match_id: int) -> str:
    """The checksum over all of a finished match that is stored. Raises sqlite3.Error."""
    rows = MatchRows.read(connection, match_id)
    assert rows is not None
    return rows.checksum()
