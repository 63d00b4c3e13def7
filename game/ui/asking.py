"""What a person asks for while a match is played: to resign, to take back, a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.errors import GameError
from game.i18n import gettext as _
from game.match import cube, events
from game.match.events import Action
from game.match.state import ANSWERS, TURN, MatchState
from game.sitting import PERSON
from game.ui.cards.menu import PauseCard
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.modes.words import advice

if TYPE_CHECKING:
    from game.app import App
    from game.ui.evening import Evening


class Asking:
    """Each is refused, or does nothing, where there is nobody or nothing to ask for it."""

    def __init__(self, app: App, evening: Evening) -> None:
        self._app, self._evening = app, evening

    # Resigning

    def open_resign(self) -> None:
        """The person gives up."""
        sitting, director = self._app.scene.sitting, self._app.scene.director
        if sitting is None or director is None:
            return
        state, side = sitting.state, sitting.state.to_act
        if side is None or not sitting.is_person(side) or state.phase not in TURN:
            return
        other, levels = 1 - side, cube.resignation_levels(state)
        if not levels:
            self._app.scene.refuse(GameError("refused_already"))
            return

        def forecast(level: int) -> bool | None:
            return None if sitting.is_person(other) else self._evening.seats.accepts(sitting, other, level)

        def resign(level: int | None) -> None:
            if level is not None:
                for card in [card for card in self._app.stack.cards if isinstance(card, PauseCard)]:
                    self._app.stack.close(card)
                director.take_typed_up()
                director.submit(side, events.Resign(level))

        self._app.stack.open(ResignCard(state, levels, forecast), resign)

    # Taking back

    def may_take_back(self) -> bool:
        """Two people play, and one of them has thrown."""
        sitting = self._app.scene.sitting
        return (
            sitting is not None
            and all(seat == PERSON for seat in sitting.header.seats)
            and sitting.state.last_thrown is not None
            and sitting.state.phase in TURN
        )

    def ask_take_back(self) -> None:
        """Both people must agree; the card is answered by the other one."""
        sitting, director = self._app.scene.sitting, self._app.scene.director
        if sitting is None or director is None or not self.may_take_back():
            self._app.scene.refuse(GameError("nothing_to_take_back"))
            return
        assert sitting.state.last_thrown is not None
        asking = sitting.state.last_thrown.side
        names = sitting.header.names
        words = _("{name} asks to take the last turn back. Does {other} agree?")
        card = MessageCard(
            _("Take the last turn back"),
            [words.format(name=names[asking], other=names[1 - asking])],
            [(True, _("Agree")), (False, _("Refuse"))],
        )

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._app.stack.clear()
                director.take_back()

        self._app.stack.open(card, answered)

    # Hint

    def show_hint(self) -> None:
        """What the strongest built-in opponent would do: arrows and words, counted in the summary of the game."""
        sitting, director = self._app.scene.sitting, self._app.scene.director
        if sitting is None or director is None:
            return
        side = sitting.state.to_act
        if side is None or not sitting.is_person(side) or sitting.state.phase not in (*TURN, *ANSWERS):
            return

        def told(state: MatchState, action: Action) -> None:
            if sitting is not self._app.scene.sitting or state != sitting.state:
                return
            sitting.count_hint(side)
            self._app.scene.show_advice(state, action)
            card = self._app.stack.top
            if isinstance(card, OfferCard) and card.state == state:
                card.show_hint(advice(state, action))

        self._evening.seats.advise(sitting, side, told)
