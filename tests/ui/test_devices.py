"""No device, one that comes and goes, a broken file or a missing set: none is in anybody's way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from game import paths
from game.errors import GameError
from game.ui import look
from game.ui.input import DevicesChanged, InputReader
from game.ui.mixer import PATIENCE, Levels, Mixer
from loudness import LOUD, heard, made_ready, opened, play

pytestmark = pytest.mark.usefixtures("silent_device")


# No device, and one that comes and goes


def test_without_a_device_there_is_silence_and_a_reason(mixer: Mixer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuch")
    mixer.set_levels(Levels(1.0, 1.0, 1.0))
    mixer.ready()
    play(mixer)
    mixer.rest()
    mixer.hide(True)
    assert not opened(mixer)
    assert "nosuch" in mixer.why
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    play(mixer)
    assert not opened(mixer), "not tried again at every blow"
    mixer._tried -= PATIENCE
    play(mixer)
    assert opened(mixer)
    assert mixer.why == ""


def test_a_device_that_goes_is_followed_by_the_next_one_or_by_silence(
    mixer: Mixer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixer.set_levels(Levels(1.0, music=0.5))
    mixer.changed(is_there=False)
    assert pygame.mixer.music.get_busy()
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuch")
    mixer.changed(is_there=False)
    assert mixer.why
    play(mixer)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    mixer.changed(is_there=True)
    assert pygame.mixer.music.get_busy()
    assert mixer.why == ""


def test_a_device_that_fails_amid_a_sound_is_given_back(mixer: Mixer) -> None:
    def fail() -> None:
        raise pygame.error("the device is on fire")

    mixer.set_levels(LOUD)
    play(mixer)
    mixer.attempt(fail)
    assert (mixer.is_open, mixer.why) == (False, "the device is on fire")
    mixer.attempt(lambda: play(mixer))
    assert not opened(mixer)


def test_a_device_that_is_announced_while_one_plays_interrupts_nothing(mixer: Mixer) -> None:
    """The system announces all of them when the first is opened."""
    mixer.set_levels(LOUD)
    play(mixer)
    mixer.changed(is_there=True)
    assert heard() == 1


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (pygame.Event(pygame.AUDIODEVICEREMOVED, iscapture=0, which=0), [DevicesChanged(False)]),
        (pygame.Event(pygame.AUDIODEVICEADDED, iscapture=0, which=0), [DevicesChanged(True)]),
        (pygame.Event(pygame.AUDIODEVICEADDED, iscapture=1, which=0), []),
    ],
)
def test_the_window_hears_of_devices(event: pygame.Event, expected: list[DevicesChanged]) -> None:
    assert list(InputReader().read(event, 0.0)) == expected


# Files and sets of one's own


def own(home: Path, name: str) -> Path:
    path = home / "data" / "sounds" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_a_broken_file_is_told_once_and_the_usual_sound_is_heard(
    mixer: Mixer, told: list[GameError], home: Path
) -> None:
    path = own(home, "glass/checker_down.ogg")
    path.write_bytes(b"OggS and nothing else")
    mixer.set_levels(LOUD)
    for material in ("glass", "wood", "glass"):
        mixer.wear({"checkers": material})
        made_ready(mixer, "checker_down")
    assert [(error.code, error.facts["file"]) for error in told] == [("sound_unreadable", str(path))]
    play(mixer)
    assert heard() == 1


def test_without_any_file_there_is_silence(tmp_path: Path, told: list[GameError]) -> None:
    mixer = Mixer([tmp_path], told.append)
    mixer.set_levels(Levels(1.0, 1.0, 1.0))
    mixer.ready()
    play(mixer)
    assert heard() == 0
    assert told == []


def test_a_look_with_a_sound_of_its_own_uses_what_there_is_of_it(mixer: Mixer, home: Path) -> None:
    shutil.copy(paths.assets() / "sounds" / "usual" / "card-1.ogg", own(home, "glass/checker_down.ogg"))
    mixer.open()
    mixer.wear({"checkers": "wood"})
    wood = {kind: mixer._ready(kind)[0].get_raw() for kind in ("checker_down", "checker_off")}
    mixer.wear({"checkers": "glass"})
    assert mixer._ready("checker_down")[0].get_raw() != wood["checker_down"]
    assert mixer._ready("checker_off")[0].get_raw() == wood["checker_off"]


@pytest.mark.parametrize(
    ("kind", "text", "line", "lacking"),
    [
        ("checkers", 'light_rim = 0.5\nsound = "glass"', 2, "checker_off"),
        ("dice", 'sound = "marble"', 1, "die_on_felt"),
        ("board", '\n\nsound = "bone"', 3, "board_under_die"),
        ("checkers", 'sound = "marble"', 0, ""),
        ("board", 'sound = "stone"', 0, ""),
    ],
)
def test_a_look_whose_material_has_no_sound_is_named(
    tmp_path: Path, kind: str, text: str, line: int, lacking: str
) -> None:
    path = tmp_path / kind / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    _, problems = look.read({kind: "mine"}, [tmp_path, paths.assets() / "looks"])
    assert [(one.code, one.facts["file"]) for one in problems] == (
        [("look_without_sound", f"{path}:{line}")] if line else []
    )
    assert all(lacking in str(one.facts["events"]) for one in problems)
