"""Shipped sounds as numbers: decoded by the same mixer that plays them, on a device that is none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pygame

from assets.studio.waves import Wave
from game import paths
from game.ui.mixer import BITS, RATE, SIDES

SOUNDS = paths.assets() / "sounds"


@contextmanager
def no_device() -> Iterator[None]:
    """A mixer that plays into nothing."""
    before = os.environ.get("SDL_AUDIODRIVER")
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.mixer.init(RATE, BITS, SIDES, allowedchanges=0)
    try:
        yield
    finally:
        pygame.mixer.quit()
        if before is None:
            del os.environ["SDL_AUDIODRIVER"]
        else:
            os.environ["SDL_AUDIODRIVER"] = before


def decoded(path: Path) -> Wave:
    """A file's samples, left and right, 1.0 being full scale."""
    raw = pygame.mixer.Sound(path).get_raw()
    return np.asarray(np.frombuffer(raw, np.int16).reshape(-1, SIDES).T / 32768)


def decibels(amplitude: float) -> float:
    """Of full scale."""
    return float(20 * np.log10(max(amplitude, 1e-9)))


def centre(wave: Wave) -> float:
    """Where the middle of the power lies, in Hz: how bright it is."""
    mono = np.mean(wave, axis=0)
    power = np.abs(np.fft.rfft(mono)) ** 2
    return float(np.sum(power * np.fft.rfftfreq(len(mono), 1 / RATE)) / np.sum(power))


def dies_in(wave: Wave, fall: float = 20.0) -> float:
    """Seconds from its loudest moment until its power, over 3 ms, stays that many decibels below it."""
    power = np.convolve(np.mean(wave, axis=0) ** 2, np.ones(132) / 132, "same")
    loud = np.flatnonzero(power > power.max() * 10 ** (-fall / 10))
    return float((loud[-1] - np.argmax(power)) / RATE)
