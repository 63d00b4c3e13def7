"""Doubles and resignations: the reported cases, the score, the formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Position, game_of
from game.formats.xgid import read_xgid
from opponents import LEVELS, CubeOwner, Happened, TableView, seat

OWNERS: dict[int, CubeOwner] = {1: "own", -1: "opponent", 0: None}


def view_of(xgid: str) -> TableView:
    """The side on roll, before it rolls."""
    read = read_xgid(xgid)
    own, other = read.score if read.turn == 1 else read.score[::-1]
    return TableView(
        game_of("backgammon"),
        read.position,
        cube=2**read.cube,
        cube_owner=OWNERS[read.owner * read.turn],
        own_need=read.length - own if read.length else None,
        opponent_need=read.length - other if read.length else None,
        is_crawford=read.crawford,
        crawford_is_past=read.crawford,
        jacoby=read.jacoby,
        seconds=60.0,
    )


def across(view: TableView) -> TableView:
    """The other side of the same table, still not on roll."""
    return replace(
        view,
        position=view.position.turned(),
        on_roll=not view.on_roll,
        own_need=view.opponent_need,
        opponent_need=view.own_need,
        cube_owner={"own": "opponent", "opponent": "own"}.get(view.cube_owner or ""),  # type: ignore[arg-type]
    )


LEADING = "XGID=-a----EaC---dEa--c-e----B-:0:0:1:00:4:6:0:7:10"
CRAWFORD = "XGID=-a----EaC---dEa--c-e----B-:0:0:1:00:4:6:1:7:10"
FOUR_LEFT = "XGID=-D----------------aeed----:0:0:1:00:0:0:0:0:10"
NO_ONE_HOME = "XGID=-----------EEE----------b-:0:0:1:00:0:0:0:0:10"


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_doubles_in_the_crawford_game(level: str) -> None:
    """F17."""
    sitting = seat("balanced", level)
    assert not sitting.wants_double(view_of(CRAWFORD))
    assert sitting.wants_double(view_of(LEADING))  # after it the side behind has nothing to lose


def test_the_double_of_the_side_behind_is_taken() -> None:
    """F16."""
    assert seat("balanced", "hard").answer_double(replace(across(view_of(LEADING)), at_stake=2)) == "take"


@pytest.mark.parametrize("level", LEVELS)
def test_a_gammon_that_can_be_saved_is_not_resigned(level: str) -> None:
    """F22: no chance to win, a third of a chance to lose a gammon."""
    sitting = seat("balanced", level)
    losing = replace(across(view_of(FOUR_LEFT)), resignation_levels=(1, 2))
    assert sitting.resigns(losing) <= 1
    assert sitting.resigns(replace(losing, resignation_levels=(1,))) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("offer", "is_enough"), [(1, False), (2, True), (3, True)])
def test_a_cheap_resignation_is_refused(level: str, offer: int, is_enough: bool) -> None:
    """F23: the gammon is certain, a backgammon impossible."""
    winning = replace(across(view_of(NO_ONE_HOME)), resigned=offer)
    assert seat("balanced", level).accepts_resignation(winning) is is_enough


@pytest.mark.parametrize(
    ("own", "other", "on_roll", "levels", "offer"),
    [
        ({6: 5, 0: 10}, {1: 1, 0: 14}, False, (1, 2), 1),  # the other side is off with any roll
        ({6: 5, 0: 10}, {1: 5, 0: 10}, False, (1,), 0),  # it needs three rolls: doubles may do it
        ({12: 15}, {1: 1, 0: 14}, False, (1, 2), 2),  # a gammon no dice can save
        ({18: 15}, {1: 1, 0: 14}, True, (1, 2, 3), 2),
        ({24: 2, 12: 13}, {2: 1, 0: 14}, False, (1, 2, 3), 0),  # contact
        ({12: 15}, {1: 1, 0: 14}, False, (1,), 1),  # a gammon does not count here
        ({6: 5, 0: 10}, {1: 1, 0: 14}, False, (), 0),
    ],
)
def test_hopeless_races_are_resigned_at_what_is_lost_anyway(
    own: dict[int, int], other: dict[int, int], on_roll: bool, levels: tuple[int, ...], offer: int
) -> None:
    position = Position.of(own, other)
    view = TableView(game_of("backgammon"), position, on_roll=on_roll, resignation_levels=levels)
    assert seat("balanced", "hard").resigns(view) == offer


LAST_ROLL = Position.of({5: 1, 2: 1, 0: 13}, {1: 1, 0: 14})  # 19 rolls of 36 win
WON = Position.of({1: 2, 0: 13}, {6: 10, 5: 5})


def test_too_good_to_double() -> None:
    assert not seat("balanced", "hard").wants_double(TableView(game_of("backgammon"), WON))


@pytest.mark.parametrize(
    ("change", "doubles"),
    [
        ({}, True),
        ({"cube": 4, "cube_owner": "own"}, True),
        ({"own_need": 3, "opponent_need": 4}, True),
        ({"own_need": 1, "opponent_need": 3, "crawford_is_past": True}, False),  # a win is all there is to win
        ({"own_need": 1, "opponent_need": 1, "crawford_is_past": True}, False),
        ({"own_need": 2, "opponent_need": 5, "cube": 2, "cube_owner": "own"}, False),  # dead
        ({"is_crawford": True}, False),
        ({"cube": 2, "cube_owner": "opponent"}, False),
        ({"game": game_of("tavla")}, False),
        ({"dice": (3, 1)}, False),
        ({"on_roll": False}, False),
    ],
)
def test_the_last_roll_is_doubled_where_it_is_allowed_and_of_use(change: dict[str, object], doubles: bool) -> None:
    view = replace(TableView(game_of("backgammon"), LAST_ROLL), **change)  # type: ignore[arg-type]
    assert seat("balanced", "hard").wants_double(view) is doubles


def test_what_is_lost_is_passed_and_what_is_won_is_beavered() -> None:
    sitting = seat("balanced", "hard")
    lost = replace(across(TableView(game_of("backgammon"), WON)), at_stake=2, beavers=True, raccoons=True)
    won = replace(lost, position=Position.of({1: 2, 0: 13}, {6: 5, 0: 10}))
    assert (sitting.answer_double(lost), sitting.answer_double(won)) == ("pass", "beaver")
    assert sitting.answer_double(replace(won, beavers=False)) == "take"
    assert (sitting.answer_raccoon(lost), sitting.answer_raccoon(won)) == ("pass", "accept")
    lost, won = replace(lost, on_roll=True), replace(won, on_roll=True)
    assert (sitting.answer_beaver(lost), sitting.answer_beaver(won)) == ("pass", "raccoon")
    assert sitting.answer_beaver(replace(won, raccoons=False)) == "accept"


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_refused_is_not_offered_again(level: str) -> None:
    """A single game that the other side would not have: only when more is lost anyway is more offered."""
    sitting = seat("balanced", level)
    view = replace(across(view_of(FOUR_LEFT)), resignation_levels=(1,))
    assert sitting.resigns(view) == 1
    refused = (Happened("resigned", by_own=True, number=1), Happened("refused", by_own=False))
    played = (Happened("rolled", by_own=True, dice=(2, 1)), Happened("played", by_own=True))
    for history in (refused, refused + played):
        assert sitting.resigns(replace(view, history=history)) == 0
    by_other = (Happened("resigned", by_own=False, number=1), Happened("refused", by_own=True))
    assert sitting.resigns(replace(view, history=by_other)) == 1
    gammon = TableView(game_of("backgammon"), Position.of({12: 15}, {1: 1, 0: 14}), resignation_levels=(1, 2))
    assert sitting.resigns(replace(gammon, on_roll=False, history=refused)) == 2
