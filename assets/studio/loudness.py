"""How loud a programme is: ITU-R BS.1770-4, in LUFS."""

from __future__ import annotations

import numpy as np

from assets.studio.waves import RATE, Wave, frequencies

_BLOCK, _STEP = 0.4, 0.1
"""Seconds of a block and from one to the next."""

_STRETCH, _BESIDE = 49152, 8192
"""Samples filtered at once, and those heard with them on either side."""


def _biquad(frequency: Wave, above: tuple[float, float, float], below: tuple[float, float, float]) -> Wave:
    turn = np.exp(-2j * np.pi * frequency / RATE)
    up = above[0] + above[1] * turn + above[2] * turn**2
    down = below[0] + below[1] * turn + below[2] * turn**2
    return np.asarray(np.abs(up / down))


def weighting(frequency: Wave) -> Wave:
    """The K curve as factors: the head's shelf above 1.7 kHz and the cut below 40 Hz, with the standard's filters
    carried from 48 kHz to our rate by their analogue frequencies (as De Man, AES 2014).
    """
    tangent = np.tan(np.pi * 1681.974450955533 / RATE)
    gain, quality = 10 ** (3.999843853973347 / 20), 0.7071752369554196
    middle = gain**0.4996667741545416
    shelf = _biquad(
        frequency,
        (
            gain + middle * tangent / quality + tangent**2,
            2 * (tangent**2 - gain),
            gain - middle * tangent / quality + tangent**2,
        ),
        (1 + tangent / quality + tangent**2, 2 * (tangent**2 - 1), 1 - tangent / quality + tangent**2),
    )
    tangent, quality = np.tan(np.pi * 38.13547087602444 / RATE), 0.5003270373238773
    cut = _biquad(
        frequency,
        (1.0, -2.0, 1.0),
        (1 + tangent / quality + tangent**2, 2 * (tangent**2 - 1), 1 - tangent / quality + tangent**2),
    )
    # The standard's cut has 1, -2, 1 above and a denominator that begins with 1.
    return np.asarray(shelf * cut * (1 + tangent / quality + tangent**2))


def loudness(wave: Wave) -> float:
    """LUFS of one or two channels; -inf for silence."""
    heard = _heard(np.atleast_2d(wave))
    power = np.concatenate([[0.0], np.cumsum(np.sum(heard**2, axis=0))])
    block, step = round(_BLOCK * RATE), round(_STEP * RATE)
    starts = np.arange(0, len(power) - block, step)
    blocks = (power[starts + block] - power[starts]) / block
    with np.errstate(divide="ignore"):
        blocks = blocks[_lufs(blocks) > -70.0]
        if not len(blocks):
            return float("-inf")
        blocks = blocks[_lufs(blocks) > _lufs(np.mean(blocks)) - 10.0]
        return float(_lufs(np.mean(blocks)))


def _heard(wave: Wave) -> Wave:
    """The wave through the K curve, in stretches: one whole transform of a long piece would be slow."""
    gain = weighting(frequencies(_STRETCH + 2 * _BESIDE))
    made = np.zeros((len(wave), -(-wave.shape[1] // _STRETCH) * _STRETCH))
    padded = np.pad(wave, ((0, 0), (_BESIDE, made.shape[1] - wave.shape[1] + _BESIDE)))
    for start in range(0, made.shape[1], _STRETCH):
        stretch = padded[:, start : start + _STRETCH + 2 * _BESIDE]
        through = np.fft.irfft(np.fft.rfft(stretch) * gain, stretch.shape[1])
        made[:, start : start + _STRETCH] = through[:, _BESIDE : _BESIDE + _STRETCH]
    return made[:, : wave.shape[1]]


def _lufs(power: Wave) -> Wave:
    return np.asarray(-0.691 + 10 * np.log10(power))
