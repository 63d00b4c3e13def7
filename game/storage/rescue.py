"""What can still be read in a damaged store: every match that is whole there comes back into the one that takes its
place.

SQLite reads most of a damaged file, but not in one walk: an unreadable page ends any list. So matches are looked up one
by one, and each counts only when it agrees with its checksums, or folds without a fault where it has none. A file that
SQLite does not even open gets the beginning of a sound store: the first bytes say only how the file is built, and the
first page where which table begins, which is the same in a backup. What SQLite does not find is looked for page by
page.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from game.errors import GameError
from game.storage import chain, checksums, library, pages, thrown
from game.storage.database import FAILURES, connect, transaction
from game.storage.rows import MatchRows
from game.storage.salvage import empty

REFUSALS = {"matches_rescued": ("kept", "count")}
"""The code said of what came back. kept: where the damaged file lies now."""

_HEADER_BYTES = 100
_MOST_LOOKED_UP = 200_000
"""So many numbers of matches are tried where the list of them cannot be read."""

Links = Mapping[int, tuple[str, str]]
"""By match: its name and its checksum, as it was sealed last."""


def bring_back(damaged: Path, whole: Path, backup: Path | None) -> int:
    """Stores every match that is whole in a damaged file, and is not in the other or is shorter there.

    backup: a sound store whose beginning may stand for that of the damaged one, None for a new store's. How many came
    back; none where the disk has no room for it. Nothing is written into the damaged file.
    """
    count = 0
    try:
        beginning = _first_page(backup)
        with closing(connect(whole)) as target:
            for part in (b"", beginning[:_HEADER_BYTES], beginning):
                with TemporaryDirectory() as folder:
                    copied = _copied(damaged, Path(folder), part)
                    with closing(connect(copied)) as source:
                        walk = _bring(source, target)
                    count += walk.count
                    if not walk.is_whole and (walk.has_read or part is beginning):
                        with closing(pages.rows_of(copied)) as source:
                            count += _bring(source, target, are_loose=True).count
                if walk.has_read:
                    break
    except (OSError, GameError, *FAILURES):
        pass  # what came back until then has come back
    return count


def _first_page(backup: Path | None) -> bytes:
    """The first page of a sound store."""
    if backup is None:
        with closing(empty()) as store:
            data = store.serialize()
    else:
        with backup.open("rb") as file:
            data = file.read(1 << 16)
    return data[: _page_bytes(data)]


def _page_bytes(beginning: bytes) -> int:
    said = int.from_bytes(beginning[16:18], "big")
    return 1 << 16 if said == 1 else said


def _copied(damaged: Path, folder: Path, beginning: bytes) -> Path:
    """A copy that may be written, with another beginning. SQLite's own companion file goes with it."""
    copied = folder / damaged.name
    for ending in ("", "-wal"):
        part = damaged.with_name(damaged.name + ending)
        if part.exists():
            shutil.copyfile(part, copied.with_name(copied.name + ending))
    if beginning:
        count = max(copied.stat().st_size // _page_bytes(beginning), 1)
        header = bytearray(beginning)
        header[18:20] = b"\2\2"  # written by way of the companion
        header[28:32], header[92:96] = count.to_bytes(4, "big"), header[24:28]
        header[32:40] = bytes(8)  # no page is free: none is going to be written
        with copied.open("rb+") as file:
            file.write(header)
    return copied


def _numbers(source: sqlite3.Connection) -> range:
    """The numbers under which a match may be found; none where nothing can be read at all."""
    found: set[int] = set()
    with suppress(*FAILURES):
        source.execute("PRAGMA writable_schema = ON")  # what cannot be read of the tables' own list is left out
    for order in ("", "DESC"):  # up to an unreadable page, from both ends
        found.update(_read(source, f"SELECT id FROM matches NOT INDEXED ORDER BY id {order}"))  # noqa: S608  # ours
    last = max((*found, *_read(source, "SELECT seq FROM sqlite_sequence WHERE name = 'matches'")), default=0)
    last = max((last, *_read(source, "SELECT match FROM events ORDER BY match DESC LIMIT 1")))
    return range(1, min(last, _MOST_LOOKED_UP) + 1)


def _read(source: sqlite3.Connection, query: str) -> Iterator[int]:
    """The numbers that a query gives before it comes to an unreadable page."""
    with suppress(*FAILURES):
        for (number,) in source.execute(query):
            if isinstance(number, int):
                yield number


def _links(source: sqlite3.Connection) -> Links:
    found: dict[int, tuple[str, str]] = {}
    with suppress(*FAILURES):
        for match_id, name, checksum in source.execute("SELECT match, name, checksum FROM chain ORDER BY number"):
            found[match_id] = str(name), str(checksum)
    return found


@dataclass(slots=True)
class _Walk:
    """has_read: there was a match; is_whole: nothing was in the way; count: of the matches that came back."""

    has_read: bool = False
    is_whole: bool = True
    count: int = 0


def _bring(source: sqlite3.Connection, target: sqlite3.Connection, *, are_loose: bool = False) -> _Walk:
    """are_loose: rows need not belong together, and some of a match may be missing without a sign of it."""
    numbers, links, walk = _numbers(source), _links(source), _Walk()
    with transaction(target):
        for match_id in numbers:
            try:
                rows = _kept(source, match_id)
                walk.has_read |= rows is not None
                known = MatchRows.read(target, match_id)
                if rows is None or (known is not None and _holds(known, rows)):
                    continue
                if not _is_whole(source, match_id, rows, links, needs_proof=are_loose):
                    continue
            except (GameError, *FAILURES):
                walk.is_whole = False
                continue
            _store(target, match_id, rows, links.get(match_id, ("", ""))[0], known)
            walk.count += 1
        with suppress(*FAILURES):
            library.join(target, library.all_entries(source))
    walk.is_whole &= walk.has_read
    return walk


def _kept(source: sqlite3.Connection, match_id: int) -> MatchRows | None:
    """The rows of a match that nobody has deleted."""
    row = source.execute("SELECT deleted FROM matches WHERE id = ?", (match_id,)).fetchone()
    return MatchRows.read(source, match_id) if row is not None and not row[0] else None


def _is_same(known: MatchRows, rows: MatchRows) -> bool:
    return all(known.header[name] == rows.header[name] for name in ("started", "name_0", "name_1", "options"))


def _holds(known: MatchRows, rows: MatchRows) -> bool:
    """It is the same match, and has come as far."""
    return _is_same(known, rows) and len(known.events) >= len(rows.events)


def _is_whole(source: sqlite3.Connection, match_id: int, rows: MatchRows, links: Links, *, needs_proof: bool) -> bool:
    """Nothing is missing, as far as anything is known of it. Raises GameError, sqlite3.Error."""
    if match_id in links and rows.gap is None:
        return rows.checksum() == links[match_id][1]
    if rows.first_bad_event() is not None or rows.has_false_secret:
        return False
    if rows.record().state().score != (rows.header["score_0"], rows.header["score_1"]):
        return False  # its end is lost
    with suppress(*FAILURES):  # an older store has no such table
        noted = source.execute("SELECT events, checksum FROM checksums WHERE match = ?", (match_id,)).fetchone()
        if noted is not None:
            return bool(checksums.over_events(event[0] for event in rows.events[: noted[0]]) == noted[1])
    return not needs_proof


def _store(target: sqlite3.Connection, match_id: int, rows: MatchRows, name: str, known: MatchRows | None) -> None:
    """Under its number, unless another match has that by now."""
    if known is None:
        rows.insert(target, match_id)
    elif _is_same(known, rows):
        rows.replace(target, match_id)
    else:
        match_id = rows.insert(target)
    if rows.header["finished"] is not None:
        chain.seal(target, match_id, name)
        thrown.note(target, match_id)
    else:
        checksums.note(target, match_id, len(rows.events), checksums.over_events(event[0] for event in rows.events))
