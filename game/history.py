"""What has happened in the game being played, as a seat may know it."""

from __future__ import annotations

from game.match import events
from game.match.events import Event
from game.match.record import MatchRecord
from game.match.state import Phase
from opponents import Happened, Happening

_WORDS: dict[type, Happening] = {
    events.Opened: "opened",
    events.Rolled: "rolled",
    events.Chose: "chose",
    events.Played: "played",
    events.Doubled: "doubled",
    events.Beavered: "beavered",
    events.Raccooned: "raccooned",
    events.Took: "took",
    events.Passed: "passed",
    events.Resigned: "resigned",
    events.Accepted: "accepted",
    events.Refused: "refused",
    events.TookBack: "took_back",
}


def history_of(record: MatchRecord, side: int) -> tuple[Happened, ...]:
    """What has happened in the last game of a record, seen by that side. Folds the whole record: work for a job."""
    happened: list[Happened] = []
    for event, before in zip(record.events, record.states(), strict=False):
        if before.phase is Phase.GAME_OVER:
            happened.clear()
        if type(event) in _WORDS:
            happened.append(_seen(event, by_own=before.to_act == side, side=side))
    return tuple(happened)


def _seen(event: Event, *, by_own: bool, side: int) -> Happened:
    what = _WORDS[type(event)]
    match event:
        case events.Opened(dice):
            return Happened(what, by_own, dice if side == 0 else dice[::-1])
        case events.Rolled(dice):
            return Happened(what, by_own, dice)
        case events.Played(steps):
            return Happened(what, by_own, steps=steps)
        case events.Chose(number) | events.Resigned(number):
            return Happened(what, by_own, number=number)
        case _:
            return Happened(what, by_own)
