"""What is done for the matches beside the game: sealing, the daily backup, the folder that several machines share.

Files are written and read in jobs; the store itself is touched by the main thread alone, in small portions between
frames. Nothing here ever waits for anything, and a kill at any moment only means doing it again.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from game.errors import GameError
from game.jobs import Job, Runner
from game.storage import backups, chain, sharing
from game.storage.matches import Store

_SEALED_AT_ONCE, _TAKEN_AT_ONCE = 2, 2


class Upkeep:
    """wake: called by a worker when something waits; tell: notices; shared_folder: as the settings have it, '' for
    none; now: for the names of backups.

    arrived: matches that came from other machines since the start; exchanges: how often the folder was looked through.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        store: Store,
        tell: Callable[[GameError], object],
        shared_folder: Callable[[], str],
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self._runner = Runner(1, wake)  # of its own: an opponent's thoughts never wait for a copy
        self._store, self._tell, self._shared_folder, self._now = store, tell, shared_folder, now
        self._unsealed: list[int] | None = None
        self._job: Job[Any, Any] | None = None
        self._backup: Job[Any, Any] | None = None
        self._taking: sharing.TakeOver | None = None
        self._told: set[str] = set()
        self._wants_more = False
        self.arrived, self.exchanges = 0, 0

    @property
    def is_busy(self) -> bool:
        """Something waits to be done in one of the next frames."""
        return self._unsealed != [] or self._taking is not None

    @property
    def is_sharing(self) -> bool:
        """Matches are being exchanged with the folder."""
        return self._job is not None or self._taking is not None

    def match_began(self) -> None:
        """Also at the start of the program: a backup where it is due, and whatever the other machines have."""
        self._back_up()
        self.share()

    def match_ended(self) -> None:
        """The match goes to the other machines."""
        self._unsealed = None
        self._back_up()
        self.share()

    # Backups

    def _back_up(self) -> None:
        path = self._store.database.path
        if path is not None:
            self._backup = self._runner.start(_back_up, (path, self._now()), self._backed_up)

    def _backed_up(self, job: Job[Any, Any]) -> None:
        if job.error is not None:
            self._tell_once(_as_refusal(job.error))

    # Sharing

    def share(self, *, again: bool = False) -> None:
        """Exchanges with the folder, where there is one. again: somebody asked for it, and wants to hear of faults."""
        folder, path = self._shared_folder().strip(), self._store.database.path
        if not folder or path is None:
            return
        if again:
            self._told.clear()
        if self.is_sharing:
            self._wants_more = True
            return
        try:
            machine = sharing.machine_of(self._store.database, f"{platform.node()} {path}")
        except GameError as error:
            self._tell_once(error)
            return
        self._wants_more = False
        errand = sharing.Errand(path, Path(folder).expanduser(), machine)
        self._job = self._runner.start(sharing.exchange, errand, self._exchanged)

    def _exchanged(self, job: Job[sharing.Errand, sharing.Brought]) -> None:
        self._job = None
        self.exchanges += job.error is None
        if job.error is not None or job.result is None:
            if job.error is not None:
                self._tell_once(_as_refusal(job.error))
            return
        for notice in job.result.notices:
            self._tell_once(notice)
        self._wants_more = self._wants_more or not job.result.is_all
        self._taking = sharing.TakeOver(self._store.database, job.result)

    def _tell_once(self, error: GameError) -> None:
        """A fault that stays is not told every time."""
        what = f"{error.code} {error.facts.get('file', error.facts.get('folder', ''))}"
        if what not in self._told:
            self._told.add(what)
            self._tell(error)

    def close(self) -> None:
        """Nothing more is begun; what runs is cancelled, and leaves nothing half written."""
        if self._backup is not None:
            self._backup.cancel()
        if self._job is not None:
            self._job.cancel()
        self._runner.close()

    # Between frames

    def step(self) -> None:
        """A small portion of what waits."""
        self._runner.drain()
        if not self._store.is_saved:  # it goes on in memory: nothing of that lasts
            self._taking, self._unsealed, self._wants_more = None, [], False
            return
        try:
            if self._taking is not None:
                self._taking.go_on(_TAKEN_AT_ONCE)
                if self._taking.is_done:
                    self.arrived += self._taking.arrived
                    self._wants_more = self._wants_more or self._taking.kept > 0  # the others should hear of those
                    for notice in self._taking.notices:
                        self._tell(notice)
                    self._taking = None
            elif self._unsealed is None:
                self._unsealed = chain.unsealed(self._store.database)
            elif self._unsealed:
                chosen, self._unsealed = self._unsealed[:_SEALED_AT_ONCE], self._unsealed[_SEALED_AT_ONCE:]
                chain.seal_all(self._store.database, chosen)
        except GameError as error:
            self._taking, self._unsealed = None, []
            self._tell_once(error)
        if self._wants_more and not self.is_sharing:
            self.share()


def _back_up(request: tuple[Path, datetime], step: Callable[[float], None]) -> Path | None:
    path, now = request
    return backups.daily(path, now, step)


def _as_refusal(error: BaseException) -> GameError:
    """What a job says it could not do; anything else is a mistake of ours."""
    if isinstance(error, GameError):
        return error
    raise error
