"""Progress of a long proof, kept in .proofs/ so that an interrupted run goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent.parent / ".proofs"


class Checkpoint:
    """How many blocks of one proof are done. Delete the folder .proofs to prove everything anew."""

    def __init__(self, proof: str, part: str) -> None:
        self._path = FOLDER / f"{proof} {part}.json".replace("/", "-")

    @property
    def done(self) -> int:
        return int(json.loads(self._path.read_text("utf-8"))["done"]) if self._path.is_file() else 0

    def reach(self, done: int) -> None:
        FOLDER.mkdir(exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps({"done": done}), "utf-8")
        fresh.replace(self._path)
