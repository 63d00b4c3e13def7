"""Looking back: the list of matches, their history and replay, and free play from a position of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from game.errors import GameError
from game.i18n import gettext as _
from game.importing import answers_of
from game.match.state import Phase
from game.match.timeline import Timeline
from game.seats import Seats
from game.settings import Settings
from game.sitting import PERSON, Sitting
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.ui.card import Card
from game.ui.cards.history import HistoryCard
from game.ui.cards.import_matches import ImportCard
from game.ui.cards.match_menu import MatchesActions
from game.ui.cards.match_words import played_words
from game.ui.cards.matches import Deleted, MatchesCard
from game.ui.cards.message import MessageCard
from game.ui.cards.replay_menu import PlayFromCard, ReplayActions, ReplayMenu
from game.ui.files import may_be_shared
from game.ui.modes.director import Director
from game.ui.modes.play import PlayScene
from game.ui.modes.replay import Leads, ReplayScene
from game.ui.modes.replay_director import ReplayDirector
from game.ui.modes.told import Words

if TYPE_CHECKING:
    from game.app import App
    from game.ui.evening import Evening


@dataclass(frozen=True)
class Below:
    """What lay on the table before something else was looked at: it comes back just as it was.

    cards: those from which that was opened.
    """

    scene: PlayScene
    director: Director | None
    seats: Seats
    cards: tuple[Card, ...]


class LookingBack:
    """What is looked at lies on top of what was there before, as often as somebody wants. resume: a stored match."""

    def __init__(
        self,
        app: App,
        evening: Evening,
        resume: Callable[[int], object],
        open_settings: Callable[[], object],
        open_keys: Callable[[], object],
    ) -> None:
        self._app, self._evening = app, evening
        self._resume_stored, self._open_settings, self._open_keys = resume, open_settings, open_keys
        self._below: list[Below] = []
        self._deleted: list[Deleted] = []

    # What lies below

    @property
    def running(self) -> Sitting | None:
        """The match that waits below; None where nothing is looked at, and where none waits."""
        director = self._below[0].director if self._below else None
        return director.sitting if director is not None else None

    def _push(self) -> None:
        scene, cards = self._app.scene, self._app.stack.cards
        opened_from = tuple(card for card in cards if isinstance(card, MatchesCard | ImportCard))
        self._below.append(Below(scene, scene.director, self._evening.seats, opened_from))
        self._evening.seats = self._evening.inviting.seats()

    def back(self) -> None:
        """What lay below comes back."""
        if not self._below:
            return
        below = self._below.pop()
        self._evening.seats.close()
        self._evening.seats = below.seats
        self._app.stack.clear()
        self._show(below.scene)
        if isinstance(below.scene, ReplayScene):
            below.scene.forget_words()
        elif below.director is not None:
            below.scene.sit_down(below.director, comes_back=True)
            below.director.ask_again()
        else:
            below.scene.leave()
            self._evening.menus.open_pause()
        for card in below.cards:
            self._app.stack.open(card)
            card.covered(False)

    @property
    def has_below(self) -> bool:
        """Is there something that free play and replays go back to?"""
        return bool(self._below)

    def back_words(self) -> str:
        """The way back from a free game, in words."""
        if not self._below:
            return _("Menu")
        return _("Back to the replay") if isinstance(self._below[-1].scene, ReplayScene) else _("Back to the match")

    def leave_free(self) -> None:
        """From a free game to what lay below, to the menu where nothing did."""
        if self._below:
            self.back()
        else:
            self._evening.leave()

    def forget(self) -> None:
        """Somebody sits down at a match, or gets up from everything: nothing waits below any more."""
        if self._below:
            for below in self._below:
                below.seats.close()
            self._show(self._below[0].scene)
            self._below.clear()

    def _show(self, scene: PlayScene) -> None:
        self._app.scene = self._app.stack.scene = scene

    # Matches and history

    def open_matches(self) -> None:
        """The list of all matches."""
        store = self._app.store
        if store is None:
            return
        actions = MatchesActions(
            resume=self._resume,
            replay=self.replay_stored,
            history=self._history_of_stored,
            export=self._evening.files.open_export,
            dice=self._evening.dice.open_proof,
            duplicate=self.ask_duplicate,
            import_matches=self._evening.files.open_import,
            at_table=self._at_table,
            answer=self._answer,
        )
        try:
            card = MatchesCard(store, actions, self._deleted)
        except GameError as error:
            self._app.tell(error)
            return
        self._app.stack.open(card)

    def _at_table(self) -> int | None:
        sitting = self._evening.running
        return sitting.header.id if sitting is not None else None

    def _answer(self, header: MatchHeader, you: int | None) -> MatchHeader:
        """Which side of a match from elsewhere the person was: kept with it, and known when the names come again."""
        assert self._app.store is not None
        try:
            told = Archive(self._app.store).answer(header, you)
        except GameError as error:
            self._app.tell(error)
            return header
        self._evening.files.remember(answers_of(header.names, you))
        return told

    def _resume(self, match_id: int) -> None:
        if match_id != self._at_table():
            self._resume_stored(match_id)
            return
        while self._below:
            self.back()
        self._app.stack.clear()

    def _read(self, match_id: int) -> tuple[MatchHeader, Timeline] | None:
        """A stored match. What cannot be read is told."""
        assert self._app.store is not None
        try:
            return self._app.store.header(match_id), Timeline(self._app.store.record(match_id))
        except GameError as error:
            self._app.tell(error)
            return None

    def replay_stored(self, match_id: int) -> None:
        """A stored match, from its beginning."""
        found = self._read(match_id)
        if found is not None:
            self.replay(*found, 0)

    def replay_table(self) -> None:
        """The match that lies on the table, from its beginning; it waits meanwhile."""
        sitting = self._app.scene.sitting
        if sitting is not None:
            self.replay(sitting.header, Timeline(sitting.table.record), 0)

    def ask_duplicate(self, match_id: int) -> None:
        """The same dice once more with the sides changed; asks before that takes the place of a match."""
        running, store = self._evening.running, self._app.store
        if store is None:
            return
        if running is None or running.is_free or running.state.phase is Phase.MATCH_OVER:
            self._evening.beginning.play_duplicate(match_id)
            return
        kept = _("Your match against {name} is not finished; it is kept.").format(name=running.header.names[1])
        card = MessageCard(_("Same dice, sides changed"), [kept], [(True, _("Start")), (False, _("Cancel"))])
        self._app.stack.open(card, lambda agreed: self._evening.beginning.play_duplicate(match_id) if agreed else None)

    def _history_of_stored(self, match_id: int) -> None:
        found = self._read(match_id)
        if found is not None:
            header, line = found
            self._open_history(header, line, 0, is_running=False)

    def open_history(self) -> None:
        """All turns of what lies on the table."""
        scene = self._app.scene
        if isinstance(scene, ReplayScene):
            replay = scene.replay
            replay.is_playing = False
            played = partial(played_words, replay.header)
            card = HistoryCard(replay.timeline, replay.header.names, replay.moment, played=played)
            self._app.stack.open(card, lambda moment: replay.jump(moment) if moment is not None else None)
        elif scene.sitting is not None:
            record = scene.sitting.table.record
            self._open_history(scene.sitting.header, Timeline(record), len(record.events), is_running=True)

    def _open_history(self, header: MatchHeader, line: Timeline, moment: int, *, is_running: bool) -> None:
        played = partial(played_words, header)
        card = HistoryCard(line, header.names, moment, is_running=is_running, played=played)
        self._app.stack.open(card, lambda chosen: self.replay(header, line, chosen) if chosen is not None else None)

    # Replay

    def replay(self, header: MatchHeader, line: Timeline, moment: int) -> None:
        """Shows a moment of a match, from where it can be looked at step by step."""
        self._push()
        services = replace(self._evening.services(), open_menu=self.open_menu, open_information=self.open_history)
        leads = Leads(
            self.open_history,
            self.what_if,
            self.take,
            self.play_from_here,
            self.open_dice,
            self.export,
            self.open_position,
        )
        scene = ReplayScene(services, leads)
        words = _silent(scene)
        scene.show(ReplayDirector(line, header, self._evening.seats, lambda: self._app.settings, words))
        self._app.stack.clear()
        self._show(scene)
        scene.replay.jump(moment)

    def _replay(self) -> ReplayDirector:
        assert isinstance(self._app.scene, ReplayScene)
        return self._app.scene.replay

    def open_menu(self) -> None:
        """The menu of the replay."""
        replay = self._replay()
        may, header = replay.may_branch, replay.header
        is_whole = header.dice == "fair" and header.finished is not None
        actions = ReplayActions(
            history=self.open_history,
            what_if=self.what_if if may else None,
            play_from_here=self.play_from_here if may else None,
            position=self.open_position if may_be_shared(replay.state) else None,
            export=self.export,
            dice=self.open_dice if header.dice != "seeded" else None,
            duplicate=(lambda: self.ask_duplicate(header.id)) if is_whole else None,
            matches=self.open_matches,
            settings=self._open_settings,
            keys=self._open_keys,
            leave=self.back,
        )
        first, second = header.names
        self._app.stack.open(ReplayMenu(actions, _("{first} against {second}").format(first=first, second=second)))

    def open_dice(self) -> None:
        """What can be proven of the dice of the match that is looked at, or why nothing can."""
        replay = self._replay()
        replay.is_playing = False
        if replay.header.dice != "seeded":  # a free game is stored nowhere
            self._evening.dice.open_proof(replay.header.id)

    def export(self) -> None:
        """The match that is looked at as a file."""
        replay = self._replay()
        replay.is_playing = False
        self._evening.files.export(replay.header, replay.timeline.record)

    def open_position(self) -> None:
        """The position that is looked at, for other programs and other people."""
        replay = self._replay()
        replay.is_playing = False
        if may_be_shared(replay.state):
            play = self.play_from_here if replay.may_branch else None
            self._evening.files.open_position_card(replay.state, replay.header.names, play)

    # Free play

    def what_if(self) -> None:
        """Another line from this position: the person moves both sides, and the record stays as it is."""
        if self._replay().may_branch:
            self._play((PERSON, PERSON), _in_branch(lambda: self._app.settings))

    def take(self, place: int) -> None:
        """Another line that begins with a checker of that place."""
        self.what_if()
        self._app.scene.take(place)

    def play_from_here(self) -> None:
        """A free game from this position against somebody."""
        replay = self._replay()
        replay.is_playing = False
        if not replay.may_branch:
            return
        own = replay.header.person_side
        present, game = replay.header.seats[1 - own], replay.state.game.key
        self.ask_who_plays(own, present, game, lambda seats: self._play(seats, lambda: self._app.settings))

    def ask_who_plays(self, own: int, present: str, game: str, then: Callable[[tuple[str, str]], object]) -> None:
        """Against whom a free game goes on. own: the person's side; present: the seat proposed for the other; game:
        its key.
        """

        def chosen(seat: str | None) -> None:
            if seat is not None:
                then((PERSON, seat) if own == 0 else (seat, PERSON))

        self._app.stack.open(PlayFromCard(present, self._app.guests, PERSON, [game]), chosen)

    def _play(self, seats: tuple[str, str], settings: Callable[[], Settings]) -> None:
        replay = self._replay()
        replay.is_playing = False
        self._lay(replay.another_line(seats), settings)

    def lay(self, sitting: Sitting) -> None:
        """A free game comes on the table; a match or a replay that lies there waits below it."""
        scene = self._app.scene
        if isinstance(scene, ReplayScene) or (scene.sitting is not None and not scene.sitting.is_free):
            self._lay(sitting, lambda: self._app.settings)
        else:
            self._evening.seats.close()
            self._evening.seat(sitting, lambda: self._app.settings)

    def _lay(self, sitting: Sitting, settings: Callable[[], Settings]) -> None:
        self._push()
        self._show(self._below[0].scene)
        self._evening.seat(sitting, settings)


def _in_branch(settings: Callable[[], Settings]) -> Callable[[], Settings]:
    """Nothing goes by itself while somebody tries another line."""
    return lambda: replace(settings(), roll_automatically=False, play_forced=False)


def _silent(scene: ReplayScene) -> Words:
    """A replay tells what happened, and asks nobody anything."""

    def unasked(*_told: object) -> None:
        """Nobody is asked."""

    return Words(scene.tell, unasked, unasked, unasked, unasked, unasked, nothing=scene.tell_nothing)
