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
from game.storage.seating import Seated, seated

PATIENCE = 30.0


@dataclass
class Match:
    """What came of it. told: failures, with the number of events before them; kept: what the store has of it."""

    events: tuple[Event, ...] = ()
    kept: tuple[Event, ...] = ()
    is_over: bool = False
    told: list[GameError] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    header: MatchHeader = field(default_factory=lambda: MatchHeader(("A", "B"), MatchOptions()))

    @property
    def seats(self) -> tuple[str, str]:
        """Who sat there at the end."""
        return self.header.seats

    @property
    def seated(self) -> tuple[Seated, ...]:
        """Everybody who sat there."""
        return seated(self.header)

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
    may_play: Callable[[str], bool] = lambda _key: True,
) -> Match:
    """Plays until the match is over, or that many events. watch: called after every answer."""
    match = Match()
    with sitting_at(
        folder, seats, options, seconds=seconds, reports=match.reports, dice="seeded", may_play=may_play
    ) as table:
        sitting, asked, runner = table
        while sitting.state.phase is not Phase.MATCH_OVER and len(sitting.table.record.events) < most_events:
            _go_on(sitting, asked, runner, match)
            watch(asked)
        match.events = sitting.table.record.events
        match.kept = sitting.store.record(sitting.header.id).events
        match.header = sitting.store.header(sitting.header.id)
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
    may_play: Callable[[str], bool] = lambda _key: True,
) -> Iterator[tuple[Sitting, Seats, Runner]]:
    """A match that has not begun, kept in the folder, and those who can be asked."""
    store, _notices = open_store(folder, datetime(2026, 1, 1))
    runner = Runner(threads=1)
    kept = reports if reports is not None else []

    def report(_key: str, text: str) -> str:
        kept.append(text)
        return "kept"

    asked = Seats(runner, seconds, report, may_play)
    header = MatchHeader(("A", "B"), options or MatchOptions(length=1), seats, dice, extra={"seed": "7"})
    try:
        yield Sitting.begin(store, header), asked, runner
    finally:
        asked.close()
        runner.close()
        store.close()


def _go_on(sitting: Sitting, asked: Seats, runner: Runner, match: Match) -> None:
    side = sitting.state.to_act
    state = sitting.state
    if state.phase is Phase.GAME_OVER and state.options.game(state.number + 1).winner_opens:
        sitting.submit(side or 0, events.Roll())
        return
    if state.phase is Phase.GAME_OVER or side is None:
        sitting.submit(0, events.Open())
        return
    sitting.submit(side, answer_of(sitting, asked, runner, match))


def answer_of(sitting: Sitting, asked: Seats, runner: Runner, match: Match | None = None) -> Action:
    """What the opponent who is to act answers. match: notes a failure."""
    answers: list[Action] = []

    def answered(_side: int, action: Action, failure: GameError | None) -> None:
        answers.append(action)
        if failure and match:
            match.told.append(failure)

    side = sitting.state.to_act
    assert side is not None
    asked.ask(sitting, side, answered)
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.002)):
        runner.drain()
        if answers:
            return answers[0]
        pause.wait(0.002)
    raise AssertionError("nobody answered")
