"""A list of names of any length, from which one is chosen: by going through it, or by writing some letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.i18n import gettext as _
from game.storage.summaries import folded
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.fields import TextField
from game.ui.widgets.lists import Line, VirtualList

LONGEST = 60


class NamesCard(Card):
    """Its result is the value that was chosen, alone in a tuple; None for Escape. values: with their words."""

    units = 480.0

    def __init__(self, title: str, values: Sequence[tuple[Any, str]], value: object) -> None:
        super().__init__()
        self._title, self._values, self._written = title, list(values), ""
        self._found = self._values
        self.list = VirtualList(
            "names",
            lambda index: Line(self._found[index][1]),
            opened=self._take,
            typed_letters=lambda letters: self._write(self._written + letters),
            erase=lambda: self._write(self._written[:-1]),
            empty=lambda: _("Nobody here is called that."),
        )
        places = [known for known, _words in self._values]
        self.list.set_count(len(places), places.index(value) if value in places else 0)

    @property
    def title(self) -> str:
        return self._title

    def first_focus(self) -> str:
        return "names"

    def _write(self, text: str) -> None:
        """Only names with all these words are left."""
        self._written = text[:LONGEST]
        wanted = folded(self._written).split()
        self._found = [one for one in self._values if all(word in folded(one[1]) for word in wanted)]
        self.list.set_count(len(self._found))
        self.rebuild()

    def content(self) -> list[Widget]:
        return [TextField(_("Search"), self._written, self._write, key="search", longest=LONGEST), self.list]

    def footer(self) -> list[Widget]:
        is_there = bool(self._found)
        return [
            Button(_("Choose"), lambda: self._take(self.list.chosen), key="take", is_main=True, is_enabled=is_there),
            Button(_("Cancel"), self.finish, key="cancel"),
        ]

    def _take(self, index: int) -> None:
        self.finish((self._found[index][0],))
