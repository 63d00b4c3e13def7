"""A program to be killed: imports, deletes, repairs, backs up and shares matches of a folder, and says what it did.

It writes "kept NUMBER" once an imported match is stored, "deletes NUMBER" before and "deleted NUMBER" after one is
deleted, "damages" before it spoils an event, "mended" once that was repaired, and the name of anything else it begins.
"""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage import backups, chain, checking, library
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from game.storage.sharing import Errand, TakeOver, exchange, machine_of

NOON = datetime(2026, 11, 30, 12)
NAMES = ("one", "ötesi")


def match_number(number: int) -> tuple[MatchHeader, MatchRecord]:
    """A match that is over at once and can be told from others."""
    options = MatchOptions(length=1)
    played = (events.Opened((6, 1 + number % 5)), events.Resigned(1), events.Accepted())
    header = MatchHeader(NAMES, options, dice="typed", started=f"{number:06}", finished=f"{number:06}")
    return header, MatchRecord(options, NAMES, played)


def say(*words: object) -> None:
    print(*words, flush=True)


class Caretaker:
    """One life of the program. shared: the folder kept alike."""

    def __init__(self, home: Path, shared: Path, rng: Random) -> None:
        self.home, self.shared, self.rng = home, shared, rng
        say("opens")
        self.store, notices = open_store(home, NOON)
        assert notices == [], notices
        self.machine = machine_of(self.store.database, str(home))

    def live(self) -> None:
        """One piece of work after the other."""
        while True:
            self.rng.choice((self.keep, self.keep, self.delete, self.back_up, self.share, self.share, self.mend))()

    def keep(self) -> None:
        numbers = [self.rng.randrange(10**6) for _ in range(self.rng.randint(1, 4))]
        say("imports")
        Archive(self.store).keep(match_number(number) for number in numbers)
        for number in numbers:
            say("kept", f"{number:06}")
        say("seals")
        chain.seal_missing(self.store.database)
        library.put(self.store.database, self.machine, "note", str(self.rng.randrange(9)), str(numbers[0]))

    def delete(self) -> None:
        for header in self.store.finished(1, self.rng.randrange(5)):
            say("deletes", header.started)
            self.store.delete(header.id)
            say("deleted", header.started)
            if self.rng.random() < 0.4:
                self.store.restore_deleted(header.id)
                say("kept", header.started)

    def back_up(self) -> None:
        say("backs up")
        backups.daily(self.home / FILE, NOON + timedelta(days=self.rng.randrange(400)))

    def share(self) -> None:
        say("shares")
        taking = TakeOver(
            self.store.database,
            exchange(Errand(self.home / FILE, self.shared, self.machine), lambda _done: None),
        )
        say("takes over")
        while not taking.is_done:
            taking.go_on(2)

    def mend(self) -> None:
        headers = self.store.finished(8)
        if headers:
            repair(self.store, self.home)
            say("damages")
            chosen = self.rng.choice(headers).id
            self.store.database.connection.execute(
                "UPDATE events SET event = 'x' WHERE match = ? AND number = ?", (chosen, self.rng.randrange(3))
            )
            say("repairs")
            repair(self.store, self.home)
            say("mended")


def repair(store: Store, home: Path) -> checking.Report:
    """Repairs what can be, with the help of the backups."""
    with checking.copies_in(backups.backups(home / backups.FOLDER)) as copies:
        return checking.check(store.database, "2026", repair=True, copies=copies)


if __name__ == "__main__":
    Caretaker(Path(sys.argv[1]), Path(sys.argv[2]), Random(sys.argv[3])).live()
