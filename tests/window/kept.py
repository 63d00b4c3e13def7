"""What happened at the real table, read from its folder while the game runs, without writing there."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path

from game.match.record import MatchRecord
from game.match.state import MatchState
from game.settings import Settings, read_settings
from game.storage import backups
from game.storage.database import Database, connect
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE
from game.storage.salvage import in_memory


class Kept:
    """The files of one home folder."""

    def __init__(self, home: Path) -> None:
        self._data, self._config = home / "data", home / "config"

    def copy(self) -> Store:
        """All matches as they are now, in memory: nothing done with it reaches the file."""
        with closing(connect(self._data / FILE, writing=False)) as connection:
            return Store(Database(in_memory(connection), None))

    def headers(self) -> list[MatchHeader]:
        """Every match, the newest first."""
        if not (self._data / FILE).exists():
            return []
        store = self.copy()
        try:
            return sorted([*store.unfinished(), *store.finished()], key=lambda header: -header.id)
        finally:
            store.close()

    def record(self) -> MatchRecord:
        """The newest match as far as it has been played."""
        store = self.copy()
        try:
            return store.record(self.headers()[0].id)
        finally:
            store.close()

    def count(self) -> int:
        """How many events the newest match has; quickly."""
        with closing(connect(self._data / FILE, writing=False)) as connection:
            newest = "SELECT count(*) FROM events WHERE match = (SELECT max(id) FROM matches)"
            return int(connection.execute(newest).fetchone()[0])

    @property
    def state(self) -> MatchState:
        """How the newest match stands."""
        return self.record().state()

    @property
    def settings(self) -> Settings:
        """As they were written last."""
        return read_settings(self._config / "settings.toml")[0]

    @property
    def is_backed_up(self) -> bool:
        """Is the day's backup whole, and no file half written?"""
        return bool(backups.backups(self._data / backups.FOLDER)) and not list(self._data.rglob("*.new"))

    def fingerprints(self) -> dict[str, str]:
        """Every file of matches and settings with a hash of its content."""
        return {
            str(path.relative_to(folder.parent)): hashlib.sha256(path.read_bytes()).hexdigest()
            for folder in (self._data, self._config)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
