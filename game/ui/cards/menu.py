"""The main menu, and the pause of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label


@dataclass(frozen=True)
class MenuActions:
    """What the menus lead to. resume: None when there is no match to go on with; continues: who with, in words."""

    resume: Callable[[], object] | None
    continues: str
    new_match: Callable[[], object]
    two_players: Callable[[], object]
    settings: Callable[[], object]
    keys: Callable[[], object]
    quit: Callable[[], object]


class MainMenu(Card):
    """The first card."""

    units = 360.0
    may_cancel = False

    def __init__(self, actions: Callable[[], MenuActions]) -> None:
        super().__init__()
        self._actions = actions

    @property
    def title(self) -> str:
        return "Shesh Besh"

    def content(self) -> list[Widget]:
        actions = self._actions()
        boxes: list[Widget] = []
        if actions.resume:
            boxes.append(Button(_("Continue"), actions.resume, key="resume", is_main=True))
            boxes.append(Label(actions.continues, "small", "faint"))
        boxes += [
            Button(_("New match"), actions.new_match, key="new", is_main=not actions.resume),
            Button(_("Two players"), actions.two_players, key="two"),
            Button(_("Settings"), actions.settings, key="settings"),
            Button(_("Keys"), actions.keys, key="keys"),
            Button(_("Quit"), actions.quit, key="quit"),
        ]
        return boxes


@dataclass(frozen=True)
class PauseActions:
    """What can be done in the middle of a match; None where it cannot."""

    resign: Callable[[], object] | None
    take_back: Callable[[], object] | None
    end_session: Callable[[], object] | None
    dice: Callable[[], object] | None
    settings: Callable[[], object]
    keys: Callable[[], object]
    leave: Callable[[], object]


class PauseCard(Card):
    """The match waits; the clock stands."""

    units = 360.0

    def __init__(self, actions: PauseActions, about: str) -> None:
        super().__init__()
        self._actions, self._about = actions, about

    @property
    def title(self) -> str:
        return _("Pause")

    def content(self) -> list[Widget]:
        actions = self._actions
        offered = [
            (actions.take_back, _("Take the last turn back"), "take_back"),
            (actions.resign, _("Resign"), "resign"),
            (actions.end_session, _("End session"), "end"),
            (actions.dice, _("The dice"), "dice"),
            (actions.settings, _("Settings"), "settings"),
            (actions.keys, _("Keys"), "keys"),
            (actions.leave, _("Leave match"), "leave"),
        ]
        boxes: list[Widget] = [Label(self._about, "small", "faint")]
        boxes.append(Button(_("Resume"), self.finish, key="resume", is_main=True))
        boxes += [Button(label, action, key=key) for action, label, key in offered if action]
        return boxes
