"""What a plugin may derive from: every question is answered by the built-in judge until a plugin knows better."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Play, Position, Turn, array_of, chosen_part, legal_plays, turned
from opponents import cube, resignation
from opponents.judge import Judge, equities, inverted
from opponents.protocol import PROTOCOL, BeaverAnswer, DoubleAnswer, RaccoonAnswer, TableView
from opponents.trained import Trained


class BaseOpponent:
    """A seat with a sensible answer to everything.

    What the list of opponents shows: name, author, a description by language ('en' where there is no better one), the
    levels it can be asked for (a plugin is called with one of them), and the keys of the games it plays, empty for all.
    """

    protocol: int = PROTOCOL
    name: str = ""
    author: str = ""
    description: Mapping[str, str] = MappingProxyType({})
    levels: tuple[str, ...] = ("medium",)
    games: tuple[str, ...] = ()
    judge: Judge = Trained()

    def __init__(self, level: str = "medium") -> None:
        if level not in self.levels:
            raise ValueError(f"there is no level {level!r} (there are: {', '.join(self.levels)})")
        self.level = level

    def choose_play(self, view: TableView) -> Play:
        """The play that leaves the best position, without a second look."""
        values = equities(self.judge.chances(view.game, finals_of(view.plays)))
        return view.plays[int(values.argmax())]

    def chances(self, view: TableView) -> npt.NDArray[np.float64]:
        """The five chances of `opponents.judge` for the seat that answers, before the dice fall."""
        rows = array_of([view.position])
        if view.on_roll:
            return np.asarray(inverted(self.judge.chances(view.game, turned(rows)))[0])
        return np.asarray(self.judge.chances(view.game, rows)[0])

    def wants_double(self, view: TableView) -> bool:
        """Doubles where it is allowed and worth it."""
        return view.may_double and cube.wants_double(self._cube(view), view)

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """Takes what is worth more than passing, and beavers what it would rather own at twice the price."""
        here = self._cube(view)
        if not cube.accepts(here, view.at_stake, "own"):
            return "pass"
        is_wrong_double = view.beavers and view.is_session and cube.offered(here, view.at_stake, "own") > 0.0
        return "beaver" if is_wrong_double else "take"

    def answer_beaver(self, view: TableView) -> BeaverAnswer:
        """Accepts what is worth more than passing, and raccoons where it still has the better of it."""
        here = self._cube(view)
        if not cube.accepts(here, view.at_stake, "opponent"):
            return "pass"
        is_better_off = view.raccoons and cube.offered(here, view.at_stake, "opponent") > 0.0
        return "raccoon" if is_better_off else "accept"

    def answer_raccoon(self, view: TableView) -> RaccoonAnswer:
        """Accepts what is worth more than passing."""
        return "accept" if cube.accepts(self._cube(view), view.at_stake, "own") else "pass"

    def choose_number(self, view: TableView) -> int:
        """The double whose best play leaves the best position."""
        return max(range(1, 7), key=lambda number: self._best_with(view, number))

    def resigns(self, view: TableView) -> int:
        """Gives up hopeless races, at the level that is lost anyway."""
        return resignation.resigns(view, self.chances(view)) if view.resignation_levels else 0

    def accepts_resignation(self, view: TableView) -> bool:
        """Accepts what is worth at least what playing on promises."""
        return resignation.accepts_resignation(view, self._cube(view))

    def _cube(self, view: TableView) -> cube.CubePosition:
        return cube.cube_position(view, self.chances(view))

    def _best_with(self, view: TableView, number: int) -> float:
        turns = (view.turn.own_turns, view.turn.opponent_turns) if view.turn else (0, 0)
        plays = legal_plays(view.game, view.position, Turn(chosen_part(view.game, number), *turns))
        return float(equities(self.judge.chances(view.game, finals_of(plays))).max())


def finals_of(plays: tuple[Play, ...]) -> npt.NDArray[Any]:
    """The finals of plays as POSITION rows."""
    finals: list[Position] = [play.final for play in plays]
    return array_of(finals)
