"""Struck things: a body has modes, a blow has a length, and what is heard is the body's answer to the blows.

A mode of frequency f in a material of loss factor e dies away with the time constant 1 / (pi f e) (Cremer and Heckl,
Structure-Borne Sound). A blow is half a sine as Hertz has it: hard things touch for a tenth of a millisecond, felt for
two; the harder the blow the shorter (as its speed to the power of -1/5), and a long blow wakes no high modes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assets.studio.waves import RATE, Random, Wave, add, convolved, faded, noise, seconds


@dataclass(frozen=True)
class Body:
    """modes: frequency in Hz and weight; between and above them are many weak ones, of which each blow wakes some:
    without them it would sound like a xylophone. dense: their weight. loss: the material's loss factor. held: seconds
    in which what holds the body takes every mode away, whatever its frequency. contact: seconds of an ordinary blow.
    click: weight of the air that the jolt itself moves. grain: weight of the roughness of its surface.
    """

    modes: tuple[tuple[float, float], ...]
    loss: float
    held: float
    contact: float
    click: float = 0.3
    grain: float = 0.1
    dense: float = 0.5


_MANY = 36


@dataclass(frozen=True)
class Blow:
    """at: seconds; strength: 1 is an ordinary one."""

    at: float
    strength: float = 1.0


def answer(body: Body, random: Random, length: float) -> Wave:
    """How the body rings after an instant's blow; no two pieces of a material are the same."""
    times, made = seconds(length), np.zeros(round(length * RATE))
    for frequency, weight in (*body.modes, *_between(body, random)):
        tuned = frequency * random.uniform(0.985, 1.015)
        rate = (np.pi * tuned * body.loss + 1 / body.held) * random.uniform(0.88, 1.14)
        made += weight * random.uniform(0.8, 1.2) * np.exp(-rate * times) * np.sin(2 * np.pi * tuned * times)
    return made


def _between(body: Body, random: Random) -> list[tuple[float, float]]:
    """The many weak modes, as strong as the listed ones around them would have it."""
    places, weights = (np.array(column) for column in zip(*sorted(body.modes), strict=True))
    chosen = np.exp(random.uniform(np.log(0.8 * places[0]), np.log(min(1.9 * places[-1], 17000)), _MANY))
    around = np.interp(np.log(chosen), np.log(places), weights, right=weights[-1] * 0.7)
    sizes = body.dense * around * np.abs(random.normal(0, 1, _MANY)) * np.sqrt(len(places) / _MANY)
    return list(zip(chosen.tolist(), sizes.tolist(), strict=True))


def force(blows: Sequence[Blow], contact: float, length: float) -> Wave:
    """The pushes of the blows, each half a sine with the same area for the same strength."""
    pushes = np.zeros(round(length * RATE))
    for blow in blows:
        count = max(round(RATE * contact * max(blow.strength, 0.05) ** -0.2), 2)
        pulse = np.sin(np.pi * (np.arange(count) + 0.5) / count)
        add(pushes, pulse / pulse.sum(), blow.at, blow.strength)
    return pushes


def struck(body: Body, blows: Sequence[Blow], random: Random, length: float) -> Wave:
    """What is heard of a body under blows, so many seconds long."""
    pushes = force(blows, body.contact, length)
    ringing = convolved(pushes, answer(body, random, length))
    jolt = np.diff(pushes, prepend=0.0)
    jolt *= body.click / (np.max(np.abs(jolt)) + 1e-12)
    dies = np.exp(-seconds(0.03) / (0.0012 + 2 * body.contact))
    rough = noise(random, length, 0.3 / body.contact, min(4 / body.contact, 15000.0)) * convolved(pushes, dies)
    rough *= body.grain / (np.max(np.abs(rough)) + 1e-12)
    ringing /= np.max(np.abs(ringing)) + 1e-12
    return ringing + jolt + rough


def flapping(random: Random, first: float, gap: float, shrink: float, loses: float, count: int) -> list[Blow]:
    """A thing that lands and comes to rest: blows with gaps that shrink and strengths that are lost."""
    blows, at, strength = [], first, 1.0
    for _ in range(count):
        blows.append(Blow(at, strength))
        at += gap * random.uniform(0.8, 1.2)
        gap *= shrink * random.uniform(0.9, 1.1)
        strength *= loses * random.uniform(0.8, 1.15)
    return blows


def rubbed(random: Random, length: float, low: float, high: float) -> Wave:
    """One surface along another: noise that swells and goes, with the grain's own flutter."""
    times = seconds(length)
    flutter = 1 + 0.35 * np.interp(times, np.linspace(0, length, 12), random.standard_normal(12))
    return faded(noise(random, length, low, high) * flutter, 0.35 * length, 0.6 * length)


def tuned(body: Body, factor: float, **changes: float) -> Body:
    """A body like another, all its modes higher by a factor, and what else differs."""
    return replace(body, modes=tuple((factor * frequency, weight) for frequency, weight in body.modes), **changes)
