"""The board as it is seen from one side of the screen: whose checkers lie where, and who calls a place what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine_c import Game, Position
from game.ui.board import geometry as table


@dataclass(frozen=True, slots=True)
class Laid:
    """stacks: for every place of the table the sides of its checkers, from the rim (or the ground) on."""

    stacks: tuple[tuple[int, ...], ...]

    def count(self, place: int) -> int:
        """How many checkers lie there."""
        return len(self.stacks[place])

    def side_on(self, place: int) -> int | None:
        """Whose checker lies uppermost there, None where there is none."""
        stack = self.stacks[place]
        return stack[-1] if stack else None

    def without(self, place: int, index: int) -> Laid:
        """The board with one checker in somebody's hand."""
        stacks = list(self.stacks)
        stacks[place] = stacks[place][:index] + stacks[place][index + 1 :]
        return Laid(tuple(stacks))

    def checkers(self) -> Iterator[tuple[int, int, int]]:
        """Place, index and side of every checker."""
        for place, stack in enumerate(self.stacks):
            for index, side in enumerate(stack):
                yield place, index, side


@dataclass(frozen=True, slots=True)
class Seen:
    """bottom: the side that sits at the bottom of the screen."""

    game: Game
    bottom: int = 0

    def shown(self, side: int, place: int) -> int:
        """The place of the table that a side calls `place` (points 1 to 24, bar 25, reserve 26, off 0)."""
        if side == self.bottom:
            return place
        if 1 <= place <= 24:
            return (place + 11) % 24 + 1 if self.game.is_parallel else 25 - place
        return {0: table.OTHER_TRAY, 25: table.OTHER_BAR, 26: table.OTHER_RESERVE}[place]

    def called(self, side: int, place: int) -> int | None:
        """What a side calls a place of the table, None for the bars and trays of the other."""
        if side == self.bottom:
            return place if place <= table.RESERVE else None
        if 1 <= place <= 24:
            return (place + 11) % 24 + 1 if self.game.is_parallel else 25 - place
        return {table.OTHER_TRAY: 0, table.OTHER_BAR: 25, table.OTHER_RESERVE: 26}.get(place)

    def laid(self, position: Position, side: int) -> Laid:
        """The checkers of a position that is seen by `side`."""
        stacks: list[list[int]] = [[] for _ in range(table.PLACES)]
        counts = ((side, position.own, position.pinned_own), (1 - side, position.opponent, position.pinned_opponent))
        for owner, _, pinned in counts:
            for point in pinned:
                stacks[self.shown(owner, point)].append(owner)
        for owner, places, pinned in counts:
            for place, count in enumerate(places):
                if place not in pinned:
                    stacks[self.shown(owner, place)].extend([owner] * count)
        return Laid(tuple(tuple(stack) for stack in stacks))


@dataclass(frozen=True, slots=True)
class Carried:
    """A checker on its way: where from and where to, as place and index in the stack."""

    side: int
    source: tuple[int, int]
    target: tuple[int, int]


def carried(before: Laid, after: Laid) -> list[Carried]:
    """What has to be carried where so that one board becomes the other."""
    ways: list[Carried] = []
    for side in (0, 1):
        left = [
            (place, index)
            for place in range(table.PLACES)
            for index in _changed(before.stacks[place], after.stacks[place], side)
        ]
        come = [
            (place, index)
            for place in range(table.PLACES)
            for index in _changed(after.stacks[place], before.stacks[place], side)
        ]
        ways += [Carried(side, source, target) for source, target in zip(left, come, strict=False)]
    return ways


def _changed(stack: tuple[int, ...], other: tuple[int, ...], side: int) -> list[int]:
    """The indices of the uppermost checkers of a side that are more here than there."""
    surplus = stack.count(side) - other.count(side)
    own = [index for index, owner in enumerate(stack) if owner == side]
    return own[len(own) - surplus :] if surplus > 0 else []
