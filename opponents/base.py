"""What a plugin may derive from: every question is answered by the built-in judge until a plugin knows better."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import Play, Position, Turn, array_of, chosen_part, legal_plays
from engine_c.cube import Verdict, resignations
from opponents.judge import LOSE_GAMMON, Judge, equities, inverted
from opponents.protocol import PROTOCOL, BeaverAnswer, DoubleAnswer, RaccoonAnswer, TableView
from opponents.trained import Trained, on_roll
from opponents.worth import cube_view, shares, table_of, verdict


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
            return np.asarray(on_roll(self.judge, view.game, rows)[0])
        return np.asarray(self.judge.chances(view.game, rows)[0])

    def verdict(self, view: TableView) -> Verdict:
        """What the side on roll should do with the cube, seen by that side."""
        place, cube = view.position, cube_view(view)
        if view.on_roll:
            return verdict(self.judge, view.game, place, cube)
        return verdict(self.judge, view.game, place.turned(), cube.turned())

    def wants_double(self, view: TableView) -> bool:
        """Doubles where it is allowed and worth it. One point away from the match nothing is left to be won by it."""
        return view.may_double and view.own_need != 1 and self.verdict(view).doubles

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """Takes what is worth more than passing, and beavers what it would rather own at twice the price."""
        found = self.verdict(view)
        if not found.takes:
            return "pass"
        return "beaver" if view.beavers and view.is_session and loses_by_a_beaver(found) else "take"

    def answer_beaver(self, view: TableView) -> BeaverAnswer:
        """Accepts what is worth more than passing, and raccoons where it still has the better of it."""
        found = self.verdict(view)
        if not found.accepts_beaver:
            return "pass"
        return "raccoon" if view.raccoons and found.take > 0.0 else "accept"

    def answer_raccoon(self, view: TableView) -> RaccoonAnswer:
        """Accepts what is worth more than passing: four times as much is at stake as when a double was to be taken."""
        return "accept" if self.verdict(view).takes else "pass"

    def choose_number(self, view: TableView) -> int:
        """The double whose best play leaves the best position."""
        return max(range(1, 7), key=lambda number: self._best_with(view, number))

    def resigns(self, view: TableView) -> int:
        """Gives up hopeless races, at the level that is lost anyway; never again for what the other side refused."""
        levels = [level for level in view.resignation_levels if level > refused_in(view)]
        if not levels:
            return 0
        offer, _enough = self._resignation(view, array_of([view.position]), self.chances(view))
        return offer if offer in levels else 0

    def accepts_resignation(self, view: TableView) -> bool:
        """Accepts what is worth at least what playing on promises."""
        rows, chances = array_of([view.position.turned()]), inverted(self.chances(view)[None])[0]
        _offer, enough = self._resignation(view, rows, chances, by_other=True)
        return view.resigned >= enough

    def _resignation(
        self, view: TableView, rows: npt.NDArray[Any], chances: npt.NDArray[np.float64], *, by_other: bool = False
    ) -> tuple[int, int]:
        """The level that may be offered, and the least that is to be accepted. rows, chances: of who may resign."""
        cube = cube_view(view).turned() if by_other else cube_view(view)
        table = None if cube.is_session else table_of(view.game)
        if view.resignation_levels:
            chances = _counted(chances, max(view.resignation_levels))
        offers, enough = resignations(cube, view.game, rows, chances[None], shares(view.game, rows), table)
        return int(offers[0]), int(enough[0])

    def _best_with(self, view: TableView, number: int) -> float:
        turns = (view.turn.own_turns, view.turn.opponent_turns) if view.turn else (0, 0)
        plays = legal_plays(view.game, view.position, Turn(chosen_part(view.game, number), *turns))
        return float(equities(self.judge.chances(view.game, finals_of(plays))).max())


def refused_in(view: TableView) -> int:
    """The highest level that this seat has offered to lose in the game, and was refused; 0 for none.

    Only more is worth another offer: the other side hopes for it.
    """
    pairs = zip(view.history, view.history[1:], strict=False)
    return max((offer.number for offer, reply in pairs if offer.by_own and reply.what == "refused"), default=0)


def loses_by_a_beaver(found: Verdict) -> bool:
    """The doubler fares no better when his double is beavered: by passing that, he loses as much as by playing on."""
    return found.take < 0.0 and found.beaver <= found.take


def _counted(chances: npt.NDArray[np.float64], most: int) -> npt.NDArray[np.float64]:
    """The chances where no loss counts more than that level."""
    result = chances.copy()
    result[LOSE_GAMMON + most - 1 :] = 0.0
    return result


def finals_of(plays: tuple[Play, ...]) -> npt.NDArray[Any]:
    """The finals of plays as POSITION rows."""
    finals: list[Position] = [play.final for play in plays]
    return array_of(finals)
