"""What the board shows while time goes by: checkers on their way, dice being thrown, pauses; one thing after the other.

The match is ahead of what is shown. Everything is told the time and asks nobody; `skip` comes to the end at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from game.ui.board.cup import CupShown
from game.ui.board.dice import Course, FallingDie, Manner, Throw, course, exchanged
from game.ui.board.flight import SETTLE, Flight, InTheAir, Passage, Settling, passage
from game.ui.board.geometry import Geometry
from game.ui.board.grains import Grains, followed, usual
from game.ui.board.happenings import Happening, Hear, unheard
from game.ui.board.seen import Laid, carried

_EXCHANGE = 0.24
"""Seconds that two dice take to change places."""

_FRAMES = 60

_LATE = 0.05
"""Seconds: so much of a frame that came late is made up for."""


@dataclass
class _Beat:
    """Something that takes its time. begin: called when its turn comes. after, is_calm, in_hand: of a passage, which is
    known when it begins, and so are the grains after it; throw, manner: of dice.
    """

    seconds: float = 0.0
    begin: Callable[[], object] | None = None
    after: Laid | None = None
    is_calm: bool = False
    in_hand: int | None = None
    passage: Passage = field(default_factory=Passage)
    grains: Grains = ()
    throw: Throw | None = None
    manner: Manner | None = None
    happenings: tuple[Happening, ...] = ()

    @property
    def is_motion(self) -> bool:
        """Something is seen to move."""
        return self.throw is not None or bool(self.passage.flights)


class Show:
    """The things shown, and what is still to come. hear: told of what there is to be heard, when its time comes."""

    def __init__(self, laid: Laid, geometry: Geometry, hear: Hear = unheard) -> None:
        self.laid, self.geometry, self.hear = laid, geometry, hear
        self.throw: Throw | None = None
        self._grains = usual(laid)
        self._manner = Manner(is_calm=True)
        self._thrown = 1e9
        self._exchanged = -1e9
        self._waiting: deque[_Beat] = deque()
        self._current: _Beat | None = None
        self._settling: list[Settling] = []
        self._began = 0.0
        self._heard = 0
        self._now = 0.0

    @property
    def is_busy(self) -> bool:
        """Something is still to be shown."""
        return self._current is not None or bool(self._waiting)

    @property
    def is_moving(self) -> bool:
        """Checkers are on their way, or dice are falling."""
        return self._current is not None and self._current.is_motion

    def set(self, laid: Laid) -> None:
        """Shows a board at once and forgets what was to come."""
        self._waiting.clear()
        self._current = None
        self._settling.clear()
        self._thrown = 1e9
        self._grains = followed(self._grains, self.laid, laid, carried(self.laid, laid))
        self.laid = laid

    def move(self, after: Laid, seconds: float, *, is_calm: bool = False, in_hand: int | None = None) -> None:
        """The checkers are carried to where they lie on another board. seconds: for one of them on a usual way;
        is_calm: they slide; in_hand: the side whose checkers are there because a person has carried them.
        """
        self._waiting.append(_Beat(seconds, after=after, is_calm=is_calm, in_hand=in_hand))

    def roll(self, throw: Throw, manner: Manner | None) -> None:
        """Dice are thrown and come to rest; without a manner they lie there at once."""
        self._waiting.append(_Beat(throw=throw, manner=manner))

    def wait(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self._waiting.append(_Beat(seconds))

    def then(self, call: Callable[[], object]) -> None:
        """Called when everything before has been shown."""
        self._waiting.append(_Beat(begin=call))

    def happen(self, kind: str, strength: float) -> None:
        """Something is heard when everything before has been shown."""
        self.then(lambda: self.hear(Happening(kind, 0.0, strength)))

    def mark_used(self, used: tuple[float, ...]) -> None:
        """How much of each die is played."""
        if self.throw:
            self.throw = replace(self.throw, used=used)

    def exchange_dice(self, *, is_calm: bool = False) -> None:
        """The two dice change places; with little motion at once."""
        if self.throw:
            self.throw = replace(self.throw, faces=self.throw.faces[::-1], used=self.throw.used[::-1])
            self._exchanged = -1e9 if is_calm else self._now

    def skip(self) -> None:
        """Everything that waits is shown in its last state, and what was to be called is called."""
        while self.is_busy:
            self._skip_one()

    def hurry(self) -> bool:
        """Whoever presses something does not want to wait: what moves now, and what follows it already, is shown in its
        last state; what that brings about takes its time again. True when something moved.
        """
        if not self.is_moving:
            return False
        self._end(is_skipped=True)
        for _ in range(len(self._waiting)):
            if not self._waiting:  # what was called has shown another board
                break
            self._begin(self._waiting.popleft(), self._now)
            self._end(is_skipped=True)
        return True

    def _skip_one(self) -> None:
        if self._current is None:
            self._begin(self._waiting.popleft(), self._now)
        else:
            self._end(is_skipped=True)

    def step(self, now: float) -> bool:
        """Goes on to a time; True while something moves."""
        self._now, free_since = now, now
        self._settling = [one for one in self._settling if now < one.at + SETTLE]
        while True:
            if self._current is None:
                if not self._waiting:
                    return bool(self._settling) or self._exchanging < 1.0
                self._begin(self._waiting.popleft(), free_since)
                continue
            since = now - self._began
            self._tell(since)
            if since < self._current.seconds:
                if self._current.throw:
                    self._thrown = since
                return True
            free_since = max(self._began + self._current.seconds, now - _LATE)
            self._end()

    def _tell(self, since: float) -> None:
        assert self._current is not None
        happenings = self._current.happenings
        while self._heard < len(happenings) and happenings[self._heard].at <= since:
            self._heard += 1
            self.hear(happenings[self._heard - 1])

    def _begin(self, beat: _Beat, at: float) -> None:
        self._current, self._began, self._heard = beat, at, 0
        if beat.begin:
            self._current = None
            beat.begin()
            return
        if beat.after is not None:
            ways = carried(self.laid, beat.after)
            self._grains = followed(self._grains, self.laid, self.laid, ())
            beat.passage = passage(
                *(ways, self.geometry, beat.seconds),
                is_calm=beat.is_calm,
                in_hand=beat.in_hand,
                grains=self._grains,
            )
            beat.grains = followed(self._grains, self.laid, beat.after, ways)
            beat.seconds, beat.happenings = beat.passage.seconds, beat.passage.happenings
            touched = {place for way in ways for place in (way.source[0], way.target[0])}
            self._settling = [one for one in self._settling if one.place not in touched]
        if beat.throw is not None:
            self.throw = beat.throw.among(self.geometry, self.laid)
            self._manner = beat.manner or Manner(is_calm=True)
            thrown = self._course()
            assert thrown is not None
            beat.happenings = thrown.happenings
            if beat.manner is not None:
                beat.seconds, self._thrown = thrown.seconds, 0.0

    def _end(self, *, is_skipped: bool = False) -> None:
        beat, self._current = self._current, None
        if beat is None:
            return
        if beat.after is not None:
            self.laid, self._grains = beat.after, beat.grains
            if not is_skipped and not beat.is_calm:
                self._settling += [one for flight in beat.passage.flights for one in self._settles(flight)]
        if beat.throw is not None:
            self._thrown = 1e9

    def _settles(self, flight: Flight) -> list[Settling]:
        """A checker that came through the air settles; one that slid into the tray lies already."""
        if not flight.lasts and flight.manner != "held":
            return []
        place, index = flight.way.target
        is_top = len(self.laid.stacks[place]) == index + 1
        at = self._began + flight.ends
        is_open = flight.manner != "off" and is_top
        if not is_open or self._now >= at + SETTLE:
            return []
        below = self._grains[place][index - 1] if index else 0
        return [Settling(flight.way.side, place, index, at, (below, flight.grain))]

    # What is to be drawn now

    def _course(self) -> Course | None:
        return course(self.throw, self.geometry, self._manner) if self.throw else None

    def dice(self) -> list[FallingDie]:
        """The dice, falling or at rest."""
        thrown = self._course()
        found = thrown.dice(self._thrown) if thrown else []
        return exchanged(found, self._exchanging) if self._exchanging < 1.0 and len(found) == 2 else found

    def coming_dice(self) -> Iterator[FallingDie]:
        """The dice of this throw at every moment that is still to come, those at rest first."""
        thrown = self._course()
        if thrown:
            yield from thrown.lying()
            for frame in range(round((thrown.seconds - self._thrown) * _FRAMES) + 1):
                yield from thrown.dice(self._thrown + frame / _FRAMES)

    @property
    def _exchanging(self) -> float:
        """How far the dice are on their way to each other's place, 0 to 1."""
        return min(max((self._now - self._exchanged) / _EXCHANGE, 0.0), 1.0)

    def cups(self) -> list[CupShown]:
        """The cups from which they fall."""
        thrown = self._course()
        return thrown.cups(self._thrown) if thrown else []

    def landed(self) -> Laid:
        """The checkers that are where the board has them: those that lie still, and those that come to rest there."""
        beat = self._current
        if beat is None or beat.after is None:
            return self.laid
        return _without(beat.after, (flight.way.target for flight in beat.passage.flights))

    def lying(self) -> Laid:
        """The checkers that lie still."""
        away: list[tuple[int, int]] = []
        for one in self._settling:
            with_neighbour = one.index and 1 <= one.place <= 24
            away += [(one.place, one.index), *([(one.place, one.index - 1)] if with_neighbour else [])]
        return _without(self.landed(), away)

    def receiving(self) -> frozenset[int]:
        """The places on which a checker is being set down."""
        beat = self._current
        coming = {flight.way.target[0] for flight in beat.passage.flights} if beat is not None else set()
        return frozenset(coming | {one.place for one in self._settling})

    @property
    def grains(self) -> Grains:
        """Which piece of material each checker is, of those that lie and of those that are on their way to where the
        board will have them.
        """
        beat = self._current
        grains, laid = (beat.grains, beat.after) if beat and beat.after else (self._grains, self.laid)
        return grains if tuple(map(len, grains)) == tuple(map(len, laid.stacks)) else usual(laid)

    def in_the_air(self) -> list[InTheAir]:
        """The checkers that move, each where it is now; those that lie low first."""
        settling = [air for one in self._settling for air in one.now(self.geometry, self._now)]
        beat = self._current
        flights = beat.passage.flights if beat is not None else ()
        return settling + sorted((flight.at(self._now - self._began) for flight in flights), key=lambda air: air.spot.z)


def _without(laid: Laid, away: Iterable[tuple[int, int]]) -> Laid:
    """The board without some of its checkers: place and index."""
    for place, index in sorted(set(away), reverse=True):
        laid = laid.without(place, index)
    return laid
