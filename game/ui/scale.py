"""How large things are: window size, pixel density and the person's text size, as one value."""

from __future__ import annotations

from dataclasses import dataclass

TEXT_FACTORS = {"normal": 1.0, "large": 1.2, "very_large": 1.42}
"""The text sizes of the settings."""

USUAL_WIDTH, USUAL_HEIGHT = 1280, 800
"""In units: the window of the first start."""

LEAST_WIDTH, LEAST_HEIGHT = 960, 600
"""In units: the smallest window everything is laid out for; smaller ones are drawn, as well as they can be."""


@dataclass(frozen=True, slots=True)
class Scale:
    """width, height: of the window in pixels. density: pixels for one unit. text: factor of the letters."""

    width: int
    height: int
    density: float = 1.0
    text: float = 1.0

    @property
    def unit(self) -> float:
        """Pixels for one unit. Words grow with large windows, though less; in windows below the least size everything
        shrinks instead of being cut off.
        """
        across, down = self.width / self.density, self.height / self.density
        room = min(across / USUAL_WIDTH, down / USUAL_HEIGHT)
        if room > 1.0:
            return self.density * (1.0 + 0.6 * (room - 1.0))
        return self.density * max(min(across / LEAST_WIDTH, down / LEAST_HEIGHT, 1.0), 0.35)

    def u(self, units: float) -> int:
        """Units as whole pixels, at least one for anything that is there."""
        pixels = round(units * self.unit)
        return max(pixels, 1) if units > 0 else pixels

    def t(self, units: float) -> int:
        """Units of something that grows with its letters."""
        return self.u(units * self.text)
