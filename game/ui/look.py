"""Looks are data: short files for board, checkers, dice and cloth, combined freely.

A file names its colours and materials; it may extend another of its kind and then name only what differs. What is
wrong in a file is reported with file and key, and the look it extends, or the usual one, speaks in its place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine_c.picture import BORDERS, SUBSTANCES, Material, PieceLook, TableLook
from game import paths
from game.errors import GameError

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255, as screens count."""

USUAL = {"board": "walnut", "checkers": "boxwood", "dice": "ivory", "cloth": "green"}
"""The kinds of look, and the one of each that is used when nothing else is chosen."""

_MATERIALS = {
    "board": ("frame", "light_point", "dark_point", "inlay", "hinge", "table"),
    "checkers": ("light_body", "light_mark", "dark_body", "dark_mark"),
    "dice": ("body", "pips", "cube", "figures"),
    "cloth": ("cloth", "tray"),
}
_SHARES = {"board": (), "checkers": ("light_rim", "dark_rim"), "dice": (), "cloth": ()}
_ELSE = {"tray": "cloth", "hinge": "inlay"}
"""What is of the same material as another where nothing else is said."""
_RANGES = {"figure": (0.0, 4.0), "rough": (0.05, 1.0), "coat": (0.0, 8.0)}
_INTERFACE = ("ink", "faint", "panel", "edge", "accent", "danger", "go", "focus")
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z0-9_-]{1,40}")
_WORDS: dict[str, dict[str, re.Pattern[str]]] = {
    "board": {"border": re.compile("|".join(BORDERS))},
    "checkers": {"sound": _NAME},
    "dice": {"sound": _NAME},
    "cloth": {},
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of cards, plates and words, fitting to the table.

    ink and faint: words on a panel; edge: around it; accent: what is chosen; danger, go: red and green; focus: the ring
    around what the keyboard would press.
    """

    ink: Colour
    faint: Colour
    panel: Colour
    edge: Colour
    accent: Colour
    danger: Colour
    go: Colour
    focus: Colour


@dataclass(frozen=True, slots=True)
class Look:
    """All that the table is made of. checkers: of the light and of the dark side. The sounds are names of materials."""

    table: TableLook
    checkers: tuple[PieceLook, PieceLook]
    dice: PieceLook
    cube: PieceLook
    interface: Palette
    checker_sound: str
    dice_sound: str


def folders() -> list[Path]:
    """Where looks lie: the player's own first."""
    return [paths.data_folder() / "looks", paths.assets() / "looks"]


def names(kind: str, folders: Sequence[Path]) -> list[str]:
    """The names of all looks of a kind ("board", "checkers", "dice", "cloth") in the folders, the usual one first."""
    found = {path.stem for folder in folders for path in (folder / kind).glob("*.toml") if _NAME.fullmatch(path.stem)}
    return sorted(found, key=lambda name: (name != USUAL[kind], name))


def read(chosen: Mapping[str, str], folders: Sequence[Path]) -> tuple[Look, list[GameError]]:
    """The look made of a board, checkers, dice and a cloth by name, and all that was wrong in their files.

    chosen: kind -> name; a kind that is left out is the usual one. folders: where looks lie, the first one that has a
    file wins. Problems have the codes look_missing (kind, name), look_unreadable (file, reason), look_in_circle (file)
    and look_wrong_key (file with the number of the line, key, value).
    """
    reader = _Reader(folders)
    parts = {kind: reader.part(kind, chosen.get(kind, usual)) for kind, usual in USUAL.items()}
    board, checkers, dice, cloth = (parts[kind] for kind in USUAL)
    table = TableLook(
        **{name: board[name] for name in _MATERIALS["board"] if name != "hinge"},
        hinge=board.get("hinge", board["inlay"]),
        cloth=cloth["cloth"],
        tray=cloth.get("tray", cloth["cloth"]),
        border=board["border"],
    )
    look = Look(
        table=table,
        checkers=(
            PieceLook(checkers["light_body"], checkers["light_mark"], checkers["light_rim"]),
            PieceLook(checkers["dark_body"], checkers["dark_mark"], checkers["dark_rim"]),
        ),
        dice=PieceLook(dice["body"], dice["pips"]),
        cube=PieceLook(dice["cube"], dice["figures"]),
        interface=_palette(table, board.get("interface", {})),
        checker_sound=checkers["sound"],
        dice_sound=dice["sound"],
    )
    return look, reader.problems


class _Reader:
    """Reads files of looks and remembers what was wrong with them."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.problems: list[GameError] = []
        self._lines: dict[Path, list[str]] = {}

    def part(self, kind: str, name: str, seen: tuple[str, ...] = ()) -> dict[str, Any]:
        """Every value of one file, on top of the one it extends; the usual look lies under all of them."""
        below = _plain(kind) if name == USUAL[kind] else None
        path = self._path(kind, name)
        content = self._content(path) if path else None
        if path is None:
            self.problems.append(GameError("look_missing", kind=kind, name=name))
        if content is None or path is None:
            return below if below is not None else self.part(kind, USUAL[kind])
        parent = content.pop("extends", None)
        if parent is not None and (not isinstance(parent, str) or parent == name):
            self._wrong(path, "extends", parent)
            parent = None
        if parent in seen:
            self.problems.append(GameError("look_in_circle", file=str(path)))
            parent = None
        if below is None or parent is not None:
            below = self.part(kind, parent or USUAL[kind], (*seen, name))
        return self._merged(path, kind, content, below)

    def _path(self, kind: str, name: str) -> Path | None:
        if not _NAME.fullmatch(name):
            return None
        paths = (folder / kind / f"{name}.toml" for folder in self.folders)
        return next((path for path in paths if path.is_file()), None)

    def _content(self, path: Path) -> dict[str, Any] | None:
        try:
            text = path.read_text(encoding="utf-8")
            content = tomllib.loads(text)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            self.problems.append(GameError("look_unreadable", file=str(path), reason=str(error)))
            return None
        self._lines[path] = text.splitlines()
        return content

    def _merged(self, path: Path, kind: str, content: dict[str, Any], below: dict[str, Any]) -> dict[str, Any]:
        merged = dict(below)
        for key, value in content.items():
            if key in _MATERIALS[kind] and isinstance(value, dict):
                start = merged.get(key) or merged.get(_ELSE.get(key, ""), _PLAIN)
                merged[key] = self._material(path, key, value, start)
            elif key in _SHARES[kind] and _is_number(value, 0.0, 1.0):
                merged[key] = float(value)
            elif key in _WORDS[kind] and isinstance(value, str) and _WORDS[kind][key].fullmatch(value):
                merged[key] = value
            elif key == "interface" and kind == "board" and isinstance(value, dict):
                merged[key] = merged.get(key, {}) | self._interface(path, value)
            else:
                self._wrong(path, key, value)
        return merged

    def _material(self, path: Path, section: str, values: dict[str, Any], start: Material) -> Material:
        fields = {name: getattr(start, name) for name in ("substance", "dark", "light", "figure", "rough", "coat")}
        for key, value in values.items():
            if key in _RANGES and _is_number(value, *_RANGES[key]):
                fields[key] = float(value)
            elif key in ("dark", "light") and _is_colour(value):
                fields[key] = linear(_colour(value))
            elif key == "substance" and value in SUBSTANCES:
                fields[key] = value
            else:
                self._wrong(path, f"{section}.{key}", value)
        return Material(**fields)

    def _interface(self, path: Path, values: dict[str, Any]) -> dict[str, Colour]:
        fitting = {}
        for key, value in values.items():
            if key in _INTERFACE and _is_colour(value):
                fitting[key] = _colour(value)
            else:
                self._wrong(path, f"interface.{key}", value)
        return fitting

    def _wrong(self, path: Path, key: str, value: object) -> None:
        place = f"{path}:{_line_of(key, self._lines[path])}"
        self.problems.append(GameError("look_wrong_key", file=place, key=key, value=str(value)))


def _line_of(key: str, lines: Sequence[str]) -> int:
    """The number of the line in which a key, with its section before it, is written; 1 where it is hidden."""
    section, _, name = key.rpartition(".")
    within = ""
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if words.startswith("["):
            within = words.strip("[] ").partition("]")[0]
            if within == name and not section:
                return number
        elif within == section and re.match(rf"[\"']?{re.escape(name)}[\"']?\s*[=.]", words):
            return number
    return 1


_PLAIN = Material("plain", (0.08, 0.06, 0.04), (0.30, 0.24, 0.17))


def _plain(kind: str) -> dict[str, Any]:
    """What a kind is made of when not even the usual look can be read."""
    materials: dict[str, Any] = {name: _PLAIN for name in _MATERIALS[kind] if name not in _ELSE}
    shares = dict.fromkeys(_SHARES[kind], 0.0)
    words = {name: BORDERS[0] if name == "border" else "wood" for name in _WORDS[kind]}
    return materials | shares | words


def _is_number(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_HEX.fullmatch(value))


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def linear(colour: Colour) -> tuple[float, float, float]:
    """A screen's colour as light, each 0 to 1 (the curve of IEC 61966-2-1)."""
    red, green, blue = (value / 255 for value in colour)
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def on_screen(light: tuple[float, float, float]) -> Colour:
    """Light, each 0 to 1, as a screen's colour."""
    red, green, blue = (round(255 * _encoded(min(max(value, 0.0), 1.0))) for value in light)
    return red, green, blue


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def luminance(colour: Colour) -> float:
    """How bright a colour is, 0 to 1 (WCAG 2.2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """How well one colour is seen on another, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _blend(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _readable(colour: Colour, ground: Colour, least: float) -> Colour:
    """The colour, lightened as far as it takes to be seen on a dark ground."""
    lighter = (_blend(colour, (255, 255, 255), step / 20) for step in range(21))
    return next((tried for tried in lighter if contrast(tried, ground) >= least), (255, 255, 255))


def _palette(table: TableLook, chosen: Mapping[str, Colour]) -> Palette:
    """Colours for cards and words from those of the table: dark as its wood, warm as its metal."""
    brass = on_screen(table.hinge.light)
    panel = chosen.get("panel") or _blend(_darkened(on_screen(table.frame.dark)), (14, 11, 10), 0.5)
    ink = chosen.get("ink") or _readable(_blend((244, 236, 220), brass, 0.06), panel, 10.0)
    colours = {
        "panel": panel,
        "ink": ink,
        "faint": _readable(_blend(ink, panel, 0.34), panel, 4.5),
        "edge": _blend(panel, brass, 0.34),
        "accent": _readable(_blend(brass, (255, 226, 160), 0.25), panel, 4.5),
        "danger": _readable((226, 88, 72), panel, 4.5),
        "go": _readable((92, 190, 122), panel, 4.5),
        "focus": _readable((126, 190, 236), panel, 4.5),
    }
    return Palette(**(colours | dict(chosen)))


def _darkened(colour: Colour) -> Colour:
    """The colour's hue, dark enough to write on."""
    strongest = max(colour)
    return colour if strongest <= 34 else _blend((0, 0, 0), colour, 34 / strongest)
