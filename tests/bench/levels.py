"""How strong the levels are: PR of each on decisions of natural play, by our own engine looking deeper.

    .venv/bin/python tests/bench/levels.py                                     all levels, 2,000 decisions of backgammon
    .venv/bin/python tests/bench/levels.py --game plakoto --decisions 500
    .venv/bin/python tests/bench/levels.py --noise 0.30 --overlooked 0.2 --worst 0.35      one set of numbers instead

The decisions are those between several plays in games of Hard against itself, without the cube, whatever level is being
measured: all levels get the same ones. A level's play is judged two rolls ahead; where the two best are within 0.02
points, by truncated rollouts (7 rolls, 144 games each, luck taken off). PR is 500 times the mean loss, its 95 %
interval comes from drawing the decisions anew. The judge is of the family of those judged: Hard and Master flatter
themselves; for them `strength.py` and `search.py` measure against judges of other origin. Times are processor time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine_c import POSITION, Game, game_of, plays_many, turn_array
from engine_c.cube import CubeView
from opponents import LEVELS
from opponents.balanced import Balanced
from opponents.grading import Depth, interval, losses
from opponents.league import Block, Conditions, Sampled
from opponents.levels import Level
from opponents.participants import OwnPlayers, Table, ToPlay

NO_CUBE = CubeView(is_fixed=True)


def natural_decisions(game: Game, count: int, seed: int) -> Iterator[Sampled]:
    """Decisions of Hard against itself."""
    hard = OwnPlayers(Balanced("hard"))
    number = found = 0
    while found < count:
        terms = Conditions(game, has_cube=False, seed=seed, with_luck=False)
        for sampled in Block(terms, (hard, hard), number, sample=3).play().sample[: count - found]:
            found += 1
            yield sampled
        number += 1


class Measured(Balanced):
    """Balanced at a level that is being tried."""

    def __init__(self, level: Level) -> None:
        super().__init__("hard")
        self.strength = level


def choices(game: Game, level: Level, decisions: Sequence[Sampled]) -> tuple[list[bytes], float]:
    """What a level plays, and its mean processor time in milliseconds."""
    rows = np.array([np.frombuffer(each.position, POSITION)[0] for each in decisions])
    turns = [each.turn for each in decisions]
    ends, finals, steps = plays_many(game, rows, turn_array(turns))
    tables = [Table(NO_CUBE, 1000 + number) for number in range(len(decisions))]
    start = time.process_time()
    chosen, _costs = OwnPlayers(Measured(level)).plays(ToPlay(game, tables, rows, turns, ends, finals, steps))
    took = 1000 * (time.process_time() - start) / len(decisions)
    return [finals[index].tobytes() for index in chosen], took


def measure(game: Game, levels: Sequence[Level], decisions: Sequence[Sampled], depth: Depth) -> None:
    """Prints a line for each level."""
    played = [choices(game, level, decisions) for level in levels]
    found = []
    for number, decision in enumerate(decisions):
        row = np.frombuffer(decision.position, POSITION)
        costs = losses(game, row, decision.turn, [made[number] for made, _took in played], depth)
        if costs is not None:
            found.append(costs)
    table = np.array(found)
    for place, level in enumerate(levels):
        costs = table[:, place]
        rate, low, high = interval(costs)
        rough = f"{100 * (costs > 0.02).mean():4.1f} % errors, {100 * (costs > 0.08).mean():4.1f} % blunders"
        print(
            f"{game.key:<14} {level.key:<8} PR {rate:5.2f} [{low:5.2f}, {high:5.2f}]  {rough}, "
            f"worst {costs.max():.2f}, {len(costs):,} decisions, {played[place][1]:.2f} ms each",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--levels", nargs="+", default=[key for key in LEVELS if key != "even"], choices=list(LEVELS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=144, help="games of a rollout; 0: two rolls ahead alone")
    for number in ("noise", "overlooked", "worst"):
        parser.add_argument(f"--{number}", type=float)
    arguments = parser.parse_args()
    game = game_of(arguments.game)
    levels = [LEVELS[key] for key in arguments.levels]
    tried = {name: getattr(arguments, name) for name in ("noise", "overlooked", "worst")}
    if any(value is not None for value in tried.values()):
        levels = [replace(level, **{k: v for k, v in tried.items() if v is not None}) for level in levels]
    decisions = list(natural_decisions(game, arguments.decisions, arguments.seed))
    measure(game, levels, decisions, Depth(arguments.trials))


if __name__ == "__main__":
    main()
