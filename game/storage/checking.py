"""Looking through a store for damage, and repairing what can be repaired.

A match that is sealed and agrees with its checksum is as it was when it ended; any other is refolded event by event.
A damaged match is taken from a copy that holds what was sealed, or more than what is left; where no copy helps it is
kept up to its first bad event, and the rest is set aside in a table of its own. Nothing is thrown away, and a broken
chain is told and never mended: that would hide what happened.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from game.errors import GameError
from game.match.state import Phase
from game.storage import chain, checksums, thrown
from game.storage.database import FAILURES, Database, connect
from game.storage.rows import MatchRows

REFUSALS = {
    "check_file": ("why",),
    "check_altered": ("match",),
    "check_header": ("match",),
    "check_event": ("match", "number"),
    "check_score": ("match",),
    "check_dice": ("match",),
    "check_orphans": ("match",),
    "check_unlisted": ("count",),
    "check_chain": ("number",),
    "repaired_from_copy": (),
    "repaired_cut": ("number",),
    "repaired_sealed": (),
    "repaired_corrected": (),
    "repaired_set_aside": (),
}
"""The codes that findings have, and their facts. match: its id; number: of an event or a link, counted from 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """problem: what is wrong; done: what was done about it, None for nothing."""

    problem: GameError
    done: GameError | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """matches: how many were looked at. links: of the chain; end: its last link, '' without one."""

    matches: int
    links: int
    end: str
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Nothing is wrong, or all that was is repaired."""
        return all(finding.done is not None for finding in self.findings)


@contextmanager
def copies_in(files: Iterable[Path]) -> Iterator[list[sqlite3.Connection]]:
    """Backups opened for reading, in that order; those that cannot be opened are left out."""
    with ExitStack() as stack:
        opened = []
        for file in files:
            try:
                opened.append(stack.enter_context(closing(connect(file, writing=False))))
            except FAILURES:
                continue
        yield opened


def check(
    database: Database,
    now: str,
    *,
    repair: bool = False,
    copies: Sequence[sqlite3.Connection] = (),
    step: Callable[[float], object] = lambda _done: None,
) -> Report:
    """Looks at everything; with `repair`, repairs what can be. now: ISO 8601; copies: backups, the newest first.

    Raises GameError `store_read_failed`, `store_write_failed`.
    """
    checker = _Checker(database, now, repair, copies)
    ids = [row[0] for row in database.rows("SELECT id FROM matches WHERE NOT deleted ORDER BY id")]
    findings = [*checker.file(), *checker.orphans()]
    for place, match_id in enumerate(ids):
        step(place / len(ids))
        assert isinstance(match_id, int)
        findings += checker.match(match_id)
    findings += checker.lists()
    if repair:
        while chain.seal_missing(database):
            pass
        while thrown.count_missing(database):
            pass
    broken = chain.first_broken(database)
    if broken is not None:
        findings.append(Finding(GameError("check_chain", number=broken)))
    links = chain.links(database)
    return Report(len(ids), len(links), links[-1].link if links else "", tuple(findings))


class _Checker:
    """One walk through a store."""

    def __init__(self, database: Database, now: str, repair: bool, copies: Sequence[sqlite3.Connection]) -> None:
        self._database, self._now, self._repairs, self._copies = database, now, repair, copies

    def file(self) -> Iterator[Finding]:
        """The file as SQLite sees it."""
        said = self._database.rows("PRAGMA quick_check(1)")[0][0]
        if said != "ok":
            yield Finding(GameError("check_file", why=str(said)))

    # Rows without a match

    def orphans(self) -> Iterator[Finding]:
        """Events and secrets of matches that are not there."""
        query = (
            "SELECT DISTINCT match FROM events WHERE match NOT IN (SELECT id FROM matches) UNION"
            " SELECT DISTINCT match FROM fair_dice WHERE match NOT IN (SELECT id FROM matches)"
        )
        for (match_id,) in self._database.rows(query):
            assert isinstance(match_id, int)
            problem = GameError("check_orphans", match=match_id)
            yield Finding(problem, self._adopt(match_id) if self._repairs else None)

    def _adopt(self, match_id: int) -> GameError:
        """Finds the match again in a copy, or sets its rows aside."""
        found = self._best_copy(match_id, lambda _rows: True)
        with self._database.writing() as connection:
            if found is not None:
                self._set_aside(connection, match_id, 0)
                for table in ("summaries", "thrown", "checksums"):  # made anew with the match
                    connection.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))  # noqa: S608  # a name from above
                found.insert(connection, match_id)
                self._note(connection, match_id, found)
                return GameError("repaired_from_copy")
            self._set_aside(connection, match_id, 0)
        return GameError("repaired_set_aside")

    # Matches

    def match(self, match_id: int) -> Iterator[Finding]:
        """One match."""
        connection = self._database.connection
        try:
            rows = MatchRows.read(connection, match_id)
        except FAILURES as error:
            yield Finding(GameError("check_file", why=str(error)))
            return
        sealed = chain.of_match(connection, match_id)
        if rows is None or (sealed is not None and sealed.checksum == rows.checksum()):
            return
        problem = self._problem(match_id, rows, sealed)
        if problem is not None:
            yield Finding(problem, self._mend(match_id, rows, sealed) if self._repairs else None)

    def _problem(self, match_id: int, rows: MatchRows, sealed: chain.Link | None) -> GameError | None:
        try:
            bad = rows.first_bad_event()
        except GameError:
            return GameError("check_header", match=match_id)
        if bad is not None:
            return GameError("check_event", match=match_id, number=bad + 1)
        if sealed is not None or not self._fits_growing(match_id, rows):
            return GameError("check_altered", match=match_id)
        if rows.has_false_secret:
            return GameError("check_dice", match=match_id)
        return GameError("check_score", match=match_id) if self._with_right_score(rows) != rows else None

    def _fits_growing(self, match_id: int, rows: MatchRows) -> bool:
        """What was noted while the match was played agrees with its first events."""
        kept = self._database.rows("SELECT events, checksum FROM checksums WHERE match = ?", (match_id,))
        if not kept:
            return True
        events, checksum = kept[0]
        if not isinstance(events, int) or events > len(rows.events):
            return False
        return checksums.over_events(event[0] for event in rows.events[:events]) == checksum

    def _with_right_score(self, rows: MatchRows) -> MatchRows:
        """The rows with the score, and the end, that follow from their events."""
        state = rows.record().state()
        ended = rows.header["finished"] or (self._now if state.phase is Phase.MATCH_OVER else None)
        return replace(
            rows, header={**rows.header, "score_0": state.score[0], "score_1": state.score[1], "finished": ended}
        )

    def _mend(self, match_id: int, rows: MatchRows, sealed: chain.Link | None) -> GameError | None:
        """Repairs a match in one transaction; what was done, None where nothing can be."""
        copy = self._copy_for(match_id, rows, sealed)
        if copy is not None:
            mended, done, kept = copy, GameError("repaired_from_copy"), None
        else:
            try:
                kept = rows.first_bad_event()
                mended = rows if kept is None else replace(rows, events=rows.events[:kept], gap=None)
                mended = self._with_right_score(self._with_right_dice(match_id, mended))
            except GameError:
                return None
            unchanged = "repaired_sealed" if sealed else "repaired_corrected"
            unchanged = unchanged if mended.dice == rows.dice else "repaired_from_copy"
            done = GameError(unchanged) if kept is None else GameError("repaired_cut", number=kept)
        with self._database.writing() as connection:
            if kept is not None:
                self._set_aside(connection, match_id, kept)
                # A shared folder may have the match whole: everything there is read again.
                connection.execute("DELETE FROM shared WHERE what LIKE 'segment %'")
            mended.replace(connection, match_id)
            self._note(connection, match_id, mended)
        return done

    def _with_right_dice(self, match_id: int, rows: MatchRows) -> MatchRows:
        """The rows with the secrets of a copy, where their own are not what was committed to. Raises GameError."""
        if not rows.has_false_secret:
            return rows
        started = rows.header["started"]
        found = self._best_copy(match_id, lambda copy: copy.header["started"] == started)
        if found is None:
            raise GameError("check_dice", match=match_id)
        return replace(rows, dice=found.dice)

    def _copy_for(self, match_id: int, rows: MatchRows, sealed: chain.Link | None) -> MatchRows | None:
        """A copy that is as the match was sealed, or one that holds more than what is left of it."""
        if sealed is not None:
            return self._best_copy(match_id, lambda copy: copy.checksum() == sealed.checksum)
        try:
            left = rows.first_bad_event()
            started = rows.header["started"]
        except GameError:
            left, started = -1, None
        if left is None:
            return None
        return self._best_copy(
            match_id, lambda copy: len(copy.events) > left and (started is None or copy.header["started"] == started)
        )

    def _best_copy(self, match_id: int, fits: Callable[[MatchRows], bool]) -> MatchRows | None:
        """The newest sound copy of a match that fits."""
        for connection in self._copies:
            try:
                rows = MatchRows.read(connection, match_id)
                if rows is not None and fits(rows) and rows.first_bad_event() is None and not rows.has_false_secret:
                    return rows
            except (GameError, *FAILURES):
                continue
        return None

    def _note(self, connection: sqlite3.Connection, match_id: int, rows: MatchRows) -> None:
        """Checksum, link and counts of a match that was put right."""
        if rows.header["finished"] is not None:
            chain.seal(connection, match_id)
            thrown.note(connection, match_id)
        else:
            checksum = checksums.over_events(event[0] for event in rows.events)
            checksums.note(connection, match_id, len(rows.events), checksum)

    def _set_aside(self, connection: sqlite3.Connection, match_id: int, first: int) -> None:
        """Moves the events from that place on, and the secrets of a match without header, out of the way."""
        query = "SELECT number, event FROM events WHERE match = ? ORDER BY number LIMIT -1 OFFSET ?"
        for number, event in connection.execute(query, (match_id, first)).fetchall():
            values = (match_id, number, str(event), "event", self._now)
            connection.execute("INSERT INTO set_aside VALUES (?, ?, ?, ?, ?)", values)
            connection.execute("DELETE FROM events WHERE match = ? AND number = ?", (match_id, number))
        if connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone() is None:
            query = "SELECT game, hex(secret), commitment, players_seed FROM fair_dice WHERE match = ?"
            for row in connection.execute(query, (match_id,)).fetchall():
                values = (match_id, row[0], json.dumps(row), "fair dice", self._now)
                connection.execute("INSERT INTO set_aside VALUES (?, ?, ?, ?, ?)", values)
            connection.execute("DELETE FROM fair_dice WHERE match = ?", (match_id,))

    # Lists

    def lists(self) -> Iterator[Finding]:
        """Matches that no list would show, because their summary is gone."""
        query = "SELECT id FROM matches WHERE id NOT IN (SELECT match FROM summaries)"
        missing = self._database.rows(query)
        if not missing:
            return
        if self._repairs:
            with self._database.writing() as connection:
                connection.executemany("INSERT INTO summaries (match) VALUES (?)", missing)
        done = GameError("repaired_corrected") if self._repairs else None
        yield Finding(GameError("check_unlisted", count=len(missing)), done)
