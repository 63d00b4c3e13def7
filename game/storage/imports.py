"""Matches that come from elsewhere: stored whole, each in one transaction, and found again when they come twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from game.errors import GameError
from game.formats.content import fingerprint
from game.formats.lines import event_to_text
from game.formats.reading import ReadMatch
from game.match import events
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase
from game.storage.about import IMPORTED, day_stamp, kept
from game.storage.database import Database
from game.storage.header import COLUMNS, MatchHeader, header_to_row

_SLACK = 20
"""So many plays of a match may have been taken back again, and be missing in a file of it."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A match from elsewhere with what takes a moment to find out: where it ends, and its fingerprint."""

    match: ReadMatch
    state: MatchState
    content: str

    @classmethod
    def of(cls, match: ReadMatch) -> Brought:
        """Work for a job: the whole record is folded."""
        return cls(match, match.record.state(), fingerprint(match.record))


def header_of(brought: Brought, file: str, you: int | None, now: str) -> MatchHeader:
    """The header under which an imported match is kept.

    file: its name, for the list; you: the side of the person at this screen, None for neither; now: ISO 8601, the date
    of a match that does not say its own. A match counts as finished where its file ends with a finished game that
    leaves nothing to be played: the match won, or a session between two games.
    """
    match, state = brought.match, brought.state
    is_between = state.phase is Phase.GAME_OVER and match.record.options.is_session
    played = day_stamp(match.headers.get("EventDate", "")) or now
    about = {"file": file, "format": match.format, "content": brought.content, "you": you}
    return MatchHeader(
        match.record.names,
        match.record.options,
        dice="imported",
        person_side=you or 0,
        colours="light",
        started=played,
        finished=played if state.phase is Phase.MATCH_OVER or is_between else None,
        score=state.score,
        extra={IMPORTED: {**about, "illegal": match.illegal, "cut": match.cut, "about": kept(match.headers)}},
    )


def you_of(header: MatchHeader) -> int | None:
    """The side of the person at this screen; None in a match from elsewhere that other people have played."""
    about = header.extra.get(IMPORTED)
    if not isinstance(about, Mapping):
        return header.person_side
    you = about.get("you")
    return you if isinstance(you, int) and you in (0, 1) else None


def with_you(header: MatchHeader, you: int | None) -> MatchHeader:
    """The header of a match from elsewhere after the person has said which side was theirs, None for neither."""
    about = header.extra.get(IMPORTED)
    extra = {**header.extra, IMPORTED: {**(about if isinstance(about, Mapping) else {}), "you": you}}
    return replace(header, person_side=you or 0, extra=extra)


def add_whole(database: Database, header: MatchHeader, record: MatchRecord) -> int:
    """Stores a match with all its events, or nothing of it; answers with its id.

    Raises GameError `store_write_failed`.
    """
    row = header_to_row(replace(header, names=record.names, options=record.options))
    with database.writing() as connection:
        columns, marks = COLUMNS.removeprefix("id, "), ", ".join("?" * len(row))
        stored = connection.execute(f"INSERT INTO matches ({columns}) VALUES ({marks})", row)  # noqa: S608  # ours
        assert stored.lastrowid is not None
        lines = ((stored.lastrowid, number, event_to_text(event)) for number, event in enumerate(record.events))
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, NULL, NULL)", lines)
    return stored.lastrowid


class Known:
    """What the store holds already, looked up once for a whole import. record: reads a match by its id."""

    def __init__(self, database: Database, record: Callable[[int], MatchRecord]) -> None:
        self._database, self._record = database, record
        content = f"CASE WHEN json_valid(extra) THEN json_extract(extra, '$.{IMPORTED}.content') END"
        rows = database.rows(f"SELECT {content}, id FROM matches WHERE NOT deleted")  # noqa: S608  # ours
        self._ids = {str(found): number for found, number in rows if isinstance(number, int) and found is not None}

    def add(self, brought: Brought, match_id: int) -> None:
        """A match has just been stored."""
        self._ids[brought.content] = match_id

    def find(self, brought: Brought) -> int | None:
        """The id of a match that is the same, imported before or played here; None if there is none."""
        found = self._ids.get(brought.content)
        if found is not None:
            return found
        return next((own for own, content in self._played_here(brought) if content == brought.content), None)

    def _played_here(self, brought: Brought) -> Iterator[tuple[int, str]]:
        """Matches of the same people with the same score and about as many plays, with their fingerprints."""
        record = brought.match.record
        plays = sum(isinstance(event, events.Played | events.Misplayed) for event in record.events)
        rows = self._database.rows(
            "SELECT id FROM matches WHERE NOT deleted AND name_0 = ? AND name_1 = ? AND score_0 = ? AND score_1 = ?"
            " AND (SELECT count(*) FROM events WHERE match = id AND event GLOB '*played*') BETWEEN ? AND ?",
            (*record.names, *brought.state.score, plays, plays + _SLACK),
        )
        for (number,) in rows:
            assert isinstance(number, int)
            try:
                yield number, fingerprint(self._record(number))
            except GameError:
                continue  # what cannot be read is not the same
