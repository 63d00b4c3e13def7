"""Matches deleted and kept after all, counted by their names, so that every machine knows which of both came later.

A match was kept after all `life` times, and deleted `deaths` times as far as anybody here has heard: it is there while
life is not less. Both numbers only grow, and of two machines' numbers the higher one holds; so it does not matter in
which order they hear of each other. Somebody keeps a match after all by putting back a backup that has it, by undoing
its deletion, or by importing it again.
"""

from __future__ import annotations

import sqlite3

_PUT_BACK = "put_back"


def life(connection: sqlite3.Connection, name: str) -> int:
    """How often a match was kept after all."""
    return _noted(connection, f"life {name}", 0)


def all_lives(connection: sqlite3.Connection) -> dict[str, int]:
    """The same of every match that ever was."""
    return _all_noted(connection, "life ", 0)


def deaths(connection: sqlite3.Connection, name: str) -> int:
    """How often a match was deleted, here or elsewhere."""
    links, matches = connection.execute("SELECT count(*), count(match) FROM chain WHERE name = ?", (name,)).fetchone()
    is_gone = links and not matches
    return max(_noted(connection, f"deleted {name}", 1), life(connection, name) + 1 if is_gone else 0)


def all_deaths(connection: sqlite3.Connection) -> dict[str, int]:
    """The same of every match that was ever deleted."""
    found, lives = _all_noted(connection, "deleted ", 1), all_lives(connection)
    gone = connection.execute(
        "SELECT DISTINCT name FROM chain WHERE name NOT IN (SELECT name FROM chain WHERE match IS NOT NULL)"
    ).fetchall()
    for (name,) in gone:
        found[name] = max(found.get(name, 0), lives.get(name, 0) + 1)
    return dict(sorted(found.items()))


def note_life(connection: sqlite3.Connection, name: str, count: int) -> None:
    """Takes over what another machine knows, within somebody's transaction."""
    if count > life(connection, name):
        connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (f"life {name}", str(count)))


def note_deaths(connection: sqlite3.Connection, name: str, count: int) -> None:
    """Takes over what another machine knows, within somebody's transaction."""
    if count > _noted(connection, f"deleted {name}", 1):
        connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (f"deleted {name}", str(count)))


def keep_after_all(connection: sqlite3.Connection, name: str) -> None:
    """A match lives on, whatever is known of its deletion, within somebody's transaction."""
    note_life(connection, name, deaths(connection, name))


# A store that was a backup


def note_copy(connection: sqlite3.Connection) -> None:
    """Marks a backup: a store with this mark is one that somebody has put back."""
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, '')", (_PUT_BACK,))


def is_put_back(connection: sqlite3.Connection) -> bool:
    """The store was a backup, and no other machine has heard yet that its matches are wanted."""
    return connection.execute("SELECT 1 FROM facts WHERE name = ?", (_PUT_BACK,)).fetchone() is not None


def forget_copy(connection: sqlite3.Connection) -> None:
    """It is a store like any other from here on."""
    connection.execute("DELETE FROM facts WHERE name = ?", (_PUT_BACK,))


def _noted(connection: sqlite3.Connection, fact: str, unsaid: int) -> int:
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (fact,)).fetchone()
    return _count(row[0], unsaid) if row else 0


def _all_noted(connection: sqlite3.Connection, prefix: str, unsaid: int) -> dict[str, int]:
    query = "SELECT substr(name, ?), value FROM facts WHERE name LIKE ?"
    rows = connection.execute(query, (len(prefix) + 1, f"{prefix}%")).fetchall()
    return {str(name): _count(value, unsaid) for name, value in rows}


def _count(value: object, unsaid: int) -> int:
    """A number in a fact. unsaid: what stands for one that says none, as an older version noted it."""
    return max(int(value), unsaid) if isinstance(value, str) and value.isdecimal() else unsaid
