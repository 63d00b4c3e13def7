"""The dozen colours of the interface; a look brings its own."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """ink: letters; faint: secondary letters; panel: cards and plates; raised: buttons; edge: thin lines; accent: the
    brass of the board; dark: what lies behind; danger, good: warnings and welcome places; focus: the ring of the
    keyboard.
    """

    ink: Colour = (240, 232, 215)
    faint: Colour = (184, 168, 145)
    panel: Colour = (38, 27, 20)
    raised: Colour = (64, 46, 33)
    edge: Colour = (104, 78, 54)
    accent: Colour = (214, 172, 100)
    dark: Colour = (17, 12, 9)
    danger: Colour = (226, 98, 78)
    good: Colour = (112, 190, 120)
    focus: Colour = (255, 214, 120)


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
