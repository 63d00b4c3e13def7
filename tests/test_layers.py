"""Who may import whom: arrows point down only. The table is the house's drawing as data."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Each room and what it may import: rooms of ours, then packages of others (the standard library is everybody's).
EVERYTHING = frozenset({"*"})
ROOMS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "engine_c": (frozenset(), frozenset({"cffi", "numpy"})),
    "engine_c.build": (frozenset(), frozenset({"cffi", "hatchling", "setuptools"})),
    "opponents": (frozenset({"engine_c"}), frozenset({"numpy"})),
    "game.errors": (frozenset(), frozenset()),
    "game.files": (frozenset(), frozenset()),
    "game.paths": (frozenset(), frozenset({"platformdirs"})),
    "game.i18n": (frozenset({"game.paths"}), frozenset({"babel"})),
    "game.dice": (frozenset({"game.errors"}), frozenset()),
    "game.match": (frozenset({"engine_c", "game.dice", "game.errors"}), frozenset()),
    "game.formats": (frozenset({"engine_c", "game.match", "game.dice", "game.errors"}), frozenset()),
    "game.refusals": (frozenset({"game.i18n"}), frozenset()),
    "game.system_words": (frozenset({"game.i18n"}), frozenset()),
    "game.wording": (
        frozenset({"engine_c", "opponents", "game.formats", "game.match", "game.errors", "game.i18n", "game.refusals"})
        | {"game.system_words"},
        frozenset({"babel"}),
    ),
    "game.helper": (frozenset(), frozenset()),
    "game.jobs": (frozenset({"game.helper"}), frozenset()),
    "game.settings": (frozenset({"game.errors", "game.files"}), frozenset()),
    "game.storage": (
        frozenset({"engine_c", "game.match", "game.dice", "game.formats", "game.errors", "game.files"}),
        frozenset(),
    ),
    "game.adaptive": (frozenset({"engine_c", "opponents", "game.match"}), frozenset({"numpy"})),
    "game.sitting": (frozenset({"game.storage", "game.match", "game.dice", "game.errors"}), frozenset()),
    "game.guests": (frozenset({"opponents", "game.jobs", "game.settings", "game.errors"}), frozenset()),
    "game.handing": (frozenset({"game.files"}), frozenset()),
    "game.importing": (frozenset({"game.formats", "game.storage", "game.errors"}), frozenset()),
    "game.history": (frozenset({"opponents", "game.match"}), frozenset()),
    "game.registering": (frozenset({"game.errors", "game.files"}), frozenset()),
    "game.clipboard": (frozenset(), frozenset()),
    "game.reports": (frozenset({"game.errors", "game.files"}), frozenset()),
    "game.seats": (
        frozenset({"engine_c", "opponents", "game.history", "game.match", "game.sitting", "game.jobs", "game.errors"})
        | {"game.storage"},
        frozenset(),
    ),
    "game.upkeep": (frozenset({"game.storage", "game.jobs", "game.errors"}), frozenset()),
    "game.ui": (EVERYTHING, frozenset({"pygame", "numpy"})),
    "game.app": (EVERYTHING, frozenset({"pygame"})),
    "game.commands": (EVERYTHING, frozenset()),
    "game.cli": (EVERYTHING, frozenset()),
    "game.__main__": (frozenset({"game.cli"}), frozenset()),
    "game": (frozenset(), frozenset()),
    "assets.studio": (frozenset(), frozenset({"numpy"})),
}
OURS = ("engine_c", "opponents", "game", "assets")


def room_of(module: str) -> str:
    """The room a module stands in: the longest name of the table that it begins with."""
    fitting = [room for room in ROOMS if f"{module}.".startswith(f"{room}.")]
    assert fitting, f"{module} stands in no room of the table"
    return max(fitting, key=len)


def imports_of(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            module = node.module or ""
            yield from (f"{module}.{name.name}" for name in node.names)


def wrong_arrows(module: str, source: str) -> list[str]:
    """The imports of a module's source that the table does not allow."""
    room = room_of(module)
    ours, others = ROOMS[room]
    return [name for name in imports_of(source) if not is_allowed(room, name, ours, others)]


def is_allowed(room: str, name: str, ours: frozenset[str], others: frozenset[str]) -> bool:
    package = name.split(".", maxsplit=1)[0]
    if package in OURS:
        target = room_of(name)
        return target in (room, "game") or ours == EVERYTHING or target in ours
    return package in sys.stdlib_module_names or package in others


def sources() -> dict[str, Path]:
    found = {}
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found[module] = path
    return found


@pytest.mark.parametrize("module", sources())
def test_arrows_point_down(module: str) -> None:
    assert wrong_arrows(module, sources()[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine_c.play", "from game.errors import GameError"),
        ("engine_c.position", "import pygame"),
        ("opponents.player", "from game import i18n"),
        ("opponents.player", "import cffi"),
        ("game.errors", "import game.wording"),
        ("game.formats.ids", "from game.wording import sentence"),
        ("game.formats.ids", "def late():\n    from game.cli import main"),
        ("game.i18n", "import engine_c"),
        ("game.paths", "import numpy"),
    ],
)
def test_a_wrong_arrow_is_refused(module: str, source: str) -> None:
    assert wrong_arrows(module, source) != []


def test_nothing_below_the_window_needs_pygame() -> None:
    """Every module outside the window is imported with pygame hidden, in a process of its own."""
    modules = [m for m in sources() if not m.startswith(("game.ui", "game.app", "engine_c.build", "game.__main__"))]
    program = f"import sys, importlib\nsys.modules['pygame'] = None\nfor m in {modules!r}: importlib.import_module(m)"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
