"""What happens next at the table: who is asked, what goes by itself, what a person has entered. No drawing here.

The match is ahead of the screen: an event is in force when the referee gave it, and shown when its turn comes. Only
when everything has been shown is the next thing begun.
"""

from __future__ import annotations

from collections.abc import Callable

from engine_c import Step
from game.errors import GameError
from game.match import cube, events
from game.match.entry import PlayEntry
from game.match.events import Action, Event, NotAllowed
from game.match.state import ANSWERS, MatchState, Phase
from game.match.throw import ThrowEntry
from game.seats import Seats
from game.settings import Settings
from game.sitting import Sitting
from game.ui.board.geometry import Geometry
from game.ui.board.seen import Seen
from game.ui.board.show import Show
from game.ui.modes.stage import Stage
from game.ui.modes.told import Words

THINKING_SECONDS = {"short": 0.25, "normal": 0.8, "long": 2.0}


class Director:
    """Leads one sitting on one board.

    entry: the play being entered by a person; typing: the throw being typed; wants_roll: a person's button; they are
    None or False while something else is going on. previews_throw: a whole throw is typed and not yet in force.
    """

    def __init__(
        self, sitting: Sitting, seats: Seats, settings: Callable[[], Settings], words: Words, *, turns: bool = False
    ) -> None:
        self.sitting, self._seats, self._settings, self._words = sitting, seats, settings, words
        self.stage = Stage(sitting, settings, turns=turns)
        self.entry: PlayEntry | None = None
        self.typing: ThrowEntry | None = None
        self.wants_roll = self.wants_number = False
        self.is_thinking = False
        self.previews_throw = False
        self.swapped = False
        self._told_result = -1
        self._by_hand: tuple[Step, ...] = ()
        self._restored: tuple[Step, ...] = ()
        self._answer_asked = False
        sitting.table.listen(self._happened)

    # What the scene looks at

    @property
    def state(self) -> MatchState:
        """How the match stands."""
        return self.sitting.state

    @property
    def shown_state(self) -> MatchState:
        """The state that is played on: with typed dice that can still be corrected, the one they would lead to."""
        if self.previews_throw and self.typing:
            return self.typing.preview() or self.state
        return self.state

    @property
    def show(self) -> Show:
        """What the board shows."""
        return self.stage.show

    @property
    def bottom(self) -> int:
        """The side at the bottom of the screen."""
        return self.stage.bottom

    @property
    def seen(self) -> Seen:
        """The board from the side at the bottom."""
        return self.stage.seen

    @property
    def geometry(self) -> Geometry:
        """Where things lie."""
        return self.stage.geometry

    @property
    def may_double(self) -> bool:
        """The person who is to act may offer the cube now."""
        side = self.state.to_act
        is_open = self.wants_roll or (self.typing is not None and not self.typing.faces)
        return side is not None and is_open and self._person(side) and not cube.why_no_double(self.state, side)

    @property
    def may_undo(self) -> bool:
        """Something of the turn can be taken back without asking anybody."""
        if self.entry is not None and self.entry.steps:
            return True
        state = self.state
        mine = state.last_thrown is not None and self._person(1 - state.side)
        return self._settings().show_undo_button and mine and state.phase is Phase.TO_ROLL

    def _person(self, side: int) -> bool:
        return self.sitting.is_person(side)

    # What has happened

    def _happened(self, event: Event, before: MatchState, after: MatchState) -> None:
        self.entry = self.typing = None
        self.wants_roll = self.wants_number = False
        self._answer_asked = False
        self.swapped = self.swapped and not isinstance(event, events.Opened | events.Rolled)
        lies, self.previews_throw = self.previews_throw, False
        by_hand, self._by_hand = self._by_hand, ()
        self.stage.tell(event, before, after, by_hand, lies=lies)
        self.show.then(lambda: self._words.happened(event, before, after))
        if after.phase is Phase.TO_ROLL and isinstance(event, events.Played) and after.to_act == before.to_act:
            closed = before.part is not None and before.part.kind != "rest"
            if closed and after.game.is_closed_out(after.position.turned()):
                self.show.then(lambda: self._words.notice("closed_out", 1 - before.side))
                self.show.wait(self.stage.carry_seconds * 3)

    # What comes next

    def go_on(self) -> None:
        """Begins the next thing; called whenever nothing is being shown and nobody is being asked."""
        if self.show.is_busy or self.is_thinking or self.entry is not None or self._answer_asked:
            return
        if self.typing is not None or self.wants_roll or self.wants_number:
            return
        if self.stage.turn_board():
            return
        state, side = self.state, self.state.to_act
        match state.phase:
            case Phase.MATCH_OVER:
                self._tell_result()
            case Phase.GAME_OVER:
                self._tell_result()
            case Phase.TO_OPEN:
                self._throw_next(events.Open(), 0)
            case _ if side is not None and self._person(side):
                self._wait_for_person(side)
            case _ if side is not None:
                self._ask_seat(side)

    def ask_again(self) -> None:
        """Somebody comes back to a match that had waited: what it wanted of them, it wants still."""
        self._told_result, self._answer_asked = -1, False

    def _tell_result(self) -> None:
        key = len(self.state.results) * 2 + (self.state.phase is Phase.MATCH_OVER)
        if self._told_result != key:
            self._told_result = key
            self._words.game_over(self.state)

    def next_game(self) -> None:
        """The result was read: the next game of the match begins."""
        if self.state.phase is not Phase.GAME_OVER:
            return
        if self.state.options.game(self.state.number + 1).winner_opens:
            self._throw_next(events.Roll(), self.state.to_act or 0)
        else:
            self._throw_next(events.Open(), 0)

    def _throw_next(self, action: events.Open | events.Roll, side: int) -> None:
        if self.sitting.has_typed_dice:
            self._begin_typing()
        else:
            self.submit(side, action)

    def _wait_for_person(self, side: int) -> None:
        state = self.state
        if state.phase in ANSWERS:
            self._answer_asked = True
            self._words.answer_wanted(state)
        elif state.phase is Phase.TO_ROLL:
            if self.sitting.has_typed_dice:
                self._begin_typing()
            elif self._settings().roll_automatically and cube.why_no_double(state, side) and not self.may_undo:
                self.submit(side, events.Roll())
            else:
                self.wants_roll = True
        elif state.phase is Phase.TO_CHOOSE:
            self.wants_number = True
        else:
            self._begin_play(state)

    def _begin_play(self, state: MatchState) -> None:
        entry = self.sitting.table.entry()
        forced = entry.forced()
        if forced is not None and not forced.steps:
            self._words.notice("no_legal_play", state.side)
            self.show.wait(max(self.stage.carry_seconds * 3, 0.5))
            self.show.then(lambda: self.submit(state.side, forced))
            return
        if forced is not None and self._settings().play_forced and not self._restored:
            self._words.notice("forced", state.side)
            self.show.wait(self.stage.carry_seconds)
            self.show.then(lambda: self.submit(state.side, forced))
            return
        self.entry = entry
        restored, self._restored = self._restored, ()
        for step in restored:
            entry.step(step)
        if restored:
            self.stepped(by_hand=False)

    # Opponents

    def _ask_seat(self, side: int) -> None:
        self.is_thinking = True
        least = THINKING_SECONDS[self._settings().thinking_time]
        self.show.wait(least if self.state.phase is not Phase.TO_ROLL or self.may_undo else least / 2)
        self._seats.ask(self.sitting, side, self._answered)

    def _answered(self, side: int, action: Action, failure: GameError | None) -> None:
        """An opponent's answer, in the main thread; it waits until everything has been shown."""
        if failure is not None:
            self._words.seat_failed(side, failure)
        self.show.then(lambda: self._seat_acts(side, action))

    def _seat_acts(self, side: int, action: Action) -> None:
        was_awaited, self.is_thinking = self.is_thinking, False
        if not was_awaited or self.state.to_act != side:  # a step taken back, a flag that fell
            return
        if isinstance(action, events.Roll) and self.sitting.has_typed_dice:
            self._begin_typing()
            return
        self.submit(side, action)

    # Persons

    def submit(self, side: int, action: Action) -> bool:
        """Asks the referee; a refusal is told. True when it happened."""
        try:
            self.sitting.submit(side, action)
        except NotAllowed as refusal:
            self._words.refusal(refusal)
            return False
        return True

    def roll(self) -> bool:
        """The person's Roll."""
        if self.entry is not None and not self.previews_throw:
            self._words.refusal(NotAllowed("not_now", action="Roll", phase=self.state.phase.name))
            return False
        side = self.state.to_act
        return self.wants_roll and side is not None and self.submit(side, events.Roll())

    def double(self) -> bool:
        """The person's Double."""
        side = self.state.to_act
        if side is None or not self._person(side):
            return False
        reason = cube.why_no_double(self.state, side)
        if reason is None and self.typing is not None and self.typing.faces:
            reason = "double_before_roll"  # real dice lie there already
        if reason:
            self._words.refusal(NotAllowed(reason))
            return False
        self.typing = None
        return self.submit(side, events.Double())

    def choose(self, number: int) -> bool:
        """The number after 2-1."""
        side = self.state.to_act
        return self.wants_number and side is not None and self.submit(side, events.Choose(number))

    def answer(self, action: Action) -> bool:
        """A person's answer to an offer."""
        side = self.state.to_act
        return side is not None and self.submit(side, action)

    # A play being entered

    def stepped(self, *, by_hand: bool) -> None:
        """The entry has changed: the checkers follow, the dice dim, and the last step may end the turn."""
        entry, state = self.entry, self.shown_state
        if entry is None:
            return
        if self.previews_throw:
            if not self._commit_throw(entry):
                return
            entry, state = self.entry, self.state
            assert entry is not None
        self.stage.follow(entry, state, by_hand=by_hand)
        if entry.is_finished and self._settings().confirm_automatically:
            self.finish()

    def _commit_throw(self, entry: PlayEntry) -> bool:
        """The first checker moves: the typed throw is in force now, and the steps go on from there."""
        steps = entry.steps
        if not steps:
            return True
        if not self.confirm_throw():
            return False
        self.entry = self.sitting.table.entry()
        for step in steps:
            self.entry.step(step)
        return True

    def finish(self) -> bool:
        """Ends the turn. What stops it is told."""
        entry, side = self.entry, self.state.to_act
        if entry is None or side is None or not entry.may_finish:
            if entry is not None and entry.steps:
                self._words.refusal(NotAllowed("unfinished_play"))
            return False
        move = entry.move
        self._by_hand = move.steps
        if not self.submit(side, move):
            self._by_hand = ()
            return False
        return True

    def undo(self) -> bool:
        """Takes the last step back, also the one that ended the turn while the next dice have not fallen."""
        if self.entry is not None:
            if not self.entry.steps:
                self._words.refusal(NotAllowed("nothing_to_undo"))
                return False
            self.entry.undo()
            self.stepped(by_hand=False)
            return True
        if not self.may_undo:
            return False
        *earlier, last = self.sitting.table.record.parts_of_last_turn()
        self._seats.cancel()
        self.is_thinking = self.wants_roll = False
        self.show.skip()
        side = 1 - self.state.side
        if not self.submit(side, events.TakeBack()):
            return False
        for part in earlier:  # only the last part of a turn of several is taken back
            self.submit(side, part)
        self.show.skip()
        self._restored = last.steps[:-1] if isinstance(last, events.Move) else ()
        return True

    def take_back(self) -> bool:
        """Both players agree to take the last turn back."""
        self.take_typed_up()
        self._answer_asked = False
        self.show.skip()
        return self.submit(self.state.side, events.TakeBack())

    def swap(self) -> bool:
        """The other die is played first."""
        if self.entry is None or self.entry.steps or len(set(self.entry.unused)) < 2 or self.show.throw is None:
            return False
        self.swapped = not self.swapped
        if self.show.throw.at_bottom is not None:  # dice of the opening throw stay with those who threw them
            manner = self.stage.manner
            self.show.exchange_dice(is_calm=manner is None or manner.is_calm)
        return True

    # Typed dice

    def _begin_typing(self) -> None:
        """Whoever throws real dice takes them up."""
        self.typing = ThrowEntry(self.state, self.sitting.persons)
        self.stage.take_dice_up()

    def type_die(self, face: int) -> bool:
        """A number of real dice. While no checker has moved, typing anew corrects the throw."""
        if self.typing is None:
            return False
        self.typing.type(face)
        self._show_typed(self.typing)
        return True

    def erase_die(self) -> bool:
        """Corrects the last number."""
        if self.typing is None or not self.typing.faces or (self.entry is not None and self.entry.steps):
            return False
        self.typing.erase()
        self._show_typed(self.typing)
        return True

    def erase_throw(self) -> bool:
        """Takes both numbers away: the throw is typed anew."""
        return self.erase_die() and self.erase_die()

    def _show_typed(self, typing: ThrowEntry) -> None:
        """The dice lie on the board as far as they are typed, and the checkers as a whole throw finds them: a person
        may play it at once, and can still correct it.
        """
        coming, self.entry = typing.preview(), None
        self.previews_throw = coming is not None
        self.show.set(self.seen.laid(coming.position, coming.side) if coming else self.stage.laid())
        self.stage.lay(typing.faces, typing.side, is_opening=typing.is_opening)
        if coming and not typing.waits_for_confirmation:
            self.entry = PlayEntry(coming.game, coming.position, coming.turn)

    def take_typed_up(self) -> None:
        """The throw being typed is given up."""
        if self.typing is not None:
            self.typing, self.previews_throw = None, False
            self.stage.take_dice_up()

    def confirm_throw(self) -> bool:
        """The typed throw is in force."""
        typing = self.typing
        if typing is None or typing.throw is None:
            return False
        action = events.Open() if typing.is_opening else events.Roll()
        side = self.state.to_act if self.state.to_act is not None else 0
        try:
            self.sitting.submit_throw(side, action, typing.throw)
        except GameError as refusal:
            self._words.refusal(refusal)
            return False
        return True
