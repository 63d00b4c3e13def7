"""Screens for the tests of the real window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from window.screen import Program, Screen, missing_tools


@pytest.fixture(scope="session")
def screens() -> Iterator[Callable[[tuple[int, int]], Screen]]:
    """Screens by their size, each made once."""
    missing = missing_tools()
    if missing:
        why = f"a screen needs {', '.join(missing)} (apt install xvfb openbox xdotool imagemagick x11-utils)"
        if os.environ.get("SHESHBESH_NEEDS_SCREEN"):
            pytest.fail(why)
        pytest.skip(why)
    made: dict[tuple[int, int], Screen] = {}
    yield lambda size: made.get(size) or made.setdefault(size, Screen(size))
    for screen in made.values():
        screen.close()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a twin writes stays among the test's own files, and it speaks what the window speaks."""
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path / "twin"))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def start(tmp_path: Path, screens: Callable[[tuple[int, int]], Screen]) -> Iterator[Callable[..., Program]]:
    """Starts the program on a screen; whatever is still there at the end is ended."""
    running: list[Program] = []

    def begin(
        size: tuple[int, int] = (1600, 1000), home: Path | None = None, language: str = "en", **variables: str
    ) -> Program:
        running.append(Program(screens(size), home or tmp_path / "home", language, **variables))
        return running[-1]

    yield begin
    for program in running:
        program.end()
