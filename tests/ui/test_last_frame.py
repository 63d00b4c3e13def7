"""What came to rest is seen where it rests; what was built anew can be pressed at once."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.ui.cards.setup import LEVEL_CHOICES
from pilot import Pilot


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path))
    return Pilot(tmp_path / "data")


def test_the_step_in_which_a_card_comes_to_rest_asks_to_be_drawn(pilot: Pilot) -> None:
    pilot.frame()
    pilot.press("return")
    drawn = [pilot.app.step(pilot.now + seconds) for seconds in (0.05, 0.1, 5.0, 5.1)]
    assert drawn == [True, True, True, False]
    pilot.close()


def test_two_clicks_before_a_frame_are_two_clicks(pilot: Pilot) -> None:
    pilot.press("return")
    pilot.frame(5.0)
    pilot.draw()
    choice = pilot.box("level")
    at = choice.arrow_place(1)  # type: ignore[attr-defined]  # a choice
    before = pilot.app.stack.top._who.seat  # type: ignore[union-attr]  # the card of a new match
    for _ in LEVEL_CHOICES:  # once round
        pilot.mouse(pygame.MOUSEBUTTONDOWN, at)
        pilot.mouse(pygame.MOUSEBUTTONUP, at)
    assert pilot.app.stack.top._who.seat == before  # type: ignore[union-attr]
    pilot.mouse(pygame.MOUSEBUTTONDOWN, at)
    pilot.mouse(pygame.MOUSEBUTTONDOWN, at)
    assert pilot.app.stack.top._who.seat != before  # type: ignore[union-attr]
    pilot.close()
