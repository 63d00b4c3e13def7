"""A match being played: the record, the dice, and those who listen. `submit` is the one way in."""

from __future__ import annotations

from collections.abc import Callable

from game.dice.source import DiceSource
from game.match.entry import PlayEntry
from game.match.events import Action, Event
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import MatchState

Keeper = Callable[[Event], None]
Listener = Callable[[Event, MatchState, MatchState], None]


class Table:
    """Everybody at the table sees the same state. Keepers come first: what they cannot keep has not happened."""

    def __init__(self, record: MatchRecord, dice: DiceSource) -> None:
        self.record, self.dice = record, dice
        self.state = record.state()
        self._keepers: list[Keeper] = []
        self._listeners: list[Listener] = []

    def keep_with(self, keeper: Keeper) -> None:
        """Every event is given to the keeper before anybody sees it."""
        self._keepers.append(keeper)

    def listen(self, listener: Listener) -> None:
        """Every event is told with the state before and after it."""
        self._listeners.append(listener)

    def submit(self, side: int, action: Action) -> Event:
        """Asks the referee; the event that follows is kept, then told. Raises NotAllowed, or what a keeper raises."""
        event = judge(self.state, side, action, self.dice)
        before, after = self.state, apply(self.state, event)
        for keep in self._keepers:
            keep(event)
        self.record, self.state = self.record.with_event(event), after
        for tell in self._listeners:
            tell(event, before, after)
        return event

    def entry(self) -> PlayEntry:
        """A fresh entry for what is to be played."""
        return PlayEntry(self.state.game, self.state.position, self.state.turn)
