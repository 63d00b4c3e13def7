"""Lines of letters: what is broken, and where."""

from __future__ import annotations

import pygame
import pytest

from game.ui.text import Letters
from game.ui.widgets.controls import Button
from pilot import MakePilot

LONG_PATH = "/home/somebody/.local/share/sheshbesh/a-folder-of-opponents/and-one-within-it/opponents"


@pytest.fixture
def letters() -> Letters:
    return Letters(1.5)


@pytest.mark.parametrize("path", [LONG_PATH, "C:" + LONG_PATH.replace("/", "\\")])
def test_a_long_path_goes_on_after_a_separator(letters: Letters, path: str) -> None:
    lines = letters.broken(f"Look into {path}, please", "small", 300).split("\n")
    assert len(lines) > 2
    assert "".join(lines) == f"Look into {path}, please"
    assert all(line.endswith(("/", "\\")) for line in lines[:-1])
    assert letters.paragraph_height(path, "small", 300) >= len(lines[1:]) * letters.height("small")


def test_words_that_fit_are_left_as_they_are(letters: Letters) -> None:
    sentence = "Words, and  a/short/path, of\na person."
    assert letters.broken(sentence, "text", 200) == sentence


def test_a_paragraph_is_broken_between_words(letters: Letters) -> None:
    sentence = "A quiet piece for lute and flute that goes on and on, far into the night."
    lines = letters.lines(sentence, "text", 240)
    assert len(lines) > 2
    assert " ".join(lines) == sentence
    assert all(letters.width(line) <= 240 for line in lines)
    assert letters.paragraph(sentence, "text", (1, 2, 3), 240).get_width() <= 240
    assert letters.paragraph_height(sentence, "text", 240) == len(lines) * letters.height()


def test_line_breaks_and_words_longer_than_a_line(letters: Letters) -> None:
    assert letters.lines("one\n\ntwo   ", "text", 300) == ["one", "", "two"]
    lines = letters.lines("an abcdefghijklmnopqrstuvwxyz end", "text", 100)
    assert lines[0].startswith("an")
    assert "".join(lines).replace(" ", "") == "anabcdefghijklmnopqrstuvwxyzend"
    assert all(letters.width(line) <= 100 for line in lines)


def test_what_is_too_long_ends_with_an_ellipsis(letters: Letters) -> None:
    assert letters.fitted("short", "text", 300) == "short"
    cut = letters.fitted("rather a long sentence", "text", 120)
    assert cut.endswith("…")
    assert "rather a long sentence".startswith(cut[:-1])
    assert 90 < letters.width(cut) <= 120


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("centre", 0.5), ("right", 1.0)])
def test_lines_are_aligned_with_each_other(letters: Letters, align: str, share: float) -> None:
    picture = letters.paragraph("A long first line\nshort", "text", (9, 9, 9), 400, align)
    alpha = pygame.surfarray.array_alpha(picture)[:, letters.height() :].max(axis=1)
    first = int(alpha.argmax() if alpha.any() else -1)
    spare = picture.get_width() - letters.width("short")
    assert first == pytest.approx(spare * share, abs=6)


def test_wrapped_words_of_a_button_are_centred(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    canvas = pilot.canvas
    button = Button("Copy the identifiers of the other program", lambda: None)
    button.place(canvas, pygame.Rect(0, 0, 200, button.height(canvas, 200)))
    edges = []
    for other in (button, Button("", lambda: None)):
        other.rect = button.rect
        other.draw(canvas, None, None)
        edges.append(pygame.surfarray.array3d(pilot.surface.subsurface(button.rect)).astype(int))
    inked = abs(edges[0] - edges[1]).sum(axis=2) > 60
    rows = [inked[:, row].nonzero()[0] for row in range(button.rect.height) if inked[:, row].any()]
    first, last = rows[len(rows) // 4], rows[-len(rows) // 4]
    for row in (first, last):
        assert abs((row.min() + row.max()) / 2 - button.rect.width / 2) < 6
    assert last.max() - last.min() < first.max() - first.min()
