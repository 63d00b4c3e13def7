"""The matches: those being played and the archive of finished ones; searching, resuming, looking back, deleting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from game import i18n
from game.errors import GameError
from game.i18n import gettext as _
from game.storage.archive import Archive, Search
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.summaries import FINISHED, PLAYING
from game.ui.card import Card
from game.ui.cards.filters import FilterCard, search_words
from game.ui.cards.match_menu import MatchesActions, MatchMenu
from game.ui.cards.match_words import match_line, names_words
from game.ui.input import Pressed
from game.ui.widgets.base import Beside, Row, Widget
from game.ui.widgets.controls import Button, Label
from game.ui.widgets.fields import TextField
from game.ui.widgets.lists import Line, VirtualList
from game.wording import game_title, sentence

_BLOCK = 64
_MOST_BLOCKS = 64

Deleted = tuple[int, str]
"""The id of a deleted match, and who played it."""


class Pages:
    """The headers of a list of matches, read in blocks when they are first seen."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.ids: Sequence[int] = ()
        self._blocks: dict[int, list[MatchHeader | None]] = {}

    def look_for(self, search: Search) -> None:
        """Another list, or the same one anew."""
        self._archive.refresh()
        titles = {game: game_title(game) for game in self._archive.games(search.state)} if search.text else {}
        self.ids = self._archive.ids(search, titles)
        self._blocks.clear()

    def header(self, index: int) -> MatchHeader | None:
        """The header of a row, None for one that cannot be read any more."""
        block = index // _BLOCK
        if block not in self._blocks:
            if len(self._blocks) >= _MOST_BLOCKS:
                self._blocks.clear()
            self._blocks[block] = self._archive.headers(self.ids[block * _BLOCK : (block + 1) * _BLOCK])
        return self._blocks[block][index % _BLOCK]


class MatchesCard(Card):
    """Typing searches, Enter resumes or replays, Delete deletes. deleted: what has been since the game was opened, the
    last one at the end: all of it can be brought back, for the store only marks it until it is opened anew.
    """

    units = 860.0

    def __init__(self, store: Store, actions: MatchesActions, deleted: list[Deleted]) -> None:
        super().__init__()
        self._store, self._actions = store, actions
        self._archive = Archive(store)
        self._pages = Pages(self._archive)
        self.search = Search(FINISHED)
        self._deleted = deleted
        self._problem = ""
        self.list = VirtualList(
            "matches",
            self._line,
            opened=lambda _index: self._open(),
            chose=lambda _index: self.rebuild(),
            typed_letters=lambda letters: self._write(self.search.text + letters),
            erase=lambda: self._write(self.search.text[:-1]),
            two_lines=True,
            empty=self._nothing,
        )
        self._look()
        if self._count(PLAYING) and not self._pages.ids:
            self._show_state(PLAYING)

    # What is looked for

    def _look(self, chosen: int = 0) -> None:
        try:
            self._pages.look_for(self.search)
        except GameError as error:
            self._problem = sentence(error)
            self._pages.ids = ()
        self.list.set_count(len(self._pages.ids), chosen)
        self.rebuild()

    def _show_state(self, state: str) -> None:
        self.search = Search(state)
        self._look()

    def _write(self, text: str) -> None:
        self.search = replace(self.search, text=text[:60])
        self._look()

    def _count(self, state: str) -> int:
        try:
            return self._archive.count(state)
        except GameError as error:
            self._problem = sentence(error)
            return 0

    def _header(self) -> MatchHeader | None:
        """The match that is chosen."""
        if not self._pages.ids:
            return None
        return self._pages.header(min(self.list.chosen, len(self._pages.ids) - 1))

    def _line(self, index: int) -> Line:
        header = self._pages.header(index)
        return match_line(header) if header is not None else Line(_("This match cannot be read."), tone="faint")

    def _nothing(self) -> str:
        if self.search.is_narrow:
            return _("No match fits. Escape shows them all again.")
        if self.search.state == PLAYING:
            return _("No match is being played.")
        return _("No match has been finished yet. Here they will all be, to be looked at again.")

    # The card

    @property
    def title(self) -> str:
        return _("Matches")

    def first_focus(self) -> str:
        return "matches"

    def content(self) -> list[Widget]:
        states = ((FINISHED, _("Finished ({count})")), (PLAYING, _("Being played ({count})")))
        tabs = [
            Button(
                words.format(count=i18n.number(self._count(state))),
                lambda s=state: self._show_state(s),  # type: ignore[misc]
                key=f"show {state}",
                is_main=state == self.search.state,
            )
            for state, words in states
        ]
        field = TextField(_("Search"), self.search.text, self._write, key="search", longest=60)
        bring = Button(_("Import"), self._actions.import_matches, key="import")
        narrow = Button(_("Filter…"), self._filter, key="filter")
        boxes: list[Widget] = [Row(tabs, 8), Row([field, Row([narrow, bring], 8)], 8)]
        narrowed = search_words(self.search)
        if narrowed:
            boxes.append(Label(narrowed, "small", "accent"))
        boxes.append(self.list)
        if self._problem:
            boxes.append(Label(self._problem, "small", "danger"))
        elif self._deleted:
            words = _("Deleted: {match}. It can be brought back until the game is closed.")
            told = Label(words.format(match=self._deleted[-1][1]), "small", "accent")
            boxes.append(Beside(told, Button(_("Bring back"), self._bring_back, key="undo")))
        return boxes

    def footer(self) -> list[Widget]:
        header = self._header()
        is_there = header is not None
        is_playing = self.search.state == PLAYING
        may_delete = header is not None and header.id != self._actions.at_table()
        first = Button(_("Resume"), self._resume, key="resume", is_main=True, is_enabled=is_there)
        if not is_playing:
            first = Button(_("Replay"), self._replay, key="replay", is_main=True, is_enabled=is_there)
        return [
            first,
            Button(_("More…"), self._more, key="more", is_enabled=is_there),
            Button(_("Delete match"), self._delete, key="delete", is_enabled=may_delete),
            Button(_("Close"), self.finish, key="close"),
        ]

    def covered(self, is_covered: bool) -> None:
        if not is_covered:
            self._look(self.list.chosen)

    def cancel(self) -> None:
        """Escape: first all are shown again, then the card closes."""
        if self.search.is_narrow:
            self._show_state(self.search.state)
        else:
            self.finish(None)

    def key(self, event: Pressed) -> bool:
        if event.key == "delete":
            self._delete()
        elif event.key == "ctrl+z":
            self._bring_back()
        else:
            leads: dict[str, Callable[[], object]] = {
                "history": self._history,
                "export": self._export,
                "dice": self._dice,
            }
            leads["import"] = self._actions.import_matches
            known = next((lead for intent, lead in leads.items() if intent in event.intents), None)
            if known is None:
                return False
            known()
        return True

    # What is done

    def _open(self) -> None:
        if self.search.state == PLAYING:
            self._resume()
        else:
            self._replay()

    def _resume(self) -> None:
        self._lead(self._actions.resume)

    def _replay(self) -> None:
        self._lead(self._actions.replay)

    def _history(self) -> None:
        self._lead(self._actions.history)

    def _export(self) -> None:
        self._lead(self._actions.export)

    def _dice(self) -> None:
        self._lead(self._actions.dice)

    def _more(self) -> None:
        header = self._header()
        if header is not None and self.stack is not None:
            self.stack.open(MatchMenu(header, self._actions), lambda wish: self._delete() if wish == "delete" else None)

    def _lead(self, where: Callable[[int], object]) -> None:
        header = self._header()
        if header is not None:
            where(header.id)

    def _filter(self) -> None:
        assert self.stack is not None
        self.stack.open(FilterCard(self._archive, self.search), self._filtered)

    def _filtered(self, search: Search | None) -> None:
        if search is not None:
            self.search = search
            self._look()

    def _delete(self) -> None:
        header = self._header()
        if header is None or header.id == self._actions.at_table():
            return
        if self._tried(lambda: self._store.delete(header.id)):
            self._deleted.append((header.id, names_words(header)))
        self._look(self.list.chosen)

    def _bring_back(self) -> None:
        if not self._deleted:
            return
        match_id, _words = self._deleted[-1]
        if self._tried(lambda: self._store.restore_deleted(match_id)):
            self._deleted.pop()
        self._look()
        if match_id in self._pages.ids:
            self.list.set_count(len(self._pages.ids), self._pages.ids.index(match_id))

    def _tried(self, write: Callable[[], object]) -> bool:
        self._problem = ""
        try:
            write()
        except GameError as error:
            self._problem = sentence(error)
            return False
        return True
