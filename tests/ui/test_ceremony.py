"""What frames a match: an approach, a closing turn, gold; each by setting, skipped by any key or click."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from game.match import events
from game.match.options import MatchOptions
from game.settings import Settings
from game.storage.header import MatchHeader
from game.ui.board import poses, rain
from game.ui.board.layout import lay_out
from game.ui.cards.result import ResultCard
from game.ui.modes.ceremony import CARD_AFTER
from game.ui.scale import Scale
from middle import in_the_middle
from pilot import MakePilot, Pilot

MOVING = {"animation_speed": "normal", "confirm_automatically": False}
SEAT = lay_out(Scale(1280, 800), 16.0).camera


def started(make_pilot: MakePilot, **settings: Any) -> Pilot:
    """Somebody has just sat down."""
    pilot = make_pilot(**{**MOVING, **settings})
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=3), extra={"seed": 1}, dice="seeded"))
    return pilot


def ended(
    make_pilot: MakePilot, winner: int = 0, seats: tuple[str, str] = ("person", "person"), **settings: Any
) -> Pilot:
    """One more play, and the match is over."""
    pilot = make_pilot(**{**MOVING, "approach": False, **settings})
    state = in_the_middle("1:1 off:14 / 1:1 off:14", (6, 5), length=1)
    match = MatchHeader(("Ada", "Bea"), state.options, seats, extra={"seed": 1}, dice="seeded", colours="light")
    pilot.sit(match, state)
    if winner == 0:
        pilot.until(lambda: pilot.director.entry is not None or pilot.state.phase.name == "MATCH_OVER")
        if pilot.director.entry is not None:
            pilot.director.submit(0, events.Move(pilot.director.entry.choices[:1]))
    else:
        pilot.director.submit(0, events.Resign(1))
    return pilot


def test_the_dice_wait_for_the_camera(make_pilot: MakePilot) -> None:
    pilot = started(make_pilot)
    frames = 0
    while pilot.app.scene.view.is_arriving:
        assert pilot.state.dice is None
        assert pilot.frame(0.1)
        pilot.draw()
        frames += 1
    assert frames >= 25
    pilot.until_still()
    assert pilot.state.dice is not None


@pytest.mark.parametrize("how", ["key", "click"])
def test_any_key_or_click_skips_the_approach_and_does_nothing_else(make_pilot: MakePilot, how: str) -> None:
    pilot = started(make_pilot)
    pilot.frame(0.3)
    pilot.draw()
    if how == "key":
        pilot.press("escape")
    else:
        pilot.click_at((400, 300))
    assert not pilot.app.scene.view.is_flying
    assert pilot.app.stack.top is None


@pytest.mark.parametrize("settings", [{"approach": False}, {"reduced_motion": True}, {"animation_speed": "off"}])
def test_there_is_no_approach_where_it_is_not_wanted(make_pilot: MakePilot, settings: dict[str, Any]) -> None:
    assert not started(make_pilot, **settings).app.scene.view.is_flying


def test_the_result_waits_until_the_table_has_had_its_moment(make_pilot: MakePilot) -> None:
    pilot = ended(make_pilot)
    pilot.until(lambda: pilot.app.scene.ceremony.holds)
    assert pilot.app.stack.top is None
    began = pilot.now
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.now - began == pytest.approx(CARD_AFTER, abs=0.1)
    assert pilot.app.scene.view.is_flying


def test_a_key_brings_the_result_at_once(make_pilot: MakePilot) -> None:
    pilot = ended(make_pilot)
    pilot.until(lambda: pilot.app.scene.ceremony.holds)
    pilot.press("space")
    assert pilot.has(ResultCard)
    assert not pilot.app.scene.view.is_flying


@pytest.mark.parametrize(
    ("settings", "turns", "has_gold"),
    [
        ({}, True, True),
        ({"closing_turn": False}, False, True),
        ({"reduced_motion": True}, False, False),
        ({"animation_speed": "off"}, False, False),
    ],
)
def test_what_is_seen_at_the_end(make_pilot: MakePilot, settings: dict[str, Any], turns: bool, has_gold: bool) -> None:
    pilot = ended(make_pilot, **settings)
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.app.scene.view.is_flying == turns
    assert (pilot.app.scene.ceremony._rain_began is not None) == has_gold


def test_gold_falls_only_for_a_person(make_pilot: MakePilot) -> None:
    pilot = ended(make_pilot, winner=1, seats=("person", "balanced:easy"))
    pilot.until(lambda: pilot.app.scene.ceremony.holds or pilot.has(ResultCard))
    assert pilot.app.scene.ceremony._rain_began is None


def test_leaving_ends_everything(make_pilot: MakePilot) -> None:
    pilot = ended(make_pilot)
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("menu")
    assert not pilot.app.scene.view.is_flying
    assert not pilot.app.scene.ceremony.holds


# Numbers


def test_flights_begin_and_end_in_the_seat() -> None:
    assert poses.approach(SEAT, 1.0) == poses.Pose(SEAT)
    assert poses.closing(SEAT, 0.0) == poses.Pose(SEAT)


@pytest.mark.parametrize("path", [poses.approach, poses.closing])
@pytest.mark.parametrize("tilt", [0.0, 34.0])
def test_flights_go_on_without_a_leap(path: Any, tilt: float) -> None:
    seat = lay_out(Scale(1920, 1080), tilt).camera
    poses = [path(seat, share / 200) for share in range(201)]
    scales = np.diff([pose.camera.scale for pose in poses]) / seat.scale
    turns = np.diff([pose.turn for pose in poses])
    assert np.abs(scales).max() < 0.02
    assert np.abs(turns).max() < 0.4
    assert all(0.0 <= pose.camera.tilt <= 45.0 and 0.0 <= pose.light <= 1.0 for pose in poses)


def test_gold_comes_and_goes() -> None:
    lit = []
    for age in (0.0, 1.6, rain.SECONDS):
        surface = pygame.Surface((320, 200))
        rain.draw(surface, age)
        lit.append(float(pygame.surfarray.array3d(surface).mean()))
    assert lit[0] == lit[2] == 0.0
    assert lit[1] > 3.0


def test_settings_of_the_camera_are_on_at_first() -> None:
    assert Settings().approach
    assert Settings().closing_turn
