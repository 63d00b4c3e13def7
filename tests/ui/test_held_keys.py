"""A key that is held down."""

from __future__ import annotations

import pygame
import pytest

from game.ui.input import InputReader, Pressed


def presses(reader: InputReader, *events: pygame.Event) -> list[str]:
    return [single.key for event in events for single in reader.read(event, 0.0) if isinstance(single, Pressed)]


def down(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=0, scancode=0, unicode="")


def up(key: int) -> pygame.Event:
    return pygame.Event(pygame.KEYUP, key=key, mod=0, scancode=0, unicode="")


@pytest.mark.parametrize(("key", "count"), [(pygame.K_F11, 1), (pygame.K_RETURN, 1), (pygame.K_TAB, 3)])
def test_only_keys_that_move_or_erase_repeat(key: int, count: int) -> None:
    assert len(presses(InputReader(), down(key), down(key), down(key))) == count


def test_let_go_and_pressed_again_counts_again() -> None:
    assert presses(InputReader(), down(pygame.K_F11), up(pygame.K_F11), down(pygame.K_F11)) == ["f11", "f11"]


def test_a_key_let_go_in_another_window_is_not_held() -> None:
    reader = InputReader()
    lost = pygame.Event(pygame.WINDOWFOCUSLOST)
    assert presses(reader, down(pygame.K_SPACE), lost, down(pygame.K_SPACE)) == ["space", "space"]


def test_repeats_that_piled_up_in_a_slow_moment_are_dropped() -> None:
    reader = InputReader()
    tab = pygame.K_TAB
    first = [single for single in reader.read_all([down(tab)], 0.0) if isinstance(single, Pressed)]
    later = list(reader.read_all([down(tab), down(tab), up(tab), down(tab), up(tab)], 1.0))
    assert (len(first), len(later)) == (1, 1)
