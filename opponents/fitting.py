"""For builders: how the weights of a family are found, by playing it against itself.

    python -m opponents.fitting FAMILY [--rounds 60] [--games 200] [--seed 1]

Each round plays so many games at once with the weights found so far. Every board at the end of a turn is then moved
towards what came of it: a mixture of the judge's next opinions and of the result, as in temporal-difference learning
(Sutton 1988). A game that becomes a race ends with the chances of the race.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import (
    POSITION,
    Game,
    Part,
    Turn,
    chosen_part,
    first_part,
    game_of,
    next_part,
    plays_many,
    positions_of,
    turn_array,
    turned,
)
from opponents.board import Floats, is_race, sides_of
from opponents.features import NAMES, PHASES, features, phases
from opponents.judge import Chances, equities, inverted
from opponents.judgement import FAMILIES, TABLES, Judgement, contact_chances, exact
from opponents.lookahead import best_of_each
from opponents.race import race_chances

TRUST = 0.8  # how much of a board's target comes from later than the next board
_MOST_TURNS = 600
Taught = tuple[Floats, npt.NDArray[np.int64], Chances]
_BATCH = 512


@dataclass
class Board:
    """A game being played: its turns so far, the part to be played, and what was seen at the end of each turn."""

    part: Part
    turns: list[int] = field(default_factory=lambda: [0, 0])  # of the side on roll, of the other
    seen: list[int] = field(default_factory=list)
    result: Chances | None = None


@dataclass
class Lessons:
    """Boards with contact at the ends of turns: features, phases and targets, row by row."""

    seen: list[Floats] = field(default_factory=list)
    phase: list[npt.NDArray[np.int64]] = field(default_factory=list)
    opinion: list[Chances] = field(default_factory=list)
    count: int = 0


def play(game: Game, games: int, weights: Floats, noise: float, rng: np.random.Generator) -> Taught:
    """Plays games to their ends. Returns features, phases and targets of the boards met."""
    rows = np.repeat(np.frombuffer(game.start().data, POSITION), games)
    boards = [Board(_thrown(game, 0, rng)) for _ in range(games)]
    lessons, active = Lessons(), list(range(games))
    for _ in range(_MOST_TURNS):
        if not active:
            break
        turns = turn_array([Turn(boards[i].part, *boards[i].turns) for i in active])
        ends, finals, steps = plays_many(game, np.ascontiguousarray(rows[active]), turns)
        values = equities(Judgement(weights).chances(game, finals)) + noise * rng.standard_normal(len(finals))
        best = best_of_each(values, ends)
        rows[active] = finals[best]
        ended = _go_on(game, boards, active, finals[best], steps[best], rng)
        _learn(game, rows, boards, ended, weights, lessons)
        for i in ended:
            rows[i] = turned(rows[i : i + 1])[0]
        active = [i for i in active if boards[i].result is None]
    return _targets(boards, lessons)


def _thrown(game: Game, own_turns: int, rng: np.random.Generator) -> Part:
    first, second = (int(die) for die in rng.integers(1, 7, 2))
    return first_part(game, (first, second), own_turns)


def _go_on(
    game: Game, boards: list[Board], active: list[int], finals: Any, steps: Any, rng: np.random.Generator
) -> list[int]:
    """Gives each game its next part; those whose turn has ended are returned, with the turn counted and a new roll."""
    ended = []
    for i, position, played in zip(active, positions_of(finals), (steps["source"] > 0).sum(axis=1), strict=True):
        board = boards[i]
        follow = next_part(game, position, Turn(board.part, *board.turns), int(played))
        if follow.then == "play" and follow.part is not None:
            board.part = follow.part
        elif follow.then == "choose":
            board.part = chosen_part(game, int(rng.integers(1, 7)))
        elif follow.then == "roll":
            board.part = _thrown(game, board.turns[0], rng)
        else:
            own, other = board.turns
            board.turns = [other, own + 1]
            board.part = _thrown(game, other, rng)
            ended.append(i)
    return ended


def _learn(game: Game, rows: Any, boards: list[Board], ended: list[int], weights: Floats, lessons: Lessons) -> None:
    """Notes the boards of ended turns; finished games and races get their result."""
    if not ended:
        return
    there = np.ascontiguousarray(rows[ended])
    mover, other = sides_of(game, there)
    outcomes, racing = game.outcomes(there), is_race(game, mover, other)
    over = outcomes[:, 0] != 0
    known = np.where(over[:, None], exact(outcomes), Judgement(weights).chances(game, there))
    known[racing & ~over] = race_chances(game, mover.of(racing & ~over), other.of(racing & ~over))
    seen, phase = features(game, mover, other), phases(mover, other)
    for row, i in enumerate(ended):
        if over[row] or racing[row]:
            boards[i].result = known[row]
    going_on = ~(over | racing)
    for i in np.asarray(ended)[going_on]:
        boards[i].seen.append(lessons.count)
        lessons.count += 1
    lessons.seen.append(seen[going_on])
    lessons.phase.append(phase[going_on])
    lessons.opinion.append(known[going_on])


def _targets(boards: list[Board], lessons: Lessons) -> Taught:
    """Each board's target, from the end of its game backwards."""
    opinion = np.concatenate(lessons.opinion)
    targets = opinion.copy()
    for board in boards:
        if board.result is None:
            continue
        later, opinion_then = board.result[None], board.result[None]
        for index in reversed(board.seen):
            later = inverted(TRUST * later + (1.0 - TRUST) * opinion_then)
            targets[index] = later[0]
            opinion_then = opinion[index : index + 1]
    return np.concatenate(lessons.seen), np.concatenate(lessons.phase), targets


@dataclass
class Descent:
    """Stochastic descent with step sizes by weight (Kingma and Ba 2015)."""

    weights: Floats
    count: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def step(self, gradient: Floats, rate: float) -> None:
        """Against the gradient, by about `rate` a weight."""
        self.count += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        size = rate * np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        self.weights -= size * self.mean / (np.sqrt(self.square) + 1e-8)

    def learn(self, lessons: Taught, rate: float, rng: np.random.Generator) -> None:
        """One pass over boards and targets, for the least cross-entropy."""
        seen, phase, targets = lessons
        order = rng.permutation(len(seen))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            wrong = contact_chances(self.weights, seen[batch], phase[batch]) - targets[batch]
            gradient = np.stack([seen[batch].T @ (wrong * (phase[batch] == i)[:, None]) for i in range(len(PHASES))])
            self.step((gradient / len(batch)).astype(np.float32), rate)


def fit(family: str, rounds: int, games: int, seed: int) -> Floats:
    """Weights of a family after so many rounds of so many games."""
    rng = np.random.default_rng(seed)
    weights = np.zeros((len(PHASES), len(NAMES), 5), np.float32)
    weights[:, 0, 1:] = (-1.5, -4.0, -1.5, -4.0)
    descent = Descent(weights)
    average, averaged = np.zeros_like(weights), 0
    for number in range(rounds):
        done = number / rounds
        kinds = [game_of(key) for key in FAMILIES[family]]
        game = kinds[0] if number % 2 == 0 else kinds[number // 2 % len(kinds)]
        lessons = play(game, games, descent.weights, 0.05 * (1.0 - done), rng)
        for _ in range(2):
            descent.learn(lessons, rate=0.02 * (1.0 - done) ** 2 + 0.0005, rng=rng)
        if done >= 0.8:
            average += descent.weights
            averaged += 1
    return np.asarray(average / max(averaged, 1), np.float32)


def main() -> None:
    """Fits a family and writes its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("family", choices=sorted(FAMILIES))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    weights = fit(chosen.family, chosen.rounds, chosen.games, chosen.seed)
    np.save(TABLES / f"{chosen.family}.npy", weights.astype(np.float16))


if __name__ == "__main__":
    main()
