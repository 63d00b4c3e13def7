"""The kinds of evening, each to its end by mouse and by keys, with pictures of every stage to be looked at.

Pictures go where SHESHBESH_PICTURES says: in English, German and Greek, in a small and in a large window.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from game.match.state import MatchState, Phase
from game.settings import Settings, write_settings
from game.ui.cards.setup import SESSION
from window.person import Person, Twin
from window.screen import Program

Start = Callable[..., Program]

SMALL, LARGE = (960, 600), (1920, 1080)
PICTURES_OF_A_STAGE = 2


@dataclass(frozen=True)
class Evening:
    """kind and length as the card of a new match has them; people: two of them, with their own dice."""

    name: str
    kind: str
    length: int
    people: bool = False


MATCH = Evening("match to 5", "backgammon", 5)
TAVLA = Evening("tavla", "tavla", 3)
TAVLI = Evening("tavli", "tavli", 3)
SESSION_OF_TWO = Evening("session of two", "backgammon", SESSION, people=True)

RUNS = [
    (MATCH, False, "en", SMALL),
    (MATCH, True, "de", LARGE),
    (TAVLA, False, "de", SMALL),
    (TAVLA, True, "el", LARGE),
    (TAVLI, False, "el", SMALL),
    (TAVLI, True, "en", LARGE),
    (SESSION_OF_TWO, False, "de", LARGE),
    (SESSION_OF_TWO, True, "el", SMALL),
]


class Pictures:
    """The first pictures of every stage, if anybody wants them."""

    def __init__(self, program: Program, run: str) -> None:
        self._program, self._run = program, run
        self._taken: Counter[str] = Counter()
        self._numbers = count(1)

    def take(self, stage: str) -> None:
        folder = os.environ.get("SHESHBESH_PICTURES")
        self._taken[stage] += 1
        if folder and self._taken[stage] <= PICTURES_OF_A_STAGE:
            self._program.picture(Path(folder) / f"{self._run} {next(self._numbers):02} {stage}.png".replace(" ", "-"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("evening", "by_keys", "language", "size"),
    RUNS,
    ids=[f"{evening.name}-{'keys' if by_keys else 'mouse'}-{language}" for evening, by_keys, language, _ in RUNS],
)
def test_an_evening(
    start: Start,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    evening: Evening,
    by_keys: bool,
    language: str,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    home = tmp_path / "home"
    quick = Settings(animation_speed="off", thinking_time="short", window=(10, 30, *size))
    write_settings(home / "config" / "settings.toml", quick)
    program = start((size[0] + 40, size[1] + 60), home, language)
    hands = "keys" if by_keys else "mouse"
    person = Person(program, by_keys=by_keys)
    pictures = Pictures(program, f"{evening.name} {hands} {language} {size[0]}")
    person.shows = pictures.take
    twin = person.sees(seated=False)
    pictures.take("menu")
    begin(twin, evening, pictures)
    person.begins(twin, throws=not evening.people)
    state = play(person, evening)
    assert state.phase is Phase.MATCH_OVER
    assert evening.people or max(state.score) >= evening.length
    twin = person.sees(seated=True)
    pictures.take("result of the match")
    if not evening.people:
        twin.push("dice")
        pictures.take("dice")
        twin.push("close")
    twin.push("menu")
    twin.push("keys")
    pictures.take("help")
    twin.push("close")
    twin.push("quit")
    assert program.until_ended() == 0
    assert person.tries == 0, f"{person.tries} of {person.decisions} decisions had to be made twice"


def begin(twin: Twin, evening: Evening, pictures: Pictures) -> None:
    twin.push("settings")
    pictures.take("settings")
    twin.push("close")
    twin.push("two" if evening.people else "new")
    twin.choose("kind", evening.kind)
    twin.choose("length", evening.length)
    if evening.people:
        twin.write("name 0", "Ada")
        twin.write("name 1", "Ben")
    pictures.take("new match")
    twin.push("start")


def play(person: Person, evening: Evening) -> MatchState:
    if evening.length != SESSION:
        return person.plays_on()
    person.plays_on(Phase.GAME_OVER)
    person.decides()
    person.plays_on(Phase.GAME_OVER)
    twin = person.sees(seated=True)
    twin.push("end")
    twin.close()
    return person.plays_on()
