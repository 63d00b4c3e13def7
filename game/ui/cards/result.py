"""The end of a game, and of a match."""

from __future__ import annotations

from collections.abc import Callable

from game import i18n
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match.state import MatchState, Phase
from game.sitting import Sitting
from game.storage.duplicate import Duplicate
from game.ui.card import Card
from game.ui.cards.menu import group
from game.ui.widgets.base import Column, Widget
from game.ui.widgets.controls import Button, Gap, Label
from game.wording import game_title, result_sentence


class ResultCard(Card):
    """Who won, why, and how it stands.

    Its result is "next", "again", "menu", "end", "replay", "dice", "opponent", "duplicate", "export", or of free play
    "back". back: the way there, in words, '' where nothing waits.
    """

    units = 430.0
    may_cancel = False

    def __init__(self, sitting: Sitting, pause: Callable[[], object], back: str = "") -> None:
        super().__init__()
        self._sitting, self._pause, self._back = sitting, pause, back

    @property
    def _state(self) -> MatchState:
        return self._sitting.state

    @property
    def _is_over(self) -> bool:
        return self._state.phase is Phase.MATCH_OVER

    def cancel(self) -> None:
        self._pause()

    @property
    def title(self) -> str:
        state, names = self._state, self._sitting.header.names
        if not self._is_over:
            number = i18n.number(state.number + 1)
            return _("End of game {number}").format(number=number)
        if state.score[0] == state.score[1]:
            return _("The session is over")
        winner = names[int(state.score[1] > state.score[0])]
        if state.options.is_session:
            return _("{name} leads at the end of the session").format(name=winner)
        return _("{name} wins the match").format(name=winner)

    def content(self) -> list[Widget]:
        state, names = self._state, self._sitting.header.names
        boxes: list[Widget] = []
        if state.results:
            boxes.append(Label(result_sentence(state.results[-1], names), "large"))
        boxes.append(Gap(2))
        for side in (0, 1):
            points = ngettext("{name}: {count} point", "{name}: {count} points", state.score[side])
            boxes.append(Label(points.format(name=names[side], count=i18n.number(state.score[side]))))
        if self._is_over and self._sitting.duplicate is not None:
            boxes.append(Label(self._compared(self._sitting.duplicate), "small", "accent"))
        boxes += self._hints()
        if not self._is_over and not state.options.is_session:
            boxes.append(Label(self._distance(), "small", "faint"))
        if not self._is_over and len(state.options.games) > 1:
            following = _("The next game is {game}.").format(game=game_title(state.options.game(state.number + 1).key))
            boxes.append(Label(following, "small", "faint"))
        if not self._is_over and self._next_is_crawford():
            boxes.append(Label(_("The next game is the Crawford game: no cube."), "small", "accent"))
        return boxes if self._sitting.is_free else [*boxes, Gap(2), self._looking_back()]

    def _looking_back(self) -> Column:
        """What can be done with the match as it was played."""
        is_fair = self._sitting.header.dice == "fair"

        def lead(result: str) -> Callable[[], object]:
            return lambda: self.finish(result)

        duplicate = is_fair and self._is_over and bool(self._state.results)
        may_change = not self._is_over and not all(self._sitting.persons)
        return group(
            [
                (lead("replay"), _("Replay"), "replay"),
                (lead("export"), _("Export"), "export"),
                (lead("dice") if is_fair else None, _("The dice"), "dice"),
            ],
            [
                (lead("duplicate") if duplicate else None, _("Same dice, sides changed"), "duplicate"),
                (lead("opponent") if may_change else None, _("Change opponent"), "opponent"),
            ],
        )

    def _compared(self, duplicate: Duplicate) -> str:
        """How it went with these dice the first time, where that match is still kept."""
        try:
            first = self._sitting.store.header(duplicate.match)
        except GameError:
            return _("These were the dice of the first match, with the sides changed.")
        if first.started != duplicate.started:
            return _("These were the dice of the first match, with the sides changed.")
        words = _("These were the dice of the first match, with the sides changed. It ended {points} : {others}.")
        return words.format(points=i18n.number(first.score[0]), others=i18n.number(first.score[1]))

    def _hints(self) -> list[Widget]:
        """How many hints were asked for in this game, by each person who did."""
        boxes: list[Widget] = []
        for side in (0, 1):
            if count := self._sitting.hints(side):
                words = ngettext("{name}: {count} hint in this game", "{name}: {count} hints in this game", count)
                name = self._sitting.header.names[side]
                boxes.append(Label(words.format(name=name, count=i18n.number(count)), "small", "faint"))
        return boxes

    def _distance(self) -> str:
        state = self._state
        length = ngettext("Match to {count} point", "Match to {count} points", state.options.length)
        return length.format(count=i18n.number(state.options.length))

    def _next_is_crawford(self) -> bool:
        state, options = self._state, self._state.options
        has_cube = options.game(state.number + 1).has_cube and options.length > 1
        leads = max(state.score) == options.length - 1
        return has_cube and options.crawford and not options.is_session and leads and not state.crawford_is_past

    def footer(self) -> list[Widget]:
        boxes: list[Widget] = []
        if self._back:
            return [Button(self._back, lambda: self.finish("back"), key="back", is_main=True)]
        if self._is_over:
            boxes.append(Button(_("New match"), lambda: self.finish("again"), key="again", is_main=True))
            boxes.append(Button(_("Menu"), lambda: self.finish("menu"), key="menu"))
        else:
            boxes.append(Button(_("Next game"), lambda: self.finish("next"), key="next", is_main=True))
            if self._state.options.is_session:
                boxes.append(Button(_("End session"), lambda: self.finish("end"), key="end"))
        return boxes
