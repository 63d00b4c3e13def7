"""Cube decisions that look ahead: all rolls are played on, and both sides may double on the way."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.cube import Chances, CubeView, MatchTable, Verdict, ahead_rows, efficiencies, verdict_of
from engine_c.games import Game
from engine_c.judge import CHANCES, aligned
from engine_c.mind import Held, Mind, mind_of
from engine_c.position import POSITION, rows_pointer
from engine_c.status import EngineError, call

CLOCK = time.perf_counter
ROLLS = 21
_WEIGHTS = np.array([1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)]) / 36
_SLICE = 128  # positions a call: some ten milliseconds


class _Room(threading.local):
    """Room to think in, kept by each thread."""

    def __init__(self) -> None:
        self.block = aligned(lib.bg_player_size())


_room = _Room()


def replies(
    game: Game, rows: npt.NDArray[Any], mind: Mind | None = None, end: float | None = None
) -> npt.NDArray[Any] | None:
    """What the replies to all 21 rolls (1-1, 2-1, 2-2, 3-1 and so on) that are best without looking ahead leave.

    POSITION rows, shape (n, 21), seen by the side then on roll; a finished game just changes sides. end: given up at
    that time of CLOCK, and then there is none of it. Raises EngineError.
    """
    held = Held(mind or mind_of(game))
    found = np.empty((len(rows), ROLLS), POSITION)
    pointer, into = rows_pointer(rows), ffi.from_buffer("bg_position[]", found)
    room = ffi.from_buffer(_room.block), len(_room.block)
    for start in range(0, len(rows), _SLICE):
        if end is not None and CLOCK() >= end:
            return None
        count = min(_SLICE, len(rows) - start)
        try:
            call(lib.bg_replies, held.pointer, game.record, pointer + start, count, *room, into + ROLLS * start)
        except EngineError as error:
            error.index += start
            raise
    return found


def boards_ahead(
    game: Game, rows: npt.NDArray[Any], plies: int, mind: Mind | None = None, end: float | None = None
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]] | None:
    """Each position after so many rolls and the `replies` to them.

    Returns (boards, places): POSITION rows, each different board once, for many ways lead to the same; and which of
    them stands where, shape (n * 21 ** plies,), the first roll slowest. end: as `replies`. Raises EngineError.
    """
    boards, places = _each_once(rows)
    for _ in range(plies):
        after = replies(game, boards, mind, end)
        if after is None:
            return None
        boards, found = _each_once(after.ravel())
        places = found.reshape(-1, ROLLS)[places].ravel()
    return boards, places


def _each_once(rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Different positions, and which of them stands where."""
    whole = np.ascontiguousarray(rows).view(f"S{POSITION.itemsize}")  # text is sorted fast, records are not
    different, places = np.unique(whole, return_inverse=True)
    return different.view(POSITION), places


def judged_ahead(
    game: Game,
    row: npt.NDArray[Any],
    view: CubeView,
    plies: int = 2,
    mind: Mind | None = None,
    table: MatchTable | None = None,
    end: float | None = None,
) -> tuple[Chances, Verdict] | None:
    """What may become of one position and what to do with the cube, so many rolls ahead (0 to 4; two take some
    milliseconds, each more about fifteen times as long).

    row: one POSITION row. Returns the chances of the side on roll, shape (5,), and the verdict. end: as `replies`.
    Raises EngineError.
    """
    mind = mind or mind_of(game)
    ahead = boards_ahead(game, row, plies, mind, end)
    if ahead is None:
        return None
    boards, places = ahead
    chances, shares = mind.judge.evaluate(game, boards)[0][places], efficiencies(game, boards)[places]
    mean = chances.astype(np.float64)
    for _ in range(plies):
        mean = _seen_by_other(_WEIGHTS @ mean.reshape(-1, ROLLS, len(CHANCES)))
    (found,) = ahead_rows(view, plies, chances[None], shares[None], table)
    return mean[0].astype(np.float32), verdict_of(found)


def _seen_by_other(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.stack([1 - chances[:, 0], *chances.T[3:], *chances.T[1:3]], axis=1)


def verdict_ahead(
    game: Game,
    rows: npt.NDArray[Any],
    view: CubeView,
    plies: int = 2,
    mind: Mind | None = None,
    table: MatchTable | None = None,
) -> list[Verdict]:
    """What `judged_ahead` says about the cube in POSITION rows. Raises EngineError; its index is the row."""
    found = []
    for index in range(len(rows)):
        try:
            judged = judged_ahead(game, np.ascontiguousarray(rows[index : index + 1]), view, plies, mind, table)
        except EngineError as error:
            error.index = index
            raise
        assert judged  # there was no end
        found.append(judged[1])
    return found
