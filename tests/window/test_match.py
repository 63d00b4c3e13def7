"""From the very first start to the end of a match, at a real window, by mouse alone and by keys alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.state import Phase
from window.person import Person
from window.screen import Program, wait_until

Start = Callable[..., Program]


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_a_whole_match_from_the_first_start(start: Start, by_keys: bool) -> None:
    program = start()
    person = Person(program, by_keys=by_keys)
    twin = person.sees(seated=False)
    twin.push("settings")
    twin.choose("animation_speed", "off")
    twin.choose("thinking_time", "short")
    twin.push("close")
    twin.push("new")
    twin.choose("length", 1)
    twin.choose("level", "easy")
    twin.push("start")
    person.begins(twin)
    state = person.plays_on()
    assert state.phase is Phase.MATCH_OVER
    assert max(state.score) >= 1
    assert person.decisions > 5
    assert person.tries == 0, "every press counts at once"
    twin = person.sees(seated=True)
    twin.push("menu")
    twin.push("quit")
    assert program.until_ended() == 0
    assert person.kept.headers()[0].finished
    wait_until(lambda: program.has_ended, "the end")
