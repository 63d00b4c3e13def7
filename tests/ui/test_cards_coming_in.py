"""Cards slide in, from when they were opened, and come to rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.errors import GameError
from pilot import Pilot


@pytest.mark.parametrize("waited", [0.0, 30.0])
def test_a_card_comes_in_from_when_it_was_opened_and_comes_to_rest(pilot: Pilot, waited: float) -> None:
    """However long nobody had told the time before: by a key, or as a notice while nothing moves."""
    notice = GameError("store_write_failed", file="a", why="b")
    ways: tuple[Callable[[], None], ...] = (lambda: pilot.press("f1"), lambda: pilot.app.tell(notice))
    for opens in ways:
        pilot.until_still()
        pilot.now += waited
        before = pilot.app.stack.top
        opens()
        assert pilot.frame(0.0)
        pilot.draw()
        assert pilot.app.stack.top is not before
        coming = pilot.card.rect.top
        while pilot.frame():
            pilot.draw()
        pilot.draw()
        assert pilot.card.rect.top < coming
        assert pilot.card.rect.centery == pytest.approx(300, abs=1)
