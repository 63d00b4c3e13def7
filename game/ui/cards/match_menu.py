"""Everything that a match of the list leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.i18n import gettext as _
from game.storage.header import MatchHeader
from game.storage.imports import you_of
from game.ui.card import Card
from game.ui.cards.fairness import why_nothing_is_proven
from game.ui.cards.match_words import match_line, names_words
from game.ui.widgets.base import Row, Widget
from game.ui.widgets.controls import Button, Choice, Gap, Label


@dataclass(frozen=True)
class MatchesActions:
    """What a match of the list leads to, by its id. import_matches: brings in others. at_table: the match that lies on
    the table, which stays. answer: keeps which side of a match from elsewhere the person was, None for neither, and
    answers with its header then.
    """

    resume: Callable[[int], object]
    replay: Callable[[int], object]
    history: Callable[[int], object]
    export: Callable[[int], object]
    dice: Callable[[int], object]
    duplicate: Callable[[int], object]
    import_matches: Callable[[], object]
    at_table: Callable[[], int | None]
    answer: Callable[[MatchHeader, int | None], MatchHeader]


class MatchMenu(Card):
    """One stored match. Its result is "delete" when it shall be."""

    units = 440.0

    def __init__(self, header: MatchHeader, actions: MatchesActions) -> None:
        super().__init__()
        self._header, self._actions = header, actions

    @property
    def title(self) -> str:
        return names_words(self._header)

    def _button(self, words: str, lead: Callable[[int], object], key: str, *, is_main: bool = False) -> Button:
        return Button(words, lambda: lead(self._header.id), key=key, is_main=is_main)

    def content(self) -> list[Widget]:
        actions, header, line = self._actions, self._header, match_line(self._header)
        about = " · ".join(part for part in (line.right, line.below, line.below_right) if part)
        boxes: list[Widget] = [Label(about, "small", "faint"), Gap(2)]
        if header.finished is None:
            boxes.append(self._button(_("Resume"), actions.resume, "resume", is_main=True))
        replay = self._button(_("Replay"), actions.replay, "replay", is_main=header.finished is not None)
        boxes.append(Row([replay, self._button(_("History"), actions.history, "history")], 6))
        boxes.append(Row([self._button(_("Export"), actions.export, "export"), *self._dice()], 6))
        if header.dice == "imported":
            boxes.append(self._which())
        if header.dice != "fair":
            boxes.append(Label(why_nothing_is_proven(header.dice), "small", "faint"))
        elif header.finished is not None:
            boxes.append(self._button(_("Same dice, sides changed"), actions.duplicate, "duplicate"))
        return boxes

    def _which(self) -> Choice[int | None]:
        """What was answered when the match came, and can be corrected."""
        first, second = self._header.names
        sides = [(0, first or _("Player 1")), (1, second or _("Player 2")), (None, _("Neither of them"))]
        you = you_of(self._header)
        return Choice(_("Which player are you?"), sides, you, self._answer, key="you", is_stacked=True)

    def _answer(self, you: int | None) -> None:
        self._header = self._actions.answer(self._header, you)
        self.rebuild()

    def _dice(self) -> list[Widget]:
        return [self._button(_("The dice"), self._actions.dice, "dice")] if self._header.dice == "fair" else []

    def footer(self) -> list[Widget]:
        may_delete = self._header.id != self._actions.at_table()
        return [
            Button(_("Delete match"), lambda: self.finish("delete"), key="delete", is_enabled=may_delete),
            Button(_("Close"), self.finish, key="close"),
        ]
