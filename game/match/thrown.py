"""What each side threw in a match, counted from its record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine_c import BAR, Position
from game.dice.fairness import OPEN_POINTS, ROLLS, Tally
from game.dice.source import Throw
from game.match import events
from game.match.record import MatchRecord
from game.match.state import Phase


@dataclass
class _Counting:
    """The counts of one side while they grow."""

    faces: Counter[int] = field(default_factory=Counter)
    rolls: Counter[Throw] = field(default_factory=Counter)
    bar: Counter[int] = field(default_factory=Counter)
    entered: Counter[int] = field(default_factory=Counter)
    openings: int = 0
    won: int = 0

    def opened(self, own: int, other: int) -> None:
        self.faces[own] += 1
        self.openings += own != other
        self.won += own > other

    def rolled(self, dice: Throw, position: Position | None) -> None:
        """position: seen by the side that rolls; None before the first play of a game."""
        self.faces.update(dice)
        self.rolls[max(dice), min(dice)] += 1
        if position is None or not position.own[BAR]:
            return
        points = [die for die in range(1, 7) if position.opponent[die] < 2]
        if len(points) in OPEN_POINTS:
            self.bar[len(points)] += 1
            self.entered[len(points)] += bool(set(dice) & set(points))

    def tally(self) -> Tally:
        return Tally(
            tuple(self.faces[face] for face in range(1, 7)),
            tuple(self.rolls[roll] for roll in ROLLS),
            tuple(self.bar[points] for points in OPEN_POINTS),
            tuple(self.entered[points] for points in OPEN_POINTS),
            self.openings,
            self.won,
        )


def tallies(record: MatchRecord, game: int | None = None) -> tuple[Tally, Tally]:
    """What side 0 and side 1 threw in that game, counted from 0, or in the whole match."""
    counting = _Counting(), _Counting()
    for state, event in zip(record.states(), record.events, strict=False):
        is_between = state.phase is Phase.GAME_OVER
        if game is not None and state.number + is_between != game:
            continue
        match event:
            case events.Opened((first, second)):
                counting[0].opened(first, second)
                counting[1].opened(second, first)
            case events.Rolled(dice):
                side = state.to_act if not is_between else state.results[-1].winner
                counting[state.side if side is None else side].rolled(dice, None if is_between else state.position)
            case _:
                continue
    return counting[0].tally(), counting[1].tally()
