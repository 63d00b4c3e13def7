"""Reports of opponents that failed, kept as files for those who made them; a few of the newest."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from game.errors import GameError
from game.files import write_whole

MOST_KEPT = 20


def keep_report(folder: Path, opponent: str, text: str, now: datetime) -> Path:
    """Writes a report into the folder, which is made if need be, and lets the oldest go. Raises GameError."""
    name = "".join(letter if letter.isalnum() else "-" for letter in opponent)[:40]
    target = folder / f"{now:%Y-%m-%d-%H%M%S-%f}-{name}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode("utf-8", "replace"))
        for old in sorted(folder.glob("*.txt"))[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise GameError("report_not_kept", file=target, why=error) from error
    return target
