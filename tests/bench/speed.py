"""How fast the engine is, and what it needs: one table, the peer measured in the same run.

    .venv/bin/python tests/bench/speed.py                               the table
    .venv/bin/python tests/bench/speed.py --peer .gnu/bin/python        with GNU Backgammon's figures and ours by theirs
    .venv/bin/python tests/bench/speed.py --games 144                   shorter

Rates are the best of many short runs, in processor time of one core, so a busy machine hurts little; giving up and
loading are measured by the clock on the wall, the rollout by both. The peer (python3 -m venv .gnu && .gnu/bin/pip
install gnubg-nn) runs as a program of its own and measures itself on the same positions, each asked for once, since it
keeps what it has judged; its rates are the best of several such programs.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from strength import (  # beside this file
    ROLL_TURNS,
    ROLLS,
    natural_positions,
)

from engine_c import GAMES, Rollout, RolloutRequest, array_of, endings, game_of, positions_of, simd
from engine_c.cube import CubeView, match_table
from engine_c.judge import judge_of
from engine_c.mind import mind_of
from game.formats.ids import position_id

GAME = game_of("backgammon")

PEER_RUNS = 5

PEER = """
import sys, time
import gnubg_nn as peer
lines = [line.split() for line in sys.stdin]
boards = [peer.board_from_position_id(name) for name, _, _ in lines]
half = len(lines) // 2
start = time.process_time()
for board in boards[:half]:
    peer.probabilities(board, 0)
middle = time.process_time()
for board, (_, first, second) in zip(boards[half:], lines[half:]):
    peer.moves(board, int(first), int(second)) and peer.best_move(board, int(first), int(second), n=0)
end = time.process_time()
print(half / (middle - start), (len(lines) - half) / (end - middle))
"""

FIRST_MOVE = """
import time
start = time.perf_counter()
from engine_c import Turn, first_part, game_of, ranked_plays, SearchRequest, STAGES
game = game_of("backgammon")
imported = time.perf_counter()
ranked_plays(SearchRequest(game, game.start(), Turn(first_part(game, (3, 1))), STAGES[0]))
print(imported - start, time.perf_counter() - imported)
"""


def row(name: str, value: str, wanted: str = "") -> None:
    print(f"{name:<62}{value:>14}  {wanted}", flush=True)


def best_rate(work: Callable[[], object], count: int, seconds: float) -> float:
    """Pieces of work a second of processor time, the best of as many runs as fit."""
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time()
        work()
        best = max(best, count / max(time.process_time() - start, 1e-9))
    return best


def rates(seconds: float) -> tuple[float, float]:
    """Evaluations and decisions a second with the widest instructions."""
    judge = judge_of(GAME)
    rows = natural_positions(judge, 4000)
    turns = ROLL_TURNS[np.random.default_rng(6).integers(0, 21, len(rows))]
    found = 0.0, 0.0
    wanted = {"AVX2": (1_000_000, 0), "AVX-512 VNNI": (2_100_000, 100_000)}
    for level in simd.levels():
        name = simd.name(level)
        found = (
            best_rate(lambda level=level: judge.evaluate(GAME, rows, level), len(rows), seconds),  # type: ignore[misc]
            best_rate(lambda level=level: judge.decide(GAME, rows[:800], turns[:800], level), 800, seconds),  # type: ignore[misc]
        )
        for rate, what, least in zip(found, ("evaluations", "decisions"), wanted.get(name, (0, 0)), strict=True):
            row(f"{name}: static {what} a second", f"{rate:,.0f}", f"at least {least:,}" if least else "")
    return found


def peer_rates(python: str, mine: tuple[float, float]) -> None:
    """The peer's rates, each the best of PEER_RUNS fresh processes, as ours are the best of many runs."""
    rows = natural_positions(judge_of(GAME), 4000)
    rolls = np.random.default_rng(7).integers(0, 21, len(rows))
    lines = "\n".join(
        f"{position_id(position)} {ROLLS[roll][0]} {ROLLS[roll][1]}"
        for position, roll in zip(positions_of(rows), rolls, strict=True)
    )
    theirs = [0.0, 0.0]
    for _ in range(PEER_RUNS):
        run = subprocess.run([python, "-c", PEER], input=lines, capture_output=True, text=True, check=True)
        theirs = [max(best, float(word)) for best, word in zip(theirs, run.stdout.split(), strict=True)]
    for what, rate, own in zip(("evaluations", "decisions"), theirs, mine, strict=True):
        row(f"GNU Backgammon in its process: {what} a second", f"{rate:,.0f}", f"ours: {own / rate:.1f} times as many")


def rollouts(games: int) -> None:
    start_position = array_of([GAME.start()])
    for name, view in (("without a cube", None), ("with the cube", CubeView())):
        rollout = Rollout(RolloutRequest(GAME, start_position, trials=games, seed=1, view=view))
        start, busy = time.perf_counter(), time.process_time()
        rollout.run(threads=2)
        took, used = time.perf_counter() - start, time.process_time() - busy
        wanted = "1,296 without a cube: at most 15" if view is None else ""
        row(f"{games:,} full games {name}, luck off, two threads, seconds", f"{took:.1f}", wanted)
        row("    of processor time, both threads together", f"{used:.1f}")


def giving_up() -> None:
    """How long it takes to leave a rollout that is under way."""
    longest = 0.0
    rollout = Rollout(RolloutRequest(GAME, array_of([GAME.start()]), trials=100_000, seed=1, view=CubeView()))
    for _ in range(20):
        slices = rollout.slices(threads=2)
        next(slices)
        start = time.perf_counter()
        slices.close()  # type: ignore[attr-defined]  # a generator
        longest = max(longest, time.perf_counter() - start)
    row("giving a rollout up, the longest of 20, milliseconds", f"{1000 * longest:.0f}", "at most 50")


def loading() -> None:
    """A fresh process each time, the files in the system's memory."""
    times = []
    for _ in range(5):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        run = subprocess.run(
            [sys.executable, "-c", FIRST_MOVE], capture_output=True, text=True, check=True, env=environment
        )
        times.append([float(word) for word in run.stdout.split()])
    imported, played = np.min(times, axis=0)
    row("importing the engine with numpy, seconds", f"{imported:.2f}")
    row("loading weights and table, and the first play, seconds", f"{played:.2f}", "at most 0.2")


def memory() -> None:
    """Everything loaded: all judges and scouts, the tables, endings, the room of searches and rollouts."""
    for key in GAMES:
        mind_of(game_of(key))
    match_table()
    *_, made = endings.making()
    assert made.done
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    row("memory with everything loaded, at its most, megabytes", f"{peak:.0f}", "at most 300")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", metavar="PYTHON", help="a Python that has gnubg_nn")
    parser.add_argument("--games", type=int, default=1296, help="games of the rollout")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each rate is measured")
    arguments = parser.parse_args()
    loading()
    mine = rates(arguments.seconds)
    if arguments.peer:
        peer_rates(arguments.peer, mine)
    giving_up()
    rollouts(arguments.games)
    memory()


if __name__ == "__main__":
    main()
