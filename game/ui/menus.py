"""The menus of the evening: the first card, the pause of a match, settings and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import i18n
from game.errors import GameError
from game.i18n import gettext as _
from game.match import events
from game.match.state import TURN, Phase
from game.storage.about import IMPORTED
from game.ui.beginning import about_opponent
from game.ui.cards.keys import KeysCard
from game.ui.cards.menu import MainMenu, MenuActions, PauseActions, PauseCard
from game.ui.cards.settings import Exchange, SettingsCard
from game.ui.cards.setup import ROTATION
from game.ui.files import may_be_shared
from game.wording import game_title

if TYPE_CHECKING:
    from game.app import App
    from game.ui.evening import Evening


class Menus:
    """What each of them offers just now."""

    def __init__(self, app: App, evening: Evening) -> None:
        self._app, self._evening = app, evening

    # The first card

    def open_first(self) -> None:
        """New matches, the one to go on with, and everything else that needs no match."""
        self._app.stack.open(MainMenu(self._actions))

    def _actions(self) -> MenuActions:
        store = self._app.store
        unfinished = []
        if store is not None:
            try:
                unfinished = [header for header in store.unfinished() if IMPORTED not in header.extra]
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
        evening = self._evening
        return MenuActions(
            resume=(lambda: evening.beginning.resume(unfinished[0].id)) if unfinished else None,
            continues=continues,
            new_match=evening.beginning.open_new_match,
            two_players=evening.beginning.open_two_players,
            settings=self.open_settings,
            keys=self.open_keys,
            quit=self._app.quit,
            matches=evening.looking.open_matches if store is not None else None,
            import_matches=evening.files.open_import,
        )

    # The pause of a match

    def open_pause(self) -> None:
        """The menu of a match, or the first one."""
        evening, sitting = self._evening, self._app.scene.sitting
        if sitting is None:
            if not self._app.stack.has(MainMenu):
                self.open_first()
            return
        state, side = sitting.state, sitting.state.to_act
        may_resign = side is not None and sitting.is_person(side) and state.phase in TURN
        may_end = state.phase is Phase.GAME_OVER and state.options.is_session
        actions = PauseActions(
            resign=evening.asking.open_resign if may_resign else None,
            take_back=evening.asking.ask_take_back if evening.asking.may_take_back() else None,
            end_session=self._end_session if may_end else None,
            dice=None if sitting.is_free else evening.open_dice,
            settings=self.open_settings,
            keys=self.open_keys,
            history=evening.looking.open_history,
            matches=evening.looking.open_matches,
            back=evening.looking.back if evening.looking.has_below else None,
            back_words=evening.looking.back_words(),
            leave=None if evening.looking.has_below else evening.leave,
            export=None if sitting.is_free else evening.open_export,
            position=evening.open_position if may_be_shared(state) else None,
            opponent=self._open_change if self._may_change_opponent() else None,
        )
        first, second = sitting.header.names
        names, about = _("{first} against {second}").format(first=first, second=second), about_opponent(sitting.header)
        self._app.stack.open(PauseCard(actions, f"{names}. {about}" if about else names))

    def _may_change_opponent(self) -> bool:
        sitting = self._app.scene.sitting
        return (
            sitting is not None
            and sitting.persons.count(True) == 1
            and not sitting.is_free
            and sitting.state.phase is not Phase.MATCH_OVER
        )

    def _open_change(self) -> None:
        if self._app.scene.sitting is not None:
            self._evening.inviting.open_change(self._app.scene.sitting, lambda: None)

    def _end_session(self) -> None:
        director = self._app.scene.director
        self._app.stack.clear()
        if director is not None:
            director.submit(0, events.Stop())

    # Settings and keys

    def open_settings(self) -> None:
        """Everything that can be set."""
        app = self._app
        exchange = self._exchange()
        card = SettingsCard(
            lambda: app.settings,
            app.change,
            lambda: app.keys,
            app.sounds,
            exchange,
            self._evening.inviting.open_opponents,
        )
        self._app.stack.open(card)

    def _exchange(self) -> Exchange | None:
        upkeep = self._app.upkeep
        return (
            Exchange(lambda: upkeep.share(again=True), self._exchanged, self._evening.files.choose_shared_folder)
            if upkeep
            else None
        )

    def _exchanged(self) -> str:
        """How the last exchange with the shared folder went."""
        upkeep = self._app.upkeep
        if upkeep is None or not self._app.settings.shared_folder:
            return ""
        if upkeep.is_sharing:
            return _("Matches are being exchanged …")
        if not upkeep.exchanges:
            return ""
        return _("Exchanged. Matches that came from other computers: {count}").format(count=i18n.number(upkeep.arrived))

    def open_keys(self) -> None:
        """Which key does what."""
        self._app.stack.open(KeysCard(lambda: self._app.keys))
