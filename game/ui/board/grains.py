"""Which piece of wood, ivory or stone each checker is: it stays the same wherever the checker goes."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.board.seen import Carried, Laid

Grains = tuple[tuple[int, ...], ...]
"""For every place of the table the grains of its checkers, from the rim on."""


def usual(laid: Laid) -> Grains:
    """Of checkers that have not moved yet."""
    return tuple(tuple(place * 7 + index for index in range(len(stack))) for place, stack in enumerate(laid.stacks))


def followed(grains: Grains, before: Laid, after: Laid, ways: Sequence[Carried]) -> Grains:
    """The grains after checkers have gone these ways from one board to another."""
    if tuple(map(len, grains)) != tuple(map(len, before.stacks)):
        grains = usual(before)
    sources = {way.source for way in ways}
    arrived = {way.target: grains[way.source[0]][way.source[1]] for way in ways}
    found = []
    for place, stack in enumerate(after.stacks):
        stayed = (grain for index, grain in enumerate(grains[place]) if (place, index) not in sources)
        found.append(
            tuple(
                arrived[place, index] if (place, index) in arrived else next(stayed, place * 7 + index)
                for index in range(len(stack))
            )
        )
    return tuple(found)
