"""Other people's opponents: what is offered, what each of them says of itself, and programs of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game import i18n
from game.errors import GameError
from game.guests import GNUBG, Guests
from game.i18n import gettext as _
from game.settings import LONGEST_PATH, Settings
from game.ui.card import Card
from game.ui.cards.opponent import leave_card, level_words, opponent_words, origin_words
from game.ui.widgets.base import Column, Row, Widget
from game.ui.widgets.controls import Button, Gap, Label, Toggle
from game.ui.widgets.fields import TextField
from game.wording import sentence
from opponents import Listing

LONGEST_NAME = 24


class OpponentsCard(Card):
    """settings, change: where it is kept what is switched on."""

    units = 600.0

    def __init__(self, guests: Guests, settings: Callable[[], Settings], change: Callable[[Settings], object]) -> None:
        super().__init__()
        self._guests, self._settings, self._change = guests, settings, change
        self._name = self._command = ""
        self._refusal: GameError | None = None
        self._seen = guests.news

    @property
    def title(self) -> str:
        return _("Opponents")

    def _set(self, **changes: Any) -> None:
        self._change(replace(self._settings(), **changes))
        self._refresh()

    def _refresh(self) -> None:
        """Builds the card anew, and keeps in sight what was pushed: boxes above it may have come or gone."""
        self.rebuild()
        self.ready()
        if self.focus is not None:
            self.show(self.focus)

    def content(self) -> list[Widget]:
        words = _(
            "Opponents of other people run with your own rights and can do on this computer whatever you can do. Before"
            " one plays for the first time you are asked."
        )
        return [
            Label(words, "small", "accent"),
            *self._files(),
            *self._gnubg(),
            *self._programs(),
            *self._packages(),
        ]

    def _found(self, *origins: str) -> list[Listing]:
        return [one for one in self._guests.listings() if one.origin in origins]

    # Single files

    def _files(self) -> list[Widget]:
        is_on = self._settings().opponent_files
        boxes: list[Widget] = [
            Gap(4),
            Label(_("Single files"), "strong", "accent"),
            Toggle(
                _("Offer the files of the folder"), is_on, lambda on: self._set(opponent_files=on), "opponent_files"
            ),
            Label(str(self._guests.folder), "small", "faint"),
        ]
        if is_on:
            found = self._found("file")
            boxes += [box for one in found for box in self._about(one)]
            if not found:
                boxes.append(Label(_("There are no opponents in this folder."), "small", "faint"))
            boxes.append(Button(_("Look again"), self._look_again, key="look"))
        return boxes

    def _look_again(self) -> None:
        self._guests.look()
        self._refresh()

    # GNU Backgammon

    def _gnubg(self) -> list[Widget]:
        settings = self._settings()
        boxes: list[Widget] = [
            Gap(4),
            Label("GNU Backgammon", "strong", "accent"),
            Toggle(_("Offer GNU Backgammon"), settings.gnubg, lambda on: self._set(gnubg=on), GNUBG),
        ]
        if settings.gnubg:
            listing = next(one for one in self._guests.listings() if one.key == GNUBG)
            boxes.append(
                TextField(
                    _("Its place"),
                    settings.gnubg_path,
                    lambda path: self._change(replace(self._settings(), gnubg_path=path.strip())),
                    key="gnubg_path",
                    longest=LONGEST_PATH,
                )
            )
            boxes.append(Label(_("Left empty, it is found by itself."), "small", "faint"))
            boxes += self._about(listing)
        return boxes

    # Programs

    def _programs(self) -> list[Widget]:
        words = _("Programs in any language that speak the line protocol of the game: one line a question.")
        boxes: list[Widget] = [
            Gap(4),
            Label(_("Programs of your own"), "strong", "accent"),
            Label(words, "small", "faint"),
        ]
        for name, command in self._settings().programs.items():
            boxes += self._program(name, command)
        boxes += [
            TextField(_("Name"), self._name, self._write_name, key="program name", longest=LONGEST_NAME),
            TextField(
                _("Command line"), self._command, self._write_command, key="program command", longest=LONGEST_PATH
            ),
        ]
        if self._refusal is not None:
            boxes.append(Label(sentence(self._refusal), "small", "danger"))
        boxes.append(Button(_("Add program"), self._add, key="add program"))
        return boxes

    def _program(self, name: str, command: str) -> list[Widget]:
        is_on = self._settings().programs_on.get(name, False)
        boxes: list[Widget] = [
            Toggle(name, is_on, lambda on: self._switch(name, on), f"program {name}"),
            Label(command, "small", "faint"),
        ]
        remove = Button(_("Remove"), lambda: self._remove(name), key=f"remove {name}")
        listing = next((one for one in self._found("program") if one.key == name), None)
        if listing is None:
            return [*boxes, remove]
        *about, last = self._about(listing, with_origin=False)
        return [*boxes, *about, Row([last, remove]) if isinstance(last, Button) else Column([last, remove])]

    def _write_name(self, name: str) -> None:
        self._name = name

    def _write_command(self, command: str) -> None:
        self._command = command

    def _switch(self, name: str, is_on: bool) -> None:
        self._guests.switch_program(name, is_on)
        self._refresh()

    def _remove(self, name: str) -> None:
        self._guests.remove_program(name)
        self._refresh()

    def _add(self) -> None:
        self._refusal = None
        try:
            self._guests.add_program(self._name, self._command)
            self._name = self._command = ""
        except GameError as error:
            self._refusal = error
        self._refresh()

    # Packages

    def _packages(self) -> list[Widget]:
        found = self._found("package")
        if not found:
            return []
        heading = Label(_("Installed packages"), "strong", "accent")
        return [Gap(4), heading, *(box for one in found for box in self._about(one))]

    # What is known of each

    def _about(self, listing: Listing, *, with_origin: bool = True) -> list[Widget]:
        """Who it is, what it says of itself or why it is of no use, and the button that asks it."""
        key = listing.key
        if listing.error is not None:
            return [Label(sentence(GameError(listing.error.code, **listing.error.facts)), "small", "danger")]
        known = self._guests.known(key)
        name = opponent_words(key, known.profile)
        boxes: list[Widget] = [Label(f"{name}. {origin_words(self._guests, key)}", "small")] if with_origin else []
        if known.error is not None:
            boxes.append(Label(sentence(known.error), "small", "danger"))
            if known.report:
                boxes.append(Label(sentence(GameError("report_kept", file=known.report)), "small", "faint"))
        elif known.profile is not None:
            parts = [known.profile.described(i18n.spoken()), ", ".join(map(level_words, known.profile.levels))]
            words = _("It answers: {words}").format(words=" · ".join(filter(None, (name, *parts))))
            boxes.append(Label(words, "small", "good"))
        elif self._guests.is_asking(key):
            boxes.append(Label(_("It is being asked what it plays …"), "small", "accent"))
        boxes.append(Button(_("Test"), lambda: self._test(key), key=f"test {key}"))
        return boxes

    def _test(self, key: str) -> None:
        if self._guests.may_play(key):
            self._guests.ask_again(key)
            self._refresh()
            return
        assert self.stack is not None

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._guests.let_play(key)
                self._guests.ask_again(key)
                self._refresh()

        self.stack.open(leave_card(self._guests, key), answered)

    def footer(self) -> list[Widget]:
        return [Button(_("Close"), self.finish, key="close", is_main=True)]

    def step(self, now: float) -> bool:
        if self._seen != self._guests.news:
            self._seen = self._guests.news
            self.rebuild()
            return True
        return super().step(now)
