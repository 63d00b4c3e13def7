"""Looks read from files: what they extend, what is wrong in them, which colours words get."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import paths
from game.errors import GameError
from game.ui import look
from game.ui.look import USUAL, Look, contrast

SHIPPED = paths.assets() / "looks"


def written(folder: Path, kind: str, name: str, text: str) -> Path:
    path = folder / kind / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path, **chosen: str) -> tuple[Look, list[GameError]]:
    return look.read(chosen, [folder, SHIPPED])


@pytest.mark.parametrize("kind", USUAL)
def test_every_shipped_look_is_without_fault(kind: str) -> None:
    found = look.names(kind, [SHIPPED])
    assert found[0] == USUAL[kind]
    for name in found:
        assert look.read({kind: name}, [SHIPPED])[1] == []


def test_a_look_names_only_what_differs(tmp_path: Path) -> None:
    written(tmp_path, "board", "night", '[frame]\nlight = "#ff0000"\n')
    usual, _ = read(tmp_path)
    night, problems = read(tmp_path, board="night")
    assert problems == []
    assert night.table.frame.light == (1.0, 0.0, 0.0)
    assert night.table.frame.dark == usual.table.frame.dark
    assert night.table.inlay == usual.table.inlay


def test_a_look_extends_another(tmp_path: Path) -> None:
    written(tmp_path, "cloth", "red", '[cloth]\ndark = "#400000"\nlight = "#800000"\n')
    written(tmp_path, "cloth", "rough", 'extends = "red"\n[cloth]\nrough = 1.0\n')
    made, problems = read(tmp_path, cloth="rough")
    red, _ = read(tmp_path, cloth="red")
    assert problems == []
    assert made.table.cloth.rough == 1.0
    assert made.table.cloth.light == red.table.cloth.light
    assert made.table.tray == made.table.cloth


def test_the_first_folder_wins(tmp_path: Path) -> None:
    written(tmp_path, "dice", "ivory", 'sound = "glass"\n')
    made, _ = read(tmp_path)
    assert made.dice_sound == "glass"


@pytest.mark.parametrize(
    ("kind", "text", "key"),
    [
        ("board", "glitter = 1", "glitter"),
        ("board", "frame = 3", "frame"),
        ("board", '[frame]\ncolour = "#ffffff"', "frame.colour"),
        ("board", '[frame]\nlight = "white"', "frame.light"),
        ("board", "[frame]\nlight = 7", "frame.light"),
        ("board", '[frame]\nsubstance = "cheese"', "frame.substance"),
        ("board", "[frame]\nsubstance = []", "frame.substance"),
        ("board", "[frame]\nrough = 0.0", "frame.rough"),
        ("board", "[frame]\ncoat = nan", "frame.coat"),
        ("board", "[frame]\nfigure = true", "frame.figure"),
        ("board", 'border = "stars"', "border"),
        ("board", "border = []", "border"),
        ("board", '[interface]\nink = "black"', "interface.ink"),
        ("board", '[interface]\nglow = "#ffffff"', "interface.glow"),
        ("board", "extends = 4", "extends"),
        ("board", 'extends = "mine"', "extends"),
        ("checkers", "dark_rim = 2", "dark_rim"),
        ("checkers", 'sound = "../wood"', "sound"),
        ("dice", "[die]", "die"),
        ("cloth", '[frame]\nlight = "#ffffff"', "frame"),
    ],
)
def test_a_wrong_key_is_named_and_the_usual_value_is_used(tmp_path: Path, kind: str, text: str, key: str) -> None:
    path = written(tmp_path, kind, "mine", text)
    made, problems = read(tmp_path, **{kind: "mine"})
    line = 2 if "." in key else 1
    assert [(problem.code, problem.facts["file"], problem.facts["key"]) for problem in problems] == [
        ("look_wrong_key", f"{path}:{line}", key)
    ]
    assert made == read(tmp_path)[0]


@pytest.mark.parametrize(
    ("text", "code"),
    [("frame = ", "look_unreadable"), ('extends = "nowhere"', "look_missing")],
)
def test_a_file_that_cannot_be_used_is_reported(tmp_path: Path, text: str, code: str) -> None:
    written(tmp_path, "board", "mine", text)
    made, problems = read(tmp_path, board="mine")
    assert [problem.code for problem in problems] == [code]
    assert made == read(tmp_path)[0]


@pytest.mark.parametrize("name", ["nowhere", "../board/walnut", "", "Ω"])
def test_a_name_that_stands_for_nothing_is_reported(tmp_path: Path, name: str) -> None:
    made, problems = read(tmp_path, board=name)
    assert [(problem.code, problem.facts["name"]) for problem in problems] == [("look_missing", name)]
    assert made == read(tmp_path)[0]


def test_looks_that_extend_each_other_end(tmp_path: Path) -> None:
    written(tmp_path, "cloth", "one", 'extends = "other"')
    written(tmp_path, "cloth", "other", 'extends = "one"')
    made, problems = read(tmp_path, cloth="one")
    assert [problem.code for problem in problems] == ["look_in_circle"]
    assert made == read(tmp_path)[0]


def test_without_any_file_there_is_still_a_look(tmp_path: Path) -> None:
    made, problems = look.read({}, [tmp_path])
    assert {problem.code for problem in problems} == {"look_missing"}
    assert len(problems) == len(USUAL)
    assert made.table.frame.substance == "plain"


@pytest.mark.parametrize("frame", ["#1a0c06", "#e8d8b0", "#000000", "#ffffff", "#2040a0"])
def test_words_are_readable_on_panels_of_every_board(tmp_path: Path, frame: str) -> None:
    written(tmp_path, "board", "mine", f'[frame]\ndark = "{frame}"\n[inlay]\nlight = "{frame}"\n')
    colours = read(tmp_path, board="mine")[0].interface
    assert contrast(colours.ink, colours.panel) >= 7
    for colour in (colours.faint, colours.accent, colours.danger, colours.go, colours.focus):
        assert contrast(colour, colours.panel) >= 4.5


def test_a_board_may_choose_interface_colours(tmp_path: Path) -> None:
    written(tmp_path, "board", "mine", '[interface]\naccent = "#40c0ff"\n')
    assert read(tmp_path, board="mine")[0].interface.accent == (0x40, 0xC0, 0xFF)
