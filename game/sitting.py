"""A match at which somebody sits: the table, where its dice come from, its clock, and where it is kept. No screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from game.dice.fair import FairDice, new_secret
from game.dice.source import SeededDice, Throw, TypedDice
from game.errors import GameError
from game.match import events
from game.match.clock import Clock
from game.match.events import Action, Event
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase
from game.match.table import Table
from game.storage.archive import begin_with
from game.storage.duplicate import duplicate_of
from game.storage.header import MatchHeader
from game.storage.keeper import keeper
from game.storage.matches import Store
from game.storage.opening import unsaved_store
from game.storage.seating import CHOSEN, coming, inviting, reseated

PERSON = "person"
"""The seat of somebody at this screen; any other is the key of an opponent."""

Written = TypeVar("Written")

_BETWEEN = (Phase.GAME_OVER, Phase.MATCH_OVER)


class Sitting:
    """One match being played. header: who sits where, with which dice; store: every event is kept there first.

    notices: what went wrong with keeping, to be told once. now: the time as last told, in seconds. is_free: it is kept
    in no file, by intention. duplicate: whose dice it has, None for its own.
    """

    def __init__(self, store: Store, header: MatchHeader, record: MatchRecord, now: float = 0.0) -> None:
        self.store, self.header = store, header
        self.notices: list[GameError] = []
        self.now = now
        self.is_free = False
        self._typed = TypedDice()
        self.duplicate = duplicate_of(header)
        self._seeded = SeededDice(str(header.extra.get("seed", header.id)))
        self._fair: FairDice | None = None
        self._hinted: tuple[str, int] | None = None
        self.table = Table(record, self)
        for event in record.events:
            if header.dice == "seeded" and isinstance(event, events.Opened | events.Rolled):
                self._seeded.throw()
        self.clock = self._clock_at_start()
        self._write = keeper(store, header.id, self.table, _today, lambda: self.clock.banks if self.clock else None)
        self.table.keep_with(self._keep)
        self._prepare_dice()

    @classmethod
    def begin(cls, store: Store, header: MatchHeader, now: float = 0.0) -> Sitting:
        """A new match. Raises GameError when it cannot be stored even in memory."""
        stamped = replace(header, started=_today())
        notices: list[GameError] = []
        match_id = _kept(store, lambda: store.create(stamped), notices)
        sitting = cls(store, replace(stamped, id=match_id), MatchRecord(header.options, header.names), now)
        sitting.notices += notices
        return sitting

    @classmethod
    def resume(cls, store: Store, match_id: int, now: float = 0.0) -> Sitting:
        """A stored match, where it was left. Raises GameError for one that cannot be read."""
        return cls(store, store.header(match_id), store.record(match_id), now)

    @classmethod
    def free(cls, header: MatchHeader, record: MatchRecord, now: float = 0.0) -> Sitting:
        """Play that goes on where a record ends, and is kept in no file: it is forgotten when somebody gets up.

        header: who sits there now. Its dice are thrown by the game, it has no clock, and nothing of it is found again.
        """
        seed = new_secret().hex()
        header = replace(header, options=record.options, dice="seeded", started="", finished=None, extra={"seed": seed})
        store = unsaved_store()
        sitting = cls(store, replace(header, id=begin_with(store, header, record)), record, now)
        sitting.clock, sitting.is_free = None, True
        return sitting

    @classmethod
    def begin_duplicate(cls, store: Store, match_id: int, now: float = 0.0) -> Sitting:
        """The dice of a finished match again, with the sides changed. Raises GameError for one without fair dice."""
        header = store.begin_duplicate(match_id, _today())
        return cls(store, header, MatchRecord(header.options, header.names), now)

    # What is asked

    @property
    def state(self) -> MatchState:
        """How the match stands."""
        return self.table.state

    def is_person(self, side: int) -> bool:
        """Somebody at this screen moves that side."""
        return self.header.seats[side] == PERSON

    @property
    def persons(self) -> tuple[bool, bool]:
        """Which sides are moved by somebody at this screen."""
        return self.is_person(0), self.is_person(1)

    @property
    def game_number(self) -> int:
        """The number of the game whose throws come next, counted from 0."""
        return self.state.number + (self.state.phase is Phase.GAME_OVER)

    @property
    def has_typed_dice(self) -> bool:
        """The dice are real ones, and each throw is typed in; a match from elsewhere goes on with real ones too."""
        return self.header.dice in ("typed", "imported")

    def hints(self, side: int) -> int:
        """How many hints that side has had in the game that is being played or was just finished."""
        counted = self.header.extra.get("hints")
        count = counted.get(f"{self.state.number}:{side}", 0) if isinstance(counted, dict) else 0
        return count if isinstance(count, int) else 0

    # What is done

    def count_hint(self, side: int) -> None:
        """A hint was shown; asking again about the same decision is no other hint."""
        decision = f"{self.state.number}:{side}", len(self.table.record.events)
        if decision == self._hinted:
            return
        self._hinted = decision
        counted = self.header.extra.get("hints")
        hints = {**(counted if isinstance(counted, dict) else {}), decision[0]: self.hints(side) + 1}
        self.header = replace(self.header, extra={**self.header.extra, "hints": hints})
        self._try(lambda: self.store.update_extra(self.header.id, self.header.extra))

    def change_seat(self, side: int, seat: str, why: str) -> None:
        """Somebody else sits down at a side, from the next event on. why: one of `storage.seating.REASONS`."""
        changed = reseated(self.header, len(self.table.record.events), side, seat, why)
        self._keep_seats(changed)

    def invite(self, side: int, seat: str) -> None:
        """Another opponent shall sit down at a side: now between two games, else when the next one begins."""
        if self.state.phase in _BETWEEN or not self.table.record.events:
            self.change_seat(side, seat, CHOSEN)
        else:
            self._keep_seats(inviting(self.header, side, seat))

    def _keep_seats(self, header: MatchHeader) -> None:
        self.header = header
        self._try(lambda: self.store.change_seats(header.id, header.seats, header.extra))

    def submit(self, side: int, action: Action) -> Event:
        """The one way in: asks the referee, keeps the event, tells it. Raises NotAllowed."""
        starts = self.state.phase is Phase.GAME_OVER or not self.table.record.events
        event = self.table.submit(side, action)
        self._after(event, starts_game=starts)
        return event

    def submit_throw(self, side: int, action: events.Open | events.Roll, throw: Throw) -> Event:
        """A throw of real dice."""
        self._typed.enter(*throw)
        return self.submit(side, action)

    def throw(self) -> Throw:
        """The next throw, from wherever this match has its dice."""
        if self.has_typed_dice:
            return self._typed.throw()
        if self._fair is None:
            return self._seeded.throw()
        first, second = self._fair.throw()
        changes_sides = self.duplicate is not None and self.duplicate.changes_sides and self._throws_for_opening
        return (second, first) if changes_sides else (first, second)

    @property
    def _throws_for_opening(self) -> bool:
        """The next throw is one die each."""
        state = self.state
        begins = state.phase is Phase.GAME_OVER and not state.options.game(state.number + 1).winner_opens
        return state.phase is Phase.TO_OPEN or begins

    # Dice

    def _prepare_dice(self) -> None:
        """The secret of the coming game is drawn and kept before its commitment can be shown."""
        if self.header.dice != "fair" or self.state.phase is Phase.MATCH_OVER:
            return
        kept = self.store.dice(self.header.id, self.game_number)
        if kept is None:
            secret = new_secret()
            self._try(lambda: self.store.keep_dice(self.header.id, self.game_number, secret))
            kept = FairDice(secret)
        self._fair = kept

    @property
    def commitment(self) -> str | None:
        """What fixes the throws of the coming or running game, None without fair dice."""
        return self._fair.commitment if self._fair else None

    @property
    def may_add_words(self) -> bool:
        """The first throw of the game has not fallen, so the player may still add words of their own."""
        return self._fair is not None and self._fair.number == 0 and not self.has_dice_of_first_match

    @property
    def has_dice_of_first_match(self) -> bool:
        """The dice of the coming or running game are those of another match, with the sides changed."""
        return self.duplicate is not None and self.duplicate.has_dice_of(self.game_number)

    @property
    def players_seed(self) -> str:
        """The words that were added to the dice of this game."""
        return self._fair.players_seed if self._fair else ""

    def add_words(self, words: str) -> None:
        """Adds the player's own words to the dice. Raises GameError once a throw has fallen."""
        assert self._fair is not None
        self._try(lambda: self.store.set_players_seed(self.header.id, self.game_number, words))
        self._fair = FairDice(self._fair.secret, words, self._fair.number)

    # Keeping

    def _keep(self, event: Event) -> None:
        self._try(lambda: self._write(event))

    def _try(self, write: Callable[[], object]) -> None:
        _kept(self.store, write, self.notices, self.header, self.table.record)

    def _after(self, event: Event, *, starts_game: bool) -> None:
        state = self.state
        if starts_game and self.clock and isinstance(event, events.Opened | events.Rolled):
            self.clock = Clock((float(state.options.clock_bank),) * 2, now=self.now)
        if self.clock:
            self.clock = self.clock.act(None if state.phase in _BETWEEN else state.to_act, self.now)
        if state.phase is Phase.GAME_OVER:
            self._prepare_dice()
            for side, seat, why in coming(self.header):
                self.change_seat(side, seat, why)

    # Clock

    def _clock_at_start(self) -> Clock | None:
        if not self.header.options.clock:
            return None
        bank = float(self.header.options.clock_bank)
        banks = self.store.clock(self.header.id) or (bank, bank)
        return Clock(banks, now=self.now)

    def tick(self, now: float, *, runs: bool) -> Event | None:
        """Told the time in every step; runs: nobody has opened a card, nothing is being shown. Who runs out loses."""
        self.now = now
        if self.clock is None:
            return None
        acting = self.state.to_act if self.state.phase not in _BETWEEN else None
        if not runs or acting is None:
            self.clock = self.clock.pause(now)
            return None
        self.clock = self.clock.tick(now) if self.clock.running == acting else self.clock.resume(acting, now)
        return self.submit(acting, events.CallTime()) if self.clock.is_out(acting) else None


def _kept(
    store: Store,
    write: Callable[[], Written],
    notices: list[GameError],
    header: MatchHeader | None = None,
    record: MatchRecord | None = None,
) -> Written:
    """Writes; when that fails play goes on with a copy in memory, and the notice waits to be told.

    header, record: the match being played, for a store that cannot even be read any more.
    """
    try:
        return write()
    except GameError as error:
        if error.code != "store_write_failed":
            raise
        notices.append(error)
        store.carry_on_in_memory(header, record)
        return write()


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
