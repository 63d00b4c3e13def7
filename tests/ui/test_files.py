"""Matches brought in and taken out: by mouse alone, by keys alone, and by dropping."""

from __future__ import annotations

import threading
from pathlib import Path

import pygame
import pytest

from brought import ONE, card, imported, store_of, until_done
from formats.samples import SAMPLES, expected
from formats.test_damaged import HEAD
from game import importing
from game.errors import GameError
from game.formats.base import read, write
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage import chain
from game.storage.about import IMPORTED
from game.storage.database import Database
from game.storage.header import MatchHeader
from game.ui.cards.browse import BrowseCard
from game.ui.cards.export import ExportCard
from game.ui.cards.import_matches import ImportCard
from game.ui.cards.menu import MainMenu
from game.ui.cards.result import ResultCard
from game.ui.modes.replay import ReplayScene
from game.ui.widgets.controls import Label, Toggle
from match.test_random_matches import play
from pilot import MakePilot, Pilot

needs_samples = pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")
ILLEGAL = HEAD + "  1) 31: 8/5 6/3                  42: 24/1\n"


@pytest.fixture
def pilot(make_pilot: MakePilot) -> Pilot:
    """Somebody at the main menu who does not look at the board."""
    return make_pilot(is_blind=True)


def words_of(pilot: Pilot) -> list[str]:
    pilot.card.ready()
    return [box.label for box in pilot.card._content.parts() if isinstance(box, Label)]


# In


@needs_samples
def test_a_dropped_xg_file_is_imported_and_exported_as_sgf_by_mouse(pilot: Pilot, tmp_path: Path) -> None:
    pilot.drop(SAMPLES / "sampleserver_7pt.xg")
    until_done(pilot)
    assert card(pilot).stage == "asking"
    names = [box.label for box in pilot.card.boxes() if isinstance(box, Toggle)]
    assert len(names) == 2
    pilot.push(f"player {names[1].casefold()}")
    pilot.push("go")
    until_done(pilot)
    [header] = store_of(pilot).finished()
    assert (header.names[1], header.person_side) == (names[1], 1)
    pilot.push(f"match {header.id}")
    assert isinstance(pilot.app.scene, ReplayScene)
    pilot.press("escape")
    pilot.push("export")
    pilot.choose("format", "sgf")
    pilot.write("path", str(tmp_path / "out.sgf"))
    pilot.push("save")
    [again] = read((tmp_path / "out.sgf").read_bytes(), "out.sgf")
    assert again.record.state().score == header.score


def test_a_file_is_found_and_imported_by_keys_alone(pilot: Pilot, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "evening.mat").write_text(ONE)
    (folder / "letter.doc").write_text("")
    pilot.press("ctrl+o")
    assert pilot.has(ImportCard)
    pilot.press("return")  # choose files
    assert pilot.has(BrowseCard)
    field = pilot.box("path")
    while field.value:  # type: ignore[attr-defined]  # a field
        pilot.press("backspace")
    pilot.write_letters(f"{folder}/")
    assert [box.key for box in pilot.card.boxes()] == ["path", "up", "file evening.mat", "cancel"]
    pilot.write_letters("EV")
    pilot.press("return", "return")  # on to the file, and take it
    until_done(pilot)
    pilot.press("space")  # the first of the two players is me
    pilot.press("tab", "tab", "return")
    until_done(pilot)
    assert imported(pilot) == [(("A", "B"), 0, False)]
    [header] = store_of(pilot).unfinished()
    assert header.extra[IMPORTED]["you"] == 0  # type: ignore[index]  # an entry of JSON
    assert pilot.app.settings.players == {"a": True}
    pilot.press("escape")
    assert pilot.has(MainMenu)
    assert pilot.app.settings.folder == str(folder)


def test_a_file_is_found_imported_and_exported_by_mouse_alone(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "club" / "May").mkdir(parents=True)
    (tmp_path / "club" / "May" / "evening.mat").write_text(ONE)
    pilot.change(folder=str(tmp_path / "club" / "May"))
    for key in ("import", "files", "up", "folder May", "file evening.mat"):
        pilot.push(key)
    until_done(pilot)
    for key in ("player b", "go"):
        pilot.push(key)
    until_done(pilot)
    [header] = store_of(pilot).unfinished()
    assert header.person_side == 1
    pilot.push(f"match {header.id}")
    pilot.press("escape")
    for key in ("export", "folder", "up", "folder", "save"):
        pilot.push(key)
    assert [path.name[:5] for path in (tmp_path / "club").glob("*.mat")] == ["A-B-2"]


def test_an_imported_match_is_sealed_and_replayed_and_leads_back_to_the_summary(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE + "                                   Wins 1 point and the match\n")
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    summary = pilot.card
    [header] = [*store_of(pilot).unfinished(), *store_of(pilot).finished()]
    pilot.until(lambda: pilot.app.upkeep is not None and not pilot.app.upkeep.is_busy)
    assert chain.unsealed(store_of(pilot).database) == []
    pilot.push("replay")
    assert isinstance(pilot.app.scene, ReplayScene)
    assert pilot.app.scene.replay.header.id == header.id
    pilot.press("escape")
    pilot.push("leave")
    assert pilot.app.stack.top is summary


def test_an_imported_match_is_not_what_one_goes_on_with(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    pilot.push("close")
    assert pilot.card.boxes()[0].key == "new"


def test_many_files_with_good_and_bad_ones_are_summed_up(pilot: Pilot, tmp_path: Path) -> None:
    for number in range(4):
        other = play(MatchOptions(length=3), number, 1)
        (tmp_path / f"{number}.json").write_bytes(write(other, "json"))
    (tmp_path / "illegal.mat").write_text(ILLEGAL)
    (tmp_path / "page.txt").write_text("<html>")
    (tmp_path / "again.sgf").write_bytes(write(play(MatchOptions(length=3), 2, 1), "sgf"))
    (tmp_path / "ignored.doc").write_text("no match")
    pilot.drop(tmp_path)
    until_done(pilot)
    pilot.press("escape")  # nothing is thrown away by it
    until_done(pilot)
    words = words_of(pilot)
    assert words[0] == "5 matches imported"
    assert "1 play breaks the rules; it is kept as it was made, and marked." in words
    assert "1 game is cut where it could not go on." in words
    assert "1 match was here already and is not kept twice." in words
    assert any(word.startswith("page.txt: This is a web page") for word in words)
    assert sum(word.startswith("illegal.mat: Line 5") for word in words) == 2
    assert len(imported(pilot)) == 5


def test_a_match_played_here_is_known_when_its_file_comes_back(pilot: Pilot, tmp_path: Path) -> None:
    record = play(MatchOptions(length=3), 7, 20)
    store = store_of(pilot)
    header = pilot.sit(_header(record)).header
    for number, event in enumerate(record.events):
        store.append(header.id, number, event, score=record.until(number + 1).state().score)
    for kind in ("json", "mat", "sgf"):
        path = tmp_path / f"mine.{kind}"
        path.write_bytes(write(store.record(header.id), kind))
        pilot.drop(path)
        until_done(pilot)
        if card(pilot).stage == "asking":
            pilot.push("go")
            until_done(pilot)
        assert "1 match was here already and is not kept twice." in words_of(pilot)


def _header(record: MatchRecord) -> MatchHeader:
    return MatchHeader(("Ada", "Bob"), record.options, ("person", "person"), "typed")


def test_reading_can_be_stopped_and_what_was_read_stays(pilot: Pilot, tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number:03}.mat").write_text(ONE.replace("A : 0", f"A{number} : 0"))
    pilot.drop(tmp_path)
    pilot.until(lambda: len(card(pilot)._reading.found) > 3)
    assert card(pilot).stage == "reading"
    pilot.push("stop")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    assert 3 < len(imported(pilot)) <= 300
    assert "The reading was stopped: the rest was not read." in words_of(pilot)


def test_a_summary_says_how_many_matches_it_does_not_show(pilot: Pilot, tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number:03}.mat").write_text(ONE.replace("A : 0", f"A{number} : 0"))
    pilot.drop(tmp_path)
    until_done(pilot)
    pilot.push("nobody")
    until_done(pilot)
    words = words_of(pilot)
    assert words[0] == "60 matches imported"
    assert "And 20 more." in words
    assert not any("was not read" in word for word in words)
    assert sum(box.key.startswith("match ") for box in pilot.card.boxes()) == 40


def test_two_files_let_go_together_are_one_import(pilot: Pilot, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.mat").write_text(ONE.replace("A : 0", f"{name} : 0"))
    pilot.drop(tmp_path / "one.mat", tmp_path / "two.mat")
    until_done(pilot)
    assert len(card(pilot)._reading.found) == 2


def test_a_match_in_the_clipboard_is_imported(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: f"Hello,\n\n{ONE}\n\nGreetings")
    pilot.press("ctrl+v")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    assert len(imported(pilot)) == 1


def test_a_full_disk_is_said_and_nothing_is_half_kept(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Database) -> None:
        raise GameError("store_write_failed", file="matches.db", why="disk full")

    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    monkeypatch.setattr(Database, "writing", full)
    pilot.push("go")
    until_done(pilot)
    assert words_of(pilot)[0] == "No match was imported."
    assert any("disk full" in word for word in words_of(pilot))


# Out


def test_the_running_match_is_exported_by_keys_alone(pilot: Pilot, tmp_path: Path) -> None:
    pilot.press("return", "return")
    pilot.until_still()
    pilot.press("ctrl+e")
    assert pilot.has(ExportCard)
    pilot.press("right", "right", "right", "right")  # once round
    pilot.press("tab")
    field = pilot.box("path")
    while field.value:  # type: ignore[attr-defined]  # a field
        pilot.press("backspace")
    pilot.write_letters(str(tmp_path / "now.mat"))
    pilot.press("return", "tab", "return")
    assert (tmp_path / "now.mat").is_file()
    assert f"Saved as {tmp_path / 'now.mat'}" in words_of(pilot)


def test_nothing_is_written_over_without_a_second_press(pilot: Pilot, tmp_path: Path) -> None:
    target = tmp_path / "kept.mat"
    target.write_text("dear to me")
    pilot.press("return", "return")
    pilot.until_still()
    pilot.press("ctrl+e")
    pilot.write("path", str(target))
    pilot.push("save")
    assert target.read_text() == "dear to me"
    pilot.push("save")
    assert "point match" in target.read_text()
    pilot.write("path", str(tmp_path))
    pilot.push("save")
    assert any("cannot be written" in word for word in words_of(pilot))


@pytest.mark.parametrize(("kind", "writes"), [("plakoto", False), ("nackgammon", True), ("tavli", False)])
def test_games_unknown_elsewhere_are_refused_with_a_sentence(pilot: Pilot, kind: str, writes: bool) -> None:
    pilot.push("new")
    pilot.choose("kind", kind)
    pilot.push("start")
    pilot.until_still()
    pilot.press("ctrl+e")
    for format_name in ("mat", "sgf"):
        pilot.choose("format", format_name)
        assert ("Other programs do not know this game" in " ".join(words_of(pilot))) != writes
    for format_name in ("txt", "json"):
        pilot.choose("format", format_name)
        assert "Other programs" not in " ".join(words_of(pilot))


def test_the_folder_for_the_file_can_be_chosen(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    pilot.press("return", "return")
    pilot.until_still()
    pilot.press("ctrl+e")
    pilot.write("path", str(tmp_path / "x.mat"))
    pilot.push("folder")
    pilot.push("folder club")
    pilot.push("folder")
    pilot.push("save")
    assert (tmp_path / "club" / "x.mat").is_file()


def test_the_export_of_a_finished_match_comes_back_to_its_result(make_pilot: MakePilot) -> None:
    pilot = make_pilot(last_two_players={"typed": False, "length": 1})
    pilot.push("two")
    pilot.push("start")
    pilot.until_still()
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until(lambda: pilot.app.stack.top is not None)
    pilot.push("accept")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("export")
    assert pilot.has(ExportCard)
    pilot.push("close")
    assert pilot.has(ResultCard)


def test_a_file_goes_to_the_last_folder_and_is_named_whole(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name without a folder is not one in whatever folder the program was started from."""
    (tmp_path / "club").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    pilot.change(folder=str(tmp_path / "club"))
    (tmp_path / "one.mat").write_text(ONE + "                                   Wins 1 point and the match\n")
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    [header] = [*store_of(pilot).unfinished(), *store_of(pilot).finished()]
    pilot.push(f"match {header.id}")
    pilot.press("escape")
    pilot.push("export")
    assert isinstance(pilot.card, ExportCard)
    folder = pilot.card.path.parent
    for name, words in (
        ("relative.mat", f"Saved as {folder / 'relative.mat'}"),
        ("  ", "A name for the file is missing."),
    ):
        pilot.write("path", name)
        pilot.push("save")
        assert words in words_of(pilot)
    assert (folder / "relative.mat").exists()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_file_that_does_not_answer_holds_up_no_later_import(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk in the network that has gone away."""
    hold, content_of = threading.Event(), importing.content_of

    def stalls(path: Path) -> bytes:
        if path.name == "stalled.mat":
            hold.wait()
        return content_of(path)

    monkeypatch.setattr(importing, "content_of", stalls)
    for name in ("good", "stalled", "later"):
        (tmp_path / f"{name}.mat").write_text(ONE.replace("A : 0", f"{name} : 0"))
    pilot.drop(tmp_path / "good.mat", tmp_path / "stalled.mat")
    for asked in (["good", "B"], ["later", "B"]):
        if asked[0] == "later":
            pilot.push("again")
            pilot.drop(tmp_path / "later.mat")
        else:
            pilot.until(lambda: len(card(pilot)._reading.found) == 1)
            pilot.push("stop")
        until_done(pilot)
        assert card(pilot)._names == asked
        pilot.push("go")
        until_done(pilot)
    assert [names[0] for names, _side, _finished in imported(pilot)] == ["good", "later"]
    hold.set()


def test_what_cannot_be_kept_is_said(pilot: Pilot, tmp_path: Path) -> None:
    store_of(pilot).carry_on_in_memory()
    (tmp_path / "one.mat").write_text(ONE)
    pilot.drop(tmp_path / "one.mat")
    until_done(pilot)
    pilot.push("go")
    until_done(pilot)
    said = {box.label: box.tone for box in pilot.card._content.parts() if isinstance(box, Label)}
    assert said["1 match imported"] == "ink"
    assert said["Nothing can be saved now: what was imported is gone when the game is closed."] == "danger"
