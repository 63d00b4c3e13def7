"""Which level fits somebody: by what the person's latest decisions cost, as the engine sees them at first sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine_c import EngineError, Position, Turn, array_of, plays_many, turn_array
from engine_c.games import Game
from game.match import events
from game.match.record import MatchRecord
from game.match.state import Phase
from opponents import level_for_rate
from opponents.grading import PR
from opponents.judge import equities
from opponents.trained import Trained

ADAPTIVE = "adaptive"
"""The choice that stands for the level found here."""

MOST_DECISIONS = 100
FEWEST_DECISIONS = 20
"""Below so many nothing can be said of anybody."""

BEGINNING = "medium"


@dataclass(frozen=True, slots=True)
class Fitting:
    """The level that fits. rate: the person's PR over so many decisions; None when there were too few."""

    level: str
    rate: float | None = None
    decisions: int = 0


Matches = Sequence[tuple[MatchRecord, int]]
"""Records, newest first, each with the side that the person played."""


def fitting(matches: Matches) -> Fitting:
    """The level nearest to how the person has played of late. Work for a job: it folds the records."""
    costs: list[float] = []
    for record, side in matches:
        for game, position, turn, final in reversed(list(_decisions(record, side))):
            cost = _cost(game, position, turn, final)
            if cost is not None:
                costs.append(cost)
            if len(costs) == MOST_DECISIONS:
                break
        if len(costs) == MOST_DECISIONS:
            break
    if len(costs) < FEWEST_DECISIONS:
        return Fitting(BEGINNING, None, len(costs))
    rate = PR * float(np.mean(costs))
    return Fitting(level_for_rate(rate).key, rate, len(costs))


def _decisions(record: MatchRecord, side: int) -> Iterator[tuple[Game, Position, Turn, Position]]:
    """The plays of one side: game, board before, part, board after, both seen by that side."""
    states = record.states()
    before = next(states)
    for event, after in zip(record.events, states, strict=False):
        if isinstance(event, events.Played) and before.to_act == side and before.phase is Phase.TO_PLAY:
            final = after.position if after.side == side else after.position.turned()
            if after.phase is not Phase.GAME_OVER and after.phase is not Phase.MATCH_OVER:
                yield before.game, before.position, before.turn, final
        before = after


def _cost(game: Game, position: Position, turn: Turn, final: Position) -> float | None:
    """What a play cost at first sight, None where there was no choice."""
    try:
        _ends, finals, _steps = plays_many(game, array_of([position]), turn_array([turn]))
        if len(finals) < 2:
            return None
        values = equities(Trained().chances(game, finals))
        made = equities(Trained().chances(game, array_of([final])))[0]
    except EngineError:
        return None
    return float(max(values.max() - made, 0.0))
