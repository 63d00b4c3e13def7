"""What the styles look like and cost: each against Balanced, every dice sequence played twice with seats changed.

    .venv/bin/python tests/bench/styles.py                                  5,000 games of backgammon each, at Hard
    .venv/bin/python tests/bench/styles.py --games 1000 --level medium --game plakoto --threads 2

Of each play with contact: checkers hit or pinned, points newly held, share of the other side's rolls that hit or pin
afterwards; of a side's first twelve turns: pips by which checkers lie behind the 18-point. Shown is by how much a style
differs from Balanced in the same games, in standard errors too; a style's own statistics carry a mark. The cost is in
points a game, without the cube, the luck of the dice taken off.
"""

from __future__ import annotations

import argparse
import time
from math import nan

import numpy as np

from engine_c import game_of
from opponents import seat
from opponents.league import Conditions
from opponents.participants import Seated, participant
from opponents.tournament import Plan, Score, meetings, play
from opponents.traits import TRAITS

OWN = {"aggressive": ("hits", "made"), "careful": ("shots",), "runner": ("behind",)}
"""By which statistics a style is known."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--styles", nargs="+", default=list(OWN), choices=list(OWN))
    parser.add_argument("--cube", action="store_true", help="play with the cube: tempers show, the error is larger")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    game = game_of(arguments.game)
    for style in arguments.styles:
        begun = time.monotonic()
        plan = Plan(
            Conditions(game, has_cube=arguments.cube, seed=arguments.seed), (style, "balanced"), arguments.games
        )

        def seats(style: str = style) -> list[Seated]:
            return [participant(seat(key, arguments.level)) for key in (style, "balanced")]

        results = list(play(plan, seats, threads=arguments.threads))
        cost = meetings(plan, results)[0].adjusted or Score(nan, nan)
        sums = np.concatenate([result["sums"] for result in results])
        counts = np.concatenate([result["counts"] for result in results])
        means = sums.sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
        off = (sums - means * counts) / np.maximum(counts.sum(axis=0), 1)
        # Two tables with the same dice are one observation.
        error = np.sqrt(((off[:, 0] - off[:, 1]).reshape(-1, 2, len(TRAITS)).sum(axis=1) ** 2).sum(axis=0))
        took = time.monotonic() - begun
        print(f"{style} against balanced, {game.key}, {arguments.level}: {len(sums):,} games in {took:.0f} s")
        for place, name in enumerate(TRAITS):
            gap = means[0, place] - means[1, place]
            share = 100 * gap / max(means[1, place], 1e-9)
            mark = "*" if name in OWN[style] else " "
            print(
                f"  {mark} {name:<7}{means[0, place]:8.4f} against {means[1, place]:8.4f}: {gap:+.4f} +- "
                f"{error[place]:.4f} ({share:+.1f} %, {gap / max(error[place], 1e-9):+.0f} errors)"
            )
        print(f"    cost   {-cost.mean:+.4f} +- {cost.error:.4f} points a game", flush=True)


if __name__ == "__main__":
    main()
