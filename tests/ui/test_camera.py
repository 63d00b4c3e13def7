"""F34, F35: at every zoom and tilt, in every shape of window, a place is hit where it is drawn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pygame
import pytest

from game.settings import LEAST_ZOOM, MOST_ZOOM
from game.ui.board import geometry as table
from game.ui.board.geometry import HALF_HEIGHT, HALF_WIDTH, Geometry
from game.ui.board.layout import TableLayout, lay_out
from game.ui.board.projection import Camera, way_between
from game.ui.board.seen import Laid
from game.ui.scale import TEXT_FACTORS, Scale
from middle import header, in_the_middle
from pilot import MakePilot, Pilot

SHAPES = {
    "4:3": (1024, 768),
    "smallest": (960, 600),
    "16:10": (1280, 800),
    "16:9": (1600, 900),
    "21:9": (2560, 1080),
    "3:2": (1440, 960),
    "full screen": (1920, 1080),
}
ZOOMS = (LEAST_ZOOM, 1.0, 1.08, MOST_ZOOM)
TILTS = (0.0, 16.0, 34.0)
PLACES = (*range(1, 25), table.TRAY, table.OTHER_TRAY, table.BAR, table.OTHER_BAR)


def layout(size: tuple[int, int], tilt: float, zoom: float, text: str = "normal") -> TableLayout:
    return lay_out(Scale(*size, 1.0, TEXT_FACTORS[text]), tilt, zoom)


def middle_of(geometry: Geometry, place: int) -> tuple[float, float]:
    """The middle of a point, of half the bar, of a tray."""
    if place in (table.TRAY, table.OTHER_TRAY):
        return (-1 if geometry.mirrored else 1) * table.TRAY_CENTRE, -2.8 if place == table.TRAY else 2.8
    if place in (table.BAR, table.OTHER_BAR):
        return 0.0, 2.8 if place == table.BAR else -2.8
    x, up = geometry.point(place)
    return x, up * (table.POINT_BASE + table.POINT_TIP) / 2


@pytest.mark.parametrize("shape", SHAPES)
def test_the_middle_of_every_place_is_hit_and_uncovered(shape: str) -> None:
    for tilt, zoom, mirrored, text in product(TILTS, ZOOMS, (False, True), ("normal", "very_large")):
        made, geometry = layout(SHAPES[shape], tilt, zoom, text), Geometry(mirrored)
        for place in PLACES:
            x, y = middle_of(geometry, place)
            height = table.RIM if place in (table.BAR, table.OTHER_BAR) else 0.0
            at = made.camera.project(x, y, height)[:2]
            assert geometry.place_at(*made.camera.unproject(*at)) == place, (tilt, zoom, mirrored, place)
            assert pygame.Rect((0, 0), SHAPES[shape]).collidepoint(at)
            assert not made.column.collidepoint(at)
            assert not made.strip.collidepoint(at)


@pytest.mark.parametrize("shape", SHAPES)
def test_whole_checkers_are_seen_everywhere(shape: str) -> None:
    for tilt, zoom in product(TILTS, ZOOMS):
        made, geometry = layout(SHAPES[shape], tilt, zoom), Geometry()
        free = pygame.Rect(0, 0, made.column.left, made.strip.top)
        for place in PLACES:
            spot = geometry.checker(place, 0)
            x, y, scale = made.camera.project(spot.x, spot.y, spot.z)
            half = table.CHECKER_RADIUS * scale
            assert free.contains(pygame.Rect(x - half, y - half, 2 * half, 2 * half)), (tilt, zoom, place)


@pytest.mark.parametrize(("shape", "mirrored"), [("4:3", False), ("smallest", True)])
def test_a_click_finds_the_checker_that_is_drawn(make_pilot: MakePilot, shape: str, mirrored: bool) -> None:
    """The picture is asked: where a checker changes it, there its place is hit."""
    pilot = make_pilot(size=SHAPES[shape], home_on_left=mirrored, show_point_numbers=False)
    state = in_the_middle("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (3, 1))
    pilot.sit(header(state), state)
    pilot.until_still()
    for tilt, zoom in ((0.0, MOST_ZOOM), (34.0, LEAST_ZOOM)):
        pilot.change(tilt=tilt, zoom=zoom)
        for _ in range(4):  # the camera comes to rest, and the true picture takes over
            pilot.frame(2.0)
            pilot.draw()
        found = [place_of_drawn_checker(pilot, place) for place in (1, 12, 13, 18, 24, 0, 25)]
        assert found == [1, 12, 13, 18, 24, 0, 25], (tilt, zoom)


def place_of_drawn_checker(pilot: Pilot, place: int) -> int | None:
    """Lays a single checker on an empty table, and asks what lies where that changes the picture."""
    scene, show = pilot.app.scene, pilot.director.show
    pilot.director.entry = scene.touch = show.throw = None
    pixels = []
    lone: tuple[int, ...] = (0,)
    for stack in (lone, ()):
        stacks: list[tuple[int, ...]] = [()] * table.PLACES
        stacks[place] = stack
        show.set(Laid(tuple(stacks)))
        pixels.append(pygame.surfarray.array3d(pilot.draw()).astype(int))
    assert scene._layout is not None
    free = scene._layout.column.left
    changed = np.abs(pixels[0] - pixels[1])[:free].sum(axis=2) > 60
    x, y = np.median(np.argwhere(changed), axis=0)
    return scene._place_at((float(x), float(y)))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_board_fills_the_window(shape: str) -> None:
    """At least seven tenths of the window's smaller side, at every zoom, tilt and size of letters."""
    width, height = SHAPES[shape]
    for tilt, zoom, text in product(TILTS, ZOOMS, TEXT_FACTORS):
        camera = layout(SHAPES[shape], tilt, zoom, text).camera
        corners = [camera.project(x, y, 0.5) for x in (-HALF_WIDTH, HALF_WIDTH) for y in (-HALF_HEIGHT, HALF_HEIGHT)]
        across = max(c[0] for c in corners) - min(c[0] for c in corners)
        assert across >= 0.7 * min(width, height), (tilt, zoom, text)


def test_zoom_goes_on_without_a_leap() -> None:
    for shape, tilt in product(SHAPES.values(), TILTS):
        scales = [layout(shape, tilt, LEAST_ZOOM + step * 0.01).camera.scale for step in range(31)]
        steps = np.diff(scales)
        assert (steps > -0.3).all()
        assert scales[-1] > 1.2 * scales[0]


@pytest.mark.parametrize("turn", [0.0, 8.0])
def test_the_way_between_two_cameras_keeps_places(turn: float) -> None:
    old, new = Camera(1280, 800, 55.0, (600.0, 400.0), 16.0), Camera(1280, 800, 70.0, (580.0, 380.0), 30.0)
    way = way_between(new, old, turn)
    angle = np.radians(turn)
    for x, y in ((0.0, 0.0), (6.0, 3.0), (-4.0, -5.0)):
        seen = (x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle))
        px, py, _ = new.project(*seen, 0.25)
        source = way @ (px, py, 1.0)
        assert source[:2] / source[2] == pytest.approx(old.project(x, y, 0.25)[:2], abs=1e-6)
