"""Makes all sounds of the game: python -m assets.studio.make [folder]

Needs oggenc (apt install vorbis-tools). Everything comes from one seed, so the same sounds come out every time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import wave as riff
import zlib
from fnmatch import fnmatch
from pathlib import Path

import numpy as np

from assets.studio.effects import effects
from assets.studio.loudness import loudness
from assets.studio.music import music
from assets.studio.rain import rain
from assets.studio.waves import RATE, Random, Wave, faded, limited, loudest

SEED = 2026
EFFECT_LEVEL = 10 ** (-23.5 / 20)
"""Of every effect's loudest tenth of a second; how loud it is at the table is said where it is played."""

LOOP_LEVEL = -16.0
"""LUFS."""

CEILING = 10 ** (-1.6 / 20)
"""No sample is larger; the coder adds a little."""

_LEAD = 0.0015
"""Seconds of silence before an effect, in which the coder finds its feet."""

_QUALITY = {"effects": "6", "music": "3", "rain": "2"}


def random_for(name: str) -> Random:
    """Numbers of its own for every file: one sound can be changed without the others."""
    return np.random.default_rng([SEED, zlib.crc32(name.encode())])


def effect(made: Wave) -> Wave:
    """An effect as it goes into its file: its beginning and end at rest, as loud as all the others."""
    level = np.max(np.abs(made)) * 10 ** (-60 / 20)
    last = int(np.flatnonzero(np.abs(made) > level)[-1]) + 1
    shape = np.concatenate([np.zeros(round(_LEAD * RATE)), faded(made[:last] - np.mean(made[:last]), 0.0004, 0.006)])
    for _ in range(8):  # bending the peaks takes a little away, so what is left is raised again
        shape = limited(shape * EFFECT_LEVEL / loudest(shape), CEILING)
    return shape


def loop(made: Wave) -> Wave:
    """A loop as it goes into its file."""
    for _ in range(8):
        made = limited(made * 10 ** ((LOOP_LEVEL - loudness(made)) / 20), CEILING)
    return made


def names() -> list[str]:
    """Every file: its place below the folder, without ending."""
    takes = [f"{one.folder}/{one.name}-{take}" for one in effects() for take in range(1, one.takes + 1)]
    return [*takes, "usual/music", "usual/rain"]


def made(name: str) -> Wave:
    """The samples of a file."""
    if name == "usual/music":
        return loop(music(random_for(name)))
    if name == "usual/rain":
        return loop(rain(random_for(name)))
    event, _, _take = name.rpartition("-")
    one = next(one for one in effects() if f"{one.folder}/{one.name}" == event)
    return effect(one.make(random_for(name)))


def write(path: Path, samples: Wave, quality: str) -> None:
    """Writes an OGG file; the number of its stream comes from its name, so that it is the same every time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.wav"
        rows = np.atleast_2d(samples)
        with riff.open(str(plain), "wb") as file:
            file.setnchannels(len(rows))
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.round(rows.T * 32767).astype("<i2").tobytes())
        serial = str(zlib.crc32(path.name.encode()) & 0x7FFFFFFF)
        subprocess.run(["oggenc", "-Q", "-q", quality, "-s", serial, "-o", str(path), str(plain)], check=True)


def main() -> int:
    """The files whose names fit, or all."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent.parent / "sounds")
    options.add_argument("--only", default="*", help="a pattern, as wood/die_*; all others are left as they are")
    chosen = options.parse_args()
    fitting = [name for name in names() if fnmatch(name, chosen.only)]
    for name in fitting:
        quality = _QUALITY.get(name.rpartition("/")[2], _QUALITY["effects"])
        write(chosen.folder / f"{name}.ogg", made(name), quality)
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*.ogg"))
    print(f"{len(fitting)} of {len(names())} files, together {size / 1e6:.2f} MB, in {chosen.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
