"""By how much each game's net beats the judge made by hand, both choosing plays at first sight.

    .venv/bin/python tests/bench/margins.py                         every game, 1,000 games each
    .venv/bin/python tests/bench/margins.py --games 4000 --only plakoto nardy --threads 2

Points a game without the cube, every dice sequence played twice with seats changed; once plain, once with the luck of
the dice taken off, as our own net sees it. +- is the standard error. The hand-made judge (`opponents/judgement.py`) has
named features with weights fitted by self-play for each family of games; nobody has strong opponents for all of these.
"""

from __future__ import annotations

import argparse
import time

from engine_c import GAMES, game_of
from engine_c.judge import WEIGHTS
from opponents.balanced import Balanced
from opponents.judgement import Judgement
from opponents.league import Conditions
from opponents.participants import OwnPlayers, Seated
from opponents.tournament import Plan, meetings, play


class HandMade(Balanced):
    """Balanced without a net."""

    judge = Judgement()


def seats() -> list[Seated]:
    """The net and the judge made by hand."""
    return [OwnPlayers(Balanced("hard")), OwnPlayers(HandMade("hard"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--only", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{'game':<17}{'net':<12}{'games':>7}{'plain':>20}{'luck taken off':>20}{'seconds':>9}")
    for key in arguments.only:
        begun = time.monotonic()
        terms = Conditions(game_of(key), has_cube=False, seed=arguments.seed)
        plan = Plan(terms, ("net", "hand-made"), arguments.games)
        met = meetings(plan, list(play(plan, seats, threads=arguments.threads)))[0]
        plain, adjusted = (
            f"{score.mean:+.3f} +- {score.error:.3f}" if score else "-" for score in (met.plain, met.adjusted)
        )
        took = time.monotonic() - begun
        print(f"{key:<17}{WEIGHTS[key]:<12}{met.games:>7,}{plain:>20}{adjusted:>20}{took:>9.0f}", flush=True)


if __name__ == "__main__":
    main()
