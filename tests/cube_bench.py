"""The 104 decisions of tests/data/bench/cube.jsonl, and what answers to them cost as the bench's README defines it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from engine_c import array_of, game_of
from engine_c.cube import CubeView, Verdict
from game.formats.ids import read_position_id

Array = npt.NDArray[Any]
BENCH = Path(__file__).parent / "data" / "bench" / "cube.jsonl"
GAME = game_of("backgammon")


@dataclass(frozen=True)
class Decision:
    """A line of the bench."""

    record: dict[str, Any]
    row: Array
    view: CubeView

    @property
    def name(self) -> str:
        return f"{self.record['n']:>3} {self.record['context']:<7} {self.record['phase']:<15} {self.record['xgid']}"

    def losses(self, verdict: Verdict) -> tuple[float, float]:
        """Of double / no double, and of take / pass."""
        nd, dt, dp = (self.record["ref"][key] for key in ("nd", "dt", "dp"))
        doubled = min(dt, dp)
        doubling = max(nd, doubled) - (doubled if verdict.doubles else nd)
        return doubling, abs(dt - dp) if verdict.takes != (dt < dp) else 0.0


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
