"""Whatever panel a look chooses, what is written on cards and plates can be read; what is moved for that is told."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from game import paths
from game.errors import GameError
from game.ui import look
from game.ui.colours import Colour, contrast, mixed
from game.ui.palette import Palette, palette_of

SHIPPED = paths.assets() / "looks"
BOARDS = look.names("board", [SHIPPED])
GREYS = [f"#{level:02x}{level:02x}{level:02x}" for level in (0, 16, 48, 80, 96, 112, 128, 144, 160, 200, 240, 255)]
SATURATED = [
    "#ff0000",
    "#00ff00",
    "#0000ff",
    "#ffff00",
    "#ff00ff",
    "#00ffff",
    "#ff8000",
    "#802020",
    "#20a060",
    "#f4f4ee",
]
COLOURS = ["#000000", "#ffffff", "#777777", "#ff0000", "#2040e0", "#40c0ff", "#f0e080"]


def chosen(folder: Path, board: str = "walnut", **colours: str) -> tuple[Palette, list[GameError]]:
    path = folder / "board" / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'{key} = "{value}"' for key, value in colours.items()]
    path.write_text("\n".join([f'extends = "{board}"', "[interface]", *lines]), "utf-8")
    made, problems = look.read({"board": "mine"}, [folder, SHIPPED])
    return palette_of(made), problems


def below_hand(fill: Colour, palette: Palette) -> Colour:
    return mixed(fill, palette.ink, 0.12)


def written(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """Everything that is read, as the boxes draw it: words, and what they are written on."""
    tones = {name: getattr(palette, name) for name in ("ink", "faint", "accent", "danger", "good")}
    grounds = {
        "card": palette.panel,
        "field": palette.dark,
        "row": mixed(palette.dark, palette.panel, 0.35),
        "heading": mixed(palette.dark, palette.panel, 0.7),
        "chosen row": mixed(palette.dark, palette.accent, 0.3),
        "information": below_hand(mixed(palette.dark, palette.panel, 0.6), palette),
    }
    found = {f"{tone} on {ground}": (tones[tone], grounds[ground]) for tone, ground in product(tones, grounds)}
    accent, raised = palette.accent, palette.raised
    return found | {
        "button": (palette.ink, raised),
        "button below a hand": (palette.ink, below_hand(raised, palette)),
        "key of a button": (mixed(palette.ink, raised, 0.35), raised),
        "main button": (palette.dark, accent),
        "main button below a hand": (palette.dark, below_hand(accent, palette)),
        "key of the main button": (mixed(palette.dark, accent, 0.35), accent),
        "switch below a hand": (palette.ink, mixed(palette.panel, palette.ink, 0.06)),
        "die": (palette.dark, mixed(palette.ink, accent, 0.25)),
    }


def drawn(palette: Palette) -> dict[str, tuple[Colour, Colour]]:
    """Lines and signs, and what they are seen on."""
    return {
        "edge of a card": (palette.edge, palette.panel),
        "edge of a field": (palette.edge, palette.dark),
        "focus on a card": (palette.focus, palette.panel),
        "focus beside its shade": (palette.focus, palette.dark),
        "arrow of a choice": (palette.accent, palette.raised),
        "knob of a switch": (palette.ink, palette.raised),
        "end of a slider": (palette.ink, palette.panel),
        "stroke of a warning": (palette.dark, palette.danger),
    }


def hard_to_see(palette: Palette) -> dict[str, float]:
    read = {name: contrast(*pair) for name, pair in written(palette).items()}
    seen = {name: contrast(*pair) for name, pair in drawn(palette).items()}
    found = {name: value for name, value in read.items() if value < 4.5}
    return found | {name: value for name, value in seen.items() if value < 3.0}


@pytest.mark.parametrize("board", BOARDS)
def test_every_shipped_board_can_be_read(board: str) -> None:
    assert hard_to_see(palette_of(look.read({"board": board}, [SHIPPED])[0])) == {}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("panel", [*GREYS, *SATURATED])
def test_every_panel_can_be_read(tmp_path: Path, panel: str, board: str) -> None:
    palette, _problems = chosen(tmp_path, board, panel=panel)
    assert contrast(palette.ink, palette.panel) >= 7
    assert hard_to_see(palette) == {}


@pytest.mark.parametrize("key", ["ink", "faint", "edge", "accent", "danger", "go", "focus"])
@pytest.mark.parametrize("panel", ["#000000", "#ffffff", "#777777", "#0000ff", "#ffff00"])
def test_whatever_else_is_chosen_can_be_read(tmp_path: Path, panel: str, key: str) -> None:
    found = {value: hard_to_see(chosen(tmp_path, panel=panel, **{key: value})[0]) for value in COLOURS}
    assert found == {value: {} for value in COLOURS}


def test_a_pale_panel_has_dark_words(tmp_path: Path) -> None:
    palette, problems = chosen(tmp_path, "maple", panel="#f4f4ee")
    assert problems == []
    assert palette.panel == (0xF4, 0xF4, 0xEE)
    assert max(palette.ink) < 90
    assert palette.danger[0] > palette.danger[1] + 60, "red is still red"
    assert palette.good[1] > palette.good[0] + 30, "and green is green"


def test_what_can_be_read_is_kept_as_it_is_chosen(tmp_path: Path) -> None:
    palette, problems = chosen(tmp_path, panel="#101820", ink="#ffffff", accent="#40c0ff", go="#60e080")
    assert problems == []
    assert (palette.panel, palette.ink, palette.accent) == ((16, 24, 32), (255, 255, 255), (0x40, 0xC0, 0xFF))


def test_what_is_moved_is_told_with_its_line(tmp_path: Path) -> None:
    palette, problems = chosen(tmp_path, panel="#777777", accent="#000040", danger="#ff0000")
    place = tmp_path / "board" / "mine.toml"
    told = {problem.facts["key"]: problem for problem in problems}
    assert {problem.code for problem in problems} == {"look_hard_to_see"}
    assert told["interface.panel"].facts["file"] == f"{place}:3"
    assert told["interface.panel"].facts["value"] == "#777777"
    assert told["interface.panel"].facts["shown"] == "#" + "".join(f"{part:02x}" for part in palette.panel)
    assert told["interface.danger"].facts["file"] == f"{place}:5"
    assert "interface.accent" not in told


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("panel", ["#f4f4ee", "#0000ff", "#000000"])
def test_numbers_on_the_frame_do_not_follow_the_panel(tmp_path: Path, panel: str, board: str) -> None:
    usual = palette_of(look.read({"board": board}, [SHIPPED])[0])
    assert chosen(tmp_path, board, panel=panel)[0].rim == usual.rim
