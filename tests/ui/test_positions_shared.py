"""Positions pasted, played from, copied, drawn; and what the command line names."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from brought import ONE, card, imported, store_of, until_done
from game.formats.sharing import find
from game.match.state import Phase
from game.ui import shared_picture
from game.ui.cards.message import MessageCard
from game.ui.cards.position import PictureCard, PositionCard
from pilot import MakePilot, Pilot


@pytest.fixture
def pilot(make_pilot: MakePilot) -> Pilot:
    """Somebody at the main menu who does not look at the board."""
    return make_pilot(is_blind=True)


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10"
PASTED = [
    f"Look at this:\n> {XGID}\n\nWhat would you play?",
    "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                Match ID   : cInlAAAAAAAE",
    "sheshbesh://position/backgammon/-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10",
    "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
    "sheshbesh://position/plakoto/24:15%20/%2024:15?turn=1&dice=3-1&score=0-0&length=5",
]


@pytest.mark.parametrize("text", PASTED)
def test_a_pasted_position_opens_and_is_played_from(pilot: Pilot, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    pilot.press("ctrl+v")
    assert pilot.has(PositionCard)
    assert pilot.state.position == find(text).read.position
    pilot.push("play")
    pilot.choose("level", "easy")
    pilot.push("start")
    assert pilot.app.stack.top is None
    assert pilot.director.sitting.header.seats == ("person", "balanced:easy")
    pilot.until_still()
    assert pilot.state.phase in (Phase.TO_PLAY, Phase.TO_ROLL)
    assert not imported(pilot)


def test_a_match_waits_below_a_position(pilot: Pilot) -> None:
    pilot.press("return", "return")
    pilot.until_still()
    sitting = pilot.director.sitting
    pilot.app.evening.files.open_words([PASTED[2]])
    assert pilot.has(PositionCard)
    assert pilot.director.sitting is not sitting
    pilot.push("close")
    assert pilot.box("back").label == "Back to the match"
    pilot.push("back")
    assert pilot.director.sitting is sitting
    assert [header.id for header in store_of(pilot).unfinished()] == [sitting.header.id]


@pytest.mark.parametrize("text", ["", "good morning", "XGID=-b----E-C:0:0:1:31:0:0:0:7:10", "sheshbesh://position/x"])
def test_what_is_no_position_is_said(pilot: Pilot, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    pilot.press("ctrl+v")
    assert pilot.has(MessageCard)


def test_the_position_on_the_table_is_copied_in_every_form(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    pilot.press("return", "return")
    pilot.until_still()
    before = pilot.state
    pilot.press("ctrl+c")
    for key in ("xgid", "gnubg", "text", "link"):
        pilot.push(key)
    assert [find(text).read.position for text in copied] == [before.position] * 4
    pilot.push("close")
    assert pilot.state == before


def test_the_picture_of_a_position_is_saved(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_picture, "WIDTH", 320)
    monkeypatch.setattr(shared_picture, "BOARD_HEIGHT", 200)
    pilot.app.evening.files.take_text(XGID)
    pilot.frame(1.0)  # the card has come in
    pilot.draw()
    pilot.push("picture")
    assert pilot.has(PictureCard)
    pilot.until(lambda: pilot.box("close").is_enabled and any(box.key == "save" for box in pilot.card.boxes()))
    pilot.write("path", str(tmp_path / "shared.png"))
    pilot.push("save")
    picture = pygame.image.load(tmp_path / "shared.png")
    assert picture.get_width() == 320
    assert picture.get_height() > 300


def test_words_of_the_command_line_are_opened(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot.app.evening.files.open_words([(tmp_path / "one.mat").as_uri()])
    until_done(pilot)
    assert [read.name for read in card(pilot)._reading.found] == [str(tmp_path / "one.mat")]
    pilot.push("go")
    until_done(pilot)
    pilot.push("close")
    pilot.app.evening.files.open_words([str(PASTED[2])])
    assert pilot.has(PositionCard)
