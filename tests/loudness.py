"""How loud, in tests of sounds."""

from __future__ import annotations

import time

import pygame

from game.ui.mixer import Levels, Mixer

LOUD = Levels(effects=1.0)


def heard() -> int:
    """Channels that sound now."""
    return sum(pygame.mixer.Channel(number).get_busy() for number in range(pygame.mixer.get_num_channels()))


def opened(mixer: Mixer) -> bool:
    """It has the device now; asked anew every time."""
    return mixer.is_open


def play(mixer: Mixer, kind: str = "won", strength: float = 1.0) -> None:
    """By default something that can still be heard when a busy machine has looked away for a while."""
    made_ready(mixer, kind)
    mixer.play(kind, strength, time.monotonic())


def made_ready(mixer: Mixer, *kinds: str) -> None:
    """Read before it is heard: the machine may be busy."""
    if mixer.open():
        for kind in kinds:
            mixer._ready(kind)
