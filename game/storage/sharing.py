"""A folder that some service keeps alike on several machines: their finished matches and libraries become one.

Each machine writes into a folder of its own there, only new files and each of them whole; nobody ever changes a file,
so nothing can be in conflict. What other machines have written is read once, in any order. A match that is being played
stays where it is played. A match deleted here goes from the others too, once it cannot be restored any more, and that
is told there. A store that was put back from a backup keeps its matches: a deletion that it meets is one that it has
forgotten, and the match comes back on all machines.

`exchange` is work for a job: it reads the store through a connection of its own and only files are written. What it
brings is taken over by the main thread with `take_over`, a few matches at a time.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from pathlib import Path

from game.errors import GameError
from game.files import write_whole
from game.storage import chain, library, lives, thrown
from game.storage.database import FAILURES, Database, connect
from game.storage.holdings import Entry, Holdings, rank, read_segment, write_segment
from game.storage.rows import MatchRows

REFUSALS = {
    "sharing_failed": ("folder", "why"),
    "segment_unreadable": ("file", "why"),
    "deleted_elsewhere": ("count",),
    "kept_after_all": ("count",),
}
"""The codes raised or told here, and their facts."""

LARGEST_SEGMENT = 200_000_000
"""Bytes that are read of a file at most."""

_MACHINE_BYTES = 8
_MATCHES_A_SEGMENT, _MOST_AT_ONCE = 250, 1000
_FOLDER = re.compile("sheshbesh-[0-9a-f]{16}")
_SEGMENT = re.compile(r"segment-(\d{6})\.jsonl")


# Which machine this is


def machine_of(database: Database, place: str) -> str:
    """The name of this machine, drawn once. place: what tells it from a copy of its store on another machine, which
    then gets a name of its own. Raises GameError `store_read_failed`, `store_write_failed`.
    """
    facts: dict[object, object] = dict(
        database.rows("SELECT name, value FROM facts WHERE name IN ('machine', 'machine_at')")  # type: ignore[arg-type]
    )
    if facts.get("machine_at") == place and facts.get("machine"):
        return str(facts["machine"])
    machine = secrets.token_hex(_MACHINE_BYTES)
    with database.writing() as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO facts VALUES (?, ?)", (("machine", machine), ("machine_at", place))
        )
        connection.execute("DELETE FROM shared")
    return machine


# What a job does


@dataclass(frozen=True, slots=True)
class Errand:
    """store: the file; folder: the one that is kept alike; machine: whose folder in it is ours."""

    store: Path
    folder: Path
    machine: str


@dataclass(slots=True)
class Brought:
    """What an exchange brings. received: from the others; forgotten: how often matches were deleted on this machine,
    where the store did not know it any more; shared: what to note as lying in the folder; notices: what could not be
    read there; sent: how many things were written; starts_anew: the folder has lost what was noted; is_all: nothing
    waits there any more.
    """

    received: Holdings = field(default_factory=Holdings)
    forgotten: Mapping[str, int] = field(default_factory=dict)
    shared: list[str] = field(default_factory=list)
    notices: list[GameError] = field(default_factory=list)
    sent: int = 0
    starts_anew: bool = False
    is_all: bool = True


def exchange(errand: Errand, step: Callable[[float], object]) -> Brought:
    """Writes what is new here, reads what is new there. Raises GameError `sharing_failed`, and what step raises."""
    own = errand.folder / f"sheshbesh-{errand.machine}"
    brought = Brought()
    try:
        own.mkdir(exist_ok=True)  # the folder itself is there, or the disk that it lies on is not
        with closing(connect(errand.store, writing=False)) as connection:
            known = {str(row[0]) for row in connection.execute("SELECT what FROM shared")}
            mark = f"folder {errand.folder.absolute()}"
            segments = set(_segments(errand.folder))
            noted = {what for what in known if what.startswith(f"segment {own.name}/")}
            if mark not in known or noted - {_noted(segment) for segment in segments}:
                known, brought.starts_anew = set(), True
                brought.shared.append(mark)
            _send(_unshared(connection, known), errand, own, brought)
        _receive(segments, known, own, brought, step)
    except GameError:
        raise
    except (OSError, *FAILURES) as error:
        raise GameError("sharing_failed", folder=str(errand.folder), why=error) from error
    return brought


def _noted(segment: Path) -> str:
    return f"segment {segment.parent.name}/{segment.name}"


def _segments(folder: Path) -> Iterator[Path]:
    for machine in folder.iterdir():
        if _FOLDER.fullmatch(machine.name) and machine.is_dir():
            yield from _segments_of(machine)


def _segments_of(machine: Path) -> Iterator[Path]:
    """Also what a service has renamed beside it: whatever is whole may be read."""
    return (path for path in machine.iterdir() if path.suffix == ".jsonl" and path.is_file())


def _match_mark(name: str, checksum: str, life: int) -> str:
    return f"match {name} {checksum} {life or ''}".rstrip()


def _deletion_mark(name: str, count: int) -> str:
    return f"deleted {name} {count if count > 1 else ''}".rstrip()


def _entry_mark(kind: str, key: str, entry: Entry) -> str:
    return f"library {entry.counter} {entry.machine} {kind} {key}"


Thing = tuple[str, Holdings]
"""The mark of a thing, and the thing alone."""


def _unshared(connection: sqlite3.Connection, known: set[str]) -> Iterator[Thing]:
    """What lies here and in no segment yet."""
    kept_after_all = lives.all_lives(connection)
    rows = connection.execute(
        "SELECT chain.match, name, checksum FROM chain JOIN matches ON matches.id = chain.match"
        " WHERE finished IS NOT NULL AND NOT deleted"
        " AND number IN (SELECT max(number) FROM chain GROUP BY name) ORDER BY number"
    ).fetchall()
    for match_id, name, checksum in rows:
        life = kept_after_all.get(name, 0)
        mark = _match_mark(name, checksum, life)
        found = None if mark in known else MatchRows.read(connection, match_id)
        if found is not None and found.checksum() == checksum:  # a damaged one is no good to anybody
            yield mark, Holdings({name: found}, lives={name: life} if life else {})
    for name, count in lives.all_deaths(connection).items():
        if (mark := _deletion_mark(name, count)) not in known:
            yield mark, Holdings(deleted={name: count})
    for (kind, key), entry in library.all_entries(connection).items():
        mark = _entry_mark(kind, key, entry)
        if mark not in known:
            yield mark, Holdings(library={(kind, key): entry})


def _send(things: Iterator[Thing], errand: Errand, own: Path, brought: Brought) -> None:
    """Writes new segments, after the highest number that is there."""
    numbers = [int(found[1]) for path in _segments_of(own) if (found := _SEGMENT.fullmatch(path.name))]
    number = max(numbers, default=0)
    while batch := list(islice(things, _MATCHES_A_SEGMENT)):
        number += 1
        together = reduce(Holdings.joined, (thing for _mark, thing in batch))
        path = own / f"segment-{number:06}.jsonl"
        write_whole(path, write_segment(together, errand.machine))
        brought.shared += (*(mark for mark, _thing in batch), _noted(path))
        brought.sent += len(batch)


def _receive(
    segments: Iterable[Path], known: set[str], own: Path, brought: Brought, step: Callable[[float], object]
) -> None:
    """Reads what was not read yet, after a repair also our own; what cannot be read is told, and tried again."""
    fresh = sorted(segment for segment in segments if _noted(segment) not in known)
    for place, segment in enumerate(fresh):
        step(place / len(fresh))
        if len(brought.received) >= _MOST_AT_ONCE:
            brought.is_all = False
            return
        try:
            if segment.stat().st_size > LARGEST_SEGMENT:
                raise GameError("segment_damaged", why=str(segment.stat().st_size))
            told = read_segment(segment.read_bytes())
        except GameError as error:
            why = error.facts.get("why", error.code)
            brought.notices.append(GameError("segment_unreadable", file=str(segment), why=why))
            continue
        except OSError as error:
            brought.notices.append(GameError("segment_unreadable", file=str(segment), why=error))
            continue
        brought.received = brought.received.joined(told)
        if segment.parent.name == own.name:
            brought.forgotten = Holdings(deleted=brought.forgotten).joined(told).deleted
        brought.shared.append(_noted(segment))


# What the main thread does


class TakeOver:
    """What was brought, on its way into the store: `go_on` takes a few matches at a time, until `is_done`.

    Nothing is noted as read before everything of it is stored, so a kill in between only means reading it again.
    arrived: matches that are new or better; deleted: those deleted elsewhere that went; kept: those that a deletion met
    and that were kept after all.
    """

    def __init__(self, database: Database, brought: Brought) -> None:
        self._database, self._brought = database, brought
        self._waiting = list(brought.received.matches.items())
        self.is_done = False
        self.arrived, self.deleted, self.kept = 0, 0, 0

    @property
    def notices(self) -> list[GameError]:
        """What the person should be told of it."""
        counts = {"deleted_elsewhere": self.deleted, "kept_after_all": self.kept}
        return [GameError(code, count=count) for code, count in counts.items() if count]

    def go_on(self, most: int = 5) -> None:
        """Stores so many matches. Raises GameError `store_write_failed`."""
        chosen, self._waiting = self._waiting[:most], self._waiting[most:]
        with self._database.writing() as connection:
            for name, rows in chosen:
                life = self._brought.received.lives.get(name, 0)
                self.arrived += _take(connection, name, rows, life)
            if not self._waiting:
                self._finish(connection)
        self.is_done = not self._waiting

    def _finish(self, connection: sqlite3.Connection) -> None:
        execute = connection.execute
        received = self._brought.received
        is_put_back = lives.is_put_back(connection)
        for name, count in received.deleted.items():
            self._delete(connection, name, count, is_kept=is_put_back or self._brought.forgotten.get(name, 0) >= count)
        if self._brought.is_all:
            lives.forget_copy(connection)
        library.join(connection, received.library)
        if self._brought.starts_anew:
            execute("DELETE FROM shared")
        marks = [
            *self._brought.shared,
            *(
                _match_mark(name, rows.checksum(), received.lives.get(name, 0))
                for name, rows in received.matches.items()
            ),
            *(_deletion_mark(name, count) for name, count in received.deleted.items()),
            *(_entry_mark(kind, key, entry) for (kind, key), entry in received.library.items()),
        ]
        for mark in marks:
            execute("INSERT OR IGNORE INTO shared VALUES (?)", (mark,))

    def _delete(self, connection: sqlite3.Connection, name: str, count: int, *, is_kept: bool) -> None:
        """A match was deleted so often elsewhere; is_kept: it is wanted here in spite of that."""
        lives.note_deaths(connection, name, count)
        if lives.life(connection, name) >= count:
            return
        here = "id IN (SELECT match FROM chain WHERE name = ?) AND NOT deleted"
        if not connection.execute(f"SELECT 1 FROM matches WHERE {here}", (name,)).fetchone():  # noqa: S608  # ours
            return
        if is_kept:
            lives.keep_after_all(connection, name)
            self.kept += 1
        else:
            connection.execute(f"UPDATE matches SET deleted = 1 WHERE {here}", (name,))  # noqa: S608  # ours
            self.deleted += 1


def _take(connection: sqlite3.Connection, name: str, rows: MatchRows, life: int) -> bool:
    """Stores a match from elsewhere, unless what is here holds against it. True when something has changed."""
    known_deaths = lives.deaths(connection, name)
    if life < known_deaths:
        return False
    was_deleted = lives.life(connection, name) < known_deaths
    lives.note_life(connection, name, life)
    found = connection.execute(
        "SELECT match FROM chain WHERE name = ? AND match IS NOT NULL ORDER BY number DESC LIMIT 1", (name,)
    ).fetchone()
    if found is None:
        match_id = rows.insert(connection)
    else:
        (match_id,) = found
        if was_deleted:  # elsewhere, and not yet gone from here
            connection.execute("UPDATE matches SET deleted = 0 WHERE id = ?", (match_id,))
        here = MatchRows.read(connection, match_id)
        if here is not None and rank(here) >= rank(rows):
            return False
        rows.replace(connection, match_id)
    chain.seal(connection, match_id, name)
    thrown.note(connection, match_id)
    return True


def take_over(database: Database, brought: Brought) -> int:
    """All of it at once; how many matches are new or better. Raises GameError `store_write_failed`."""
    taking = TakeOver(database, brought)
    while not taking.is_done:
        taking.go_on(100)
    return taking.arrived
