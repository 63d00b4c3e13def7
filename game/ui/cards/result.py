"""The end of a game, and of a match."""

from __future__ import annotations

from collections.abc import Callable

from game import i18n
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match.state import MatchState, Phase
from game.sitting import Sitting
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Gap, Label
from game.wording import game_title, result_sentence


class ResultCard(Card):
    """Who won, why, and how it stands. Its result is "next", "again", "menu", "end" or "dice"."""

    units = 430.0
    may_cancel = False

    def __init__(self, sitting: Sitting, pause: Callable[[], object]) -> None:
        super().__init__()
        self._sitting, self._pause = sitting, pause

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
        if not self._is_over and not state.options.is_session:
            boxes.append(Label(self._distance(), "small", "faint"))
        if not self._is_over and len(state.options.games) > 1:
            following = _("The next game is {game}.").format(game=game_title(state.options.game(state.number + 1).key))
            boxes.append(Label(following, "small", "faint"))
        if not self._is_over and self._next_is_crawford():
            boxes.append(Label(_("The next game is the Crawford game: no cube."), "small", "accent"))
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
        if self._is_over:
            boxes.append(Button(_("New match"), lambda: self.finish("again"), key="again", is_main=True))
            boxes.append(Button(_("Menu"), lambda: self.finish("menu"), key="menu"))
        else:
            boxes.append(Button(_("Next game"), lambda: self.finish("next"), key="next", is_main=True))
            if self._state.options.is_session:
                boxes.append(Button(_("End session"), lambda: self.finish("end"), key="end"))
        if self._sitting.header.dice == "fair":
            boxes.append(Button(_("The dice"), lambda: self.finish("dice"), key="dice"))
        return boxes
