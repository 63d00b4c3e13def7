"""What has happened in the game at each of many tables, for those who may look back."""

from __future__ import annotations

from engine_c import Step
from opponents.protocol import Happened, Happening


class Notes:
    """Of the game being played at each table, seen by either side. is_kept: False where nobody asks for it."""

    def __init__(self, tables: int, *, is_kept: bool) -> None:
        self._seen: list[tuple[list[Happened], list[Happened]]] = [([], []) for _ in range(tables)]
        self._is_kept = is_kept

    def begin(self, table: int) -> None:
        """Another game."""
        self._seen[table] = [], []

    def opened(self, table: int, dice: tuple[int, int]) -> None:
        """The opening throw, which belongs to both sides; the die of side 0 comes first."""
        if self._is_kept:
            for seen, own in zip(self._seen[table], (dice, dice[::-1]), strict=True):
                seen.append(Happened("opened", by_own=False, dice=own))

    def add(
        self,
        table: int,
        side: int,
        what: Happening,
        dice: tuple[int, int] | None = None,
        steps: tuple[Step, ...] = (),
        number: int = 0,
    ) -> None:
        """Something that a side has done."""
        if self._is_kept:
            for seer, seen in enumerate(self._seen[table]):
                seen.append(Happened(what, seer == side, dice, steps, number))

    def seen(self, table: int, side: int) -> tuple[Happened, ...]:
        """What a side may know, oldest first."""
        return tuple(self._seen[table][side])
