"""What was thrown in finished matches with fair dice, counted once and kept, so that all of them can be added up."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from game.dice.fairness import Tally, tally_from_numbers
from game.errors import GameError
from game.match.record import MatchRecord
from game.match.thrown import tallies
from game.storage.codec import event_from_text, options_from_text
from game.storage.database import Database

Tallies = tuple[Tally, Tally]
"""Of side 0 and side 1."""


@dataclass(frozen=True, slots=True)
class Together:
    """What was thrown in several matches. sides: by kind of seat where these differ, else by side."""

    sides: Tallies
    matches: int


def note(connection: sqlite3.Connection, match_id: int) -> None:
    """Counts a match with fair dice that is over, and keeps the counts. One that cannot be read has none."""
    row = connection.execute("SELECT options, dice FROM matches WHERE id = ?", (match_id,)).fetchone()
    if row is None or row[1] != "fair":
        return
    rows = connection.execute("SELECT event FROM events WHERE match = ? ORDER BY number", (match_id,))
    try:
        events = tuple(event_from_text(event) for (event,) in rows)
        counted = tallies(MatchRecord(options_from_text(row[0]), ("", ""), events))
    except GameError:  # said by `archive check`
        return
    counts = json.dumps([side.numbers() for side in counted])
    connection.execute("INSERT OR REPLACE INTO thrown VALUES (?, ?)", (match_id, counts))


def uncounted(database: Database) -> list[int]:
    """The finished matches with fair dice that nobody has counted yet."""
    query = (
        "SELECT id FROM matches WHERE finished IS NOT NULL AND NOT deleted AND dice = 'fair'"
        " AND id NOT IN (SELECT match FROM thrown) ORDER BY id DESC"
    )
    return [row[0] for row in database.rows(query)]  # type: ignore[misc]  # ids


def count_missing(database: Database, most: int = 20) -> int:
    """Counts so many of them; how many are still left."""
    waiting = uncounted(database)
    count_all(database, waiting[:most])
    return max(len(waiting) - most, 0)


def count_all(database: Database, matches: Sequence[int]) -> None:
    """Counts these finished matches in one transaction; one that is gone meanwhile is left out."""
    with database.writing() as connection:
        for match_id in matches:
            note(connection, match_id)
            # One that cannot be read counts nothing, and is not asked again.
            known = "INSERT OR IGNORE INTO thrown SELECT id, '[]' FROM matches WHERE id = ?"
            connection.execute(known, (match_id,))


def against(database: Database, seats: Sequence[str]) -> Together:
    """All finished matches with fair dice between these two kinds of seats, in either order.

    sides[0] is of seats[0]. Between two people, or two opponents of one kind, sides[0] is side 0's.
    """
    query = (
        "SELECT seat_0, counts FROM thrown JOIN matches ON matches.id = thrown.match"
        " WHERE NOT deleted AND finished IS NOT NULL AND dice = 'fair'"
        " AND (seat_0 = ? AND seat_1 = ? OR seat_0 = ? AND seat_1 = ?)"
    )
    first, second = seats
    sides, matches = (Tally(), Tally()), 0
    for seat, counts in database.rows(query, (first, second, second, first)):
        counted = _tallies(counts)
        if counted is None:
            continue
        if seat != first:
            counted = counted[1], counted[0]
        sides, matches = (sides[0] + counted[0], sides[1] + counted[1]), matches + 1
    return Together(sides, matches)


def _tallies(counts: object) -> Tallies | None:
    """The counts of a row; None for one that holds none."""
    try:
        first, second = json.loads(str(counts))
        return tally_from_numbers(first), tally_from_numbers(second)
    except (ValueError, TypeError):
        return None
