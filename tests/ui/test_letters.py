"""Every letter of every sentence can be drawn by the fonts that are shipped, at its final size."""

from __future__ import annotations

import pygame
import pytest

from game import i18n
from game.ui.cards.settings import LANGUAGE_NAMES
from game.ui.text import STYLES, Letters


def letters_of(language: str) -> set[str]:
    catalogue = i18n.catalogue(language)
    texts = [*catalogue.sentences.values(), *(form for forms in catalogue.plurals.values() for form in forms)]
    if language == "en":
        german = i18n.catalogue("de")
        texts = [*german.sentences, *german.plurals]
    return {
        letter
        for text in (*texts, *LANGUAGE_NAMES.values(), "0123456789·–…×")
        for letter in text
        if letter.isprintable()
    }


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_no_letter_is_missing(language: str, style: str) -> None:
    pygame.font.init()
    font = Letters(1.0).font(style)
    found = letters_of(language)
    assert len(found) > 40
    assert [letter for letter in sorted(found) if font.metrics(letter)[0] is None] == []


@pytest.mark.parametrize("pixels", [1.0, 1.25, 1.5, 2.0])
def test_letters_are_made_at_their_final_size(pixels: float) -> None:
    pygame.font.init()
    once, larger = (
        Letters(1.0).line("Shesh Besh", "text", (255, 255, 255)),
        Letters(pixels).line("Shesh Besh", "text", (255, 255, 255)),
    )
    assert larger.get_height() == pytest.approx(once.get_height() * pixels, rel=0.06)
    assert Letters(pixels).font("text") is not Letters(1.0).font("text") or pixels == 1.0
