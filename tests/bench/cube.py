"""How well the cube is handled: 500 times the mean of what doubling and taking cost on tests/data/bench/cube.jsonl.

    .venv/bin/python tests/bench/cube.py                          by the chances that the bench gives, and by our nets
    .venv/bin/python tests/bench/cube.py --weights some.bin       by other nets
    .venv/bin/python tests/bench/cube.py --efficiency             what other efficiencies would cost, by halves

The loss of a decision is that of double / no double plus that of take / pass, as the bench's README defines them.
`static` asks the nets about the position itself, `ahead` looks one roll ahead. Every disagreement about a gap of more
than 0.05 is listed.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine_c import POSITION, Turn, array_of, first_part, game_of, turn_array, turned
from engine_c.cube import CubeView, ahead_rows, efficiencies, verdict_rows
from engine_c.judge import Judge, bear_off_table, judge_of
from game.formats.ids import read_position_id

Array = npt.NDArray[Any]
BENCH = Path(__file__).parent.parent / "data" / "bench" / "cube.jsonl"
GAME = game_of("backgammon")
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
LISTED = 0.05


@dataclass(frozen=True)
class Decision:
    """A line of the bench."""

    record: dict[str, Any]
    row: Array
    view: CubeView

    @property
    def name(self) -> str:
        return f"{self.record['n']:>3} {self.record['context']:<7} {self.record['phase']:<15} {self.record['xgid']}"

    def losses(self, verdict: Any) -> tuple[float, float]:
        """Of double / no double, and of take / pass."""
        nd, dt, dp = (self.record["ref"][key] for key in ("nd", "dt", "dp"))
        doubled = min(dt, dp)
        doubling = max(nd, doubled) - (doubled if verdict["doubles"] else nd)
        takes = verdict["take"] <= verdict["pass"]
        return doubling, abs(dt - dp) if takes != (dt < dp) else 0.0


def view_of(record: dict[str, Any]) -> CubeView:
    owner = {1: "own", -1: None, 0: "opponent"}[record["owner"]]
    if not record["matchto"]:
        return CubeView(record["cube"], owner)  # type: ignore[arg-type]  # one of the three
    own, other = (record["matchto"] - points for points in record["score"])
    return CubeView(
        record["cube"],
        owner,  # type: ignore[arg-type]
        own,
        other,
        is_fixed=bool(record["crawford"]),
        is_after_crawford=1 in (own, other),
    )


def decisions() -> list[Decision]:
    found = []
    for line in BENCH.read_text("utf-8").splitlines():
        record = json.loads(line)
        row = array_of([read_position_id(record["id"])])
        found.append(Decision(record, row, view_of(record)))
    return found


def given(decision: Decision, judge: Judge) -> Any:
    del judge
    return verdict_rows(decision.view, [decision.record["probs"]], efficiencies(GAME, decision.row))[0]


def static(decision: Decision, judge: Judge) -> Any:
    chances, _ = judge.evaluate(GAME, decision.row)
    return verdict_rows(decision.view, chances, efficiencies(GAME, decision.row))[0]


def ahead(decision: Decision, judge: Judge) -> Any:
    turns = turn_array([Turn(first_part(GAME, roll), 9, 9) for roll in ROLLS])
    finals, _, _ = judge.decide(GAME, np.repeat(decision.row, len(ROLLS)).astype(POSITION), turns)
    rows = turned(finals)
    chances, _ = judge.evaluate(GAME, rows)
    return ahead_rows(decision.view, chances[None], efficiencies(GAME, rows)[None])[0]


def report(name: str, verdicts: list[Any], all_of_them: list[Decision]) -> None:
    losses = np.array([each.losses(verdict) for each, verdict in zip(all_of_them, verdicts, strict=True)])
    doubling, taking = 500 * losses.mean(axis=0)
    worth = np.array([[v["no_double"], v["take"]] for v in verdicts])
    truth = np.array([[each.record["ref"]["nd"], each.record["ref"]["dt"]] for each in all_of_them])
    off = np.abs(worth - truth).mean(axis=0)
    print(f"{name}: {doubling + taking:.2f} ({doubling:.2f} doubling, {taking:.2f} taking)", end="; ")
    print(f"no double is {off[0]:.3f} off on average, double and take {off[1]:.3f}")
    for each, verdict, loss in zip(all_of_them, verdicts, losses, strict=True):
        if loss.max() > LISTED:
            ref = each.record["ref"]
            ours = f"{verdict['no_double']:+.3f} {verdict['take']:+.3f}"
            print(f"    {loss.max():.3f}  {each.name}  ours {ours}, bench {ref['nd']:+.3f} {ref['dt']:+.3f}")


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a file of weights (default: those that ship)")
    parser.add_argument("--efficiency", action="store_true")
    arguments = parser.parse_args()
    judge = Judge.of(arguments.weights.read_bytes(), bear_off_table()) if arguments.weights else judge_of(GAME)
    all_of_them = decisions()
    if arguments.efficiency:
        report_efficiencies(all_of_them)
        return
    for name, ask in (
        ("chances of the bench", given),
        ("our nets, static", static),
        ("our nets, one roll ahead", ahead),
    ):
        report(name, [ask(each, judge) for each in all_of_them], all_of_them)


if __name__ == "__main__":
    main()
