"""What is heard, of which material, how loud, and when."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest

from game.errors import GameError
from game.settings import Settings
from game.ui import voices
from game.ui.board.happenings import KINDS
from game.ui.mixer import LATE, QUIET, Levels, Mixer, amplitude, mixed
from game.ui.sound import levels_of
from loudness import LOUD, heard, made_ready, opened, play

pytestmark = pytest.mark.usefixtures("silent_device")


# Which sounds there are


def test_every_happening_of_the_board_is_heard() -> None:
    assert set(KINDS) | {"card", "your_turn", "won", "lost"} == set(voices.HEARD)


@pytest.mark.parametrize("kind", voices.HEARD)
def test_every_kind_can_be_played(mixer: Mixer, told: list[GameError], kind: str) -> None:
    mixer.set_levels(LOUD)
    play(mixer, kind)
    assert heard() == 1
    assert told == []


def test_no_sound_overdrives_the_device(mixer: Mixer) -> None:
    """At full strength, of every material, with all its layers."""
    assert mixer.open()
    for materials in ({"checkers": "marble", "dice": "wood", "board": "stone"}, {"checkers": "lacquer"}):
        mixer.wear(materials)
        for kind in voices.HEARD:
            peaks = [int(np.abs(sound_samples(sound)).max()) for sound in mixer._ready(kind)]
            assert 0 < max(peaks) < 30000


def sound_samples(sound: pygame.mixer.Sound) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.frombuffer(sound.get_raw(), np.int16).astype(np.int32)


def test_layers_are_added_take_by_take() -> None:
    long, short = np.full((3, 2), 100, np.int16), np.full((1, 2), 40, np.int16)
    made = mixed([([long, short], 0.5), ([short], 1.0)])
    assert [take[:, 0].tolist() for take in made] == [[90, 50, 50], [60]]
    assert mixed([([], 1.0), ([short], 1.0)])[0].tolist() == short.tolist()
    assert mixed([([], 1.0)]) == []


@pytest.mark.parametrize(
    ("kind", "material", "is_other"),
    [
        ("checker_down", {"checkers": "marble"}, True),
        ("checker_down", {"dice": "resin"}, False),
        ("die_on_wood", {"board": "stone"}, True),
        ("cup_shaken", {"dice": "wood"}, True),
        ("card", {}, False),
    ],
)
def test_a_material_sounds_as_what_it_is(mixer: Mixer, kind: str, material: dict[str, str], is_other: bool) -> None:
    mixer.open()
    mixer.wear(voices.USUAL)
    before = [sound.get_raw() for sound in mixer._ready(kind)]
    mixer.wear({**voices.USUAL, **material})
    assert ([sound.get_raw() for sound in mixer._ready(kind)] != before) is is_other


def test_the_same_take_is_never_heard_twice_in_a_row(mixer: Mixer) -> None:
    taken = [mixer._another(-1, 4)]
    for _ in range(200):
        taken.append(mixer._another(taken[-1], 4))
    assert all(one != other for one, other in pairwise(taken))
    assert set(taken) == {0, 1, 2, 3}
    assert mixer._another(0, 1) == 0


# Levels


@pytest.mark.parametrize(
    ("changes", "levels"),
    [
        ({}, Levels(0.7, 0.0, 0.0)),
        ({"sound_volume": 0.0}, Levels()),
        ({"music_volume": 0.4, "rain_volume": 0.2}, Levels(0.7, 0.4, 0.2)),
        ({"music_volume": 0.4, "muted": True}, Levels()),
    ],
)
def test_settings_say_how_loud(changes: dict[str, float | bool], levels: Levels) -> None:
    assert levels_of(replace(Settings(), **changes)) == levels  # type: ignore[arg-type]  # by their names


def test_nothing_is_opened_where_nothing_is_to_be_heard(mixer: Mixer) -> None:
    mixer.set_levels(Levels())
    mixer.ready()
    mixer.play("won", 1.0, time.monotonic())
    assert not opened(mixer)


def test_levels_hold_at_once(mixer: Mixer) -> None:
    mixer.set_levels(Levels(effects=0.5))
    play(mixer, strength=0.5)
    (channel,) = [pygame.mixer.Channel(n) for n in range(1, 24) if pygame.mixer.Channel(n).get_busy()]
    assert channel.get_volume() == pytest.approx(amplitude(0.5) * 0.5, abs=0.01)
    mixer.set_levels(Levels(effects=0.5, music=0.5, rain=0.5))
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.Channel(0).get_busy()
    mixer.set_levels(Levels(rain=0.5))
    assert not pygame.mixer.music.get_busy()
    assert pygame.mixer.Channel(0).get_busy()
    mixer.set_levels(Levels())
    assert not opened(mixer)


def test_music_and_rain_wait_while_nobody_looks(mixer: Mixer) -> None:
    mixer.set_levels(Levels(music=0.5, rain=0.5))
    mixer.hide(True)
    assert heard() == 0
    assert not pygame.mixer.music.get_busy()
    mixer.hide(False)
    assert heard() == 1
    assert pygame.mixer.music.get_busy()


# When


def test_what_comes_too_late_is_not_heard(mixer: Mixer) -> None:
    mixer.set_levels(LOUD)
    made_ready(mixer, "won")
    mixer.play("won", 1.0, time.monotonic() - LATE - 0.01)
    assert heard() == 0


def test_of_one_kind_nothing_is_heard_twice_at_the_same_moment(mixer: Mixer) -> None:
    mixer.set_levels(LOUD)
    made_ready(mixer, "won", "lost")
    now = time.monotonic()
    for kind in ("won", "won", "lost", "won"):
        mixer.play(kind, 1.0, now)
    assert heard() == 2


def test_many_blows_at_once_find_their_end(mixer: Mixer) -> None:
    mixer.set_levels(LOUD)
    made_ready(mixer, "won")
    now = time.monotonic()
    for number in range(60):
        mixer.play("won", 1.0, now + 0.02 * number)
    assert heard() == 23, "the first channel is the rain's"


def test_the_device_is_given_back_when_it_has_been_quiet(mixer: Mixer) -> None:
    mixer.set_levels(LOUD)
    play(mixer)
    mixer.rest()
    assert opened(mixer)
    mixer._used -= QUIET + 1
    mixer.rest()
    assert not opened(mixer)
    play(mixer)
    assert heard() == 1
    mixer.set_levels(Levels(1.0, music=0.3))
    mixer._used -= QUIET + 1
    mixer.rest()
    assert opened(mixer)
