"""A match as a line of moments: every one is the state folded live; games, rows and dice are where they belong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine_c import Step
from game.dice.source import SeededDice
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.referee import apply
from game.match.state import Phase, start
from game.match.timeline import Timeline
from match.test_random_matches import every_match, play, title

GAME = (
    events.Opened((2, 2)),
    events.Opened((3, 1)),
    events.Played((Step(8, 3), Step(6, 1))),
    events.Doubled(),
    events.Took(),
    events.Rolled((5, 2)),
    events.Played((Step(13, 5), Step(13, 2))),
)
"""Two opening throws, a play, side 1 doubles, side 0 takes, side 1 plays."""


def timeline(*listed: events.Event, length: int = 5) -> Timeline:
    return Timeline(MatchRecord(MatchOptions(length=length), ("Ada", "Bea"), listed))


LINES = [(options, 1) for options in every_match()] + [(options, 4) for options in every_match()[3::9]]


@pytest.mark.parametrize(("options", "games"), LINES, ids=lambda value: title(value) if value not in (1, 4) else "")
def test_every_moment_is_the_state_folded_live(options: MatchOptions, games: int) -> None:
    record = play(options, 2, games)
    line, live = Timeline(record), start(options)
    for moment, event in enumerate(record.events):
        assert line.state(moment) == live
        live = apply(live, event)
    assert line.state(line.last) == live
    check_rows(line)
    check_games(line)


def check_rows(line: Timeline) -> None:
    """The rows hold every event once, in order, and show a moment of their own."""
    ends = [0, *(row.end for row in line.rows)]
    assert [row.first for row in line.rows] == ends[:-1]
    assert ends[-1] == line.last
    for index, row in enumerate(line.rows):
        assert row.first <= row.moment <= row.end
        assert line.row_at(row.first) == index
        if row.number:
            assert line.state(row.moment).phase in (Phase.TO_PLAY, Phase.TO_CHOOSE)
            assert line.state(row.moment).side == row.side
        if row.result is not None:
            assert row.result == line.state(row.end).results[-1]
    assert sum(row.result is not None for row in line.rows) == len(line.state(line.last).results)


def check_games(line: Timeline) -> None:
    begins = [line.begin_of(game) for game in range(line.games)]
    assert begins == sorted(set(begins))
    for game, begin in enumerate(begins):
        assert line.state(begin + 1).number == game
        assert line.game_at(begin) == game
        assert line.previous_game(begin + 1) == begin
    for first, second in pairwise(begins):
        assert line.next_game(first) == second
        assert line.previous_game(second) == first
    assert line.next_game(begins[-1]) == line.last
    assert line.previous_game(0) == 0


def told(line: Timeline) -> list[tuple[int, int | None, int, int]]:
    return [(row.number, row.side, row.first, row.end) for row in line.rows]


def test_a_throw_and_its_play_are_one_row() -> None:
    line = timeline(*GAME)
    assert told(line) == [(0, None, 0, 1), (1, 0, 1, 3), (0, 1, 3, 4), (0, 0, 4, 5), (2, 1, 5, 7)]
    assert [row.moment for row in line.rows] == [1, 2, 3, 4, 6]


def test_a_resignation_splits_a_turn() -> None:
    line = timeline(*GAME[:6], events.Resigned(1), events.Refused(), GAME[6])
    assert told(line)[4:] == [(0, 1, 5, 6), (0, 1, 6, 7), (0, 0, 7, 8), (2, 1, 8, 9)]
    assert [row.moment for row in line.rows[4:]] == [6, 6, 7, 8]


def test_what_is_taken_back_is_void() -> None:
    again = events.Played((Step(13, 5), Step(6, 2)))
    line = timeline(*GAME, events.Rolled((6, 6)), events.TookBack(), again, events.TookBack(), GAME[6])
    assert [(row.first, row.is_void) for row in line.rows[4:]] == [
        (5, True),
        (7, True),
        (8, False),
        (9, True),
        (10, False),
        (11, False),
    ]
    assert [row.side for row in line.rows[4:]] == [1, 0, 1, 1, 1, 1]
    assert [row.number for row in line.rows[4:]] == [2, 0, 0, 2, 0, 2]


def test_what_comes_from_elsewhere_has_rows_too() -> None:
    found = events.SetUp(score=(2, 1)), *GAME[1:2], events.Misplayed(((8, 5), (6, 4))), events.Settled(1, 2)
    line = timeline(*found)
    assert [(row.number, row.side, row.end) for row in line.rows] == [(0, None, 1), (1, 0, 3), (0, 1, 4)]
    assert line.rows[-1].result is not None


@pytest.mark.parametrize(
    ("moment", "lying"),
    [
        (0, None),
        (1, ((2, 2), None, False)),
        (2, ((3, 1), None, False)),
        (3, None),
        (4, None),
        (5, None),
        (6, ((5, 2), 1, False)),
        (7, ((5, 2), 1, True)),
    ],
)
def test_the_dice_that_lie_there(moment: int, lying: object) -> None:
    assert timeline(*GAME).dice_at(moment) == lying


@pytest.mark.parametrize("options", every_match()[::8], ids=title)
def test_the_dice_to_be_played_lie_there(options: MatchOptions) -> None:
    line = Timeline(play(options, 4, 1))
    for moment in range(line.last + 1):
        state, lying = line.state(moment), line.dice_at(moment)
        if state.phase is Phase.TO_PLAY and lying is not None:
            assert lying[0] == state.dice
            assert not lying[2]


def test_an_empty_record_has_one_moment() -> None:
    line = timeline()
    assert (line.last, line.games, line.rows) == (0, 1, ())
    assert (line.next_game(0), line.previous_game(0), line.row_at(0), line.dice_at(0)) == (0, 0, 0, None)


def test_a_snapshot_stays_as_it_is_while_play_goes_on() -> None:
    record = play(MatchOptions(length=3), 7, 1)
    line = Timeline(record.until(20))
    state = line.state(20)
    record.with_event(events.Rolled(SeededDice(1).throw()))
    assert (line.last, line.state(20)) == (20, state)
