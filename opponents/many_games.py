"""For builders: many games of one kind played at once, which is how judges are fitted and compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import (
    POSITION,
    Game,
    Part,
    Turn,
    chosen_part,
    first_part,
    next_part,
    plays_many,
    positions_of,
    turn_array,
    turned,
)
from opponents.choosing import best_of_each
from opponents.judge import Judge, equities

Chooser = Callable[[npt.NDArray[Any], npt.NDArray[np.int64]], npt.NDArray[np.float64]]
"""Values of finals, given the finals as POSITION rows and for each the side (0 or 1) that plays it."""

_MOST_PARTS = 4000  # games without an end are left unfinished


class ManyGames:
    """Games being played. rows: boards seen by the side on roll; side: which one that is, 0 or 1; active: games that go
    on; points: of side 0, finished games only. Sides take turns to open.
    """

    def __init__(self, game: Game, games: int, rng: np.random.Generator) -> None:
        self.game, self.rng = game, rng
        self.rows = np.repeat(np.frombuffer(game.start().data, POSITION), games)
        self.side = np.arange(games) % 2
        self.points = np.zeros(games, np.int64)
        self.active = list(range(games))
        self._turns = np.zeros((games, 2), np.int64)
        self._parts = [self._thrown(number) for number in range(games)]

    def advance(self, choose: Chooser) -> list[int]:
        """Plays one part in every active game. Returns the games whose turn it ended, finished ones included; their
        boards are still seen by the side that moved until `pass_on` is called.
        """
        turns = [self._turn(number) for number in self.active]
        boards = np.ascontiguousarray(self.rows[self.active])
        ends, finals, steps = plays_many(self.game, boards, turn_array(turns))
        counts = np.diff(np.concatenate(([0], ends.astype(np.int64))))
        best = best_of_each(choose(finals, np.repeat(self.side[self.active], counts)), ends)
        self.rows[self.active] = finals[best]
        played = (steps[best]["source"] > 0).sum(axis=1)
        moved = zip(self.active, turns, positions_of(finals[best]), played, strict=True)
        return [number for number, turn, position, count in moved if not self._goes_on(number, turn, position, count)]

    def pass_on(self, ended: Sequence[int]) -> None:
        """Counts finished games and gives the others to the other side, with a new roll."""
        if not ended:
            return
        outcomes = self.game.outcomes(np.ascontiguousarray(self.rows[list(ended)])).astype(np.int64)
        for number, (winner, level) in zip(ended, outcomes, strict=True):
            side = self.side[number]
            if winner:
                self.points[number] = level * {1: 1, 2: -1, 3: 0}[int(winner)] * (1 - 2 * side)
                self.stop(number)
                continue
            self._turns[number, side] += 1
            self.side[number] = 1 - side
            self.rows[number] = turned(self.rows[number : number + 1])[0]
            self._parts[number] = self._thrown(number)

    def stop(self, number: int) -> None:
        """Takes a game off the table."""
        self.active.remove(number)

    def _goes_on(self, number: int, turn: Turn, position: Any, played: int) -> bool:
        """Whether the side has another part to play, which is then noted. A finished game does not go on."""
        follow = next_part(self.game, position, turn, int(played))
        if follow.then == "play" and follow.part is not None:
            self._parts[number] = follow.part
        elif follow.then == "choose":
            self._parts[number] = chosen_part(self.game, int(self.rng.integers(1, 7)))
        elif follow.then == "roll":
            self._parts[number] = self._thrown(number)
        else:
            return False
        return True

    def _turn(self, number: int) -> Turn:
        side = self.side[number]
        return Turn(self._parts[number], int(self._turns[number, side]), int(self._turns[number, 1 - side]))

    def _thrown(self, number: int) -> Part:
        first, second = (int(die) for die in self.rng.integers(1, 7, 2))
        return first_part(self.game, (first, second), int(self._turns[number, self.side[number]]))


def duel(game: Game, seats: Sequence[Judge | None], games: int, seed: int) -> npt.NDArray[np.int64]:
    """Points of the first of two judges against the second, game by game, without a cube; None plays at random."""
    rng = np.random.default_rng(seed)
    table = ManyGames(game, games, rng)

    def values(finals: npt.NDArray[Any], side: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        result = rng.random(len(finals))
        for number, judge in enumerate(seats):
            mine = side == number
            if judge is not None and mine.any():
                result[mine] = equities(judge.chances(game, finals[mine]))
        return result

    for _ in range(_MOST_PARTS):
        if not table.active:
            break
        table.pass_on(table.advance(values))
    return table.points
