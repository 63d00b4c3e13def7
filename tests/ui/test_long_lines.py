"""Lines of a list that are too long for one row."""

from __future__ import annotations

import pygame
import pytest

from all_cards import CARDS
from game.ui.cards.history import HistoryCard
from game.ui.input import Pointer
from game.ui.widgets.base import Canvas
from game.ui.widgets.lists import Line, VirtualList
from pilot import MakePilot, Pilot

LONG = "A sentence that is far too long for the little room it has here, and then some more"


@pytest.mark.parametrize("language", ["de", "el", "ru", "en"])
def test_how_a_game_ended_can_be_read_whole(make_pilot: MakePilot, language: str) -> None:
    pilot = make_pilot(text_size="very_large", language=language, is_blind=True)
    pilot.app.stack.clear()
    card = CARDS["history"](pilot)
    assert isinstance(card, HistoryCard)
    pilot.app.stack.open(card)
    pilot.frame(1.0)
    pilot.draw()
    rows, canvas = card.list, pilot.canvas
    for index in range(rows.count):
        line = rows.line(index)
        room = rows._rows_width(canvas) - canvas.u(24)
        if line.right:
            room -= canvas.letters.width(line.right) + canvas.u(12)
        lines = canvas.letters.lines(line.left, "text", room)
        assert not any(words.endswith("…") for words in lines)
        high = (rows._first(index + 1) - rows._first(index)) * rows._row
        assert len(lines) * canvas.letters.height("text") <= high


@pytest.fixture
def wrapping(pilot: Pilot) -> VirtualList:
    """Twenty lines, every second one long."""
    rows = VirtualList("rows", lambda index: Line(LONG if index % 2 else f"{index}"), opened=lambda _: None, wraps=True)
    rows.set_count(20)
    rows.place(pilot.canvas, pygame.Rect(10, 10, 300, 200))
    return rows


def test_a_press_finds_the_line_where_it_is_drawn(pilot: Pilot, wrapping: VirtualList) -> None:
    for chosen in (0, 1, 7, 19):
        wrapping.choose(chosen)
        at = wrapping.pixel_of(chosen)
        assert wrapping.rect.collidepoint(at)
        assert wrapping.index_at(at) == chosen
    wrapping.choose(0)
    wrapping.pointer(Pointer("down", *wrapping.pixel_of(2), 1))
    assert wrapping.chosen == 2


def test_a_list_is_scrolled_to_the_end_of_its_last_line(pilot: Pilot, wrapping: VirtualList) -> None:
    wrapping.pointer(Pointer("wheel", 20, 20, 0, amount=-100.0))
    last = wrapping._first(20)
    assert wrapping._scroll + wrapping._page == pytest.approx(last)
    assert last > 30


def test_lines_are_measured_anew_in_another_width(pilot: Pilot, wrapping: VirtualList) -> None:
    before = wrapping._rows
    canvas: Canvas = pilot.canvas
    wrapping.place(canvas, pygame.Rect(10, 10, 900, 200))
    assert wrapping._rows < before
    wrapping.set_count(3)
    wrapping.place(canvas, pygame.Rect(10, 10, 900, 200))
    assert wrapping._rows == 3
