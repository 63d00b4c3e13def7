"""Thrown dice: where each is while it falls, and that it comes to rest on the face of the record."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, pi, sin
from random import Random

from game.ui.board import geometry as table
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.show import Throw

SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""The spots of each face, in steps from its middle."""

_SPIN_UNTIL = 0.78
"""Share of the throw after which the face is the one of the record and only the last roll is left."""


@dataclass(frozen=True, slots=True)
class FallingDie:
    """face: shown now. turn: degrees about the vertical. used: how much of it is played. side: whose half it is in."""

    face: int
    spot: Spot
    turn: float
    used: float
    side: int


def falling(geometry: Geometry, throw: Throw, share: float) -> list[FallingDie]:
    """The dice at a share (0 to 1) of their throw; at 1 they lie still, straight to the eye, on the throw's faces."""
    return [_die(geometry, throw, index, share) for index in range(len(throw.faces))]


def _die(geometry: Geometry, throw: Throw, index: int, share: float) -> FallingDie:
    rng = Random(throw.seed * 31 + index)
    at_bottom = throw.at_bottom if throw.at_bottom is not None else index == 0
    count = len(throw.faces) if throw.at_bottom is not None else 1
    rest = geometry.dice(at_bottom, count)[index if throw.at_bottom is not None else 0]
    rest = Spot(rest.x + rng.uniform(-0.18, 0.18), rest.y + rng.uniform(-0.22, 0.22), table.DIE_HALF)
    lean = rng.uniform(-14.0, 14.0)
    side = 0 if at_bottom else 1
    used = throw.used[index] if index < len(throw.used) else 0.0
    if share >= 1.0:
        return FallingDie(throw.faces[index], rest, lean, used, side)
    left = 1.0 - share
    away = 6.5 * left * left * (1 if at_bottom else -1)
    bounce = abs(sin(share * pi * 3.2)) * exp(-3.2 * share) * 2.6
    spot = Spot(
        rest.x + away * rng.uniform(0.7, 1.0),
        rest.y + left * left * rng.uniform(-2.4, -0.8) * (1 if at_bottom else -1),
        rest.z + bounce,
    )
    spins = rng.uniform(500.0, 800.0) * rng.choice((-1, 1))
    face = throw.faces[index] if share >= _SPIN_UNTIL else 1 + (int(share * 26) * 5 + index * 3 + throw.seed) % 6
    return FallingDie(face, spot, lean + spins * left * left, used, side)
