"""The judge made by hand: a weighted sum of named features where there is contact, sums of rolls in a race.

The weights lie in `tables/<family>.npy`, one table for games that are played alike; `fitting.py` finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Game
from opponents.board import Floats, Side, is_race, sides_of
from opponents.features import NAMES, PHASES, features, phases
from opponents.judge import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, WIN, Chances, consistent
from opponents.race import race_chances

TABLES = Path(__file__).parent / "tables"
FAMILIES = {
    "backgammon": ("backgammon", "tavla", "portes", "nackgammon", "nackgammon_41"),
    "longgammon": ("longgammon",),
    "hyper": ("hyper",),
    "plakoto": ("plakoto",),
    "mahbusa": ("mahbusa", "tapa"),
    "fevga": ("fevga", "moultezim"),
    "gulbara": ("gulbara",),
    "nardy": ("nardy",),
    "aceydeucey": ("aceydeucey_us", "aceydeucey_eu", "aceydeucey_seed"),
}
"""Games that share a table of weights."""

_FAMILY_OF = {key: family for family, keys in FAMILIES.items() for key in keys}
_MOST = 30.0


@lru_cache(maxsize=32)
def weights_of(family: str) -> Floats:
    """The weights of a family: (phases, features, 5)."""
    table: Floats = np.load(TABLES / f"{family}.npy").astype(np.float32)
    if table.shape != (len(PHASES), len(NAMES), 5):
        raise ValueError(f"the weights of {family} have the shape {table.shape}")
    return table


@dataclass(frozen=True)
class Judgement:
    """Judges by counts and weights. weights: for one family, instead of the tables (while they are being fitted)."""

    weights: Floats | None = None

    def chances(self, game: Game, rows: npt.NDArray[Any]) -> Chances:
        """Chances of the side that has just moved, the other being on roll: see `opponents.judge.Judge`."""
        mover, other = sides_of(game, rows)
        result = np.empty((len(rows), 5))
        racing = is_race(game, mover, other)
        for chosen, judged in ((racing, race_chances), (~racing, self._contact)):
            if chosen.all():
                result = judged(game, mover, other)
            elif chosen.any():
                result[chosen] = judged(game, mover.of(chosen), other.of(chosen))
        return _finished(game, rows, _possible(game, mover, other, consistent(result)))

    def _contact(self, game: Game, mover: Side, other: Side) -> Chances:
        weights = weights_of(_FAMILY_OF[game.key]) if self.weights is None else self.weights
        return contact_chances(weights, features(game, mover, other), phases(mover, other))


def contact_chances(weights: Floats, seen: Floats, phase: npt.NDArray[np.int64]) -> Chances:
    """The five chances of boards with these features, from the weights of their phases."""
    sums = np.empty((len(seen), 5), np.float64)
    for index in range(len(PHASES)):
        chosen = phase == index
        if chosen.any():
            sums[chosen] = seen[chosen] @ weights[index]
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(sums, -_MOST, _MOST))))


def _possible(game: Game, mover: Side, other: Side, chances: Chances) -> Chances:
    """No gammon for whoever has met a side that has borne off; no backgammon where it counts two."""
    chances[other.off > 0, GAMMON : BACKGAMMON + 1] = 0.0
    chances[mover.off > 0, LOSE_GAMMON:] = 0.0
    if game.most_level < 3:
        chances[:, [BACKGAMMON, LOSE_BACKGAMMON]] = 0.0
    return chances


def _finished(game: Game, rows: npt.NDArray[Any], chances: Chances) -> Chances:
    """Boards on which the game is over get their result."""
    outcomes = game.outcomes(np.ascontiguousarray(rows))
    over = outcomes[:, 0] != 0
    if over.any():
        chances[over] = exact(outcomes[over])
    return chances


def exact(outcomes: npt.NDArray[np.uint8]) -> Chances:
    """Chances that are certain, from winners (1 side 0, 2 side 1, 3 a draw) and levels, as `Game.outcomes` gives."""
    winner, level = outcomes[:, 0], outcomes[:, 1]
    result = np.zeros((len(outcomes), 5))
    result[:, WIN] = np.where(winner == 3, 0.5, winner == 1)
    for first, side in ((GAMMON, 1), (LOSE_GAMMON, 2)):
        result[:, first] = (winner == side) & (level >= 2)
        result[:, first + 1] = (winner == side) & (level >= 3)
    return result
