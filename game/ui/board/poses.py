"""Moves of the camera: from where the table is seen at each moment of an approach and of a closing turn. Numbers only.

A flight leads to, or away from, the camera of the person's own seat, so it needs no picture of its own: the one from
that seat is moved to where the flying camera would see it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sin

from game.ui.board.projection import Camera

APPROACH_SECONDS, CLOSING_SECONDS = 2.6, 7.0
_MOST_TILT = 45.0


@dataclass(frozen=True, slots=True)
class Pose:
    """camera: where the table is seen from. turn: degrees by which it is turned, against the clock. light: 0 to 1."""

    camera: Camera
    turn: float = 0.0
    light: float = 1.0


def approach(seat: Camera, share: float) -> Pose:
    """From low over the near corner into the seat; share: 0 to 1 of the way."""
    left = 1.0 - _eased(share)
    return _pose(
        seat,
        tilt=24.0 * left,
        nearer=1.0 + 0.62 * left,
        turn=-13.0 * left,
        aside=(-0.9 * left, 2.6 * left),
        light=share / 0.3,
    )


def closing(seat: Camera, share: float) -> Pose:
    """The table turns slowly and comes nearer, ever slower; share: 0 to 1 of the way."""
    gone = sin(share * pi / 2)
    to_middle = ((seat.width / 2 - seat.centre[0]) / seat.scale, (seat.centre[1] - seat.height / 2) / seat.scale)
    aside = (to_middle[0] * gone, (to_middle[1] - 0.1) * gone)
    return _pose(seat, tilt=11.0 * gone, nearer=1.0 - 0.03 * gone, turn=10.0 * gone, aside=aside, light=1.0)


def _pose(seat: Camera, *, tilt: float, nearer: float, turn: float, aside: tuple[float, float], light: float) -> Pose:
    """aside: where the middle of the table goes, in units."""
    scale = seat.scale * nearer
    centre = (seat.centre[0] + aside[0] * seat.scale, seat.centre[1] - aside[1] * seat.scale)
    camera = replace(seat, scale=scale, centre=centre, tilt=min(seat.tilt + tilt, _MOST_TILT))
    return Pose(camera, turn, min(max(light, 0.0), 1.0))


def _eased(share: float) -> float:
    """Slowly off and slowly home."""
    return share * share * share * (share * (share * 6.0 - 15.0) + 10.0)
