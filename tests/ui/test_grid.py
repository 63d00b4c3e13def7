"""One grid on every card: the same left and right edges for words, boxes and buttons."""

from __future__ import annotations

import pytest

from all_cards import CARDS
from game.ui.widgets.base import Labelled
from game.ui.widgets.controls import Button
from pilot import MakePilot, Pilot


def opened(pilot: Pilot, name: str) -> None:
    card = CARDS[name](pilot)
    pilot.app.stack.clear()
    pilot.app.stack.open(card)
    pilot.frame(1.0)
    pilot.draw()


def beside(pilot: Pilot) -> list[Labelled]:
    """Boxes beside their labels."""
    canvas = pilot.canvas
    found = [box for box in pilot.card._content.parts() if isinstance(box, Labelled)]
    return [box for box in found if not box.is_below(canvas, box.rect.width)]


@pytest.mark.parametrize("name", ["new plakoto", "against gnubg", "two people", "settings", "session"])
@pytest.mark.parametrize("language", ["tr", "de", "ru"])
@pytest.mark.parametrize(("size", "text"), [((960, 600), "very_large"), ((1280, 800), "normal")], ids=str)
def test_boxes_beside_labels_have_the_same_edges(
    make_pilot: MakePilot, name: str, language: str, size: tuple[int, int], text: str
) -> None:
    pilot = make_pilot(size=size, text_size=text, language=language, is_blind=True)
    opened(pilot, name)
    boxes, canvas = beside(pilot), pilot.canvas
    assert len(boxes) > 1
    assert len({(box.box_rect(canvas).left, box.box_rect(canvas).right) for box in boxes}) == 1


def test_few_boxes_stand_below_their_labels(make_pilot: MakePilot) -> None:
    pilot = make_pilot(text_size="very_large", language="tr", is_blind=True)
    opened(pilot, "new plakoto")
    boxes = [box for box in pilot.card._content.parts() if isinstance(box, Labelled)]
    assert len(boxes) - len(beside(pilot)) <= 1


@pytest.mark.parametrize("name", ["new plakoto", "settings", "play from here", "change opponent", "matches"])
def test_content_and_footer_have_the_same_edges(make_pilot: MakePilot, name: str) -> None:
    pilot = make_pilot(text_size="very_large", is_blind=True)
    opened(pilot, name)
    card = pilot.card
    content, footer = card._content.rect, card._footer.rect
    assert (content.left, content.right) == (footer.left, footer.right)
    assert {box.rect.left for box in card._content.boxes} == {content.left}
    buttons = [box for box in card._footer.boxes if isinstance(box, Button)]
    assert abs(max(button.rect.right for button in buttons) - content.right) <= 1


def test_words_begin_at_the_edge_of_the_boxes(make_pilot: MakePilot) -> None:
    """Labels, switches and explanations: their first letters stand below each other."""
    pilot = make_pilot(size=(1280, 800), language="en", is_blind=True)
    opened(pilot, "settings")
    card = pilot.card
    ink = pilot.app._palette.panel
    firsts = set()
    for box in card._content.parts():
        inside = box.rect.clip(card._view)
        if box.label and inside == box.rect and type(box).__name__ in ("Choice", "TextField", "Toggle", "Label"):
            for x in range(box.rect.left, box.rect.left + 20):
                column = [pilot.surface.get_at((x, y))[:3] for y in range(inside.top, inside.bottom)]
                if any(max(abs(a - b) for a, b in zip(pixel, ink, strict=True)) > 90 for pixel in column):
                    firsts.add(x - box.rect.left)
                    break
    assert firsts
    assert max(firsts) <= 3
