"""How a piece is turned in space: rotation matrices (3 x 3, turned = rotation x place) and unit quaternions."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, radians, sin, sqrt

import numpy as np
import numpy.typing as npt

Rotation = npt.NDArray[np.float32]

_FLAT = {
    1: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    6: ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    2: ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    5: ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    3: ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    4: ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
}


def resting(face: int, turn: float = 0.0) -> Rotation:
    """The rotation of a die that lies with a number up, turned by degrees about the vertical."""
    sine, cosine = sin(radians(turn)), cos(radians(turn))
    about_vertical = np.array(((cosine, -sine, 0), (sine, cosine, 0), (0, 0, 1)), np.float32)
    return np.asarray(about_vertical @ np.array(_FLAT[face], np.float32), np.float32)


def about(axis: tuple[float, float, float], angle: float) -> Rotation:
    """The rotation by an angle (radians) about an axis (Rodrigues)."""
    length = sqrt(sum(part * part for part in axis)) or 1.0
    x, y, z = (part / length for part in axis)
    sine, cosine = sin(angle), cos(angle)
    cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)), np.float32)
    turned = np.eye(3, dtype=np.float32) + np.float32(sine) * cross + np.float32(1 - cosine) * (cross @ cross)
    return np.asarray(turned, np.float32)


def matrix(quaternion: Sequence[float]) -> Rotation:
    """The rotation of a quaternion w, x, y, z of any length but 0."""
    length = sqrt(sum(part * part for part in quaternion))
    w, x, y, z = (part / length for part in quaternion)
    return np.array(
        (
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ),
        np.float32,
    )


def blended(one: Rotation, other: Rotation, share: float) -> Rotation:
    """Between two rotations that are close to each other: at 0 the one, at 1 the other."""
    mixed = (1.0 - share) * one + share * other
    # The nearest rotation to a matrix that is nearly one (Björck and Bowie 1971, two steps).
    for _ in range(2):
        mixed = mixed @ (1.5 * np.eye(3, dtype=np.float32) - 0.5 * (mixed.T @ mixed))
    return np.asarray(mixed, np.float32)


def labels(lying: Rotation, face: int, quarter: int = 0) -> tuple[Rotation, int]:
    """How a cube without numbers gets them, so that as it lies there a face is up: the rotation of the numbers within
    the cube, one of the 24 that map a cube onto itself, and the degrees by which it then is turned about the vertical.

    lying: a rotation that is flat but for a small error. quarter: which of the four ways.
    """
    upright = [int(np.argmax(np.abs(lying[2])))]
    level = [axis for axis in range(3) if axis not in upright]
    turn = degrees(atan2(float(lying[1][level[0]]), float(lying[0][level[0]]))) + 90.0 * quarter
    within = np.rint(lying.T @ resting(face, turn))
    return np.asarray(within, np.float32), round(turn) % 360
