"""The engine as an opponent: a level says how well plays are judged, a style which of nearly equal ones is taken."""

from __future__ import annotations

import time

import numpy as np

from engine_c import Play, array_of, chances_ahead, next_part, turned
from engine_c.cube import Verdict
from opponents.base import BaseOpponent, finals_of, loses_by_a_beaver
from opponents.choosing import Decisions, Finals, Values, choose, seed_of
from opponents.judge import inverted
from opponents.ledger import spent_in
from opponents.levels import LEVELS, Level
from opponents.protocol import DoubleAnswer, TableView
from opponents.trained import has_weights, on_roll
from opponents.worth import cube_view, lead, looked_into, misjudged, verdict, worths

_SHARE_OF_TIME = 0.5  # of the seconds allowed: a look that was begun is finished
_LAST_ROLLS_OF_CLOCK = 40  # turns a clock should still be good for
_LEAST_TIME = 0.05  # seconds below which nothing is looked into


class Player(BaseOpponent):
    """The built-in opponent. Styles derive from it and say what they like; the plain one plays the best it sees.

    weight: what the style gives for the play it likes best, in points. temper: what it gives for turning the cube and
    for taking, in points; below 0 it waits and passes earlier.
    """

    author: str = "Shesh Besh"
    levels: tuple[str, ...] = tuple(LEVELS)
    weight: float = 0.0
    temper: float = 0.0

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
        rows, cube = finals_of(view.plays), cube_view(view)
        there = turned(rows)
        values = -worths(view.game, there, on_roll(self.judge, view.game, there), cube.turned())
        if self.strength.depth.plays and self._can_look_ahead(view) and view.turn is not None:
            until = time.monotonic() + self._seconds(view)
            looked, deepest = looked_into(view.game, rows, view.turn, values, cube, self.strength.depth, until)
            values = np.where(deepest, looked, -np.inf)
        decisions = Decisions(
            view.game,
            array_of([view.position]),
            rows,
            np.zeros(len(rows), np.int64),
            values,
            np.array([seed_of(view.seed, *(view.dice or (0, 0)))], np.uint64),
            np.array([spent_in(view, self.judge, self.preference) if self.weight else 0.0]),
            np.array([lead(view.game, cube) if self.strength.gives else 0.0]),
        )
        chosen, _cost = choose(self.strength, decisions, self.preference, self.weight)
        return view.plays[int(chosen[0])]

    def chances(self, view: TableView) -> Values:
        """As the base says; looked ahead where the level does and the time allows."""
        is_over = view.game.outcome(view.position).winner != "nobody"
        plies = self.strength.depth.cube
        if is_over or not plies or not self._has_time(view) or not has_weights(view.game):
            return np.asarray(misjudged(super().chances(view)[None], self._misjudges(view))[0])
        rows = array_of([view.position if view.on_roll else view.position.turned()])
        found = np.asarray(chances_ahead(view.game, rows, plies=plies), np.float64)
        return np.asarray(found[0] if view.on_roll else inverted(found)[0])

    def verdict(self, view: TableView) -> Verdict:
        """As the base says, as far ahead as the level looks, or misjudged as it does."""
        plies = self.strength.depth.cube if self._has_time(view) else 0
        place, cube, wrong = view.position, cube_view(view), self._misjudges(view)
        if view.on_roll:
            return verdict(self.judge, view.game, place, cube, plies, wrong)
        return verdict(self.judge, view.game, place.turned(), cube.turned(), plies, -wrong)

    def wants_double(self, view: TableView) -> bool:
        """As the base says; a style doubles a little earlier or later, but never a cube that could only harm it."""
        if not view.may_double or view.own_need == 1:
            return False
        found = self.verdict(view)
        is_of_use = view.is_session or (view.own_need or 0) > view.cube
        return tempered_double(found, self.temper if is_of_use else 0.0)

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """As the base says; a style takes a little more, or less."""
        found = self.verdict(view)
        answer = tempered_take(found, self.temper)
        return (
            "beaver" if answer == "take" and view.beavers and view.is_session and loses_by_a_beaver(found) else answer
        )

    def _can_look_ahead(self, view: TableView) -> bool:
        """There is time, there are nets, and every play ends the turn."""
        if not self._has_time(view) or not has_weights(view.game):
            return False
        return all({len(play.steps): self._ends_turn(view, play) for play in view.plays}.values())

    def _ends_turn(self, view: TableView, play: Play) -> bool:
        assert view.turn is not None
        is_over = view.game.outcome(play.final).winner != "nobody"
        return is_over or next_part(view.game, play.final, view.turn, len(play.steps)).then == "end"

    def _misjudges(self, view: TableView) -> float:
        """By how much the chance to win is misjudged in this very position."""
        if not self.strength.cube_noise:
            return 0.0
        board = int.from_bytes(view.position.data, "little")
        rng = np.random.default_rng([view.seed & 0xFFFFFFFFFFFFFFFF, board, view.at_stake])
        return self.strength.cube_noise * float(rng.standard_normal())

    def _has_time(self, view: TableView) -> bool:
        return self._seconds(view) >= _LEAST_TIME * _SHARE_OF_TIME

    def _seconds(self, view: TableView) -> float:
        """How long to think: a share of what is allowed, and never more than a fair share of the clock."""
        allowed = _SHARE_OF_TIME * view.seconds
        return allowed if view.clock is None else min(allowed, view.clock / _LAST_ROLLS_OF_CLOCK)


def tempered_double(found: Verdict, temper: float) -> bool:
    """Whether a style with that temper doubles: a gain of -temper points is enough for it."""
    if not found.may_double or not temper:
        return found.doubles
    return min(found.take, found.pass_) - found.no_double > -temper


def tempered_take(found: Verdict, temper: float) -> DoubleAnswer:
    """Whether a style with that temper takes what costs it up to `temper` points more than passing."""
    return "take" if found.take <= found.pass_ + temper else "pass"
