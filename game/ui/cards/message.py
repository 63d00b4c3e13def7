"""A sentence and its answers; and a list from which one thing is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label


class MessageCard(Card):
    """Sentences and buttons; its result is the chosen answer, None for Escape. answers: (value, label) pairs, the
    first is the main one.
    """

    units = 430.0

    def __init__(self, title: str, sentences: Sequence[str], answers: Sequence[tuple[Any, str]] = ()) -> None:
        super().__init__()
        self._title, self._sentences = title, list(sentences)
        self._answers = list(answers) or [(True, _("Close"))]

    @property
    def title(self) -> str:
        return self._title

    def content(self) -> list[Widget]:
        return [Label(sentence) for sentence in self._sentences]

    def footer(self) -> list[Widget]:
        return [
            Button(label, lambda answer=value: self.finish(answer), key=f"answer {index}", is_main=index == 0)  # type: ignore[misc]
            for index, (value, label) in enumerate(self._answers)
        ]


class ListCard(Card):
    """All values of a choice at once; its result is the one that was chosen."""

    units = 380.0

    def __init__(self, title: str, values: Sequence[tuple[Any, str]], value: object) -> None:
        super().__init__()
        self._title, self._values, self._value = title, list(values), value

    @property
    def title(self) -> str:
        return self._title

    def first_focus(self) -> str:
        index = next((i for i, (value, _words) in enumerate(self._values) if value == self._value), 0)
        return f"value {index}"

    def content(self) -> list[Widget]:
        return [
            Button(words, lambda v=value: self.finish((v,)), key=f"value {i}", is_main=value == self._value)  # type: ignore[misc]
            for i, (value, words) in enumerate(self._values)
        ]
