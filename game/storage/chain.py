"""The chain: every finished match is sealed with a link over its checksum and the link before it.

Whoever alters, takes out or slips in a finished match would have to forge every link after it, and the last one may be
known elsewhere: it is shown by `sheshbesh archive check` and lies in the synchronised folder. Deleting stays possible:
the link of a deleted match remains with its checksum and without its match. A match that a repair had to change is
sealed again, as a new link; the last link of a match holds.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from game.storage import checksums, lives
from game.storage.about import IMPORTED
from game.storage.database import Database

_NAME_BYTES = 16


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the chain. match: its id, None once it is deleted. name: of the match, the same on every machine."""

    number: int
    match: int | None
    name: str
    checksum: str
    link: str


def seal(connection: sqlite3.Connection, match_id: int, name: str = "") -> None:
    """Adds a link for a finished match, unless the last one of it fits. name: of a match from another machine."""
    last = of_match(connection, match_id)
    checksum = checksums.over_match(connection, match_id)
    if last is not None and last.checksum == checksum:
        return
    name = last.name if last else name or _new_name(connection, match_id)
    ends = connection.execute("SELECT number, link FROM chain ORDER BY number DESC LIMIT 1").fetchone()
    number, before = ends or (0, "")
    row = (number + 1, match_id, name, checksum, link_after(before, name, checksum))
    connection.execute("INSERT INTO chain VALUES (?, ?, ?, ?, ?)", row)
    connection.execute("DELETE FROM checksums WHERE match = ?", (match_id,))


def _new_name(connection: sqlite3.Connection, match_id: int) -> str:
    """Drawn, except for an imported match: machines that import the same file give it the same name, and keep it once.

    A match that is imported again after it was deleted is wanted after all.
    """
    content = f"CASE WHEN json_valid(extra) THEN json_extract(extra, '$.{IMPORTED}.content') END"
    (found,) = connection.execute(f"SELECT {content} FROM matches WHERE id = ?", (match_id,)).fetchone()  # noqa: S608  # ours
    if found is not None:
        name = hashlib.sha256(f"{IMPORTED}\n{found}".encode()).hexdigest()[: 2 * _NAME_BYTES]
        taken = "SELECT 1 FROM chain WHERE name = ? AND match IS NOT NULL"  # by one that waits to be restored
        if not connection.execute(taken, (name,)).fetchone():
            lives.keep_after_all(connection, name)
            return name
    return secrets.token_hex(_NAME_BYTES)


def link_after(before: str, name: str, checksum: str) -> str:
    """The link of a match: SHA-256 over the link before it ('' for the first), its name and its checksum."""
    return hashlib.sha256(f"{before}\n{name}\n{checksum}".encode()).hexdigest()


def of_match(connection: sqlite3.Connection, match_id: int) -> Link | None:
    """The link that holds for a match, None for one that was not sealed."""
    query = "SELECT number, match, name, checksum, link FROM chain WHERE match = ? ORDER BY number DESC LIMIT 1"
    row = connection.execute(query, (match_id,)).fetchone()
    return Link(*row) if row else None


def links(database: Database) -> list[Link]:
    """All links, from the first."""
    rows = database.rows("SELECT number, match, name, checksum, link FROM chain ORDER BY number")
    return [Link(*row) for row in rows]  # type: ignore[arg-type]  # as the table has them


def first_broken(database: Database) -> int | None:
    """The number of the first link that does not follow from the one before, None for a whole chain."""
    before = ""
    for expected, link in enumerate(links(database), 1):
        if link.number != expected or link.link != link_after(before, str(link.name), str(link.checksum)):
            return expected
        before = link.link
    return None


def unsealed(database: Database) -> list[int]:
    """The finished matches without a link, in the order in which they ended."""
    query = (
        "SELECT id FROM matches WHERE finished IS NOT NULL AND NOT deleted"
        " AND id NOT IN (SELECT match FROM chain WHERE match IS NOT NULL) ORDER BY finished, id"
    )
    return [row[0] for row in database.rows(query)]  # type: ignore[misc]  # ids


def seal_missing(database: Database, most: int = 200) -> int:
    """Seals so many of them at once; how many it were. Raises GameError `store_read_failed`, `store_write_failed`."""
    waiting = unsealed(database)[:most]
    seal_all(database, waiting)
    return len(waiting)


def seal_all(database: Database, matches: Sequence[int]) -> None:
    """Seals these finished matches in one transaction; one that is gone meanwhile is left out."""
    with database.writing() as connection:
        for match_id in matches:
            if connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                seal(connection, match_id)
