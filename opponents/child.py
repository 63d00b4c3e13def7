"""A process of somebody else's: lines in, lines out, nothing believed, and an end whenever we want one."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO

MOST_LINE = 1 << 20
"""The longest line, in bytes, that is read; who writes more floods."""

MARK = "SHESHBESH_SEAT"
"""The variable by which a process, and all that it starts, is known as belonging to one seat."""

_MOST_ROUNDS = 20
_MOST_WAITING = 64  # lines that nobody asked for
_MOST_CHATTER = 16 << 20  # bytes on standard error in all
_KEPT_CHATTER = 16 << 10  # of them kept for the report
_CHUNK = 1 << 16
_LAST_WORDS = 0.3  # seconds for a process that has closed its output to end and say how


class ChildError(Exception):
    """The process is of no use any more. code: 'opponent_late', 'opponent_crashed' (facts: status),
    'opponent_hung_up' or 'opponent_floods'.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Child:
    """A running program. Three threads of our own serve its pipes, so that nothing it does can block who asks.

    command: the program and its arguments. environment: variables besides those we have. memory: bytes of data that it
    may have, where the system can limit them from outside; 0 for any number. Raises OSError.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None, memory: int = 0) -> None:
        self._mark = secrets.token_hex(16)
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **(environment or {}), MARK: self._mark},
            start_new_session=os.name == "posix",  # so that its own children end with it
            creationflags=_quietly(),
        )
        if memory:
            _limit_data(self._process.pid, memory)
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: SimpleQueue[bytes | str] = SimpleQueue()
        self._chatter = bytearray()
        self._floods = False
        self._overhearing = threading.Thread(target=self._overhear, name="opponent", daemon=True)
        self._overhearing.start()
        for serve in (self._write, self._read):
            threading.Thread(target=serve, name="opponent", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def chatter(self) -> str:
        """The last that it wrote to standard error. To be asked when it has been ended."""
        self._overhearing.join(_LAST_WORDS)
        return bytes(self._chatter[-_KEPT_CHATTER:]).decode("utf-8", "replace")

    def send(self, line: bytes) -> None:
        """Gives it a line to read; whether it does is its own affair."""
        self._out.put(line + b"\n")

    def receive(self, until: float) -> bytes:
        """Its next line, without the end. until: by `time.monotonic()`. Raises ChildError."""
        try:
            got = self._in.get(timeout=max(until - time.monotonic(), 0.0))
        except Empty:
            raise ChildError("opponent_late") from None
        if isinstance(got, bytes):
            return got
        if self._floods:
            raise ChildError("opponent_floods")
        with suppress(subprocess.TimeoutExpired):
            raise ChildError("opponent_crashed", status=_status(self._process.wait(_LAST_WORDS)))
        raise ChildError("opponent_hung_up")

    def unasked(self) -> bytes | None:
        """A line that lies there already, None when there is none."""
        try:
            got = self._in.get_nowait()
        except Empty:
            return None
        if not isinstance(got, bytes):
            self._in.put(got)  # its end is told to whoever waits for a line
            return None
        return got

    def end(self) -> None:
        """Ends it and what it has started, at once. May be called from any thread, any number of times."""
        self._out.put(None)
        end_family(self.pid)
        with suppress(OSError):
            self._process.kill()
        end_marked(self._mark)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)

    # The threads; each closes its own pipe

    def _write(self) -> None:
        pipe = _there(self._process.stdin)
        with suppress(OSError), pipe:  # a pipe closed at the other end is noticed where its answers are missing
            while (line := self._out.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) or 0 :]

    def _read(self) -> None:
        pipe, line = _there(self._process.stdout), b""
        with pipe:
            while chunk := pipe.read(_CHUNK):
                *whole, line = (line + chunk).split(b"\n")
                if max(map(len, (*whole, line))) > MOST_LINE or self._in.qsize() + len(whole) > _MOST_WAITING:
                    self._stop_flood()
                    break
                for one in whole:
                    self._in.put(one)
        self._in.put("closed")

    def _overhear(self) -> None:
        pipe, heard = _there(self._process.stderr), 0
        with pipe:
            while chunk := pipe.read(_CHUNK):
                heard += len(chunk)
                self._chatter += chunk
                del self._chatter[:-_KEPT_CHATTER]
                if heard > _MOST_CHATTER:
                    self._stop_flood()
                    break

    def _stop_flood(self) -> None:
        self._floods = True
        self._in.put("flood")
        self._process.kill()


def end_family(pid: int) -> None:
    """Ends a process that was started as a `Child` and what it has started, also when it is gone itself."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
    else:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(pid)], capture_output=True, check=False)


def end_marked(mark: str, but: int = 0) -> None:
    """Ends every process that carries a mark in its environment, also one that has left the family. Where the system
    shows environments to their owner (Linux); elsewhere the family is all that is found. but: one that is spared.
    """
    wanted = f"{MARK}={mark}".encode()
    for _ in range(_MOST_ROUNDS):  # one that is just being made is found in the next round
        found = False
        for place in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError, ValueError):
                if int(place.parent.name) != but and wanted in place.read_bytes().split(b"\0"):
                    os.kill(int(place.parent.name), signal.SIGKILL)
                    found = True
        if not found:
            return


def _limit_data(pid: int, memory: int) -> None:
    """Room that is only reserved does not count, of which some languages take much."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # there is none on Windows

        with suppress(ValueError, OSError):  # it has ended already
            resource.prlimit(pid, resource.RLIMIT_DATA, (memory, memory))


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _quietly() -> int:
    """Windows: no window of its own, and after the game's own threads."""
    no_window: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    below_normal: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    return no_window | below_normal


def _status(returned: int) -> str:
    """How a process ended: the name of the signal, or its number."""
    try:
        return signal.Signals(-returned).name if returned < 0 else str(returned)
    except ValueError:
        return str(returned)
