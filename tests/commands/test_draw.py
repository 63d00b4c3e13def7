"""`sheshbesh draw`: the picture has the asked size and shows what was asked for; every refusal is said in words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.cli import main

OPENING = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:0:0:0:0:10"
SMALL = ("--size", "240x150")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path / "home"))


def drawn(out: Path, *arguments: str) -> npt.NDArray[np.int_]:
    """Columns x rows x red, green, blue."""
    assert main(["draw", arguments[0], str(out), *(SMALL if "--size" not in arguments else ()), *arguments[1:]]) == 0
    return pygame.surfarray.array3d(pygame.image.load(out)).astype(int)


def difference(one: npt.NDArray[np.int_], other: npt.NDArray[np.int_]) -> float:
    return float(np.abs(one - other).mean())


@pytest.mark.parametrize("size", [(320, 200), (200, 320), (64, 64)])
def test_the_size_is_exact(tmp_path: Path, size: tuple[int, int]) -> None:
    out = tmp_path / "table.png"
    assert drawn(out, OPENING, "--size", f"{size[0]}x{size[1]}").shape == (*size, 3)
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_same_words_make_the_same_picture(tmp_path: Path) -> None:
    assert difference(drawn(tmp_path / "a.png", XGID), drawn(tmp_path / "b.png", XGID)) == 0
    assert sorted(path.name for path in tmp_path.glob("*.png*")) == ["a.png", "b.png"]


@pytest.mark.parametrize(
    "more",
    [
        ("--dice", "3-1"),
        ("--look", "board=maple, checkers=marble"),
        ("--look", "cloth=navy"),
        ("--tilt", "34"),
        ("--tilt", "0"),
        ("--mirror",),
        ("--numbers",),
        ("--arrows", "13/10 24/23"),
    ],
)
def test_every_option_changes_the_picture(tmp_path: Path, more: tuple[str, ...]) -> None:
    assert difference(drawn(tmp_path / "a.png", OPENING), drawn(tmp_path / "b.png", OPENING, *more)) > 0


def test_mirrored_pictures_have_the_checkers_at_the_other_side(tmp_path: Path) -> None:
    home, gone = "1:2 2:3 3:3 off:7 / 13:2 off:13", "off:15 / 13:2 off:13"
    for more, is_right in (((), True), (("--mirror",), False)):
        changed = np.abs(drawn(tmp_path / "a.png", home, *more) - drawn(tmp_path / "b.png", gone, *more))
        left, right = changed[:120].sum(), changed[120:].sum()
        assert (right > 3 * left) == is_right
        assert (left > 3 * right) != is_right


@pytest.mark.parametrize(
    ("text", "game"),
    [("24:15 / 24:15", "fevga"), ("10:1 6:1 8! / 17:1 24:1", "mahbusa"), ("reserve:15 / reserve:15", "aceydeucey_us")],
)
def test_other_games(tmp_path: Path, text: str, game: str) -> None:
    assert drawn(tmp_path / "a.png", text, "--game", game).std() > 10


def test_a_look_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "home" / "data" / "looks" / "cloth" / "plum.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[cloth]\ndark = "#301030"\nlight = "#602060"\n', "utf-8")
    drawn(tmp_path / "a.png", OPENING, "--look", "cloth=plum")
    own.write_text("[cloth]\nshine = 4\n", "utf-8")
    assert main(["draw", OPENING, str(tmp_path / "b.png"), "--look", "cloth=plum", *SMALL]) == 1


# What is said wrongly, and what must be in the sentence that refuses it.
REFUSED = [
    (["nonsense", "OUT.png"], "nonsense is not a position"),
    (["24:15 / / 24:15", "OUT.png"], "two sides"),
    (["24:14 6:2 / 24:15", "OUT.png"], "16 checkers"),
    ([OPENING, "OUT.gif"], ".png"),
    ([OPENING, "OUT"], ".png"),
    ([OPENING, "missing/OUT.png"], "cannot be written"),
    ([OPENING, "folder.png"], "cannot be written"),
    ([OPENING, "OUT.png", "--size", "1280"], "1280x800"),
    ([OPENING, "OUT.png", "--size", "63x64"], "63x64"),
    ([OPENING, "OUT.png", "--size", "99999x64"], "99999x64"),
    ([OPENING, "OUT.png", "--tilt", "35"], "from 0 to 34"),
    ([OPENING, "OUT.png", "--tilt", "nan"], "from 0 to 34"),
    ([OPENING, "OUT.png", "--tilt", "steep"], "steep"),
    ([OPENING, "OUT.png", "--dice", "7-1"], "7-1"),
    ([OPENING, "OUT.png", "--game", "chess"], "chess"),
    ([OPENING, "OUT.png", "--look", "table=maple"], "table=maple"),
    ([OPENING, "OUT.png", "--look", "maple"], "board=maple"),
    ([OPENING, "OUT.png", "--look", "board=mapel"], "sandstone"),
    ([OPENING, "OUT.png", "--look", "board=../walnut"], "../walnut"),
    ([OPENING, "OUT.png", "--arrows", "8/9"], "8/9"),
    ([OPENING, "OUT.png", "--arrows", "8-x"], "8-x"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=lambda value: str(value)[-40:])
def test_a_refusal_in_words_and_nothing_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert main(["draw", *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert len(said.err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


def test_no_screen_and_no_sound_are_needed(tmp_path: Path) -> None:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("SDL", "DISPLAY", "WAYLAND"))}
    out = tmp_path / "table.png"
    done = subprocess.run(
        [sys.executable, "-m", "game", "draw", OPENING, str(out), *SMALL],
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.exists()


def test_a_jpeg_is_smaller(tmp_path: Path) -> None:
    for name in ("table.png", "table.jpg"):
        assert main(["draw", "4HPwATDgc/ABMA", str(tmp_path / name), "--size", "320x200"]) == 0
    assert (tmp_path / "table.jpg").read_bytes()[:3] == b"\xff\xd8\xff"
    assert (tmp_path / "table.jpg").stat().st_size < (tmp_path / "table.png").stat().st_size
