"""Narrowing the list of matches: by game, opponent, result and date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from game import i18n
from game.i18n import gettext as _
from game.i18n import ngettext
from game.storage.archive import Archive, Search
from game.storage.summaries import FINISHED, OUTCOMES, folded
from game.ui.card import Card
from game.ui.cards.match_words import day_words, opponent_title, outcome_words
from game.ui.cards.message import ListCard
from game.ui.cards.names import NamesCard
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice
from game.wording import game_title

Span = tuple[str, str]
"""The first moment that counts, and the first that does not any more; empty without a bound."""

Opponent = tuple[str, str]
"""Seat and name."""

_DAYS = (7, 30, 365)

BY_ARROWS = 100
"""Through so many opponents, those met most often, the arrows lead; the list has everybody."""


def spans(years: list[int], now: datetime) -> list[tuple[Span, str]]:
    """The dates that can be chosen, with their words. now: with a time zone."""
    found: list[tuple[Span, str]] = [(("", ""), _("At any time"))]
    found.append(((_stamp(now - timedelta(days=1)), ""), _("In the last 24 hours")))
    for days in _DAYS:
        words = ngettext("In the last {count} day", "In the last {count} days", days).format(count=i18n.number(days))
        found.append(((_stamp(now - timedelta(days=days)), ""), words))
    return found + [((f"{year:04}", f"{year + 1:04}"), str(year)) for year in years]


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="minutes")[:13]  # the hour: one choice stays the same for a while


def search_words(search: Search) -> str:
    """What the list is narrowed to, besides the words written; '' for nothing."""
    parts = [
        game_title(search.game) if search.game else "",
        opponent_title(*search.opponent) if search.opponent else "",
        outcome_words(search.outcome),
        _span_words(search),
    ]
    return " · ".join(part for part in parts if part)


def _span_words(search: Search) -> str:
    if search.until:
        return search.since
    if search.since:
        return _("since {day}").format(day=day_words(search.since[:10]))
    return ""


def _by_name(opponents: list[Opponent]) -> list[Opponent]:
    return sorted(opponents, key=lambda one: (folded(one[1]), one))


def _people(opponents: list[Opponent]) -> list[tuple[Any, str]]:
    return [(None, _("Anybody")), *((one, opponent_title(*one)) for one in opponents)]


class FilterCard(Card):
    """Its result is the Search, None for Escape."""

    units = 560.0

    def __init__(self, archive: Archive, search: Search) -> None:
        super().__init__()
        self._search = search
        self._games = archive.games(search.state)
        opponents = archive.opponents(search.state)
        self._often, self._opponents = _by_name(opponents[:BY_ARROWS]), _by_name(opponents)
        self._spans = spans(archive.years(search.state), datetime.now(UTC))

    @property
    def title(self) -> str:
        return _("Filter")

    def _change(self, **changes: object) -> None:
        self._search = replace(self._search, **changes)  # type: ignore[arg-type]  # parts of a search by their names
        self.rebuild()

    def _list(self, choice: Choice[Any]) -> None:
        assert self.stack is not None
        self.stack.open(
            ListCard(choice.label, choice.values, choice.value), lambda got: choice.choose(got[0]) if got else None
        )

    def _list_opponents(self, choice: Choice[Any]) -> None:
        assert self.stack is not None
        card = NamesCard(choice.label, _people(self._opponents), choice.value)
        self.stack.open(card, lambda got: choice.choose(got[0]) if got else None)

    def _choice(
        self,
        label: str,
        values: list[tuple[Any, str]],
        value: object,
        key: str,
        open_list: Callable[[Choice[Any]], object] | None = None,
    ) -> Choice[Any]:
        """key: the part of the search that is chosen."""
        if value not in [known for known, _words in values]:
            values = [*values, (value, search_words(replace(Search(), **{key: value})))]  # type: ignore[arg-type]
        change = lambda chosen: self._change(**{key: chosen})  # noqa: E731
        return Choice(label, values, value, change, key=key, open_list=open_list or self._list, is_stacked=True)

    def content(self) -> list[Widget]:
        search = self._search
        games: list[tuple[Any, str]] = [("", _("Any game")), *((key, game_title(key)) for key in self._games)]
        boxes: list[Widget] = [
            self._choice(_("Game"), games, search.game, "game"),
            self._choice(_("Opponent"), _people(self._often), search.opponent, "opponent", self._list_opponents),
        ]
        if search.state == FINISHED:
            outcomes: list[tuple[Any, str]] = [("", _("Any result")), *((one, outcome_words(one)) for one in OUTCOMES)]
            boxes.append(self._choice(_("Result"), outcomes, search.outcome, "outcome"))
        span = (search.since, search.until)
        known = next((value for value, _words in self._spans if value == span), None)
        dates: list[tuple[Any, str]] = list(self._spans)
        if known is None:
            dates.append((span, _span_words(search)))
        boxes.append(
            Choice(
                _("Date"),
                dates,
                span,
                lambda chosen: self._change(since=chosen[0], until=chosen[1]),
                key="date",
                open_list=self._list,
                is_stacked=True,
            )
        )
        return boxes

    def footer(self) -> list[Widget]:
        return [
            Button(_("Show"), lambda: self.finish(self._search), key="show", is_main=True),
            Button(_("Show all"), lambda: self.finish(Search(self._search.state)), key="all"),
            Button(_("Cancel"), self.finish, key="cancel"),
        ]
