"""How what happens is shown: events become checkers on their way and dice that fall, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine_c import Step
from engine_c import after as step_by_step
from game.dice.source import Throw as Faces
from game.match import events
from game.match.entry import PlayEntry
from game.match.events import Event
from game.match.state import MatchState, Phase
from game.settings import Settings
from game.sitting import Sitting
from game.ui.board.dice import Manner, Throw
from game.ui.board.geometry import Geometry
from game.ui.board.seen import Laid, Seen
from game.ui.board.show import Show

CARRY_SECONDS = {"slow": 0.70, "normal": 0.42, "fast": 0.20, "off": 0.0}
"""For a checker of somebody else's play, which one has to follow with the eye."""

OWN_SECONDS = {"slow": 0.68, "normal": 0.30, "fast": 0.15, "off": 0.0}
"""For a checker one has sent on its way oneself."""

PACES = {"slow": 0.75, "normal": 1.0, "fast": 1.9}
"""Of a throw; when animation is off nothing is thrown."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What somebody else has just played, for whoever plays now. hops: from and to, as `side` calls them. laid: the
    board before.
    """

    side: int
    laid: Laid
    hops: tuple[tuple[int, int], ...]


class Stage:
    """The board of one sitting as it is shown. turns: it turns to whoever is to act. bottom: the side at the bottom.
    last_turn: remembered until the next throw; where dice fall by themselves, until the first checker is moved.
    """

    def __init__(self, sitting: Sitting, settings: Callable[[], Settings], *, turns: bool) -> None:
        self._sitting, self._settings, self._turns = sitting, settings, turns
        self.bottom = self._bottom_now()
        self.show = Show(self.laid(), self.geometry)
        self.last_turn: LastTurn | None = None
        self.show_last_dice()

    @property
    def _state(self) -> MatchState:
        return self._sitting.state

    @property
    def seen(self) -> Seen:
        """The board from the side at the bottom."""
        return Seen(self._state.game, self.bottom)

    @property
    def geometry(self) -> Geometry:
        """Where things lie."""
        return Geometry(self._settings().home_on_left, self._state.game.is_parallel)

    def laid(self) -> Laid:
        """The checkers as the match has them."""
        return self.seen.laid(self._state.position, self._state.side)

    @property
    def carry_seconds(self) -> float:
        """For a checker on its way."""
        return CARRY_SECONDS[self._settings().animation_speed]

    @property
    def manner(self) -> Manner | None:
        """How dice are thrown; with little motion nothing tumbles and bounces. None: they lie there at once."""
        settings = self._settings()
        pace = PACES.get(settings.animation_speed)
        if pace is None:
            return None
        return Manner(settings.cup and not settings.reduced_motion, pace, settings.reduced_motion)

    def _carry(self, laid: Laid, seconds: float, in_hand: int | None = None) -> None:
        """Checkers go where they lie on another board; with little motion they slide there."""
        self.show.move(laid, seconds, is_calm=self._settings().reduced_motion, in_hand=in_hand)

    def _bottom_now(self) -> int:
        acting = self._state.to_act
        if self._turns and acting is not None and self._sitting.is_person(acting):
            return acting
        return self._sitting.header.person_side

    def turn_board(self) -> bool:
        """Turns to whoever is to act now. True when that was needed."""
        bottom = self._bottom_now()
        if bottom == self.bottom:
            return False
        self.bottom = bottom
        self.show.set(self.laid())
        self.show.throw = self.last_turn = None
        self.show_last_dice()
        self.show.wait(0.35)
        return True

    # Events

    def tell(self, event: Event, before: MatchState, after: MatchState, by_hand: Sequence[Step], *, lies: bool) -> None:
        """Shows an event. by_hand: steps the person has just made; lies: the dice lie there already."""
        match event:
            case events.Opened(dice) | events.Rolled(dice):
                if before.phase is Phase.GAME_OVER:
                    self._set_up_anew(after)
                if not self._settings().roll_automatically or isinstance(event, events.Opened):
                    self.show.then(self._forget_turn)
                if not lies:
                    self._throw(event, dice, after)
            case events.Played(steps):
                self._play(steps, before, after, by_hand)
            case events.TookBack():
                self.last_turn = None
                self._carry(self.laid(), self.carry_seconds)
                self.show_last_dice()
            case events.Doubled():  # the dice are taken up, the cube lies where they were
                self.show.then(self.take_dice_up)
                self.show.happen("cube_turned", 0.7)
                self._carry(self.laid(), self.carry_seconds * 0.5)
            case _:  # steps that were entered but not played lie back again
                self._carry(self.laid(), self.carry_seconds * 0.5)

    def _set_up_anew(self, after: MatchState) -> None:
        self._carry(Seen(after.game, self.bottom).laid(after.position, after.side), 0.0)
        self.show.then(lambda: setattr(self.show, "geometry", self.geometry))

    def _throw(self, event: Event, dice: Faces, after: MatchState) -> None:
        is_opening = isinstance(event, events.Opened)
        self.roll(dice, after.side, is_opening=is_opening)
        if is_opening and dice[0] == dice[1]:
            self.show.wait(self.carry_seconds * 2)

    def roll(self, dice: Faces, side: int, *, is_opening: bool) -> None:
        """Dice fall in a side's half; one each at the opening, side 0's first."""
        header, events_so_far = self._sitting.header, len(self._sitting.table.record.events)
        seed = header.id * 9973 + events_so_far * 37 + dice[0] * 6 + dice[1]  # each throw falls in its own way
        if is_opening:
            throw = Throw(dice if self.bottom == 0 else (dice[1], dice[0]), None, seed=seed)
        else:
            throw = Throw(dice, side == self.bottom, seed=seed)
        self.show.roll(throw, self.manner)

    def lay(self, faces: tuple[int, ...], side: int, *, is_opening: bool) -> None:
        """Real dice as far as they are typed lie in a side's half; one each at the opening, side 0's first."""
        if not faces:
            self.take_dice_up()
        elif is_opening and len(faces) == 2:
            self.show.roll(Throw(faces if self.bottom == 0 else faces[::-1], None, laid=1), None)
        else:
            self.show.roll(Throw(faces, side == self.bottom, laid=1 if is_opening else 2), None)

    def _play(self, steps: tuple[Step, ...], before: MatchState, after: MatchState, by_hand: Sequence[Step]) -> None:
        """Step by step, except what has been made by hand."""
        seen = Seen(before.game, self.bottom)
        if tuple(by_hand) != steps:
            for count in range(1, len(steps) + 1):
                reached = step_by_step(before.game, before.position, before.turn, steps[:count])
                self._carry(seen.laid(reached, before.side), self.carry_seconds)
                self.show.then(self._marker(before, steps[:count]))
        self.show.then(self._all_used)
        self._carry(seen.laid(after.position, after.side), 0.0)
        self.show.then(lambda: self._remember(steps, before, seen))

    def _remember(self, steps: tuple[Step, ...], before: MatchState, seen: Seen) -> None:
        """Of a turn of several parts all of them."""
        is_own = self._sitting.is_person(before.side) and not all(self._sitting.persons)
        last, hops = self.last_turn, hops_of(steps)
        if is_own or not hops:
            self.last_turn = None
        elif last is not None and last.side == before.side and before.part is not None and before.part.kind != "roll":
            self.last_turn = LastTurn(last.side, last.laid, last.hops + hops)
        else:
            self.last_turn = LastTurn(before.side, seen.laid(before.position, before.side), hops)

    def _forget_turn(self) -> None:
        self.last_turn = None

    # Dice on the table

    def _marker(self, state: MatchState, steps: Sequence[Step]) -> Callable[[], None]:
        """Dims the dice of those steps when its time has come."""
        dice, parts = [step.die for step in steps], state.part.steps if state.part else 2

        def mark() -> None:
            if self.show.throw:
                self.show.mark_used(used_dice(self.show.throw.faces, dice, parts))

        return mark

    def _all_used(self) -> None:
        if self.show.throw and self.show.throw.at_bottom is None:
            self.take_dice_up()  # the opening throw: each side takes its die again
        elif self.show.throw:
            self.show.mark_used(tuple(1.0 for _ in self.show.throw.faces))

    def take_dice_up(self) -> None:
        """No dice lie on the table."""
        self.show.throw = None

    def show_last_dice(self) -> None:
        """After a resumption: the dice that lie there, without being thrown again."""
        state = self._state
        if state.dice and state.phase in (Phase.TO_PLAY, Phase.TO_CHOOSE):
            self.show.throw = Throw(state.dice, state.side == self.bottom)
        elif not self.show.is_busy:
            self.show.throw = None

    # A play being entered

    def follow(self, entry: PlayEntry, state: MatchState, *, by_hand: bool) -> None:
        """The checkers go where the entry has them, the dice dim."""
        self.last_turn = None
        laid = self.seen.laid(entry.position, state.side)
        seconds = OWN_SECONDS[self._settings().animation_speed]
        if seconds and not by_hand and len(entry.steps) > 1:
            before = self.seen.laid(entry.position_after(len(entry.steps) - 1), state.side)
            if self.show.laid not in (before, laid) and not self.show.is_busy:
                self._carry(before, seconds)
        self._carry(laid, seconds, state.side if by_hand else None)
        self.show.then(self._marker(state, entry.steps))


def hops_of(steps: Sequence[Step]) -> tuple[tuple[int, int], ...]:
    """Where checkers have gone from and to, steps of the same checker one after the other as one."""
    hops: list[tuple[int, int]] = []
    for step in steps:
        if hops and hops[-1][1] == step.source:
            hops[-1] = (hops[-1][0], step.target)
        else:
            hops.append((step.source, step.target))
    return tuple(hops)


def used_dice(faces: tuple[int, ...], played: list[int], steps: int) -> tuple[float, ...]:
    """How much of each die is played, 0 to 1: of a double every die counts for half of its steps."""
    if len(set(faces)) == 1 and len(faces) > 1:
        each = steps / len(faces)
        return tuple(min(max((len(played) - index * each) / each, 0.0), 1.0) for index in range(len(faces)))
    left, used = list(played), []
    for face in faces:
        used.append(1.0 if face in left else 0.0)
        if face in left:
            left.remove(face)
    return tuple(used)
