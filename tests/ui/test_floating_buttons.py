"""Buttons that float on the board lie on nothing: no checker of the first five of a point, no die, not the cube."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
import pytest

from game.i18n import LANGUAGES
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.board import geometry as places
from game.ui.board.projection import Camera
from game.ui.modes import lying
from game.ui.scale import TEXT_FACTORS
from middle import NAMES, START, header, in_the_middle
from pilot import MakePilot, Pilot

AGAINST = ("person", "balanced:easy")


def opening(*typed: str) -> Callable[[Pilot], None]:
    def begin(pilot: Pilot) -> None:
        pilot.sit(MatchHeader(NAMES, MatchOptions(length=5), AGAINST, "typed"))
        pilot.until_still()
        pilot.press(*typed)

    return begin


def turn(*typed: str, side: int = 0) -> Callable[[Pilot], None]:
    def begin(pilot: Pilot) -> None:
        state = replace(in_the_middle(START, None), side=side, to_act=side)
        pilot.sit(header(state, AGAINST, "typed"), state)
        pilot.until_still()
        pilot.press(*typed)

    return begin


def rolling(pilot: Pilot) -> None:
    state = in_the_middle(START, None)
    pilot.sit(header(state), state)


def choosing(pilot: Pilot) -> None:
    state = in_the_middle(START, None, "aceydeucey_us")
    state = replace(state, phase=Phase.TO_CHOOSE, dice=(2, 1))
    pilot.sit(header(state), state)


STATES: dict[str, Callable[[Pilot], None]] = {
    "opening": opening(),
    "opening, one die": opening("3"),
    "opening, the person begins": opening("3", "1"),
    "opening, the computer begins": opening("1", "3"),
    "turn": turn(),
    "turn, one die": turn("6"),
    "turn, both dice": turn("6", "5"),
    "the computer's turn": turn(side=1),
    "the computer's turn, both dice": turn("6", "5", side=1),
    "to roll or to double": rolling,
    "to choose a double": choosing,
}


def block(camera: Camera, spot: places.Spot, half: float, height: float) -> pygame.Rect:
    """The pixels of something that lies there."""
    left, top, scale = camera.project(spot.x, spot.y + half, spot.z + height)
    bottom = camera.project(spot.x, spot.y - half, spot.z)[1]
    return pygame.Rect(round(left - half * scale), round(top), round(2 * half * scale), round(bottom - top))


def lies_there(pilot: Pilot) -> Iterator[tuple[str, pygame.Rect]]:
    """All that a button must not cover."""
    layout, director = pilot.app.scene._layout, pilot.director
    assert layout is not None
    for point in range(1, 25):
        for index in range(places.STACK_LIMIT):
            spot = director.geometry.checker(point, index)
            yield f"point {point}", block(layout.camera, spot, places.CHECKER_RADIUS, places.CHECKER_HEIGHT)
    for die in director.show.dice():
        yield f"the {die.face}", block(layout.camera, die.spot, places.DIE_HALF, 2 * places.DIE_HALF)
    cube = lying.cube(director)
    if cube is not None:
        yield "the cube", block(layout.camera, cube.spot, places.CUBE_HALF, 2 * places.CUBE_HALF)


def covered(pilot: Pilot) -> list[str]:
    """What lies under which button."""
    buttons = [(box.key, box.rect) for box in pilot.app.scene.boxes() if box.can_focus]
    assert {"roll", "face 1", "correct"} & {key for key, _rect in buttons}
    return [f"{key} on {what}" for what, rect in lies_there(pilot) for key, at in buttons if rect.colliderect(at)]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)], ids=str)
def test_no_button_covers_what_may_lie_on_the_board(make_pilot: MakePilot, size: tuple[int, int], state: str) -> None:
    pilot = make_pilot(size=size, is_blind=True)
    STATES[state](pilot)
    pilot.until_still()
    faults = {}
    for language in LANGUAGES:
        for text in TEXT_FACTORS:
            pilot.change(language=language, text_size=text)
            faults[language, text] = covered(pilot)
    assert not {how: found for how, found in faults.items() if found}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("tilt", [0.0, 34.0])
@pytest.mark.parametrize("zoom", [0.85, 1.15])
def test_no_button_covers_anything_from_elsewhere(make_pilot: MakePilot, tilt: float, zoom: float, state: str) -> None:
    pilot = make_pilot(is_blind=True, tilt=tilt, zoom=zoom, home_on_left=True, text_size="large")
    STATES[state](pilot)
    pilot.until_still()
    assert not covered(pilot)


def test_the_buttons_of_a_roll_float_on_the_board_where_it_has_room_for_them(make_pilot: MakePilot) -> None:
    pilot = make_pilot(size=(1280, 800), is_blind=True)
    rolling(pilot)
    pilot.until_still()
    layout = pilot.app.scene._layout
    assert layout is not None
    assert layout.board.contains(pilot.box("roll").rect)
    pilot.change(language="el", text_size="very_large")
    pilot.surface = pygame.Surface((960, 600))
    pilot.draw()
    layout = pilot.app.scene._layout
    assert layout is not None
    assert layout.board.contains(pilot.box("roll").rect)
    assert layout.column.contains(pilot.box("double").rect)
