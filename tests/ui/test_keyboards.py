"""Keyboards of the world: what a key is called, by what the system says of it."""

from __future__ import annotations

import pygame
import pytest

from game.ui.input import InputReader, Pressed, Typed, key_name
from game.ui.intents import INTENTS, KeyMap

NONE, SHIFT, CTRL, ALT, META = 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA
ALT_GR, CAPS = pygame.KMOD_RALT, pygame.KMOD_CAPS

# Layout, the code that the system gives, where the key lies (USB usage number), modifiers, its name.
KEYS = [
    ("qwerty", ord("d"), 7, CTRL, "ctrl+d"),
    ("qwerty", ord("d"), 7, META, "ctrl+d"),
    ("qwerty", ord("x"), 27, NONE, "x"),
    ("qwerty", ord("x"), 27, SHIFT, "x"),
    ("qwerty", ord("x"), 27, CAPS, "x"),
    ("qwerty", ord("z"), 29, CTRL | SHIFT, "ctrl+shift+z"),
    ("qwerty", ord("1"), 30, NONE, "1"),
    ("qwerty", ord("1"), 30, SHIFT, "1"),
    ("qwerty", ord("6"), 35, NONE, "6"),
    ("qwerty", ord(","), 54, CTRL, "ctrl+,"),
    ("qwerty", pygame.K_TAB, 43, SHIFT, "shift+tab"),
    ("qwerty", pygame.K_RETURN, 40, ALT, "alt+return"),
    ("qwerty", pygame.K_RETURN, 40, ALT_GR, "return"),
    ("qwerty", pygame.K_F11, 68, NONE, "f11"),
    ("azerty", ord("&"), 30, NONE, "1"),
    ("azerty", ord("é"), 31, NONE, "2"),
    ("azerty", ord('"'), 32, NONE, "3"),
    ("azerty", ord("'"), 33, NONE, "4"),
    ("azerty", ord("("), 34, NONE, "5"),
    ("azerty", ord("-"), 35, NONE, "6"),
    ("azerty", ord("&"), 30, SHIFT, "1"),
    ("azerty", ord("1"), 30, SHIFT, "1"),
    ("azerty", ord("z"), 26, CTRL, "ctrl+z"),
    ("azerty", ord("q"), 4, CTRL, "ctrl+q"),
    ("azerty", ord(","), 16, CTRL, "ctrl+,"),
    ("qwertz", ord("z"), 28, CTRL, "ctrl+z"),
    ("qwertz", ord("y"), 29, CTRL, "ctrl+y"),
    ("qwertz", ord("ö"), 51, NONE, "ö"),
    ("qwertz", ord("4"), 33, NONE, "4"),
    ("turkish q", 0x131, 12, CTRL, "ctrl+i"),
    ("turkish q", ord("i"), 52, CTRL, "ctrl+i"),
    ("turkish q", ord("ş"), 51, NONE, "ş"),
    ("turkish q", ord("ö"), 54, CTRL, "ctrl+ö"),
    ("turkish q", ord(","), 49, CTRL, "ctrl+,"),
    ("turkish q", ord("3"), 32, NONE, "3"),
    ("greek", ord("ζ"), 29, CTRL, "ctrl+z"),
    ("greek", ord("δ"), 7, CTRL, "ctrl+d"),
    ("greek", ord("χ"), 27, NONE, "x"),
    ("greek", ord("ι"), 12, CTRL, "ctrl+i"),
    ("greek", ord(","), 54, CTRL, "ctrl+,"),
    ("greek", ord("5"), 34, NONE, "5"),
    ("russian", ord("я"), 29, CTRL, "ctrl+z"),
    ("russian", ord("в"), 7, CTRL, "ctrl+d"),
    ("russian", ord("ч"), 27, NONE, "x"),
    ("russian", ord("т"), 17, CTRL, "ctrl+n"),
    ("russian", ord("б"), 54, CTRL, "ctrl+,"),
    ("russian", ord("2"), 31, NONE, "2"),
    ("number pad", pygame.K_KP1, 89, NONE, "1"),
    ("number pad", pygame.K_KP6, 94, NONE, "6"),
    ("number pad", pygame.K_KP6, 94, pygame.KMOD_NUM, "6"),
    ("number pad", pygame.K_KP_ENTER, 88, NONE, "enter"),
    ("none", 0, 0, NONE, ""),
]


@pytest.mark.parametrize(("layout", "code", "scancode", "modifiers", "name"), KEYS)
def test_key_name(layout: str, code: int, scancode: int, modifiers: int, name: str) -> None:
    assert key_name(code, scancode, modifiers) == name


# The letters of ctrl shortcuts by layout: what the system gives for the key that is printed so, and where it lies.
LETTERS_BY_LAYOUT = {
    "qwerty": lambda letter: (ord(letter), 4 + ord(letter) - 97),
    "greek": lambda letter: (ord("αβψδεφγηιξκλμνοπ;ρστθωςχυζ"[ord(letter) - 97]), 4 + ord(letter) - 97),
    "russian": lambda letter: (ord("фисвуапршолдьтщзйкыегмцчня"[ord(letter) - 97]), 4 + ord(letter) - 97),
}


@pytest.mark.parametrize("layout", LETTERS_BY_LAYOUT)
def test_every_shortcut_of_a_letter_works_in_every_script(layout: str) -> None:
    keys, reader = KeyMap(), InputReader(KeyMap())
    shortcuts = [(i.id, key) for i in INTENTS for key in i.keys if key[-2:-1] in ("+", "") and key[-1].isalpha()]
    assert len(shortcuts) > 6
    for intent, key in shortcuts:
        if (layout, key) == ("greek", "ctrl+q"):  # the key says ";" there, and shortcuts can be changed
            continue
        code, scancode = LETTERS_BY_LAYOUT[layout](key[-1])
        held = CTRL if key.startswith("ctrl+") else NONE
        event = pygame.Event(pygame.KEYDOWN, key=code, scancode=scancode, mod=held)
        (pressed,) = reader.read(event, 0.0)
        assert isinstance(pressed, Pressed)
        assert intent in pressed.intents
        assert key in keys.keys(intent)
        list(reader.read(pygame.Event(pygame.KEYUP, key=code, scancode=scancode, mod=held), 0.0))


def test_digits_are_numbers_of_dice_and_nothing_else() -> None:
    keys = KeyMap()
    for digit in "123456":
        assert keys.meant_by(digit) == {f"die_{digit}"}
        assert keys.taken_by(digit, "roll") == f"die_{digit}"


def test_held_modifiers_alone_say_nothing() -> None:
    reader = InputReader(KeyMap())
    for key in (pygame.K_LSHIFT, pygame.K_RCTRL, pygame.K_LALT, pygame.K_CAPSLOCK):
        assert not list(reader.read(pygame.Event(pygame.KEYDOWN, key=key, scancode=0, mod=0), 0.0))


def test_letters_come_as_the_system_gives_them() -> None:
    (typed,) = InputReader(KeyMap()).read(pygame.Event(pygame.TEXTINPUT, text="İıЖ"), 0.0)
    assert typed == Typed("İıЖ")
