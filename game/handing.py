"""Handing over: a second start with something to open leaves it to the window that is open already.

Who hands over writes a file into a folder beside the store; a thread of the open window looks there now and then and
wakes the window, which takes it away. A file that goes was taken.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from game.files import write_whole

FOLDER = "handed"

_LOOKS_EVERY = 0.4
_SUFFIX = ".json"


def hand_over(folder: Path, words: Sequence[str], patience: float = 8.0) -> bool:
    """Gives the words to the window whose data lie in that folder. True when it has taken them; they are gone anyway.

    patience: seconds to wait for it. Raises OSError when nothing can be written there.
    """
    box = folder / FOLDER
    box.mkdir(parents=True, exist_ok=True)
    letter = box / f"{time.time_ns()}-{secrets.token_hex(4)}{_SUFFIX}"
    write_whole(letter, json.dumps(list(words)).encode())
    given_up = time.monotonic() + patience
    while letter.exists() and time.monotonic() < given_up:
        time.sleep(0.05)
    if not letter.exists():
        return True
    with suppress(OSError):
        letter.unlink()
    return False


class Inbox:
    """What is handed to this window. wake: called from a thread when something has come."""

    def __init__(self, folder: Path, wake: Callable[[], None]) -> None:
        self._box, self._wake = folder / FOLDER, wake
        self._has_come = threading.Event()
        self._is_over = threading.Event()
        threading.Thread(target=self._look, name="inbox", daemon=True).start()

    def take(self) -> list[list[str]]:
        """What has come since the last time, in order; what is no letter of ours is thrown away."""
        if not self._has_come.is_set():
            return []
        self._has_come.clear()
        taken = []
        for letter in self._letters():
            with suppress(OSError, ValueError):
                words = json.loads(letter.read_bytes())
                if isinstance(words, list) and all(isinstance(word, str) for word in words):
                    taken.append(words)
            with suppress(OSError):
                letter.unlink()
        return taken

    def close(self) -> None:
        """Looks no more."""
        self._is_over.set()

    def _letters(self) -> list[Path]:
        try:
            return sorted(letter for letter in self._box.iterdir() if letter.suffix == _SUFFIX)
        except OSError:
            return []

    def _look(self) -> None:
        while not self._is_over.wait(_LOOKS_EVERY):
            if self._letters():
                self._has_come.set()
                self._wake()
