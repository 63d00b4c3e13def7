"""The main menu, and the pause of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.widgets.base import Column, Row, Widget
from game.ui.widgets.controls import Button, Label


@dataclass(frozen=True)
class MenuActions:
    """What the menus lead to. resume: None when there is no match to go on with; continues: who with, in words."""

    resume: Callable[[], object] | None
    continues: str
    new_match: Callable[[], object]
    two_players: Callable[[], object]
    settings: Callable[[], object]
    keys: Callable[[], object]
    quit: Callable[[], object]
    matches: Callable[[], object] | None = None
    import_matches: Callable[[], object] | None = None


Offer = tuple[Callable[[], object] | None, str, str]
"""What a button does, None where there is nothing to do; its words; its key."""


def group(*lines: list[Offer]) -> Column:
    """A section of a menu: buttons in lines, side by side where they fit. What cannot be done is not there."""
    found = [[Button(words, lead, key=key) for lead, words, key in line if lead] for line in lines]
    return Column([Row(buttons, 6) for buttons in found if buttons], 6)


def sections(*columns: Column) -> list[Widget]:
    """The sections of a menu, a little apart; those with nothing in them are not there."""
    return [Column([column for column in columns if column.boxes], 14)]


def elsewhere(
    matches: Callable[[], object] | None, settings: Callable[[], object], keys: Callable[[], object]
) -> Column:
    """The section of a menu that leads away from the match."""
    offered = [(matches, _("Matches"), "matches"), (settings, _("Settings"), "settings"), (keys, _("Keys"), "keys")]
    return group(offered)


class MainMenu(Card):
    """The first card."""

    units = 400.0
    side = "board"
    yields = True
    may_cancel = False

    def __init__(self, actions: Callable[[], MenuActions]) -> None:
        super().__init__()
        self._actions = actions

    @property
    def title(self) -> str:
        return "Shesh Besh"

    def content(self) -> list[Widget]:
        actions = self._actions()
        first: list[Widget] = []
        if actions.resume:
            first.append(Button(_("Continue"), actions.resume, key="resume", is_main=True))
            first.append(Label(actions.continues, "small", "faint"))
        first.append(Button(_("New match"), actions.new_match, key="new", is_main=not actions.resume))
        first.append(Button(_("Two players"), actions.two_players, key="two"))
        return sections(
            Column(first, 6),
            group([(actions.matches, _("Matches"), "matches"), (actions.import_matches, _("Import"), "import")]),
            group([(actions.settings, _("Settings"), "settings"), (actions.keys, _("Keys"), "keys")]),
            group([(actions.quit, _("Quit"), "quit")]),
        )


@dataclass(frozen=True)
class PauseActions:
    """What can be done in the middle of a match; None where it cannot. back_words: the way back, in words."""

    resign: Callable[[], object] | None
    take_back: Callable[[], object] | None
    end_session: Callable[[], object] | None
    dice: Callable[[], object] | None
    settings: Callable[[], object]
    keys: Callable[[], object]
    leave: Callable[[], object] | None
    history: Callable[[], object] | None = None
    matches: Callable[[], object] | None = None
    back: Callable[[], object] | None = None
    export: Callable[[], object] | None = None
    position: Callable[[], object] | None = None
    opponent: Callable[[], object] | None = None
    back_words: str = ""


class PauseCard(Card):
    """The match waits; the clock stands."""

    units = 430.0

    def __init__(self, actions: PauseActions, about: str) -> None:
        super().__init__()
        self._actions, self._about = actions, about

    @property
    def title(self) -> str:
        return _("Pause")

    def content(self) -> list[Widget]:
        actions = self._actions
        resume = Button(_("Resume"), self.finish, key="resume", is_main=True)
        return sections(
            Column([Label(self._about, "small", "faint"), resume], 8),
            group(
                [(actions.take_back, _("Take the last turn back"), "take_back")],
                [(actions.resign, _("Resign"), "resign"), (actions.end_session, _("End session"), "end")],
                [(actions.opponent, _("Change opponent"), "opponent")],
            ),
            group(
                [(actions.history, _("History"), "history"), (actions.position, _("Position"), "position")],
                [(actions.export, _("Export"), "export"), (actions.dice, _("The dice"), "dice")],
            ),
            elsewhere(actions.matches, actions.settings, actions.keys),
            group([(actions.back, actions.back_words, "back"), (actions.leave, _("Leave match"), "leave")]),
        )
