"""What a motion on the board lets one hear: when, and how hard.

A motion knows its happenings before it begins. Each is given to one callable (`Show.hear`) when its time has come, in
order; what is skipped is not heard. Nobody has to listen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

KINDS = (
    "die_on_felt",
    "die_on_wood",
    "die_on_die",
    "die_on_checker",
    "checker_lifted",
    "checker_down",  # on the felt of a point
    "checker_on_checker",  # beside or on top of others
    "checker_knocked",  # a blot that is hit
    "checker_on_bar",
    "checker_off",  # into the tray
    "cup_shaken",
    "cup_poured",
    "cup_down",
    "cube_turned",
)
"""Every kind of happening; sounds are named by them."""


@dataclass(frozen=True, slots=True)
class Happening:
    """kind: one of KINDS. at: seconds since its motion began. strength: 0 to 1, how hard it is."""

    kind: str
    at: float
    strength: float


Hear = Callable[[Happening], object]
"""Told of each happening when it happens; in the thread of the window, so it must be quick."""


def unheard(_happening: Happening) -> None:
    """Nobody listens."""
