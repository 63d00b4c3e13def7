"""The worth of the cube: published numbers, every score there is, games that end."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from cubes import EVEN, GAME, USUAL
from endings import solved
from engine_c import Position, array_of, game_of
from engine_c.cube import (
    MOST_NEED,
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
    take_points,
    verdict_rows,
)
from engine_c.doubling import verdict_ahead
from engine_c.judge import Judge, bear_off_table
from engine_c.mind import Mind
from weights import weights_of

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
    (verdict,) = verdict_ahead(GAME, rows, CubeView(), 4, Mind(judge))
    assert (verdict.no_double, verdict.take) == pytest.approx((0.603124, 0.961259), abs=0.002)
    (owned,) = verdict_ahead(GAME, rows, CubeView(2, "own"), 4, Mind(judge))
    assert owned.no_double == pytest.approx(0.621741, abs=0.002)


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
