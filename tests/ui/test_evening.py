"""From the first start to the first throw: new matches, names, words for the dice, and a store that fails."""

from __future__ import annotations

from datetime import datetime

import pytest

from evenings import begin, events_of, play_a_turn, words_of
from game import i18n, paths
from game.errors import GameError
from game.match.events import Opened, Passed
from game.match.options import MatchOptions
from game.settings import read_settings
from game.storage.database import Database
from game.storage.header import MatchHeader
from game.storage.opening import open_store
from game.ui.cards.menu import MainMenu, PauseCard
from game.ui.cards.message import MessageCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from pilot import MakePilot, Pilot

# The first minute


def test_two_presses_of_enter_lead_to_the_first_throw(pilot: Pilot) -> None:
    assert pilot.has(MainMenu)
    pilot.press("return")
    assert pilot.has(NewMatchCard)
    pilot.press("return")
    pilot.until(lambda: any(isinstance(event, Opened) for event in events_of(pilot)))
    assert pilot.app.stack.top is None
    assert pilot.director.sitting.header.seats == ("person", "balanced:medium")
    assert pilot.state.options.length == 5


def test_two_clicks_lead_to_the_first_throw(pilot: Pilot) -> None:
    pilot.push("new")
    pilot.push("start")
    pilot.until(lambda: any(isinstance(event, Opened) for event in events_of(pilot)))


def test_two_clicks_lead_to_two_people_with_their_own_dice(pilot: Pilot) -> None:
    pilot.push("two")
    pilot.push("start")
    pilot.until_still()
    assert pilot.director.sitting.header.seats == ("person", "person")
    assert pilot.director.typing is not None
    assert pilot.director.typing.is_opening


def test_the_systems_language_is_spoken_at_first(make_pilot: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr_FR.UTF-8")
    make_pilot(language="")
    assert i18n.spoken() == "fr"


# New match


def test_new_match_remembers_what_was_chosen(pilot: Pilot, make_pilot: MakePilot) -> None:
    pilot.push("new")
    for key, value in (("kind", "plakoto"), ("length", 3), ("level", "hard"), ("opponent", "runner"), ("dark", True)):
        pilot.choose(key, value)
    pilot.choose("option mother_value", "1")
    pilot.switch("clock", True)
    pilot.push("start")
    pilot.until_still()
    sitting = pilot.director.sitting
    assert (sitting.state.game.key, sitting.state.options.length, sitting.clock is not None) == ("plakoto", 3, True)
    assert dict(sitting.state.game.options)["mother_value"] == "1"
    assert sitting.header.seats[1] == "runner:hard"
    pilot.close()
    written, problems = read_settings(paths.config_folder() / "settings.toml")
    assert not problems
    again = make_pilot(last_match=written.last_match)
    again.press("ctrl+n")
    assert isinstance(again.card, NewMatchCard)
    setup = again.card.setup
    assert (setup.kind, setup.length, setup.level, setup.opponent, setup.is_dark, setup.clock) == (
        "plakoto", 3, "hard", "runner", True, True,
    )  # fmt: skip
    assert setup.options["mother_value"] == "1"


def test_names_of_two_people(pilot: Pilot) -> None:
    pilot.push("two")
    pilot.write("name 0", "Şule")
    pilot.write("name 1", "Ιώ")
    pilot.push("start")
    assert pilot.director.sitting.header.names == ("Şule", "Ιώ")


def test_the_rules_of_a_session_stand_there_only_for_a_session(pilot: Pilot) -> None:
    pilot.push("new")
    assert "jacoby" not in [box.key for box in pilot.card.boxes()]
    pilot.choose("length", 0)
    pilot.switch("jacoby", False)
    pilot.switch("beavers", True)
    pilot.switch("raccoons", True)
    pilot.switch("automatic", True)
    pilot.push("start")
    options = pilot.state.options
    assert (options.length, options.jacoby, options.beavers, options.raccoons, options.automatic_doubles) == (
        0, False, True, True, True,
    )  # fmt: skip


def test_the_key_of_a_new_match_is_heard_on_the_menus_too(pilot: Pilot) -> None:
    pilot.press("ctrl+n")
    assert pilot.has(NewMatchCard)
    pilot.press("ctrl+n")  # no second one
    pilot.press("escape")
    assert pilot.has(MainMenu)
    pilot.press("ctrl+n")
    pilot.push("start")
    pilot.until_still()
    pilot.press("escape")
    assert pilot.has(PauseCard)
    pilot.press("ctrl+n")
    assert pilot.has(NewMatchCard)
    pilot.press("escape")
    assert pilot.has(PauseCard)


def test_a_new_match_asks_before_it_replaces_one(pilot: Pilot) -> None:
    pilot.press("return")
    pilot.press("return")
    pilot.until_still()
    old = pilot.director.sitting.header.id
    pilot.press("ctrl+n")
    pilot.choose("kind", "tavla")
    pilot.push("start")
    assert isinstance(pilot.card, MessageCard)
    assert words_of(pilot.card) == [
        "Your match against Computer is not finished; it is kept.",
        "Now starts: Turkish tavla, 5 points.",
    ]
    pilot.press("escape")
    assert pilot.director.sitting.header.id == old
    pilot.press("ctrl+n")
    pilot.push("start")
    pilot.press("return")
    pilot.until_still()
    assert pilot.director.sitting.header.id != old
    assert pilot.app.store is not None
    assert old in [header.id for header in pilot.app.store.unfinished()]


# What can go wrong with keeping


def test_a_second_copy_says_so_and_changes_nothing(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    files = {path: path.read_bytes() for path in pilot.folder.glob("*") if path.is_file() and path.suffix != ".db-shm"}
    with pytest.raises(GameError) as error:
        open_store(pilot.folder, datetime(2026, 1, 1))
    second = Pilot(pilot.folder, has_store=False)
    second.app.tell(error.value)
    second.until_still()
    assert isinstance(second.card, MessageCard)
    assert words_of(second.card) == ["The game is already open."]
    second.press("return")
    assert second.app.is_over
    second.close()
    assert files == {path: path.read_bytes() for path in files}


def test_a_store_that_cannot_be_written_is_told_and_play_goes_on(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(pilot)
    assert pilot.app.store is not None
    database = pilot.app.store._database

    original = Database.writing

    def fails(*_arguments: object) -> None:
        raise GameError("store_write_failed", file="matches.db", why="No space left on device")

    monkeypatch.setattr(Database, "writing", lambda self: fails() if self is database else original(self))
    play_a_turn(pilot)
    pilot.until(lambda: pilot.has(MessageCard))
    assert pilot.card.title == "Please note"
    assert len(words_of(pilot.card)) == 1
    pilot.press("return")
    pilot.until_still()
    assert pilot.app.stack.top is None
    assert not pilot.app.store.is_saved
    pilot.press("space")
    pilot.until_still()
    play_a_turn(pilot)
    assert pilot.app.stack.top is None
    assert pilot.app.store.record(pilot.director.sitting.header.id).state() == pilot.state


# The dice and words of one's own


def test_own_words_are_added_before_the_first_throw_and_refused_after_it(pilot: Pilot) -> None:
    sitting = pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=3), ("person", "person")))
    while not any(isinstance(event, Opened) for event in events_of(pilot)):
        pilot.frame()
    with pytest.raises(GameError) as error:
        sitting.add_words("too late")
    assert error.value.code == "dice_already_thrown"
    assert sitting.players_seed == ""
    pilot.press("ctrl+f")
    assert "words" not in [box.key for box in pilot.card.boxes()]


def test_own_words_are_added_to_the_dice_of_the_next_game(pilot: Pilot) -> None:
    begin(pilot)
    play_a_turn(pilot)
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("pass")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("dice")
    assert any("every throw is what the secret says" in words for words in words_of(pilot.card))
    pilot.write("words", "my own")
    pilot.push("add")
    assert pilot.has(ResultCard)
    assert pilot.director.sitting.players_seed == "my own"
    pilot.push("next")
    pilot.until_still()
    sitting = pilot.director.sitting
    proof = sitting.store.proof(sitting.header.id, 1)
    assert proof is not None
    assert proof.players_seed == "my own"
    after = events_of(pilot)[events_of(pilot).index(Passed()) + 1 :]
    assert proof.throws[0] == next(event.dice for event in after if isinstance(event, Opened))
