"""The meter itself, on the signals of EBU Tech 3341 that need no file, and on what the standard says of a tone."""

from __future__ import annotations

import numpy as np
import pytest

from assets.studio.loudness import loudness
from assets.studio.waves import RATE, Wave


def tone(decibels: float, length: float, frequency: float = 1000.0) -> Wave:
    wave = 10 ** (decibels / 20) * np.sin(2 * np.pi * frequency * np.arange(round(length * RATE)) / RATE)
    return np.stack([wave, wave])


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([(-23, 20)], -23.0),
        ([(-33, 20)], -33.0),
        ([(-36, 10), (-23, 60), (-36, 10)], -23.0),
        ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23.0),
        ([(-26, 20), (-20, 20.1), (-26, 20)], -23.0),
    ],
)
def test_the_signals_of_the_broadcasters_read_as_they_should(parts: list[tuple[float, float]], expected: float) -> None:
    wave = np.concatenate([tone(*part) for part in parts], axis=1)
    assert loudness(wave) == pytest.approx(expected, abs=0.1)


def test_a_full_tone_in_one_channel_reads_three_below_nought() -> None:
    assert loudness(tone(0.0, 5.0, 997.0)[0]) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize(("frequency", "shift"), [(25.0, -11.1), (100.0, -1.8), (500.0, -0.7), (4000.0, 3.3)])
def test_low_tones_count_less_and_high_ones_more(frequency: float, shift: float) -> None:
    assert loudness(tone(-23.0, 5.0, frequency)) == pytest.approx(-23.0 + shift, abs=0.1)


def test_silence_has_no_loudness() -> None:
    assert loudness(np.zeros((2, RATE))) == float("-inf")
