"""The buttons that are alive at the table: in the column, and floating on the board where the eye is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.i18n import gettext as _
from game.settings import Settings
from game.ui.board.dice import SPOTS
from game.ui.intents import KeyMap
from game.ui.modes.director import Director
from game.ui.modes.services import Services
from game.ui.modes.words import key_words
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Button


@dataclass(frozen=True)
class ButtonSpec:
    """A button before it is made. face: a die's face instead of words."""

    key: str
    label: str
    action: Callable[[], object]
    hint: str = ""
    is_main: bool = False
    is_enabled: bool = True
    face: int = 0


@dataclass(frozen=True)
class ButtonSet:
    """Buttons that belong together; signature: what they show, so that they are made anew only when that changes."""

    specs: tuple[ButtonSpec, ...]

    @property
    def signature(self) -> object:
        """What can be seen of them."""
        return tuple((s.key, s.label, s.hint, s.is_main, s.is_enabled, s.face) for s in self.specs)

    def make(self) -> list[Widget]:
        """The boxes."""
        return [
            DieButton(s.face, s.action)
            if s.face
            else Button(s.label, s.action, key=s.key, is_main=s.is_main, is_enabled=s.is_enabled, key_hint=s.hint)
            for s in self.specs
        ]

    @property
    def gap(self) -> int:
        """Units between them: faces of dice lie closer together."""
        return 4 if any(spec.face for spec in self.specs) else 8


class DieButton(Button):
    """A die's face to be pressed. most: its size in pixels where there is no room for the usual one."""

    def __init__(self, face: int, action: Callable[[], object]) -> None:
        super().__init__(str(face), action, key=f"face {face}")
        self._face = face
        self.most = 1000

    def width(self, canvas: Canvas) -> int:
        return max(min(canvas.u(32), self.most), 1)

    def height(self, canvas: Canvas, width: int) -> int:
        return self.width(canvas)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        fill = mixed(palette.die, palette.accent, 0.3 if hover is self else 0.0)
        self._box(canvas, focus, None, fill, mixed(palette.die, palette.pips, 0.5))
        spread = min(self.rect.width, self.rect.height) * 0.26
        for x, y in SPOTS[self._face]:
            centre = (round(self.rect.centerx + x * spread), round(self.rect.centery + y * spread))
            pygame.draw.aacircle(canvas.surface, palette.pips, centre, max(round(spread * 0.36), 2))


def turn_buttons(
    director: Director, settings: Settings, keys: KeyMap, services: Services
) -> tuple[ButtonSet, ButtonSet]:
    """The buttons of the column and the floating ones."""

    def key(intent: str) -> str:
        return key_words(keys.keys(intent)[0]) if keys.keys(intent) else ""

    floating = _floating(director, key)
    column: list[ButtonSpec] = []
    if director.may_double and floating:
        double = ButtonSpec("double", _("Double"), director.double, key("double"))
        (floating if director.wants_roll else column).append(double)  # faces of dice need a row of their own
    if settings.show_hint_button:
        column.append(ButtonSpec("hint", _("Hint"), services.show_hint))
    if settings.show_undo_button:
        column.append(ButtonSpec("undo", _("Undo"), director.undo, is_enabled=director.may_undo))
    if director.sitting.is_free:
        column.append(ButtonSpec("back", services.back_words(), services.leave_free))
    if not settings.confirm_automatically or _can_stop_early(director):
        is_whole = director.entry is not None and director.entry.may_finish
        column.append(ButtonSpec("done", _("Done"), director.finish, is_main=True, is_enabled=is_whole))
    return ButtonSet(tuple(column)), ButtonSet(tuple(floating))


def _can_stop_early(director: Director) -> bool:
    """A rare place where one may stop or go on: the person says which."""
    return director.entry is not None and director.entry.may_finish and not director.entry.is_finished


def _floating(director: Director, key: Callable[[str], str]) -> list[ButtonSpec]:
    typing = director.typing
    if typing is not None and typing.throw is not None:
        confirm = ButtonSpec("confirm", _("Confirm"), director.confirm_throw, key("done"), is_main=True)
        correct = ButtonSpec("correct", _("Correct the throw"), director.erase_throw)
        return [confirm, correct] if typing.waits_for_confirmation else [correct]
    if typing is not None:
        return _faces(director.type_die)
    if director.show.is_busy:
        return []
    if director.wants_number:
        return _faces(director.choose)
    return [ButtonSpec("roll", _("Roll"), director.roll, key("roll"), is_main=True)] if director.wants_roll else []


def _faces(take: Callable[[int], object]) -> list[ButtonSpec]:
    """One for each number of a die."""
    return [ButtonSpec(f"face {face}", "", partial(take, face), face=face) for face in range(1, 7)]
