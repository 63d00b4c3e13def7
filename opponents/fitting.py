"""For builders: how the weights of a family are found, by playing it against itself.

    python -m opponents.fitting FAMILY [--rounds 60] [--games 200] [--seed 1] [--start FAMILY]

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

from engine_c import Game, game_of
from opponents.board import Floats, is_race, sides_of
from opponents.features import NAMES, PHASES, features, phases
from opponents.judge import Chances, equities, inverted
from opponents.judgement import FAMILIES, TABLES, Judgement, contact_chances, weights_of
from opponents.many_games import ManyGames

TRUST = 0.8  # how much of a board's target comes from later than the next board
_MOST_PARTS = 600
_BATCH = 512

Taught = tuple[Floats, npt.NDArray[np.int64], Chances]
"""Features, phases and targets, row by row."""


@dataclass
class Lessons:
    """Boards with contact at the ends of turns, and for each game which of them it met and how it ended."""

    seen: list[Floats] = field(default_factory=list)
    phase: list[npt.NDArray[np.int64]] = field(default_factory=list)
    opinion: list[Chances] = field(default_factory=list)
    met: dict[int, list[int]] = field(default_factory=dict)
    result: dict[int, Chances] = field(default_factory=dict)
    count: int = 0


def play(game: Game, games: int, weights: Floats, noise: float, rng: np.random.Generator) -> Taught:
    """Plays games to their ends. noise: in points of equity, so that more is tried than what seems best."""
    judge, lessons = Judgement(weights), Lessons(met={number: [] for number in range(games)})
    table = ManyGames(game, games, rng)

    def values(finals: npt.NDArray[Any], _side: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        return equities(judge.chances(game, finals)) + noise * rng.standard_normal(len(finals))

    for _ in range(_MOST_PARTS):
        if not table.active:
            break
        ended = table.advance(values)
        if ended:
            _learn(game, table, ended, judge, lessons)
        table.pass_on([number for number in ended if number in table.active])
    return _targets(lessons)


def _learn(game: Game, table: ManyGames, ended: list[int], judge: Judgement, lessons: Lessons) -> None:
    """Notes the boards of ended turns; finished games get their result, races their chances."""
    rows = np.ascontiguousarray(table.rows[ended])
    mover, other = sides_of(game, rows)
    known = judge.chances(game, rows)
    closed = is_race(game, mover, other) | (game.outcomes(rows)[:, 0] != 0)
    for row in np.flatnonzero(closed):
        lessons.result[ended[row]] = known[row]
        table.stop(ended[row])
    for row in np.flatnonzero(~closed):
        lessons.met[ended[row]].append(lessons.count)
        lessons.count += 1
    lessons.seen.append(features(game, mover.of(~closed), other.of(~closed)))
    lessons.phase.append(phases(mover, other)[~closed])
    lessons.opinion.append(known[~closed])


def _targets(lessons: Lessons) -> Taught:
    """Each board's target, from the end of its game backwards."""
    opinion = np.concatenate(lessons.opinion)
    targets = opinion.copy()
    for number, result in lessons.result.items():
        later, opinion_then = result[None], result[None]
        for index in reversed(lessons.met[number]):
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


def untaught() -> Floats:
    """Weights that know only how seldom gammons and backgammons are."""
    weights = np.zeros((len(PHASES), len(NAMES), 5), np.float32)
    weights[:, 0, 1:] = (-1.5, -4.0, -1.5, -4.0)
    return weights


def fit(family: str, start: Floats, rounds: int, games: int, seed: int) -> Floats:
    """Weights of a family after so many rounds of so many games, beginning with the weights `start`."""
    rng = np.random.default_rng(seed)
    weights = start.copy()
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
    parser.add_argument("--start", choices=sorted(FAMILIES), help="begin with the weights of this family")
    chosen = parser.parse_args()
    start = weights_of(chosen.start) if chosen.start else untaught()
    weights = fit(chosen.family, start, chosen.rounds, chosen.games, chosen.seed)
    np.save(TABLES / f"{chosen.family}.npy", weights.astype(np.float16))


if __name__ == "__main__":
    main()
