"""Sound as numbers: arrays of samples, noise in a band, rooms, loudness. Everything is float, 1.0 is full scale."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

RATE = 44100
"""Samples a second, everywhere."""

Wave = npt.NDArray[np.float64]
"""Samples; with two rows where there is a left and a right side."""

Random = np.random.Generator


def seconds(length: float) -> Wave:
    """The times of all samples of a stretch of so many seconds."""
    return np.arange(round(length * RATE)) / RATE


def add(onto: Wave, part: Wave, at: float, gain: float = 1.0) -> None:
    """Adds a part at a time in seconds; what hangs over the end is cut off."""
    start = round(at * RATE)
    room = onto.shape[-1] - start
    if room > 0:
        onto[..., start : start + part.shape[-1]] += gain * part[..., :room]


def add_around(onto: Wave, part: Wave, at: float, gain: float = 1.0) -> None:
    """Adds a part to a loop, both of two sides: what hangs over the end goes on at the beginning."""
    places = (round(at * RATE) + np.arange(part.shape[-1])) % onto.shape[-1]
    for side, added in zip(onto, part, strict=True):
        np.add.at(side, places, gain * added)


def filtered(wave: Wave, gain: Callable[[Wave], Wave], *, is_loop: bool = False) -> Wave:
    """The wave through a filter without delay. gain: factors for frequencies in Hz. is_loop: its end is before its
    beginning, else silence is.
    """
    count = wave.shape[-1]
    padded = count if is_loop else 1 << int(np.ceil(np.log2(count + RATE // 10)))
    spectrum = np.fft.rfft(wave, padded) * gain(frequencies(padded))
    return np.asarray(np.fft.irfft(spectrum, padded)[..., :count])


def frequencies(count: int) -> Wave:
    """Those, in Hz, of a real transform of so many samples."""
    return np.asarray(np.fft.rfftfreq(count, 1 / RATE), np.float64)


def band(low: float, high: float, steepness: int = 2) -> Callable[[Wave], Wave]:
    """A filter that lets pass what lies between two frequencies (Butterworth's curve, in magnitude)."""

    def gain(frequency: Wave) -> Wave:
        below = 1 / np.sqrt(1 + (low / np.maximum(frequency, 1e-3)) ** (2 * steepness))
        above = 1 / np.sqrt(1 + (frequency / high) ** (2 * steepness))
        return np.asarray(below * above)

    return gain


def noise(random: Random, length: float, low: float, high: float, *, is_loop: bool = False) -> Wave:
    """Noise between two frequencies, with a mean power of 1."""
    made = filtered(random.standard_normal(round(length * RATE)), band(low, high, 3), is_loop=is_loop)
    return np.asarray(made / np.sqrt(np.mean(made**2)))


def convolved(wave: Wave, answer: Wave) -> Wave:
    """What a body answers to a force: as long as the wave."""
    padded = 1 << int(np.ceil(np.log2(wave.shape[-1] + answer.shape[-1])))
    made = np.fft.irfft(np.fft.rfft(wave, padded) * np.fft.rfft(answer, padded), padded)
    return np.asarray(made[..., : wave.shape[-1]])


def room(random: Random, length: float, decay: float, high: float) -> Wave:
    """The answer of a small room, left and right: noise that dies away (its time constant in seconds), darker later."""
    times = seconds(length)
    bright = np.stack([noise(random, length, 180.0, high) for _ in range(2)])
    dark = np.stack([noise(random, length, 150.0, high / 3) for _ in range(2)])
    share = np.exp(-times / (0.35 * decay))
    answer = (share * bright + (1 - share) * dark) * np.exp(-times / decay)
    answer *= np.minimum(times / 0.012, 1.0)  # the first echo comes a little later
    return np.asarray(answer / np.sqrt(np.sum(answer**2, axis=-1, keepdims=True)))


def in_room(wave: Wave, answer: Wave, share: float) -> Wave:
    """A loop of two sides with its echo, which goes round the loop as well."""
    length = wave.shape[-1]
    padded = np.zeros((2, length))
    padded[:, : answer.shape[-1]] = answer
    echo = np.fft.irfft(np.fft.rfft(wave) * np.fft.rfft(padded), length)
    return np.asarray(wave + share * echo)


def faded(wave: Wave, rise: float, fall: float) -> Wave:
    """The wave with so many seconds of rise and fall at its ends."""
    made = wave.copy()
    up, down = round(rise * RATE), round(fall * RATE)
    if up:
        made[..., :up] *= np.sin(np.linspace(0, np.pi / 2, up)) ** 2
    if down:
        made[..., -down:] *= np.cos(np.linspace(0, np.pi / 2, down)) ** 2
    return made


def loudest(wave: Wave, window: float = 0.1) -> float:
    """The root mean square of the loudest stretch of `window` seconds."""
    power = np.concatenate([[0.0], np.cumsum(np.mean(np.atleast_2d(wave) ** 2, axis=0))])
    count = round(window * RATE)
    if len(power) <= count:
        return float(np.sqrt(power[-1] / count))
    return float(np.sqrt(np.max(power[count:] - power[:-count]) / count))


def limited(wave: Wave, ceiling: float) -> Wave:
    """The wave with its peaks bent smoothly so that none goes over the ceiling; below 60 % of it nothing changes."""
    knee = 0.6 * ceiling
    size = np.abs(wave)
    over = np.maximum(size - knee, 0.0)
    bent = knee + (ceiling - knee) * np.tanh(over / (ceiling - knee))
    return np.where(size > knee, np.sign(wave) * bent, wave)
