"""Every letter of every sentence can be drawn by the fonts that are shipped, at its final size."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
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
    face = Letters(1.0).face(style)
    found = letters_of(language)
    assert len(found) > 40
    assert [letter for letter in sorted(found) if not face.knows(letter)] == []
    assert not face.knows("\u4e00")


@pytest.mark.parametrize("pixels", [1.0, 1.25, 1.5, 2.0])
def test_letters_are_made_at_their_final_size(pixels: float) -> None:
    once, larger = (
        Letters(1.0).line("Shesh Besh", "text", (255, 255, 255)),
        Letters(pixels).line("Shesh Besh", "text", (255, 255, 255)),
    )
    assert larger.get_height() == pytest.approx(once.get_height() * pixels, rel=0.08)
    assert Letters(pixels).face("text") is not Letters(1.0).face("text") or pixels == 1.0


SENTENCES = {
    "en": "A quiet piece for lute and flute that goes on the window, for a long evening.",
    "de": "Steht auf deinem Schild und ist in den Aufzeichnungen deiner Kämpfe zu lesen",
    "tr": "Yağmur pencerede, uzun bir akşam için ışık İstanbul",
    "el": "Η ιστορία του αγώνα στο τραπέζι, για ένα βράδυ",
    "ru": "Дождь за окном, на долгий вечер, при свете лампы",
}
SIZES = [0.8, 1.0, 1.1, 1.2, 1.3, 1.42, 2.0]


def gap(picture: pygame.Surface, near: int) -> float:
    """Pixels without letters about a column; those covered in part count in part."""
    cover = pygame.surfarray.array_alpha(picture).max(axis=1) / 255
    left = right = near - int(np.argmin(cover[near - 1 : near - 3 : -1])) - 1
    while cover[left] < 0.4:
        left -= 1
    while cover[right] < 0.4:
        right += 1
    return float((1 - cover[left : right + 1]).sum())


@pytest.mark.parametrize("pixels", SIZES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", SENTENCES)
def test_words_stand_apart_in_every_size(language: str, style: str, pixels: float) -> None:
    """Between two words no less is empty than a fifth of the em, and more than between letters."""
    letters = Letters(pixels)
    words = SENTENCES[language].split()
    for first, second in pairwise(words):
        line = letters.line(f"{first} {second}", style, (255, 255, 255))
        assert gap(line, letters.width(first + " ", style)) >= 0.2 * STYLES[style][1] * pixels, (first, second)


@pytest.mark.parametrize("pixels", SIZES)
@pytest.mark.parametrize("style", STYLES)
def test_a_line_is_as_wide_as_its_outlines(style: str, pixels: float) -> None:
    """No more is lost or won by whole pixels, however long the line is."""
    once, larger = Letters(pixels), Letters(40.0)
    for sentence in SENTENCES.values():
        exact = larger.width(sentence, style) * pixels / 40.0
        assert once.width(sentence, style) == pytest.approx(exact, abs=1.01)
        assert abs(once.line(sentence, style, (9, 9, 9)).get_width() - exact) < 2.0


@pytest.mark.parametrize("pixels", SIZES[:-1])
@pytest.mark.parametrize("style", STYLES)
def test_letters_stand_crisp_on_their_line(style: str, pixels: float) -> None:
    """The foot of an upright letter ends with a pixel: nothing grey is below it."""
    alpha = pygame.surfarray.array_alpha(Letters(pixels).line("HEI", style, (9, 9, 9))).max(axis=0)
    foot = int(np.flatnonzero(alpha)[-1])
    assert alpha[foot] > 180


@pytest.mark.parametrize("pixels", SIZES)
@pytest.mark.parametrize("style", STYLES)
def test_no_accent_is_cut_off(style: str, pixels: float) -> None:
    face = Letters(pixels).face(style)
    for letter in "İÄÖÜÉÈÁÍÓÚÂÊÔÃÕÑÇŞĞğçşйЙЁёΆΈΉΊΌΎΏΐΰgjpqyЩД":
        mask, _left, top = face._mask(letter)
        assert top >= 0, letter
        assert mask[face.height - top :].max(initial=0) < 90, letter


def test_pairs_come_nearer_together() -> None:
    letters = Letters(2.0)
    alone = letters.width("A", "title") + letters.width("V", "title")
    assert letters.width("AV", "title") < alone - 3
    assert letters.width("To", "text") < letters.width("T", "text") + letters.width("o", "text")


def test_whatever_comes_from_outside_can_be_drawn() -> None:
    letters = Letters(1.0)
    for text in ("", " ", "\ud800", "a\0b\tc\r", "\u4e00\U0001f600", "e\u0301", "\u200b", "\x07"):
        assert letters.line(text, "text", (1, 2, 3)).get_height() == letters.height("text")
    assert letters.width("e\u0301") == letters.width("é")
