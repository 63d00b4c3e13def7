"""What a way of playing looks like in numbers: hits, points made, shots left, how long checkers stay behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Game
from opponents.board import Side, is_race, sides_of
from opponents.choosing import Values
from opponents.shots import WEIGHTS, hits

TRAITS = ("hits", "made", "shots", "behind")
"""Of each play with contact: checkers sent back or pinned; points newly held; share of the other side's rolls that hit
or pin afterwards; and of the first turns of a game, pips by which checkers lie behind the 18-point."""

EARLY = 12
"""So many own turns count as the first ones."""

_LAST_QUARTER = 18
_PLACES = np.arange(1, 25)


def traits(
    game: Game, before: npt.NDArray[Any], finals: npt.NDArray[Any], own_turns: npt.NDArray[np.int64]
) -> tuple[Values, npt.NDArray[np.bool_]]:
    """The traits of n plays, (n, 4), and which of them count for each, (n, 4). own_turns: made before each."""
    own_before, other_before = sides_of(game, before)
    own, other = sides_of(game, finals)
    contact = ~is_race(game, own_before, other_before)
    sent = other.bar - other_before.bar + (other.pinned & ~other_before.pinned).sum(axis=1)
    made = (own.held & ~own_before.held).sum(axis=1)
    shots = np.zeros(len(before))
    chosen = np.flatnonzero(contact & (game.hits or game.pins))
    if len(chosen):
        target, attacker = own.of(_mask(chosen, len(before))), other.of(_mask(chosen, len(before)))
        shots[chosen] = (hits(target, attacker, attacker.closed) != 0) @ WEIGHTS
    found = np.stack([np.maximum(sent, 0), made, shots, behind(own)], axis=1).astype(np.float64)
    counts = np.stack([contact, contact, contact, own_turns < EARLY], axis=1)
    return found, counts


def behind(side: Side) -> Values:
    """Pips that checkers lie behind the 18-point: (n,)."""
    waiting = (25 - _LAST_QUARTER) * (side.bar + side.reserve)
    return np.asarray(side.count @ np.maximum(_PLACES - _LAST_QUARTER, 0) + waiting, np.float64)


def _mask(chosen: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.bool_]:
    mask = np.zeros(count, bool)
    mask[chosen] = True
    return mask
