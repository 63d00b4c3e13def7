"""Settings: they hold at once, without a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game import i18n
from game.i18n import LANGUAGES
from game.i18n import gettext as _
from game.settings import LONGEST_NAME, Settings
from game.ui.card import Card
from game.ui.cards.keys import ChangeKeysCard
from game.ui.cards.look import LookCard
from game.ui.cards.message import ListCard
from game.ui.intents import KeyMap
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Gap, Label, Toggle
from game.ui.widgets.fields import TextField

LANGUAGE_NAMES = {
    "tr": "Türkçe",
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "pt": "Português",
    "it": "Italiano",
    "el": "Ελληνικά",
    "ru": "Русский",
}
"""Each language by its own name, so that everybody finds theirs."""


class SettingsCard(Card):
    """change: takes the new settings and lets them hold."""

    units = 600.0

    def __init__(
        self, settings: Callable[[], Settings], change: Callable[[Settings], object], keys: Callable[[], KeyMap]
    ) -> None:
        super().__init__()
        self._settings, self._change, self._keys = settings, change, keys

    @property
    def title(self) -> str:
        return _("Settings")

    def _set(self, **changes: object) -> None:
        self._change(replace(self._settings(), **changes))  # type: ignore[arg-type]  # names of settings
        self.rebuild()

    def _list(self, choice: Choice[Any]) -> None:
        assert self.stack is not None
        self.stack.open(
            ListCard(choice.label, choice.values, choice.value), lambda got: choice.choose(got[0]) if got else None
        )

    def _choice(self, name: str, label: str, values: list[tuple[Any, str]]) -> Widget:
        return Choice(
            label,
            values,
            getattr(self._settings(), name),
            lambda value: self._set(**{name: value}),
            key=name,
            open_list=self._list,
        )

    def _switch(self, name: str, label: str) -> Widget:
        return Toggle(label, getattr(self._settings(), name), lambda on: self._set(**{name: on}), name)

    def content(self) -> list[Widget]:
        return [*self._person(), *self._play(), *self._sight()]

    def _person(self) -> list[Widget]:
        system = _("As the system: {language}").format(language=LANGUAGE_NAMES[i18n.system_language()])
        return [
            Label(_("Language and text"), "strong", "accent"),
            self._choice("language", _("Language"), [("", system), *((k, LANGUAGE_NAMES[k]) for k in LANGUAGES)]),
            self._choice(
                "text_size",
                _("Text size"),
                [("normal", _("Normal")), ("large", _("Large")), ("very_large", _("Very large"))],
            ),
            TextField(
                _("Your name"),
                self._settings().name,
                lambda name: self._change(replace(self._settings(), name=name)),
                key="name",
                longest=min(LONGEST_NAME, 24),
            ),
            Gap(6),
        ]

    def _play(self) -> list[Widget]:
        return [
            Label(_("Game"), "strong", "accent"),
            self._switch("roll_automatically", _("Roll automatically")),
            self._switch("confirm_automatically", _("Confirm automatically")),
            self._switch("play_forced", _("Play forced moves")),
            self._switch("show_movable", _("Highlight movable checkers")),
            self._switch("show_targets", _("Show target rings")),
            self._switch("show_undo_button", _("Show Undo button")),
            self._switch("show_hint_button", _("Show Hint button")),
            Gap(6),
            Label(_("Speed"), "strong", "accent"),
            self._choice(
                "animation_speed",
                _("Animation"),
                [("slow", _("Slow")), ("normal", _("Normal")), ("fast", _("Fast")), ("off", _("Off"))],
            ),
            self._choice(
                "thinking_time",
                _("Opponent's thinking time"),
                [("short", _("Short")), ("normal", _("Normal")), ("long", _("Long"))],
            ),
            self._switch("reduced_motion", _("Reduced motion")),
            Label(_("This version plays without sound."), "small", "faint"),
            Gap(6),
        ]

    def _sight(self) -> list[Widget]:
        return [
            Label(_("Appearance"), "strong", "accent"),
            Button(_("Board, checkers and dice"), self._open_look, key="look"),
            self._switch("full_screen", _("Full screen")),
            self._switch("show_point_numbers", _("Point numbers")),
            Button(_("Change keys"), self._open_keys, key="keys"),
        ]

    def _open_look(self) -> None:
        assert self.stack is not None
        self.stack.open(LookCard(self._settings, self._change))

    def _open_keys(self) -> None:
        assert self.stack is not None
        self.stack.open(
            ChangeKeysCard(self._keys(), lambda keys: self._change(replace(self._settings(), keys=keys.changes())))
        )

    def footer(self) -> list[Widget]:
        return [Button(_("Close"), self.finish, key="close", is_main=True)]
