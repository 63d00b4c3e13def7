"""A picture goes to whatever program the system has for it; where there is none, or it fails, that is known."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game import clipboard

needs_shell = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems take a file")
PNG = b"\x89PNG picture"


@needs_shell
def test_the_program_gets_the_whole_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.png"
    monkeypatch.setattr(clipboard, "_program", lambda: ("sh", "-c", f"cat > '{kept}'"))
    assert clipboard.can_copy_pictures()
    assert clipboard.copy_picture(PNG)
    assert kept.read_bytes() == PNG


@needs_shell
@pytest.mark.parametrize("command", [(), ("sh", "-c", "exit 1"), ("/no/such/program",)])
def test_a_picture_that_was_not_taken(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_program", lambda: command)
    assert not clipboard.copy_picture(PNG)


@needs_shell
def test_nothing_is_offered_where_there_is_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert not clipboard.can_copy_pictures()
