"""A match as its rows: what is copied from one store into another, and what a checksum is made of."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from game.dice.fair import SECRET_BYTES, commitment
from game.errors import GameError
from game.match.record import MatchRecord
from game.storage.codec import event_from_text, unreadable
from game.storage.header import COLUMNS, MatchHeader, header_from_row
from game.storage.replay import checked_states

_COLUMNS = tuple(COLUMNS.removeprefix("id, ").split(", "))
_LASTING = ("name_0", "name_1", "options", "seat_0", "seat_1", "dice", "started", "finished", "score_0", "score_1")

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class MatchRows:
    """header: the columns of a match by name. events: text and both clocks. dice: game, secret in hexadecimal,
    commitment, the player's words. gap: the place of the first event that is not numbered by its place, from 0.
    """

    header: Mapping[str, Cell]
    events: tuple[tuple[Cell, Cell, Cell], ...]
    dice: tuple[tuple[Cell, Cell, Cell, Cell], ...]
    gap: int | None = None

    @classmethod
    def read(cls, connection: sqlite3.Connection, match_id: int) -> MatchRows | None:
        """The rows of a match, None where there is none. Raises sqlite3.Error."""
        found = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM matches WHERE id = ?", (match_id,)).fetchone()  # noqa: S608  # ours
        if found is None:
            return None
        rows = connection.execute(
            "SELECT number, event, clock_0, clock_1 FROM events WHERE match = ? ORDER BY number", (match_id,)
        ).fetchall()
        dice = connection.execute(
            "SELECT game, lower(hex(secret)), commitment, players_seed FROM fair_dice WHERE match = ? ORDER BY game",
            (match_id,),
        ).fetchall()
        gap = next((place for place, row in enumerate(rows) if row[0] != place), None)
        header = dict(zip(_COLUMNS, found, strict=True))
        return cls(header, tuple(row[1:] for row in rows), tuple(dice), gap)

    def checksum(self) -> str:
        """SHA-256 over everything of a finished match that will not change any more."""
        digest = hashlib.sha256(json.dumps([self.header[name] for name in _LASTING]).encode())
        digest.update(json.dumps(self.dice).encode())
        for event, _clock_0, _clock_1 in self.events:
            digest.update(json.dumps(event).encode() + b"\n")
        return digest.hexdigest()

    def parsed_header(self, match_id: int = 0) -> MatchHeader:
        """The header. Raises GameError `record_unreadable`."""
        return header_from_row((match_id, *(self.header[name] for name in _COLUMNS)))

    def first_bad_event(self) -> int | None:
        """The place of the first event that is none, that is missing, or that cannot have happened; None for none.

        Raises GameError `record_unreadable` where the header cannot be read.
        """
        header = self.parsed_header()
        events = []
        limit = self.gap
        for place, (text, _clock_0, _clock_1) in enumerate(self.events[:limit]):
            try:
                events.append(event_from_text(text))
            except GameError:
                limit = place
                break
        reached = -1
        try:
            for _state in checked_states(MatchRecord(header.options, header.names, tuple(events))):
                reached += 1
        except GameError:
            return reached
        return limit

    @property
    def has_false_secret(self) -> bool:
        """A secret is none, or not the one that was committed to."""
        return not all(
            type(game) is int
            and isinstance(seed, str)
            and len(str(secret)) == 2 * SECRET_BYTES
            and commitment(bytes.fromhex(str(secret))) == shown
            for game, secret, shown, seed in self.dice
        )

    def record(self) -> MatchRecord:
        """The match as played. Raises GameError `record_unreadable` for what no program of ours has written."""
        bad = self.first_bad_event()
        if bad is not None:
            raise unreadable(self.events[bad][0])
        header = self.parsed_header()
        return MatchRecord(header.options, header.names, tuple(event_from_text(text) for text, *_clocks in self.events))

    def insert(self, connection: sqlite3.Connection, match_id: int | None = None) -> int:
        """Stores the rows as a match, within somebody's transaction. match_id: None for the next one."""
        marks = ", ".join("?" * (len(_COLUMNS) + 1))
        values = (match_id, *(self.header[name] for name in _COLUMNS))
        stored = connection.execute(f"INSERT INTO matches ({COLUMNS}) VALUES ({marks})", values)  # noqa: S608  # ours
        assert stored.lastrowid is not None
        self._insert_parts(connection, stored.lastrowid)
        return stored.lastrowid

    def replace(self, connection: sqlite3.Connection, match_id: int) -> None:
        """Puts the rows in the place of those of a match, within somebody's transaction."""
        for table in ("events", "fair_dice"):
            connection.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))  # noqa: S608  # a name from above
        changes = ", ".join(f"{name} = ?" for name in _COLUMNS)
        values = (*(self.header[name] for name in _COLUMNS), match_id)
        connection.execute(f"UPDATE matches SET {changes} WHERE id = ?", values)  # noqa: S608  # ours
        self._insert_parts(connection, match_id)

    def _insert_parts(self, connection: sqlite3.Connection, match_id: int) -> None:
        numbered = ((match_id, number, *event) for number, event in enumerate(self.events))
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", numbered)
        dice = ((match_id, game, bytes.fromhex(str(secret)), shown, seed) for game, secret, shown, seed in self.dice)
        connection.executemany("INSERT INTO fair_dice VALUES (?, ?, ?, ?, ?)", dice)

    # For files

    def to_json(self) -> dict[str, object]:
        """The rows as JSON has them."""
        return {"header": dict(self.header), "events": list(self.events), "dice": list(self.dice)}

    @classmethod
    def from_json(cls, given: object) -> MatchRows:
        """The rows of JSON, looked through: a match that is over and whole. Raises GameError `record_unreadable`."""
        try:
            assert isinstance(given, dict)
            header, events, dice = given["header"], given["events"], given["dice"]
            rows = cls(
                {name: header[name] for name in _COLUMNS},
                tuple((event, clock_0, clock_1) for event, clock_0, clock_1 in events),
                tuple((game, bytes.fromhex(secret).hex(), shown, seed) for game, secret, shown, seed in dice),
            )
        except (AssertionError, KeyError, TypeError, ValueError, AttributeError):
            raise unreadable(str(given)) from None
        rows.record()
        clocks = all(clock is None or type(clock) in (int, float) for event in rows.events for clock in event[1:])
        if not clocks or rows.has_false_secret or rows.header["finished"] is None:
            raise unreadable(str(given))
        return rows
