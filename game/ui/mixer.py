"""The sound device: opened when there is something to hear, closed when there is not, and silent when there is none.

Used by one thread. Nothing that a device does or fails to do is a fault of the game: it plays on without.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pygame

from game.errors import GameError
from game.ui import voices
from game.ui.voices import HEARD, MUSIC, RAIN, Layer

REFUSALS = {"sound_unreadable": ("file", "why")}
"""The code told here and its facts. why: the system's own words."""

RATE, BITS, SIDES, BUFFER = 44100, -16, 2, 512
CHANNELS = 24
"""So many blows may ring at the same time; the first channel is the rain's."""

QUIET = 30.0
"""Seconds after the last sound until the device is given back."""

PATIENCE = 20.0
"""Seconds until a device that could not be opened is tried again."""

LATE = 0.25
"""Seconds; what could not be heard by then belongs to something no longer seen."""

TOGETHER = 0.012
"""Seconds; of one kind nothing is heard twice within them."""

LOOP_GAIN = 0.7
"""Music and rain at their loudest, so that all together do not overdrive the device."""

Samples = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Levels:
    """How loud, each 0 (not at all) to 1."""

    effects: float = 0.0
    music: float = 0.0
    rain: float = 0.0


def amplitude(level: float) -> float:
    """What a slider's level means for the device: half way is a quarter, which sounds like half."""
    return level * level


@dataclass
class Mixer:
    """tell: told of files that cannot be read. why: what the system said when no device could be opened, else ''."""

    folders: Sequence[Path]
    tell: Callable[[GameError], object]
    why: str = ""
    _levels: Levels = field(default_factory=Levels)
    _materials: Mapping[str, str] = field(default_factory=dict)
    _is_hidden: bool = False
    _mixed: dict[str, list[Samples]] = field(default_factory=dict)
    _sounds: dict[str, list[pygame.mixer.Sound]] = field(default_factory=dict)
    _read_takes: dict[Layer, list[Samples]] = field(default_factory=dict)
    _rain: pygame.mixer.Sound | None = None
    _has_music: bool = False
    _tried: float = float("-inf")
    _used: float = 0.0
    _last: dict[str, tuple[float, int]] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)
    _random: Random = field(default_factory=Random)

    @property
    def is_open(self) -> bool:
        """The device is ours."""
        return pygame.mixer.get_init() is not None

    # What is wanted

    def wear(self, materials: Mapping[str, str]) -> None:
        """What checkers, dice and board are made of from now on; see `voices.USUAL`."""
        if materials != self._materials:
            self._materials = dict(materials)
            self._mixed.clear()
            self._read_takes.clear()
            self._sounds.clear()
            self._last.clear()

    def set_levels(self, levels: Levels) -> None:
        """How loud everything is from now on."""
        self._levels = levels
        if levels == Levels():
            self.close()
        self._go_on_and_on()

    def hide(self, is_hidden: bool) -> None:
        """Nobody looks: music and rain wait."""
        self._is_hidden = is_hidden
        self._go_on_and_on()

    def play(self, kind: str, strength: float, at: float) -> None:
        """Something happened. strength: 0 to 1. at: `time.monotonic` when it did."""
        last, take = self._last.get(kind, (float("-inf"), -1))
        if self._levels.effects <= 0.0 or at - last < TOGETHER or kind not in HEARD or not self.open():
            return
        sounds = self._ready(kind)
        if not sounds or time.monotonic() - at > LATE:
            return
        take = self._another(take, len(sounds))
        self._last[kind] = at, take
        # pygame's own search for a free channel would take the rain's as well.
        free = (pygame.mixer.Channel(number) for number in range(1, CHANNELS))
        channel = next((one for one in free if not one.get_busy()), None)
        if channel is not None:
            channel.set_volume(amplitude(self._levels.effects) * min(max(strength, 0.04), 1.0))
            channel.play(sounds[take])
        self._used = time.monotonic()

    def _another(self, last: int, count: int) -> int:
        """A take that was not the last one."""
        take = self._random.randrange(max(count - 1, 1))
        return take + 1 if count > 1 and take >= last >= 0 else take

    # The device

    def open(self) -> bool:
        """Takes the device, if there is one. True when it is ours."""
        if self.is_open:
            return True
        if time.monotonic() - self._tried < PATIENCE and self.why:
            return False
        self._tried = time.monotonic()
        try:
            pygame.mixer.init(RATE, BITS, SIDES, BUFFER, allowedchanges=0)
        except pygame.error as error:
            self.why = str(error) or "?"
            return False
        self.why = ""
        pygame.mixer.set_num_channels(CHANNELS)
        self._used = time.monotonic()
        return True

    def ready(self) -> None:
        """Reads all files that the chosen materials need, so that the first sound comes in time."""
        if self._levels.effects > 0.0 and self.open():
            for kind in HEARD:
                self._ready(kind)
        self._go_on_and_on()

    def rest(self) -> None:
        """Gives the device back when it has not been heard for a while."""
        is_heard = self._has_music or self._rain is not None
        if self.is_open and not is_heard and time.monotonic() - self._used > QUIET:
            self.close()

    def changed(self, *, is_there: bool) -> None:
        """A device came or went. One that came matters to those who have none (the system tells of all devices when
        the first is opened); when one went, it may have been ours: begins again with the one the system prefers now.
        """
        if is_there == self.is_open:
            return
        self.why = ""
        self.close()
        self.ready()

    def close(self) -> None:
        """Gives the device back. What is wanted is kept."""
        self._sounds.clear()
        self._rain, self._has_music = None, False
        pygame.mixer.quit()

    def attempt(self, call: Callable[[], object]) -> None:
        """Does something with the device; one that fails amid it is given back, and tried again later."""
        try:
            call()
        except pygame.error as error:
            self.close()
            self.why, self._tried = str(error) or "?", time.monotonic()

    # What goes on and on

    def _go_on_and_on(self) -> None:
        music = 0.0 if self._is_hidden else LOOP_GAIN * amplitude(self._levels.music)
        rain = 0.0 if self._is_hidden else LOOP_GAIN * amplitude(self._levels.rain)
        if (music > 0.0 or rain > 0.0) and not self.open():
            return
        if not self.is_open:
            return
        self._set_music(music)
        self._set_rain(rain)
        self._used = time.monotonic()

    def _set_music(self, volume: float) -> None:
        """Streamed from its file: decoded it would be large."""
        if volume > 0.0 and not self._has_music:
            for path in self._files(*MUSIC):
                try:
                    pygame.mixer.music.load(path)
                    pygame.mixer.music.play(-1, fade_ms=1500)
                except pygame.error as error:
                    self._unreadable(path, error)
                    continue
                self._has_music = True
                break
        elif volume <= 0.0 and self._has_music:
            pygame.mixer.music.stop()
            pygame.mixer.music.unload()
            self._has_music = False
        if self._has_music:
            pygame.mixer.music.set_volume(volume)

    def _set_rain(self, volume: float) -> None:
        channel = pygame.mixer.Channel(0)
        if volume > 0.0 and self._rain is None:
            for path in self._files(*RAIN):
                self._rain = self._read(path)
                if self._rain is not None:
                    channel.play(self._rain, -1, fade_ms=1500)
                    break
        elif volume <= 0.0 and self._rain is not None:
            channel.stop()
            self._rain = None
        if self._rain is not None:
            self._rain.set_volume(volume)

    # Files

    def _files(self, what: str, event: str) -> list[Path]:
        return [path for found in voices.takes(what, voices.USUAL[what], event, self.folders) for path in found]

    def _ready(self, kind: str) -> list[pygame.mixer.Sound]:
        """The takes of a kind, of the materials chosen: read and mixed the first time."""
        if kind not in self._sounds:
            if kind not in self._mixed:
                self._mixed[kind] = mixed([(self._takes(layer), layer.gain) for layer in HEARD[kind]])
            self._sounds[kind] = [pygame.mixer.Sound(buffer=samples.tobytes()) for samples in self._mixed[kind]]
        return self._sounds[kind]

    def _takes(self, layer: Layer) -> list[Samples]:
        alike = replace(layer, gain=1.0)
        if alike not in self._read_takes:
            self._read_takes[alike] = self._decoded(layer)
        return self._read_takes[alike]

    def _decoded(self, layer: Layer) -> list[Samples]:
        material = self._materials.get(layer.what, voices.USUAL[layer.what])
        for found in voices.takes(layer.what, material, layer.event, self.folders):
            sounds = [sound for path in found if (sound := self._read(path)) is not None]
            if sounds:
                return [np.frombuffer(sound.get_raw(), np.int16).reshape(-1, SIDES) for sound in sounds]
        return []

    def _read(self, path: Path) -> pygame.mixer.Sound | None:
        try:
            return pygame.mixer.Sound(path)
        except (pygame.error, OSError) as error:
            self._unreadable(path, error)
            return None

    def _unreadable(self, path: Path, error: Exception) -> None:
        """Told once: it is tried again with every look."""
        if str(path) not in self._told:
            self._told.add(str(path))
            self.tell(GameError("sound_unreadable", file=str(path), why=error))


def mixed(layers: Sequence[tuple[Sequence[Samples], float]]) -> list[Samples]:
    """As many takes as the layer with most of them: layer by layer added with its gain, bent where it would go over."""
    present = [(takes, gain) for takes, gain in layers if takes]
    made = []
    for number in range(max((len(takes) for takes, _ in present), default=0)):
        parts = [(takes[number % len(takes)], gain) for takes, gain in present]
        whole = np.zeros((max(len(part) for part, _ in parts), SIDES))
        for part, gain in parts:
            whole[: len(part)] += gain * part
        made.append(np.clip(np.round(whole), -32768, 32767).astype(np.int16))
    return made
