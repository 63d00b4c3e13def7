"""What the lists of matches search in: one narrow row a match, written anew whenever the match has changed.

Triggers mark the row of every match that is stored or changed, whoever does it; `bring_up_to_date` writes the marked
rows. So no writer has to think of the lists, and a store of an older version fills its rows by itself.
"""

from __future__ import annotations

import sqlite3
import unicodedata

from game.errors import GameError
from game.storage.about import local_day
from game.storage.database import Database
from game.storage.header import COLUMNS, MatchHeader, header_from_row
from game.storage.imports import you_of
from game.storage.seating import seated

ROTATION = "tavli"
"""The game of a match whose games change in turn."""

PLAYING, FINISHED, UNLISTED = "playing", "finished", ""
"""The states of a summary; unlisted: deleted, or with a header that says nonsense."""

OUTCOMES = ("won", "lost", "drawn", "open")
"""How a finished match ended for the person; open: nobody reached its length."""

_FIELDS = ("state", "day", "game", "seat", "opponent", "outcome", "words")
_AT_ONCE = 2000
_UNMARKED_I = str.maketrans({"ı": "i"})


def folded(text: str) -> str:
    """Letters as they are searched for: without capitals and accents, in every script."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_UNMARKED_I))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def bring_up_to_date(database: Database) -> None:
    """Writes every stale summary. Raises GameError `store_read_failed` and `store_write_failed`."""
    stale = [row[0] for row in database.rows("SELECT match FROM summaries WHERE is_stale")]
    for start in range(0, len(stale), _AT_ONCE):
        chosen = stale[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(chosen))
        query = f"SELECT {COLUMNS}, deleted FROM matches WHERE id IN ({marks})"  # noqa: S608  # ours
        rows = database.rows(query, chosen)
        with database.writing() as connection:
            for *header, deleted in rows:
                _write(connection, header, is_deleted=bool(deleted))


def _write(connection: sqlite3.Connection, row: list[object], *, is_deleted: bool) -> None:
    try:
        values = (UNLISTED,) + ("",) * (len(_FIELDS) - 1) if is_deleted else summary_of(header_from_row(row))
    except GameError:  # said when the store is opened
        values = (UNLISTED,) + ("",) * (len(_FIELDS) - 1)
    changes = ", ".join(f"{field} = ?" for field in _FIELDS)
    statement = f"UPDATE summaries SET {changes}, is_stale = 0 WHERE match = ?"  # noqa: S608  # ours
    connection.execute(statement, (*values, row[0]))


def summary_of(header: MatchHeader) -> tuple[str, ...]:
    """The values of a summary, in the order of its columns."""
    other = 1 - header.person_side
    state = PLAYING if header.finished is None else FINISHED
    day = header.finished or header.started
    seats = {one.seat for one in seated(header) if one.side == other and one.seat != "person"}
    words = folded(" ".join((*header.names, game_of_match(header), *sorted(seats), local_day(day))))
    return (state, day, game_of_match(header), header.seats[other], header.names[other], outcome_of(header), words)


def game_of_match(header: MatchHeader) -> str:
    """The key of the game that is played, ROTATION for several in turn."""
    games = header.options.games
    return ROTATION if len(games) > 1 else games[0].key


def outcome_of(header: MatchHeader) -> str:
    """One of OUTCOMES for the person whose view is shown; '' while the match is played, and for other people's."""
    if header.finished is None:
        return ""
    if not header.options.is_session and max(header.score) < header.options.length:
        return "open"
    you = you_of(header)
    if you is None:
        return ""
    own, other = header.score[you], header.score[1 - you]
    return "drawn" if own == other else "won" if own > other else "lost"
