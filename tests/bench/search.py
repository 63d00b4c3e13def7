"""How strong looking ahead is, and what it costs: PR on the bench by plies and by time, decisions a second.

    .venv/bin/python tests/bench/search.py                                  0, 1, 2 plies; 1, 10, 50, 250 ms
    .venv/bin/python tests/bench/search.py --plies 2 3 --seconds --no-scout
    .venv/bin/python tests/bench/search.py --cpu                            on a busy machine: processor time
    .venv/bin/python tests/bench/search.py --peer .gnu/bin/python           GNU Backgammon's times in the same run

PR is 500 times the mean loss on tests/data/bench/chequer.jsonl, whose README says how the losses came about; its 95 %
interval comes from drawing the decisions anew. Times are those of one core, through Python. The peer (python3 -m venv
.gnu && .gnu/bin/pip install gnubg-nn) runs as a program of its own behind a pipe and measures itself.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine_c import Position, Turn, first_part, game_of, search
from engine_c.advice import LEVELS
from engine_c.judge import Judge, bear_off_table
from engine_c.mind import Mind, mind_of
from engine_c.search import ANY_TIME, STAGES, Search, SearchRequest, Stage
from game.formats.ids import read_position_id

BENCH = Path(__file__).parent.parent / "data" / "bench" / "chequer.jsonl"
GAME = game_of("backgammon")

# The peer's side of the pipe: "ID die die" a line; it says the play's position, its loss is ours to look up, and the
# seconds it took. It keeps what it has judged, so every decision is asked for once.
PEER = """
import sys, time
import gnubg_nn as peer
for line in sys.stdin:
    name, first, second, plies = line.split()
    board = peer.board_from_position_id(name)
    start = time.process_time()
    key = peer.best_move(board, int(first), int(second), n=int(plies), b=1)[1]
    took = time.process_time() - start
    print(peer.position_id([list(side) for side in peer.board_from_position_key(key)]), took, flush=True)
"""


@dataclass(frozen=True)
class Decision:
    """A line of the bench: what each final (seen by the side that moved) costs."""

    name: str
    position: Position
    dice: tuple[int, int]
    phase: str
    losses: dict[Position, float]
    by_name: dict[str, float]


def decisions() -> list[Decision]:
    records = [json.loads(line) for line in BENCH.read_text("utf-8").splitlines()]
    return [
        Decision(
            record["id"],
            read_position_id(record["id"]),
            (record["dice"][0], record["dice"][1]),
            record["phase"],
            {read_position_id(move["id"]).turned(): move["loss"] for move in record["moves"]},
            {move["id"]: move["loss"] for move in record["moves"]},
        )
        for record in records
    ]


def report(name: str, losses: list[float], seconds: list[float], phases: list[str], *, is_detailed: bool) -> None:
    found, times = np.array(losses), np.array(seconds) * 1000
    rng = np.random.default_rng(1)
    means = np.sort([500 * rng.choice(found, len(found)).mean() for _ in range(2000)])
    timing = f"median {np.median(times):.2f}, mean {times.mean():.2f}, most {times.max():.1f}"
    print(
        f"{name:<18} PR {500 * found.mean():.2f} [{means[50]:.2f}, {means[1950]:.2f}]  "
        f"ms: {timing}; {1000 / times.mean():,.0f} decisions/s",
        flush=True,
    )
    if is_detailed:
        by_phase = defaultdict(list)
        for loss, phase in zip(losses, phases, strict=True):
            by_phase[phase].append(loss)
        print("   " + ", ".join(f"{phase} {500 * np.mean(each):.2f}" for phase, each in sorted(by_phase.items())))


def run(name: str, stages: tuple[Stage, ...], budget: float | None, mind: Mind, *, is_detailed: bool) -> None:
    losses, seconds, phases = [], [], []
    for decision in decisions():
        start = search.CLOCK()
        turn = Turn(first_part(GAME, decision.dice), 9, 9)
        best = Search(SearchRequest(GAME, decision.position, turn, stages, budget), mind).run()[0]
        seconds.append(search.CLOCK() - start)
        losses.append(decision.losses[best.play.final])
        phases.append(decision.phase)
    report(name, losses, seconds, phases, is_detailed=is_detailed)


def run_peer(python: str, plies: int) -> None:
    process = subprocess.Popen([python, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    assert process.stdout
    losses, seconds, phases = [], [], []
    for decision in decisions():
        process.stdin.write(f"{decision.name} {decision.dice[0]} {decision.dice[1]} {plies}\n")
        process.stdin.flush()
        final, took = process.stdout.readline().split()
        losses.append(decision.by_name[final])
        seconds.append(float(took))
        phases.append(decision.phase)
    process.stdin.close()
    process.wait()
    report(f"GNU {plies} plies", losses, seconds, phases, is_detailed=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a file of weights (default: those that ship)")
    parser.add_argument("--scout", type=Path, help="a file of weights of a scout (default: the one that ships)")
    parser.add_argument("--no-scout", action="store_true")
    parser.add_argument(
        "--keep", type=int, default=Mind.__dataclass_fields__["keep"].default, help="what a scout keeps"
    )
    parser.add_argument("--plies", type=int, nargs="*", default=[0, 1, 2], choices=sorted(STAGES))
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.001, 0.01, 0.05, 0.25])
    parser.add_argument("--master", action="store_true", help="as Master looks, too")
    parser.add_argument("--cpu", action="store_true", help="count processor time, for machines that are busy")
    parser.add_argument("--phases", action="store_true", help="PR by phase, too")
    parser.add_argument("--peer", metavar="PYTHON", help="a Python that has gnubg_nn")
    parser.add_argument("--peer-plies", type=int, nargs="*", default=[0, 1, 2])
    arguments = parser.parse_args()
    if arguments.cpu:
        search.CLOCK = time.process_time
    mind = mind_of(GAME)
    judge = Judge.of(arguments.weights.read_bytes(), bear_off_table()) if arguments.weights else mind.judge
    scout = Judge.of(arguments.scout.read_bytes(), bear_off_table()) if arguments.scout else mind.scout
    mind = Mind(judge, None if arguments.no_scout else scout, arguments.keep)
    for plies in arguments.plies:
        run(f"{plies} plies", STAGES[plies], None, mind, is_detailed=arguments.phases)
    if arguments.master:
        run("Master", tuple(Stage(*each) for each in LEVELS["master"].plays), None, mind, is_detailed=arguments.phases)
    for seconds in arguments.seconds:
        run(f"{1000 * seconds:g} ms", ANY_TIME, seconds, mind, is_detailed=arguments.phases)
    if arguments.peer:
        for plies in arguments.peer_plies:
            run_peer(arguments.peer, plies)


if __name__ == "__main__":
    main()
