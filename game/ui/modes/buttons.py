"""The buttons that are alive at the table: in the column, and floating on the board where the eye is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.i18n import gettext as _
from game.settings import Settings
from game.ui.board.dice import SPOTS
from game.ui.intents import KeyMap
from game.ui.modes.director import Director
from game.ui.modes.services import Services
from game.ui.modes.words import key_words
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Row, Widget
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

    def rows(self) -> list[Widget]:
        """The boxes in rows: faces of dice in one of their own."""
        made = self.make()
        faces: list[Widget] = [box for box in made if isinstance(box, DieButton)]
        others = [box for box in made if box not in faces]
        return [Row(row, 4 if row is faces else 8) for row in (faces, others) if row]


class DieButton(Button):
    """A die's face to be pressed."""

    def __init__(self, face: int, action: Callable[[], object]) -> None:
        super().__init__(str(face), action, key=f"face {face}")
        self._face = face

    def width(self, canvas: Canvas) -> int:
        return canvas.u(32)  # six of them fit into half of the board in the smallest window

    def height(self, canvas: Canvas, width: int) -> int:
        return min(max(width, canvas.u(30)), canvas.u(46))

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        fill = mixed(palette.ink, palette.accent, 0.25 if hover is self else 0.05)
        self._box(canvas, focus, None, fill, palette.dark)
        spread = min(self.rect.width, self.rect.height) * 0.26
        for x, y in SPOTS[self._face]:
            centre = (round(self.rect.centerx + x * spread), round(self.rect.centery + y * spread))
            pygame.draw.aacircle(canvas.surface, palette.dark, centre, max(round(spread * 0.36), 2))


def turn_buttons(
    director: Director, settings: Settings, keys: KeyMap, services: Services
) -> tuple[ButtonSet, ButtonSet]:
    """The buttons of the column and the floating ones."""

    def key(intent: str) -> str:
        return key_words(keys.keys(intent)[0]) if keys.keys(intent) else ""

    column: list[ButtonSpec] = []
    if settings.show_hint_button:
        column.append(ButtonSpec("hint", _("Hint"), services.show_hint))
    if settings.show_undo_button:
        column.append(ButtonSpec("undo", _("Undo"), director.undo, is_enabled=director.may_undo))
    if not settings.confirm_automatically or _can_stop_early(director):
        is_whole = director.entry is not None and director.entry.may_finish
        column.append(ButtonSpec("done", _("Done"), director.finish, is_main=True, is_enabled=is_whole))
    return ButtonSet(tuple(column)), ButtonSet(tuple(_floating(director, key)))


def _can_stop_early(director: Director) -> bool:
    """A rare place where one may stop or go on: the person says which."""
    return director.entry is not None and director.entry.may_finish and not director.entry.is_finished


def _floating(director: Director, key: Callable[[str], str]) -> list[ButtonSpec]:
    if director.show.is_busy and director.typing is None:
        return []
    specs: list[ButtonSpec] = []
    if director.typing is not None and director.previews_throw:
        specs.append(ButtonSpec("correct", _("Correct the throw"), director.erase_throw))
    elif director.typing is not None:
        faces: Callable[[int], ButtonSpec] = lambda face: ButtonSpec(  # noqa: E731
            f"face {face}", "", lambda: director.type_die(face), face=face
        )
        specs += [faces(face) for face in range(1, 7)]
        if director.typing.throw is not None:
            specs.append(ButtonSpec("confirm", _("Confirm"), director.confirm_throw, key("done"), is_main=True))
    elif director.wants_number:
        for number in range(1, 7):
            specs.append(ButtonSpec(f"face {number}", "", lambda n=number: director.choose(n), face=number))  # type: ignore[misc]
    elif director.wants_roll:
        specs.append(ButtonSpec("roll", _("Roll"), director.roll, key("roll"), is_main=True))
    if director.may_double:
        specs.append(ButtonSpec("double", _("Double"), director.double, key("double")))
    return specs
