"""Strengths as rows of numbers: how a level errs, by how much at most, and how far it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine_c import judge
from engine_c.advice import LEVELS as DEPTHS
from engine_c.advice import Level as Depth
from engine_c.games import Game


@dataclass(frozen=True, slots=True)
class Level:
    """noise: standard deviation of what it misjudges between two plays that differ by one point of equity; it grows
    with the root of the difference, so that plays nearly equal are often mistaken for each other, and plays far apart
    seldom. overlooked: chance that a play is not thought of. worst: what a play may cost at most by its own judge;
    dearer plays are never made. cube_noise: the same of its winning chances, before doubling and taking. gives: what it
    gives away a play at most to keep a game close that it is winning, in points. depth: how far it looks. rate: its
    measured PR in backgammon (`tests/bench/levels.py`), None for one that depends on the game. rating: its place.
    """

    key: str
    depth: Depth
    rating: int
    rate: float | None = None
    noise: float = 0.0
    overlooked: float = 0.0
    worst: float = 0.0
    cube_noise: float = 0.0
    gives: float = 0.0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.key: level
        for level in (
            Level("easy", DEPTHS["hard"], 1400, 17.8, noise=0.225, overlooked=0.10, worst=0.30, cube_noise=0.07),
            Level("medium", DEPTHS["hard"], 1750, 9.2, noise=0.175, overlooked=0.05, worst=0.25, cube_noise=0.04),
            Level("hard", DEPTHS["hard"], 2030, 1.6),
            Level("master", DEPTHS["master"], 2085, 0.1),
            Level("even", DEPTHS["hard"], 0, None, gives=0.08),
        )
    }
)
"""The levels by key, weakest first; last the one that keeps games close."""

NOISE_OF: Mapping[str, float] = MappingProxyType(
    {"plakoto": 1.12, "fevga": 1.05, "mahbusa": 1.12, "nardy": 1.2, "gulbara": 0.96}
)
"""Where a file of weights judges games in which more or less hangs on a play than in backgammon: how many times as much
noise gives the same PR."""


def noise_in(game: Game) -> float:
    """The factor of a game's noise."""
    return NOISE_OF.get(judge.WEIGHTS.get(game.key, ""), 1.0)


def level_near(rating: float) -> Level:
    """The level whose rating is nearest: what Adaptive picks for a player of that rating."""
    return min((level for level in LEVELS.values() if level.rating), key=lambda level: abs(level.rating - rating))


def level_for_rate(rate: float) -> Level:
    """The level for a player of that PR: ratings follow PR (`engine.md` 4.2: 2100 - 33.3 PR)."""
    return level_near(2100.0 - 33.3 * rate)
