"""What is scrolled away on a card grows faint before it ends."""

from __future__ import annotations

import pytest

from all_cards import CARDS
from game.ui.card import Card
from pilot import MakePilot, Pilot


@pytest.fixture
def pilot(make_pilot: MakePilot) -> Pilot:
    """At the settings, which are longer than the window."""
    made = make_pilot(text_size="very_large", is_blind=True)
    made.app.stack.clear()
    made.app.stack.open(CARDS["settings"](made))
    made.frame(1.0)
    made.draw()
    return made


def contrast(pilot: Pilot, card: Card, top: int, height: int) -> int:
    """How far the pixels of some rows of the content are from the panel."""
    panel = pilot.app._palette.panel
    rect = card._content.rect
    pixels = [
        pilot.surface.get_at((x, y))[:3] for y in range(top, top + height) for x in range(rect.left, rect.right, 2)
    ]
    return max(abs(a - b) for pixel in pixels for a, b in zip(pixel, panel, strict=True))


@pytest.mark.parametrize("scroll", range(20, 120, 9))
def test_nothing_is_cut_hard_at_the_edges(pilot: Pilot, scroll: int) -> None:
    card = pilot.card
    card._scroll = scroll
    pilot.draw()
    view = card._view
    assert contrast(pilot, card, view.top, 2) < 20
    assert contrast(pilot, card, view.bottom - 2, 2) < 20
    assert contrast(pilot, card, view.top - 4, 4) < 20
    assert contrast(pilot, card, view.top + view.height // 3, view.height // 3) > 100


def test_the_ends_are_not_faint(pilot: Pilot) -> None:
    card = pilot.card
    first, last = card._content.boxes[0], card._content.boxes[-1]
    assert contrast(pilot, card, first.rect.top, first.rect.height) > 80
    card._scroll = card._most_scroll
    pilot.draw()
    assert last.rect.bottom == card._view.bottom
    assert contrast(pilot, card, last.rect.bottom - 10, 10) > 80


def test_the_box_with_the_focus_is_not_in_the_faint_part(pilot: Pilot) -> None:
    card = pilot.card
    for _ in range(len(card.boxes())):
        pilot.press("tab")
        box = card.focus
        if box is None or box not in list(card._content.parts()):
            continue
        assert card._scroll == 0 or box.rect.top >= card._view.top + card._fade
        assert card._scroll == card._most_scroll or box.rect.bottom <= card._view.bottom - card._fade
