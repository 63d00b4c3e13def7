"""What the window tells of its own times, where SHESHBESH_TIMES asks: for measurements and tests of the real window.

The variable is the time of the start in seconds since 1970, as whoever starts the program knows it; each line on the
standard error is what happened and the milliseconds since then.
"""

from __future__ import annotations

import os
import sys
import time


class Times:
    """Tells "first frame", "at rest" when the loop begins to wait for something, "awake" when it goes on."""

    def __init__(self) -> None:
        try:
            self._began: float | None = float(os.environ["SHESHBESH_TIMES"])
        except (KeyError, ValueError):
            self._began = None
        self._has_drawn = self._rests = False

    def drawn(self) -> None:
        """A frame is on the screen."""
        if not self._has_drawn:
            self._tell("first frame")
        self._has_drawn = True

    def rests(self, rests: bool) -> None:
        """Whether the loop waits."""
        if rests != self._rests:
            self._tell("at rest" if rests else "awake")
        self._rests = rests

    def _tell(self, what: str) -> None:
        if self._began is not None:
            print(f"{what} {1000 * (time.time() - self._began):.0f} ms", file=sys.stderr, flush=True)
