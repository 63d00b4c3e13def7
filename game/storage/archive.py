"""The archive: searching among tens of thousands of matches, and storing matches that come finished from elsewhere."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from game.errors import GameError
from game.match.record import MatchRecord
from game.storage.codec import event_to_text, unreadable
from game.storage.header import COLUMNS, MatchHeader, extra_to_text, header_from_row
from game.storage.imports import with_you
from game.storage.matches import Store, store_header
from game.storage.replay import checked_states
from game.storage.summaries import FINISHED, bring_up_to_date, folded

_NO_TITLES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is empty or None does not matter.

    state: PLAYING or FINISHED. text: words that all occur in the names, the game, its title or the date. game: a
    game's key, or ROTATION. opponent: seat and name, as `Archive.opponents` lists them. outcome: one of OUTCOMES.
    since, until: ISO 8601, the first moment that counts and the first one that does not any more.
    """

    state: str = FINISHED
    text: str = ""
    game: str = ""
    opponent: tuple[str, str] | None = None
    outcome: str = ""
    since: str = ""
    until: str = ""

    @property
    def is_narrow(self) -> bool:
        """Something is looked for besides the state."""
        return self != Search(self.state)

    def condition(self, titles: Mapping[str, str]) -> tuple[str, list[str]]:
        """The WHERE of a query, and its values. titles: of games by their keys, as `Archive.ids` takes them."""
        tests = [
            ("state = ?", self.state),
            ("game = ?", self.game),
            ("outcome = ?", self.outcome),
            ("day >= ?", self.since),
            ("day < ?", self.until),
        ]
        tests = [(test, value) for test, value in tests if value]
        if self.opponent is not None:
            tests += [("seat = ?", self.opponent[0]), ("opponent = ?", self.opponent[1])]
        values = [value for _test, value in tests]
        conditions = [test for test, _value in tests]
        for word in folded(self.text).split():
            called = [key for key, title in titles.items() if word in folded(title)]
            marks = ", ".join("?" * len(called))
            conditions.append(f"(instr(words, ?) > 0 OR game IN ({marks}))")
            values += [word, *called]
        return " AND ".join(conditions), values


class Archive:
    """The lists of a store. Methods raise GameError `store_read_failed` and `store_write_failed`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def refresh(self) -> None:
        """Makes the lists know of everything that has been stored, changed or deleted since."""
        bring_up_to_date(self._store.database)

    def ids(self, search: Search, titles: Mapping[str, str] = _NO_TITLES) -> Sequence[int]:
        """The matches that fit, the last first: all of them, for a list that reads only what it shows.

        titles: what games are called in the reader's language, by their keys; they are searched too.
        """
        condition, values = search.condition(titles)
        query = f"SELECT match FROM summaries WHERE {condition} ORDER BY day DESC, match DESC"  # noqa: S608  # ours
        return array("q", (row[0] for row in self._store.database.rows(query, values)))  # type: ignore[misc]

    def headers(self, ids: Sequence[int]) -> list[MatchHeader | None]:
        """The headers of some matches, in their order; None for one that is not there or cannot be read."""
        marks = ", ".join("?" * len(ids))
        rows = self._store.database.rows(f"SELECT {COLUMNS} FROM matches WHERE id IN ({marks})", list(ids))  # noqa: S608  # ours
        found: dict[int, MatchHeader] = {}
        for row in rows:
            try:
                header = header_from_row(row)
            except GameError:  # said when the store is opened
                continue
            found[header.id] = header
        return [found.get(one) for one in ids]

    def count(self, state: str) -> int:
        """How many matches are in a state."""
        return self._number("SELECT count(*) FROM summaries WHERE state = ?", state)

    def games(self, state: str) -> list[str]:
        """The games that occur, the most frequent first."""
        query = "SELECT game FROM summaries WHERE state = ? GROUP BY game ORDER BY count(*) DESC, game"
        return [str(row[0]) for row in self._store.database.rows(query, (state,))]

    def opponents(self, state: str) -> list[tuple[str, str]]:
        """Seat and name of all who were played against, the most frequent first."""
        query = (
            "SELECT seat, opponent FROM summaries WHERE state = ? GROUP BY seat, opponent"
            " ORDER BY count(*) DESC, opponent"
        )
        return [(str(seat), str(name)) for seat, name in self._store.database.rows(query, (state,))]

    def years(self, state: str) -> list[int]:
        """The years in which matches ended (began, of those being played), the last first."""
        query = "SELECT DISTINCT substr(day, 1, 4) FROM summaries WHERE state = ? ORDER BY 1 DESC"
        found = [str(row[0]) for row in self._store.database.rows(query, (state,))]
        return [int(year) for year in found if year.isdecimal()]

    def keep(self, matches: Iterable[tuple[MatchHeader, MatchRecord]]) -> list[int]:
        """Stores matches that come finished from elsewhere, all or none, and answers with their ids.

        Names, conditions and score are those of the record; the header says the rest. A match that never came to its
        end is kept as it is: without `finished` it counts as finished when it began. Raises GameError
        `record_unreadable` for a record with an event that cannot have happened.
        """
        whole = [(_finished(header, record), record) for header, record in matches]
        with self._store.database.writing() as connection:
            return [_write(connection, header, record) for header, record in whole]

    def answer(self, header: MatchHeader, you: int | None) -> MatchHeader:
        """Stores which side of a match from elsewhere the person was, None for neither; answers with its header now."""
        told = with_you(header, you)
        with self._store.database.writing() as connection:
            row = (told.person_side, extra_to_text(told.extra), told.id)
            connection.execute("UPDATE matches SET person_side = ?, extra = ? WHERE id = ?", row)
        return told

    def _number(self, query: str, *values: object) -> int:
        (value,) = self._store.database.rows(query, values)[0]
        if not isinstance(value, int):
            raise unreadable(value)
        return value


def begin_with(store: Store, header: MatchHeader, record: MatchRecord) -> int:
    """Stores a match of which something has been played already, and answers with its id; nothing is checked."""
    with store.database.writing() as connection:
        return _write(connection, header, record)


def _write(connection: sqlite3.Connection, header: MatchHeader, record: MatchRecord) -> int:
    match_id = store_header(connection, header)
    rows = ((match_id, number, event_to_text(event)) for number, event in enumerate(record.events))
    connection.executemany("INSERT INTO events (match, number, event) VALUES (?, ?, ?)", rows)
    return match_id


def _finished(header: MatchHeader, record: MatchRecord) -> MatchHeader:
    *_before, state = checked_states(record)
    finished = header.finished or header.started
    return replace(header, options=record.options, names=record.names, score=state.score, finished=finished)
