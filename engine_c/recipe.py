"""What is trained and in which stages: recipe files, the parameters of each kind of stage, and where results lie.

For builders, like trainer.py; left out of the wheel.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c.games import game_of
from engine_c.teaching import SLOTS, STYLES, Judgement, quantised

Array = npt.NDArray[Any]
ROOT = Path(".training")

# Each kind of stage and its parameters with their defaults.
STAGES: Mapping[str, Mapping[str, Any]] = {
    "td": {
        "start": "",  # the stage whose nets are trained on; none: fresh ones
        "raw": False,  # nets that look at the board alone, without features: scouts
        "hidden": 128,  # hidden units of fresh contact nets
        "race_hidden": 64,  # and of the race net
        "games": 100_000,
        "rate": [0.015, 0.002],  # from, to, geometrically
        "lambda": [0.7, 0.0],  # from, to by the middle of the stage, evenly
        "refresh": 100,  # games between two snapshots of the nets that choose the moves
        "noise": 0.0,  # share of moves that are not the best...
        "within": 0.15,  # ...and cost at most so many points
        "scattered": 0.0,  # share of games begun from odd positions...
        "lopsided": 0.0,  # ...this share of them made by unequal numbers of turns...
        "styles": [
            "best",
            "random",
            "loose",
            "hitter",
            "builder",
            "runner",
        ],  # ...made so by both sides; teaching.STYLES
        "held": 0.0,  # share of games begun with one side's last checkers behind, everything laid out at chance
        "threads": 1,
        "seed": 1,
    },
    "label": {
        "teacher": "",  # the stage whose nets judge
        "scout": "",  # the stage whose nets choose what the teacher looks at; none: everything
        "scout_keep": 6,
        "count": 500_000,
        "noise": 0.2,
        "within": 0.15,
        "scattered": 0.1,
        "lopsided": 0.0,
        "styles": [
            "best",
            "random",
            "loose",
            "hitter",
            "builder",
            "runner",
        ],  # of both sides until then; teaching.STYLES
        "held": 0.0,
        "keep": 0.3,  # share of the positions of a game
        "siblings": 0.0,  # further positions one play beside the game, for each kept
        "trust": 0.0,  # how much of what the next labels of a game find is carried back to those before; wants keep 1
        "slots": [0, 1, 2, 3, 4],  # whose positions are labelled
        "threads": 1,
        "seed": 1,
    },
    "fit": {
        "start": "",  # the stage whose nets are fitted further; none: fresh ones
        "raw": False,
        "hidden": 256,
        "race_hidden": 64,
        "sets": [],  # label stages
        "passes": 10,
        "updates": 30_000,  # at least so many, with more passes where positions are few
        "rate": [0.003, 0.00002],
        "batch": 32,  # small ones learn much faster: a third less error than 128 in the same passes
        "equity_weight": 4.0,
        "average": 0.002,
        "held_out": 0.03,
        "slots": [0, 1, 2, 3, 4],  # nets that are fitted...
        "rest": "",  # ...and the stage from which the others are taken; none: start
        "threads": 1,  # nets fitted side by side; the numbers stay the same
        "seed": 1,
    },
    "blend": {
        "raw": False,
        "start": "",  # the stage whose nets are moved...
        "towards": "",  # ...towards those of this one, fitted further from the same ones...
        "share": 0.5,  # ...by this share of the way
    },
}


@dataclass(frozen=True)
class Recipe:
    """A recipe file: the game, its stages by name, and where their results lie."""

    name: str
    game: Any
    stages: Mapping[str, Mapping[str, Any]]
    folder: Path

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Raises SystemExit with a sentence for a stage that is none."""
        data = tomllib.loads(path.read_text("utf-8"))
        stages: dict[str, Mapping[str, Any]] = {}
        for given in data.get("stage", []):
            kind, name = given.get("kind"), given.get("name")
            if kind not in STAGES or not name or name in stages:
                raise SystemExit(f"{path}: each stage has a kind ({', '.join(STAGES)}) and a name of its own")
            unknown = set(given) - set(STAGES[kind]) - {"kind", "name"}
            if unknown:
                raise SystemExit(f"{path}: a stage of kind {kind} has no {', '.join(sorted(unknown))}")
            stages[name] = {**STAGES[kind], **given}
            styles = stages[name].get("styles", STYLES)
            if not styles or not set(styles) <= set(STYLES):
                raise SystemExit(f"{path}: {name}: styles are one or more of {', '.join(STYLES)}")
        folder = ROOT / path.stem
        folder.mkdir(parents=True, exist_ok=True)
        return cls(path.stem, game_of(data["game"], data.get("options")), stages, folder)

    def file(self, stage: str) -> Path:
        """Where a stage's result lies once it is done."""
        return self.folder / f"{stage}.npz"

    def is_raw(self, stage: str) -> bool:
        """Do the nets of a stage look at the board alone?"""
        return bool(self.stages[stage]["raw"])

    def judgement(self, stage: str) -> Judgement:
        """The nets a stage ended with as a judge."""
        return Judgement(quantised(self.game, self.nets(stage), is_raw=self.is_raw(stage)))

    def nets(self, stage: str) -> list[Array]:
        """The nets a stage ended with."""
        with np.load(self.file(stage)) as data:
            return [data[f"net{slot}"] for slot in range(SLOTS)]


def named(nets: list[Array]) -> dict[str, Array]:
    """Nets under the names by which a stage's result holds them."""
    return {f"net{slot}": net for slot, net in enumerate(nets)}


def save(path: Path, **arrays: Any) -> None:
    """Writes arrays so that a file of that name is always whole."""
    fresh = path.with_suffix(".fresh.npz")
    np.savez(fresh, **arrays)
    fresh.replace(path)
