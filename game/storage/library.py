"""What is kept besides matches and shared by all machines of a person: positions, notes, by kind and key.

Every change has a counter one higher than any that this machine has seen. So of two changes the later one holds where
one machine had seen the other's, whatever their clocks say; where neither had, the choice is the same on every machine.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from game.storage.database import Database
from game.storage.holdings import Entry


def entries(database: Database, kind: str) -> dict[str, str]:
    """The values of a kind, JSON texts, by their keys. Raises GameError `store_read_failed`."""
    rows = database.rows("SELECT key, value FROM library WHERE kind = ? AND value IS NOT NULL ORDER BY key", (kind,))
    return {str(key): str(value) for key, value in rows}


def put(database: Database, machine: str, kind: str, key: str, value: str | None) -> None:
    """Keeps a value, JSON, or takes the key out where it is None. Raises GameError `store_write_failed`."""
    with database.writing() as connection:
        counter = connection.execute("SELECT ifnull(max(counter), 0) + 1 FROM library").fetchone()[0]
        values = (kind, key, value, counter, machine)
        connection.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?, ?)", values)


def all_entries(connection: sqlite3.Connection) -> dict[tuple[str, str], Entry]:
    """Everything with its counters, also what was taken out."""
    rows = connection.execute("SELECT kind, key, value, counter, machine FROM library")
    return {
        (str(kind), str(key)): Entry(value, int(counter), str(machine)) for kind, key, value, counter, machine in rows
    }


def join(connection: sqlite3.Connection, received: Mapping[tuple[str, str], Entry]) -> None:
    """Takes over what holds against what is here, within somebody's transaction."""
    here = all_entries(connection)
    for (kind, key), entry in received.items():
        known = here.get((kind, key))
        if known is None or known.rank < entry.rank:
            values = (kind, key, entry.value, entry.counter, entry.machine)
            connection.execute("INSERT OR REPLACE INTO library VALUES (?, ?, ?, ?, ?)", values)
