"""Cube decisions that look ahead: all rolls are played on, and both sides may double on the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c.cube import CubeView, MatchTable, Verdict, ahead_rows, efficiencies, verdict_of
from engine_c.games import Game
from engine_c.judge import Judge, judge_of
from engine_c.play import Turn, turn_array
from engine_c.position import POSITION, turned
from engine_c.turn import first_part

_ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
_LATE = 99  # turns made: the rules of first turns are over


def boards_ahead(game: Game, rows: npt.NDArray[Any], plies: int, judge: Judge | None = None) -> npt.NDArray[Any]:
    """POSITION rows, shape (n * 21 ** plies,): each position after the replies to all rolls that are best without
    looking ahead, the first roll slowest, seen by the side then on roll. A finished game just changes sides. Raises
    EngineError.
    """
    judge = judge or judge_of(game)
    rolls = turn_array([Turn(first_part(game, roll, _LATE), _LATE, _LATE) for roll in _ROLLS])
    for _ in range(plies):
        boards = np.repeat(rows, len(_ROLLS)).astype(POSITION)
        turns = np.tile(rolls, len(rows))
        playing = np.repeat(game.outcomes(rows)[:, 0] == 0, len(_ROLLS))
        boards[playing] = judge.decide(game, np.ascontiguousarray(boards[playing]), turns[playing])[0]
        rows = turned(boards)
    return rows


def verdict_ahead(
    game: Game,
    rows: npt.NDArray[Any],
    view: CubeView,
    plies: int = 2,
    judge: Judge | None = None,
    table: MatchTable | None = None,
) -> list[Verdict]:
    """What to do with the cube in POSITION rows, so many rolls ahead (0 to 4; two take some milliseconds, each more
    twenty times as long). Raises EngineError.
    """
    judge = judge or judge_of(game)
    boards = boards_ahead(game, rows, plies, judge)
    chances, _ = judge.evaluate(game, boards)
    shape = (len(rows), len(_ROLLS) ** plies)
    shares = efficiencies(game, boards).reshape(*shape, 2)
    return [verdict_of(row) for row in ahead_rows(view, plies, chances.reshape(*shape, 5), shares, table)]
