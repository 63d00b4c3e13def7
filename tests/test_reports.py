"""Reports of opponents that failed."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.errors import GameError
from game.reports import MOST_KEPT, keep_report

NOON = datetime(2026, 1, 1, 12)


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    for number in range(MOST_KEPT + 3):
        keep_report(folder, "../mine:hard", f"number {number} \ud800", NOON + timedelta(minutes=number))
    kept = sorted(folder.iterdir())
    assert len(kept) == MOST_KEPT
    assert kept[0].read_text(encoding="utf-8") == "number 3 ?"
    assert kept[0].name == "2026-01-01-120300-000000----mine-hard.txt"


def test_a_report_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way")
    with pytest.raises(GameError, match="report_not_kept"):
        keep_report(tmp_path / "reports", "mine", "text", NOON)
