"""How well the cube is handled: 500 times the mean of what doubling and taking cost on tests/data/bench/cube.jsonl.

    .venv/bin/python tests/bench/cube.py                          by the chances that the bench gives, and by our nets
    .venv/bin/python tests/bench/cube.py --weights some.bin       by other nets
    .venv/bin/python tests/bench/cube.py --levels                 as Master decides, and in 0.25 and 1 second (minutes)
    .venv/bin/python tests/bench/cube.py --efficiency             how far off other efficiencies are, by halves
    .venv/bin/python tests/bench/cube.py --endings 6              endings of so many checkers, solved exactly (a minute)

The loss of a decision is that of double / no double plus that of take / pass, as the bench's README defines them.
Our nets look 0, 1, ... rolls ahead, both sides doubling on the way. Every disagreement about a gap of more
than 0.05 is listed.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent))

from cube_bench import GAME, Decision, decisions
from endings import solved
from engine_c import Position, array_of, positions_of
from engine_c.advice import ANY_TIME, LEVELS, judge_cube
from engine_c.cube import CubeView, Verdict, efficiencies, verdict_of, verdict_rows
from engine_c.doubling import verdict_ahead
from engine_c.judge import Judge, bear_off_table
from engine_c.mind import mind_of

Array = npt.NDArray[Any]
LISTED = 0.05


def given(decision: Decision) -> Verdict:
    """By the chances of the bench."""
    return verdict_of(verdict_rows(decision.view, [decision.record["probs"]], efficiencies(GAME, decision.row))[0])


def report(name: str, verdicts: list[Verdict], all_of_them: list[Decision]) -> None:
    losses = np.array([each.losses(verdict) for each, verdict in zip(all_of_them, verdicts, strict=True)])
    doubling, taking = 500 * losses.mean(axis=0)
    worth = np.array([[v.no_double, v.take] for v in verdicts])
    truth = np.array([[each.record["ref"]["nd"], each.record["ref"]["dt"]] for each in all_of_them])
    off = np.abs(worth - truth).mean(axis=0)
    print(f"{name}: {doubling + taking:.2f} ({doubling:.2f} doubling, {taking:.2f} taking)", end="; ")
    print(f"no double is {off[0]:.3f} off on average, double and take {off[1]:.3f}")
    for each, verdict, loss in zip(all_of_them, verdicts, losses, strict=True):
        if loss.max() > LISTED:
            ref = each.record["ref"]
            ours = f"{verdict.no_double:+.3f} {verdict.take:+.3f}"
            print(f"    {loss.max():.3f}  {each.name}  ours {ours}, bench {ref['nd']:+.3f} {ref['dt']:+.3f}")


def report_levels(all_of_them: list[Decision]) -> None:
    """As the levels and the clock decide."""
    for name, level, seconds in (
        ("Master", LEVELS["master"], None),
        ("0.25 seconds", ANY_TIME, 0.25),
        ("1 second", ANY_TIME, 1.0),
    ):
        times, verdicts = [], []
        for each in all_of_them:
            start = time.perf_counter()
            (position,) = positions_of(each.row)
            verdicts.append(judge_cube(GAME, position, each.view, level, seconds).verdict)
            times.append(1000 * (time.perf_counter() - start))
        report(f"{name}, median {np.median(times):.0f}, mean {np.mean(times):.0f} ms a decision", verdicts, all_of_them)


def report_efficiencies(all_of_them: list[Decision]) -> None:
    """Contact positions by the bench's own chances: how far off which efficiency leaves them, by halves."""
    contact = [each for each in all_of_them if each.record["phase"] not in ("race", "bearoff")]
    for name, half in (("even lines", contact[::2]), ("odd lines", contact[1::2])):
        print(f"{name}, {len(half)} contact positions: root mean square of what no double and double, take are off")
        truth = np.array([[each.record["ref"]["nd"], each.record["ref"]["dt"]] for each in half])
        for share in np.arange(0.56, 0.86, 0.02):
            rows = [verdict_rows(each.view, [each.record["probs"]], [(share, share)])[0] for each in half]
            off = np.array([[row["no_double"], row["take"]] for row in rows]) - truth
            print("  {:.2f}  {:.4f} {:.4f}".format(share, *np.sqrt((off**2).mean(axis=0))))


def report_endings(checkers: int) -> None:
    """Pairs of endings, neither side too far ahead: what static verdicts by exact chances cost on average."""
    exact = solved(checkers)
    rng, count = np.random.default_rng(1), len(exact.homes)  # 0 drew those that the constants were fitted to
    own, other = rng.integers(1, count, (2, 60_000))
    win = (exact.cubeless[own, other] + 1) / 2
    close = (win > 0.15) & (win < 0.85)
    own, other, win = own[close], other[close], win[close]
    sides = [{0: 15 - sum(home), **{i + 1: n for i, n in enumerate(home)}} for home in exact.homes]
    rows = array_of([Position.of(sides[i], sides[j]) for i, j in zip(own, other, strict=True)])
    chances = np.zeros((len(win), 5), np.float32)
    chances[:, 0] = win
    shares = efficiencies(GAME, rows)
    for owner, truth in ((None, exact.centred[own, other]), ("own", exact.own[own, other])):
        for name, share in (("ours", shares), ("0.6 throughout", np.full_like(shares, 0.6))):
            found = verdict_rows(CubeView(owner=owner), chances, share)  # type: ignore[arg-type]  # one of the owners
            taken = 2 * exact.other[own, other]
            doubled = np.minimum(taken, 1)
            doubling = np.maximum(truth, doubled) - np.where(found["doubles"] != 0, doubled, truth)
            taking = np.where((found["take"] <= 1) != (taken <= 1), np.abs(taken - 1), 0)
            cost = 500 * (doubling + taking).mean()
            print(f"cube {owner or 'centred'}, efficiency {name}: {cost:.2f} in {len(win):,} endings")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a file of weights (default: those that ship)")
    parser.add_argument("--plies", type=int, default=2, help="how many rolls ahead at most")
    parser.add_argument("--efficiency", action="store_true")
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--endings", type=int, metavar="CHECKERS")
    arguments = parser.parse_args()
    if arguments.endings:
        report_endings(arguments.endings)
        return
    mind = mind_of(GAME)
    if arguments.weights:
        mind = replace(mind, judge=Judge.of(arguments.weights.read_bytes(), bear_off_table()))
    all_of_them = decisions()
    if arguments.levels:
        report_levels(all_of_them)
        return
    if arguments.efficiency:
        report_efficiencies(all_of_them)
        return
    report("chances of the bench", [given(each) for each in all_of_them], all_of_them)
    for plies in range(arguments.plies + 1):
        start = time.perf_counter()
        verdicts = [verdict_ahead(GAME, each.row, each.view, plies, mind)[0] for each in all_of_them]
        each_takes = 1000 * (time.perf_counter() - start) / len(all_of_them)
        report(f"our nets, {plies} rolls ahead, {each_takes:.1f} ms a decision", verdicts, all_of_them)


if __name__ == "__main__":
    main()
