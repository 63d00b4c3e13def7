"""Advice: the best play of a roll and what to do with the cube, at a level, the cube and the score counted in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c.cube import Chances, CubeView, MatchTable, Verdict, efficiencies, match_table_of, verdict_rows
from engine_c.doubling import verdict_ahead
from engine_c.games import Game
from engine_c.judge import evaluate
from engine_c.play import Play
from engine_c.position import Position, array_of, turned
from engine_c.search import chances_ahead


@dataclass(frozen=True)
class Level:
    """How deep is looked. plays: stages of (rolls ahead, how many of the best plays, no more than so many points behind
    the first); cube: rolls ahead for the cube.
    """

    plays: tuple[tuple[int, int, float], ...] = ()
    cube: int = 0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "hard": Level(),
        "master": Level(plays=((1, 8, 0.16), (2, 5, 0.08)), cube=2),
    }
)


@dataclass(frozen=True)
class JudgedPlay:
    """A play, what it is worth with the cube and without, and what becomes of the game: for the side that moves."""

    play: Play
    equity: float
    cubeless: float
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    """A position before the roll, seen by the side on roll."""

    view: CubeView
    chances: tuple[float, ...]
    cubeless: float
    verdict: Verdict


def _table(game: Game, view: CubeView) -> MatchTable | None:
    return None if view.is_session else match_table_of(game)


def _cubeless(chances: Chances) -> npt.NDArray[np.float64]:
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.T.astype(np.float64)
    return np.asarray(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon)


def _worth_to_mover(game: Game, rows: npt.NDArray[Any], chances: Chances, view: CubeView) -> npt.NDArray[np.float64]:
    """Equities with the cube of finals seen by the opponent, for the side that moved; `view` is the opponent's."""
    verdicts = verdict_rows(view, chances, efficiencies(game, rows), _table(game, view))
    values = np.where(game.closed_out(rows), verdicts["no_double"], verdicts["value"])
    return -values.astype(np.float64)


def judge_plays(game: Game, plays: Sequence[Play], view: CubeView, level: Level) -> list[JudgedPlay]:
    """Legal plays of a roll, one at least, best first; `view` is that of the side that moves. Raises EngineError.

    The first is the best of those looked into deepest. A play that was not worth so much looking keeps the equity it
    had, even where that seems better.
    """
    view = view.turned()
    rows = turned(array_of([play.final for play in plays]))
    chances = evaluate(game, rows)
    worth = _worth_to_mover(game, rows, chances, view)
    depth = np.zeros(len(plays), int)
    for plies, keep, within in level.plays:
        order = _order(plays, worth, depth)
        near = order[:keep][worth[order[:keep]] >= worth[order[0]] - within]
        chosen = np.ascontiguousarray(rows[near])
        chances[near] = chances_ahead(game, chosen, plies=plies)
        worth[near] = _worth_to_mover(game, chosen, np.ascontiguousarray(chances[near]), view)
        depth[near] = plies
    best = _order(plays, worth, depth)[0]
    depth[:] = 0
    depth[best] = 1
    mine = np.stack([1 - chances[:, 0], chances[:, 3], chances[:, 4], chances[:, 1], chances[:, 2]], axis=1)
    cubeless = _cubeless(mine)
    return [
        JudgedPlay(plays[i], float(worth[i]), float(cubeless[i]), tuple(map(float, mine[i])))
        for i in _order(plays, worth, depth)
    ]


def _order(plays: Sequence[Play], worth: npt.NDArray[np.float64], depth: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Places of the plays: the deepest first, among them the best, of equal ones what bears off more."""
    off = np.array([play.final.own[0] for play in plays])
    return np.lexsort((-off, -worth.round(6), -depth))


def judge_cube(game: Game, position: Position, view: CubeView, level: Level) -> Judged:
    """The position before the roll. Raises EngineError."""
    if _has_no_turn(game, position):
        view = replace(view, is_fixed=True)
    rows = array_of([position])
    chances = chances_ahead(game, rows, plies=level.cube) if level.cube else evaluate(game, rows)
    verdict = verdict_ahead(game, rows, view, level.cube, table=_table(game, view))[0]
    return Judged(view, tuple(map(float, chances[0])), float(_cubeless(chances)[0]), verdict)


def _has_no_turn(game: Game, position: Position) -> bool:
    """Over, or closed out: who cannot roll cannot double."""
    return game.outcome(position).winner != "nobody" or game.is_closed_out(position)
