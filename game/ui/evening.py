"""An evening at the table: who sits there, what the table tells, and which desk each request goes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.errors import GameError
from game.i18n import gettext as _
from game.match.events import Event
from game.match.state import MatchState, Phase
from game.seats import Seats
from game.settings import Settings
from game.sitting import Sitting
from game.ui.asking import Asking
from game.ui.beginning import Beginning
from game.ui.card import Card
from game.ui.cards.keys import KeysCard
from game.ui.cards.menu import MainMenu, PauseCard
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from game.ui.dice_desk import DiceDesk
from game.ui.ending import Ending
from game.ui.files import Files, may_be_shared
from game.ui.input import Dropped, Pressed
from game.ui.inviting import Inviting
from game.ui.looking_back import LookingBack
from game.ui.menus import Menus
from game.ui.modes.director import Director
from game.ui.modes.play import PlayScene
from game.ui.modes.services import Services
from game.ui.modes.told import Words
from game.ui.stack import Stack

if TYPE_CHECKING:
    from game.app import App

_ON_CARDS: dict[type[Card], tuple[str, ...]] = {
    MainMenu: ("new_match", "settings", "matches", "import", "paste"),
    PauseCard: ("new_match", "settings", "matches", "dice", "history", "import", "export", "position", "paste"),
    ResultCard: ("new_match",),
}
"""Intents that are heard on a card too: what it leads to itself, and what needs no match."""

_CALLED_AFTER = 5.0
"""Seconds; who has only just moved sees what comes."""


class Evening:
    """Leads from card to card."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.inviting = Inviting(app)
        self._seats = self.inviting.seats()
        self.dice = DiceDesk(app)
        self.menus = Menus(app, self)
        self.beginning = Beginning(app, self)
        self.asking = Asking(app, self)
        self.ending = Ending(app, self)
        self.looking = LookingBack(app, self, self.beginning.resume, self.menus.open_settings, self.menus.open_keys)
        self.files = Files(app, self.looking)
        self._acted = 0.0

    @property
    def _stack(self) -> Stack:
        return self._app.stack

    @property
    def _scene(self) -> PlayScene:
        return self._app.scene

    @property
    def _director(self) -> Director | None:
        return self._scene.director

    @property
    def _sitting(self) -> Sitting | None:
        return self._scene.sitting

    @property
    def running(self) -> Sitting | None:
        """The match that is played, or waits while somebody looks back; free play is none."""
        sitting = self._sitting
        return self.looking.running or (None if sitting is None or sitting.is_free else sitting)

    @property
    def seats(self) -> Seats:
        """Those who sit at the table now."""
        return self._seats

    @seats.setter
    def seats(self, seats: Seats) -> None:
        self._seats = seats

    def services(self) -> Services:
        """What the table may ask for."""
        app = self._app
        return Services(
            settings=lambda: app.settings,
            keys=lambda: app.keys,
            art=app.art,
            hear=app.sounds.hear,
            open_menu=self.menus.open_pause,
            open_resign=self.asking.open_resign,
            open_information=self.open_dice,
            ask_take_back=self.asking.ask_take_back,
            show_hint=self.asking.show_hint,
            tidy=self._tidy,
            leave_free=self.looking.leave_free,
            back_words=self.looking.back_words,
        )

    def begin(self) -> None:
        """The first card."""
        if self._app.store is None:
            self._stack.open(
                MessageCard("Shesh Besh", [_("The game is already open.")], [(True, _("Quit"))]), self._end
            )
            return
        self.menus.open_first()

    def _end(self, _result: object) -> None:
        self._app.quit()

    def key(self, event: Pressed) -> bool:
        """A key that neither card nor table took."""
        leads = {
            "help": self.menus.open_keys,
            "settings": self.menus.open_settings,
            "new_match": self.beginning.open_new_match,
            "dice": self.open_dice,
            "history": self.looking.open_history,
            "matches": self.looking.open_matches,
            "import": self.files.open_import,
            "export": self.open_export,
            "position": self.open_position,
            "paste": self.files.paste,
        }
        if "hint" in event.intents and isinstance(self._stack.top, OfferCard):
            self.asking.show_hint()
            return True
        top = self._stack.top
        for intent, lead in leads.items():
            allowed = top is None or intent == "help" or intent in _ON_CARDS.get(type(top), ())
            if intent in event.intents and allowed and not self._stack.has(KeysCard):
                lead()
                return True
        return False

    def dropped(self, event: Dropped) -> bool:
        """Files or a text let go over the window."""
        return self.files.dropped(event)

    # Sitting down and getting up

    def sit_down(self, sitting: Sitting) -> None:
        """A match comes on the table, whatever lay there."""
        self.looking.forget()
        self._seats.close()
        if self._app.upkeep:
            self._app.upkeep.match_began()
        self.seat(sitting, lambda: self._app.settings)
        if sitting.state.phase is Phase.TO_OPEN:
            self.ask_for_words()

    def seat(self, sitting: Sitting, settings: Callable[[], Settings]) -> None:
        """Somebody sits down at the table."""
        self._seats = self.inviting.seats()
        if not all(sitting.persons):
            self._seats.prepare()
        scene = self._scene
        words = Words(
            happened=self._happened,
            notice=self._notice,
            refusal=scene.refuse,
            answer_wanted=self._answer_wanted,
            game_over=self.ending.game_over,
            seat_failed=self._seat_failed,
        )
        turns = bool(sitting.header.extra.get("turns")) and all(sitting.persons)
        self._stack.clear()
        scene.sit_down(Director(sitting, self._seats, settings, words, turns=turns))

    def ask_for_words(self, then: Callable[[], object] = lambda: None) -> None:
        """Before a game whose dice shall have words of the player's own."""
        sitting = self._sitting
        if sitting is not None and sitting.header.extra.get("own_words") and sitting.may_add_words:
            self.open_dice(then)
        else:
            then()

    def leave(self) -> None:
        """To the main menu; a match is kept as it is."""
        self.looking.forget()
        self._seats.close()
        self._scene.leave()
        self._stack.clear()
        self.menus.open_first()

    def _tidy(self) -> None:
        """An offer that is not there any more (a flag has fallen) needs no answer."""
        for card in self._stack.cards:
            if isinstance(card, OfferCard) and self._sitting is not None and card.state != self._sitting.state:
                self._stack.close(card)
                return

    # What the director tells

    def _happened(self, event: Event, before: MatchState, after: MatchState) -> None:
        """An event has been shown. Whoever has waited for a while is called when something is asked of them."""
        assert self._sitting is not None
        self._scene.tell(event, before, after)
        now, side = self._stack.now, after.to_act
        acted = before.to_act is not None and self._sitting.is_person(before.to_act)
        waits = side is not None and self._sitting.is_person(side) and after.phase is not Phase.TO_PLAY
        waited, self._acted = now - self._acted, now if acted else self._acted
        if waits and not acted and waited > _CALLED_AFTER:
            self._app.sounds.happened("your_turn")

    def _notice(self, code: str, side: int) -> None:
        assert self._sitting is not None
        name = self._sitting.header.names[side]

        def told() -> str:
            sentences = {
                "no_legal_play": _("{name} has no legal play."),
                "closed_out": _("{name} is closed out and does not roll."),
                "forced": _("{name} has only one legal play."),
            }
            return sentences[code].format(name=name)

        self._scene.notice(told)

    def _answer_wanted(self, state: MatchState) -> None:
        assert self._sitting is not None
        ask_hint = self.asking.show_hint if self._app.settings.show_hint_button else None
        card = OfferCard(state, self._sitting.header.names, self.menus.open_pause, ask_hint)
        self._stack.open(card, self._answered)

    def _answered(self, action: Any) -> None:
        if self._director is not None and action is not None:
            self._director.answer(action)

    def _seat_failed(self, side: int, error: GameError) -> None:
        self.inviting.tell_failure(error)
        self._scene.forget_words()

    # Cards of a match

    def open_dice(self, then: Callable[[], object] = lambda: None) -> None:
        """How the dice are fixed."""
        if self._sitting is not None:
            self.dice.open_dice(self._sitting, then)

    def open_export(self, then: Callable[[], object] = lambda: None) -> None:
        """The match at the table as a file."""
        sitting = self._sitting
        if sitting is not None:
            self.files.export(sitting.header, sitting.table.record, then)

    def open_position(self) -> None:
        """The position on the table, for other programs and other people."""
        sitting = self._sitting
        if sitting is not None and may_be_shared(sitting.state):
            self.files.open_position_card(sitting.state, sitting.header.names)
