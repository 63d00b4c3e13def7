"""Endings of at most six checkers a side, solved exactly with the cube: made once in slices, then kept in a file.

    for progress in making():          # a second or two; leave the loop to give it up
        show(progress)
    write(folder, table)

Nobody waits for the table: `kept(folder)` is None while there is none, or a damaged one, and whoever asks for numbers
says whether it is used (`with_endings`), so that the same question always has the same answer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.judge import Judge, aligned
from engine_c.position import rows_pointer
from engine_c.status import EngineError, call

Table = npt.NDArray[np.uint8]

FILE = "endings-1.bin"
ROWS = 924
"""Ways to put at most six checkers on six points."""

WORTHS = ("cubeless", "centred", "own", "other")
"""The columns of `worths`: no cube, and the cube in the middle, of the side on roll, of the other side."""

_ROWS_A_SLICE = 8


class Making:
    """The table while it is made. `step` makes some rows; `table` is whole when `done` is ROWS."""

    def __init__(self) -> None:
        self._room = aligned(lib.bg_endings_room())
        self._left = ffi.new("int32_t *", ROWS)

    @property
    def done(self) -> int:
        """Rows made."""
        return ROWS - int(self._left[0])

    def step(self, rows: int = _ROWS_A_SLICE) -> int:
        """Makes some rows more, in about a hundredth of a second, and returns how many there are."""
        call(lib.bg_endings_make, ffi.from_buffer(self._room), len(self._room), rows, self._left, faulty=False)
        return self.done

    @property
    def table(self) -> Table:
        """The finished table. Raises EngineError BAD_JUDGE before it is finished."""
        table = self._room[: lib.bg_endings_size()]
        check(table)
        return table


def making() -> Iterator[Making]:
    """All slices of making a table; `table` of the last is whole."""
    made = Making()
    while made.done < ROWS:
        made.step()
        yield made


def check(table: Table) -> None:
    """Raises EngineError BAD_JUDGE for bytes that are no whole table."""
    call(lib.bg_endings_check, ffi.from_buffer(table), len(table), faulty=False)


def write(folder: Path, table: Table) -> Path:
    """Keeps a table in a folder; the file is there whole or not at all. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / FILE
    unfinished = folder / f"{FILE}.{os.getpid()}"
    with unfinished.open("wb") as file:
        file.write(table.tobytes())
        os.fsync(file.fileno())
    unfinished.replace(target)
    return target


def kept(folder: Path) -> Table | None:
    """The table kept in a folder, mapped into memory and looked at; None when there is none or a damaged one."""
    try:
        mapped = np.memmap(folder / FILE, np.uint8, "r")
    except (OSError, ValueError):
        return None
    if len(mapped) != lib.bg_endings_size():
        return None
    try:
        check(mapped)
    except EngineError:
        return None
    return mapped


def with_endings(judge: Judge, table: Table | None) -> Judge:
    """The judge that takes endings from the table, or asks its nets without one."""
    return replace(judge, endings=table)


def worths(table: Table, game: Game, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """What the side on roll of POSITION rows has on average when it rolls without a double, in points at a cube of 1,
    shape (n, 4) as WORTHS names them; and which rows are such endings at all, shape (n,). A double that is taken is
    worth twice the last. Raises EngineError.
    """
    found, known = np.zeros((len(rows), len(WORTHS)), np.float32), np.zeros(len(rows), np.uint8)
    call(
        lib.bg_ending_worths,
        ffi.from_buffer(table), len(table), game.record, rows_pointer(rows), len(rows),
        ffi.from_buffer("float[]", found), ffi.from_buffer("uint8_t[]", known),
    )  # fmt: skip
    return found, known.astype(bool)
