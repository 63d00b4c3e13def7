"""P01: what is drawn arrives on the screen pixel by pixel, at every density."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.ui.pattern import SIDE
from window.screen import Program

Start = Callable[..., Program]


@pytest.mark.parametrize("density", ["1", "1.25", "1.5", "2"])
def test_single_pixels_stay_single_pixels(start: Start, tmp_path: Path, density: str) -> None:
    program = start((1920, 1200), SHESHBESH_DENSITY=density, SHESHBESH_PATTERN="1")
    program.picture(tmp_path / "pattern.png")
    seen = pygame.image.load(tmp_path / "pattern.png")
    wrong = [
        (x, y)
        for y in range(SIDE)
        for x in range(SIDE)
        if seen.get_at((x, y))[:3] != ((255, 255, 255) if (x + y) % 2 == 0 else (0, 0, 0))
    ]
    assert wrong == []
