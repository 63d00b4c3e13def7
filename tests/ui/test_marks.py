"""Colour is never the only mark: in one colour alone every mark still has a shape of its own."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import paths
from game.match.state import Phase
from game.ui import look
from game.ui.art import Art
from game.ui.board.geometry import Geometry
from game.ui.board.layout import lay_out
from game.ui.board.paint import Marks, Painter
from game.ui.board.seen import Laid
from game.ui.board.show import Show
from game.ui.board.surround import HintLine
from game.ui.palette import palette_of
from game.ui.scale import Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas
from middle import START, header, in_the_middle
from pilot import MakePilot
from tables import TABLES

SIZE = (960, 600)
SHOWN = {
    "nothing": Marks(),
    "movable": Marks(movable=(6,)),
    "picked": Marks(picked=6),
    "keyboard": Marks(focus=6),
    "destination": Marks(targets=(6,)),
    "hit": Marks(targets=(6,), hits=(6,)),
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, npt.NDArray[np.int_]]:
    """What is seen around a checker of ours (of theirs, where one is hit) when all colours of the interface are one."""
    pygame.font.init()
    seen, _ = look.read({}, [paths.assets() / "looks"])
    usual = palette_of(seen)
    grey = replace(usual, **{one.name: (190, 190, 190) for one in fields(usual) if one.name != "dark"})
    scale = Scale(*SIZE)
    art, camera = Art(seen), lay_out(scale, 16.0).camera
    stacks: list[tuple[int, ...]] = [()] * 30
    stacks[6] = (0,)
    show = Show(Laid(tuple(stacks)), Geometry())
    spot = Geometry().checker(6, 0)
    x, y, _ = camera.project(spot.x, spot.y, spot.z)
    found = {}
    for name, marks in SHOWN.items():
        canvas = Canvas(pygame.Surface(SIZE), scale, Letters(scale.unit), grey)
        Painter(art, camera, Geometry()).draw(canvas, show, marks, None)
        part = pygame.Rect(round(x) - 40, round(y) - 75, 80, 110).clip(canvas.surface.get_rect())
        found[name] = pygame.surfarray.array3d(canvas.surface.subsurface(part)).astype(int)
    return found


@pytest.mark.parametrize(("one", "other"), list(combinations(SHOWN, 2)))
def test_marks_differ_by_their_shape(drawn: dict[str, npt.NDArray[np.int_]], one: str, other: str) -> None:
    changed = np.abs(drawn[one] - drawn[other]).sum(axis=2) > 120
    assert changed.sum() > 60


def test_a_refusal_has_a_sign_beside_its_colour() -> None:
    pygame.font.init()
    seen, _ = look.read({}, [paths.assets() / "looks"])
    usual = palette_of(seen)
    scale = Scale(*SIZE)
    pictures = []
    for is_refusal in (False, True):
        canvas = Canvas(pygame.Surface(SIZE), scale, Letters(scale.unit), replace(usual, danger=usual.ink))
        line = HintLine("", "Words", is_refusal=is_refusal)
        line.place(canvas, pygame.Rect(0, 0, 600, 50))
        line.draw(canvas, None, None)
        pictures.append(pygame.surfarray.array3d(canvas.surface)[: canvas.u(28), :50].astype(int))
    assert (np.abs(pictures[0] - pictures[1]).sum(axis=2) > 200).sum() > 60


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("text", ["normal", "very_large"])
def test_no_words_cover_the_dice(make_pilot: MakePilot, name: str, text: str) -> None:
    """Whatever is said or offered stands beside the dice that lie on the table."""
    pilot = make_pilot(text_size=text, show_undo_button=True, show_hint_button=True, confirm_automatically=False)
    TABLES[name](pilot)
    pilot.draw()
    scene, throw = pilot.app.scene, pilot.director.show.throw
    assert scene._layout is not None
    if throw is None:
        assert pilot.state.phase is not Phase.TO_PLAY or pilot.director.typing is not None
        return
    geometry, camera = pilot.director.geometry, scene._layout.camera
    at_bottom = True if throw.at_bottom is None else throw.at_bottom
    for spot in geometry.dice(at_bottom, len(throw.faces)):
        x, y, zoom = camera.project(spot.x, spot.y)
        die = pygame.Rect(0, 0, round(zoom), round(zoom))
        die.center = (round(x), round(y))
        covering = [box.key for box in scene.boxes() if box.rect.colliderect(die)]
        assert covering == []
        assert not scene._layout.strip.colliderect(die)


def test_a_clock_that_runs_out_has_a_sign(make_pilot: MakePilot) -> None:
    from game.ui.board.surround import Plate, PlateText  # noqa: PLC0415

    state = in_the_middle(START, (3, 1))
    pilot = make_pilot()
    pilot.sit(header(state), state)
    usual = pilot.app._palette
    scale = Scale(*SIZE)
    pictures = []
    for is_short in (False, True):
        canvas = Canvas(pygame.Surface(SIZE), scale, Letters(scale.unit), replace(usual, danger=usual.ink))
        words = PlateText("Ada", "", "167", "0:20", "", is_acting=True, is_short_of_time=is_short, icon=0)
        plate = Plate(words, pilot.app.art.icon)
        plate.place(canvas, pygame.Rect(0, 0, 220, 120))
        plate.draw(canvas, None, None)
        pictures.append(pygame.surfarray.array3d(canvas.surface).astype(int))
    assert (np.abs(pictures[0] - pictures[1]).sum(axis=2) > 200).sum() > 40
