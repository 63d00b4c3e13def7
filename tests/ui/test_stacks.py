"""Checkers on top of each other: a stack is seen to be one, throws one shadow, and always says how many it has."""

from __future__ import annotations

from itertools import combinations
from math import dist

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import paths
from game.ui import look
from game.ui.art import Art
from game.ui.board import geometry as table
from game.ui.board import numbers
from game.ui.board.geometry import Geometry
from game.ui.board.layout import lay_out
from game.ui.board.paint import Marks, Painter
from game.ui.board.seen import Laid
from game.ui.board.show import Show
from game.ui.palette import palette_of
from game.ui.scale import TEXT_FACTORS, Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas

SIZE = (960, 600)


def laid(stacks: dict[int, int]) -> Laid:
    """So many light checkers on each of these places."""
    return Laid(tuple((0,) * stacks.get(place, 0) for place in range(table.PLACES)))


def drawn(shown: Show, tilt: float = 16.0, marks: Marks | None = None) -> npt.NDArray[np.float64]:
    pygame.font.init()
    seen, _ = look.read({}, [paths.assets() / "looks"])
    scale = Scale(*SIZE)
    canvas = Canvas(pygame.Surface(SIZE), scale, Letters(scale.unit), palette_of(seen))
    camera = lay_out(scale, tilt).camera
    Painter(Art(seen), camera, Geometry()).draw(canvas, shown, marks or Marks(), None)
    return pygame.surfarray.array3d(canvas.surface).astype(float)


@pytest.mark.parametrize("place", [table.BAR, table.OTHER_BAR])
def test_no_two_checkers_on_the_bar_fall_into_one_another(place: int) -> None:
    spots = [Geometry().checker(place, index) for index in range(15)]
    for one, other in combinations(spots, 2):
        is_above = abs(one.z - other.z) >= table.CHECKER_HEIGHT
        assert is_above or dist((one.x, one.y), (other.x, other.y)) >= 2 * table.CHECKER_RADIUS
        assert (one.x, one.y) != (other.x, other.y) or abs(one.z - other.z) > table.CHECKER_HEIGHT
    assert all(abs(spot.y) + table.CHECKER_RADIUS < table.FIELD_HALF_HEIGHT for spot in spots)


def test_a_stack_on_the_bar_takes_the_light_away_once() -> None:
    left, right = table.BAR_HALF_WIDTH + 0.1, table.BAR_HALF_WIDTH + 1.6
    camera = lay_out(Scale(*SIZE), 16.0).camera
    (x0, y0, scale), (x1, y1, _) = camera.project(left, 5.0), camera.project(right, 0.5)
    full, empty = (drawn(Show(laid(stacks), Geometry())) + 1 for stacks in ({table.BAR: 15}, {}))
    darkest = (full / empty)[round(x0) : round(x1), round(y0) : round(y1)].mean(axis=2).min()
    art = Art(look.read({}, [paths.assets() / "looks"])[0])
    art.aim(camera)
    lone = [art.checker_shadow(scale, table.RIM + layer * table.CHECKER_HEIGHT)[0] for layer in range(4)]
    blackest = max(int(pygame.surfarray.array_alpha(shadow).max()) for shadow in lone)
    assert darkest > 0.9 * (1 - blackest / 255)


MOVES: list[tuple[dict[int, int], int, int]] = [
    ({6: 3, table.TRAY: 7}, 6, table.TRAY),
    ({13: 3, 6: 6}, 13, 6),
    ({13: 3, 6: 7}, 6, 4),
]


@pytest.mark.parametrize(("before", "source", "target"), MOVES)
@pytest.mark.parametrize("in_hand", [None, 0])
def test_a_number_is_there_all_the_time(
    before: dict[int, int], source: int, target: int, in_hand: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a checker comes down, and while it settles: how many lie there, then one more."""
    after = before | {source: before[source] - 1, target: before.get(target, 0) + 1}
    numbered = target if Geometry().is_numbered(target, before.get(target, 0)) else source
    show = Show(laid(before), Geometry())
    show.move(laid(after), 0.4, in_hand=in_hand)
    written: list[str] = []
    monkeypatch.setattr(numbers, "on_checker", lambda _canvas, number, *_more: written.append(number))
    said = []
    for frame in range(100):
        show.step(10.0 + frame / 60)
        written.clear()
        drawn(show)
        said.append(list(written))
        if not show.is_busy and not show.receiving():
            break
    first, last = ([str(stacks[numbered])] for stacks in (before, after))
    changed = said.index(last)
    assert said == [first] * changed + [last] * (len(said) - changed)
    assert len(said) > 5


@pytest.mark.parametrize("board", ["walnut", "pearl"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("tilt", [0.0, 16.0, 34.0])
def test_numbers_of_points_stand_on_the_flat_of_the_rim(board: str, size: tuple[int, int], tilt: float) -> None:
    pygame.font.init()
    seen, _ = look.read({"board": board}, [paths.assets() / "looks"])
    scale = Scale(*size, text=TEXT_FACTORS["very_large"])
    camera, art, shown = lay_out(scale, tilt).camera, Art(seen), Show(laid({}), Geometry())
    pictures = []
    for numbers_from in (None, 0):
        canvas = Canvas(pygame.Surface(size), scale, Letters(scale.unit * scale.text), palette_of(seen))
        Painter(art, camera, Geometry(), numbers_from=numbers_from).draw(canvas, shown, Marks(), None)
        pictures.append(pygame.surfarray.array3d(canvas.surface).astype(int))
    written = (np.abs(pictures[1] - pictures[0]).sum(axis=2) > 60).any(axis=0)
    rails = [(5.97, 5.71), (-5.71, -5.97)] if board == "walnut" else [(5.925, 5.71), (-5.71, -5.925)]
    for ends in rails:
        top, bottom = (camera.project(0.0, y, table.RIM)[1] for y in ends)
        rows = np.flatnonzero(written[round(top) - 20 : round(bottom) + 20]) + round(top) - 20
        assert rows.min() >= round(top) - 1
        assert rows.max() <= round(bottom)
        assert np.ptp(rows) >= 5
        assert (rows.min() + rows.max() + 1) / 2 == pytest.approx((top + bottom) / 2, abs=1.5)
