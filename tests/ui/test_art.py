"""What the window draws with: a table at once, a sharp one later, kept between starts; pieces to be told apart."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from engine_c import EngineError, picture
from game import paths
from game.ui import look
from game.ui.art import Art, Placed, icon_colours, lamp
from game.ui.bake import shipped_name
from game.ui.board.attitude import resting
from game.ui.board.cup import CupShown
from game.ui.board.geometry import CHECKER_RADIUS, HALF_HEIGHT, HALF_WIDTH, Spot
from game.ui.board.projection import Camera, fitted
from game.ui.colours import contrast
from game.ui.colours import luminance as brightness

LOOK = look.read({}, [paths.assets() / "looks"])[0]


def camera(width: int = 320, height: int = 200, tilt: float = 16.0) -> Camera:
    return fitted((10, 10, width - 20, height - 20), (width, height), (HALF_WIDTH, HALF_HEIGHT), tilt)


@pytest.fixture(autouse=True)
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame.Surface]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield pygame.display.set_mode((320, 200))
    pygame.display.quit()


@pytest.fixture
def art(tmp_path: Path) -> Iterator[Art]:
    made = Art(LOOK, tmp_path / "kept")
    yield made
    made.close()


def colours(surface: pygame.Surface) -> npt.NDArray[np.float64]:
    return pygame.surfarray.array3d(surface).astype(float)


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    return float(np.abs(colours(one) - colours(other)).mean())


def test_a_stand_in_comes_at_once_and_the_sharp_table_later(art: Art) -> None:
    first = art.table(camera())
    assert first.get_size() == (320, 200)
    was_busy = art.is_busy
    art.wait()
    sharp = art.table(camera())
    assert (was_busy, art.is_busy) == (True, False)
    assert sharp is art.table(camera())
    assert 0.1 < difference(first, sharp) < 12


def test_poll_says_once_that_the_table_is_ready(art: Art) -> None:
    assert not art.poll()
    art.table(camera())
    answers = [art.poll()]
    while art.is_busy:
        pygame.time.wait(1)
        answers.append(art.poll())
    assert answers.count(True) == 1
    assert answers[-1]
    assert not art.poll()


def test_a_moved_camera_gives_up_the_table_of_the_old_one(art: Art) -> None:
    art.table(camera())
    art.poll()
    art.table(camera(300, 200))
    art.wait()
    assert art.table(camera(300, 200)).get_size() == (300, 200)
    assert not art.is_busy
    art.table(camera())
    assert art.is_busy


def test_a_new_size_shows_the_last_table_scaled(art: Art) -> None:
    art.table(camera())
    art.wait()
    larger = Camera(320, 200, camera().scale * 1.5, (160.0, 100.0), 16.0)
    stand_in = art.table(larger)
    art.wait()
    assert difference(stand_in, art.table(larger)) < 10


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (33, 77)])
def test_any_window_has_a_table(art: Art, size: tuple[int, int]) -> None:
    odd = Camera(*size, 1.0, (size[0] / 2, size[1] / 2), 0.0)
    assert art.table(odd).get_size() == size
    art.wait()
    assert art.table(odd).get_size() == size


def test_a_camera_out_of_range_is_refused_at_once(art: Art) -> None:
    with pytest.raises(EngineError):
        art.table(Camera(320, 200, 0.5, (160.0, 100.0), 16.0))
    assert not art.is_busy


def test_the_sharp_table_is_kept_for_the_next_start(tmp_path: Path) -> None:
    first = Art(LOOK, tmp_path)
    first.table(camera())
    first.wait()
    first.close()
    second = Art(LOOK, tmp_path)
    kept = second.table(camera())
    assert not second.is_busy
    assert difference(kept, first.table(camera())) == 0
    assert [path.suffix for path in tmp_path.iterdir()] == [".table"]


@pytest.mark.parametrize("damage", [b"", b"nonsense", zlib.compress(b"too short"), None])
def test_a_damaged_file_is_drawn_anew(tmp_path: Path, damage: bytes | None) -> None:
    first = Art(LOOK, tmp_path)
    first.table(camera())
    first.wait()
    first.close()
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    second = Art(LOOK, tmp_path)
    second.table(camera())
    assert second.is_busy
    second.wait()
    second.close()
    assert zlib.decompress(path.read_bytes()) == zlib.decompress(whole)


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    art = Art(LOOK, tmp_path / "file")
    art.table(camera())
    art.wait()
    art.close()
    assert not art.is_busy


def test_closing_ends_the_drawing(art: Art) -> None:
    art.table(camera(1920, 1080))
    art.poll()
    art.close()
    assert not art.is_busy
    assert not art.poll()


EVERY_PIECE = {
    "light checker": lambda art: art.checker(0, 20.3),
    "dark checker": lambda art: art.checker(1, 20.3, 4),
    "checker shadow": lambda art: art.checker_shadow(20.3),
    "lifted shadow": lambda art: art.checker_shadow(20.3, 0.4),
    "die": lambda art: art.die(5, 20.3, turn=30.0),
    "die shadow": lambda art: art.die_shadow(20.3, turn=30.0),
    "cube": lambda art: art.cube(64, 20.3),
    "turned cube": lambda art: art.cube(64, 20.3, 2, 42),
    "cube shadow": lambda art: art.cube_shadow(20.3),
}


@pytest.mark.parametrize("name", EVERY_PIECE)
def test_pieces_are_kept_and_their_anchor_lies_in_them(art: Art, name: str) -> None:
    surface, (x, y) = EVERY_PIECE[name](art)
    assert EVERY_PIECE[name](art)[0] is surface
    assert 0 < x < surface.get_width()
    assert 0 < y < surface.get_height()
    assert surface.get_flags() & pygame.SRCALPHA


@pytest.mark.parametrize("scale", [1.0, 3.0, 20.0, 61.6, 150.0, 700.0])
def test_pieces_are_as_large_as_asked(art: Art, scale: float) -> None:
    surface, anchor = art.checker(0, scale)
    alpha = pygame.surfarray.array_alpha(surface)
    wide = int((alpha.max(axis=1) > 127).sum())
    assert wide == pytest.approx(2 * CHECKER_RADIUS * scale, abs=1.5 + 0.01 * scale)
    assert anchor[0] == pytest.approx(surface.get_width() / 2, abs=0.6)


def test_a_camera_tilt_shows_more_of_the_side(art: Art) -> None:
    art.aim(camera(tilt=0.0))
    flat = art.checker(0, 100.0)[1][1]
    art.aim(camera(tilt=34.0))
    assert art.checker(0, 100.0)[1][1] > flat


def test_a_tumbling_die_ends_like_the_one_at_rest(art: Art) -> None:
    rest, anchor = art.die(5, 64.0, turn=30.0)
    moving, other = art.die(resting(5, 30.0), 64.0)
    assert anchor == pytest.approx(other, abs=2.0)
    first, second = (
        surface.subsurface((round(x) - 12, round(y) - 20, 24, 24))
        for surface, (x, y) in ((rest, anchor), (moving, other))
    )
    assert difference(first, second) < 12


def luminance(placed: Placed, rows: slice, columns: slice) -> float:
    """The mean luminance (WCAG 2.2) of a part of a surface, in pixels from its anchor."""
    surface, (x, y) = placed
    return luminance_of(colours(surface), int(x), int(y), rows, columns)


def luminance_of(pixels: npt.NDArray[np.float64], x: int, y: int, rows: slice, columns: slice) -> float:
    part = pixels[x + columns.start : x + columns.stop, y + rows.start : y + rows.stop].reshape(-1, 3)
    return float(np.mean([brightness((round(r), round(g), round(b))) for r, g, b in part]))


def ratio(one: float, other: float) -> float:
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_two_sides_are_told_apart(art: Art) -> None:
    art.aim(camera(tilt=0.0))
    ring = slice(int(-0.36 * 100) - 2, int(-0.36 * 100) + 2)
    light, dark = (luminance(art.checker(side, 100.0), ring, slice(-4, 4)) for side in (0, 1))
    assert ratio(light, dark) >= 3
    assert contrast(icon_colours(LOOK, 0)[0], icon_colours(LOOK, 1)[0]) >= 3


def test_a_dark_checker_has_a_light_rim(art: Art) -> None:
    art.aim(camera(tilt=0.0))
    placed = art.checker(1, 100.0)
    lines = [luminance(placed, slice(row, row + 1), slice(-3, 3)) for row in range(-44, -20)]
    rim, body = max(lines[:8]), min(lines)
    assert ratio(rim, body) >= 3


def test_a_light_checker_stands_out_from_a_light_point_by_its_shadow(art: Art) -> None:
    """On a light point its edge is seen because the wood beside it lies in its shadow."""
    view = Camera(320, 200, 100.0, (320.0 + 596.0, -320.0), 0.0)
    art.table(view)
    art.wait()
    screen = art.table(view).copy()
    board = pygame.Surface((200, 200))
    board.fill(screen.get_at((160, 100)))
    for surface, anchor in (art.checker_shadow(100.0), art.checker(0, 100.0)):
        board.blit(surface, (100 - anchor[0], 100 - anchor[1]))
    pixels = colours(board)
    body = luminance_of(pixels, 100, 100, slice(34, 38), slice(-3, 3))
    beside = luminance_of(pixels, 100, 100, slice(47, 50), slice(-3, 3))
    assert ratio(body, beside) >= 3


@pytest.mark.parametrize("pixels", [1, 7, 16, 64])
def test_icons_have_the_colours_of_the_set(art: Art, pixels: int) -> None:
    icon = art.icon(1, pixels)
    assert icon.get_size() == (pixels, pixels)
    assert art.icon(1, pixels) is icon
    if pixels >= 16:
        middle = np.array(icon.get_at((pixels // 2, pixels // 2))[:3], float)
        assert np.abs(middle - icon_colours(LOOK, 1)[0]).max() <= 2


def test_the_first_start_has_a_picture(tmp_path: Path) -> None:
    """It came with the program; whoever has changed the look or the engine runs tests/shipped_picture.py."""
    shipped = paths.assets() / "pictures" / "start"
    assert [path.name for path in shipped.glob("*.jpg")] == [shipped_name(LOOK.table)]
    view = fitted((10, 10, 620, 380), (640, 400), (HALF_WIDTH, HALF_HEIGHT), 16.0)
    with_it, without = Art(LOOK, tmp_path, shipped=shipped), Art(LOOK, tmp_path)
    first, coarse = with_it.table(view), without.table(view)
    assert with_it.is_busy
    without.wait()
    sharp = without.table(view)
    assert difference(first, sharp) < difference(coarse, sharp)
    with_it.close()


def test_another_look_does_not_take_the_shipped_picture(tmp_path: Path) -> None:
    oak = look.read({"board": "oak"}, [paths.assets() / "looks"])[0]
    one, other = Art(oak, None, shipped=paths.assets() / "pictures" / "start"), Art(oak, None)
    assert difference(one.table(camera()), other.table(camera())) == 0


def test_a_damaged_shipped_picture_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / shipped_name(LOOK.table)).write_bytes(b"no picture")
    assert Art(LOOK, None, shipped=tmp_path).table(camera()).get_size() == (320, 200)


def test_a_sharp_table_is_blended_over_its_stand_in(art: Art) -> None:
    stand_in = art.table(camera())
    replaced = [art.replaced]
    art.wait()
    replaced.append(art.replaced)
    art.forget_replaced()
    replaced.append(art.replaced)
    assert replaced == [None, stand_in, None]


def test_another_tilt_shows_the_last_table_moved(art: Art) -> None:
    art.table(camera(tilt=16.0))
    art.wait()
    stand_in = art.table(camera(tilt=24.0))
    art.wait()
    assert difference(stand_in, art.table(camera(tilt=24.0))) < 12


def test_pieces_are_darker_beside_the_lamps_pool(art: Art) -> None:
    assert lamp(-1.0, 0.8) == 1.0
    bright, dark = art.checker(0, 40.0), art.checker(0, 40.0, light=lamp(6.0, -5.5))
    assert bright[1] == dark[1]
    assert colours(dark[0]).mean() < 0.95 * colours(bright[0]).mean()


def test_cups_that_are_expected_are_drawn_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is sharp; a thread draws the cups at every lean, and the pictures are the ones drawn on demand."""
    here, there = Art(look.read({}, [paths.assets() / "looks"])[0]), Art(look.read({}, [paths.assets() / "looks"])[0])
    shown = CupShown(Spot(0.0, 0.0, 1.4), 180, 25, 1.0, 2)
    wanted = there.cup(shown, 12.0)
    here.expect_cups(12.0)
    here._ahead.wait()
    monkeypatch.setattr(picture, "cup", None)
    ready = here.cup(shown, 12.0)
    assert ready[1] == wanted[1]
    assert pygame.image.tobytes(ready[0], "RGBA") == pygame.image.tobytes(wanted[0], "RGBA")
    here.close()
    there.close()
