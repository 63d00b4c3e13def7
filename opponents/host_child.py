"""The process a plugin plays in: reads the lines of `opponents.line`, asks the plugin, writes its answers.

Started by `opponents.host` as `python -m opponents.host_child KIND KEY VALUE MEMORY`: 'entry' with MODULE:CLASS, or
'file' with a path.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from opponents.child import MARK, end_family, end_marked
from opponents.line import answer_to_json, view_from_json
from opponents.protocol import Opponent
from opponents.registry import GROUP, OpponentError, Registry

_SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def main(kind: str, key: str, value: str, memory: str) -> None:
    """Serves until its input ends. memory: bytes of address space, as far as the system can limit it."""
    lines, answers = _own_pipes()
    _end_with_the_game()
    _limit(int(memory))
    faulthandler.enable()
    registry = Registry([], folder=Path(value).parent) if kind == "file" else Registry([EntryPoint(key, value, GROUP)])
    seated: Opponent | None = None
    while True:
        told = lines.get()
        number, question = told["id"], told["question"]
        try:
            if question == "hello":
                said, seated = _hello(registry, key, told["level"])
            else:
                answer = getattr(seated, question)(view_from_json(told["view"]))
                said = answer_to_json(question, answer)
            line = json.dumps({"id": number, "answer": said})
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is told
            with suppress(Exception):  # the plugin may have closed what it would be written to
                traceback.print_exc()
            line = json.dumps({"id": number, "error": _told(error)})
        _flush()
        answers.write(line.encode() + b"\n")
        answers.flush()


def _hello(registry: Registry, key: str, level: str | None) -> tuple[dict[str, Any], Opponent | None]:
    profile = registry.profile(key)
    said = {
        "name": profile.name,
        "author": profile.author,
        "levels": profile.levels,
        "games": profile.games,
        "description": dict(profile.description),
    }
    if level is None:
        return said, None
    # Whoever has one level only is meant at any.
    fitting = profile.levels[0] if level not in profile.levels and len(profile.levels) == 1 else level
    return said, registry.seat(key, fitting)


def _told(error: BaseException) -> dict[str, Any]:
    if isinstance(error, OpponentError):
        return {"code": error.code, "facts": {name: str(value) for name, value in error.facts.items()}}
    reason = "".join(traceback.format_exception_only(error)).strip()
    code = "opponent_memory" if isinstance(error, MemoryError) else "opponent_raised"
    return {"code": code, "facts": {"reason": reason[:1000]}}


def _own_pipes() -> tuple[SimpleQueue[dict[str, Any]], IO[bytes]]:
    """Questions and answers, out of the plugin's way: what it prints goes to standard error, what it reads is empty."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def read() -> None:
        for line in questions:
            waiting.put(json.loads(line))
        end_marked(os.environ.get(MARK, ""), but=os.getpid())
        end_family(os.getpid())  # the game has gone, whatever the plugin is doing
        os._exit(0)

    threading.Thread(target=read, name="questions", daemon=True).start()
    return waiting, answers


def _end_with_the_game() -> None:
    """Linux ends this process with the thread that started it, whatever the plugin is doing or holding."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def _limit(memory: int) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # there is none on Windows

    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        _soft, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):  # a system that has the limit by name only
            resource.setrlimit(what, (allowed, allowed))


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # the plugin may have closed or replaced them
            stream.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
