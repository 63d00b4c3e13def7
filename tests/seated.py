"""Whole matches between opponents, without a window."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.jobs import Runner
from game.match import events
from game.match.events import Action, Event
from game.match.options import MatchOptions
from game.match.state import Phase
from game.seats import Seats
from game.sitting import Sitting
from game.storage.header import MatchHeader
from game.storage.opening import open_store

PATIENCE = 30.0


@dataclass
class Match:
    """What came of it. told: failures, with the number of events before them; kept: what the store has of it."""

    events: tuple[Event, ...] = ()
    kept: tuple[Event, ...] = ()
    is_over: bool = False
    told: list[GameError] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        """Of each failure its code, and that of its reason."""
        whys = [error.facts.get("why") for error in self.told]
        return [
            f"{error.code} {why.code if isinstance(why, GameError) else why or ''}".strip()
            for error, why in zip(self.told, whys, strict=True)
        ]


def play_match(
    folder: Path,
    seats: tuple[str, str],
    options: MatchOptions | None = None,
    *,
    seconds: float = 1.0,
    most_events: int = 3000,
    watch: Callable[[Seats], None] = lambda _seats: None,
) -> Match:
    """Plays until the match is over, or that many events. watch: called after every answer."""
    match = Match()
    with sitting_at(folder, seats, options, seconds=seconds, reports=match.reports, dice="seeded") as table:
        sitting, asked, runner = table
        while sitting.state.phase is not Phase.MATCH_OVER and len(sitting.table.record.events) < most_events:
            _go_on(sitting, asked, runner, match)
            watch(asked)
        match.events = sitting.table.record.events
        match.kept = sitting.store.record(sitting.header.id).events
        match.is_over = sitting.state.phase is Phase.MATCH_OVER
    return match


@contextmanager
def sitting_at(
    folder: Path,
    seats: tuple[str, str],
    options: MatchOptions | None = None,
    *,
    seconds: float = 1.0,
    reports: list[str] | None = None,
    dice: str = "typed",
) -> Iterator[tuple[Sitting, Seats, Runner]]:
    """A match that has not begun, kept in the folder, and those who can be asked."""
    store, _notices = open_store(folder, datetime(2026, 1, 1))
    runner = Runner(threads=1)
    asked = Seats(runner, seconds, lambda _key, text: (reports if reports is not None else []).append(text))
    header = MatchHeader(("A", "B"), options or MatchOptions(length=1), seats, dice, extra={"seed": "7"})
    try:
        yield Sitting.begin(store, header), asked, runner
    finally:
        asked.close()
        runner.close()
        store.close()


def _go_on(sitting: Sitting, asked: Seats, runner: Runner, match: Match) -> None:
    side = sitting.state.to_act
    if sitting.state.phase is Phase.GAME_OVER or side is None:
        sitting.submit(0, events.Open())
        return
    answers: list[Action] = []

    def answered(_side: int, action: Action, failure: GameError | None) -> None:
        answers.append(action)
        match.told += [failure] if failure else []

    asked.ask(sitting, side, answered)
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.002)):
        runner.drain()
        if answers:
            sitting.submit(side, answers[0])
            return
        pause.wait(0.002)
    raise AssertionError("nobody answered")
