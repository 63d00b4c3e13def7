"""Settings: they hold at once, without a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from game import i18n
from game.i18n import LANGUAGES
from game.i18n import gettext as _
from game.settings import LONGEST_NAME, LONGEST_PATH, Settings
from game.ui.card import Card
from game.ui.cards.keys import ChangeKeysCard
from game.ui.cards.look import LookCard
from game.ui.cards.message import ListCard, MessageCard
from game.ui.intents import KeyMap
from game.ui.sound import Sounds
from game.ui.widgets.base import Row, Widget
from game.ui.widgets.controls import Button, Choice, Heading, Label, Toggle
from game.ui.widgets.explained import Explained, Reset
from game.ui.widgets.fields import Slider, TextField

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


@dataclass(frozen=True)
class Exchange:
    """With the folder that several machines share. start: does it now; words: how it went, '' before the first time;
    choose: asks for another folder.
    """

    start: Callable[[], object]
    words: Callable[[], str]
    choose: Callable[[], object]


_USUAL = Settings()
_KEPT = frozenset(("language", "name", "window", "maximised", "display", "last_match", "last_two_players", "unknown"))
_KEPT |= {"programs", "trusted"}
"""Not what somebody has chosen here, or too much one's own to be taken back."""


def _usual_values() -> dict[str, Any]:
    return {one.name: getattr(_USUAL, one.name) for one in fields(Settings) if one.name not in _KEPT}


class SettingsCard(Card):
    """change: takes the new settings and lets them hold. exchange: with the shared folder. open_opponents: where other
    people's opponents are switched on.
    """

    units = 600.0

    def __init__(
        self,
        settings: Callable[[], Settings],
        change: Callable[[Settings], object],
        keys: Callable[[], KeyMap],
        sounds: Sounds,
        exchange: Exchange | None = None,
        open_opponents: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self._settings, self._change, self._keys, self._sounds = settings, change, keys, sounds
        self._exchange, self._open_opponents = exchange, open_opponents
        self._said = ""

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

    def _explained(self, name: str, control: Widget, words: str) -> Widget:
        """A control with its line, and the way back where it is not as usual."""
        is_usual = getattr(self._settings(), name) == getattr(_USUAL, name)
        back = None
        if not is_usual:
            back = Reset(_("As usual"), lambda: self._set(**{name: getattr(_USUAL, name)}), f"usual_{name}")
        return Explained(control, words, back)

    def _choice(self, name: str, label: str, words: str, values: list[tuple[Any, str]]) -> Widget:
        control = Choice(
            label,
            values,
            getattr(self._settings(), name),
            lambda value: self._set(**{name: value}),
            key=name,
            open_list=self._list,
        )
        return self._explained(name, control, words)

    def _switch(self, name: str, label: str, words: str) -> Widget:
        control = Toggle(label, getattr(self._settings(), name), lambda on: self._set(**{name: on}), name)
        return self._explained(name, control, words)

    def content(self) -> list[Widget]:
        return [
            *self._person(),
            *self._play(),
            *self._speed(),
            *self._sound(),
            *self._sight(),
            *self._access(),
            *self._machines(),
        ]

    def _person(self) -> list[Widget]:
        system = _("As the system: {language}").format(language=LANGUAGE_NAMES[i18n.system_language()])
        name = TextField(
            _("Your name"),
            self._settings().name,
            lambda name: self._change(replace(self._settings(), name=name)),
            key="name",
            longest=min(LONGEST_NAME, 24),
        )
        return [
            Heading(_("Language and text")),
            self._choice(
                "language",
                _("Language"),
                _("Of everything that is written here."),
                [("", system), *((k, LANGUAGE_NAMES[k]) for k in LANGUAGES)],
            ),
            self._choice(
                "text_size",
                _("Text size"),
                _("Plates, buttons and cards grow with it."),
                [("normal", _("Regular")), ("large", _("Large")), ("very_large", _("Very large"))],
            ),
            Explained(name, _("Stands on your plate and in the records of your matches."), None),
        ]

    def _play(self) -> list[Widget]:
        return [
            Heading(_("Game")),
            self._switch(
                "roll_automatically",
                _("Roll automatically"),
                _("Your dice fall by themselves, unless you may double first."),
            ),
            self._switch(
                "confirm_automatically", _("Confirm automatically"), _("The last step ends your turn; else Done does.")
            ),
            self._switch("play_forced", _("Play forced moves"), _("A turn without a choice is made for you.")),
            self._switch(
                "show_movable", _("Highlight movable checkers"), _("A ring with four beads marks what may move.")
            ),
            self._switch(
                "show_targets", _("Show target rings"), _("Rings mark where a checker may go, a cross where it hits.")
            ),
            self._switch(
                "show_last_turn", _("Show the last turn"), _("Arrows show what your opponent has just played.")
            ),
            self._switch("show_undo_button", _("Show Undo button"), _("Steps can be taken back until the next throw.")),
            self._switch("show_hint_button", _("Show Hint button"), _("Asks the strongest level for its play.")),
            *self._opponents(),
        ]

    def _opponents(self) -> list[Widget]:
        if self._open_opponents is None:
            return []
        words = _(
            "Other people's opponents, GNU Backgammon and programs of your own, all off until you switch them on."
        )
        return [Explained(Button(_("Opponents"), self._open_opponents, key="opponents"), words, None)]

    def _speed(self) -> list[Widget]:
        return [
            Heading(_("Speed")),
            self._choice(
                "animation_speed",
                _("Animation"),
                _("How fast checkers are carried and dice fall."),
                [("slow", _("Slow")), ("normal", _("Normal")), ("fast", _("Fast")), ("off", _("None"))],
            ),
            self._choice(
                "thinking_time",
                _("Opponent's thinking time"),
                _("The least time the computer takes for a turn."),
                [("short", _("Short")), ("normal", _("Average")), ("long", _("Long"))],
            ),
            self._switch("cup", _("Dice cup"), _("Dice come out of a leather cup; without it the throw is shorter.")),
            self._switch("approach", _("Camera approach"), _("The camera comes to the table when a match starts.")),
            self._switch("closing_turn", _("Closing turn"), _("The table turns slowly when a match has ended.")),
            self._choice(
                "replay_speed",
                _("Replay speed"),
                _("How fast a replay goes from turn to turn."),
                [("slow", _("Slow")), ("normal", _("Normal")), ("fast", _("Fast"))],
            ),
        ]

    def _sound(self) -> list[Widget]:
        note, is_on = self._sounds.note(), not self._settings().muted
        whole = Toggle(_("Sounds and music"), is_on, lambda on: self._set(muted=not on), "sound")
        return [
            Heading(_("Sound")),
            *([Label(note, "small", "faint")] if note else []),
            Explained(whole, _("Everything that can be heard, on or off at once."), None),
            self._level("sound_volume", _("Effects"), _("Checkers, dice, the cup and the cube, by their material.")),
            self._level("music_volume", _("Music"), _("A quiet piece for lute and flute that goes on and on.")),
            self._level("rain_volume", _("Rain"), _("Rain on the window, for a long evening.")),
        ]

    def _level(self, name: str, label: str, told: str) -> Widget:
        """A slider with its explanation. A hand that turns something up wants to hear it, whatever was switched off."""
        settings = self._settings()

        def change(level: float) -> None:
            self._change(replace(self._settings(), **{name: level}, muted=False))  # type: ignore[arg-type]  # a setting
            if name == "sound_volume":
                self._sounds.happened("checker_down", 0.8)

        def words(level: float) -> str:
            return i18n.percent(level) if level > 0.0 else _("Silent")

        level = 0.0 if settings.muted else getattr(settings, name)
        slider = Slider(label, level, (0.0, 1.0), 0.05, change, words, key=name)
        return Explained(slider, told, None)

    def _sight(self) -> list[Widget]:
        return [
            Heading(_("Appearance")),
            Explained(
                Button(_("Table and camera"), self._open_look, key="look"),
                _("Board, checkers, dice and cloth, zoom and tilt, with the table in sight."),
                None,
            ),
            self._switch("full_screen", _("Full screen"), _("The whole screen for the table.")),
            self._switch(
                "show_point_numbers", _("Point numbers"), _("On the frame, as the player who is to play counts.")
            ),
            self._switch("home_on_left", _("Home board on the left"), _("The whole board is mirrored.")),
        ]

    def _access(self) -> list[Widget]:
        return [
            Heading(_("Ease of use")),
            self._switch(
                "reduced_motion", _("Reduced motion"), _("No camera moves, no bouncing dice, no gold; cards fade.")
            ),
            Explained(
                Button(_("Change keys"), self._open_keys, key="keys"),
                _("Every key but a few can be chosen anew."),
                None,
            ),
        ]

    def _machines(self) -> list[Widget]:
        words = _(
            "Matches that are over and your library become the same on every computer that uses this folder. Choose one"
            " that a service of yours keeps alike on all of them."
        )
        boxes: list[Widget] = [
            Heading(_("Several computers")),
            TextField(
                _("Shared folder"),
                self._settings().shared_folder,
                lambda folder: self._change(replace(self._settings(), shared_folder=folder)),
                key="shared_folder",
                longest=LONGEST_PATH,
            ),
            Label(words, "small", "faint"),
        ]
        if self._exchange is not None:
            choose = Button(_("Choose a folder"), self._exchange.choose, key="choose_folder")
            boxes.append(Row([choose, Button(_("Exchange now"), self._exchange.start, key="share")]))
            self._said = self._exchange.words()
            if self._said:
                boxes.append(Label(self._said, "small", "good"))
        return boxes

    def step(self, now: float) -> bool:
        if self._exchange is not None and self._exchange.words() != self._said:
            self.rebuild()
            return True
        return super().step(now)

    def _open_look(self) -> None:
        assert self.stack is not None
        self.stack.open(LookCard(self._settings, self._change))

    def _open_keys(self) -> None:
        assert self.stack is not None
        self.stack.open(
            ChangeKeysCard(self._keys(), lambda keys: self._change(replace(self._settings(), keys=keys.changes())))
        )

    def footer(self) -> list[Widget]:
        return [
            Button(_("Close"), self.finish, key="close", is_main=True),
            Button(_("All as usual"), self._ask_usual, key="all_usual"),
        ]

    def _ask_usual(self) -> None:
        assert self.stack is not None
        words = _("Everything that can be set here, the look and the keys become what they were at the first start.")
        kept = _("Your name, your language and your matches stay as they are.")
        card = MessageCard(_("All as usual"), [words, kept], [(True, _("All as usual")), (False, _("Cancel"))])
        self.stack.open(card, lambda agreed: self._set(**_usual_values()) if agreed else None)
