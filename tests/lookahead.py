"""The obvious, slow look-ahead: the judge of what the engine says about positions some rolls ahead."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine_c import (
    Game,
    Judge,
    Part,
    Position,
    Turn,
    array_of,
    chosen_part,
    first_part,
    legal_plays,
    next_part,
    turned,
)

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
PRICES = np.array([2, 1, 1, -1, -1], float)
Chances = npt.NDArray[np.float64]


def inverted(chances: Chances) -> Chances:
    """The same chances seen by the other side."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return np.array([1 - win, lost_gammon, lost_backgammon, gammon, backgammon])


@dataclass(frozen=True)
class Slow:
    """A player who looks at every roll with nothing but plays, parts and a judge."""

    game: Game
    judge: Judge

    def worth(self, position: Position) -> Chances:
        """Not looking ahead."""
        return np.array(self.judge.evaluate(self.game, array_of([position]))[0][0], float)

    def is_settled(self, position: Position) -> bool:
        """Over, or a race at home that the table knows."""
        record = self.game.record
        has_table = not (record.exact_bear_off or record.cascade or record.choice_after_two_one)
        at_home = not any(position.own[7:27]) and not any(position.opponent[7:27])
        return self.game.outcome(position).winner != "nobody" or (has_table and at_home)

    def best_final(self, board: Position, turn: Turn) -> tuple[float, Position, int]:
        """Equity for the side that moves, the board and the number of steps."""
        plays = legal_plays(self.game, board, turn)
        values = -self.judge.evaluate(self.game, turned(array_of([play.final for play in plays])))[1]
        best = plays[int(values.argmax())]
        return float(values.max()), best.final, len(best.steps)

    def chosen(self, board: Position, turn: Turn) -> Part:
        """The double to choose after 2-1."""
        parts = [chosen_part(self.game, number) for number in range(1, 7)]
        return max(parts, key=lambda part: self.best_final(board, replace(turn, part=part))[0])

    def reply(self, position: Position, turn: Turn) -> tuple[Position, bool]:
        """The position before the next roll, seen by whoever makes it, and whether that is the same side again."""
        board = position
        while True:
            _, board, steps = self.best_final(board, turn)
            follow = next_part(self.game, board, turn, steps)
            if follow.then == "play" and follow.part:
                turn = replace(turn, part=follow.part)
            elif follow.then == "choose":
                turn = replace(turn, part=self.chosen(board, turn))
            elif follow.then == "roll":
                return board, True
            else:
                return board.turned(), False

    def ahead(self, position: Position, plies: int, own: int = 99, opponent: int = 99) -> Chances:
        """The mean over all rolls of what the best reply leaves."""
        if not plies or self.is_settled(position):
            return self.worth(position)
        total = np.zeros(5)
        for dice in ROLLS:
            turn = Turn(first_part(self.game, dice, own), own, opponent)
            after, is_same_side = self.reply(position, turn)
            if is_same_side:
                value = self.ahead(after, plies - 1, own, opponent)
            else:
                value = inverted(self.ahead(after, plies - 1, opponent, own + 1))
            total += value * (1 if dice[0] == dice[1] else 2)
        return total / 36
