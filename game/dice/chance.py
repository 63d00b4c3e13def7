"""How often something happens by chance: exact distributions of counts, and the band that fair dice stay in.

A count of independent chances of one size is binomial; of chances of several sizes it is the sum of binomials, whose
distribution is the product of theirs (each a polynomial). Only what lies more than ten standard deviations from the
middle is left out: less than 1e-20 of all cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import exp, lgamma, log, log1p, sqrt

OUTSIDE = 0.05
"""The share of cases that may lie outside a band, half of it on either side."""

Chances = tuple[tuple[int, float], ...]
"""How many chances, and how large each is."""

_DEVIATIONS = 10.0
_ONE = 2**64  # a share of one, as a digit
_DIGIT = 20  # bytes: two digits multiplied, and room for a million such products added up


@dataclass(frozen=True, slots=True)
class Distribution:
    """How likely each count is: shares[0] for the count `first`, shares[1] for the next one, and so on."""

    first: int
    shares: tuple[float, ...]

    def times(self, other: Distribution) -> Distribution:
        """The distribution of the sum of two independent counts: the product of two polynomials.

        It is made as one product of two whole numbers, each with the shares as its digits: thousands of times faster
        than adding up pairs, and right to 2**-64 of a share.
        """
        product = _as_number(self.shares) * _as_number(other.shares)
        count = len(self.shares) + len(other.shares) - 1
        digits = product.to_bytes(_DIGIT * (count + 1), "little")
        shares = tuple(
            int.from_bytes(digits[place : place + _DIGIT], "little") / _ONE**2
            for place in range(0, _DIGIT * count, _DIGIT)
        )
        return Distribution(self.first + other.first, shares)


def _as_number(shares: Sequence[float]) -> int:
    """The number whose digits are the shares, the first one lowest."""
    return int.from_bytes(b"".join(round(share * _ONE).to_bytes(_DIGIT, "little") for share in shares), "little")


@dataclass(frozen=True, slots=True)
class Band:
    """low to high: the counts that chance stays in at least 95 times of 100; outside: how often it does not."""

    low: int
    high: int
    outside: float


def binomial(count: int, chance: float) -> Distribution:
    """How often something of that chance happens in `count` independent cases."""
    if chance <= 0.0 or count == 0:
        return Distribution(0, (1.0,))
    if chance >= 1.0:
        return Distribution(count, (1.0,))
    mean, reach = count * chance, _DEVIATIONS * sqrt(count * chance * (1.0 - chance)) + 12.0
    first, last = max(int(mean - reach), 0), min(int(mean + reach) + 1, count)
    ways = lgamma(count + 1)
    shares = tuple(
        exp(ways - lgamma(k + 1) - lgamma(count - k + 1) + k * log(chance) + (count - k) * log1p(-chance))
        for k in range(first, last + 1)
    )
    whole = sum(shares)  # takes the last rounding of lgamma out
    return Distribution(first, tuple(share / whole for share in shares))


@lru_cache(maxsize=4096)
def band(chances: Chances) -> Band:
    """The narrowest band with at most half of OUTSIDE below it and half above it."""
    distribution = reduce(Distribution.times, (binomial(count, chance) for count, chance in chances))
    below, low = _tail(distribution.shares)
    above, high = _tail(distribution.shares[::-1])
    last = distribution.first + len(distribution.shares) - 1
    return Band(distribution.first + low, last - high, below + above)


def _tail(shares: Sequence[float]) -> tuple[float, int]:
    """How much lies before the first share that would make it more than half of OUTSIDE, and the place of that one."""
    total = 0.0
    for place, share in enumerate(shares):
        if total + share > OUTSIDE / 2:
            return total, place
        total += share
    raise AssertionError("the shares of a distribution add up to one")
