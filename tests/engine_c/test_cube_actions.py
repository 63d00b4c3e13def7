"""What to do with the cube: doubling, taking, beavers, resigning."""

from __future__ import annotations

import pytest

from cubes import GAME, USUAL
from engine_c import array_of
from engine_c.cube import (
    CubeView,
    chance_of,
    match_chance,
    resignations,
    verdict_of,
    verdict_rows,
)
from game.formats.xgid import read_xgid

# Chances to win without gammons, the rules, the action.
ACTIONS = [
    (0.50, {}, "no_double_take"),
    (0.74, {}, "double_take"),
    (0.85, {}, "double_pass"),
    (0.20, {}, "no_double_take"),
    (0.20, {"beavers": True}, "no_double_beaver"),
    (0.74, {"owner": "opponent", "value": 2}, "fixed"),
    (0.74, {"is_fixed": True}, "fixed"),
    (0.85, {"owner": "own", "value": 2}, "double_pass"),
    (0.97, {"own_need": 1, "opponent_need": 3, "is_after_crawford": True}, "no_double_take"),
    (0.30, {"own_need": 4, "opponent_need": 1, "is_after_crawford": True}, "double_take"),
]  # fmt: skip


@pytest.mark.parametrize(("win", "rules", "action"), ACTIONS)
def test_actions(win: float, rules: dict[str, object], action: str) -> None:
    row = verdict_rows(CubeView(**rules), [(win, 0, 0, 0, 0)], USUAL)[0]  # type: ignore[arg-type]
    assert verdict_of(row).action == action


def test_beavers_and_raccoons() -> None:
    wrong = verdict_of(verdict_rows(CubeView(beavers=True, raccoons=True), [(0.4, 0, 0, 0, 0)], USUAL)[0])
    assert wrong.beavers
    assert wrong.beaver == pytest.approx(2 * wrong.take)
    assert not wrong.raccoons
    assert wrong.accepts_beaver
    right = verdict_of(verdict_rows(CubeView(beavers=True, raccoons=True), [(0.7, 0, 0, 0, 0)], USUAL)[0])
    assert not right.beavers
    assert right.raccoons
    assert right.beaver == right.raccoon == pytest.approx(min(4 * right.take, 4))
    hopeless = verdict_of(verdict_rows(CubeView(beavers=True), [(0.0, 0, 0, 0.9, 0)], USUAL)[0])
    assert not hopeless.accepts_beaver
    assert hopeless.beaver == -2


def test_too_good_by_gammons_and_jacoby_takes_it_away() -> None:
    """Case F13: with chances as GNU Backgammon has them, the verdict flips with the Jacoby rule alone."""
    chances = [(0.79, 0.41, 0.015, 0.045, 0.002)]
    free, jacoby = (verdict_of(verdict_rows(CubeView(jacoby=rule), chances, USUAL)[0]) for rule in (False, True))
    assert free.action == "too_good_pass"
    assert free.no_double == pytest.approx(1.14, abs=0.06)
    assert jacoby.action == "double_pass"
    assert jacoby.no_double < 1


def test_case_f16_a_free_redouble_is_taken() -> None:
    """The other side needs one point less than three; passing would cost it about 0.7."""
    view = CubeView(own_need=3, opponent_need=1, is_after_crawford=True)
    verdict = verdict_of(verdict_rows(view, [(0.50, 0.125, 0.004, 0.11, 0.005)], USUAL)[0])
    assert verdict.action == "double_take"
    assert verdict.take == pytest.approx(0.294, abs=0.06)


def test_a_dead_cube_is_not_turned_and_the_other_uses_his_at_once() -> None:
    """Leading 11 to 1 of 13: a taken 2-cube is redoubled at no risk, so it is as good as turned."""
    view = CubeView(own_need=2, opponent_need=12)
    taken = verdict_rows(view, [(0.78, 0, 0, 0, 0)], [(0.6, 0.6)])[0]["take"]
    redoubled = 0.78 + 0.22 * match_chance(CubeView(4, "own", 2, 12), -4)
    assert chance_of(view, float(taken)) == pytest.approx(redoubled, abs=0.001)


# Board as an XGID has it, turned to see the side that resigns; the level offered at most, the least one accepted.
RESIGNATIONS = [
    ("F22", "XGID=-D----------------aeed----:0:0:1:00:0:0:0:0:10", True, (0.0, 0.0, 0.0, 0.329, 0.0), 1, 2),
    ("F23", "XGID=-----------EEE----------b-:0:0:1:00:0:0:0:0:10", False, (0.0, 0.0, 0.0, 1.0, 0.0), 2, 2),
    ("lost", "XGID=-E--------------------aa--:0:0:1:00:0:0:0:0:10", True, (0.0, 0.0, 0.0, 0.0, 0.0), 1, 1),
    ("contact", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", False, (0.0, 0.0, 0.0, 0.0, 0.0), 0, 1),
]


@pytest.mark.parametrize(("case", "xgid", "turn", "chances", "most", "enough"), RESIGNATIONS)
def test_resignations(case: str, xgid: str, turn: bool, chances: tuple[float, ...], most: int, enough: int) -> None:
    position = read_xgid(xgid).position
    rows = array_of([position.turned() if turn else position])
    offers, least = resignations(CubeView(), GAME, rows, [chances], [(0.6, 0.6)])
    assert offers[0] <= most
    assert offers[0] == (0 if case == "F22" else most)  # a gammon hangs in the air: nothing is offered at all
    assert least[0] == enough


def test_a_resignation_counts_by_jacoby_and_by_the_score() -> None:
    rows = array_of([read_xgid(RESIGNATIONS[1][1]).position])
    lost = [(0.0, 0.0, 0.0, 1.0, 0.0)]
    for view, offer, enough in (
        (CubeView(jacoby=True), 1, 1),
        (CubeView(2, "own", jacoby=True), 2, 2),
        (CubeView(own_need=4, opponent_need=1, is_after_crawford=True), 1, 1),
        (CubeView(own_need=4, opponent_need=2), 2, 2),
        (CubeView(2, "own", 4, 2), 1, 1),
    ):
        found = resignations(view, GAME, rows, lost, [(0.6, 0.6)])
        assert (found[0][0], found[1][0]) == (offer, enough), view
