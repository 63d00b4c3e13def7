"""The dice on screen: proof, verification, counts and duplicate play, by mouse and keys; sharing from the settings."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game import paths
from game.dice.fairness import figures
from game.formats.dice_proof import read_proof
from game.match.events import Opened
from game.match.options import MatchOptions, tavli
from game.match.state import Phase
from game.match.thrown import tallies
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.opening import open_store
from game.ui.cards.dice import DiceCard
from game.ui.cards.fairness import ALL, MATCH, FairnessCard
from game.ui.cards.proof import ProofCard
from game.ui.cards.result import ResultCard
from game.ui.widgets.controls import Label
from game.ui.widgets.strips import StripRow
from pilot import MakePilot, Pilot
from proven import play_out, played_with_fair_dice
from storage.caretaker import match_number

SEATS = ("person", "person")
NAMES = ("Ayşe", "Nikos")


def words(pilot: Pilot) -> str:
    """Everything that the top card says."""
    return "\n".join(box.label for box in pilot.card._content.parts() if isinstance(box, Label))


def at_the_end(pilot: Pilot, length: int = 1) -> None:
    """Before the result card of a match between two people."""
    sitting = pilot.sit(MatchHeader(NAMES, MatchOptions(length=length), SEATS))
    pilot.until_still()
    while pilot.app.stack.top is not None:
        pilot.app.stack.clear()
    play_out(sitting, Random("evening"))
    pilot.app.evening.ending.game_over(sitting.state)
    pilot.frame(1.0)


def test_the_dice_of_the_last_match_are_verified_by_mouse(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    at_the_end(pilot)
    assert pilot.has(ResultCard)
    pilot.push("dice")
    assert pilot.has(DiceCard)
    pilot.push("proof")
    assert pilot.has(ProofCard)
    proof = pilot.app.store.proofs(1)[0].proof  # type: ignore[union-attr]  # it has one
    assert proof.secret.hex() in words(pilot).replace(" ", "")
    pilot.push("verify")
    assert f"Checked: all {len(proof.throws)} throws are what the secrets say." in words(pilot)
    pilot.push("save")
    [file] = paths.documents_folder().iterdir()
    assert str(file) in words(pilot)
    assert read_proof(file.read_text("utf-8"))[0].proof == proof
    pilot.push("close")
    pilot.push("close")
    assert pilot.has(ResultCard)


def test_the_same_by_keys(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    at_the_end(pilot)
    for key in ("dice", "proof", "verify"):
        while pilot.card.focus is None or pilot.card.focus.key != key:
            pilot.press("tab")
        pilot.press("return")
    assert "Checked:" in words(pilot)
    pilot.press("escape", "escape")
    assert pilot.has(ResultCard)


def test_a_proof_that_cannot_be_saved_is_told(make_pilot: MakePilot, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "documents").write_text("in the way", "utf-8")
    pilot = make_pilot()
    at_the_end(pilot)
    pilot.push("dice")
    pilot.push("proof")
    pilot.push("save")
    assert "cannot be written" in words(pilot)


def test_the_proof_of_any_stored_match(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    assert pilot.app.store is not None
    header, record = played_with_fair_dice(pilot.app.store, MatchHeader(NAMES, tavli(5), SEATS))
    pilot.app.evening.dice.open_proof(header.id)
    games = len(record.state().results)
    assert pilot.box("game").value == games - 1  # type: ignore[attr-defined]  # a choice
    pilot.choose("game", 0)
    pilot.push("fairness")
    assert pilot.has(FairnessCard)


def test_imported_matches_and_real_dice_have_no_proof(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    assert pilot.app.store is not None
    header, record = match_number(1)
    for dice, said in (("typed", "real dice"), ("imported", "comes from elsewhere")):
        [match] = Archive(pilot.app.store).keep([(MatchHeader(NAMES, header.options, dice=dice, started="1"), record)])
        for lead in (pilot.app.evening.dice.open_proof, pilot.app.evening.dice.open_fairness):
            lead(match)
            pilot.frame(1.0)
            pilot.card.ready()
            assert said in words(pilot)
            pilot.push("close")


def test_counts_of_a_game_a_match_and_all_matches(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    store = pilot.app.store
    assert store is not None
    first, record = played_with_fair_dice(store, MatchHeader(NAMES, tavli(7), SEATS))
    assert len(record.state().results) > 1
    second, other = played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=3), SEATS), "other")
    played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=1), ("person", "balanced:hard")), "third")
    store.database.connection.execute("DELETE FROM thrown WHERE match = ?", (second.id,))  # as an older version left it
    pilot.app.evening.dice.open_fairness(first.id)
    assert counted(pilot) == [figure.count for figure in figures(tallies(record)[0])]
    pilot.choose("scope", 0)
    assert counted(pilot) == [figure.count for figure in figures(tallies(record, 0)[0])]
    pilot.choose("scope", ALL)
    pilot.until(lambda: "2 matches between two people" in words(pilot))
    together = tallies(record)[0] + tallies(other)[0]
    assert counted(pilot) == [figure.count for figure in figures(together)]
    pilot.choose("scope", MATCH)
    assert "With fair dice about" in words(pilot)


def counted(pilot: Pilot) -> list[int]:
    """What the strips of side 0 show."""
    return [box.figures[0].count for box in pilot.card._content.parts() if isinstance(box, StripRow)]


def test_the_same_dice_again_from_the_result_card(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    at_the_end(pilot)
    store = pilot.app.store
    assert store is not None
    first = next(event for event in store.record(1).events if isinstance(event, Opened))
    pilot.push("duplicate")
    pilot.until(lambda: pilot.state.phase is not Phase.TO_OPEN)
    again = next(event for event in pilot.director.sitting.table.record.events if isinstance(event, Opened))
    assert again.dice == first.dice[::-1]
    pilot.app.evening.open_dice()
    assert "the dice of the first match, with the sides changed" in words(pilot)
    pilot.app.stack.clear()
    play_out(pilot.director.sitting, Random("again"))
    pilot.app.evening.ending.game_over(pilot.state)
    pilot.frame(1.0)
    assert "It ended" in words(pilot)


def shares(pilot: Pilot, folder: Path, plays: int | None = None) -> None:
    """Somebody names the folder and exchanges, after a match."""
    store, upkeep = pilot.app.store, pilot.app.upkeep
    assert store is not None
    assert upkeep is not None
    pilot.push("settings")
    pilot.write("shared_folder", str(folder))
    if plays is not None:
        Archive(store).keep([match_number(plays)])
        pilot.until(lambda: not upkeep.is_busy)
    pilot.push("share")
    pilot.until(lambda: not upkeep.is_sharing)
    pilot.frame()
    pilot.card.ready()
    came = 0 if plays is not None else 1
    assert f"Matches that came from other computers: {came}" in words(pilot)
    pilot.close()


def test_matches_are_exchanged_from_the_settings(make_pilot: MakePilot, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    shares(make_pilot(folder=tmp_path / "one"), folder, plays=7)
    shares(make_pilot(folder=tmp_path / "other"), folder)
    store, _notices = open_store(tmp_path / "other", datetime(2026, 1, 1))
    assert [header.started for header in store.finished()] == ["000007"]
    store.close()


def test_a_deletion_on_another_computer_is_told(make_pilot: MakePilot, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    shares(make_pilot(folder=tmp_path / "one"), folder, plays=7)
    shares(make_pilot(folder=tmp_path / "other"), folder)
    store, _notices = open_store(tmp_path / "other", datetime(2026, 1, 1))
    store.delete(store.finished()[0].id)
    store.close()
    for home in ("other", "one"):  # one deletes it for good and says so in the folder; one hears of it
        pilot = make_pilot(folder=tmp_path / home, shared_folder=str(folder))
        upkeep = pilot.app.upkeep
        assert upkeep is not None
        pilot.until(lambda upkeep=upkeep: not upkeep.is_sharing)  # type: ignore[misc]
        pilot.frame()
        told = "Matches that another computer deleted, and that are gone here too: 1." in words(pilot)
        assert told == (home == "one")
        assert pilot.app.store is not None
        assert pilot.app.store.finished() == []
        pilot.close()


@pytest.mark.parametrize("by_keys", [False, True])
def test_the_shared_folder_is_chosen(make_pilot: MakePilot, tmp_path: Path, by_keys: bool) -> None:
    (tmp_path / "cloud" / "games").mkdir(parents=True)
    pilot = make_pilot(shared_folder=str(tmp_path / "cloud"), is_blind=True)
    pilot.push("settings")
    for key in ("choose_folder", "folder games", "folder"):
        if not by_keys:
            pilot.push(key)
            continue
        while pilot.card.focus is None or pilot.card.focus.key != key:
            pilot.press("tab")
        pilot.press("return")
    assert pilot.app.settings.shared_folder == str(tmp_path / "cloud" / "games")
    assert pilot.box("shared_folder").value == pilot.app.settings.shared_folder  # type: ignore[attr-defined]  # a field


def test_a_folder_that_is_not_there_is_told_once(make_pilot: MakePilot, tmp_path: Path) -> None:
    pilot = make_pilot(shared_folder=str(tmp_path / "unplugged"))
    upkeep = pilot.app.upkeep
    assert upkeep is not None
    pilot.until(lambda: not upkeep.is_sharing)
    pilot.until(lambda: "cannot be exchanged" in words(pilot))
    pilot.push("answer 0")
    upkeep.share()
    pilot.until(lambda: not upkeep.is_sharing)
    assert "cannot be exchanged" not in words(pilot)


def test_a_replay_leads_to_the_proof_and_to_the_same_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    store = pilot.app.store
    assert store is not None
    header, _record = played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=1), SEATS))
    pilot.app.evening.looking.replay_stored(header.id)
    pilot.app.evening.looking.open_menu()
    pilot.frame(1.0)
    pilot.push("dice")
    pilot.push("verify")
    assert "Checked:" in words(pilot)
    pilot.push("close")
    pilot.push("duplicate")
    assert pilot.director.sitting.duplicate is not None
