"""Whose an imported match is: asked, remembered, left open, corrected; and what is said of it in the list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from brought import ONE, card, imported, store_of, until_done
from formats.samples import SAMPLES, expected
from game.formats.base import write
from game.match.options import MatchOptions
from game.storage.about import IMPORTED
from game.ui.cards.matches import MatchesCard
from game.ui.cards.replay_menu import PlayFromCard
from match.test_random_matches import play
from pilot import MakePilot, Pilot

needs_samples = pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")


@pytest.fixture
def pilot(make_pilot: MakePilot) -> Pilot:
    """Somebody at the main menu who does not look at the board."""
    return make_pilot(is_blind=True)


def test_ones_own_name_need_not_be_asked_about(make_pilot: MakePilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot = make_pilot(name="B", is_blind=True)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    assert imported(pilot) == [(("A", "B"), 1, False)]


def test_what_was_answered_is_not_asked_again(make_pilot: MakePilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot = make_pilot(players={"b": True})
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    assert card(pilot).stage == "done"
    assert imported(pilot) == [(("A", "B"), 1, False)]


def test_nobody_of_the_match_may_be_the_person(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("nobody")
    until_done(pilot)
    [header] = store_of(pilot).unfinished()
    assert header.extra[IMPORTED]["you"] is None  # type: ignore[index]  # an entry of JSON
    assert pilot.app.settings.players == {"a": False, "b": False}


@pytest.mark.parametrize("leave", [["escape"], ["tab", "tab", "return"], ["space", "space", "escape"]], ids=str)
def test_names_that_were_not_answered_are_asked_about_again(pilot: Pilot, tmp_path: Path, leave: list[str]) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.press(*leave)
    until_done(pilot)
    assert pilot.app.settings.players == {}
    [header] = store_of(pilot).unfinished()
    store_of(pilot).delete(header.id)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    assert card(pilot).stage == "asking"


def test_ones_own_name_counts_whatever_was_said_of_it_before(make_pilot: MakePilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot = make_pilot(name="B", players={"a": False, "b": False}, is_blind=True)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    assert imported(pilot) == [(("A", "B"), 1, False)]


def test_a_match_that_comes_again_is_answered_for(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    for key in ("go", "player b"):
        pilot.drop(tmp_path / "one.mat")
        until_done(pilot)
        pilot.push(key)
        if key != "go":
            pilot.push("go")
        until_done(pilot)
        pilot.push("close")
    [header] = store_of(pilot).unfinished()
    assert (header.person_side, header.extra[IMPORTED]["you"]) == (1, 1)  # type: ignore[index]  # an entry of JSON


@needs_samples
def test_a_match_that_nobody_answered_for_is_ones_own_once_the_settings_have_the_name(pilot: Pilot) -> None:
    pilot.drop(SAMPLES / "sampleserver_7pt.xg")
    until_done(pilot)
    pilot.press("escape")
    until_done(pilot)
    assert pilot.app.settings.players == {}
    [header] = store_of(pilot).finished()
    assert (header.dice, header.extra[IMPORTED]["you"]) == ("imported", None)  # type: ignore[index]  # JSON
    store_of(pilot).delete(header.id)
    pilot.change(name="Jade1")
    pilot.drop(SAMPLES / "sampleserver_7pt.mat")
    until_done(pilot)
    [header] = store_of(pilot).finished()
    assert (header.names[1], header.person_side) == ("Jade1", 1)
    assert header.extra[IMPORTED]["you"] == 1  # type: ignore[index]  # an entry of JSON


def test_an_imported_match_is_shown_as_one(pilot: Pilot, tmp_path: Path) -> None:
    record = replace(play(MatchOptions(length=3), 2, 30), names=("Ada", "Bob"))
    (tmp_path / "one.json").write_bytes(write(record, "json"))
    pilot.drop(tmp_path / "one.json")
    until_done(pilot)
    pilot.push("nobody")
    until_done(pilot)
    pilot.push("close")
    pilot.push("matches")
    assert isinstance(pilot.card, MatchesCard)
    line = pilot.card.list.line(0)
    assert line.below.endswith("Imported")
    assert line.right == "{} : {}".format(*record.state().score)
    pilot.push("more")
    assert any("comes from elsewhere" in box.label for box in pilot.card._content.parts())
    pilot.push("replay")
    pilot.push("play_from_here")
    assert isinstance(pilot.card, PlayFromCard)
    assert pilot.card.who.opponent == "person"


def test_what_was_answered_is_corrected_in_the_menu_of_the_match(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("player a")
    pilot.push("go")
    until_done(pilot)
    pilot.push("close")
    pilot.push("matches")
    pilot.push("more")
    for you, side, players in (
        (1, 1, {"a": False, "b": True}), (None, 0, {"a": False, "b": False}), (0, 0, {"a": True, "b": False}),
    ):  # fmt: skip
        pilot.choose("you", you)
        [header] = store_of(pilot).unfinished()
        assert (header.person_side, header.extra[IMPORTED]["you"]) == (side, you)  # type: ignore[index]  # JSON
        assert pilot.app.settings.players == players
