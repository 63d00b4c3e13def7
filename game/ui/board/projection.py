"""The camera: from the table in space to the screen and back. One unit is the width of a point.

x runs to the right, y up the board, z out of it; the field lies at z = 0. The camera looks at the middle of the board
from a distance, tilted towards the player who sits at the bottom: a pinhole, so far things are smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt

DISTANCE = 62.0
"""From the eye to the middle of the board: the nearest row is only a little larger than the farthest."""

LEAST_TILT, MOST_TILT, USUAL_TILT = 0.0, 34.0, 16.0
"""Degrees from looking straight down."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Oval:
    """How a circle that lies flat on the table is seen, in pixels: its middle, and half its width and height."""

    x: float
    y: float
    across: float
    down: float


@dataclass(frozen=True, slots=True)
class Camera:
    """width, height: of the picture, pixels. scale: pixels per unit at the middle of the board. centre: the pixel of
    that middle. tilt: degrees from the vertical.
    """

    width: int
    height: int
    scale: float
    centre: tuple[float, float]
    tilt: float = USUAL_TILT

    def project(self, x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
        """The pixel of a point in space, and the pixels per unit there."""
        sine, cosine = sin(radians(self.tilt)), cos(radians(self.tilt))
        depth = DISTANCE + y * sine - z * cosine
        zoom = self.scale * DISTANCE / depth
        return self.centre[0] + x * zoom, self.centre[1] - (y * cosine + z * sine) * zoom, zoom

    def circle(self, x: float, y: float, z: float, radius: float) -> Oval:
        """A circle that lies at height z."""
        middle, _, zoom = self.project(x, y, z)
        top, bottom = (self.project(x, y + away, z)[1] for away in (radius, -radius))
        return Oval(middle, (top + bottom) / 2, zoom * radius, (bottom - top) / 2)

    def unproject(self, pixel_x: float, pixel_y: float, z: float = 0.0) -> tuple[float, float]:
        """The place on the plane at height z that is seen at a pixel."""
        sine, cosine = sin(radians(self.tilt)), cos(radians(self.tilt))
        across = (pixel_x - self.centre[0]) / (self.scale * DISTANCE)
        up = (self.centre[1] - pixel_y) / (self.scale * DISTANCE)
        y = (up * (DISTANCE - z * cosine) - z * sine) / (cosine - up * sine)
        return across * (DISTANCE + y * sine - z * cosine), y

    def plane(self, z: float) -> Matrix:
        """What `project` does to the plane at height z, as a matrix from (x, y, 1) to pixels in proportion."""
        sine, cosine = sin(radians(self.tilt)), cos(radians(self.tilt))
        (right, down), zoom, away = self.centre, self.scale * DISTANCE, DISTANCE - z * cosine
        return np.array(
            (
                (zoom, right * sine, right * away),
                (0.0, down * sine - cosine * zoom, down * away - z * sine * zoom),
                (0.0, sine, away),
            )
        )


MIDDLE_HEIGHT = 0.25
"""Between the field and the rim: the plane by which a picture is moved as a whole."""


def way_between(new: Camera, old: Camera, turn: float = 0.0) -> Matrix:
    """Leads from the pixels of a new picture to those of an old one that show the same, for `picture.warp`.

    turn: degrees by which the table is turned under the new camera, against the clock.
    """
    sine, cosine = sin(radians(turn)), cos(radians(turn))
    turned = np.array(((cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)))
    way = old.plane(MIDDLE_HEIGHT) @ np.linalg.inv(new.plane(MIDDLE_HEIGHT) @ turned)
    return np.asarray(way / (way[2] @ (*new.centre, 1.0)))


def fitted(box: tuple[int, int, int, int], size: tuple[int, int], half: tuple[float, float], tilt: float) -> Camera:
    """The camera that shows a table of that half size (units) as large as it fits into a box of a picture.

    box: left, top, width, height in pixels; size: of the whole picture. Edges stand 0.5 above the field.
    """
    probe = Camera(*size, 1.0, (0.0, 0.0), tilt)
    corners = [probe.project(x, y, z) for x in (-half[0], half[0]) for y in (-half[1], half[1]) for z in (0.0, 0.5)]
    left, right = min(c[0] for c in corners), max(c[0] for c in corners)
    top, bottom = min(c[1] for c in corners), max(c[1] for c in corners)
    scale = max(min(box[2] / (right - left), box[3] / (bottom - top)), 1.0)
    centre = (
        box[0] + box[2] / 2 - scale * (left + right) / 2,
        box[1] + box[3] / 2 - scale * (top + bottom) / 2,
    )
    return Camera(*size, scale, centre, tilt)
