"""Strengths as rows of numbers: how often a level errs, by how much at most, and how far it looks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """noise: standard deviation of the mistakes in its estimates, in points of equity. overlooked: chance that a play
    is not thought of. worst: what a play may cost at most by its own judge; dearer plays are never made. candidates:
    how many plays are looked at one roll ahead, 0 for none. within: how far they may lie behind the first, in points.
    rating: its place among the others.
    """

    key: str
    noise: float
    overlooked: float
    worst: float
    candidates: int
    within: float
    rating: int


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("easy", noise=0.12, overlooked=0.30, worst=0.30, candidates=0, within=0.0, rating=1200),
        Level("medium", noise=0.045, overlooked=0.10, worst=0.15, candidates=0, within=0.0, rating=1500),
        Level("hard", noise=0.0, overlooked=0.0, worst=0.0, candidates=0, within=0.0, rating=1700),
        Level("master", noise=0.0, overlooked=0.0, worst=0.0, candidates=8, within=0.20, rating=1900),
    )
}
"""The levels by key, weakest first."""


def level_near(rating: float) -> Level:
    """The level whose rating is nearest: what Adaptive picks for a player of that rating."""
    return min(LEVELS.values(), key=lambda level: abs(level.rating - rating))
