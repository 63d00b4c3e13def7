"""Computers that share their matches through a folder, each with a store of its own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage import chain, checking
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from game.storage.rows import Cell, MatchRows
from game.storage.sharing import Brought, Errand, TakeOver, exchange, machine_of, take_over

NOON = datetime(2026, 11, 30, 12)
NAMES = ("Ayşe\u2028\x85", "Nikos")


def quick(number: int) -> tuple[MatchHeader, MatchRecord]:
    """A match that is over at once; the number tells it from others."""
    options = MatchOptions(length=1)
    played = (events.Opened((6, 1 + number % 5)), events.Resigned(1), events.Accepted())
    header = MatchHeader(NAMES, options, dice="typed", started=f"{number:04}", finished=f"{number:04}")
    return header, MatchRecord(options, NAMES, played)


def rows(number: int, length: int = 3) -> MatchRows:
    known: dict[str, Cell] = {
        "seat_0": "person",
        "seat_1": "person",
        "dice": "typed",
        "person_side": 0,
        "colours": "",
        "extra": "{}",
    }
    conditions = '{"games": [{"game": "backgammon"}], "length": 1}'
    times = {"started": f"{number:04}", "finished": f"{number:04}"}
    header: dict[str, Cell] = {
        "name_0": NAMES[0],
        "name_1": NAMES[1],
        "options": conditions,
        "score_0": 0,
        "score_1": 1,
    }
    lines = [f"opened 6 {1 + number % 5}", "resigned 1", "accepted"]
    columns: dict[str, Cell] = {**header, **known, **times}
    return MatchRows(columns, tuple((line, None, 7.25) for line in lines[:length]), ())


class Machine:
    """A store of its own beside a folder that all have."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self.store = self._open()

    def _open(self) -> Store:
        store, notices = open_store(self.home, NOON)
        assert notices == []
        return store

    def reopen(self) -> None:
        self.store.close()
        self.store = self._open()

    @property
    def name(self) -> str:
        return machine_of(self.store.database, str(self.home))

    def play(self, number: int) -> None:
        Archive(self.store).keep([quick(number)])
        chain.seal_missing(self.store.database)

    def exchange(self) -> Brought:
        return exchange(Errand(self.home / FILE, self.folder, self.name), lambda _done: None)

    def share(self) -> Brought:
        brought = self.exchange()
        take_over(self.store.database, brought)
        return brought

    def hear(self) -> list[tuple[str, object]]:
        """Shares; what the person is told of deletions."""
        taking = TakeOver(self.store.database, self.exchange())
        while not taking.is_done:
            taking.go_on()
        return [(notice.code, notice.facts["count"]) for notice in taking.notices]

    def put_back(self, backup: Path) -> None:
        """As the README says it."""
        self.store.close()
        for ending in ("-wal", "-shm"):
            (self.home / f"{FILE}{ending}").unlink(missing_ok=True)
        (self.home / FILE).write_bytes(backup.read_bytes())
        self.store = self._open()

    def delete(self) -> None:
        """Deletes its only match, for good."""
        [header] = self.store.finished()
        self.store.delete(header.id)
        self.reopen()

    def numbers(self) -> list[str]:
        return sorted(header.started for header in self.store.finished())

    def check(self) -> checking.Report:
        return checking.check(self.store.database, "2026")


def machines(tmp_path: Path, folder: Path, count: int = 3) -> list[Machine]:
    return [Machine(tmp_path / f"machine {number}", folder) for number in range(count)]
