"""The cube and the score: published numbers, limits, every score there is, damaged tables, arguments from absurd."""

from __future__ import annotations

import itertools
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from endings import solved
from engine_c import EngineError, Position, array_of, game_of
from engine_c.cube import (
    MOST_NEED,
    TABLE,
    CubeView,
    MatchTable,
    ahead_rows,
    chance_of,
    cubeful,
    efficiencies,
    match_chance,
    match_table,
    match_table_of,
    prices,
    resignations,
    take_points,
    verdict_of,
    verdict_rows,
)
from engine_c.doubling import boards_ahead, verdict_ahead
from engine_c.judge import Judge, bear_off_table
from game.formats.xgid import read_xgid
from weights import weights_of

GAME = game_of("backgammon")
USUAL = [(0.68, 0.68)]
# Chances; worth with the cube in the middle, owned, the other's, doubled and taken, in the middle with Jacoby (engine
# reference, 3.2).
JANOWSKI = [
    ((0.7668, 0.0329, 0.0006, 0.0189, 0.0006), (0.79267, 0.80831, 0.46831, 0.93662, 0.78819)),
    ((0.5, 0.13, 0.006, 0.13, 0.006), (0.0, 0.17, -0.17, -0.34, 0.0)),
    ((0.60, 0.25, 0.02, 0.10, 0.005), (0.49307, 0.56900, 0.22900, 0.45800, 0.44027)),
    ((0.80, 0.50, 0.03, 0.05, 0.001), (1.21091, 1.21091, 1.01100, 2.02200, 0.87200)),
    ((0.25, 0.05, 0.00, 0.20, 0.01), (-0.89974, -0.57500, -0.89974, -1.79949, -0.84000)),
]
# Dead-cube take points without gammons in per cent, cube 1 to 2, by the needs 2 to 7 of taker and doubler (3.4).
TAKES = """
32.26 26.18 19.89 17.28 22.60 21.77
36.80 30.17 24.04 20.92 24.21 24.41
37.13 35.20 28.81 22.69 25.82 24.73
39.50 28.73 30.35 23.87 26.80 25.32
34.01 27.84 29.45 23.70 26.78 24.98
36.18 25.06 30.26 23.98 27.43 25.23
"""
ANCHORS = [
    (1, 2, 0.67736), (1, 3, 0.75076), (2, 3, 0.59947), (2, 4, 0.66870), (3, 4, 0.57150), (3, 5, 0.64795),
    (5, 7, 0.62638), (7, 9, 0.60854), (1, 15, 0.987893),
]  # fmt: skip
BEHIND = [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906]
EVEN = [(0.5, 0.0, 0.0, 0.0, 0.0)]
rng = np.random.default_rng(7)


def some_chances(count: int) -> np.ndarray:
    """Chances that could be: nested, of all kinds."""
    win = rng.random(count)
    gammon, lost = win * rng.random(count), (1 - win) * rng.random(count)
    return np.stack([win, gammon, gammon * rng.random(count), lost, lost * rng.random(count)], 1).astype(np.float32)


def by_winning(gammons: float = 0.0) -> np.ndarray:
    """Chances from 0 to 1 with a fixed share of gammons."""
    win = np.linspace(0, 1, 101)
    return np.stack([win, win * gammons, 0 * win, (1 - win) * gammons, 0 * win], 1).astype(np.float32)


@pytest.mark.parametrize(("chances", "worth"), JANOWSKI)
def test_published_worths(chances: tuple[float, ...], worth: tuple[float, ...]) -> None:
    views = [CubeView(), CubeView(owner="own"), CubeView(owner="opponent"), CubeView(), CubeView(jacoby=True)]
    fields = ["no_double", "no_double", "no_double", "take", "no_double"]
    found = [verdict_rows(view, [chances], USUAL)[0][field] for view, field in zip(views, fields, strict=True)]
    assert found == pytest.approx(worth, abs=1e-5)


def test_published_take_points() -> None:
    for taker, line in enumerate(TAKES.split("\n")[1:7], 2):
        for doubler, percent in enumerate(map(float, line.split()), 2):
            points = take_points(CubeView(own_need=taker, opponent_need=doubler), EVEN)[0]
            assert 100 * points.own_dead == pytest.approx(percent, abs=0.006)


def test_take_points_of_a_session() -> None:
    (points,) = take_points(CubeView(), EVEN)
    assert (points.own_dead, points.own_live) == pytest.approx((0.25, 0.20))
    assert (points.opponent_dead, points.opponent_live) == pytest.approx((0.25, 0.20))
    (dear,) = take_points(CubeView(), [(0.5, 0.0, 0.0, 0.1, 0.0)])
    assert dear.own_live == pytest.approx((1.2 - 0.5) / (1 + 1.2 + 0.5))


@pytest.mark.parametrize(("own", "other", "price"), [(4, 3, 0.9679), (3, 4, 0.4486), (5, 5, 0.655), (2, 7, 0.0)])
def test_gammon_prices(own: int, other: int, price: float) -> None:
    assert prices(CubeView(2, "own", own, other))[0] == pytest.approx(price, abs=1e-4)
    assert prices(CubeView(2, "opponent", other, own))[2] == pytest.approx(price, abs=1e-4)


def test_gammon_prices_of_a_session() -> None:
    assert prices(CubeView(4, "own")) == (0.5, 0.5, 0.5, 0.5)
    assert prices(CubeView(jacoby=True)) == (0, 0, 0, 0)
    assert prices(CubeView(2, "own", jacoby=True)) == (0.5, 0.5, 0.5, 0.5)


def test_the_table_of_matches() -> None:
    table = match_table()
    for own, other, chance in ANCHORS:
        assert table.chance(own, other) == pytest.approx(chance, abs=1e-9)
    assert [table.chance(need, 1, after_crawford=True) for need in range(1, 9)] == pytest.approx(BEHIND)
    chances = np.array([[table.chance(a, b) for b in range(1, MOST_NEED + 1)] for a in range(1, MOST_NEED + 1)])
    assert np.abs(chances + chances.T - 1).max() < 1e-12
    assert (np.diff(chances, axis=0) < 0).all()
    assert (np.diff(chances, axis=1) > 0).all()
    behind = [table.chance(need, 1, after_crawford=True) for need in range(1, MOST_NEED + 1)]
    assert (np.diff(behind) <= 0).all()
    assert min(behind) > 0


def test_what_continues_the_table_would_have_continued_its_own_rows() -> None:
    """Rows 1 to 20 of the known table, continued, against its rows to 25."""
    whole = match_table()
    needs = range(1, 21)
    part = MatchTable.of(
        [[whole.chance(a, b) for b in needs] for a in needs], [whole.chance(a, 1, after_crawford=True) for a in needs]
    )
    for own, other in itertools.product(range(1, 26), repeat=2):
        assert part.chance(own, other) == pytest.approx(whole.chance(own, other), abs=0.002)


@pytest.mark.parametrize("efficiency", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("gammons", [0.0, 0.25, 0.6])
def test_every_score_is_finite_and_the_better_chances_are_worth_more(efficiency: float, gammons: float) -> None:
    chances = by_winning(gammons)
    shares = np.full((len(chances), 2), efficiency)
    for own, other in itertools.product(range(1, 16), repeat=2):
        for value, owner in ((1, None), (2, "own"), (2, "opponent"), (8, "own")):
            view = CubeView(value, owner, own, other, is_after_crawford=1 in (own, other))  # type: ignore[arg-type]
            rows = verdict_rows(view, chances, shares)
            for field in ("no_double", "take", "value"):
                assert np.isfinite(rows[field]).all()
                assert (np.diff(rows[field]) >= -1e-5).all(), (view, field)
            assert rows["pass"] == pytest.approx(1)


def test_a_fixed_cube_is_worth_what_the_chances_say() -> None:
    chances = some_chances(200)
    win, gammon, backgammon, lost, lost_backgammon = chances.T
    worth = 2 * win - 1 + gammon + backgammon - lost - lost_backgammon
    shares = np.full((200, 2), 0.68)
    assert cubeful(CubeView(is_fixed=True), chances, shares) == pytest.approx(worth, abs=1e-5)
    dead = verdict_rows(CubeView(), chances, 0 * shares)
    assert dead["no_double"] == pytest.approx(worth, abs=1e-5)
    assert dead["take"] == pytest.approx(2 * worth, abs=1e-5)
    crawford = CubeView(own_need=3, opponent_need=1, is_fixed=True, is_after_crawford=True)
    after = [match_table().chance(need, 1, after_crawford=True) for need in (2, 1)]
    expected = (win - gammon) * after[0] + (gammon - backgammon) * after[1] + backgammon
    found = [chance_of(crawford, float(equity)) for equity in cubeful(crawford, chances, shares)]
    assert found == pytest.approx(expected, abs=1e-5)


def test_the_other_side_sees_the_opposite() -> None:
    chances = some_chances(100)
    turned = np.stack([1 - chances[:, 0], *chances[:, [3, 4, 1, 2]].T], 1)
    for view in (
        CubeView(2, "own"),
        CubeView(2, "own", 5, 9),
        CubeView(4, "opponent", 11, 6),
        CubeView(own_need=3, opponent_need=1, is_fixed=True, is_after_crawford=True),
    ):
        mine = verdict_rows(view, chances, np.full((100, 2), 0.6))["no_double"]
        other = verdict_rows(view.turned(), turned, np.full((100, 2), 0.6))["no_double"]
        assert mine == pytest.approx(-other, abs=2e-5)


def test_many_at_once_are_each_alone() -> None:
    chances, shares = some_chances(500), rng.random((500, 2)).astype(np.float32)
    for view in (CubeView(beavers=True, raccoons=True), CubeView(2, "own", 7, 4)):
        whole = verdict_rows(view, chances, shares)
        for i in range(0, 500, 50):
            assert verdict_rows(view, chances[i : i + 1], shares[i : i + 1])[0] == whole[i]


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


def side(counts: tuple[int, ...]) -> dict[int, int]:
    return {0: 15 - sum(counts), **{point + 1: count for point, count in enumerate(counts)}}


def test_endings_solved_exactly() -> None:
    """Static verdicts by exact chances in endings of three checkers a side, against one efficiency for all."""
    exact = solved(3)
    pairs = list(itertools.product(range(1, len(exact.homes)), repeat=2))
    rows = array_of([Position.of(side(exact.homes[i]), side(exact.homes[j])) for i, j in pairs])
    own, other = np.array(pairs).T
    chances = np.zeros((len(pairs), 5), np.float32)
    chances[:, 0] = (exact.cubeless[own, other] + 1) / 2
    taken = 2 * exact.other[own, other]
    costs = []
    for shares in (efficiencies(GAME, rows), np.full((len(rows), 2), 0.6)):
        found = verdict_rows(CubeView(), chances, shares)
        doubled, waiting = np.minimum(taken, 1), exact.centred[own, other]
        missed = np.maximum(waiting, doubled) - np.where(found["doubles"] != 0, doubled, waiting)
        wrong = np.where((found["take"] <= 1) != (taken <= 1), np.abs(taken - 1), 0)
        costs.append(500 * (missed + wrong).mean())
    assert costs[0] < costs[1] / 3
    assert costs[0] < 0.7


def test_looking_ahead_none_is_static_and_the_end_is_exact() -> None:
    chances, shares = some_chances(20), np.full((20, 1, 2), 0.6)
    for view in (CubeView(), CubeView(2, "own", 5, 3)):
        ahead = ahead_rows(view, 0, chances[:, None], shares)
        assert (ahead == verdict_rows(view, chances, shares[:, 0])).all()
    # Two checkers on the 6-point each: the look ahead sees the end, and so the cube is exact (engine reference, 8.4).
    judge = Judge.of(weights_of(GAME), bear_off_table())
    rows = array_of([Position.of({6: 2, 0: 13}, {6: 2, 0: 13})])
    (verdict,) = verdict_ahead(GAME, rows, CubeView(), 4, judge)
    assert (verdict.no_double, verdict.take) == pytest.approx((0.603124, 0.961259), abs=0.002)
    (owned,) = verdict_ahead(GAME, rows, CubeView(2, "own"), 4, judge)
    assert owned.no_double == pytest.approx(0.621741, abs=0.002)


def test_finished_games_only_change_sides() -> None:
    judge = Judge.of(weights_of(GAME), bear_off_table())
    rows = array_of([Position.of({1: 1, 0: 14}, {6: 2, 0: 13})])
    boards = boards_ahead(GAME, rows, 2, judge)
    assert len(boards) == 441
    assert (boards["side"]["count"][:, 0, 0] == 15).all()


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


def test_games_without_a_cube_have_a_table_of_their_own() -> None:
    fair = MatchTable.without_cube((0.5, 0.1, 0.0, 0.1, 0.0), winner_opens=True)
    assert fair.chance(1, 1) == pytest.approx(0.5)
    assert fair.chance(2, 1) == pytest.approx(0.5 * 0.5 + 0.5 * 0.2 * 0.5)
    sharp = MatchTable.without_cube((0.6, 0.0, 0.0, 0.0, 0.0), winner_opens=True)
    # Needing one against two, on the opening side: won at once, or lost and the other opens the last game.
    assert sharp.chance(1, 2) == pytest.approx(0.6 + 0.4 * 0.4)
    assert sharp.chance(2, 1) == pytest.approx(0.6 * 0.6)
    drawn = MatchTable.without_cube((0.6, 0.0, 0.0, 0.0, 0.0), winner_opens=False)
    assert drawn.chance(1, 2) == pytest.approx(0.75)
    view = CubeView(own_need=2, opponent_need=1, is_fixed=True)
    assert match_chance(view, -1, sharp) == 0
    assert match_chance(view, 1, sharp) == pytest.approx(0.6)
    assert match_chance(CubeView(own_need=1, opponent_need=3, is_fixed=True), -1, sharp) == pytest.approx(1 - 0.36)
    assert match_table_of(GAME) is match_table()


@pytest.mark.parametrize("key", ["tavla", "portes"])
def test_the_table_of_a_game_follows_from_its_nets(key: str) -> None:
    table = match_table_of(game_of(key))
    chances = np.array([[table.chance(a, b) for b in range(1, 16)] for a in range(1, 16)])
    assert (np.diff(chances, axis=0) < 0).all()
    assert 0.5 < table.chance(5, 5) < 0.56 or not game_of(key).winner_opens


BAD_VIEWS = [
    CubeView(0), CubeView(3), CubeView(-2), CubeView(1 << 21), CubeView(1 << 40), CubeView(own_need=5),
    CubeView(own_need=5, opponent_need=65), CubeView(own_need=-1, opponent_need=3), CubeView(opponent_need=2),
    CubeView(own_need=1 << 70, opponent_need=2), CubeView(own_need=3, opponent_need=4, is_after_crawford=True),
    CubeView(own_need=3, opponent_need=4, jacoby=True), CubeView(is_after_crawford=True),
    CubeView(owner="nobody"),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("view", BAD_VIEWS)
def test_cubes_that_cannot_be(view: CubeView) -> None:
    for ask in (
        lambda: verdict_rows(view, EVEN, USUAL),
        lambda: ahead_rows(view, 1, np.zeros((1, 21, 5)), np.zeros((1, 21, 2))),
        lambda: take_points(view, EVEN),
        lambda: prices(view),
        lambda: match_chance(view, 1),
        lambda: resignations(view, GAME, array_of([GAME.start()]), EVEN, USUAL),
    ):
        with pytest.raises(EngineError) as error:
            ask()
        assert error.value.name == "BAD_CUBE"


@pytest.mark.parametrize("chance", [-0.1, 1.1, float("nan"), float("inf")])
def test_chances_that_cannot_be(chance: float) -> None:
    many = np.full((7, 5), 0.1)
    many[5, 3] = chance
    with pytest.raises(EngineError) as error:
        verdict_rows(CubeView(), many, np.full((7, 2), 0.5))
    assert (error.value.name, error.value.index) == ("BAD_CHANCES", 5)
    shares = np.full((7, 2), 0.5)
    shares[6, 0] = chance
    with pytest.raises(EngineError) as error:
        verdict_rows(CubeView(), np.full((7, 5), 0.1), shares)
    assert (error.value.name, error.value.index) == ("BAD_CHANCES", 6)


def test_wrong_shapes_and_nothing_at_all() -> None:
    for chances, shares in ((np.zeros(5), USUAL), (np.zeros((2, 4)), USUAL), (np.zeros((2, 5)), USUAL)):
        with pytest.raises(TypeError):
            verdict_rows(CubeView(), chances, shares)
    assert len(verdict_rows(CubeView(), np.zeros((0, 5)), np.zeros((0, 2)))) == 0
    with pytest.raises(EngineError, match="setting"):
        ahead_rows(CubeView(), 5, np.zeros((0, 21**5, 5)), np.zeros((0, 21**5, 2)))


def spoiled(line: int, text: str) -> str:
    lines = TABLE.read_text("utf-8").splitlines()
    lines[line] = text
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01\x02",
        "head\npre,1,0.5",
        "\n".join(TABLE.read_text("utf-8").splitlines()[:-1]),
        spoiled(3, "pre,3,nonsense"),
        spoiled(3, "pre,3,0.5"),
        spoiled(3, TABLE.read_text("utf-8").splitlines()[4]),
        spoiled(2, TABLE.read_text("utf-8").splitlines()[2].replace("0.59947", "0.69947")),
        spoiled(2, TABLE.read_text("utf-8").splitlines()[2].replace("0.59947", "nan")),
        spoiled(26, TABLE.read_text("utf-8").splitlines()[26].replace("0.48803", "1.48803")),
    ],
    ids=range(10),
)  # fmt: skip
def test_damaged_tables(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(EngineError, match="damaged") as error:
        MatchTable.read(file)
    assert error.value.name == "BAD_TABLE"


def test_a_missing_table_and_shares_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="damaged"):
        MatchTable.read(tmp_path / "nowhere.csv")
    for won, lost in (((0.5,), (0.4,)), ((1.5,), (-0.5,)), ((float("nan"),), (0.5,)), ((0.1,) * 9, (0.1,))):
        with pytest.raises(EngineError) as error:
            MatchTable.of(points_won=won, points_lost=lost)
        assert error.value.name == "BAD_TABLE"


ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "engine_c" / "src"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_fuzz_with_sanitizers(tmp_path: Path) -> None:
    """A short run of tests/fuzz/doubling.c; more rounds are its first argument."""
    program = tmp_path / "doubling"
    checks = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    sources = [ROOT / "tests" / "fuzz" / "doubling.c", *sorted(SOURCES.glob("*.c"))]
    subprocess.run(["gcc", "-std=c11", "-O1", *checks, f"-I{SOURCES}", *sources, "-o", program, "-lm"], check=True)
    run = subprocess.run([program, "20000", "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + run.stdout
    assert "nothing broken" in run.stdout
