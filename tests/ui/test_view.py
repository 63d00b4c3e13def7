"""The table while the camera moves: the last picture moved, then the true one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.ui.board.view import BLEND_SECONDS, REST_SECONDS
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot


def at_the_table(make_pilot: MakePilot, **settings: object) -> Pilot:
    pilot = make_pilot(**settings)
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state), state)
    pilot.until_still()
    pilot.draw()
    pilot.app.art.wait()
    for _ in range(3):
        pilot.frame(BLEND_SECONDS)
        pilot.draw()
    return pilot


def pixels(pilot: Pilot) -> npt.NDArray[np.int_]:
    return pygame.surfarray.array3d(pilot.draw()).astype(int)


def rested(pilot: Pilot) -> npt.NDArray[np.int_]:
    """The true picture, everything sharp and at rest."""
    for _ in range(4):
        pilot.frame(2.0)
        pilot.draw()
        pilot.app.art.wait()
    pilot.until_still()
    return pixels(pilot)


def test_a_moved_slider_shows_at_once_what_the_true_picture_shows_later(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    before = pixels(pilot)
    pilot.change(tilt=22.0, zoom=0.9)
    at_once = pixels(pilot)
    truth = rested(pilot)
    assert np.abs(at_once - truth).mean() < 0.35 * np.abs(before - truth).mean()


@pytest.mark.parametrize("size", [(1390, 600), (1000, 900), (960, 720)])
def test_another_size_shows_at_once_what_the_true_picture_shows_later(
    make_pilot: MakePilot, size: tuple[int, int]
) -> None:
    pilot = at_the_table(make_pilot)
    pilot.surface = pygame.Surface(size)
    at_once = pixels(pilot)
    truth = rested(pilot)
    assert np.corrcoef(at_once.ravel(), truth.ravel())[0, 1] > 0.985


def test_beyond_the_picture_that_is_moved_lies_the_table(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot, zoom=1.15)
    pilot.change(zoom=0.85)
    at_once = pixels(pilot)
    truth = rested(pilot)
    edge = at_once[:, :12] - truth[:, :12]
    assert np.abs(edge).mean() < 6.0


def test_no_piece_is_drawn_anew_while_the_camera_moves(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    made = pilot.app.art.made
    for step in range(12):
        pilot.change(tilt=17.0 + step)
        assert pilot.frame()
    assert pilot.app.art.made == made
    pilot.frame(REST_SECONDS)
    pilot.draw()
    assert pilot.app.art.made > made


def test_pieces_come_a_few_at_a_time(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    pilot.change(tilt=25.0)
    pilot.frame(REST_SECONDS)
    counts = []
    for _ in range(6):
        before = pilot.app.art.made
        pilot.frame()
        pilot.draw()
        counts.append(pilot.app.art.made - before)
    assert max(counts) <= 3


def test_everything_comes_to_rest(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    pilot.change(tilt=5.0)
    assert pilot.frame()
    rested(pilot)
    assert not pilot.frame()
    assert np.array_equal(pixels(pilot), pixels(pilot))


def test_another_window_is_drawn_truly_when_it_keeps_its_size(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    pilot.change(tilt=20.0)
    pilot.surface = pygame.Surface((1280, 800))
    made = pilot.app.art.made
    pilot.draw()
    assert pilot.app.art.made == made
    pilot.frame(2 * REST_SECONDS)
    pilot.draw()
    assert pilot.app.art.made > made


def test_a_sharp_table_comes_softly(make_pilot: MakePilot) -> None:
    pilot = at_the_table(make_pilot)
    pilot.change(cloth="navy")
    coarse = pixels(pilot)
    pilot.app.art.wait()
    first = pixels(pilot)
    assert pilot.app.scene.wakes_in == 0.0
    pilot.frame()
    pilot.frame(BLEND_SECONDS / 2)
    between = pixels(pilot)
    truth = rested(pilot)
    gaps = [np.abs(shown - truth).mean() for shown in (coarse, first, between)]
    assert gaps[0] == gaps[1]
    assert gaps[2] < gaps[1]
