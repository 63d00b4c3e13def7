"""The end of a match won: leaf gold falls over the table, and the lamp grows warm. Told how long ago it began."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, exp, pi, sin
from random import Random

import numpy as np
import pygame

SECONDS = 6.5
_FLAKES = 190
_TURNS = 16
"""Pictures of a flake on its way round: face on, edge on, back."""
_SHADE = (150, 84, 16)
"""Gold that turns away from the lamp: deep and warm, never grey."""
_GOLD = ((255, 214, 120), (244, 186, 82), (255, 236, 178), (214, 150, 58))


@dataclass(frozen=True, slots=True)
class _Flake:
    """When it begins to fall and for how long (seconds), from where to where (shares of the width), how it flutters."""

    begins: float
    falls: float
    start: float
    drift: float
    sway: float
    phase: float
    spin: float
    size: int
    colour: int


@lru_cache(maxsize=4)
def _flakes(seed: int) -> tuple[_Flake, ...]:
    rng = Random(seed)
    return tuple(
        _Flake(
            begins=rng.uniform(0.0, SECONDS - 3.4) * rng.random() ** 0.4,
            falls=rng.uniform(2.4, 3.4),
            start=rng.uniform(-0.05, 1.05),
            drift=rng.uniform(-0.07, 0.07),
            sway=rng.uniform(0.004, 0.020),
            phase=rng.uniform(0.0, 2 * pi),
            spin=rng.uniform(0.7, 2.1),
            size=rng.choice((0, 0, 1, 1, 2)),
            colour=rng.randrange(len(_GOLD)),
        )
        for _ in range(_FLAKES)
    )


def draw(surface: pygame.Surface, age: float, seed: int = 1) -> None:
    """The rain and the light, `age` seconds after they began."""
    _warm(surface, age)
    width, height = surface.get_size()
    unit = max(height / 90, 4.0)
    for flake in _flakes(seed):
        share = (age - flake.begins) / flake.falls
        if not 0.0 <= share <= 1.0:
            continue
        swing = sin(flake.phase + 2 * pi * flake.spin * share)
        x = (flake.start + flake.drift * share + flake.sway * swing) * width
        y = (share * (0.82 + 0.18 * share) * 1.12 - 0.06) * height
        turn = flake.phase / (2 * pi) + flake.spin * share
        picture = _picture(round(unit * (0.6 + 0.34 * flake.size)), flake.colour, int(turn * _TURNS) % _TURNS)
        surface.blit(picture, (round(x) - picture.get_width() // 2, round(y) - picture.get_height() // 2))


def _warm(surface: pygame.Surface, age: float) -> None:
    """Light that swells and slowly goes again."""
    strength = min(age / 0.9, 1.0) * exp(-0.20 * max(age - 2.0, 0.0)) * (1.0 if age < SECONDS - 1 else SECONDS - age)
    step = round(12 * max(strength, 0.0))
    if step:
        surface.blit(_glow(surface.get_size(), step), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=13)
def _glow(size: tuple[int, int], step: int) -> pygame.Surface:
    across, down = np.meshgrid(np.linspace(-1, 1, 64), np.linspace(-1, 1, 48), indexing="ij")
    light = np.exp(-1.6 * ((across + 0.15) ** 2 + (down + 0.25) ** 2)) * step / 12
    pixels = (light[..., None] * np.array((74.0, 47.0, 14.0))).astype(np.uint8)
    small = pygame.surfarray.make_surface(pixels)
    whole = pygame.transform.smoothscale(small, size)
    return whole.convert() if pygame.display.get_surface() else whole


@lru_cache(maxsize=256)
def _picture(size: int, colour: int, turn: int) -> pygame.Surface:
    """A torn leaf of gold; turned, it is narrower, and it flashes where it faces the lamp."""
    rng, fine = Random(colour), 4
    side = 2 * size * fine
    angle = 2 * pi * turn / _TURNS
    narrow, lit = 0.16 + 0.84 * abs(cos(angle)), 0.5 + 0.5 * cos(angle - 0.7)
    body = _GOLD[colour]
    shine = 0.25 + 0.85 * lit**3
    tone = tuple(round(min(low + (high - low) * shine, 255)) for low, high in zip(_SHADE, body, strict=True))
    leaf = pygame.Surface((side, side), pygame.SRCALPHA)
    leaf.fill((*body, 0))
    lean = rng.uniform(-0.8, 0.8)
    outline = []
    for step in range(9):
        about = 2 * pi * step / 9
        away = size * fine * rng.uniform(0.55, 0.92)
        x, y = away * cos(about) * narrow, away * sin(about)
        outline.append((side / 2 + x * cos(lean) - y * sin(lean), side / 2 + x * sin(lean) + y * cos(lean)))
    pygame.draw.polygon(leaf, (*tone, 235), outline)
    pygame.draw.lines(leaf, (255, 246, 214, round(200 * lit**4)), True, outline, fine)
    picture = pygame.transform.smoothscale(leaf, (2 * size, 2 * size))
    return picture.convert_alpha() if pygame.display.get_surface() else picture
