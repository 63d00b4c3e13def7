"""A match as a line of moments: how it stood at each, where its games begin, and its turns as they are told.

Moment n is the match after its first n events. Nothing here asks where the record comes from: a running match gives a
snapshot of its events, the archive a stored one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.dice.source import Throw
from game.match import events
from game.match.events import Event
from game.match.record import MatchRecord
from game.match.state import GameResult, MatchState, Phase


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a history: a turn, or whatever else happened.

    game: its number, from 0. number: of the turn in its game, from 1, 0 for what is no turn. side: whose it is, None
    for both. first, end: its events are those from `first` on, before `end`. moment: what is shown when it is chosen:
    the dice lie there and nothing has been moved. result: how the game ended with it. is_void: taken back later.
    """

    game: int
    number: int
    side: int | None
    first: int
    end: int
    moment: int
    result: GameResult | None = None
    is_void: bool = False


class Timeline:
    """The moments of a record. Making it folds the record once: 3,000 events take some hundredths of a second."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self._states = list(record.states())
        self._begins = [
            moment
            for moment, (before, after) in enumerate(zip(self._states, self._states[1:], strict=False))
            if moment == 0 or after.number != before.number
        ] or [0]
        self.rows = tuple(_rows(record.events, self._states))

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.record.events)

    @property
    def games(self) -> int:
        """How many games were begun."""
        return len(self._begins)

    def state(self, moment: int) -> MatchState:
        """How the match stood."""
        return self._states[moment]

    def event(self, moment: int) -> Event:
        """What happened next."""
        return self.record.events[moment]

    def game_at(self, moment: int) -> int:
        """The number of the game, from 0; between two games, of the one that is over."""
        return max(bisect_right(self._begins, moment) - 1, 0)

    def begin_of(self, game: int) -> int:
        """The moment before the first event of a game."""
        return self._begins[game]

    def next_game(self, moment: int) -> int:
        """Where the game after that of a moment begins; the last moment when there is none."""
        game = self.game_at(moment) + 1
        return self._begins[game] if game < self.games else self.last

    def previous_game(self, moment: int) -> int:
        """Where the game of a moment begins, or, there already, the one before it."""
        game = self.game_at(moment)
        return self._begins[game] if moment > self._begins[game] else self._begins[max(game - 1, 0)]

    def dice_at(self, moment: int) -> tuple[Throw, int | None, bool] | None:
        """The dice that lie there: faces, whose, and whether they have been played; None where there are none.

        Whose: None for an opening throw, where each side has thrown one; these are taken up once they are played.
        """
        state = self._states[moment]
        waits = state.phase in (Phase.TO_PLAY, Phase.TO_CHOOSE)
        for number in range(moment - 1, self._begins[self.game_at(moment)] - 1, -1):
            match self.record.events[number]:
                case events.Opened(dice):
                    is_open = number == moment - 1 or (waits and sum(state.turns) == 0 and state.dice == dice)
                    return (dice, None, False) if is_open else None
                case events.Rolled(dice):
                    return dice, self._states[number + 1].side, not waits
                case events.Doubled() | events.TookBack() | events.SetUp():
                    return None
        return None

    def row_at(self, moment: int) -> int:
        """The index of the row that a moment belongs to: the one whose events have begun, or begin with the next."""
        found = bisect_right(self.rows, moment, key=lambda row: row.first) - 1
        return max(found, 0)


_THROWS = (events.Opened, events.Rolled)
_OF_A_TURN = (events.Played, events.Chose, events.Misplayed)


def _rows(happened: tuple[Event, ...], states: list[MatchState]) -> Iterator[Row]:
    void = _void(happened, states)
    first = 0
    while first < len(happened):
        end = _end_of_row(happened, states, first)
        before, last, after = states[first], states[end - 1], states[end]
        is_turn = isinstance(happened[end - 1], _OF_A_TURN)
        ended = len(after.results) > len(before.results)
        yield Row(
            game=after.number,
            number=sum(last.turns) + 1 if is_turn else 0,
            side=last.side if is_turn else _side(happened[first], before, after),
            first=first,
            end=end,
            moment=first + isinstance(happened[first], _THROWS),
            result=after.results[-1] if ended else None,
            is_void=any(number in void for number in range(first, end)),
        )
        first = end


def _side(event: Event, before: MatchState, after: MatchState) -> int | None:
    match event:
        case events.TookBack():
            return after.side
        case events.Danced():
            return 1 - before.side
    return before.to_act


def _end_of_row(happened: tuple[Event, ...], states: list[MatchState], first: int) -> int:
    """A throw and what is played with it belong together, whichever parts it has; anything else stands alone."""
    end = first + 1
    if not isinstance(happened[first], (*_THROWS, *_OF_A_TURN)):
        return end
    side = states[end].side if isinstance(happened[first], _THROWS) else states[first].side
    while end < len(happened) and isinstance(happened[end], _OF_A_TURN) and states[end].side == side:
        end += 1
    return end


def _void(happened: tuple[Event, ...], states: list[MatchState]) -> set[int]:
    """What was taken back: the play that was made with the dice which lie again, and all after it."""
    void: set[int] = set()
    for number, event in enumerate(happened):
        if isinstance(event, events.TookBack):
            thrown = states[number].last_thrown
            start = number
            while start > 0 and replace(states[start], thrown=None, last_thrown=None) != thrown:
                start -= 1
            void |= set(range(start, number))
    return void
