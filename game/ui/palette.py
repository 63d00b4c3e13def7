"""The colours of the interface: those of the look, and the few that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.look import Colour, Look, contrast, on_screen


@dataclass(frozen=True, slots=True)
class Palette:
    """ink: letters; faint: secondary letters; panel: cards and plates; raised: buttons; edge: thin lines; accent: the
    brass of the board; dark: what lies behind; danger, good: warnings and welcome places; focus: the ring of the
    keyboard; rim: what is written on the frame.
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
    rim: Colour


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
        rim=_on_frame(look),
    )


def _on_frame(look: Look) -> Colour:
    """Brass or burnt into the wood, whichever is seen better on the frame under the lamp."""
    frame = look.table.frame
    red, green, blue = (0.25 * low + 0.75 * high for low, high in zip(frame.dark, frame.light, strict=True))
    ground = on_screen((1.5 * red, 1.4 * green, 1.3 * blue))
    pale = mixed(look.interface.accent, (255, 246, 224), 0.35)
    return max((pale, (26, 16, 9)), key=lambda colour: contrast(colour, ground))


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
