"""What positions are worth with the cube and the score, for arrays of boards: static, or looked into.

Everything rests on `engine_c.cube`; this only turns what a seat sees into what the engine is asked.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import OFF, EngineError, Game, Turn, array_of, chances_ahead, turned
from engine_c.advice import Level as Depth
from engine_c.cube import (
    MOST_NEED,
    CubeView,
    MatchTable,
    Verdict,
    efficiencies,
    match_chance,
    match_table,
    verdict_of,
    verdict_rows,
)
from engine_c.doubling import verdict_ahead
from engine_c.play import TURN
from engine_c.position import Position
from opponents.judge import Chances, Judge
from opponents.protocol import TableView
from opponents.trained import Trained, has_weights, on_roll

Values = npt.NDArray[np.float64]
_USUAL_EFFICIENCY = 0.65
_MOST_CUBE = 1 << 20
_FEW_CHECKERS, _LAST_ROLLS = 4, 2


def cube_view(view: TableView) -> CubeView:
    """The cube and the score as the engine has them, seen by the seat that answers."""
    needs = (view.own_need, view.opponent_need)
    if view.is_session or None in needs:
        own = other = None
    else:
        own, other = (min(max(need or 1, 1), MOST_NEED) for need in needs)
    is_last_point = 1 in (own, other)
    if not view.game.has_cube:
        return CubeView(own_need=own, opponent_need=other, is_fixed=True)
    is_session = own is None
    return CubeView(
        min(view.cube, _MOST_CUBE),
        view.cube_owner,
        own,
        other,
        is_fixed=view.is_crawford or (own, other) == (1, 1),
        is_after_crawford=is_last_point,
        jacoby=is_session and view.jacoby,
        beavers=is_session and view.beavers,
        raccoons=is_session and view.beavers and view.raccoons,
    )


@lru_cache(maxsize=64)
def table_of(game: Game) -> MatchTable:
    """Chances to win a match; of a game without a cube from what is known of its start."""
    if game.has_cube:
        return match_table()
    chances = on_roll(Trained(), game, array_of([game.start()]))[0]
    return MatchTable.without_cube([float(chance) for chance in chances], game.winner_opens)


def shares(game: Game, rows: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Efficiencies of the cube; without the table of races at home, usual ones."""
    try:
        return efficiencies(game, rows)
    except EngineError:
        return np.full((len(rows), 2), _USUAL_EFFICIENCY, np.float32)


def worths(game: Game, rows: npt.NDArray[Any], chances: Chances, view: CubeView) -> Values:
    """Equities with the cube of the side on roll, whose `view` it is. Who is out, or over, cannot double."""
    table = None if view.is_session else table_of(game)
    verdicts = verdict_rows(view, chances, shares(game, rows), table)
    is_stuck = game.closed_out(rows) | (game.outcomes(rows)[:, 0] != 0)
    return np.asarray(np.where(is_stuck, verdicts["no_double"], verdicts["value"]), np.float64)


def looked_into(
    game: Game,
    finals: npt.NDArray[Any],
    turn: Turn,
    values: Values,
    view: CubeView,
    depth: Depth,
    until: float = float("inf"),
) -> tuple[Values, npt.NDArray[np.bool_]]:
    """The values of finals of one turn, the best of them looked into as far as `depth` says and the time allows.

    finals, values, view: seen by the side that moved. until: by `time.monotonic()`. Returns
    the values and which of them are comparable: those looked into deepest.
    """
    values, deepest = values.copy(), np.ones(len(values), bool)
    rows = turned(finals)
    turns = np.zeros(len(rows), TURN)
    turns["own_turns"], turns["opponent_turns"] = turn.opponent_turns, turn.own_turns + 1
    for plies, keep, within in depth.plays:
        candidates = np.flatnonzero(deepest)
        order = candidates[np.argsort(-values[candidates], kind="stable")][:keep]
        near = order[values[order] >= values[order[0]] - within]
        if len(near) < 2 or time.monotonic() > until:
            break
        there = np.ascontiguousarray(rows[near])
        found = chances_ahead(game, there, np.ascontiguousarray(turns[near]), plies)
        values[near] = -worths(game, there, np.asarray(found, np.float64), view.turned())
        deepest[:] = False
        deepest[near] = True
    return values, deepest


def verdict(
    judge: Judge, game: Game, position: Position, view: CubeView, plies: int = 0, win_misjudged: float = 0.0
) -> Verdict:
    """What to do with the cube, for the side on roll. win_misjudged: added to its chances, where they are open."""
    return verdicts(judge, game, array_of([position]), view, plies, np.array([win_misjudged]))[0]


def verdicts(
    judge: Judge, game: Game, rows: npt.NDArray[Any], view: CubeView, plies: int, win_misjudged: Values
) -> list[Verdict]:
    """`verdict` of n positions with the same cube and score.

    The last rolls are always looked into: what a cube is still good for then depends on each of them.
    """
    table = None if view.is_session else table_of(game)
    chances = misjudged(on_roll(judge, game, rows), win_misjudged)
    found = [verdict_of(row) for row in verdict_rows(view, chances, shares(game, rows), table)]
    is_stuck = game.closed_out(rows) | (game.outcomes(rows)[:, 0] != 0)
    ahead = np.full(len(rows), plies)
    if game.has_cube and has_weights(game) and not view.is_fixed:
        ahead[_is_ending(game, rows)] = np.maximum(plies, _LAST_ROLLS)
        for depth in sorted(set(ahead[~is_stuck]) - {0}):
            chosen = np.flatnonzero((ahead == depth) & ~is_stuck)
            there = np.ascontiguousarray(rows[chosen])
            for index, each in zip(chosen, verdict_ahead(game, there, view, int(depth), table=table), strict=True):
                found[index] = each
    if is_stuck.any() and not view.is_fixed:
        fixed = verdicts(
            judge, game, np.ascontiguousarray(rows[is_stuck]), replace(view, is_fixed=True), 0, win_misjudged[is_stuck]
        )
        for index, each in zip(np.flatnonzero(is_stuck), fixed, strict=True):
            found[index] = each
    return found


def _is_ending(game: Game, rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """A side has so few checkers left that it may be out in two rolls."""
    left = game.checkers - rows["side"]["count"][:, :, OFF].astype(np.int64)
    return np.asarray(left.min(axis=1) <= _FEW_CHECKERS)


def misjudged(chances: Chances, by: Values | float) -> Chances:
    """Chances with another chance to win, the shares of gammons among wins and losses kept; certainty stays."""
    result = np.array(chances, np.float64)
    win = result[:, 0]
    is_open = (win > 0.02) & (win < 0.98) & (np.asarray(by) != 0.0)
    wrong = np.where(is_open, np.clip(win + by, 0.01, 0.99), win)
    grown = np.divide(wrong, win, out=np.ones_like(win), where=is_open)
    shrunk = np.divide(1.0 - wrong, 1.0 - win, out=np.ones_like(win), where=is_open)
    result[:, 0] = wrong
    result[:, 1:3] *= grown[:, None]
    result[:, 3:5] *= shrunk[:, None]
    return result


def lead(game: Game, view: CubeView) -> float:
    """How far ahead the score is, from -1 to 1, before this game; 0 in a session."""
    return 0.0 if view.is_session else 2.0 * match_chance(view, 0, table_of(game)) - 1.0
