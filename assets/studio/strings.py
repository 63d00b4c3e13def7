"""Instruments: a lute with paired strings, a reed flute, bowed strings and a frame drum, each one note at a time."""

from __future__ import annotations

import numpy as np

from assets.studio.strike import Blow, Body, struck
from assets.studio.waves import Random, Wave, faded, filtered, noise, seconds

D4 = 293.66
"""Hz; the tonic, as it is written."""

_PLUCKED_AT = 0.17
"""Where the plectrum is, as a share of the string."""

_BOWL = ((105.0, 40.0, 1.2), (215.0, 70.0, 1.6), (420.0, 130.0, 1.1), (880.0, 300.0, 0.5))
"""What the bowl of a lute favours: Hz, width in Hz, weight."""


def plucked(random: Random, pitch: float, length: float, bright: float = 0.6) -> Wave:
    """An oud's pair of gut strings under a plectrum. bright: 0 to 1."""
    times = seconds(length)
    made = np.zeros(times.shape)
    ringing = 0.62 * (D4 / pitch) ** 0.45
    for detuned in (1.0, 2 ** (random.uniform(1.5, 3.5) / 1200)):
        for number in range(1, min(int(9000 / pitch), 34)):
            frequency = number * pitch * detuned * np.sqrt(1 + 0.00006 * number**2)
            weight = abs(np.sin(np.pi * number * _PLUCKED_AT)) / number ** (1.75 - 0.75 * bright)
            decay = ringing / (1 + 0.16 * number + 0.012 * number**2)
            made += (
                weight
                * random.uniform(0.85, 1.15)
                * np.exp(-times / decay)
                * np.sin(2 * np.pi * frequency * times + random.uniform(-0.4, 0.4))
            )
    made = filtered(made, _bowl)
    touch = noise(random, 0.02, 900, 5200) * np.exp(-seconds(0.02) / 0.004)
    made /= np.max(np.abs(made))
    made[: len(touch)] += 0.10 * bright * touch[: len(made)]
    return faded(made, 0.0015, min(0.06, length / 4))


def _bowl(frequency: Wave) -> Wave:
    gain = np.full(frequency.shape, 0.55)
    for centre, width, weight in _BOWL:
        gain += weight / (1 + ((frequency - centre) / width) ** 2)
    return np.asarray(gain / (1 + (frequency / 5200) ** 4))


def blown(random: Random, pitch: float, length: float, strength: float = 1.0) -> Wave:
    """A ney: breath before the tone, a tone that comes from below, a slow shake in long notes."""
    times = seconds(length + 0.16)
    share = np.clip(times / max(length, 0.1), 0, 1)
    shake = 9.0 * np.clip((times - 0.45) / 0.8, 0, 1) * np.sin(2 * np.pi * (4.6 * times + 0.25 * times**1.1))
    cents = (
        -55 * np.exp(-times / 0.045)
        + shake
        + 2.5 * np.interp(times, np.linspace(0, times[-1], 9), random.standard_normal(9))
    )
    phase = 2 * np.pi * np.cumsum(pitch * 2 ** (cents / 1200)) / 44100
    swell = np.clip(times / 0.11, 0, 1) ** 1.5 * (0.82 + 0.18 * np.sin(np.pi * share))
    swell *= 1 + 0.05 * np.sin(2 * np.pi * 4.6 * times) * np.clip((times - 0.45) / 0.8, 0, 1)
    tone = sum(
        weight * np.sin(number * phase + number) * swell**power
        for number, weight, power in ((1, 1.0, 1.0), (2, 0.34, 1.5), (3, 0.22, 2.0), (4, 0.07, 2.5), (5, 0.035, 3.0))
    )
    breath = noise(random, length + 0.16, 0.9 * pitch, 5.5 * pitch)[: len(times)]
    early = 0.050 + 0.10 * np.exp(-times / 0.06)
    return faded(strength * (tone + early * swell * breath), 0.01, 0.15)


def bowed(random: Random, pitch: float, length: float) -> Wave:
    """A few strings, softly: it swells and goes within its length."""
    times = seconds(length)
    made = np.zeros(times.shape)
    for _ in range(5):
        detuned = pitch * 2 ** (random.normal(0, 4.0) / 1200)
        rate, start = random.uniform(4.2, 5.6), random.uniform(0, 2 * np.pi)
        phase = 2 * np.pi * detuned * times + 0.006 * detuned / rate * np.sin(2 * np.pi * rate * times + start)
        lag = random.uniform(0, 2 * np.pi)
        for number in range(1, min(int(3600 / pitch), 14)):
            made += np.sin(number * (phase + lag)) / number**1.55 / (1 + (number * pitch / 1900) ** 2)
    return faded(made / 5, 0.38 * length, 0.42 * length)


_SKIN = Body(
    ((92, 1), (146, 0.5), (197, 0.35), (212, 0.25), (244, 0.2), (269, 0.14), (322, 0.08)),
    loss=0.02, held=0.24, contact=0.0030, click=0.0, grain=0.03,
)  # fmt: skip
_EDGE = Body(((310, 0.7), (494, 1.0), (662, 0.7), (905, 0.5), (1330, 0.3)), 0.03, 0.06, 0.0009, 0.02, 0.12)
"""A skin struck in its middle, with the modes of a membrane, and at its edge."""


def drummed(random: Random, *, is_low: bool, strength: float) -> Wave:
    """A bendir: the low stroke of the middle or the light one of the edge."""
    return strength * struck(_SKIN if is_low else _EDGE, [Blow(0.002)], random, 0.9 if is_low else 0.3)
