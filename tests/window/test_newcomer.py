"""Somebody who has never seen the game brings a match in, replays it, takes it out and checks the dice of their own.

At a real window, by mouse alone and by keys alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from formats.samples import SAMPLES, expected
from game.dice.fair import first_wrong_throw
from game.formats.base import read
from game.formats.dice_proof import read_proof
from game.settings import read_settings, write_settings
from game.storage.matches import Store
from game.ui.cards.import_matches import ImportCard
from game.ui.cards.matches import MatchesCard
from game.ui.cards.menu import MainMenu
from game.ui.widgets.controls import Toggle
from window.person import Person, Twin
from window.screen import Program, wait_until

Start = Callable[..., Program]
SAMPLE = "sampleserver_7pt.xg"

pytestmark = pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")


def gives_up(person: Person) -> None:
    """A match against the computer that is over at once."""
    twin = person.sees(seated=False)
    twin.push("new")
    twin.push("start")
    person.begins(twin)
    person.waits_for_hand()
    twin = person.sees(seated=True)
    if person.by_keys:
        twin.press("ctrl+r")
    else:
        twin.push("menu")
        twin.push("resign")
    twin.push(next(box.key for box in twin.card.boxes() if box.key.startswith(("level", "resign"))))
    twin.close()
    wait_until(lambda: person.kept.headers()[0].finished is not None, "the end of the match")
    wait_until(person.program.rests, "the result")


class SavedCopy:
    """The store of a twin, which lies in memory and need not say so: the real one lasts."""

    is_saved = True

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def brings_in(person: Person, twin: Twin, file: Path) -> None:
    """Dropped by the mouse, found by keys; the second player is the person."""
    if person.by_keys:
        for key in ("import", "files", f"file {file.name}"):
            twin.push(key)
    else:
        twin.drop(file)
    card = twin.app.stack.top
    assert isinstance(card, ImportCard)
    card._services = replace(card._services, store=cast(Store, SavedCopy(card._services.store)))
    twin.until(lambda: card.stage == "asking")
    wait_until(person.program.rests, "the question")
    names = [box for box in twin.card.boxes() if isinstance(box, Toggle)]
    twin.push(names[1].key)
    twin.push("go")
    twin.until(lambda: card.stage == "done")
    wait_until(lambda: len(person.kept.headers()) == 2, "the match")
    wait_until(person.program.rests, "the summary")


def steps(twin: Twin, program: Program) -> None:
    for _ in range(3):
        twin.press("right") if twin.by_keys else twin.push("on")
        twin.until_still()
        wait_until(program.rests, "a step")


def takes_out(twin: Twin, program: Program) -> None:
    """From the menu of the replay, as .sgf."""
    twin.press("escape") if twin.by_keys else twin.push("menu")
    twin.push("export")
    twin.choose("format", "sgf")
    twin.card._put = lambda _path: True  # type: ignore[attr-defined]  # the twin writes nothing over the window's file
    twin.push("save")
    wait_until(program.rests, "the file")


def checks_dice(twin: Twin) -> None:
    """Of their own match, found in the list."""
    twin.push("matches")
    card = twin.card
    assert isinstance(card, MatchesCard)
    wanted = next(
        index for index in range(card.list.count) if (header := card._pages.header(index)) and header.dice == "fair"
    )
    if twin.by_keys:
        twin.press(*["down"] * wanted)
    else:
        twin.click_at(card.list.pixel_of(wanted))
    for key in ("more", "dice", "verify", "save"):
        twin.push(key)


@pytest.mark.parametrize(
    ("by_keys", "size", "language"),
    [(False, (960, 600), "de"), (True, (1920, 1080), "el")],
    ids=["mouse", "keys"],
)
def test_a_newcomer_finds_the_way(
    start: Start, home: Path, tmp_path: Path, by_keys: bool, size: tuple[int, int], language: str
) -> None:
    club, file = tmp_path / "club", home / "config" / "settings.toml"
    club.mkdir()
    shutil.copyfile(SAMPLES / SAMPLE, club / SAMPLE)
    settings, _problems = read_settings(file)
    write_settings(file, replace(settings, folder=str(club), language=language, text_size="very_large"))
    program = start(size, home)
    person = Person(program, by_keys=by_keys)
    wait_until(program.rests, "the menu")

    def picture(name: str) -> None:
        folder = os.environ.get("SHESHBESH_PICTURES")
        if folder:
            program.picture(Path(folder) / f"newcomer-{'keys' if by_keys else 'mouse'}-{name}.png")

    picture("0-menu")
    gives_up(person)
    picture("1-result")
    twin = person.sees(seated=True)
    twin.push("menu")
    twin.until(lambda: twin.has(MainMenu))
    wait_until(program.rests, "the menu again")
    brings_in(person, twin, club / SAMPLE)
    picture("2-summary")
    twin.push("replay")
    twin.until_still()
    steps(twin, program)
    picture("3-replay")
    takes_out(twin, program)
    picture("4-export")
    [written] = club.glob("*.sgf")
    [again] = read(written.read_bytes(), written.name)
    [match] = read((SAMPLES / SAMPLE).read_bytes(), SAMPLE)
    assert again.record.state().score == match.record.state().score
    for key in ("close", "leave", "close"):  # the card, the replay, the summary
        twin.push(key)
    checks_dice(twin)
    picture("5-dice")
    twin.close()
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert "Traceback" not in program.said()
    [proof] = (home / "documents").iterdir()
    [game] = read_proof(proof.read_text("utf-8"))
    assert first_wrong_throw(game.proof) is None
