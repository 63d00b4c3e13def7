"""Who plays at the other side: asking leave for other people's opponents, changing them, telling what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.errors import GameError
from game.guests import Guests
from game.i18n import gettext as _
from game.match.state import Phase
from game.seats import Seats
from game.sitting import PERSON, Sitting
from game.storage.seating import invited
from game.ui.cards.message import MessageCard
from game.ui.cards.opponent import ChangeOpponentCard, leave_card
from game.ui.cards.opponents import OpponentsCard
from game.wording import sentence
from opponents import is_own

if TYPE_CHECKING:
    from game.app import App

_BETWEEN = (Phase.GAME_OVER, Phase.TO_OPEN)


class Inviting:
    """Cards around opponents."""

    def __init__(self, app: App) -> None:
        self._app = app

    @property
    def guests(self) -> Guests:
        """Other people's opponents."""
        return self._app.guests

    def seats(self) -> Seats:
        """For a match: whoever may play is asked, and reports are kept."""
        return Seats(self._app.runner, report=self._app.keep_report, may_play=self.guests.may_play)

    def open_opponents(self) -> None:
        """What of other people's is offered."""
        app = self._app
        app.stack.open(OpponentsCard(app.guests, lambda: app.settings, app.change))

    # Leave

    def with_leave(self, seats: Iterable[str], then: Callable[[], object]) -> None:
        """Goes on when all who sit there may play. The person is asked about each that is new or has changed."""
        styles = (seat.partition(":")[0] for seat in seats if seat != PERSON)
        new = next((key for key in styles if not is_own(key) and self.guests.needs_leave(key)), None)
        if new is None:
            then()
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.guests.let_play(new)
                self.with_leave(seats, then)

        self._app.stack.open(leave_card(self.guests, new), answered)

    # Changing

    def open_change(self, sitting: Sitting, then: Callable[[], object]) -> None:
        """Another opponent for the rest of the match; goes on whether one was chosen or not."""
        side = sitting.persons.index(False)
        state = sitting.state
        seat = invited(sitting.header) or sitting.header.seats[side]
        games = [game.key for game in state.options.games]
        is_now = state.phase in _BETWEEN and (state.phase is Phase.GAME_OVER or not sitting.table.record.events)

        def chosen(seat: str | None) -> None:
            if seat is not None:
                sitting.invite(side, seat)
                self._app.scene.forget_words()
            then()

        self._app.stack.open(ChangeOpponentCard(self.guests, seat, games, is_now=is_now), chosen)

    # Failures

    def tell_failure(self, error: GameError) -> None:
        """What happened, who plays now, and where the report lies."""
        told = [sentence(error)]
        if report := error.facts.get("report"):
            told.append(sentence(GameError("report_kept", file=report)))
        if error.code == "seat_taken_over":
            told.append(_("Nothing of the match is lost. Between two games you can change the opponent again."))
        self._app.stack.open(MessageCard(_("Please note"), told))
