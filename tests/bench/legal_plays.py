"""How fast legal plays are found: rolls and finals a second for every game, on one core.

    .venv/bin/python tests/bench/legal_plays.py

Backgammon is measured on all 21 rolls of the positions of tests/data/bench/chequer.jsonl, every other game on all 21
rolls of positions reached by seeded random play. Every final is written out (64 bytes), no notation is made.

To measure GNU Backgammon's generator in the same run, give a Python that has its binding, in an environment of its own:

    python3 -m venv .gnu && .gnu/bin/pip install gnubg-nn
    .venv/bin/python tests/bench/legal_plays.py --peer .gnu/bin/python

It runs as a separate program that gets position IDs through a pipe and times itself, on the same positions and rolls.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine_c import (
    GAMES,
    POSITION,
    STEPS,
    Game,
    Position,
    Turn,
    array_of,
    first_part,
    game_of,
    legal_plays,
    simd,
    turn_array,
)
from engine_c._engine import ffi, lib
from engine_c.position import rows_pointer
from engine_c.status import call, workspace
from game.formats.ids import read_position_id
from game.formats.xgid import read_xgid
from positions import reached

BENCH = Path(__file__).parent.parent / "data" / "bench"
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
SLICE = 256  # rolls a call; their finals stay in the cache, as they would for whoever reads them
GAMES_WITH_OPTIONS = [
    *((key, {}) for key in GAMES),
    ("tavla", {"hitrun_ban_home": "on"}),
    ("tavla", {"comp_bearoff": "on"}),
    ("tavla", {"hitrun_ban_home": "on", "comp_bearoff": "on"}),
]

# The peer's side of the pipe: position IDs in, "rolls seconds" out, best of as many rounds as we do.
PEER = """
import importlib, sys, time
peer = importlib.import_module(sys.argv[1])
boards = [peer.board_from_position_id(line.strip()) for line in sys.stdin]
rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
best = 1e9
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    for board in boards:
        for high, low in rolls:
            peer.moves(board, high, low)
    best = min(best, time.perf_counter() - start)
print(len(boards) * len(rolls), best)
"""


@dataclass(frozen=True)
class Speed:
    rolls: float  # a second
    finals: float  # a second


def measure(game: Game, positions: npt.NDArray[Any], turns: npt.NDArray[Any], rounds: int) -> Speed:
    """The best round of several over the same rolls."""
    room = 4000 * SLICE
    finals, steps, ends = np.empty(room, POSITION), np.empty(room, STEPS), np.empty(SLICE, np.uint32)
    needed = ffi.new("size_t *")
    out = (
        ffi.from_buffer("uint32_t[]", ends),
        rows_pointer(finals),
        ffi.from_buffer("bg_steps[]", steps),
        room,
        needed,
    )
    best, total = float("inf"), 0
    for _ in range(rounds):
        total, start = 0, time.perf_counter()
        for at in range(0, len(positions), SLICE):
            rows = positions[at : at + SLICE]
            turn_rows = ffi.from_buffer("bg_turn[]", turns[at : at + SLICE])
            call(lib.bg_plays_many, game.record, rows_pointer(rows), turn_rows, len(rows), *workspace(), *out)
            total += needed[0]
        best = min(best, time.perf_counter() - start)
    return Speed(len(positions) / best, total / best)


def all_rolls(game: Game, roots: list[tuple[Position, int, int]]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Every roll of every root (position and turns made)."""
    positions = array_of([position for position, _own, _opponent in roots for _roll in ROLLS])
    turns = [Turn(first_part(game, roll, own), own, other) for _position, own, other in roots for roll in ROLLS]
    return positions, turn_array(turns)


def worst_case() -> float:
    """Milliseconds from Python, with every play as an object, for the roll with 1968 finals (case F31); best of 20."""
    game = game_of("backgammon")
    position = read_xgid("XGID=-hg----AAAAAAA-AAAA--AAAA-:0:0:1:22:0:0:0:0:10").position
    turn, best = Turn(first_part(game, (2, 2))), float("inf")
    for _ in range(20):
        start = time.perf_counter()
        legal_plays(game, position, turn)
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def bench_ids() -> list[str]:
    return [json.loads(line)["id"] for line in (BENCH / "chequer.jsonl").read_text("utf-8").splitlines()]


def measure_peer(python: str, module: str, rounds: int) -> float:
    """Rolls a second of the peer on the positions of the bench."""
    answer = subprocess.run(
        [python, "-c", PEER, module, str(rounds)],
        input="\n".join(bench_ids()), capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    rolls, seconds = answer.split()[-2:]
    return int(rolls) / float(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", metavar="PYTHON", help="a Python that has the binding of GNU Backgammon")
    parser.add_argument("--module", default="gnubg_nn", help="the binding's name (default: gnubg_nn)")
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()

    print(f"{simd.build()}, {simd.name(simd.detected())}; {len(bench_ids())} bench positions, one core")
    backgammon = game_of("backgammon")
    roots = [(read_position_id(text), 9, 9) for text in bench_ids()]
    ours = measure(backgammon, *all_rolls(backgammon, roots), arguments.rounds)
    print(f"{'bench/chequer.jsonl':<44}{ours.rolls:>12,.0f} rolls/s {ours.finals:>13,.0f} finals/s")
    if arguments.peer:
        peer = measure_peer(arguments.peer, arguments.module, max(1, arguments.rounds // 4))
        again = measure(backgammon, *all_rolls(backgammon, roots), arguments.rounds)
        print(f"{'the same by ' + arguments.module:<44}{peer:>12,.0f} rolls/s")
        print(f"{'again':<44}{again.rolls:>12,.0f} rolls/s, {again.rolls / peer:.1f} times {arguments.module}")
    for key, options in GAMES_WITH_OPTIONS:
        game = game_of(key, options)
        walked = [(r.position, r.turn.own_turns, r.turn.opponent_turns) for r in reached(game, 1, 3000)[::3]]
        speed = measure(game, *all_rolls(game, walked), arguments.rounds)
        name = " ".join([key, *(f"{option}={value}" for option, value in options.items())])
        slower = ours.rolls / speed.rolls
        print(f"{name:<44}{speed.rolls:>12,.0f} rolls/s {speed.finals:>13,.0f} finals/s   1/{slower:.2f} of the first")
    print(f"{'the roll with 1968 finals, from Python':<44}{worst_case():>12.1f} ms")


if __name__ == "__main__":
    main()
