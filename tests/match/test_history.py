"""What a seat is told of the game so far."""

from __future__ import annotations

from engine_c import Step
from game.history import history_of
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from opponents import Happened

FIRST = (
    events.Opened((2, 2)),
    events.Opened((1, 3)),
    events.Played((Step(8, 3), Step(6, 1))),
    events.Doubled(),
    events.Took(),
    events.Rolled((5, 2)),
)
PLAYED = (events.Played((Step(13, 5), Step(13, 2))),)


def record(*happened: events.Event) -> MatchRecord:
    return MatchRecord(MatchOptions(length=5), events=happened)


def test_each_side_sees_the_same_things_as_its_own_and_the_others() -> None:
    first, second = (history_of(record(*FIRST), side) for side in (0, 1))
    assert first == (
        Happened("opened", by_own=False, dice=(2, 2)),
        Happened("opened", by_own=False, dice=(1, 3)),
        Happened("played", by_own=False, steps=(Step(8, 3), Step(6, 1))),
        Happened("doubled", by_own=True),
        Happened("took", by_own=False),
        Happened("rolled", by_own=True, dice=(5, 2)),
    )
    assert [happened.by_own for happened in second[2:]] == [not happened.by_own for happened in first[2:]]
    assert second[1].dice == (3, 1)


def test_only_the_game_being_played_is_told() -> None:
    over = record(*FIRST, *PLAYED, events.Resigned(1), events.Accepted())
    assert history_of(over, 0)[-2:] == (Happened("resigned", by_own=False, number=1), Happened("accepted", by_own=True))
    assert history_of(over.with_event(events.Opened((6, 1))), 0) == (Happened("opened", by_own=False, dice=(6, 1)),)
