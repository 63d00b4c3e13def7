"""Advice: the best play of a roll and what to do with the cube, at a level or within a time, the cube and the score
counted in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import endings as exact
from engine_c.cube import (
    Chances,
    CubeView,
    MatchTable,
    Owner,
    Verdict,
    efficiencies,
    match_table_of,
    settled,
    verdict_of,
    verdict_rows,
)
from engine_c.doubling import judged_ahead
from engine_c.games import Game
from engine_c.mind import Mind, mind_of
from engine_c.play import Play
from engine_c.position import Position, array_of, turned
from engine_c.search import look_ahead

CLOCK = time.perf_counter
_COLUMNS: Mapping[Owner, str] = MappingProxyType({None: "centred", "own": "own", "opponent": "other"})


@dataclass(frozen=True)
class Level:
    """How deep is looked. plays: stages of (rolls ahead, how many of the best plays, no more than so many points behind
    the first). cube: rolls ahead for the cube.
    """

    plays: tuple[tuple[int, int, float], ...] = ()
    cube: int = 0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {"hard": Level(), "master": Level(plays=((1, 10, 0.20), (2, 6, 0.10), (3, 3, 0.03)), cube=3)}
)

ANY_TIME = Level(plays=((1, 10, 0.20), (2, 6, 0.10), (3, 3, 0.03), (3, 5, 0.06), (4, 3, 0.02)), cube=3)
"""What is looked into for as long as there is time. Four rolls ahead at the cube take fifteen times as long and are no
nearer the bench (0.32 for 0.10)."""


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


def _worth_to_mover(
    game: Game, rows: npt.NDArray[Any], chances: Chances, view: CubeView, endings: exact.Table | None
) -> npt.NDArray[np.float64]:
    """Equities with the cube of finals seen by the opponent, for the side that moved; `view` is the opponent's."""
    verdicts = verdict_rows(view, chances, efficiencies(game, rows), _table(game, view))
    values = np.where(game.closed_out(rows), verdicts["no_double"], verdicts["value"]).astype(np.float64)
    for place, verdict in _exact(game, rows, view, endings):
        values[place] = verdict.value
    return np.asarray(-values)


def _exact(
    game: Game, rows: npt.NDArray[Any], view: CubeView, endings: exact.Table | None
) -> Iterator[tuple[int, Verdict]]:
    """The verdicts of those rows that the table knows with their cube: in sessions."""
    if endings is None or not view.is_session:
        return
    worths, known = exact.worths(endings, game, np.ascontiguousarray(rows))
    column = exact.WORTHS.index("cubeless" if view.is_fixed else _COLUMNS[view.owner])
    for place in np.flatnonzero(known):
        no_double, take = worths[place, column], 2 * worths[place, exact.WORTHS.index("other")]
        yield int(place), settled(view, float(no_double), float(take))


def judge_plays(
    game: Game,
    plays: Sequence[Play],
    view: CubeView,
    level: Level,
    seconds: float | None = None,
    endings: exact.Table | None = None,
) -> list[JudgedPlay]:
    """Legal plays of a roll, one at least, best first; `view` is that of the side that moves. Raises EngineError.

    The first is the best of those looked into deepest. A play that was not worth so much looking keeps the equity it
    had, even where that seems better. seconds: what is not looked into by then is left out, but every play is judged.
    endings: with this table (`engine_c.endings`) what it holds is exact, in sessions with the cube, too.
    """
    mind = _mind(game, endings)
    end = None if seconds is None else CLOCK() + seconds
    view = view.turned()
    rows = turned(array_of([play.final for play in plays]))
    chances = mind.judge.evaluate(game, rows)[0]
    worth = _worth_to_mover(game, rows, chances, view, endings)
    depth = np.zeros(len(plays), int)
    for plies, keep, within in level.plays:
        order = _order(plays, worth, depth)
        near = order[:keep][worth[order[:keep]] >= worth[order[0]] - within]
        found = _looked_into(game, rows[near], plies, end, mind)
        if len(found) < min(len(near), 2):  # one alone is compared with nobody
            break
        near = near[: len(found)]
        chances[near] = found
        worth[near] = _worth_to_mover(game, np.ascontiguousarray(rows[near]), found, view, endings)
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


def _mind(game: Game, endings: exact.Table | None) -> Mind:
    mind = mind_of(game)
    return mind if endings is None else replace(mind, judge=exact.with_endings(mind.judge, endings))


def _looked_into(game: Game, rows: npt.NDArray[Any], plies: int, end: float | None, mind: Mind) -> Chances:
    """Chances of as many of the rows, from the first on, as there is time for; without an end, of all."""
    if end is None:
        *_, chances = look_ahead(game, np.ascontiguousarray(rows), plies=plies, mind=mind)
        return chances
    found = np.empty((0, 5), np.float32)
    for i in range(len(rows)):
        whole = list(look_ahead(game, np.ascontiguousarray(rows[i : i + 1]), plies=plies, mind=mind, end=end))
        if not whole:
            break
        found = np.concatenate([found, whole[-1]])
    return found


def _order(plays: Sequence[Play], worth: npt.NDArray[np.float64], depth: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Places of the plays: the deepest first, among them the best, of equal ones what bears off more."""
    off = np.array([play.final.own[0] for play in plays])
    return np.lexsort((-off, -worth.round(4), -depth))


def judge_cube(
    game: Game,
    position: Position,
    view: CubeView,
    level: Level,
    seconds: float | None = None,
    endings: exact.Table | None = None,
) -> Judged:
    """The position before the roll. seconds: ever further ahead, as far as there is time for. endings: as
    `judge_plays`. Raises EngineError.
    """
    mind = _mind(game, endings)
    end = None if seconds is None else CLOCK() + seconds
    if _has_no_turn(game, position):
        view = replace(view, is_fixed=True)
    rows = array_of([position])
    for _place, verdict in _exact(game, rows, view, endings):
        return _judged(view, mind.judge.evaluate(game, rows)[0][0], verdict)
    table = _table(game, view)
    first = level.cube if end is None else 0
    found = _ahead(game, rows, view, first, mind, table)
    assert found  # there was no end
    for plies in range(first + 1, level.cube + 1):
        further = _ahead(game, rows, view, plies, mind, table, end)
        if further is None:
            break
        found = further
    return _judged(view, *found)


def _ahead(
    game: Game,
    rows: npt.NDArray[Any],
    view: CubeView,
    plies: int,
    mind: Mind,
    table: MatchTable | None,
    end: float | None = None,
) -> tuple[Chances, Verdict] | None:
    """As `judged_ahead`; a cube that nobody can turn leaves the chances alone to be looked into."""
    if not view.is_fixed:
        return judged_ahead(game, rows, view, plies, mind, table, end)
    whole = list(look_ahead(game, rows, plies=plies, mind=mind, end=end))
    if not whole:
        return None
    return whole[-1][0], verdict_of(verdict_rows(view, whole[-1], efficiencies(game, rows), table)[0])


def _judged(view: CubeView, chances: Chances, verdict: Verdict) -> Judged:
    return Judged(view, tuple(map(float, chances)), float(_cubeless(chances[None])[0]), verdict)


def _has_no_turn(game: Game, position: Position) -> bool:
    """Over, or closed out: who cannot roll cannot double."""
    return game.outcome(position).winner != "nobody" or game.is_closed_out(position)
