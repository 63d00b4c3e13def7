"""The referee: phases, cube, score, resignation; one line of data a case where it can be one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Position, Step, game_of
from game.dice.source import SeededDice
from game.errors import GameError
from game.formats.xgid import read_xgid
from game.match import cube, events
from game.match.checked import judged_states
from game.match.events import NotAllowed
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import Cube, Ending, MatchState, Phase, start

BACKGAMMON = game_of("backgammon")
START = BACKGAMMON.start()
SESSION = MatchOptions(length=0)
GAMMON = read_xgid("XGID=-B-----------------eee----:1:1:1:00:0:0:0:0:10").position  # the other side has none off


class Dice:
    """Throws given beforehand."""

    def __init__(self, *throws: tuple[int, int]) -> None:
        self._throws = list(throws)

    def throw(self) -> tuple[int, int]:
        return self._throws.pop(0)


def to_roll(position: Position = START, options: MatchOptions = SESSION, **facts: object) -> MatchState:
    """A game in the middle: side 0 is to roll."""
    state = MatchState(options, position, Phase.TO_ROLL, side=0, to_act=0, turns=(5, 5))
    return replace(state, **facts)  # type: ignore[arg-type]  # facts of a test


def played(state: MatchState, *actions: events.Action, dice: Dice | None = None) -> MatchState:
    """The state after the actions, each asked for by whoever is to act."""
    for action in actions:
        side = state.to_act if state.to_act is not None else 0
        state = apply(state, judge(state, side, action, dice or Dice()))
    return state


def test_the_opening_throw() -> None:
    state = played(start(SESSION), events.Open(), dice=Dice((4, 4)))
    assert (state.phase, state.to_act, state.cube.value) == (Phase.TO_OPEN, None, 1)
    state = played(state, events.Open(), dice=Dice((2, 5)))
    assert (state.phase, state.side, state.opener, state.dice) == (Phase.TO_PLAY, 1, 1, (2, 5))


def test_in_tavla_the_winner_of_the_opening_throw_rolls_anew_and_the_winner_of_a_game_opens() -> None:
    options = MatchOptions((game_of("tavla"),), 5)
    state = played(start(options), events.Open(), dice=Dice((6, 5)))
    assert (state.phase, state.side) == (Phase.TO_ROLL, 0)
    won = replace(state, position=Position.of({1: 1, 0: 14}, {6: 14, 0: 1}), side=0, to_act=0)
    over = played(won, events.Roll(), events.Move((Step(1, 3),)), dice=Dice((3, 1)))
    assert (over.phase, over.to_act, over.score) == (Phase.GAME_OVER, 0, (1, 0))
    with pytest.raises(NotAllowed):
        judge(over, 0, events.Open(), Dice((1, 2)))
    following = played(over, events.Roll(), dice=Dice((3, 3)))
    assert (following.number, following.side, following.phase) == (1, 0, Phase.TO_PLAY)


# What is asked for, of which state, and the code of the refusal.
REFUSALS = [
    (to_roll(), 1, events.Roll(), "not_your_turn"),
    (to_roll(), 0, events.Move(()), "not_now"),
    (to_roll(), 0, events.Take(), "not_now"),
    (to_roll(), 0, events.TakeBack(), "nothing_to_take_back"),
    (to_roll(), 0, events.CallTime(), "no_clock"),
    (to_roll(), 0, events.Resign(0), "level_not_possible"),
    (to_roll(), 0, events.Resign(4), "level_not_possible"),
    (to_roll(refused=2), 0, events.Resign(1), "refused_already"),
    (to_roll(refused=2), 0, events.Resign(2), "refused_already"),
    (to_roll(cube=Cube(2, 1)), 0, events.Double(), "cube_of_the_other"),
    (to_roll(options=MatchOptions(length=1)), 0, events.Double(), "one_point_match"),
    (to_roll(options=MatchOptions(length=7), is_crawford=True), 0, events.Double(), "crawford_game"),
    (to_roll(options=MatchOptions((game_of("tavla"),), 5)), 0, events.Double(), "no_cube"),
    (replace(to_roll(), phase=Phase.TO_ANSWER_DOUBLE), 0, events.Beaver(), "no_beavers"),
    (replace(to_roll(), phase=Phase.TO_ANSWER_BEAVER), 0, events.Raccoon(), "no_raccoons"),
    (replace(to_roll(), phase=Phase.TO_CHOOSE), 0, events.Choose(7), "bad_choice"),
    (to_roll(options=MatchOptions(), phase=Phase.GAME_OVER, to_act=None), 0, events.Stop(), "no_session_to_stop"),
    (replace(to_roll(), phase=Phase.GAME_OVER, to_act=None), 0, events.Roll(), "not_now"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "side", "action", "code"), REFUSALS, ids=lambda value: str(value)[:30])
def test_refusal(state: MatchState, side: int, action: events.Action, code: str) -> None:
    with pytest.raises(NotAllowed) as error:
        judge(state, side, action, Dice((3, 1)))
    assert error.value.code == code


def test_only_whole_legal_plays_are_accepted() -> None:
    state = played(to_roll(), events.Roll(), dice=Dice((3, 1)))
    for steps, code in (
        ((Step(8, 3),), "unfinished_play"),
        ((), "unfinished_play"),
        ((Step(8, 3), Step(24, 6)), "illegal_play"),
        ((Step(13, 1), Step(8, 3)), "illegal_play"),
        ((Step(8, 3), Step(6, 1), Step(6, 1)), "illegal_play"),
    ):
        with pytest.raises(NotAllowed) as error:
            judge(state, 0, events.Move(steps), Dice())
        assert error.value.code == code, steps
    after = played(state, events.Move((Step(8, 3), Step(6, 1))))
    assert (after.side, after.to_act, after.phase, after.turns) == (1, 1, Phase.TO_ROLL, (6, 5))
    assert after.position.opponent[5] == 2


# Actions on the cube from a centred cube at 1, then value, owner, who acts; or the points that side 0 or 1 wins.
CUBE = [
    ((events.Double(), events.Take()), (2, 1, 0), None),
    ((events.Double(), events.Pass()), None, (1, 0)),
    ((events.Double(), events.Beaver(), events.Take()), (4, 1, 0), None),
    ((events.Double(), events.Beaver(), events.Pass()), None, (0, 2)),
    ((events.Double(), events.Beaver(), events.Raccoon(), events.Take()), (8, 1, 0), None),
    ((events.Double(), events.Beaver(), events.Raccoon(), events.Pass()), None, (4, 0)),
]


@pytest.mark.parametrize(("actions", "taken", "points"), CUBE, ids=lambda value: str(value)[:40])
def test_cube(
    actions: tuple[events.Action, ...], taken: tuple[int, int, int] | None, points: tuple[int, int] | None
) -> None:
    options = MatchOptions(length=0, beavers=True, raccoons=True)
    state = played(to_roll(options=options), *actions)
    if taken:
        assert (state.cube.value, state.cube.owner, state.to_act, state.phase) == (*taken, Phase.TO_ROLL)
    if points:
        assert (state.score, state.phase, state.results[-1].ending) == (points, Phase.GAME_OVER, Ending.PASSED)


def test_the_cube_goes_on_beyond_sixty_four() -> None:
    state = to_roll()
    for _ in range(10):
        state = replace(played(state, events.Double(), events.Take()), side=1 - state.side, to_act=1 - state.side)
        state = replace(state, position=state.position.turned())
    assert state.cube.value == 1024


def finished(options: MatchOptions, loser: dict[int, int], **facts: object) -> MatchState:
    """Side 0 bears off its last checker against what the loser has on the board."""
    position = Position.of({1: 2, 0: options.games[0].checkers - 2}, loser)
    state = to_roll(position, options, **facts)
    return played(state, events.Roll(), events.Move((Step(1, 1), Step(1, 1))), dice=Dice((1, 1)))


TAVLA = MatchOptions((game_of("tavla"),), 15)
JACOBY = MatchOptions(length=0, jacoby=True)

# Options, cube, what the loser has left: the points.
POINTS = [
    (SESSION, Cube(), {6: 14, 0: 1}, 1),
    (SESSION, Cube(2, 0), {6: 15}, 4),
    (SESSION, Cube(2, 0), {6: 14, 25: 1}, 6),
    (SESSION, Cube(2, 0), {6: 14, 20: 1}, 6),
    (SESSION, Cube(4, 1), {6: 14, 18: 1}, 8),
    (SESSION, Cube(8, 1), {6: 15}, 16),
    (JACOBY, Cube(), {6: 15}, 1),
    (JACOBY, Cube(2), {6: 15}, 2),
    (JACOBY, Cube(2, 0), {6: 15}, 4),
    (TAVLA, Cube(), {6: 15}, 2),
    (TAVLA, Cube(), {6: 14, 25: 1}, 2),
]


@pytest.mark.parametrize(("options", "turned", "loser", "points"), POINTS, ids=lambda value: str(value)[:30])
def test_points(options: MatchOptions, turned: Cube, loser: dict[int, int], points: int) -> None:
    over = finished(options, loser, cube=turned)
    assert (over.score, over.results[-1].winner, over.results[-1].points) == ((points, 0), 0, points)


def test_f19_a_refused_redouble_wins_the_old_value_although_a_gammon_lay_on_the_board() -> None:
    over = played(to_roll(GAMMON, cube=Cube(2, 0)), events.Double(), events.Pass())
    assert (over.score, over.results[-1].ending) == ((2, 0), Ending.PASSED)


def test_f17_crawford_once_and_the_cube_is_back_afterwards() -> None:
    match = MatchOptions(length=5)
    won = finished(match, {6: 15}, cube=Cube(2, 0))
    assert won.score == (4, 0)
    crawford = played(won, events.Open(), dice=Dice((6, 5)))
    assert crawford.is_crawford
    assert cube.why_no_double(replace(crawford, phase=Phase.TO_ROLL), crawford.side) == "crawford_game"
    lost = apply(crawford, events.TimedOut())
    assert lost.score == (4, 1)
    free = played(lost, events.Open(), dice=Dice((6, 5)))
    assert not free.is_crawford
    assert free.crawford_is_past
    assert cube.why_no_double(replace(free, phase=Phase.TO_ROLL), free.side) is None
    level = replace(lost, score=(4, 4))
    assert not played(level, events.Open(), dice=Dice((6, 5))).is_crawford


def test_a_match_ends_at_its_length() -> None:
    over = finished(MatchOptions(length=3), {6: 15}, cube=Cube(2, 0))
    assert (over.phase, over.score, over.to_act) == (Phase.MATCH_OVER, (4, 0), None)
    with pytest.raises(NotAllowed):
        judge(over, 0, events.Open(), Dice((2, 1)))


# Position, options, cube: levels that side 0 may offer.
LEVELS = [
    (BACKGAMMON.start(), SESSION, Cube(), (1, 2, 3)),
    (BACKGAMMON.start(), JACOBY, Cube(), (1,)),
    (BACKGAMMON.start(), JACOBY, Cube(2, 1), (1, 2, 3)),
    (BACKGAMMON.start(), TAVLA, Cube(), (1, 2)),
    (Position.of({6: 14, 0: 1}, {6: 15}), SESSION, Cube(), (1,)),
    (Position.of({6: 15}, {6: 15}), SESSION, Cube(), (1, 2)),
    (Position.of({6: 14, 24: 1}, {6: 15}), SESSION, Cube(), (1, 2, 3)),
    (BACKGAMMON.start(), MatchOptions(length=2, crawford=False), Cube(), (1, 2)),
    (BACKGAMMON.start(), MatchOptions(length=2, crawford=False), Cube(2, 1), (1,)),
]


@pytest.mark.parametrize(("position", "options", "turned", "levels"), LEVELS, ids=lambda value: str(value)[:30])
def test_resignation_levels(position: Position, options: MatchOptions, turned: Cube, levels: tuple[int, ...]) -> None:
    assert cube.resignation_levels(to_roll(position, options, cube=turned)) == levels


def test_resigning() -> None:
    state = to_roll(cube=Cube(2, 1))
    offered = played(state, events.Resign(2))
    assert (offered.phase, offered.to_act) == (Phase.TO_ANSWER_RESIGNATION, 1)
    accepted = played(offered, events.Accept())
    assert (accepted.score, accepted.results[-1].ending) == ((0, 4), Ending.RESIGNED)
    refused = played(offered, events.Refuse())
    assert refused == replace(state, refused=2)


def test_after_a_refused_resignation_only_more_may_be_offered_in_the_same_turn() -> None:
    refused = played(to_roll(), events.Resign(1), events.Refuse())
    assert cube.resignation_levels(refused) == (2, 3)
    rolled = played(refused, events.Roll(), dice=Dice((3, 1)))
    assert cube.resignation_levels(rolled) == (2, 3)
    again = played(rolled, events.Resign(2), events.Refuse())
    assert cube.resignation_levels(again) == (3,)
    other = played(again, events.Move((Step(8, 3), Step(6, 1))))
    assert cube.resignation_levels(other) == (1, 2, 3)
    back = played(other, events.Roll(), events.Move((Step(24, 1), Step(23, 2))), dice=Dice((2, 1)))
    assert (back.side, cube.resignation_levels(back)) == (0, (1, 2, 3))
    over = played(again, events.Resign(3), events.Accept(), events.Open(), dice=Dice((5, 2)))
    assert cube.resignation_levels(over) == (1, 2, 3)


def test_a_record_that_offers_again_what_was_refused_can_be_read() -> None:
    """Before it was against the rules it happened."""
    offers = (events.Resigned(1), events.Refused()) * 3
    record = MatchRecord(SESSION, events=(events.Opened((3, 1)), *offers))
    assert list(judged_states(record))[-1].phase is Phase.TO_PLAY


def test_running_out_of_time_loses_the_game_at_the_cube() -> None:
    state = to_roll(options=MatchOptions(length=7, clock=True), cube=Cube(2, 0))
    over = played(state, events.CallTime())
    assert (over.score, over.results[-1].ending) == ((0, 2), Ending.TIMED_OUT)


def test_automatic_doubles_turn_the_cube_once() -> None:
    options = MatchOptions(length=0, automatic_doubles=True)
    state = played(start(options), events.Open(), events.Open(), events.Open(), dice=Dice((1, 1), (2, 2), (6, 3)))
    assert (state.cube, state.side, state.phase) == (Cube(2, None), 0, Phase.TO_PLAY)


def test_a_closed_out_side_does_not_even_roll() -> None:
    closed = Position.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {7: 2, 24: 1})
    state = to_roll(closed.turned(), side=0)
    after = played(state, events.Roll(), events.Move((Step(24, 6), Step(18, 5))), dice=Dice((6, 5)))
    assert (after.side, after.phase, after.turns) == (0, Phase.TO_ROLL, (6, 6))


def test_tavli_rotates_and_a_draw_keeps_the_opening() -> None:
    options = tavli(7)
    state = replace(start(options), phase=Phase.TO_ROLL, side=1, to_act=1, number=1, opener=1, turns=(9, 9))
    nearly = Position.of({1: 0, 24: 1, 4: 1, 2: 13}, {24: 1, 1: 14}, pinned_own=[24])
    drawn = played(replace(state, position=nearly), events.Roll(), events.Move((Step(4, 3),)), dice=Dice((3, 1)))
    assert (drawn.score, drawn.results[-1].ending, drawn.to_act) == ((0, 0), Ending.DRAWN, 1)
    fevga = played(drawn, events.Roll(), dice=Dice((2, 1)))
    assert (fevga.game.key, fevga.side, fevga.number) == ("fevga", 1, 2)


def test_the_rest_of_a_cascade_is_the_opponents_before_his_own_roll() -> None:
    game = game_of("gulbara", {"cascade_rest": "opponent"})
    position = Position.of({24: 2, 0: 13}, {24: 13, 8: 1, 21: 1})
    state = to_roll(position, MatchOptions((game,), 5))
    state = played(state, events.Roll(), events.Move((Step(24, 2), Step(24, 2))), dice=Dice((2, 2)))
    assert (state.side, state.phase) == (1, Phase.TO_PLAY)
    assert state.part is not None
    assert (state.part.kind, state.part.dice, state.part.steps) == ("rest", (2, 2), 2)
    state = played(state, events.Move((Step(24, 2), Step(24, 2))))
    assert (state.side, state.phase, state.part and state.part.dice) == (1, Phase.TO_PLAY, (3, 3))


def test_acey_deucey_goes_on_after_two_one() -> None:
    options = MatchOptions((game_of("aceydeucey_us"),), 5)
    state = to_roll(game_of("aceydeucey_us").start(), options)
    state = played(state, events.Roll(), events.Move((Step(26, 2), Step(26, 1))), dice=Dice((2, 1)))
    assert (state.phase, state.side) == (Phase.TO_CHOOSE, 0)
    state = played(state, events.Choose(6), events.Move((Step(26, 6),) * 4))
    assert (state.phase, state.side, state.turns) == (Phase.TO_ROLL, 0, (5, 5))


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"games": ()}, "no_game"),
        ({"length": -1}, "bad_length"),
        ({"length": 0, "games": (game_of("tavla"),)}, "no_session"),
        ({"length": 5, "jacoby": True}, "session_rules_in_match"),
        ({"length": 0, "raccoons": True}, "raccoons_without_beavers"),
    ],
)
def test_options_that_no_match_can_have(facts: dict[str, object], code: str) -> None:
    with pytest.raises(GameError) as error:
        MatchOptions(**facts)  # type: ignore[arg-type]  # wrong on purpose
    assert error.value.code == code


def test_a_record_refolds_to_every_state() -> None:
    record = MatchRecord(MatchOptions(length=3), ("A", "B"))
    dice = SeededDice(5)
    for action in (events.Open(),):
        record = record.with_event(judge(record.state(), 0, action, dice))
    states = list(record.states())
    assert states[-1] == record.state()
    assert record.until(0).state() == start(record.options)


def test_a_turn_taken_back_is_played_again_with_its_dice_and_the_record_keeps_it() -> None:
    opened = played(start(SESSION), events.Open(), dice=Dice((3, 1)))
    made = played(opened, events.Move((Step(8, 3), Step(6, 1))))
    thrown = played(made, events.Roll(), dice=Dice((6, 6)))
    for later in (made, thrown):
        for asking in (0, 1):
            back = apply(later, judge(later, asking, events.TakeBack(), Dice()))
            assert (back.side, back.to_act, back.dice, back.position) == (0, 0, (3, 1), START)
            assert back == opened
            with pytest.raises(NotAllowed):
                judge(back, asking, events.TakeBack(), Dice())
    doubled = played(made, events.Double(), events.Take())
    with pytest.raises(NotAllowed):
        judge(doubled, 0, events.TakeBack(), Dice())
    record = MatchRecord(SESSION, ("", ""), (events.Opened((3, 1)), events.Played((Step(8, 3), Step(6, 1)))))
    assert record.with_event(events.TookBack()).state() == opened
