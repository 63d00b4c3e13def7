"""Colours as screens count them: as light, between two others, and how well one is seen on another."""

from __future__ import annotations

from collections.abc import Callable

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255, as screens count."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)

_STEPS = 64


def linear(colour: Colour) -> tuple[float, float, float]:
    """A screen's colour as light, each 0 to 1 (the curve of IEC 61966-2-1)."""
    red, green, blue = (value / 255 for value in colour)
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def on_screen(light: tuple[float, float, float]) -> Colour:
    """Light, each 0 to 1, as a screen's colour."""
    red, green, blue = (round(255 * _encoded(min(max(value, 0.0), 1.0))) for value in light)
    return red, green, blue


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def luminance(colour: Colour) -> float:
    """How bright a colour is, 0 to 1 (WCAG 2.2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """How well one colour is seen on another, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def moved(colour: Colour, end: Colour, is_enough: Callable[[Colour], bool]) -> Colour:
    """The colour, mixed with another as far as it takes; the other one where nothing less is enough."""
    ways = (mixed(colour, end, step / _STEPS) for step in range(_STEPS + 1))
    return next((tried for tried in ways if is_enough(tried)), end)
