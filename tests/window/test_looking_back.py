"""An old match is found, looked at, tried otherwise and deleted at a real window, by mouse alone and by keys alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.opening import open_store
from match.test_random_matches import play
from window.person import Person
from window.screen import Program, wait_until

Start = Callable[..., Program]
NAMES = ("Bea", "Cem", "Dora")


def fill(home: Path) -> None:
    """Three finished matches."""
    store, _notices = open_store(home / "data", datetime(2026, 1, 1))
    options = MatchOptions(length=1)
    events = play(options, 3, 1).events
    whole = [
        (MatchHeader(("Ada", name), options, started=f"2026-0{number}-01", finished=f"2026-0{number}-01"), name)
        for number, name in enumerate(NAMES, 1)
    ]
    Archive(store).keep([(header, MatchRecord(options, ("Ada", name), events)) for header, name in whole])
    store.close()


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_an_old_match_is_looked_at_and_deleted(start: Start, home: Path, by_keys: bool) -> None:
    fill(home)
    program = start((960, 600), home)
    person = Person(program, by_keys=by_keys)
    wait_until(program.rests, "the menu")

    def names() -> list[str]:
        return sorted(header.names[1] for header in person.kept.headers())

    def picture(name: str) -> None:
        folder = os.environ.get("SHESHBESH_PICTURES")
        if folder:
            program.picture(Path(folder) / f"{name}-{'keys' if by_keys else 'mouse'}.png")

    twin = person.sees(seated=False)
    twin.push("matches")
    if by_keys:
        twin.write_letters("dora")
    else:
        twin.write("search", "dora")
    picture("matches")
    twin.push("replay")
    for _ in range(2):
        twin.press("right") if by_keys else twin.push("on")
        twin.until_still()
        wait_until(program.rests, "the step")
    picture("replay")
    twin.press("w") if by_keys else twin.push("what_if")
    twin.until_still()
    wait_until(program.rests, "the other line")
    picture("what-if")
    twin.push("back")
    wait_until(program.rests, "the replay again")
    twin.press("escape") if by_keys else twin.push("menu")
    twin.push("leave")
    wait_until(program.rests, "the list again")
    twin.push("delete")
    wait_until(lambda: names() == ["Bea", "Cem"], "one match less")
    twin.push("undo")
    wait_until(lambda: names() == ["Bea", "Cem", "Dora"], "the match again")
    twin.push("delete")
    wait_until(lambda: names() == ["Bea", "Cem"], "one match less")
    twin.close()
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert "Traceback" not in program.said()
    assert names() == ["Bea", "Cem"]
