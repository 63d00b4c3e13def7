"""The menu of a replay, and who plays on from one of its positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.guests import Guests
from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.cards.menu import elsewhere, group, sections
from game.ui.cards.opponent import OpponentBoxes
from game.ui.widgets.base import Column, Widget
from game.ui.widgets.controls import Button, Label
from opponents import LEVELS


@dataclass(frozen=True)
class ReplayActions:
    """What can be done in a replay; None where it cannot."""

    history: Callable[[], object]
    what_if: Callable[[], object] | None
    play_from_here: Callable[[], object] | None
    position: Callable[[], object] | None
    export: Callable[[], object]
    dice: Callable[[], object] | None
    duplicate: Callable[[], object] | None
    matches: Callable[[], object]
    settings: Callable[[], object]
    keys: Callable[[], object]
    leave: Callable[[], object]


class ReplayMenu(Card):
    """The replay waits. about: who played."""

    units = 430.0

    def __init__(self, actions: ReplayActions, about: str) -> None:
        super().__init__()
        self._actions, self._about = actions, about

    @property
    def title(self) -> str:
        return _("Replay")

    def content(self) -> list[Widget]:
        actions = self._actions
        go_on = Button(_("Go on"), self.finish, key="go on", is_main=True)
        return sections(
            Column([Label(self._about, "small", "faint"), go_on], 8),
            group(
                [
                    (actions.what_if, _("What if…"), "what_if"),
                    (actions.play_from_here, _("Play from here"), "play_from_here"),
                ]
            ),
            group(
                [(actions.history, _("History"), "history"), (actions.position, _("Position"), "position")],
                [(actions.export, _("Export"), "export"), (actions.dice, _("The dice"), "dice")],
                [(actions.duplicate, _("Same dice, sides changed"), "duplicate")],
            ),
            elsewhere(actions.matches, actions.settings, actions.keys),
            group([(actions.leave, _("Leave the replay"), "leave")]),
        )


class PlayFromCard(Card):
    """Its result is the seat of the other side: an opponent's key, or the person's for two people at the screen.

    seat: chosen first. person: the seat of somebody at this screen. games: the key of the game that is played.
    """

    units = 480.0

    def __init__(self, seat: str, guests: Guests, person: str, games: Sequence[str]) -> None:
        super().__init__()
        style, _sep, level = seat.partition(":")
        people = [(person, _("Somebody at this screen"))]
        self.who = OpponentBoxes(
            self, guests, style, level, lambda: games, key="style", others=people, levels=tuple(LEVELS), is_stacked=True
        )

    @property
    def title(self) -> str:
        return _("Play from here")

    def content(self) -> list[Widget]:
        words = _("A free game begins from this position. It is not kept, and the match stays as it is.")
        return [Label(words), *self.who.boxes()]

    def first_focus(self) -> str:
        return "start"

    def footer(self) -> list[Widget]:
        is_enabled = not self.who.is_refused
        return [
            Button(_("Start"), self._start, key="start", is_main=True, is_enabled=is_enabled),
            Button(_("Cancel"), self.finish, key="cancel"),
        ]

    def _start(self) -> None:
        self.who.ready(lambda: self.finish(self.who.seat))

    def step(self, now: float) -> bool:
        return self.who.step() or super().step(now)
