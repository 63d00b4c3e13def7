"""What records of other programs hold and no action asks for: folded without a judge, never to the impossible."""

from __future__ import annotations

import pytest

from engine_c import EngineError, Position, Step, game_of
from game.match import events
from game.match.checked import ImpossibleEvent, judged_states
from game.match.events import Event, NotAllowed
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.referee import apply
from game.match.state import Cube, Ending, MatchState, Phase

OPENED = (events.Opened((3, 1)),)
GAME = (*OPENED, events.Played((Step(8, 3), Step(6, 1))))
PASSED = (*GAME, events.Doubled(), events.Passed())
CLOSING = Position.of({7: 2, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3}, {25: 1, 6: 14})


def after(*listed: Event, length: int = 7, crawford: bool = True) -> MatchState:
    return MatchRecord(MatchOptions(length=length, crawford=crawford), ("", ""), listed).state()


def test_an_illegal_play_is_made_and_the_turn_goes_on() -> None:
    state = after(*OPENED, events.Misplayed(((8, 4), (6, 4))))
    assert (state.phase, state.side) == (Phase.TO_ROLL, 1)
    assert state.position.opponent[4] == 2
    assert state.turns == (1, 0)


def test_an_illegal_play_hits() -> None:
    board = Position.of({6: 15}, {20: 1, 6: 14})
    state = after(events.SetUp(side=0, position=board), events.Rolled((2, 1)), events.Misplayed(((6, 5),)))
    assert state.position.own[25] == 1


def test_an_illegal_play_can_end_the_game() -> None:
    board = Position.of({1: 1, 0: 14}, {6: 15})
    listed = events.SetUp(side=1, position=board), events.Rolled((2, 1)), events.Misplayed(((1, 0),))
    assert after(*listed).results[-1].winner == 1


@pytest.mark.parametrize("hops", [((9, 5),), ((24, 19),), ((0, 5),), ((8, 25),), ((25, 20),), ((6, -1),)])
def test_what_cannot_be_made_is_refused(hops: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(NotAllowed):
        after(*OPENED, events.Misplayed(hops))


def test_only_games_that_hit_know_illegal_plays() -> None:
    options = MatchOptions((game_of("plakoto"),), 5)
    state = MatchRecord(options, ("", ""), (*OPENED, events.Rolled((2, 1)))).state()
    with pytest.raises(NotAllowed):
        apply(state, events.Misplayed(((24, 22),)))


def test_dice_of_a_side_that_is_closed_out_change_nothing() -> None:
    closed = (events.SetUp(side=0, position=CLOSING), events.Rolled((2, 1)), events.Played((Step(7, 2), Step(7, 1))))
    state = after(*closed)
    assert (state.side, state.turns) == (0, (1, 1))
    assert apply(state, events.Danced((5, 2))) == state


def test_nobody_else_dances() -> None:
    with pytest.raises(NotAllowed):
        after(*GAME, events.Danced((5, 2)))


# Set up by hand


def test_a_score_begins_the_next_game() -> None:
    state = after(*PASSED, events.SetUp(score=(6, 2)))
    assert (state.number, state.score, state.phase) == (1, (6, 2), Phase.TO_OPEN)
    assert state.is_crawford
    assert state.position == game_of("backgammon").start()


@pytest.mark.parametrize(
    ("event", "is_crawford"),
    [
        (events.SetUp(score=(6, 2)), True),
        (events.SetUp(score=(5, 2)), False),
        (events.SetUp(score=(6, 2), crawford=False), False),
        (events.SetUp(crawford=True), True),
    ],
)
def test_the_crawford_game(event: events.SetUp, is_crawford: bool) -> None:
    state = after(event)
    assert (state.is_crawford, state.crawford_is_past) == (is_crawford, is_crawford)
    assert not after(event, crawford=False).is_crawford or event.crawford


def test_the_crawford_game_is_played_once() -> None:
    state = after(events.SetUp(score=(6, 2)), *PASSED, events.SetUp(score=(6, 3)))
    assert not state.is_crawford
    assert state.crawford_is_past


def test_a_board_is_seen_by_the_side_that_gets_the_turn() -> None:
    state = after(events.SetUp(side=1, position=CLOSING, cube=(4, 1)))
    assert (state.side, state.to_act, state.phase) == (1, 1, Phase.TO_ROLL)
    assert state.position == CLOSING
    assert state.cube == Cube(4, 1)


def test_the_turn_alone_turns_the_board() -> None:
    before = after(*GAME)
    state = apply(before, events.SetUp(side=0))
    assert (state.side, state.position) == (0, before.position.turned())


def test_an_offer_that_waits_is_gone_when_the_turn_is_given() -> None:
    state = after(*GAME, events.Doubled(), events.SetUp(side=0))
    assert (state.at_stake, state.phase) == (0, Phase.TO_ROLL)


@pytest.mark.parametrize("before", [OPENED, (*GAME, events.Doubled()), (*GAME, events.Resigned(1))])
def test_a_score_cannot_change_while_something_is_to_be_done(before: tuple[Event, ...]) -> None:
    with pytest.raises(NotAllowed):
        after(*before, events.SetUp(score=(1, 0)))


@pytest.mark.parametrize("value", [0, -2, 3, 48])
def test_an_impossible_cube_is_refused(value: int) -> None:
    with pytest.raises(NotAllowed) as error:
        after(events.SetUp(cube=(value, None)))
    assert (error.value.code, error.value.facts) == ("impossible_cube", {"value": value})


def test_a_board_without_a_turn_is_refused() -> None:
    with pytest.raises(NotAllowed):
        after(events.SetUp(position=CLOSING))


def test_an_impossible_board_is_refused() -> None:
    with pytest.raises(EngineError):
        after(events.SetUp(side=0, position=Position.of({6: 16}, {6: 15})))


def test_a_match_that_is_won_can_go_on() -> None:
    state = after(*PASSED, events.Settled(1, 9), events.SetUp())
    assert (state.phase, state.number) == (Phase.TO_OPEN, 1)


# Settled


@pytest.mark.parametrize("before", [(), OPENED, GAME, (*GAME, events.Doubled()), (*GAME, events.Resigned(2))])
def test_a_game_ends_where_it_is_settled(before: tuple[Event, ...]) -> None:
    state = after(*before, events.Settled(0, 3))
    assert (state.phase, state.score) == (Phase.GAME_OVER, (3, 0))
    assert (state.results[-1].ending, state.results[-1].level) == (Ending.SETTLED, 3)


def test_a_result_is_put_right() -> None:
    state = after(*PASSED, events.Settled(1, 2))
    assert state.score == (0, 2)
    assert len(state.results) == 1
    assert state.results[0].ending is Ending.PASSED


def test_a_game_that_was_broken_off_counts_nothing() -> None:
    state = after(*GAME, events.Settled(None, 0))
    assert (state.score, state.results[-1].winner, state.results[-1].level) == ((0, 0), None, 0)


def test_points_enough_end_the_match() -> None:
    assert after(*GAME, events.Settled(1, 7)).phase is Phase.MATCH_OVER
    assert after(*GAME, events.Settled(1, 9), events.Settled(1, 2)).phase is Phase.GAME_OVER


# Reading as the referee would


def test_found_events_pass_and_others_are_judged() -> None:
    found = MatchRecord(MatchOptions(), ("", ""), (*OPENED, events.Misplayed(((8, 4),)), events.Rolled((6, 5))))
    assert len(list(judged_states(found))) == 4
    wrong = MatchRecord(MatchOptions(), ("", ""), (*OPENED, events.Played((Step(8, 4),))))
    with pytest.raises(ImpossibleEvent) as error:
        list(judged_states(wrong))
    assert error.value.number == 1


@pytest.mark.parametrize("event", [events.TookBack(), events.Accepted(), events.Took(), events.Chose(3)])
def test_an_event_out_of_place_is_an_impossible_one(event: Event) -> None:
    with pytest.raises(ImpossibleEvent):
        list(judged_states(MatchRecord(MatchOptions(), ("", ""), (event,))))
