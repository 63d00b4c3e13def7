"""Looks are data: short files for board, checkers, dice and cloth, combined freely.

A file names its colours and materials; it may extend another of its kind and then name only what differs. What is
wrong in a file is reported with file and key, and the look it extends, or the usual one, speaks in its place.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine_c.picture import BORDERS, SUBSTANCES, Material, PieceLook, TableLook
from game import paths
from game.errors import GameError
from game.ui import voices
from game.ui.colours import Colour, contrast, linear
from game.ui.palette import CHOSEN, Palette, palette_for

__all__ = ["USUAL", "Colour", "Look", "contrast", "folders", "names", "read"]

USUAL = {"board": "walnut", "checkers": "boxwood", "dice": "ivory", "cloth": "green"}
"""The kinds of look, and the one of each that is used when nothing else is chosen."""

_MATERIALS = {
    "board": ("frame", "light_point", "dark_point", "inlay", "hinge", "table"),
    "checkers": ("light_body", "light_mark", "dark_body", "dark_mark"),
    "dice": ("body", "pips", "cube", "figures", "cup", "thread"),
    "cloth": ("cloth", "tray"),
}
_SHARES = {"board": (), "checkers": ("light_rim", "dark_rim"), "dice": (), "cloth": ()}
_ELSE = {"tray": "cloth", "hinge": "inlay"}
"""What is of the same material as another where nothing else is said."""
_FIELDS = ("substance", "dark", "light", "figure", "rough", "coat")
_RANGES = {"figure": (0.0, 4.0), "rough": (0.05, 1.0), "coat": (0.0, 8.0)}
_INTERFACE = {"go" if name == "good" else name: name for name in CHOSEN}
"""The keys for the colours of the interface, with what a palette calls them."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z0-9_-]{1,40}")
_WORDS: dict[str, dict[str, re.Pattern[str]]] = {
    "board": {"border": re.compile("|".join(BORDERS)), "sound": _NAME},
    "checkers": {"sound": _NAME},
    "dice": {"sound": _NAME},
    "cloth": {},
}


@dataclass(frozen=True, slots=True)
class Look:
    """All that the table is made of. checkers: of the light and of the dark side. The sounds are names of materials."""

    table: TableLook
    checkers: tuple[PieceLook, PieceLook]
    dice: PieceLook
    cube: PieceLook
    cup: PieceLook
    interface: Palette
    checker_sound: str
    dice_sound: str
    board_sound: str


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
    file wins. Problems have the codes look_missing (kind, name), look_unreadable (file, reason) and, with the number of
    the line in file: look_missing_parent (name), look_in_circle, look_wrong_key (key, value), look_wrong_key_below
    (below: the look it extends), look_no_key (key, known), look_no_key_like (key, nearest), look_without_sound (value,
    events: what the material has no sound for; the usual one is heard there) and look_hard_to_see (key, value, shown:
    the colour in its place).
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
        cup=PieceLook(dice["cup"], dice["thread"]),
        interface=reader.interface(table, board.get("interface", {})),
        checker_sound=checkers["sound"],
        dice_sound=dice["sound"],
        board_sound=board["sound"],
    )
    return look, reader.problems


class _Reader:
    """Reads files of looks and remembers what was wrong with them."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.problems: list[GameError] = []
        self._lines: dict[Path, list[str]] = {}
        self._below: dict[Path, str] = {}

    def part(self, kind: str, name: str, seen: tuple[str, ...] = ()) -> dict[str, Any]:
        """Every value of one file, on top of the one it extends; the usual look lies under all of them."""
        below = _plain(kind) if name == USUAL[kind] else None
        path = self._path(kind, name)
        content = self._content(path) if path else None
        if path is None:
            self.problems.append(GameError("look_missing", kind=kind, name=name))
        if content is None or path is None:
            return below if below is not None else self.part(kind, USUAL[kind])
        parent = self._parent(path, kind, content.pop("extends", None), (*seen, name))
        self._below[path] = parent
        if below is None or parent:
            below = self.part(kind, parent or USUAL[kind], (*seen, name))
        return self._merged(path, kind, content, below)

    def _parent(self, path: Path, kind: str, parent: object, seen: tuple[str, ...]) -> str:
        """The look it extends; '' where there is none, or none that could be."""
        if parent is None:
            return ""
        if not isinstance(parent, str) or parent == seen[-1]:
            self._wrong(path, "extends", parent)
        elif parent in seen:
            self._found("look_in_circle", path, "extends")
        elif self._path(kind, parent) is None:
            self._found("look_missing_parent", path, "extends", name=parent)
        else:
            return parent
        return ""

    def interface(self, table: TableLook, chosen: Mapping[str, tuple[Colour, str, str]]) -> Palette:
        """The colours of cards and words. chosen: by the palette's names, each with its place and its key."""
        made = palette_for(table, {name: colour for name, (colour, _place, _key) in chosen.items()})
        for name, (colour, place, key) in chosen.items():
            shown = getattr(made, name)
            if shown != colour:
                facts = {"key": key, "value": _hex(colour), "shown": _hex(shown)}
                self.problems.append(GameError("look_hard_to_see", file=place, **facts))
        return made

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
            self.problems.append(GameError("look_unreadable", file=str(path), reason=error))
            return None
        self._lines[path] = text.splitlines()
        return content

    def _merged(self, path: Path, kind: str, content: dict[str, Any], below: dict[str, Any]) -> dict[str, Any]:
        merged = dict(below)
        for key, value in content.items():
            if key not in _keys(kind):
                self._unknown(path, key, _keys(kind))
            elif key in _MATERIALS[kind] and isinstance(value, dict):
                start = merged.get(key) or merged.get(_ELSE.get(key, ""), _PLAIN)
                merged[key] = self._material(path, key, value, start)
            elif key in _SHARES[kind] and _is_number(value, 0.0, 1.0):
                merged[key] = float(value)
            elif key in _WORDS[kind] and isinstance(value, str) and _WORDS[kind][key].fullmatch(value):
                merged[key] = value
                if key == "sound":
                    self._check_sound(path, kind, value)
            elif key == "interface" and isinstance(value, dict):
                merged[key] = merged.get(key, {}) | self._interface(path, value)
            else:
                self._wrong(path, key, value)
        return merged

    def _material(self, path: Path, section: str, values: dict[str, Any], start: Material) -> Material:
        fields = {name: getattr(start, name) for name in _FIELDS}
        for name, value in values.items():
            key = f"{section}.{name}"
            if name not in _FIELDS:
                self._unknown(path, key, _FIELDS)
            elif name in _RANGES and _is_number(value, *_RANGES[name]):
                fields[name] = float(value)
            elif name in ("dark", "light") and _is_colour(value):
                fields[name] = linear(_colour(value))
            elif name == "substance" and value in SUBSTANCES:
                fields[name] = value
            else:
                self._wrong(path, key, value)
        return Material(**fields)

    def _interface(self, path: Path, values: dict[str, Any]) -> dict[str, tuple[Colour, str, str]]:
        fitting = {}
        for name, value in values.items():
            key = f"interface.{name}"
            if name not in _INTERFACE:
                self._unknown(path, key, tuple(_INTERFACE))
            elif _is_colour(value):
                fitting[_INTERFACE[name]] = (_colour(value), self._place(path, key), key)
            else:
                self._wrong(path, key, value)
        return fitting

    def _check_sound(self, path: Path, kind: str, material: str) -> None:
        lacking = voices.missing(kind, material, voices.folders())
        if lacking:
            self._found("look_without_sound", path, "sound", value=material, events=", ".join(lacking))

    def _wrong(self, path: Path, key: str, value: object) -> None:
        """A value that cannot be; what lies below it is shown."""
        below = self._below.get(path)
        if below:
            self._found("look_wrong_key_below", path, key, key=key, value=str(value), below=below)
        else:
            self._found("look_wrong_key", path, key, key=key, value=str(value))

    def _unknown(self, path: Path, key: str, known: Sequence[str]) -> None:
        """A key that means nothing; often a slip of the hand."""
        section, point, name = key.rpartition(".")
        near = difflib.get_close_matches(name, known, 1)
        if near:
            self._found("look_no_key_like", path, key, key=key, nearest=f"{section}{point}{near[0]}")
        else:
            self._found("look_no_key", path, key, key=key, known=", ".join(known))

    def _found(self, code: str, path: Path, at: str, **facts: str) -> None:
        self.problems.append(GameError(code, file=self._place(path, at), **facts))

    def _place(self, path: Path, key: str) -> str:
        """The file and the number of the line."""
        return f"{path}:{_line_of(key, self._lines[path])}"


def _keys(kind: str) -> tuple[str, ...]:
    """What may stand at the top of a file."""
    more = ("interface",) if kind == "board" else ()
    return ("extends", *_WORDS[kind], *_SHARES[kind], *_MATERIALS[kind], *more)


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
    words = {name: BORDERS[0] if name == "border" else voices.USUAL[kind] for name in _WORDS[kind]}
    return materials | shares | words


def _is_number(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_HEX.fullmatch(value))


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
