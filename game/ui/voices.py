"""Which sounds there are: what is heard of a happening, of what it is made, and in which files it lies.

A set is a folder of a material's name with files named by event, `checker_down.ogg`, or with several takes,
`checker_down-1.ogg`, `checker_down-2.ogg` ...; the player's own folder is asked first. A set that lacks an event takes
that of the usual material, so a new one may begin with a single file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from game import paths

USUAL = {"checkers": "wood", "dice": "bone", "board": "wood", "table": "usual"}
"""What can sound, and the set that speaks where another has nothing to say. The table's own is the only one of its."""

MUSIC, RAIN = ("table", "music"), ("table", "rain")
"""What goes on and on."""


@dataclass(frozen=True, slots=True)
class Layer:
    """An event of something that sounds; gain: how loud, 0 to 1."""

    what: str
    event: str
    gain: float


HEARD: Mapping[str, tuple[Layer, ...]] = {
    "checker_lifted": (Layer("checkers", "checker_lifted", 0.26),),
    "checker_down": (Layer("checkers", "checker_down", 0.62), Layer("board", "board_under_checker", 0.46)),
    "checker_on_checker": (Layer("checkers", "checker_on_checker", 0.58), Layer("board", "board_under_checker", 0.30)),
    "checker_knocked": (Layer("checkers", "checker_knocked", 0.85), Layer("board", "board_under_checker", 0.40)),
    "checker_on_bar": (Layer("checkers", "checker_down", 0.55), Layer("board", "board_under_checker", 0.62)),
    "checker_off": (Layer("checkers", "checker_off", 0.62), Layer("board", "board_under_checker", 0.26)),
    "die_on_felt": (Layer("dice", "die_on_felt", 0.62), Layer("board", "board_under_die", 0.14)),
    "die_on_wood": (Layer("dice", "die_on_wood", 0.55), Layer("board", "board_under_die", 0.45)),
    "die_on_die": (Layer("dice", "die_on_die", 0.50),),
    "die_on_checker": (Layer("dice", "die_on_die", 0.42), Layer("checkers", "checker_on_checker", 0.26)),
    "cup_shaken": (Layer("dice", "cup_shaken", 0.60),),
    "cup_poured": (Layer("dice", "cup_poured", 0.55),),
    "cup_down": (Layer("table", "cup_down", 0.55),),
    "cube_turned": (Layer("table", "cube_turned", 0.65),),
    "card": (Layer("table", "card", 0.22),),
    "your_turn": (Layer("table", "your_turn", 0.30),),
    "won": (Layer("table", "won", 0.60),),
    "lost": (Layer("table", "lost", 0.50),),
}
"""By the kinds of `board.happenings` and the game's own. All files are equally loud; here it is said how loud they are
at the table."""


def folders() -> list[Path]:
    """Where sets lie: the player's own first."""
    return [paths.data_folder() / "sounds", paths.assets() / "sounds"]


def events(what: str) -> frozenset[str]:
    """All that is ever heard of something."""
    return frozenset(layer.event for layers in HEARD.values() for layer in layers if layer.what == what)


def missing(what: str, material: str, folders: Sequence[Path]) -> list[str]:
    """The events of something for which a material has no file in any folder, in order."""
    return sorted(event for event in events(what) if not next(_of_set(material, event, folders), None))


def takes(what: str, material: str, event: str, folders: Sequence[Path]) -> Iterator[list[Path]]:
    """The files of an event, best first: of the material, then of the usual one, each in the first folder that has any.

    Somebody who cannot read those of one set goes on to the next.
    """
    yield from _of_set(material, event, folders)
    if material != USUAL[what]:
        yield from _of_set(USUAL[what], event, folders)


def _of_set(material: str, event: str, folders: Sequence[Path]) -> Iterator[list[Path]]:
    for folder in folders:
        single = folder / material / f"{event}.ogg"
        found = sorted((folder / material).glob(f"{event}-*.ogg"))
        if single.is_file():
            found.insert(0, single)
        if found:
            yield found
