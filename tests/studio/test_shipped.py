"""The sounds that ship, heard as well as one can without ears: levels, seams, how bright and how long they are."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import numpy as np
import pytest

from assets.studio import make
from assets.studio.loudness import loudness
from assets.studio.waves import RATE, Wave, loudest
from game.ui.voices import HEARD, USUAL, events, missing
from hearing import SOUNDS, centre, decibels, decoded, dies_in, no_device

LOOPS = ("usual/music", "usual/rain")
EFFECTS = [name for name in make.names() if name not in LOOPS]


@pytest.fixture(scope="module", autouse=True)
def _mixer() -> Iterator[None]:
    with no_device():
        yield


def sound(name: str) -> Wave:
    return decoded(SOUNDS / f"{name}.ogg")


def takes(event: str) -> list[Wave]:
    """All takes of "material/event"."""
    return [sound(name) for name in EFFECTS if name.rpartition("-")[0] == event]


# Files


def test_what_ships_is_what_the_studio_makes_and_is_small() -> None:
    shipped = {path.relative_to(SOUNDS).with_suffix("").as_posix() for path in SOUNDS.rglob("*.ogg")}
    assert shipped == set(make.names())
    assert sum(path.stat().st_size for path in SOUNDS.rglob("*.ogg")) < 3_000_000


@pytest.mark.parametrize(
    ("what", "material"),
    [
        *(("checkers", material) for material in ("wood", "marble", "lacquer")),
        *(("dice", material) for material in ("bone", "wood", "resin")),
        *(("board", material) for material in ("wood", "stone")),
        ("table", "usual"),
    ],
)
def test_every_shipped_material_has_all_its_sounds(what: str, material: str) -> None:
    assert missing(what, material, [SOUNDS]) == []
    assert material != USUAL[what] or events(what)


@pytest.mark.parametrize("kind", HEARD)
def test_whatever_happens_often_has_several_takes(kind: str) -> None:
    least = 1 if kind in ("won", "lost") else 2 if kind == "your_turn" else 3
    first = HEARD[kind][0]
    assert len(takes(f"{USUAL[first.what]}/{first.event}")) >= least


@pytest.mark.parametrize("name", ["marble/checker_down-1", "bone/die_on_felt-3", "usual/card-2"])
def test_the_studio_makes_the_same_again(name: str) -> None:
    made, shipped = make.made(name), np.mean(sound(name), axis=0)
    assert len(made) == len(shipped)
    assert np.dot(made, shipped) / np.sqrt(np.dot(made, made) * np.dot(shipped, shipped)) > 0.98


# Levels


@pytest.mark.parametrize("name", make.names())
def test_no_peak_comes_near_full_scale(name: str) -> None:
    assert decibels(float(np.abs(sound(name)).max())) <= -1.0


def test_all_effects_are_equally_loud() -> None:
    """By the root mean square of their loudest tenth of a second."""
    levels = {name: decibels(loudest(sound(name))) for name in EFFECTS}
    assert max(levels.values()) - min(levels.values()) < 3.0, sorted(levels.items(), key=lambda item: item[1])


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_as_loud_as_was_agreed(name: str) -> None:
    assert loudness(sound(name)) == pytest.approx(-16.0, abs=2.0)


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_begins_and_ends_at_rest(name: str) -> None:
    wave = sound(name)
    assert np.abs(wave[:, 0]).max() < 0.03
    assert np.abs(wave[:, -1]).max() < 0.003


# Loops


def steps_at_the_seam(wave: Wave) -> tuple[float, float]:
    """The step from the last sample to the first, and the change of slope there, each as a share of what is ordinary
    in the loop: of the largest but for one in a thousand.
    """
    once_more = np.concatenate([wave[:, -2:], wave[:, :2]], axis=1)
    step, slope = np.abs(np.diff(once_more)[:, 1]).max(), np.abs(np.diff(once_more, 2)).max()
    return (
        float(step / np.quantile(np.abs(np.diff(wave)), 0.999)),
        float(slope / np.quantile(np.abs(np.diff(wave, 2)), 0.999)),
    )


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_no_seam(name: str) -> None:
    wave = sound(name)
    assert max(steps_at_the_seam(wave)) <= 1.0
    around = np.concatenate([wave[:, -RATE // 5 :], wave[:, : RATE // 5]], axis=1)
    elsewhere = [wave[:, start : start + RATE // 5] for start in range(RATE, wave.shape[1] - RATE, RATE)]
    assert loudest(around, 0.1) < 1.5 * max(loudest(part, 0.1) for part in elsewhere)
    assert loudest(around, 0.05) > 0.2 * median(loudest(part, 0.05) for part in elsewhere)  # no hole either


@pytest.mark.parametrize("cut", [50, 27])
def test_a_tone_that_does_not_come_round_has_a_seam(cut: int) -> None:
    tone = np.sin(2 * np.pi * 441 * np.arange(44100 - cut) / RATE)  # its period is 100 samples
    assert max(steps_at_the_seam(np.stack([tone, tone]))) > 2.0
    whole = np.sin(2 * np.pi * 441 * np.arange(44100) / RATE)
    assert max(steps_at_the_seam(np.stack([whole, whole]))) < 1.1


def test_the_piece_lasts_a_minute_or_so_and_goes_up_and_down() -> None:
    wave = sound("usual/music")
    assert 60 <= wave.shape[1] / RATE <= 90
    bars = [loudest(wave[:, start : start + 4 * RATE], 1.0) for start in range(0, wave.shape[1] - 4 * RATE, 4 * RATE)]
    assert 1.3 < max(bars) / min(bars) < 6.0


# Colour


BRIGHTER = [
    ("marble/checker_down", "lacquer/checker_down"),
    ("lacquer/checker_down", "wood/checker_down"),
    ("marble/checker_on_checker", "lacquer/checker_on_checker"),
    ("lacquer/checker_on_checker", "wood/checker_on_checker"),
    ("marble/checker_knocked", "wood/checker_knocked"),
    ("marble/checker_off", "wood/checker_off"),
    ("bone/die_on_wood", "resin/die_on_wood"),
    ("bone/die_on_wood", "wood/die_on_wood"),
    ("bone/die_on_die", "wood/die_on_die"),
    ("bone/die_on_wood", "bone/die_on_felt"),
    ("resin/die_on_wood", "resin/die_on_felt"),
    ("wood/die_on_wood", "wood/die_on_felt"),
    ("bone/die_on_die", "bone/cup_shaken"),
    ("stone/board_under_checker", "wood/board_under_checker"),
    ("stone/board_under_die", "wood/board_under_die"),
    ("wood/checker_down", "usual/cup_down"),
    ("usual/card", "usual/cup_down"),
]


@pytest.mark.parametrize(("bright", "dull"), BRIGHTER)
def test_what_is_harder_is_brighter(bright: str, dull: str) -> None:
    """By the middle of the power; half as high again for most pairs, and never less than a tenth."""
    assert median(map(centre, takes(bright))) > 1.1 * median(map(centre, takes(dull)))


LONGER = [
    ("marble/checker_down", "wood/checker_down"),
    ("marble/checker_on_checker", "wood/checker_on_checker"),
    ("wood/checker_knocked", "wood/checker_down"),
    ("bone/die_on_wood", "resin/die_on_wood"),
    ("wood/board_under_checker", "stone/board_under_checker"),
    ("usual/won", "usual/cube_turned"),
]


@pytest.mark.parametrize(("long", "short"), LONGER)
def test_what_loses_less_rings_longer(long: str, short: str) -> None:
    assert median(map(dies_in, takes(long))) > median(map(dies_in, takes(short)))


@pytest.mark.parametrize(
    ("event", "least", "most"),
    [
        ("wood/checker_down", 0.005, 0.12),
        ("marble/checker_down", 0.01, 0.2),
        ("bone/die_on_wood", 0.002, 0.06),
        ("bone/die_on_felt", 0.005, 0.08),
        ("usual/cup_down", 0.02, 0.25),
    ],
)
def test_a_blow_is_as_short_as_a_blow(event: str, least: float, most: float) -> None:
    """Seconds until it has fallen by 20 decibels."""
    assert least < median(map(dies_in, takes(event))) < most


@pytest.mark.parametrize("event", sorted({name.rpartition("-")[0] for name in EFFECTS}))
def test_no_two_takes_are_alike(event: str) -> None:
    waves = [np.mean(take, axis=0) for take in takes(event)]
    for index, one in enumerate(waves):
        for other in waves[index + 1 :]:
            count = min(len(one), len(other))
            alike = np.dot(one[:count], other[:count]) / np.sqrt(np.dot(one, one) * np.dot(other, other))
            assert alike < 0.98
