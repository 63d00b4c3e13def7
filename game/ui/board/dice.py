"""Thrown dice: where each is while it falls, and that it comes to rest on the face of the record."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, pi, sin, sqrt
from random import Random

import numpy as np

from game.ui.art import Rotation, resting
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


@dataclass(frozen=True, slots=True)
class FallingDie:
    """face: the one of the record. rotation: while it rolls, None at rest. lean: degrees about the vertical at rest.
    used: how much of it is played, 0 to 1. side: whose half it is in, 0 at the bottom.
    """

    face: int
    spot: Spot
    rotation: Rotation | None
    lean: float
    used: float
    side: int


def falling(geometry: Geometry, throw: Throw, share: float) -> list[FallingDie]:
    """The dice at a share (0 to 1) of their throw; at 1 they lie still, straight to the eye, on the throw's faces."""
    return [_die(geometry, throw, index, share) for index in range(len(throw.faces))]


def _die(geometry: Geometry, throw: Throw, index: int, share: float) -> FallingDie:
    rng = Random(throw.seed * 31 + index)
    each_one = throw.at_bottom is None
    at_bottom = index == 0 if throw.at_bottom is None else throw.at_bottom
    rest = geometry.dice(at_bottom, 1 if each_one else len(throw.faces))[0 if each_one else index]
    rest = Spot(rest.x + rng.uniform(-0.18, 0.18), rest.y + rng.uniform(-0.22, 0.22))
    lean = round(rng.uniform(-18.0, 18.0))
    side = 0 if at_bottom else 1
    used = throw.used[index] if index < len(throw.used) else 0.0
    face = throw.faces[index]
    if share >= 1.0:
        return FallingDie(face, rest, None, lean, used, side)
    left = 1.0 - share
    towards = 1 if at_bottom != geometry.mirrored else -1
    start = Spot(rng.uniform(5.0, 6.5) * towards, rng.uniform(-2.4, -0.8) * (1 if at_bottom else -1))
    hops = abs(sin(share * pi * 3.2)) * exp(-3.2 * share) * 2.4
    spot = Spot(rest.x + start.x * left * left, rest.y + start.y * left * left, hops)
    # It rolls the way it travels: about the axis across its path, less and less, until it lies on its face.
    axis = (start.y, -start.x, rng.uniform(-2.0, 2.0))
    rotation = about(axis, left * left * rng.uniform(8.0, 11.0)) @ resting(face, lean)
    return FallingDie(face, spot, rotation, lean, used, side)


def about(axis: tuple[float, float, float], angle: float) -> Rotation:
    """The rotation by an angle (radians) about an axis (Rodrigues)."""
    length = sqrt(sum(part * part for part in axis)) or 1.0
    x, y, z = (part / length for part in axis)
    sine, cosine = sin(angle), cos(angle)
    cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)), np.float32)
    turned = np.eye(3, dtype=np.float32) + np.float32(sine) * cross + np.float32(1 - cosine) * (cross @ cross)
    return np.asarray(turned, np.float32)
