"""The colours of the interface: those of the look, and the few that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.look import Colour, Look


@dataclass(frozen=True, slots=True)
class Palette:
    """ink: letters; faint: secondary letters; panel: cards and plates; raised: buttons; edge: thin lines; accent: the
    brass of the board; dark: what lies behind; danger, good: warnings and welcome places; focus: the ring of the
    keyboard.
    """

    ink: Colour
    faint: Colour
    panel: Colour
    raised: Colour
    edge: Colour
    accent: Colour
    dark: Colour
    danger: Colour
    good: Colour
    focus: Colour


def palette_of(look: Look) -> Palette:
    """The interface of a look."""
    own = look.interface
    return Palette(
        ink=own.ink,
        faint=own.faint,
        panel=own.panel,
        raised=mixed(own.panel, own.edge, 0.4),
        edge=own.edge,
        accent=own.accent,
        dark=mixed(own.panel, (0, 0, 0), 0.6),
        danger=own.danger,
        good=own.go,
        focus=own.focus,
    )


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
