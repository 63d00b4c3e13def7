"""The turns of a match: both players, the cube, resignations, what was taken back; by game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game import i18n
from game.formats.notation import hops_text, play_text
from game.i18n import gettext as _
from game.match import events
from game.match.timeline import Row, Timeline
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label
from game.ui.widgets.lists import Line, VirtualList
from game.wording import event_sentence, game_title, result_sentence

Names = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Item:
    """A row of the list: of the history, the heading of a game, or how it ended. moment: what it shows."""

    moment: int
    row: Row | None = None
    game: int = -1
    ends: Row | None = None


def _items(line: Timeline) -> list[_Item]:
    items: list[_Item] = []
    game = -1
    for row in line.rows:
        if row.game != game:
            game = row.game
            items.append(_Item(row.first, game=game))
        items.append(_Item(row.moment, row))
        if row.result is not None:
            items.append(_Item(row.end, ends=row))
    return items


def row_words(line: Timeline, row: Row, names: Names) -> str:
    """A turn as "12. Ada 3-1: 8/5 6/5"; whatever else happened in a sentence."""
    if not row.number or row.side is None:
        return event_sentence(line.event(row.first), line.state(row.first), line.state(row.first + 1), names)
    plays = "; ".join(filter(None, (_part(line, number) for number in range(row.first, row.end)))) or _("no legal play")
    dice = line.state(row.end - 1).dice or (0, 0)
    thrown = f"{dice[0]}-{dice[1]}"
    words = _("{number}. {name} {dice}: {play}")
    return words.format(number=i18n.number(row.number), name=names[row.side], dice=thrown, play=plays)


def _part(line: Timeline, number: int) -> str:
    before = line.state(number)
    match line.event(number):
        case events.Played(steps):
            return play_text(before.position, steps, before.game, compact=True)
        case events.Misplayed(hops):
            return _("{play} (not allowed)").format(play=hops_text(hops) or _("nothing"))
        case events.Chose(double):
            return f"{double}-{double}"
        case _:
            return ""


class HistoryCard(Card):
    """Its result is the moment to be shown. moment: where the match stands, or what is looked at. played: who played
    the events from the first to before the second number, in words, '' where nobody was replaced in the match.
    """

    units = 640.0

    def __init__(
        self,
        line: Timeline,
        names: Names,
        moment: int,
        *,
        is_running: bool = False,
        played: Callable[[int, int], str] = lambda _first, _end: "",
    ) -> None:
        super().__init__()
        self.line, self._names, self._is_running, self._played = line, names, is_running, played
        self._items = _items(line)
        nothing: Callable[[], str] = lambda: _("Nothing has been played yet.")  # noqa: E731
        self.list = VirtualList("turns", self._words, opened=self._show, empty=nothing, wraps=True)
        self.list.set_count(len(self._items), self._index_at(moment))

    def _index_at(self, moment: int) -> int:
        row = self.line.rows[self.line.row_at(moment)] if self.line.rows else None
        return next((index for index, item in enumerate(self._items) if item.row is row), 0)

    def _words(self, index: int) -> Line:
        item = self._items[index]
        if item.row is not None:
            tone = "faint" if item.row.is_void else "danger" if self._is_misplayed(item.row) else "ink"
            return Line(row_words(self.line, item.row, self._names), tone=tone, is_struck=item.row.is_void)
        if item.ends is not None and item.ends.result is not None:
            score = self._score(item.moment)
            return Line(result_sentence(item.ends.result, self._names), score, tone="accent")
        words = _("Game {number}").format(number=i18n.number(item.game + 1))
        if len(self.line.record.options.games) > 1:
            words = f"{words} · {game_title(self.line.record.options.game(item.game).key)}"
        if played := self._played(item.moment, self._end_of(item.game)):
            words = f"{words} · {played}"
        return Line(words, self._score(item.moment), is_heading=True)

    def _end_of(self, game: int) -> int:
        """The number after the last event of a game."""
        return max(row.end for row in self.line.rows if row.game == game)

    def _is_misplayed(self, row: Row) -> bool:
        happened = (self.line.event(number) for number in range(row.first, row.end))
        return any(isinstance(event, events.Misplayed) for event in happened)

    def _score(self, moment: int) -> str:
        first, second = (i18n.number(points) for points in self.line.state(moment).score)
        return _("{points} : {others}").format(points=first, others=second)

    def _show(self, index: int) -> None:
        self.finish(self._items[index].moment)

    @property
    def title(self) -> str:
        return _("History")

    def first_focus(self) -> str:
        return "turns"

    def content(self) -> list[Widget]:
        names = _("{first} against {second}").format(first=self._names[0], second=self._names[1])
        boxes: list[Widget] = [Label(names, "small", "faint"), self.list]
        if self._is_running:
            boxes.append(Label(_("The match waits while you look back."), "small", "faint"))
        return boxes

    def footer(self) -> list[Widget]:
        is_there = bool(self._items)
        show: Callable[[], object] = lambda: self._show(self.list.chosen)  # noqa: E731
        return [
            Button(_("Show on the board"), show, key="show", is_main=True, is_enabled=is_there),
            Button(_("Close"), self.finish, key="close"),
        ]
