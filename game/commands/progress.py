"""How far a long command is: a bar on standard error, where somebody looks at it."""

from __future__ import annotations

import sys

_WIDTH = 40


class Bar:
    """A bar that is drawn over itself; in files and pipes it is not shown at all."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """So many of all pieces are done."""
        if not self._is_shown or not total:
            return
        filled = _WIDTH * done // total
        bar = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {100 * done // total:3d} %"
        print(f"\r{bar}", end="", flush=True, file=sys.stderr)

    def clear(self) -> None:
        """Takes it away."""
        if self._is_shown:
            print(f"\r{' ' * (_WIDTH + 8)}\r", end="", flush=True, file=sys.stderr)
