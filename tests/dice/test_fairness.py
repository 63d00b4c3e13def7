"""What was thrown beside what fair dice show: exact values, a simulation, and counts from records played by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from game.dice.chance import Band, band, binomial
from game.dice.fair import throw_number
from game.dice.fairness import (
    OPEN_POINTS,
    ROLLS,
    Tally,
    chance_to_enter,
    figures,
    outside_by_chance,
    tally_from_numbers,
    tally_of_rolls,
)


def exact_band(count: int, chance: Fraction) -> tuple[int, int, Fraction]:
    """The band by counting with whole numbers."""
    shares = [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]
    low = next(k for k in range(count + 1) if sum(shares[: k + 1]) > Fraction(1, 40))
    high = next(k for k in range(count, -1, -1) if sum(shares[k:]) > Fraction(1, 40))
    return low, high, sum(shares[:low], Fraction(0)) + sum(shares[high + 1 :], Fraction(0))


@pytest.mark.parametrize("count", [0, 1, 2, 7, 50, 137, 300])
@pytest.mark.parametrize("chance", [Fraction(1, 36), Fraction(1, 18), Fraction(1, 6), Fraction(1, 2), Fraction(35, 36)])
def test_bands_are_exact(count: int, chance: Fraction) -> None:
    low, high, outside = exact_band(count, chance)
    found = band(((count, float(chance)),))
    assert (found.low, found.high) == (low, high)
    assert found.outside == pytest.approx(float(outside), abs=1e-12)


def test_known_bands() -> None:
    found = band(((600, 1 / 6),))
    assert (found.low, found.high) == (82, 118)
    assert found.outside == pytest.approx(0.04248, abs=1e-4)
    assert band(((36_000, 1 / 6),)).low in range(5_858, 5_866)  # mean 6,000, deviation 70.7
    assert band(((0, 1 / 6),)) == Band(0, 0, 0.0)
    assert band(((5, 1.0), (3, 0.0))) == Band(5, 5, 0.0)


def test_chances_of_several_sizes_add_up() -> None:
    """Two binomials against the sum over all pairs."""
    first, second = binomial(12, 0.3), binomial(9, 0.75)
    summed = first.times(second)
    for total in range(22):
        pairs = sum(
            comb(12, k) * 0.3**k * 0.7 ** (12 - k) * comb(9, total - k) * 0.75 ** (total - k) * 0.25 ** (9 - total + k)
            for k in range(13)
            if 0 <= total - k <= 9
        )
        assert summed.shares[total - summed.first] == pytest.approx(pairs, abs=1e-12)
    assert binomial(1_000_000, 1 / 6).shares[0] < 1e-20
    assert sum(binomial(1_000_000, 1 / 6).shares) == pytest.approx(1.0)


def test_entering_is_counted_out() -> None:
    """Against all 36 throws."""
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for points in OPEN_POINTS:
        enters = sum(min(throw) <= points for throw in throws)
        assert chance_to_enter(points) == pytest.approx(enters / 36)


def test_figures_of_a_tally() -> None:
    tally = tally_of_rolls({(1, 2): 3, (2, 1): 1, (6, 6): 2}) + Tally(bar=(0, 0, 4, 0, 0), entered=(0, 0, 3, 0, 0))
    tally += Tally(openings=2, won=1)
    shown = {(figure.kind, figure.dice): figure for figure in figures(tally)}
    assert len(shown) == 6 + 1 + 1 + 1 + 21
    assert (shown["face", (6,)].count, shown["face", (6,)].of) == (4, 12)
    assert (shown["doubles", ()].count, shown["doubles", ()].of) == (2, 6)
    assert (shown["roll", (2, 1)].count, round(shown["roll", (2, 1)].expected, 9)) == (4, round(6 * 2 / 36, 9))
    assert (shown["entering", ()].count, round(shown["entering", ()].expected, 9)) == (3, 3.0)
    assert (shown["opening", ()].count, shown["opening", ()].of) == (1, 2)
    assert not shown["roll", (6, 6)].is_inside
    assert shown["face", (6,)].is_inside


def test_all_throws_are_named_once() -> None:
    assert len(set(ROLLS)) == 21
    assert all(high >= low for high, low in ROLLS)


def test_fair_dice_stay_inside_as_often_as_is_said() -> None:
    """1,000 lots of 120 throws of a fixed secret: 28 counts a lot, the share outside as the bands say."""
    outside, said = 0, 0.0
    for lot in range(1_000):
        rolls = Counter(throw_number(b"fair dice", str(lot), number) for number in range(120))
        shown = figures(tally_of_rolls(rolls))
        outside += sum(not figure.is_inside for figure in shown)
        said += outside_by_chance(shown)
    assert said == pytest.approx(1_000 * 0.75, rel=0.05)
    assert outside == pytest.approx(said, rel=0.1)


def test_loaded_dice_fall_out_of_the_band() -> None:
    """A die with a sixth more sixes, over 4,000 throws."""
    rolls = {roll: (200 if 6 not in roll else 260) if roll[0] != roll[1] else 100 for roll in ROLLS}
    assert [figure.dice for figure in figures(tally_of_rolls(rolls)) if figure.kind == "face" and not figure.is_inside]


@pytest.mark.parametrize("bad", [None, [], [1] * 38, [-1] + [0] * 38, [True] + [0] * 38, ["1"] + [0] * 38])
def test_kept_counts_come_back_or_are_refused(bad: object) -> None:
    tally = tally_of_rolls({(3, 1): 5}) + Tally(bar=(1, 0, 0, 0, 2), entered=(0, 0, 0, 0, 1), openings=3, won=2)
    assert tally_from_numbers(tally.numbers()) == tally
    with pytest.raises(ValueError):  # noqa: PT011  # it carries what was given
        tally_from_numbers(bad)
