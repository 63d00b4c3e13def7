"""How strong the nets are: PR on the bench, games against GNU Backgammon, and how fast they judge.

    .venv/bin/python tests/bench/strength.py                                   PR and speed of the weights that ship
    .venv/bin/python tests/bench/strength.py --weights some.bin --plies 1      PR looking one roll ahead, too
    .venv/bin/python tests/bench/strength.py --peer .gnu/bin/python --games 4000

PR is 500 times the mean loss on tests/data/bench/chequer.jsonl, whose README says how the losses came about; its 95 %
interval comes from drawing the decisions anew. The peer (python3 -m venv .gnu && .gnu/bin/pip install gnubg-nn) runs as
a program of its own behind a pipe. Every dice sequence is played twice with seats changed, cubeless for money; a game
ends when it is won or when both sides are at home, where the table knows. Each roll's luck, as our own net sees it, is
taken off the result; whose net that is does not bend the mean (engine reference, 6).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine_c import (
    POSITION,
    STAGES,
    Mind,
    Position,
    SearchRequest,
    Turn,
    array_of,
    first_part,
    game_of,
    plays_many,
    positions_of,
    ranked_plays,
    simd,
    turn_array,
    turned,
)
from engine_c.judge import Judge, bear_off_table, judge_of
from game.formats.ids import position_id, read_position_id

Array = npt.NDArray[Any]
BENCH = Path(__file__).parent.parent / "data" / "bench" / "chequer.jsonl"
GAME = game_of("backgammon")
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
ROLL_TURNS = turn_array([Turn(first_part(GAME, roll), 9, 9) for roll in ROLLS])
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS], float)

# The peer's side of the pipe: "ID die die plies" a line, an empty line ends a batch; the ID after the play comes back.
PEER = """
import importlib, sys
peer = importlib.import_module(sys.argv[1])
for line in sys.stdin:
    if line.strip():
        name, first, second, plies = line.split()
        board = peer.board_from_position_id(name)
        key = peer.best_move(board, int(first), int(second), n=int(plies), b=1)[1]
        print(peer.position_id([list(side) for side in peer.board_from_position_key(key)]))
    else:
        sys.stdout.flush()
"""


def choice(mind: Mind, position: Position, dice: tuple[int, int], plies: int) -> Position:
    """The best final of a roll, seen by the side that moved."""
    turn = Turn(first_part(GAME, dice), 9, 9)
    return ranked_plays(SearchRequest(GAME, position, turn, STAGES[plies]), mind)[0].play.final


def losses(mind: Mind, plies: int) -> tuple[Array, list[str]]:
    """What each decision of the bench costs, and its phase."""
    found: list[float] = []
    phases: list[str] = []
    for line in BENCH.read_text("utf-8").splitlines():
        record = json.loads(line)
        final = choice(mind, read_position_id(record["id"]), tuple(record["dice"]), plies)
        name = position_id(final.turned())
        found.append(next(move["loss"] for move in record["moves"] if move["id"] == name))
        phases.append(record["phase"])
    return np.array(found), phases


def report_losses(mind: Mind, plies: int) -> None:
    start = time.process_time()
    found, phases = losses(mind, plies)
    each = 1000 * (time.process_time() - start) / len(found)
    rng = np.random.default_rng(1)
    means = np.sort([500 * rng.choice(found, len(found)).mean() for _ in range(2000)])
    print(
        f"PR {500 * found.mean():.2f} [{means[50]:.2f}, {means[1950]:.2f}] looking {plies} rolls ahead, {each:.1f} ms",
        end="; ",
    )
    by_phase = defaultdict(list)
    for loss, phase in zip(found, phases, strict=True):
        by_phase[phase].append(loss)
    print(", ".join(f"{phase} {500 * np.mean(each):.1f}" for phase, each in sorted(by_phase.items())))


def natural_positions(judge: Judge, count: int) -> Array:
    """Positions of our own games, to measure speed on."""
    rng = np.random.default_rng(5)
    start = array_of([GAME.start()])[0]
    boards = np.repeat(start, 256).astype(POSITION)
    seen: list[Array] = []
    while sum(len(each) for each in seen) < count:
        turns = ROLL_TURNS[rng.integers(0, 21, len(boards))]
        finals, _, _ = judge.decide(GAME, boards, turns)
        boards = turned(finals)
        over = GAME.outcomes(boards)[:, 0] != 0
        boards[over] = start
        seen.append(boards[~over].copy())
    return np.ascontiguousarray(np.concatenate(seen)[:count])


def report_speed(judge: Judge) -> None:
    rows = natural_positions(judge, 20_000)
    turns = ROLL_TURNS[np.random.default_rng(6).integers(0, 21, len(rows))]
    for level in simd.levels():
        best = [0.0, 0.0]
        for _ in range(5):
            start = time.process_time()
            judge.evaluate(GAME, rows, level)
            middle = time.process_time()
            judge.decide(GAME, rows[:4000], turns[:4000], level)
            end = time.process_time()
            best = [max(best[0], len(rows) / (middle - start)), max(best[1], 4000 / (end - middle))]
        print(f"{simd.name(level):<14}{best[0]:>12,.0f} evaluations/s {best[1]:>10,.0f} decisions/s")


class Peer:
    """GNU Backgammon behind its pipe."""

    def __init__(self, python: str, plies: int) -> None:
        command = [python, "-c", PEER, "gnubg_nn"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.plies = plies

    def choose(self, rows: Array, dice: list[tuple[int, int]]) -> Array:
        """The finals it plays, seen by the side that moved. Where only one is legal it is not asked."""
        turns = turn_array([Turn(first_part(GAME, roll), 9, 9) for roll in dice])
        ends, finals, _ = plays_many(GAME, rows, turns)
        starts = np.concatenate([[0], ends[:-1]]).astype(int)
        chosen = finals[starts].copy()
        asked = np.flatnonzero(ends - starts > 1)
        assert self.process.stdin
        assert self.process.stdout
        names = [position_id(position) for position in positions_of(rows[asked])]
        for name, i in zip(names, asked, strict=True):
            self.process.stdin.write(f"{name} {dice[i][0]} {dice[i][1]} {self.plies}\n")
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        for i in asked:
            answer = self.process.stdout.readline().strip()
            legal = turned(finals[starts[i] : ends[i]])
            known = [position_id(position) for position in positions_of(legal)]
            chosen[i] = finals[starts[i] + known.index(answer)]
        return np.asarray(chosen)


def play_pairs(mind: Mind, peer: Peer, pairs: range, plies: int) -> tuple[Array, Array]:
    """Games of these pairs of dice sequences: our plain and our luck-adjusted result of each pair, summed over it."""
    n, judge = 2 * len(pairs), mind.judge
    streams = [np.random.default_rng([8, pair]).integers(1, 7, (600, 2)) for pair in pairs]
    openings = [next(roll for roll in stream if roll[0] != roll[1]) for stream in streams]
    boards = np.repeat(array_of([GAME.start()]), n)
    active, plain, luck = np.arange(n), np.zeros(n), np.zeros(n)
    for ply in range(600):
        # Game 2k: we begin; 2k + 1: the peer begins. Boards are seen by the side on roll.
        ours = (active + ply) % 2 == 0
        thrown = [openings[g // 2] if ply == 0 else streams[g // 2][ply] for g in active]
        rolls = [(int(first), int(second)) for first, second in thrown]
        rolled = np.repeat(boards[active], len(ROLLS))
        finals, _, equities = judge.decide(GAME, rolled, np.tile(ROLL_TURNS, len(active)))
        by_roll = equities.reshape(len(active), len(ROLLS))
        place = np.array([ROLLS.index((max(roll), min(roll))) for roll in rolls])
        weights = WEIGHTS * (WEIGHTS == 2) if ply == 0 else WEIGHTS
        lucky = by_roll[np.arange(len(active)), place] - by_roll @ weights / weights.sum()
        luck[active] += np.where(ours, lucky, -lucky)
        chosen = finals.reshape(len(active), len(ROLLS))[np.arange(len(active)), place].copy()
        if plies:
            for k in np.flatnonzero(ours):
                position = Position(boards[active[k]].tobytes())
                chosen[k] = array_of([choice(mind, position, rolls[k], plies)])[0]
        theirs = np.flatnonzero(~ours)
        if len(theirs):
            chosen[theirs] = peer.choose(boards[active[theirs]], [rolls[k] for k in theirs])
        boards[active] = turned(chosen)
        _, equity = judge.evaluate(GAME, boards[active])
        done = is_settled(boards[active])
        plain[active[done]] = np.where(ours[done], -equity[done], equity[done])
        active = active[~done]
        if not len(active):
            break
    return plain.reshape(-1, 2).mean(axis=1), (plain - luck).reshape(-1, 2).mean(axis=1)


def is_settled(rows: Array) -> Array:
    """Won, or both sides at home without contact."""
    counts = rows["side"]["count"]
    at_home = counts[:, :, 7:27].sum(axis=(1, 2)) == 0
    return np.asarray(at_home | (counts[:, :, 0] == GAME.checkers).any(axis=1))


def report_games(mind: Mind, python: str, games: int, peer_plies: int, plies: int, first: int) -> None:
    peer, plain, adjusted = Peer(python, peer_plies), [], []
    size = 100
    for begin in range(first, first + games // 2, size):
        one, two = play_pairs(mind, peer, range(begin, min(begin + size, first + games // 2)), plies)
        plain.append(one)
        adjusted.append(two)
    for name, results in (("plain", np.concatenate(plain)), ("luck-adjusted", np.concatenate(adjusted))):
        error = results.std(ddof=1) / len(results) ** 0.5
        print(f"{2 * len(results):,} games, {name}: {results.mean():+.4f} +- {error:.4f} points a game", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a file of weights (default: those that ship)")
    parser.add_argument("--plies", type=int, default=0, choices=(0, 1, 2), help="rolls we look ahead")
    parser.add_argument("--scout", type=Path, help="weights of a scout, for looking ahead")
    parser.add_argument("--peer", metavar="PYTHON", help="a Python that has gnubg_nn")
    parser.add_argument("--peer-plies", type=int, default=0)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first pair of games")
    parser.add_argument("--speed", action="store_true")
    arguments = parser.parse_args()
    judge = Judge.of(arguments.weights.read_bytes(), bear_off_table()) if arguments.weights else judge_of(GAME)
    scout = Judge.of(arguments.scout.read_bytes(), bear_off_table()) if arguments.scout else None
    mind = Mind(judge, scout)
    for plies in range(arguments.plies + 1):
        report_losses(mind, plies)
    if arguments.speed:
        report_speed(judge)
    if arguments.peer:
        report_games(mind, arguments.peer, arguments.games, arguments.peer_plies, arguments.plies, arguments.first)


if __name__ == "__main__":
    main()
