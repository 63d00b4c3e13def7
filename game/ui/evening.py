"""An evening at the table: menu, new match, playing on, the cards in between; what leads where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pygame

from game import i18n, paths
from game.errors import GameError
from game.i18n import gettext as _
from game.match import cube, events
from game.match.state import MatchState, Phase
from game.reports import keep_report
from game.seats import Seats
from game.sitting import PERSON, Sitting
from game.ui.cards.dice import DiceCard
from game.ui.cards.keys import KeysCard
from game.ui.cards.menu import MainMenu, MenuActions, PauseActions, PauseCard
from game.ui.cards.message import MessageCard
from game.ui.cards.new_match import NewMatchCard, length_words
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.cards.result import ResultCard
from game.ui.cards.settings import SettingsCard
from game.ui.cards.setup import ROTATION, USUAL_MATCH, USUAL_TWO, Setup, setup_from
from game.ui.input import Pressed
from game.ui.modes.director import Director
from game.ui.modes.play import PlayScene
from game.ui.modes.services import Services
from game.ui.modes.told import Words
from game.ui.stack import Stack
from game.wording import game_title, sentence
from opponents import names as opponent_names

if TYPE_CHECKING:
    from game.app import App

_TURN = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.TO_CHOOSE)


class Evening:
    """Leads from card to card."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._seats = Seats(app.runner)

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

    def services(self) -> Services:
        """What the table may ask for."""
        app = self._app
        return Services(
            settings=lambda: app.settings,
            keys=lambda: app.keys,
            art=app.art,
            open_menu=self.open_pause,
            open_resign=self.open_resign,
            open_information=self.open_dice,
            ask_take_back=self.ask_take_back,
            show_hint=self.show_hint,
            tidy=self._tidy,
        )

    def begin(self) -> None:
        """The first card."""
        if self._app.store is None:
            self._stack.open(
                MessageCard("Shesh Besh", [_("The game is already open.")], [(True, _("Quit"))]), self._end
            )
            return
        self._stack.open(MainMenu(self._menu_actions))

    def _end(self, _result: object) -> None:
        self._app.quit()

    def key(self, event: Pressed) -> bool:
        """A key that neither card nor table took."""
        leads = {
            "help": self._open_keys,
            "settings": self._open_settings,
            "new_match": self.open_new_match,
            "dice": self.open_dice,
        }
        for intent, lead in leads.items():
            allowed = self._stack.top is None or intent == "help"
            if intent in event.intents and allowed and not self._stack.has(KeysCard):
                lead()
                return True
        return False

    # Menu

    def _menu_actions(self) -> MenuActions:
        store = self._app.store
        unfinished = []
        if store is not None:
            try:
                unfinished = store.unfinished()
            except GameError as error:
                self._app.tell(error)
        continues = ""
        if unfinished:
            header = unfinished[0]
            words = _("{game}: {first} – {second}, {points} : {others}")
            continues = words.format(
                game=game_title(ROTATION if len(header.options.games) > 1 else header.options.games[0].key),
                first=header.names[0],
                second=header.names[1],
                points=i18n.number(header.score[0]),
                others=i18n.number(header.score[1]),
            )
        return MenuActions(
            resume=(lambda: self._resume(unfinished[0].id)) if unfinished else None,
            continues=continues,
            new_match=self.open_new_match,
            two_players=self.open_two_players,
            settings=self._open_settings,
            keys=self._open_keys,
            quit=self._app.quit,
        )

    def _open_settings(self) -> None:
        app = self._app
        self._stack.open(SettingsCard(lambda: app.settings, app.change, lambda: app.keys))

    def _open_keys(self) -> None:
        self._stack.open(KeysCard(lambda: self._app.keys))

    def open_new_match(self) -> None:
        """A match against the computer."""
        self._open_setup(setup_from(self._app.settings.last_match, USUAL_MATCH))

    def open_two_players(self) -> None:
        """A match of two people."""
        self._open_setup(setup_from(self._app.settings.last_two_players, USUAL_TWO))

    def _open_setup(self, setup: Setup) -> None:
        self._stack.open(NewMatchCard(setup, self._app.settings.name, opponent_names()), self._ask_start)

    def _ask_start(self, setup: Setup | None) -> None:
        if setup is None:
            return
        sitting = self._sitting
        if sitting is None or sitting.state.phase is Phase.MATCH_OVER:
            self._start(setup)
            return
        kept = _("Your match against {name} is not finished; it is kept.").format(name=sitting.header.names[1])
        coming = _("Now starts: {game}, {length}.").format(
            game=game_title(setup.kind), length=length_words(setup.length)
        )
        card = MessageCard(_("New match"), [kept, coming], [(True, _("Start")), (False, _("Cancel"))])
        self._stack.open(card, lambda agreed: self._start(setup) if agreed else None)

    def _names(self, setup: Setup) -> tuple[str, str]:
        own = self._app.settings.name.strip()
        if setup.opponent:
            return own or _("Player"), _("Computer")
        first, second = (name.strip() for name in setup.names)
        return first or own or _("Player 1"), second or _("Player 2")

    def _start(self, setup: Setup) -> None:
        app = self._app
        choices = setup.choices()
        field = "last_match" if setup.opponent else "last_two_players"
        app.change(replace(app.settings, **{field: choices}))  # type: ignore[arg-type]  # a setting by its name
        assert app.store is not None
        try:
            sitting = Sitting.begin(app.store, setup.header(self._names(setup)), self._stack.now)
        except GameError as error:
            app.tell(error)
            return
        self._sit_down(sitting)

    def _resume(self, match_id: int) -> None:
        assert self._app.store is not None
        try:
            sitting = Sitting.resume(self._app.store, match_id, self._stack.now)
        except GameError as error:
            self._app.tell(error)
            return
        self._sit_down(sitting)

    def _sit_down(self, sitting: Sitting) -> None:
        self._seats.close()
        self._seats = Seats(self._app.runner, report=self._keep_report)
        if not all(sitting.persons):
            self._seats.prepare()
        scene = self._scene
        words = Words(
            happened=scene.tell,
            notice=self._notice,
            refusal=scene.refuse,
            answer_wanted=self._answer_wanted,
            game_over=self._game_over,
            seat_failed=self._seat_failed,
        )
        turns = bool(sitting.header.extra.get("turns")) and all(sitting.persons)
        self._stack.clear()
        scene.sit_down(Director(sitting, self._seats, lambda: self._app.settings, words, turns=turns))
        if sitting.state.phase is Phase.TO_OPEN:
            self._ask_for_words()

    def _ask_for_words(self, then: Callable[[], object] = lambda: None) -> None:
        """Before a game whose dice shall have words of the player's own."""
        sitting = self._sitting
        if sitting is not None and sitting.header.extra.get("own_words") and sitting.may_add_words:
            self.open_dice(then)
        else:
            then()

    def _leave(self) -> None:
        self._seats.close()
        self._scene.leave()
        self._stack.clear()
        self._stack.open(MainMenu(self._menu_actions))

    def _tidy(self) -> None:
        """An offer that is not there any more (a flag has fallen) needs no answer."""
        for card in self._stack.cards:
            if isinstance(card, OfferCard) and self._sitting is not None and card.state != self._sitting.state:
                self._stack.close(card)
                return

    # What the director tells

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
        card = OfferCard(state, self._sitting.header.names, self.open_pause)
        self._stack.open(card, self._answered)

    def _answered(self, action: Any) -> None:
        if self._director is not None and action is not None:
            self._director.answer(action)

    def _game_over(self, state: MatchState) -> None:
        assert self._sitting is not None
        self._stack.open(ResultCard(self._sitting, self.open_pause), lambda result: self._after_game(result, state))

    def _after_game(self, result: object, state: MatchState) -> None:
        director = self._director
        if director is None:
            return
        if result == "next":
            self._ask_for_words(director.next_game)
        elif result == "end":
            director.submit(0, events.Stop())
        elif result == "dice":
            self.open_dice(lambda: self._game_over(state))
        elif result == "again":
            self._game_over(state)
            self.open_new_match()
        else:
            self._leave()

    def _seat_failed(self, side: int, error: GameError) -> None:
        assert self._sitting is not None
        told = [sentence(error)]
        if error.code == "seat_failed":
            name = self._sitting.header.names[side]
            told.insert(0, _("{name} could not answer; the built-in opponent plays this turn.").format(name=name))
        self._stack.open(MessageCard(_("Please note"), told))

    def _keep_report(self, key: str, text: str) -> None:
        try:
            keep_report(paths.data_folder() / "reports", key, text, datetime.now())
        except GameError as error:
            self._app.tell(error)

    # Cards of a match

    def open_pause(self) -> None:
        """The menu of a match, or the first one."""
        sitting = self._sitting
        if sitting is None:
            if not self._stack.has(MainMenu):
                self._stack.open(MainMenu(self._menu_actions))
            return
        state, side = sitting.state, sitting.state.to_act
        may_resign = side is not None and sitting.is_person(side) and state.phase in _TURN
        may_end = state.phase is Phase.GAME_OVER and state.options.is_session
        actions = PauseActions(
            resign=self.open_resign if may_resign else None,
            take_back=self.ask_take_back if self._may_take_back() else None,
            end_session=self._end_session if may_end else None,
            dice=self.open_dice,
            settings=self._open_settings,
            keys=self._open_keys,
            leave=self._leave,
        )
        names = _("{first} against {second}").format(first=sitting.header.names[0], second=sitting.header.names[1])
        self._stack.open(PauseCard(actions, names))

    def _end_session(self) -> None:
        director = self._director
        self._stack.clear()
        if director is not None:
            director.submit(0, events.Stop())

    def open_dice(self, then: Callable[[], object] = lambda: None) -> None:
        """How the dice are fixed."""
        if self._sitting is not None:
            self._stack.open(DiceCard(self._sitting, pygame.scrap.put_text), lambda _result: then())

    def open_resign(self) -> None:
        """The person gives up."""
        sitting, director = self._sitting, self._director
        if sitting is None or director is None:
            return
        state, side = sitting.state, sitting.state.to_act
        if side is None or not sitting.is_person(side) or state.phase not in _TURN:
            return
        other = 1 - side

        def forecast(level: int) -> bool | None:
            return None if sitting.is_person(other) else self._seats.accepts(sitting, other, level)

        def resign(level: int | None) -> None:
            if level is not None:
                for card in [card for card in self._stack.cards if isinstance(card, PauseCard)]:
                    self._stack.close(card)
                director.typing, director.previews_throw = None, False
                director.submit(side, events.Resign(level))

        self._stack.open(ResignCard(state, cube.resignation_levels(state), forecast), resign)

    # Taking back

    def _may_take_back(self) -> bool:
        sitting = self._sitting
        return (
            sitting is not None
            and all(seat == PERSON for seat in sitting.header.seats)
            and sitting.state.last_thrown is not None
            and sitting.state.phase in _TURN
        )

    def ask_take_back(self) -> None:
        """Both people must agree; the card is answered by the other one."""
        sitting, director = self._sitting, self._director
        if sitting is None or director is None or not self._may_take_back():
            self._scene.refuse(GameError("nothing_to_take_back"))
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
                self._stack.clear()
                director.take_back()

        self._stack.open(card, answered)

    # Hint

    def show_hint(self) -> None:
        """What the strongest built-in opponent would do, in words."""
        sitting, director = self._sitting, self._director
        if sitting is None or director is None:
            return
        side = sitting.state.to_act
        if side is None or not sitting.is_person(side) or sitting.state.phase not in _TURN:
            return
        self._seats.advise(sitting, side, self._scene.show_advice)
