"""Rain on the window: the hiss of the street far away, drops on the pane, water that gathers and runs down."""

from __future__ import annotations

import numpy as np

from assets.studio.waves import RATE, Random, Wave, add_around, noise, seconds

LENGTH = 26.0
"""Seconds of the loop."""

_DROPS = 34.0
"""Drops on the pane a second."""


def rain(random: Random) -> Wave:
    """The whole loop, left and right. All of it goes round: no end and no beginning."""
    made = np.stack([_street(random) for _ in range(2)])
    for _ in range(round(LENGTH * _DROPS)):
        _pan(made, _drop(random), random.uniform(0, LENGTH), random.lognormal(-2.1, 0.75), random.uniform(-0.9, 0.9))
    for _ in range(round(LENGTH * 0.5)):
        _pan(made, _trickle(random), random.uniform(0, LENGTH), 0.05, random.uniform(-0.7, 0.7))
    return made


def _pan(made: Wave, part: Wave, at: float, gain: float, side: float) -> None:
    angle = np.pi / 4 * (1 + side)
    add_around(made, np.stack([np.cos(angle) * part, np.sin(angle) * part]), at, gain)


def _street(random: Random) -> Wave:
    """A hiss that swells and thins slowly, and a low rush below it."""
    count = round(LENGTH * RATE)
    turns = np.arange(count) / count * 2 * np.pi
    swell = 1.0 + sum(0.10 * np.sin(n * turns + random.uniform(0, 2 * np.pi)) for n in (1, 2, 3, 5))
    high = noise(random, LENGTH, 900, 4200, is_loop=True)
    air = noise(random, LENGTH, 3800, 8200, is_loop=True)
    low = noise(random, LENGTH, 70, 420, is_loop=True)
    return np.asarray(swell * (0.045 * high + 0.016 * air) + 0.018 * low)


def _drop(random: Random) -> Wave:
    """A tick on glass and, for the fat ones, the bubble's rising tone (Minnaert)."""
    times = seconds(0.06)
    start = random.uniform(1500, 4600)
    phase = 2 * np.pi * (start * times + 0.5 * start * random.uniform(3, 9) * times**2)
    tone = np.sin(phase) * np.exp(-times / random.uniform(0.003, 0.008))
    glass = np.sin(2 * np.pi * random.uniform(5200, 8800) * times) * np.exp(-times / 0.0012)
    pane = np.sin(2 * np.pi * random.uniform(240, 520) * times) * np.exp(-times / 0.012)
    rise = 1 - np.exp(-times / 0.0003)
    return np.asarray(rise * (tone + 0.35 * glass + 0.5 * pane))


def _trickle(random: Random) -> Wave:
    """Small bubbles, one after the other."""
    made = np.zeros(round(0.9 * RATE))
    at = 0.0
    while at < 0.8:
        times = seconds(0.04)
        start = random.uniform(700, 1900)
        bubble = np.sin(2 * np.pi * start * (times + 4 * times**2)) * np.exp(-times / 0.008)
        place = round(at * RATE)
        made[place : place + len(bubble)] += bubble[: len(made) - place] * random.uniform(0.3, 1.0)
        at += random.exponential(0.045)
    return made * np.sin(np.linspace(0, np.pi, len(made)))
