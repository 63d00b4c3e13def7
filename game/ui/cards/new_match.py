"""A new match: game, length, who plays, how. Everything sensible is chosen already; Start is one press away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game import i18n
from game.guests import Guests
from game.i18n import gettext as _
from game.i18n import ngettext
from game.ui.card import Card
from game.ui.cards.message import ListCard
from game.ui.cards.opponent import OpponentBoxes
from game.ui.cards.setup import SESSION, Setup, kinds
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Heading, Toggle
from game.ui.widgets.fields import TextField
from game.wording import game_title, option_title, option_value_title


def length_words(length: int) -> str:
    """A length as it is chosen."""
    if length == SESSION:
        return _("Session without end")
    return ngettext("{count} point", "{count} points", length).format(count=i18n.number(length))


class NewMatchCard(Card):
    """Its result is the Setup. own_name: what the person is called; guests: who can be chosen besides our own."""

    units = 540.0

    def __init__(self, setup: Setup, own_name: str, guests: Guests) -> None:
        super().__init__()
        self.setup = setup
        self._own_name = own_name
        self._who = OpponentBoxes(self, guests, setup.opponent, setup.level, lambda: self.setup.games())  # noqa: PLW0108  # of the setup then

    @property
    def _two(self) -> bool:
        return not self.setup.opponent

    @property
    def title(self) -> str:
        return _("Two players") if self._two else _("New match")

    def _change(self, **changes: object) -> None:
        self.setup = replace(self.setup, **changes)  # type: ignore[arg-type]  # names of choices
        self.rebuild()

    def _list(self, choice: Choice[Any]) -> None:
        assert self.stack is not None
        self.stack.open(
            ListCard(choice.label, choice.values, choice.value), lambda got: choice.choose(got[0]) if got else None
        )

    def _choice(
        self, label: str, values: list[tuple[Any, str]], value: object, key: str, change: Callable[[Any], object]
    ) -> Choice[Any]:
        return Choice(label, values, value, change, key=key, open_list=self._list)

    def content(self) -> list[Widget]:
        setup = self.setup
        boxes: list[Widget] = [
            self._choice(
                _("Game"),
                [(kind, game_title(kind)) for kind in kinds()],
                setup.kind,
                "kind",
                lambda kind: self._replace(self.setup.with_kind(kind)),
            ),
            self._choice(
                _("Length"),
                [(length, length_words(length)) for length in setup.lengths()],
                setup.length,
                "length",
                lambda length: self._change(length=length),
            ),
        ]
        boxes += self._people() if self._two else self._who.boxes()
        boxes.append(
            self._choice(
                _("Dice"),
                [(False, _("Thrown by the game")), (True, _("Real dice, typed in"))],
                setup.typed,
                "typed",
                lambda typed: self._change(typed=typed),
            )
        )
        if not setup.typed:
            label = _("Add words of your own to the dice")
            boxes.append(Toggle(label, setup.own_words, lambda on: self._change(own_words=on), "own_words"))
        boxes.append(
            self._choice(
                _("Your checkers") if not self._two else _("Checkers of the first"),
                [(False, _("Light")), (True, _("Dark"))],
                setup.is_dark,
                "dark",
                lambda dark: self._change(is_dark=dark),
            )
        )
        boxes.append(Toggle(_("Clock"), setup.clock, lambda clock: self._change(clock=clock), "clock"))
        return boxes + self._rules()

    def _replace(self, setup: Setup) -> None:
        self.setup = setup
        self.rebuild()

    def _people(self) -> list[Widget]:
        first, second = self.setup.names
        return [
            TextField(
                _("First player"),
                first or self._own_name,
                lambda name: self._name(0, name),
                key="name 0",
                longest=24,
            ),
            TextField(_("Second player"), second, lambda name: self._name(1, name), key="name 1", longest=24),
            Toggle(
                _("The board turns to whoever is to play"),
                self.setup.turns,
                lambda turns: self._change(turns=turns),
                "turns",
            ),
        ]

    def _name(self, side: int, name: str) -> None:
        names = (name, self.setup.names[1]) if side == 0 else (self.setup.names[0], name)
        self.setup = replace(self.setup, names=names)

    def _rules(self) -> list[Widget]:
        setup = self.setup
        boxes: list[Widget] = []
        if setup.length == SESSION:
            boxes.append(Heading(_("Rules of the session")))
            boxes += [
                Toggle(_("Jacoby rule"), setup.jacoby, lambda on: self._change(jacoby=on), "jacoby"),
                Toggle(_("Beaver"), setup.beavers, lambda on: self._change(beavers=on), "beavers"),
            ]
            if setup.beavers:
                boxes.append(Toggle(_("Raccoon"), setup.raccoons, lambda on: self._change(raccoons=on), "raccoons"))
            boxes.append(
                Toggle(
                    _("Automatic doubles"),
                    setup.automatic_doubles,
                    lambda on: self._change(automatic_doubles=on),
                    "automatic",
                )
            )
        options = setup.game_options()
        if options:
            boxes.append(Heading(_("Rules of the game")))
        for name, values in options.items():
            boxes.append(
                self._choice(
                    option_title(setup.kind, name),
                    [(value, option_value_title(setup.kind, name, value)) for value in values],
                    setup.options.get(name, values[0]),
                    f"option {name}",
                    self._option_changer(name),
                )
            )
        return boxes

    def _option_changer(self, name: str) -> Callable[[Any], object]:
        return lambda value: self._change(options={**self.setup.options, name: value})

    def footer(self) -> list[Widget]:
        is_enabled = self._two or not self._who.is_refused
        return [
            Button(_("Start"), self._start, key="start", is_main=True, is_enabled=is_enabled),
            Button(_("Cancel"), self.finish, key="cancel"),
        ]

    def _start(self) -> None:
        if self._two:
            self.finish(self.setup)
        else:
            self._who.ready(lambda: self.finish(self._chosen()))

    def _chosen(self) -> Setup:
        return replace(self.setup, opponent=self._who.opponent, level=self._who.level)

    def step(self, now: float) -> bool:
        return (not self._two and self._who.step()) or super().step(now)

    def first_focus(self) -> str:
        return "start"
