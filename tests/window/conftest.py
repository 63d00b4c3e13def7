"""Screens for the tests of the real window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.settings import Choice, Settings, write_settings
from window.kept import Kept
from window.screen import Program, Screen, missing_tools, wait_until


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
        size: tuple[int, int] = (1600, 1000),
        home: Path | None = None,
        language: str = "en",
        begin: str = "",
        **variables: str,
    ) -> Program:
        running.append(Program(screens(size), home or tmp_path / "home", language, begin, **variables))
        return running[-1]

    yield begin
    folder = os.environ.get("SHESHBESH_PICTURES")
    for number, program in enumerate(running):
        if folder and not program.has_ended:  # something went wrong
            program.picture(Path(folder) / f"{tmp_path.name}-{number}-last.png", at_rest=False)
        program.end()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder whose owner likes it quick: no animation, short thinking, one point against Easy."""
    chosen: dict[str, Choice] = {"length": 1, "level": "easy"}
    quick = Settings(animation_speed="off", thinking_time="short", last_match=chosen)
    write_settings(tmp_path / "home" / "config" / "settings.toml", quick)
    return tmp_path / "home"


@pytest.fixture
def sits_down() -> Callable[[Program], None]:
    """Leads from the first card to the first throw of a match: twice Enter."""

    def sit(program: Program) -> None:
        wait_until(program.rests, "the first card")
        program.press("return")
        wait_until(program.rests, "the card of a new match")
        program.press("return")
        kept = Kept(program.home)
        wait_until(lambda: bool(kept.headers()) and kept.count() > 0, "the first throw")

    return sit
