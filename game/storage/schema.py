"""The tables, as numbered migrations: number n leads from version n - 1 to n, and what was released never changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from game.errors import GameError
from game.storage.database import transaction

REFUSALS = {"store_damaged": ("file", "kept", "why"), "store_newer": ("file", "version", "known")}
"""The codes raised here and their facts. kept: where the file lies now; version: of the file, known: the highest that
this program knows; why: the system's own words."""

APPLICATION_ID = 0x53686573
"""Marks a SQLite file as ours, "Shes"."""

# A file that cannot be read is one thing, a file that says nonsense another; SQLITE_ERROR comes of a garbled header.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)

Migration = tuple[str, ...]

_FIRST_TABLES: Migration = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name_0 TEXT NOT NULL,
        name_1 TEXT NOT NULL,
        options TEXT NOT NULL,  -- JSON
        seat_0 TEXT NOT NULL,  -- 'person' or an opponent's key
        seat_1 TEXT NOT NULL,
        dice TEXT NOT NULL,
        person_side INTEGER NOT NULL,
        colours TEXT NOT NULL,
        started TEXT NOT NULL,  -- ISO 8601
        finished TEXT,
        deleted INTEGER NOT NULL DEFAULT 0,  -- 1 until it is purged
        score_0 INTEGER NOT NULL DEFAULT 0,
        score_1 INTEGER NOT NULL DEFAULT 0,
        extra TEXT NOT NULL  -- JSON
    )""",
    "CREATE INDEX matches_by_end ON matches (finished, started)",
    """CREATE TABLE events (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,  -- from 0, without a gap
        event TEXT NOT NULL,
        clock_0 REAL,  -- seconds left after it, NULL without a clock
        clock_1 REAL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE fair_dice (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        game INTEGER NOT NULL,  -- from 0
        secret BLOB NOT NULL,
        commitment TEXT NOT NULL,
        players_seed TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (match, game)
    ) WITHOUT ROWID""",
)

# What lists of matches search in. A row is stale from any change of its match until `summaries` has written it anew.
_SUMMARIES: Migration = (
    """CREATE TABLE summaries (
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        is_stale INTEGER NOT NULL DEFAULT 1,
        state TEXT NOT NULL DEFAULT '',  -- 'playing', 'finished', '' in no list
        day TEXT NOT NULL DEFAULT '',  -- ISO 8601: its end, its beginning while it is played
        game TEXT NOT NULL DEFAULT '',  -- a game's key, 'tavli' for several games in turn
        seat TEXT NOT NULL DEFAULT '',  -- of the one who plays against the person
        opponent TEXT NOT NULL DEFAULT '',  -- the name of that one
        outcome TEXT NOT NULL DEFAULT '',  -- 'won', 'lost', 'drawn', 'open'
        words TEXT NOT NULL DEFAULT ''  -- what can be searched for, folded
    )""",
    "CREATE INDEX summaries_by_day ON summaries (state, day, match)",
    "CREATE INDEX summaries_by_game ON summaries (state, game, day, match)",
    "CREATE INDEX summaries_by_opponent ON summaries (state, seat, opponent, day, match)",
    "CREATE INDEX summaries_stale ON summaries (match) WHERE is_stale",
    "INSERT INTO summaries (match) SELECT id FROM matches",
    "CREATE TRIGGER match_stored AFTER INSERT ON matches BEGIN INSERT INTO summaries (match) VALUES (NEW.id); END",
    "CREATE TRIGGER match_changed AFTER UPDATE ON matches"
    " BEGIN UPDATE summaries SET is_stale = 1 WHERE match = NEW.id; END",
)

# What makes a match last: checksums, the chain of finished matches, what was thrown, what a repair took out, what other
# machines have.
_LASTING: Migration = (
    """CREATE TABLE checksums (  -- over the first events of a match being played
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        events INTEGER NOT NULL,
        checksum TEXT NOT NULL
    )""",
    """CREATE TABLE chain (  -- a row stays when its match is deleted
        number INTEGER PRIMARY KEY,  -- from 1, without a gap
        match INTEGER REFERENCES matches (id) ON DELETE SET NULL,
        name TEXT NOT NULL,  -- the same on every machine
        checksum TEXT NOT NULL,
        link TEXT NOT NULL  -- over the link before, name and checksum
    )""",
    "CREATE INDEX chain_by_match ON chain (match)",
    "CREATE INDEX chain_by_name ON chain (name)",
    """CREATE TABLE thrown (  -- by finished matches with fair dice
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        counts TEXT NOT NULL  -- JSON: a row of numbers for each side
    )""",
    """CREATE TABLE set_aside (  -- by a repair; nothing is thrown away
        match INTEGER NOT NULL,
        number INTEGER,
        event TEXT,
        why TEXT NOT NULL,
        day TEXT NOT NULL  -- ISO 8601
    )""",
    """CREATE TABLE library (  -- what is kept besides matches; the highest counter holds, on every machine
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        value TEXT,  -- JSON, NULL for what was taken out
        counter INTEGER NOT NULL,
        machine TEXT NOT NULL,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID""",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE shared (what TEXT PRIMARY KEY) WITHOUT ROWID",  # segments that were read, things that lie in some
)

MIGRATIONS: tuple[Migration, ...] = (_FIRST_TABLES, _SUMMARIES, _LASTING)


def version_of(connection: sqlite3.Connection) -> int:
    """How many migrations the file has seen."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Brings the tables to the newest version, each step in one transaction with the note that it was made.

    Raises sqlite3.Error; the file is then at the last version that was reached.
    """
    for number in range(version_of(connection), len(migrations)):
        with transaction(connection):
            for statement in migrations[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def examine(connection: sqlite3.Connection, file: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Is this a sound store that this program can read? Only reads.

    Raises GameError `store_newer` or `store_damaged` (nothing kept yet), and sqlite3.Error when the file cannot be
    read at all.
    """
    try:
        version = version_of(connection)
        is_ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        if is_ours and version > len(migrations):
            raise GameError("store_newer", file=file, version=version, known=len(migrations))
        fault = _fault(connection, migrations[:version]) if is_ours and version > 0 else "not a store of this game"
    except UnicodeDecodeError as error:  # SQLite quotes from the damage
        fault = str(error)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        fault = str(error)
    if fault:
        raise GameError("store_damaged", file=file, kept="", why=fault)


def is_damage(error: sqlite3.Error) -> bool:
    """The file is there, and what stands in it is not as SQLite wrote it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def _fault(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> str:
    """What is wrong with the content or the tables of a store at that version, '' for nothing."""
    (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        return str(said)
    model = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(model, migrations)
        missing = sorted(_columns(model) - _columns(connection))
    finally:
        model.close()
    return f"missing: {'.'.join(missing[0])}" if missing else ""


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Every column of every table, as table and name."""
    return set(
        connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table'"
        )
    )
