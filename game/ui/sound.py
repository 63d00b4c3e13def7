"""What one hears at the table. Everything that touches the device happens in a thread of its own, so that nothing a
device does can hold up the picture; before `begin` nothing is heard and nothing is opened.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue

from game.errors import GameError
from game.i18n import gettext as _
from game.settings import Settings
from game.ui import voices
from game.ui.board.happenings import Happening
from game.ui.look import Look
from game.ui.mixer import Levels, Mixer

_LOOKS_ROUND = 5.0
"""Seconds between two looks whether the device is still needed."""

_STIRS = 4.0
"""Seconds; a hand that moves all the time is told so often."""


class Sounds:
    """wake: called from the thread when `poll` has something to tell. mixer: the device, for tests."""

    def __init__(
        self, settings: Settings, look: Look, wake: Callable[[], object] = lambda: None, mixer: Mixer | None = None
    ) -> None:
        self._wake = wake
        self._found: SimpleQueue[GameError] = SimpleQueue()
        self._mixer = mixer or Mixer(voices.folders(), self._found.put)
        self._waiting: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._why = self._told_why = ""
        self._stirred = 0.0
        self.settle(settings)
        self.wear(look)

    # From the window's thread; none of these waits

    def begin(self) -> None:
        """From now on one hears something."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="sounds", daemon=True)
            self._thread.start()
            self._do(self._mixer.ready)

    def settle(self, settings: Settings) -> None:
        """The levels of these settings hold."""
        self._do(partial(self._mixer.set_levels, levels_of(settings)))

    def wear(self, look: Look) -> None:
        """Checkers, dice and board sound as what they are made of."""
        materials = {"checkers": look.checker_sound, "dice": look.dice_sound, "board": look.board_sound}
        self._do(partial(self._mixer.wear, materials))
        if self._thread is not None:
            self._do(self._mixer.ready)

    def hear(self, happening: Happening) -> None:
        """Something happened on the board."""
        self.happened(happening.kind, happening.strength)

    def happened(self, kind: str, strength: float = 1.0) -> None:
        """Something happened. kind: one of `voices.HEARD`; strength: 0 to 1."""
        if self._thread is not None:
            self._do(partial(self._mixer.play, kind, strength, time.monotonic()))

    def stir(self) -> None:
        """A hand moves: something may soon be heard, so the device is made ready."""
        now = time.monotonic()
        if self._thread is not None and now - self._stirred > _STIRS:
            self._stirred = now
            self._do(self._mixer.ready)

    def hide(self, is_hidden: bool) -> None:
        """The window cannot be seen, or can be again."""
        self._do(partial(self._mixer.hide, is_hidden))

    def devices_changed(self, *, is_there: bool) -> None:
        """The system has another sound device, or one less."""
        self._do(partial(self._mixer.changed, is_there=is_there))

    def poll(self) -> tuple[list[GameError], bool]:
        """What could not be read since the last time, and whether `note` has changed."""
        errors = []
        while True:
            try:
                errors.append(self._found.get_nowait())
            except Empty:
                break
        changed, self._told_why = self._why != self._told_why, self._why
        return errors, changed

    def note(self) -> str:
        """One quiet sentence for the settings where nothing can be heard, else ''."""
        return _("No sound device was found. The game plays silently until there is one.") if self._told_why else ""

    def close(self) -> None:
        """Silence. Waits a moment for the device to be given back, but not for one that does not answer."""
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join(1.0)

    # The thread

    def _do(self, call: Callable[[], object]) -> None:
        self._waiting.put(call)

    def _serve(self) -> None:
        while True:
            try:
                call = self._waiting.get(timeout=_LOOKS_ROUND if self._mixer.is_open else None)
            except Empty:
                call = self._mixer.rest
            if call is None:
                self._mixer.close()
                return
            self._mixer.attempt(call)
            if self._mixer.why != self._why or not self._found.empty():
                self._why = self._mixer.why
                self._wake()


def levels_of(settings: Settings) -> Levels:
    """What the settings want to be heard."""
    if settings.muted:
        return Levels()
    return Levels(settings.sound_volume, settings.music_volume, settings.rain_volume)
