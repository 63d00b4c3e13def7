"""The engine as an opponent: a level says how well plays are judged, a style which of nearly equal ones is taken."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import OFF, Game, Play, array_of, next_part, turned
from opponents.base import BaseOpponent, finals_of
from opponents.board import Side, is_race, sides_of
from opponents.judge import WIN, equities, inverted
from opponents.levels import LEVELS, Level
from opponents.lookahead import looked_ahead, on_roll_chances
from opponents.protocol import TableView
from opponents.stakes import level_prices

Values = npt.NDArray[np.float64]
STYLE_COSTS = 0.03
"""What a style may cost at most, in points of equity by the engine's own judge."""

_FOR_OFF = 5e-4  # points of equity a checker: too little to matter where anything is still open
_SHARE_OF_TIME = 0.8  # of the seconds allowed
_LAST_ROLLS_OF_CLOCK = 40  # turns a clock should still be good for


@dataclass(frozen=True)
class Finals:
    """What a style chooses among: the board before the play and the finals, seen by the side that moves."""

    game: Game
    before: Side
    own: Side
    other: Side


class Player(BaseOpponent):
    """The built-in opponent. Styles derive from it and say what they like; the plain one plays the best it sees."""

    author: str = "Shesh Besh"
    levels: tuple[str, ...] = tuple(LEVELS)

    def __init__(self, level: str = "hard") -> None:
        super().__init__(level)
        self.strength: Level = LEVELS[level]

    def preference(self, finals: Finals) -> Values:
        """How much the style likes each final, from 0 to 1: (n,)."""
        return np.zeros(len(finals.own.count))

    def choose_play(self, view: TableView) -> Play:
        """The best play it sees, with its level's mistakes and its style's preference."""
        if len(view.plays) == 1:
            return view.plays[0]
        rows = finals_of(view.plays)
        values = self._values(view, rows)
        seen = self._seen_values(view, values)
        best = values.max()
        allowed = values >= best - max(self.strength.worst, STYLE_COSTS)
        liked = seen + STYLE_COSTS * self._likes(view, rows)
        return view.plays[int(np.argmax(np.where(allowed, liked, -np.inf)))]

    def chances(self, view: TableView) -> Values:
        """As the base says; one roll later, where the level looks ahead or errs little and the time allows."""
        rows = array_of([view.position])
        over = view.game.outcome(view.position).winner != "nobody"
        if over or self.strength.noise > 0.0 or self._seconds(view) < 0.05:
            return self._misjudged(view, super().chances(view))
        if view.on_roll:
            return np.asarray(on_roll_chances(self.judge, view.game, rows)[0])
        return np.asarray(inverted(on_roll_chances(self.judge, view.game, turned(rows)))[0])

    def _values(self, view: TableView, rows: npt.NDArray[Any]) -> Values:
        chances = self.judge.chances(view.game, rows)
        # Where all is decided the play that looks right to people is the one that bears off most.
        prices = level_prices(view)
        static = equities(chances, prices) + _FOR_OFF * rows["side"]["count"][:, 0, OFF]
        if not self.strength.candidates or view.turn is None:
            return static
        until = time.monotonic() + self._seconds(view)
        order = np.argsort(-static, kind="stable")[: self.strength.candidates]
        order = order[static[order] >= static[order[0]] - self.strength.within]
        ends = {len(play.steps): self._ends_turn(view, play) for play in view.plays}
        if len(order) < 2 or not all(ends.values()):
            return static
        later, reached = looked_ahead(
            self.judge, view.game, rows, view.turn, chances, order, lambda: time.monotonic() > until
        )
        values = static - 10.0  # what was not looked at is not preferred for want of a second look
        values[order[:reached]] = (static + equities(later, prices) - equities(chances, prices))[order[:reached]]
        return values

    def _ends_turn(self, view: TableView, play: Play) -> bool:
        assert view.turn is not None
        is_over = view.game.outcome(play.final).winner != "nobody"
        return is_over or next_part(view.game, play.final, view.turn, len(play.steps)).then == "end"

    def _seen_values(self, view: TableView, values: Values) -> Values:
        """The values as this level sees them: wrong by a little, and some plays not thought of at all."""
        level, rng = self.strength, _random(view)
        seen = values + level.noise * rng.standard_normal(len(values))
        overlooked = rng.random(len(values)) < level.overlooked
        if overlooked[values >= values.max() - level.worst].all():
            return seen
        return np.where(overlooked, -np.inf, seen)

    def _likes(self, view: TableView, rows: npt.NDArray[Any]) -> Values:
        own, other = sides_of(view.game, rows)
        before = sides_of(view.game, array_of([view.position]))
        if is_race(view.game, *before)[0]:
            return np.zeros(len(rows))
        return np.clip(self.preference(Finals(view.game, before[0], own, other)), 0.0, 1.0)

    def _misjudged(self, view: TableView, chances: Values) -> Values:
        """The cube is misjudged like plays are, half as much: 0.1 of equity is 5 % of winning chances."""
        wrong = self.strength.noise / 2 * float(_random(view).standard_normal())
        result = chances.copy()
        result[WIN] = np.clip(result[WIN] + wrong, 0.0, 1.0) if 0.02 < result[WIN] < 0.98 else result[WIN]
        return result

    def _seconds(self, view: TableView) -> float:
        """How long to think: most of what is allowed, and never more than a fair share of the clock."""
        allowed = _SHARE_OF_TIME * view.seconds
        return allowed if view.clock is None else min(allowed, view.clock / _LAST_ROLLS_OF_CLOCK)


def _random(view: TableView) -> np.random.Generator:
    """The seat's own random source: the same view and seed give the same numbers."""
    board = int.from_bytes(view.position.data, "little")
    dice = view.dice or (0, 0)
    return np.random.default_rng([view.seed & 0xFFFFFFFFFFFFFFFF, board, *dice, view.at_stake])
