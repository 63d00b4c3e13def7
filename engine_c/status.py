"""The one place that calls the compiled engine and turns its status codes into exceptions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from engine_c._engine import ffi, lib

# English words for each status, with the facts that belong to it. The words a player reads are made in the game.
_WORDS = {
    "BAD_TOTAL": "the checkers of {side} add up to {value}, not to {limit}",
    "SHARED_POINT": "both sides stand on point {point} of the side on roll",
    "BAD_PIN": "{side} cannot have a pinned checker on its point {point}",
    "NO_BAR": "{side} has {value} on the bar, but the game has none",
    "NO_RESERVE": "{side} has {value} in reserve, but the game has none",
    "UNUSED_COUNT": "{side} has {value} in the place 27, which must stay 0",
    "BOTH_FINISHED": "both sides have borne off all {value} checkers",
    "BAD_DIE": "a die shows 1 to 6, not {value}",
    "BAD_PART": "a part of kind {limit} with {value} steps does not fit its dice or the game",
    "CUT_WEIGHTS": "the weights end after {value} of {limit} bytes",
    "OTHER_WEIGHTS": "the weights are of version {value}; this engine reads version {limit}",
    "BAD_SETTING": "setting number {index} cannot be {value}",
    "BAD_STEP": "step number {index} (from {point} with a {value}) is not allowed",
}
_SIDES = ("the side on roll", "the other side")


class EngineError(ValueError):
    """The engine refused an argument. `name` is the status, the other fields are its facts (0 where they mean nothing).

    index: which element of a list; side: 0 on roll, 1 the other; point, value, limit as the words of each status say.
    """

    def __init__(
        self, name: str, index: int = 0, side: int = 0, point: int = 0, value: int = 0, limit: int = 0
    ) -> None:
        self.name, self.index, self.side = name, index, side
        self.point, self.value, self.limit = point, value, limit
        words = _WORDS.get(name)
        text = ffi.string(lib.bg_status_text(getattr(lib, f"BG_{name}"))).decode()
        if words:
            text = words.format(side=_SIDES[side], index=index + 1, point=point, value=value, limit=limit)
        super().__init__(text)


class _Local(threading.local):
    """What each thread keeps for its calls."""

    def __init__(self) -> None:
        size = lib.bg_workspace_size()
        self.workspace = ffi.new("uint64_t[]", (size + 7) // 8)
        self.workspace_size = size
        self.fault = ffi.new("bg_fault *")


_local = _Local()


def workspace() -> tuple[Any, int]:
    """The calling thread's workspace and its size in bytes."""
    return _local.workspace, _local.workspace_size


def call(function: Callable[..., int], *arguments: Any, faulty: bool = True, allow_too_small: bool = False) -> int:
    """Calls an engine function and returns its status: BG_OK, or BG_TOO_SMALL where that is allowed.

    Raises EngineError on every other status. `faulty`: the function takes the fault as its last argument.
    """
    fault = _local.fault
    if faulty:
        fault.index = fault.side = fault.point = fault.value = fault.limit = 0
        status = function(*arguments, fault)
    else:
        status = function(*arguments)
    if status == lib.BG_OK or (allow_too_small and status == lib.BG_TOO_SMALL):
        return status
    name = ffi.string(lib.bg_status_name(status)).decode()
    if not faulty:
        raise EngineError(name)
    raise EngineError(name, fault.index, fault.side, fault.point, fault.value, fault.limit)
