"""What a style has cost in the game being played, found from what has happened: a seat remembers nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import (
    EngineError,
    Part,
    Position,
    Turn,
    after,
    array_of,
    chosen_part,
    first_part,
    next_part,
    plays_many,
    turn_array,
)
from opponents.board import is_race, sides_of
from opponents.choosing import STYLE_COSTS, STYLE_COSTS_A_GAME, Finals, Preference, best_of_each, owners_of
from opponents.judge import Judge, equities
from opponents.protocol import Happened, TableView


@dataclass(frozen=True)
class Decision:
    """A play that was made: the board before it seen by the side that moved, the part played, and what came of it."""

    by_own: bool
    position: Position
    turn: Turn
    final: Position


def decisions_of(view: TableView) -> list[Decision]:
    """The plays of the game so far, oldest first; none where what happened does not lead to the board that lies
    there (a position set up by hand).
    """
    game = _Game(view)
    try:
        for happened in view.history:
            game.happens(happened)
    except (EngineError, ValueError, TypeError):
        return []
    return game.decisions if game.at.position_of_own == view.position else []


@dataclass(frozen=True)
class _At:
    """How the game stands: seen by the side whose turn it is, with its turns made and those of the other."""

    by_own: bool
    position: Position
    turns: tuple[int, int] = (0, 0)
    part: Part | None = None

    @property
    def position_of_own(self) -> Position:
        return self.position if self.by_own else self.position.turned()

    def passed_on(self, part: Part | None = None) -> _At:
        """The other side's turn."""
        return _At(not self.by_own, self.position.turned(), (self.turns[1], self.turns[0] + 1), part)


class _Game:
    """What has happened, played once more. thrown: right after the dice of the present turn fell, with the number of
    decisions before; last_thrown: the same of the turn before, where a turn that is taken back goes on.
    """

    def __init__(self, view: TableView) -> None:
        self._game = view.game
        self.decisions: list[Decision] = []
        self.at = _At(True, view.game.start())
        self._thrown: tuple[_At, int] | None = None
        self._last_thrown: tuple[_At, int] | None = None

    def happens(self, happened: Happened) -> None:
        """Raises EngineError, TypeError or ValueError for what cannot be."""
        match happened.what:
            case "opened" | "rolled":
                if any(self.at.turns) and happened.what == "rolled" and happened.by_own != self.at.by_own:
                    self.at = self.at.passed_on()  # who is closed out does not roll
                assert happened.dice
                self.at = replace(self.at, part=first_part(self._game, happened.dice, self.at.turns[0]))
                self._thrown = self.at, len(self.decisions)
            case "chose":
                self.at = replace(self.at, part=chosen_part(self._game, happened.number))
            case "played":
                self._played(happened)
            case "doubled":
                self._last_thrown = None
            case "took_back":
                if self._last_thrown is None:
                    raise ValueError("nothing to take back")
                self._thrown, self._last_thrown = self._last_thrown, None
                self.at, count = self._thrown
                del self.decisions[count:]
            case _:
                pass

    def _played(self, happened: Happened) -> None:
        if not any(self.at.turns):
            self.at = replace(self.at, by_own=happened.by_own)  # who opens is seen when he plays
        if self.at.part is None or self.at.by_own != happened.by_own:
            raise ValueError("a play out of turn")
        turn = Turn(self.at.part, *self.at.turns)
        final = after(self._game, self.at.position, turn, happened.steps)
        self.decisions.append(Decision(self.at.by_own, self.at.position, turn, final))
        follow = next_part(self._game, final, turn, len(happened.steps))
        self.at = replace(self.at, position=final, part=follow.part if follow.then == "play" else None)
        if follow.then in ("end", "opponent"):
            self.at = self.at.passed_on(follow.part)
            self._thrown, self._last_thrown = None, self._thrown or self._last_thrown


def spent_in(view: TableView, judge: Judge, preference: Preference) -> float:
    """What this seat's plays of the game have cost for their style's sake, in points: those that it likes better than
    the best one and that cost no more than a style may.
    """
    own = [made for made in decisions_of(view) if made.by_own]
    if not own:
        return 0.0
    before = array_of([made.position for made in own])
    ends, finals, _steps = plays_many(view.game, before, turn_array([made.turn for made in own]))
    owner, values = owners_of(ends), equities(judge.chances(view.game, finals))
    best = best_of_each(values, ends)
    made = array_of([each.final for each in own])
    costs = values[best] - equities(judge.chances(view.game, made))
    chosen = _likes(view, before, made, preference) > _likes(view, before, finals[best], preference)
    counts = chosen & (costs > 0.0) & (costs <= STYLE_COSTS) & (np.bincount(owner) > 1)
    counts &= ~is_race(view.game, *sides_of(view.game, before))
    return float(min(costs[counts].sum(), STYLE_COSTS_A_GAME))


def _likes(
    view: TableView, before: npt.NDArray[Any], finals: npt.NDArray[Any], preference: Preference
) -> npt.NDArray[np.float64]:
    rows = np.ascontiguousarray(finals)
    return preference(Finals(view.game, *sides_of(view.game, before), *sides_of(view.game, rows)))
