"""What the board shows while time goes by: checkers on their way, dice being thrown, pauses; one thing after the other.

The match is ahead of what is shown. Everything is told the time and asks nobody; `skip` comes to the end at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import pi, sin

from game.ui.board.geometry import Geometry, Spot
from game.ui.board.seen import Carried, Laid, carried


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice on the table. faces: in order. at_bottom: whose half; None when each side has thrown one of them (the
    opening throw: the first face is the bottom's). used: how much of each is played, 0 to 1.
    """

    faces: tuple[int, ...]
    at_bottom: bool | None
    used: tuple[float, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class InTheAir:
    """A checker on its way at this moment."""

    side: int
    spot: Spot


@dataclass
class _Beat:
    """Something that takes its time. begin: called when its turn comes."""

    seconds: float
    begin: Callable[[], object] | None = None
    after: Laid | None = None
    ways: list[Carried] = field(default_factory=list)
    throw: Throw | None = None


class Show:
    """The things shown, and what is still to come."""

    def __init__(self, laid: Laid, geometry: Geometry) -> None:
        self.laid, self.geometry = laid, geometry
        self.throw: Throw | None = None
        self.thrown_share = 1.0
        self._waiting: deque[_Beat] = deque()
        self._current: _Beat | None = None
        self._began = 0.0
        self._now = 0.0

    @property
    def is_busy(self) -> bool:
        """Something is still to be shown."""
        return self._current is not None or bool(self._waiting)

    def set(self, laid: Laid) -> None:
        """Shows a board at once and forgets what was to come."""
        self._waiting.clear()
        self._current = None
        self.thrown_share = 1.0
        self.laid = laid

    def move(self, after: Laid, seconds: float) -> None:
        """The checkers are carried to where they lie on another board."""
        self._waiting.append(_Beat(seconds, after=after))

    def roll(self, throw: Throw, seconds: float) -> None:
        """Dice are thrown and come to rest."""
        self._waiting.append(_Beat(seconds, throw=throw))

    def wait(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self._waiting.append(_Beat(seconds))

    def then(self, call: Callable[[], object]) -> None:
        """Called when everything before has been shown."""
        self._waiting.append(_Beat(0.0, begin=call))

    def mark_used(self, used: tuple[float, ...]) -> None:
        """How much of each die is played."""
        if self.throw:
            self.throw = replace(self.throw, used=used)

    def skip(self) -> None:
        """Everything that waits is shown in its last state, and what was to be called is called."""
        while self.is_busy:
            if self._current is None:
                self._begin(self._waiting.popleft())
            else:
                self._end()

    def step(self, now: float) -> bool:
        """Goes on to a time; True while something moves."""
        self._now = now
        while True:
            if self._current is None:
                if not self._waiting:
                    return False
                self._begin(self._waiting.popleft())
                continue
            if now - self._began < self._current.seconds:
                if self._current.throw:
                    self.thrown_share = (now - self._began) / self._current.seconds
                return True
            self._end()

    def _begin(self, beat: _Beat) -> None:
        self._current, self._began = beat, self._now
        if beat.begin:
            self._current = None
            beat.begin()
            return
        if beat.after is not None:
            beat.ways = carried(self.laid, beat.after)
            if not beat.ways:
                beat.seconds = 0.0
        if beat.throw is not None:
            self.throw, self.thrown_share = beat.throw, 0.0

    def _end(self) -> None:
        beat, self._current = self._current, None
        if beat is None:
            return
        if beat.after is not None:
            self.laid = beat.after
        if beat.throw is not None:
            self.thrown_share = 1.0

    # What is to be drawn now

    def lying(self) -> Laid:
        """The checkers that lie still."""
        beat = self._current
        if beat is None or beat.after is None:
            return self.laid
        lying = beat.after
        for way in sorted(beat.ways, key=lambda way: way.target, reverse=True):
            lying = lying.without(*way.target)
        return lying

    def in_the_air(self) -> list[InTheAir]:
        """The checkers on their way, each where it is now."""
        beat = self._current
        if beat is None or not beat.ways:
            return []
        share = min((self._now - self._began) / max(beat.seconds, 1e-6), 1.0)
        return [InTheAir(way.side, self._between(way, share)) for way in beat.ways]

    def _between(self, way: Carried, share: float) -> Spot:
        start, end = self.geometry.checker(*way.source), self.geometry.checker(*way.target)
        eased = share * share * (3.0 - 2.0 * share)
        lift = sin(pi * share) * 0.9
        return Spot(
            start.x + (end.x - start.x) * eased,
            start.y + (end.y - start.y) * eased,
            start.z + (end.z - start.z) * eased + lift,
        )
