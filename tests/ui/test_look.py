"""Looks read from files: what they extend, what is wrong in them, which colours words get."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import paths
from game.errors import GameError
from game.ui import look
from game.ui.colours import contrast
from game.ui.look import USUAL, Look
from game.wording import sentence

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
        ("board", "frame = 3", "frame"),
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
        ("board", "extends = 4", "extends"),
        ("board", 'extends = "mine"', "extends"),
        ("checkers", "dark_rim = 2", "dark_rim"),
        ("checkers", 'sound = "../wood"', "sound"),
    ],
)
def test_a_wrong_value_is_named_and_the_usual_one_is_used(tmp_path: Path, kind: str, text: str, key: str) -> None:
    path = written(tmp_path, kind, "mine", text)
    made, problems = read(tmp_path, **{kind: "mine"})
    line = 2 if "." in key else 1
    assert [(problem.code, problem.facts["file"], problem.facts["key"]) for problem in problems] == [
        ("look_wrong_key", f"{path}:{line}", key)
    ]
    assert made == read(tmp_path)[0]


@pytest.mark.parametrize(
    ("kind", "text", "key", "nearest"),
    [
        ("board", "glitter = 1", "glitter", None),
        ("board", '[frame]\ndarkk = "#20403a"', "frame.darkk", "frame.dark"),
        ("board", '[frame]\ncolour = "#ffffff"', "frame.colour", None),
        ("board", '[interface]\nglow = "#ffffff"', "interface.glow", "interface.go"),
        ("board", '[interface]\ngood = "#ffffff"', "interface.good", "interface.go"),
        ("board", '[fame]\ndark = "#ffffff"', "fame", "frame"),
        ("dice", "[die]", "die", None),
        ("cloth", '[frame]\nlight = "#ffffff"', "frame", None),
        ("cloth", '[interface]\nink = "#ffffff"', "interface", None),
    ],
)
def test_a_key_that_means_nothing_is_told_with_the_nearest_or_all(
    tmp_path: Path, kind: str, text: str, key: str, nearest: str | None
) -> None:
    path = written(tmp_path, kind, "mine", text)
    made, problems = read(tmp_path, **{kind: "mine"})
    line = 2 if "." in key else 1
    assert [(problem.code, problem.facts["file"], problem.facts["key"]) for problem in problems] == [
        ("look_no_key_like" if nearest else "look_no_key", f"{path}:{line}", key)
    ]
    assert problems[0].facts.get("nearest") == nearest
    assert made == read(tmp_path)[0]


def test_the_keys_that_there_are_are_named(tmp_path: Path) -> None:
    written(tmp_path, "dice", "mine", "xylophone = 1\n[pips]\nxylophone = 1")
    known = [problem.facts["known"] for problem in read(tmp_path, dice="mine")[1]]
    assert known == [
        "extends, sound, body, pips, cube, figures, cup, thread",
        "substance, dark, light, figure, rough, coat",
    ]


def test_the_value_that_is_shown_instead_is_said_rightly(tmp_path: Path) -> None:
    path = written(tmp_path, "board", "mine", 'extends = "maple"\n[frame]\nrough = 7')
    made, problems = read(tmp_path, board="mine")
    assert made.table.frame == read(tmp_path, board="maple")[0].table.frame
    assert [sentence(problem) for problem in problems] == [
        f"In the look {path}:3 the key frame.rough cannot be 7; the value of maple is shown."
    ]


def test_a_parent_that_is_missing_is_told_with_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path, "board", "mine", '# mine\nborder = "lozenges"\nextends = "nosuch"\n')
    made, problems = read(tmp_path, board="mine")
    assert [sentence(problem) for problem in problems] == [
        f"The look {path}:3 extends nosuch, which does not exist; the usual one takes its place."
    ]
    assert made.table.frame == read(tmp_path)[0].table.frame
    assert made.table.border == "lozenges"


@pytest.mark.parametrize(
    ("text", "code"),
    [("frame = ", "look_unreadable"), ('extends = "nowhere"', "look_missing_parent")],
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
    place = tmp_path / "cloth" / "other.toml"
    assert [(problem.code, problem.facts["file"]) for problem in problems] == [("look_in_circle", f"{place}:1")]
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
    for colour in (colours.faint, colours.accent, colours.danger, colours.good, colours.focus):
        assert contrast(colour, colours.panel) >= 4.5


def test_a_board_may_choose_interface_colours(tmp_path: Path) -> None:
    written(tmp_path, "board", "mine", '[interface]\naccent = "#40c0ff"\n')
    assert read(tmp_path, board="mine")[0].interface.accent == (0x40, 0xC0, 0xFF)
