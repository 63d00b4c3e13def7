"""What frames a match: the camera comes to the table when it starts, and turns slowly away when it has ended."""

from __future__ import annotations

from collections.abc import Callable

from game.settings import Settings
from game.ui.board import poses, rain
from game.ui.board.view import View
from game.ui.input import Input, Pointer, Pressed
from game.ui.widgets.base import Canvas

CARD_AFTER = 2.8
"""Seconds of the end that belong to the table alone, before the result is told."""


class Ceremony:
    """Any key and any button of the mouse skips it; with little motion, or animation switched off, there is none."""

    def __init__(self, view: View, settings: Callable[[], Settings]) -> None:
        self._view, self._settings = view, settings
        self._now = 0.0
        self._rain_began: float | None = None
        self._then: Callable[[], object] | None = None
        self._then_at = 0.0
        self._has_ended = False

    def begin(self) -> None:
        """Somebody has sat down at a match."""
        self.leave()
        settings = self._settings()
        if settings.approach and self._moves(settings):
            self._view.fly(poses.approach, poses.APPROACH_SECONDS, stays=False)

    def come_back(self, *, is_over: bool) -> None:
        """Somebody comes back to a match that had waited: it neither starts nor ends once more."""
        self.leave()
        self._has_ended = is_over

    def end(self, *, is_won: bool, then: Callable[[], object]) -> None:
        """The match is over. is_won: by a person. then: tells the result; called once the table has had its moment."""
        settings = self._settings()
        if self._has_ended or not self._moves(settings):
            then()
            return
        self._has_ended = True
        if settings.closing_turn:
            self._view.fly(poses.closing, poses.CLOSING_SECONDS, stays=True)
        if is_won:
            self._rain_began = self._now
        if not settings.closing_turn and not is_won:
            then()
            return
        self._then, self._then_at = then, self._now + CARD_AFTER

    @staticmethod
    def _moves(settings: Settings) -> bool:
        return not settings.reduced_motion and settings.animation_speed != "off"

    def leave(self) -> None:
        """Nobody sits at the table any more."""
        self._rain_began = self._then = None
        self._has_ended = False
        self._view.land()

    @property
    def holds(self) -> bool:
        """Nothing goes on at the table meanwhile."""
        return self._view.is_arriving or self._then is not None

    def step(self, now: float) -> bool:
        """Goes on to a time; True while something moves."""
        self._now = now
        if self._then is not None and now >= self._then_at:
            self._tell()
        if self._rain_began is not None and now - self._rain_began > rain.SECONDS:
            self._rain_began = None
        return self._rain_began is not None or self._then is not None

    def _tell(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def skip(self, event: Input) -> bool:
        """True when an input has ended what was going on."""
        is_press = isinstance(event, Pressed) or (isinstance(event, Pointer) and event.kind == "down")
        if not self.holds:
            return False
        if is_press:
            self._rain_began = None
            self._view.land()
            self._tell()
        return True

    def draw(self, canvas: Canvas) -> None:
        """The gold, over everything but cards."""
        if self._rain_began is not None:
            rain.draw(canvas.surface, self._now - self._rain_began)
