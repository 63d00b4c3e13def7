"""What a field shows of more than it has room for."""

from __future__ import annotations

import pytest

from game.ui.text import ELLIPSIS
from game.ui.widgets.fields import TextField
from pilot import Pilot

PATH = "/home/somebody/Wolken/Gemeinsam mit Anna/Shesh Besh/Partien und Bibliothek"


def field(cursor: int) -> TextField:
    made = TextField("Folder", PATH, lambda _value: None, longest=200)
    made.cursor = cursor
    return made


@pytest.mark.parametrize("room", [90, 151, 300, 444])
def test_whole_letters_and_a_sign_of_more(pilot: Pilot, room: int) -> None:
    canvas = pilot.canvas
    for cursor in range(len(PATH) + 1):
        first, words = field(cursor).shown(canvas, room)
        bare = words.removeprefix(ELLIPSIS).removesuffix(ELLIPSIS)
        assert PATH[first : first + len(bare)] == bare
        assert words.startswith(ELLIPSIS) == (first > 0)
        assert words.endswith(ELLIPSIS) == (first + len(bare) < len(PATH))
        assert first <= cursor <= first + len(bare)
        assert canvas.letters.width(words, "strong") <= room + 1


def test_the_end_of_a_path_is_seen_at_first(pilot: Pilot) -> None:
    _first, words = field(len(PATH)).shown(pilot.canvas, 200)
    assert words.startswith(ELLIPSIS)
    assert words.endswith("Bibliothek")


def test_what_fits_is_shown_as_it_is(pilot: Pilot) -> None:
    assert field(3).shown(pilot.canvas, 2000) == (0, PATH)
