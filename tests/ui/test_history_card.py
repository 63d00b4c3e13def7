"""The history of a match: its rows, and the moments they lead to."""

from __future__ import annotations

import pytest

from engine_c import Step
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.ui.cards.history import HistoryCard
from game.ui.input import Pointer
from looked_at import GAME, looked_at, shows
from middle import NAMES
from pilot import Pilot

ROWS = [
    "Game 1",
    "1. Ada 3-1: 8/5 6/5",
    "Bea doubles to 2.",
    "Ada takes: the game is played for 2.",
    "2. Bea 5-2: 13/11 13/8",
    "Ada rolls 6 and 6.",
    "Ada offers to resign a single game.",
    "Bea accepts the resignation.",
    "Ada resigns: Bea wins 2 points.",
    "Game 2",
    "1. Bea 2-5: 24/22 13/8",
]


def test_the_history_tells_every_turn(pilot: Pilot) -> None:
    looked_at(pilot)
    pilot.press("ctrl+l")
    card = pilot.card
    assert isinstance(card, HistoryCard)
    assert [card.list.line(index).left for index in range(card.list.count)] == ROWS
    assert card.list.line(9).right == "0 : 2"


@pytest.mark.parametrize(("row", "moment"), [(1, 1), (2, 2), (4, 5), (8, 9), (10, 10)])
@pytest.mark.parametrize("by_keys", [False, True])
def test_a_row_shows_its_position(pilot: Pilot, row: int, moment: int, by_keys: bool) -> None:
    looked_at(pilot)
    pilot.press("ctrl+l") if by_keys else pilot.push("information")
    pilot.frame(1.0)
    pilot.draw()
    card = pilot.card
    assert isinstance(card, HistoryCard)
    if by_keys:
        while card.list.chosen != row:
            pilot.press("down")
        pilot.press("return")
    else:
        pilot.send(Pointer("down", *card.list.pixel_of(row), 1))
        pilot.push("show")
    assert shows(pilot, moment)


def test_what_comes_from_elsewhere_is_told(pilot: Pilot) -> None:
    found = (
        events.SetUp(score=(2, 1)),
        events.Opened((3, 1)),
        events.Misplayed(((8, 4), (6, 4))),
        events.Settled(1, 2),
    )
    replay = looked_at(pilot, MatchRecord(MatchOptions(length=5), NAMES, found))
    pilot.press("ctrl+l")
    card = pilot.card
    assert isinstance(card, HistoryCard)
    told = [card.list.line(index) for index in range(card.list.count)]
    assert told[2].left == "1. Ada 3-1: 8/4 6/4 (not allowed)"
    assert told[2].tone == "danger"
    pilot.press("escape", "end")
    assert shows(pilot, 4)
    for _ in range(4):
        replay.step(-1)
    assert shows(pilot, 0)


def test_what_was_taken_back_is_struck(pilot: Pilot) -> None:
    back = (*GAME[:2], events.Rolled((6, 6)), events.TookBack(), events.Played((Step(24, 3), Step(24, 1))))
    replay = looked_at(pilot, MatchRecord(MatchOptions(length=5), NAMES, back))
    pilot.press("ctrl+l")
    card = pilot.card
    assert isinstance(card, HistoryCard)
    assert [card.list.line(index).is_struck for index in range(1, 5)] == [True, True, False, False]
    assert card.list.line(4).left == "1. Ada 3-1: 24/23 24/21"
    pilot.press("escape")
    replay.jump(3)
    replay.step(1)
    assert shows(pilot, 4)
