"""One copy of the game at a store: a lock that the operating system gives back when its process dies."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from game.errors import GameError

REFUSALS = {"already_running": ("file",)}
"""The code raised here and its facts. file: the lock, which lies beside the store."""

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Lock:
    """Held from its making until `release`, or until the process ends, however it ends.

    Raises GameError `already_running` when another copy holds it, OSError when the file cannot be opened for writing.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            if error.errno in _TAKEN:
                raise GameError("already_running", file=str(path)) from None
            raise

    def release(self) -> None:
        """Lets another copy have the store."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
