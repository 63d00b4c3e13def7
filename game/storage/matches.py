"""The store of matches: headers, and one row an event, each written and on the disk before anybody sees the event."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

from game.dice.fair import FairDice, Proof
from game.errors import GameError
from game.formats.dice_proof import GameProof
from game.match.events import Event
from game.match.record import MatchRecord
from game.storage import chain, checksums, fair_dice, imports, lives, thrown
from game.storage.codec import event_from_text, event_to_text, unreadable
from game.storage.database import Database
from game.storage.duplicate import duplicate_of, games_with_dice, header_of_duplicate
from game.storage.header import COLUMNS, Extra, MatchHeader, extra_to_text, header_from_row, header_to_row
from game.storage.lock import Lock
from game.storage.replay import checked_states
from game.storage.salvage import in_memory

REFUSALS = {
    "no_such_match": ("match",),
    "match_unreadable": ("match", "given"),
    "event_out_of_order": ("match", "number", "expected"),
}
"""The codes raised here and their facts. match: its id; given: what stands there; number: of the event that was to be
stored; expected: the one that is next."""

Banks = tuple[float, float]
"""Seconds left to side 0 and side 1."""

_EVERYTHING = -1  # SQLite's word for no limit


class Store:
    """All matches of one folder, or of one run of the program when they cannot be saved.

    Every method that writes raises GameError `store_write_failed` when it cannot; nothing of it is stored then, and
    `carry_on_in_memory` lets play go on. Methods that read raise `store_read_failed`, `no_such_match`, and
    `record_unreadable` for what no program of ours has written.
    """

    def __init__(self, database: Database, lock: Lock | None = None) -> None:
        self._database, self._lock = database, lock

    @property
    def database(self) -> Database:
        """Where it all lies now, for the rooms beside this one that read and write other tables."""
        return self._database

    @property
    def is_saved(self) -> bool:
        """What is stored outlasts the program."""
        return self._database.path is not None

    # A match being played

    def create(self, header: MatchHeader) -> int:
        """Stores a new match without events and answers with its id."""
        with self._database.writing() as connection:
            return store_header(connection, header)

    def append(
        self,
        match_id: int,
        number: int,
        event: Event,
        clock: Banks | None = None,
        *,
        score: tuple[int, int] | None = None,
        finished: str | None = None,
    ) -> None:
        """Stores an event in one transaction with the score and the end, where they are given.

        number: its index in the record; anything but the next one is refused with `event_out_of_order`. clock: what is
        left after it. When this returns the event is on the disk.
        """
        text = event_to_text(event)
        with self._database.writing() as connection:
            _require(connection, match_id)
            expected = _next_number(connection, match_id)
            if number != expected:
                raise GameError("event_out_of_order", match=match_id, number=number, expected=expected)
            row = (match_id, number, text, *(clock or (None, None)))
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
            if score is not None:
                connection.execute("UPDATE matches SET score_0 = ?, score_1 = ? WHERE id = ?", (*score, match_id))
            checksums.extend(connection, match_id, number, text)
            if finished is not None:
                connection.execute("UPDATE matches SET finished = ? WHERE id = ?", (finished, match_id))
                chain.seal(connection, match_id)
                thrown.note(connection, match_id)

    def record(self, match_id: int) -> MatchRecord:
        """The match as played so far; every event of it is one that the referee gives at its place."""
        header = self.header(match_id)
        rows = self._database.rows("SELECT number, event FROM events WHERE match = ? ORDER BY number", (match_id,))
        if [number for number, _text in rows] != list(range(len(rows))):
            raise unreadable(f"{match_id}: {len(rows)}")
        record = MatchRecord(header.options, header.names, tuple(event_from_text(text) for _number, text in rows))
        for _state in checked_states(record):
            pass
        return record

    def clock(self, match_id: int) -> Banks | None:
        """What was left to both sides after the last event; None before the first one and without a clock."""
        last = "SELECT clock_0, clock_1 FROM events WHERE match = ? ORDER BY number DESC LIMIT 1"
        rows = self._database.rows(last, (match_id,))
        if not rows or rows[0] == (None, None):
            return None
        first, second = rows[0]
        return _seconds(first), _seconds(second)

    # A match from elsewhere

    def add_whole(self, header: MatchHeader, record: MatchRecord) -> int:
        """Stores a match with all its events, or nothing of it, and answers with its id."""
        return imports.add_whole(self._database, header, record)

    def known(self) -> imports.Known:
        """What is here already, for an import that stores nothing twice."""
        return imports.Known(self._database, self.record)

    # Fair dice

    def keep_dice(self, match_id: int, game_number: int, secret: bytes) -> None:
        """Stores a game's secret, to be called before its commitment is shown. game_number: counted from 0.

        Raises GameError `dice_already_kept`, and `dice_already_thrown` when the game has begun.
        """
        fair_dice.check_not_thrown(self.record(match_id), game_number)
        with self._database.writing() as connection:
            fair_dice.keep(connection, match_id, game_number, secret)

    def set_players_seed(self, match_id: int, game_number: int, text: str) -> None:
        """Stores the player's own words for a game whose secret is kept.

        Raises GameError `no_dice_kept`, `bad_players_seed`, `dice_already_thrown` once a throw of it is stored, and
        `dice_of_first_match` where a duplicate has its dice from another match.
        """
        duplicate = duplicate_of(self.header(match_id))
        if duplicate is not None and duplicate.has_dice_of(game_number):
            raise GameError("dice_of_first_match", game=game_number + 1)
        fair_dice.check_not_thrown(self.record(match_id), game_number)
        with self._database.writing() as connection:
            fair_dice.set_players_seed(connection, match_id, game_number, text)

    def dice(self, match_id: int, game_number: int) -> FairDice | None:
        """A game's dice, at the throw that comes next; None when no secret is kept."""
        proof = self.proof(match_id, game_number)
        return None if proof is None else FairDice(proof.secret, proof.players_seed, len(proof.throws))

    def proof(self, match_id: int, game_number: int) -> Proof | None:
        """All that is needed to check a game's throws, its secret with it; None when no secret is kept."""
        return fair_dice.proof(self._database, self.header(match_id), game_number, self.record(match_id))

    def proofs(self, match_id: int) -> list[GameProof]:
        """All that is needed to check every finished game of a match, in order; empty without fair dice."""
        header = self.header(match_id)
        return fair_dice.finished_games(self._database, header, self.record(match_id)) if header.dice == "fair" else []

    def begin_duplicate(self, match_id: int, started: str) -> MatchHeader:
        """Stores a new match with the dice of that one and the sides changed, before its first throw.

        started: ISO 8601. Raises GameError `no_dice_to_repeat` for a match without fair dice.
        """
        first = self.header(match_id)
        games = games_with_dice(self._database, match_id, len(self.record(match_id).state().results))
        header = replace(header_of_duplicate(first, len(games)), started=started)
        with self._database.writing() as connection:
            new_id = store_header(connection, header)
            connection.executemany("INSERT INTO fair_dice VALUES (?, ?, ?, ?, ?)", ((new_id, *game) for game in games))
        return replace(header, id=new_id)

    # Lists of matches

    def header(self, match_id: int) -> MatchHeader:
        """The header of a match, also of a deleted one that can still be restored."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (match_id,))  # noqa: S608  # ours
        if not rows:
            raise GameError("no_such_match", match=match_id)
        return header_from_row(rows[0])

    def unfinished(self) -> list[MatchHeader]:
        """The matches being played, newest first."""
        return self._headers("finished IS NULL AND NOT deleted ORDER BY started DESC, id DESC")

    def finished(self, limit: int = _EVERYTHING, offset: int = 0) -> list[MatchHeader]:
        """The matches played to their end, the last one first."""
        order = "finished IS NOT NULL AND NOT deleted ORDER BY finished DESC, id DESC LIMIT ? OFFSET ?"
        return self._headers(order, limit, offset)

    def unreadable(self) -> list[GameError]:
        """A refusal for every match that the lists leave out because its header says nonsense."""
        return [row for row in self._read("NOT deleted ORDER BY id") if isinstance(row, GameError)]

    def update_extra(self, match_id: int, extra: Extra) -> None:
        """Stores what the screen wants to find again."""
        with self._database.writing() as connection:
            _require(connection, match_id)
            connection.execute("UPDATE matches SET extra = ? WHERE id = ?", (extra_to_text(extra), match_id))

    def change_seats(self, match_id: int, seats: tuple[str, str], extra: Extra) -> None:
        """Stores who sits at both sides from now on, together with what the screen wants to find again."""
        with self._database.writing() as connection:
            _require(connection, match_id)
            changes = "seat_0 = ?, seat_1 = ?, extra = ?"
            row = (*seats, extra_to_text(extra), match_id)
            connection.execute(f"UPDATE matches SET {changes} WHERE id = ?", row)  # noqa: S608  # ours

    def delete(self, match_id: int) -> None:
        """Takes a match out of the lists; until the store is opened anew it can be restored."""
        self._mark_deleted(match_id, True)

    def restore_deleted(self, match_id: int) -> None:
        """Puts a deleted match back."""
        self._mark_deleted(match_id, False)

    # The store itself

    def carry_on_in_memory(self, header: MatchHeader | None = None, record: MatchRecord | None = None) -> None:
        """After a failed write: goes on with a copy in memory of all that can be read. The file stays as it is.

        header, record: of the match being played, as the table knows them; what of it can no longer be read comes from
        there. Dice that threw for an event which could not be stored are to be taken anew with `dice`.
        """
        written, self._database = self._database, Database(in_memory(self._database.connection), None)
        written.close()
        if header is None or record is None:
            return
        with self._database.writing() as connection:
            marks = ", ".join("?" * len(COLUMNS.split(",")))
            row = (header.id, *header_to_row(header))
            connection.execute(f"INSERT OR IGNORE INTO matches ({COLUMNS}) VALUES ({marks})", row)  # noqa: S608  # ours
        (first,) = self._database.rows("SELECT count(*) FROM events WHERE match = ?", (header.id,))[0]
        assert isinstance(first, int)
        for number, event in enumerate(record.events[first:], first):
            self.append(header.id, number, event)

    def close(self) -> None:
        """Closes the file and lets another copy of the game have it."""
        self._database.close()
        if self._lock is not None:
            self._lock.release()

    def _headers(self, condition: str, *values: object) -> list[MatchHeader]:
        return [header for header in self._read(condition, *values) if isinstance(header, MatchHeader)]

    def _read(self, condition: str, *values: object) -> Iterator[MatchHeader | GameError]:
        for row in self._database.rows(f"SELECT {COLUMNS} FROM matches WHERE {condition}", values):  # noqa: S608  # ours
            try:
                yield header_from_row(row)
            except GameError as error:
                yield GameError("match_unreadable", match=row[0], **error.facts)

    def _mark_deleted(self, match_id: int, deleted: bool) -> None:
        with self._database.writing() as connection:
            _require(connection, match_id)
            connection.execute("UPDATE matches SET deleted = ? WHERE id = ?", (deleted, match_id))
            link = None if deleted else chain.of_match(connection, match_id)
            if link is not None:
                lives.keep_after_all(connection, link.name)  # whatever other machines say of it


def store_header(connection: sqlite3.Connection, header: MatchHeader) -> int:
    """Writes a new match without events, inside a transaction of somebody else's, and answers with its id."""
    row = header_to_row(header)
    columns = COLUMNS.removeprefix("id, ")
    marks = ", ".join("?" * len(row))
    stored = connection.execute(f"INSERT INTO matches ({columns}) VALUES ({marks})", row)  # noqa: S608  # ours
    assert stored.lastrowid is not None
    return stored.lastrowid


def _require(connection: sqlite3.Connection, match_id: int) -> None:
    if connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone() is None:
        raise GameError("no_such_match", match=match_id)


def _next_number(connection: sqlite3.Connection, match_id: int) -> object:
    largest = "SELECT ifnull(max(number) + 1, 0) FROM events WHERE match = ?"
    return connection.execute(largest, (match_id,)).fetchone()[0]


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or not isfinite(value):
        raise unreadable(value)
    return float(value)
