"""Arrays of positions in, arrays of outcome chances out; the best play of many rolls without looking ahead.

The nets and the bear-off table lie in `weights/`. A file is read when it is first needed and then kept; any number of
threads may ask at once.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import simd as instructions
from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.play import STEPS, TURN
from engine_c.position import POSITION, rows_pointer
from engine_c.status import EngineError, call, workspace

FOLDER = Path(__file__).resolve().parent / "weights"
CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")

WEIGHTS: Mapping[str, str] = MappingProxyType(
    {
        "backgammon": "backgammon",
        "tavla": "backgammon",
        "portes": "backgammon",
        "nackgammon": "backgammon",
        "nackgammon_41": "backgammon",
        "longgammon": "backgammon",
        "hyper": "hyper",
        "plakoto": "plakoto",
        "mahbusa": "mahbusa",
        "tapa": "mahbusa",
        "fevga": "fevga",
        "moultezim": "fevga",
        "gulbara": "gulbara",
        "nardy": "nardy",
        "aceydeucey_us": "aceydeucey",
        "aceydeucey_eu": "aceydeucey",
        "aceydeucey_seed": "aceydeucey",
    }
)
"""Which file of weights judges which game."""

BEAR_OFF = "bearoff.z"
_SLICE = 4096  # positions a call: about two milliseconds


class _Room(threading.local):
    """Room for the finals of one roll, kept by each thread."""

    def __init__(self) -> None:
        self.candidates = np.empty(512, POSITION)
        self.steps = np.empty(512, STEPS)


_room = _Room()


def aligned(size: int, to: int = 64) -> npt.NDArray[np.uint8]:
    """Fresh memory of `size` zero bytes whose address `to` divides."""
    block = np.zeros(size + to, np.uint8)
    offset = -block.ctypes.data % to
    return block[offset : offset + size]


@dataclass(frozen=True, slots=True)
class Judge:
    """Nets ready to judge positions of the kind of game they were trained for. Made by `Judge.of` or `judge_of`."""

    block: npt.NDArray[np.uint8]
    bear_off: npt.NDArray[np.uint8] | None
    endings: npt.NDArray[np.uint8] | None = None

    @classmethod
    def of(cls, weights: bytes, bear_off: npt.NDArray[np.uint8] | None = None) -> Judge:
        """A judge from the bytes of a file of weights, and the bear-off table if there is one.

        Raises EngineError: CUT_WEIGHTS, NO_WEIGHTS, OTHER_WEIGHTS (version), SPOILED_WEIGHTS (checksum, ranges).
        """
        source = aligned(len(weights))
        source[:] = np.frombuffer(weights, np.uint8)
        pointer, needed = ffi.from_buffer("uint8_t[]", source), ffi.new("size_t *")
        call(lib.bg_judge_size, pointer, len(weights), needed)
        block = aligned(needed[0])
        call(lib.bg_judge_make, pointer, len(weights), ffi.from_buffer(block), len(block))
        return cls(block, bear_off)

    def _judgement(self, simd: int) -> Any:
        """The C struct, and what it points to, which must live as long."""
        block = ffi.from_buffer(self.block)
        table = ffi.NULL if self.bear_off is None else ffi.from_buffer(self.bear_off)
        size = 0 if self.bear_off is None else len(self.bear_off)
        fields = {"judge": block, "judge_size": len(self.block), "bear_off": table, "bear_off_size": size, "simd": simd}
        endings = ffi.NULL if self.endings is None else ffi.from_buffer(self.endings)
        fields |= {"endings": endings, "endings_size": 0 if self.endings is None else len(self.endings)}
        return ffi.new("bg_judgement *", fields), block, table, endings

    def evaluate(
        self, game: Game, rows: npt.NDArray[Any], simd: int = instructions.BEST
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Chances, shape (n, 5) as CHANCES names them, and equities, shape (n,), for the side on roll of POSITION rows.

        A draw counts as half a win. An equity is in points, cubeless. Raises EngineError for an impossible position
        (its index is the row) and for a game of another kind than the nets were trained for.
        """
        pointer = rows_pointer(rows)
        chances, equities = np.empty((len(rows), len(CHANCES)), np.float32), np.empty(len(rows), np.float32)
        judgement = self._judgement(simd)
        into = ffi.from_buffer("float[]", chances), ffi.from_buffer("float[]", equities)
        for start in range(0, max(len(rows), 1), _SLICE):
            count = min(_SLICE, len(rows) - start)
            targets = into[0] + len(CHANCES) * start, into[1] + start
            try:
                call(lib.bg_evaluate, judgement[0], game.record, pointer + start, count, *targets)
            except EngineError as error:
                error.index += start
                raise
        return chances, equities

    def decide(
        self, game: Game, rows: npt.NDArray[Any], turns: npt.NDArray[Any], simd: int = instructions.BEST
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.float32]]:
        """The best final of each roll without looking ahead: POSITION and TURN rows of the same length.

        Returns (finals, steps, equities): POSITION rows and equities seen by the side that moved, and STEPS rows.
        Of a turn with several parts only the part given is played. Raises EngineError; its index is the roll.
        """
        if turns.dtype != TURN or turns.shape != rows.shape or not turns.flags.c_contiguous:
            raise TypeError("turns must be a contiguous array of TURN rows, one for each position")
        pointer, turn_pointer = rows_pointer(rows), ffi.from_buffer("bg_turn[]", turns)
        finals, steps = np.empty(len(rows), POSITION), np.empty(len(rows), STEPS)
        equities = np.empty(len(rows), np.float32)
        into = rows_pointer(finals), ffi.from_buffer("bg_steps[]", steps), ffi.from_buffer("float[]", equities)
        judgement, needed, start = self._judgement(simd), ffi.new("size_t *"), 0
        while start < len(rows):
            count = min(_SLICE // 16, len(rows) - start)
            room = len(_room.candidates)
            status = call(
                lib.bg_best_plays,
                judgement[0], game.record, pointer + start, turn_pointer + start, count, *workspace(),
                rows_pointer(_room.candidates), ffi.from_buffer("bg_steps[]", _room.steps), room, needed,
                *(target + start for target in into),
                allow_too_small=True,
            )  # fmt: skip
            if status == lib.BG_TOO_SMALL:
                _room.candidates, _room.steps = np.empty(needed[0], POSITION), np.empty(needed[0], STEPS)
                continue
            start += count
        return finals, steps, equities


@lru_cache(maxsize=1)
def bear_off_table() -> npt.NDArray[np.uint8]:
    """The table of races at home. Raises EngineError (SPOILED_WEIGHTS) when its file is damaged."""
    try:
        data = zlib.decompress((FOLDER / BEAR_OFF).read_bytes())
    except (OSError, zlib.error):
        raise EngineError("SPOILED_WEIGHTS") from None
    if len(data) != lib.bg_bear_off_size():
        raise EngineError("SPOILED_WEIGHTS")
    block = aligned(len(data))
    block[:] = np.frombuffer(data, np.uint8)
    return block


def make_bear_off_table(rows: int = 1 << 30, block: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
    """The table made anew, or `rows` more rows of a `block` begun before; all of it takes some seconds."""
    block = aligned(lib.bg_bear_off_size()) if block is None else block
    left = ffi.new("int32_t *")
    call(lib.bg_bear_off_make, ffi.from_buffer(block), len(block), min(rows, 1 << 30), left, faulty=False)
    return block


@lru_cache(maxsize=32)
def _judge_in(name: str) -> Judge:
    try:
        weights = (FOLDER / f"{name}.bin").read_bytes()
    except OSError:
        raise EngineError("NO_WEIGHTS") from None
    return Judge.of(weights, bear_off_table())


def judge_of(game: Game) -> Judge:
    """The judge of a game. Raises EngineError: NO_WEIGHTS when there is none, and as `Judge.of` for a damaged file."""
    return _judge_in(WEIGHTS.get(game.key, game.key))


def evaluate(game: Game, rows: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Chances of the side on roll, shape (n, 5): win, win a gammon or better, win a backgammon, lose a gammon or worse,
    lose a backgammon. POSITION rows; finals of a play must be turned first (`turned`). Raises EngineError.
    """
    return judge_of(game).evaluate(game, rows)[0]


def equities(game: Game, rows: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Cubeless equities in points of the side on roll, shape (n,). Raises EngineError."""
    return judge_of(game).evaluate(game, rows)[1]


def decide(
    game: Game, rows: npt.NDArray[Any], turns: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.float32]]:
    """The best final of each roll, as `Judge.decide` has it. Raises EngineError."""
    return judge_of(game).decide(game, rows, turns)
