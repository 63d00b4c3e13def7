"""Clicks, drags and keys on the board become steps of a play being entered. What may be done, the entry knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine_c import OFF
from game.match.entry import PlayEntry
from game.match.events import NotAllowed
from game.ui.board.seen import Seen

DRAG_FROM = 5
"""Pixels, at density 1, after which a held checker is carried."""


@dataclass
class Held:
    """A checker under a pressed button: where it was taken and where the pointer is."""

    source: int
    began: tuple[float, float]
    at: tuple[float, float]
    is_carried: bool = False


class Touch:
    """Places are those of the table; the entry is asked in the mover's own numbering.

    entry: the play being entered, None while nothing may be moved. first: the die to be played first. moved: told
    after every change with True where the checker was carried by hand. refused: told why something may not be.
    """

    def __init__(
        self,
        seen: Seen,
        side: int,
        moved: Callable[[bool], None],
        refused: Callable[[NotAllowed], None],
    ) -> None:
        self.seen, self.side = seen, side
        self.entry: PlayEntry | None = None
        self.first = 0
        self.picked: int | None = None
        self.held: Held | None = None
        self.aimed: int | None = None
        self._moved, self._refused = moved, refused

    # What may be done, as places of the table

    def sources(self) -> tuple[int, ...]:
        """The places whose checker may move."""
        if self.entry is None:
            return ()
        return tuple(self.seen.shown(self.side, source) for source in self.entry.sources())

    def targets(self) -> tuple[int, ...]:
        """Where the checker that was picked up may go."""
        if self.entry is None or self.picked is None:
            return ()
        source = self.seen.called(self.side, self.picked)
        ways = self.entry.ways(source, self.first) if source is not None else {}
        return tuple(self.seen.shown(self.side, target) for target in ways)

    # The mouse

    def press(self, place: int | None, at: tuple[float, float], clicks: int = 1) -> bool:
        """The left button went down at a place. True when that means something here."""
        if self.entry is None or place is None:
            was = self.picked is not None
            self.drop()
            return was
        if self.picked is not None and place != self.picked and place in self.targets():
            self._go(self.picked, place, by_hand=False)
            return True
        if place in self.sources():
            if clicks == 2:
                return self.play_with(place, max)
            self.picked, self.aimed = place, None
            self.held = Held(place, at, at)
            return True
        if self.picked is not None and place != self.picked:
            self._go(self.picked, place, by_hand=False)
            return True
        return self._explain(place)

    def carry(self, at: tuple[float, float], density: float) -> bool:
        """The pointer moves with the button down. True while a checker is carried."""
        if self.held is None:
            return False
        self.held.at = at
        far = abs(at[0] - self.held.began[0]) + abs(at[1] - self.held.began[1])
        self.held.is_carried = self.held.is_carried or far > DRAG_FROM * density
        return self.held.is_carried

    def release(self, place: int | None) -> bool:
        """The left button went up at a place."""
        held, self.held = self.held, None
        if held is None or self.entry is None:
            return False
        if not held.is_carried:
            return True
        if place is not None and place in self.targets():
            self._go(held.source, place, by_hand=True)
        elif place is not None and place != held.source:
            self._go(held.source, place, by_hand=False)
        else:
            self.drop()
        return True

    def play_with(self, place: int, choose: Callable[[list[int]], int]) -> bool:
        """Moves the checker of a place with the higher (max) or the lower (min) die that can be played."""
        if self.entry is None:
            return False
        source = self.seen.called(self.side, place)
        dice = [step.die for step in self.entry.choices if step.source == source]
        if source is None or not dice:
            return self._explain(place)
        step = next(s for s in self.entry.choices if s.source == source and s.die == choose(dice))
        self.drop()
        self.entry.step(step)
        self._moved(False)
        return True

    # The keyboard

    def next_target(self, by: int) -> bool:
        """Aims at another of the places where the picked checker may go."""
        targets = self.targets()
        if not targets:
            return False
        index = targets.index(self.aimed) if self.aimed in targets else (-1 if by > 0 else 0)
        self.aimed = targets[(index + by) % len(targets)]
        return True

    def pick(self, place: int) -> bool:
        """Takes up the checker of a place and aims at the first place where it may go."""
        if place not in self.sources():
            return self._explain(place)
        self.picked, self.aimed = place, None
        return self.next_target(1)

    def set_down(self) -> bool:
        """Sets the picked checker down where it is aimed."""
        if self.picked is None or self.aimed is None:
            return False
        self._go(self.picked, self.aimed, by_hand=False)
        return True

    def drop(self) -> None:
        """Nothing is in the hand any more."""
        self.picked = self.held = self.aimed = None

    def undo(self) -> bool:
        """Takes the last step back."""
        if self.entry is None or not self.entry.steps:
            return False
        self.drop()
        self.entry.undo()
        self._moved(False)
        return True

    # Into the entry

    def _go(self, source: int, target: int, *, by_hand: bool) -> None:
        """Sets the checker down; where that is not allowed the entry says why."""
        assert self.entry is not None
        own_source, own_target = self.seen.called(self.side, source), self.seen.called(self.side, target)
        self.drop()
        if own_source is None or own_target is None:
            return
        try:
            self.entry.go(own_source, own_target, self.first)
        except NotAllowed as refusal:
            self._refused(refusal)
            return
        self._moved(by_hand)

    def _explain(self, place: int) -> bool:
        """Why the checker of a place may not move: the reason for the first die that gives one."""
        source = self.seen.called(self.side, place)
        if self.entry is None or source is None or source == OFF:
            return False
        if self.seen.laid(self.entry.position, self.side).side_on(place) is None:
            return False
        self._refused(self.entry.why_not(source))
        return True
