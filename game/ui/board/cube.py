"""The doubling cube on its way: lifted, turned to its next number, set down where it belongs. Nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

from game.ui.board.geometry import Spot

_HIGH = 1.1
_TURN = 6
"""Degrees between two pictures of a cube that is being turned."""


@dataclass(frozen=True, slots=True)
class CubeShown:
    """value: what is written on it. spot: where it lies. next_value, turn: the number on the face behind, and how far
    that is turned up already, 0 to 90 degrees. is_moving: it is on its way.
    """

    value: int
    spot: Spot
    next_value: int = 0
    turn: int = 0
    is_moving: bool = False


class CubeOnTable:
    """Follows where the cube belongs."""

    def __init__(self) -> None:
        self._start: CubeShown | None = None
        self._end: CubeShown | None = None
        self._began, self._lasts = 0.0, 0.0
        self._is_calm = False

    def follow(self, wanted: CubeShown | None, now: float, seconds: float, *, is_calm: bool) -> bool:
        """Goes on to a time; True while it moves. seconds: that a way takes, 0 for at once; is_calm: it slides."""
        if wanted != self._end:
            is_known = wanted is not None and self._end is not None
            self._start = self.at(now) if is_known and seconds else None
            self._end, self._began, self._lasts = wanted, now, seconds
            self._is_calm = is_calm
        if self._start is not None and now >= self._began + self._lasts:
            self._start = None
        return self._start is not None

    def at(self, now: float) -> CubeShown | None:
        """The cube at a time."""
        start, end = self._start, self._end
        if start is None or end is None:
            return end
        share = min(max((now - self._began) / self._lasts, 0.0), 1.0)
        eased = share * share * share * (share * (share * 6.0 - 15.0) + 10.0)
        x, y = (a + (b - a) * eased for a, b in ((start.spot.x, end.spot.x), (start.spot.y, end.spot.y)))
        value = start.next_value or start.value
        if self._is_calm:
            return CubeShown(value if share < 0.5 else end.value, Spot(x, y, 0.6 * sin(pi * share)), is_moving=True)
        z = _HIGH * sin(pi * share) ** 0.8 + start.spot.z * (1.0 - eased)
        if value == end.value:
            return CubeShown(value, Spot(x, y, z), is_moving=True)
        turn = round(90.0 * min(max((eased - 0.15) / 0.7, 0.0), 1.0) / _TURN) * _TURN
        return CubeShown(value, Spot(x, y, z), end.value, turn, is_moving=True)
