"""The window's tests have no screen, a folder of their own, and a person who sits before the game."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import i18n
from game.errors import GameError
from game.settings import Settings
from game.ui import voices
from game.ui.mixer import Mixer
from pilot import MakePilot, Pilot

QUICK = {"language": "en", "animation_speed": "off", "thinking_time": "short"}
"""Settings in which nothing has to be waited for."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Everything is written into a temporary folder, and the next test speaks English again."""
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANGUAGE", "en")
    yield tmp_path / "home"
    i18n.speak("en")


@pytest.fixture
def silent_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A device that plays into nothing; a test that wants none says so."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.fixture
def told() -> list[GameError]:
    """What the mixer has told."""
    return []


@pytest.fixture
def mixer(told: list[GameError]) -> Mixer:
    """A mixer with the sounds that ship."""
    return Mixer(voices.folders(), told.append)


@pytest.fixture
def make_pilot(tmp_path: Path) -> Iterator[MakePilot]:
    """Makes pilots at one store, one after the other; what differs from the quick settings is named."""
    made: list[Pilot] = []

    def make(*, size: tuple[int, int] = (960, 600), density: float = 1.0, store: Any = None, **settings: Any) -> Pilot:
        keys = {"is_blind": settings.pop("is_blind", False), "has_store": settings.pop("has_store", True)}
        folder = settings.pop("folder", tmp_path / "store")
        pilot = Pilot(folder, Settings(**{**QUICK, **settings}), size, density, store, **keys)
        made.append(pilot)
        return pilot

    yield make
    for pilot in made:
        pilot.close()


@pytest.fixture
def pilot(make_pilot: MakePilot) -> Pilot:
    """Somebody at the main menu."""
    return make_pilot()
