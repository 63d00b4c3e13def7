"""The look card: what is chosen holds at once, on the table and in the interface, and is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import paths
from game.settings import read_settings
from game.ui.board.geometry import TRAY_CENTRE, TRAY_HALF_WIDTH
from game.ui.cards.look import LookCard
from game.ui.cards.message import MessageCard
from game.ui.cards.settings import SettingsCard
from game.ui.look import USUAL
from game.ui.widgets.controls import Choice, Label
from game.ui.widgets.fields import Slider
from pilot import MakePilot, Pilot


def own_look(kind: str, name: str, text: str) -> Path:
    path = paths.data_folder() / "looks" / kind / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def at_the_card(pilot: Pilot) -> Pilot:
    pilot.push("settings")
    pilot.push("look")
    pilot.frame(1.0)
    assert pilot.has(LookCard)
    return pilot


def pixels(pilot: Pilot) -> npt.NDArray[np.int_]:
    return pygame.surfarray.array3d(pilot.draw()).astype(int)


def titles(pilot: Pilot, kind: str) -> list[str]:
    choice = pilot.box(kind)
    assert isinstance(choice, Choice)
    return [words for _name, words in choice.values]


@pytest.mark.parametrize(
    ("kind", "name", "count"),
    [("board", "sandstone", 7), ("checkers", "lacquer", 3), ("dice", "amber", 3), ("cloth", "navy", 3)],
)
def test_a_choice_holds_at_once_and_is_kept(at_the_card: Pilot, kind: str, name: str, count: int) -> None:
    before = at_the_card.app.art.look
    assert len(titles(at_the_card, kind)) == count
    at_the_card.choose(kind, name)
    assert at_the_card.app.art.look != before
    assert getattr(read_settings(paths.config_folder() / "settings.toml")[0], kind) == name
    at_the_card.push("close")
    assert at_the_card.has(SettingsCard)


def test_the_table_changes_beside_the_card(at_the_card: Pilot) -> None:
    before = pixels(at_the_card)
    panel = at_the_card.app._palette.panel
    at_the_card.choose("board", "maple")
    at_the_card.choose("cloth", "burgundy")
    after = pixels(at_the_card)
    beside = slice(0, at_the_card.card.rect.left - 20)
    assert np.abs(before - after)[beside].mean() > 8
    assert at_the_card.app._palette.panel != panel
    assert at_the_card.app.art.is_busy
    at_the_card.app.art.wait()
    at_the_card.app.art.poll()
    assert np.abs(pixels(at_the_card) - after)[beside].mean() < 8


def test_nothing_else_covers_the_table(at_the_card: Pilot) -> None:
    with_card = pixels(at_the_card)
    at_the_card.app.stack.clear()
    without = pixels(at_the_card)
    width, height = at_the_card.surface.get_size()
    beside = (slice(0, width // 2), slice(0, height // 3))  # above dice and cube, which lie there only for the card
    assert np.array_equal(with_card[beside], without[beside])
    assert not np.array_equal(with_card[: width // 2], without[: width // 2])


def test_tilt_is_dragged_and_the_home_changes_sides(at_the_card: Pilot) -> None:
    slider = at_the_card.box("tilt")
    assert isinstance(slider, Slider)
    track = slider._track
    at_the_card.mouse(pygame.MOUSEBUTTONDOWN, track.center)
    for share in (0.6, 0.8, 1.0):
        at_the_card.mouse(pygame.MOUSEMOTION, (track.left + share * track.width, track.centery))
        at_the_card.draw()
    at_the_card.mouse(pygame.MOUSEBUTTONUP, track.midright)
    assert at_the_card.app.settings.tilt == 34.0
    at_the_card.mouse(pygame.MOUSEMOTION, track.midleft)
    assert at_the_card.app.settings.tilt == 34.0
    at_the_card.switch("home_on_left", True)
    assert at_the_card.app.settings.home_on_left


@pytest.mark.parametrize("name", ["ebony", "amber"])
def test_over_the_table_of_the_menu_dice_and_cube_are_seen(at_the_card: Pilot, name: str) -> None:
    def beside() -> npt.NDArray[np.int_]:
        at_the_card.frame(1.0)
        at_the_card.draw()
        at_the_card.app.art.wait()
        at_the_card.app.art.poll()
        at_the_card.frame(1.0)
        return pixels(at_the_card)[: at_the_card.card.rect.left - 20]

    before = beside()
    at_the_card.choose("dice", name)
    changed = np.abs(before - beside()).max(axis=2) > 24
    assert changed.sum() > 1500, "two dice and a cube look otherwise"
    halves = np.flatnonzero(changed.any(axis=1))
    middle = at_the_card.app.scene.view._seat.project(0.0, 0.0)[0]  # type: ignore[union-attr]  # it was drawn
    assert halves.min() < middle / 4, "the cube"
    assert halves.max() > middle, "a die in each half"
    at_the_card.press("escape")
    at_the_card.press("escape")
    assert at_the_card.app.scene.director is None


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_the_card_leaves_the_points_of_the_board_in_sight(make_pilot: MakePilot, size: tuple[int, int]) -> None:
    pilot = make_pilot(size=size)
    pilot.push("settings")
    pilot.push("look")
    pilot.frame(1.0)
    pilot.draw()
    seat = pilot.app.scene.view._seat
    assert seat is not None
    assert pilot.card.rect.left > seat.project(TRAY_CENTRE - TRAY_HALF_WIDTH - 0.5, 0.0)[0]


def test_the_usual_look_comes_back(at_the_card: Pilot) -> None:
    usual = at_the_card.app.art.look
    at_the_card.choose("board", "ebony")
    at_the_card.choose("dice", "ebony")
    at_the_card.push("usual")
    assert at_the_card.app.art.look == usual
    assert {kind: getattr(at_the_card.app.settings, kind) for kind in USUAL} == USUAL


def test_by_keys_alone(at_the_card: Pilot) -> None:
    while at_the_card.card.focus is None or at_the_card.card.focus.key != "cloth":
        at_the_card.press("tab")
    at_the_card.press("right", "right", "left")
    assert at_the_card.app.settings.cloth == "burgundy"
    at_the_card.press("escape")
    assert at_the_card.has(SettingsCard)


def test_a_look_put_into_the_folder_appears(pilot: Pilot) -> None:
    own_look("cloth", "dark_plum", '[cloth]\ndark = "#201020"\nlight = "#402040"\n')
    pilot.push("settings")
    pilot.push("look")
    assert "dark plum" in titles(pilot, "cloth")
    pilot.choose("cloth", "dark_plum")
    assert pilot.app.art.look.table.cloth.light[2] > pilot.app.art.look.table.cloth.light[1]
    assert not pilot.notices


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# mine\n[cloth]\nlight = 3\n", "mine.toml:3 the key cloth.light cannot be 3"),
        ("[cloth\n", "mine.toml cannot be read"),
        ('extends = "mien"\n', "mine.toml:1 extends mien, which does not exist"),
    ],
)
def test_what_is_wrong_in_a_look_is_told(pilot: Pilot, text: str, words: str) -> None:
    own_look("cloth", "mine", text)
    pilot.push("settings")
    pilot.push("look")
    pilot.choose("cloth", "mine")
    pilot.frame()
    pilot.draw()
    assert pilot.has(MessageCard)
    assert words in " ".join(box.label for box in pilot.card._content.parts() if isinstance(box, Label))


def test_all_that_is_wrong_in_a_look_is_told_on_one_card(pilot: Pilot) -> None:
    own_look("board", "mine", 'extends = "maple"\nborder = "stars"\n[frame]\ndarkk = "#20403a"\nrough = 7\n')
    pilot.push("settings")
    pilot.push("look")
    pilot.choose("board", "mine")
    pilot.frame()
    pilot.draw()
    told = [box.label for box in pilot.card._content.parts() if isinstance(box, Label)]
    assert [words.partition("mine.toml")[2] for words in told] == [
        ":2 the key border cannot be stars; the value of maple is shown.",
        ":4 the key frame.darkk means nothing; perhaps frame.dark is meant.",
        ":5 the key frame.rough cannot be 7; the value of maple is shown.",
    ]
    pilot.press("escape")
    pilot.choose("cloth", "navy")
    pilot.frame()
    assert pilot.has(LookCard), "it is not told again while something else is chosen"
    pilot.choose("board", "maple")
    pilot.choose("board", "mine")
    pilot.frame()
    assert pilot.has(MessageCard), "but it is when the board is chosen again"


def test_a_look_that_is_gone_is_told_at_the_next_change(make_pilot: MakePilot) -> None:
    pilot = make_pilot(board="gone")
    pilot.change(cloth="navy")
    pilot.frame()
    assert pilot.has(MessageCard)
    assert pilot.app.art.look.table.frame.substance == "wood"
