"""A process of our own beside the program, for long work in Python.

A thread that thinks in Python holds up every frame of the window; a process does not. It is started once, takes one
call after the other, and ends by itself when the program has ended, however that happened.
"""

from __future__ import annotations

import os
import pickle  # both ends are this program
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_LOWERED = 10
_PROGRAM = "import sys; sys.path[:] = {path!r}; from game.helper import serve; serve()"


class Helper:
    """The process, from the program's side. May be called from any thread; one call is under way at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def start(self) -> None:
        """Begins to be ready, which takes about as long as a start of the program."""
        with self._lock, suppress(OSError):  # then the work is done here
            self._running()

    def call(self, function: Callable[[Argument], Result], argument: Argument) -> Result:
        """What a function of a module answers, worked out there; here when no process can be had.

        Raises whatever the function raises.
        """
        with self._lock:
            try:
                process = self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(pickle.dumps((function, argument)))
                process.stdin.flush()
                has_answer, answer = pickle.load(process.stdout)  # noqa: S301  # from our own process
            except (OSError, EOFError, ValueError, pickle.PickleError):
                self._end()
                has_answer, answer = _worked_out(function, argument)
        if not has_answer:
            raise answer
        return answer  # type: ignore[no-any-return]  # a pickle is Any

    def close(self) -> None:
        """Ends the process; what it is doing is of no use any more."""
        self._is_closed = True
        self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._is_closed:
            raise OSError("closed")
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-c", _PROGRAM.format(path=sys.path)]
            flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=flags
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what could not be sent is not wanted any more
                    if pipe:
                        pipe.close()


def _worked_out(function: Callable[[Any], Any], argument: object) -> tuple[bool, Any]:
    """True and the answer, or False and what went wrong."""
    try:
        return True, function(argument)
    except Exception as error:  # noqa: BLE001  # told to whoever asked
        return False, error


def serve() -> None:
    """The other end: answers calls until nobody is there any more."""
    calls, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what the work prints is no answer
    if hasattr(os, "nice"):
        os.nice(_LOWERED)
    while True:
        try:
            function, argument = pickle.load(calls)  # noqa: S301  # from our own program
            answer = _worked_out(function, argument)
            pickle.dump(answer, answers)
            answers.flush()
        except (EOFError, BrokenPipeError, KeyboardInterrupt):
            os._exit(0)  # at once: no buffer is worth emptying
