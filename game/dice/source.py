"""Sources of throws: the referee asks one of them and never knows which."""

from __future__ import annotations

from random import Random
from typing import Protocol

from game.errors import GameError

Throw = tuple[int, int]
"""Two dice in the order thrown; of an opening throw the first is side 0's, the second side 1's."""


class DiceSource(Protocol):
    """Answers with the next throw."""

    def throw(self) -> Throw:
        """Two numbers from 1 to 6. Raises GameError when there is none to give."""


class SeededDice:
    """The same throws for the same seed: for tests, and for playing the same dice again."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def throw(self) -> Throw:
        """The next throw."""
        return self._random.randint(1, 6), self._random.randint(1, 6)


class TypedDice:
    """Throws of real dice, typed in beforehand; each is used once."""

    def __init__(self) -> None:
        self._waiting: Throw | None = None

    def enter(self, first: int, second: int) -> None:
        """Sets or corrects the next throw. Raises GameError for a number that no die shows."""
        for number in (first, second):
            if not 1 <= number <= 6:
                raise GameError("bad_dice", given=f"{first}-{second}")
        self._waiting = first, second

    def throw(self) -> Throw:
        """The throw that was entered. Raises GameError when none waits."""
        if self._waiting is None:
            raise GameError("dice_not_entered")
        throw, self._waiting = self._waiting, None
        return throw
