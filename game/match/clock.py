"""A chess clock with a delay: told the time in seconds, never asking for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

DELAY = 12.0
"""Seconds of each action before the bank runs."""

LONGEST_TICK = 0.5
"""More than this between two ticks is a stall of the program, not somebody's thinking, and is not charged."""

RED_FROM = 30.0
"""Seconds left from which a clock is shown in red."""


@dataclass(frozen=True, slots=True)
class Clock:
    """banks: seconds left to side 0 and 1. running: whose time runs, None while stopped. delay: what is left of the
    delay of this action. now: when the clock was last told the time.
    """

    banks: tuple[float, float]
    running: int | None = None
    delay: float = DELAY
    now: float = 0.0

    def act(self, side: int | None, now: float) -> Clock:
        """From now on that side has to act, with a fresh delay; None for nobody."""
        return replace(self.tick(now), running=side, delay=DELAY)

    def pause(self, now: float) -> Clock:
        """Stops for both; `resume` goes on with what was left of the delay."""
        return replace(self.tick(now), running=None)

    def resume(self, side: int, now: float) -> Clock:
        """Goes on after a pause."""
        return replace(self, running=side, now=now)

    def tick(self, now: float) -> Clock:
        """The clock at a later time: first the delay is used up, then the bank."""
        if self.running is None:
            return replace(self, now=now)
        passed = min(max(now - self.now, 0.0), LONGEST_TICK)
        from_bank = max(passed - self.delay, 0.0)
        banks = list(self.banks)
        banks[self.running] = max(banks[self.running] - from_bank, 0.0)
        return replace(self, banks=(banks[0], banks[1]), delay=max(self.delay - passed, 0.0), now=now)

    def is_out(self, side: int) -> bool:
        """That side's bank is used up."""
        return self.banks[side] <= 0.0

    def is_red(self, side: int) -> bool:
        """That side is running out of time."""
        return self.banks[side] < RED_FROM
