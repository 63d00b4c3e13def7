"""From the first start to the last card: what leads where, by mouse and by keys, and what outlasts the program."""

from __future__ import annotations

from datetime import datetime

import pytest

from all_cards import CARDS
from game import i18n, paths
from game.errors import GameError
from game.match.events import Opened, Passed
from game.match.options import MatchOptions
from game.match.state import Phase
from game.settings import read_settings
from game.storage.database import Database
from game.storage.header import MatchHeader
from game.storage.opening import open_store
from game.ui.card import Card
from game.ui.cards.dice import DiceCard
from game.ui.cards.keys import ChangeKeysCard, KeysCard, PressKeyCard
from game.ui.cards.menu import MainMenu, PauseCard
from game.ui.cards.message import ListCard, MessageCard
from game.ui.cards.new_match import NewMatchCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from game.ui.cards.settings import SettingsCard
from game.ui.widgets.controls import Label
from pilot import MakePilot, Pilot


def events_of(pilot: Pilot) -> list[object]:
    return list(pilot.director.sitting.table.record.events)


def words_of(card: Card) -> list[str]:
    return [box.label for box in card._content.parts() if isinstance(box, Label)]


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
    assert again.app.stack.top is not None
    again.push("new")
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


# Continue


def resumed(pilot: Pilot, make_pilot: MakePilot) -> Pilot:
    """The program is closed and opened anew, and Continue pressed."""
    pilot.close()
    again: Pilot = make_pilot(folder=pilot.folder)
    assert again.card.boxes()[0].key == "resume"
    again.press("return")
    again.frame()
    again.draw()
    return again


def begin(pilot: Pilot, seats: tuple[str, str] = ("person", "person"), length: int = 3) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=length), seats))
    pilot.until_still()


def test_continue_between_dice_and_play(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    state, throw = pilot.state, pilot.director.show.throw
    assert state.phase is Phase.TO_PLAY
    assert throw is not None
    again = resumed(pilot, make_pilot)
    assert again.state == state
    assert again.director.show.throw is not None
    assert sorted(again.director.show.throw.faces) == sorted(throw.faces)
    assert again.director.show.laid == pilot.director.show.laid


def test_continue_with_half_a_turn_in_the_hand_loses_only_that(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    touch = pilot.app.scene.touch
    assert touch is not None
    pilot.click(touch.sources()[0], button=3)
    pilot.until_still()
    state = pilot.state
    again = resumed(pilot, make_pilot)
    again.until_still()
    assert again.state == state
    assert again.director.entry is not None
    assert again.director.entry.steps == ()
    assert again.counts() == (15, 15)


def test_continue_before_the_roll_throws_the_same_dice(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    play_a_turn(pilot)
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    dice = pilot.director.sitting._fair
    assert dice is not None
    number, commitment = dice.number, dice.commitment
    again = resumed(pilot, make_pilot)
    fair = again.director.sitting._fair
    assert fair is not None
    assert (fair.number, fair.commitment) == (number, commitment)
    coming = dice.throw()
    again.press("space")
    again.until(lambda: again.state.phase is not Phase.TO_ROLL)
    assert again.state.dice == coming


def play_a_turn(pilot: Pilot) -> None:
    """Any legal turn, by right clicks."""
    side, number = pilot.state.side, len(events_of(pilot))
    for _ in range(8):
        touch = pilot.app.scene.touch
        if pilot.state.side != side or touch is None or not touch.sources():
            break
        pilot.click(touch.sources()[0], button=3)
        pilot.until_still()
    assert len(events_of(pilot)) > number


def test_continue_with_an_offer_open(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    play_a_turn(pilot)
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    state = pilot.state
    again = resumed(pilot, make_pilot)
    again.until(lambda: again.has(OfferCard))
    assert again.state == state
    again.push("pass")
    again.until(lambda: again.has(ResultCard))
    after = again.state
    once_more = resumed(again, make_pilot)
    once_more.until(lambda: once_more.has(ResultCard))
    assert once_more.state == after
    once_more.press("return")
    once_more.until(lambda: once_more.state.number == 1)


def test_continue_while_the_computer_thinks(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot, ("person", "balanced:easy"))
    for _ in range(3):
        if pilot.state.to_act == 0 and pilot.state.phase is Phase.TO_PLAY:
            break
        if pilot.director.wants_roll:
            pilot.press("space")
        pilot.until_still()
    play_until_the_computer_thinks(pilot)
    state = pilot.state
    again = resumed(pilot, make_pilot)
    assert again.state == state
    again.until(lambda: again.state != state)


def play_until_the_computer_thinks(pilot: Pilot) -> None:
    touch = pilot.app.scene.touch
    while pilot.state.to_act == 0 and touch is not None and touch.sources():
        pilot.click(touch.sources()[0], button=3)
        pilot.frame()
        pilot.until(lambda: not pilot.director.show.is_busy or pilot.director.is_thinking)


def test_typed_dice_not_yet_in_force_are_typed_again(pilot: Pilot, make_pilot: MakePilot) -> None:
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=3), dice="typed"))
    pilot.until_still()
    pilot.press("6", "1")
    pilot.until_still()
    assert pilot.director.previews_throw
    again = resumed(pilot, make_pilot)
    again.until_still()
    assert events_of(again) == []
    assert again.director.typing is not None
    assert again.director.typing.faces == ()


# Cards: keys, focus, Escape


@pytest.mark.parametrize("name", CARDS)
def test_every_button_of_every_card_is_reached_by_tab(pilot: Pilot, name: str) -> None:
    card = CARDS[name](pilot)
    pilot.app.stack.clear()
    pilot.app.stack.open(card)
    pilot.frame(1.0)
    pilot.draw()
    if isinstance(card, PressKeyCard):
        return
    boxes = card.boxes()
    met = []
    for _ in boxes:
        pilot.press("tab")
        assert card.focus is not None
        met.append(card.focus.key)
        is_scrolled = card.focus in list(card._content.parts())
        assert not is_scrolled or card._view.inflate(0, 16).contains(card.focus.rect)
    assert sorted(met) == sorted(box.key for box in boxes)
    assert len(set(met)) == len(met)
    back = []
    for _ in boxes:
        pilot.press("shift+tab")
        assert card.focus is not None
        back.append(card.focus.key)
    assert back[:-1] == met[-2::-1]


# Card and whether Escape closes it.
ESCAPES = [("settings", True), ("keys", True), ("change keys", True), ("press key", True), ("session", True),
           ("pause", True), ("dice", True), ("message", True), ("list", True), ("resign", True),
           ("menu", False), ("double", False), ("result", False)]  # fmt: skip


@pytest.mark.parametrize(("name", "closes"), ESCAPES)
def test_escape_closes_the_top_card(pilot: Pilot, name: str, closes: bool) -> None:
    card = CARDS[name](pilot)
    pilot.app.stack.clear()
    pilot.app.stack.open(card)
    pilot.press("escape")
    assert (card not in pilot.app.stack.cards) == closes


def test_escape_at_the_table_opens_the_pause_and_closes_it(pilot: Pilot) -> None:
    begin(pilot)
    pilot.press("escape")
    assert pilot.has(PauseCard)
    pilot.press("escape")
    assert pilot.app.stack.top is None


def test_escape_puts_a_checker_back_before_it_opens_anything(pilot: Pilot) -> None:
    begin(pilot)
    touch = pilot.app.scene.touch
    assert touch is not None
    pilot.click(touch.sources()[0])
    pilot.press("escape")
    assert touch.picked is None
    assert pilot.app.stack.top is None


PAUSE_LEADS: list[tuple[str, type[Card]]] = [("settings", SettingsCard), ("keys", KeysCard), ("dice", DiceCard)]


@pytest.mark.parametrize(("key", "kind"), PAUSE_LEADS)
def test_the_pause_leads_to_cards_and_back(pilot: Pilot, key: str, kind: type[Card]) -> None:
    begin(pilot)
    pilot.press("escape")
    pilot.push(key)
    assert pilot.has(kind)
    pilot.press("escape")
    assert pilot.has(PauseCard)
    assert pilot.card.focus is not None
    assert pilot.card.focus.key == key


def test_leaving_a_match_leads_to_the_menu_with_continue(pilot: Pilot) -> None:
    begin(pilot)
    state = pilot.state
    pilot.press("f10")
    pilot.push("leave")
    assert pilot.has(MainMenu)
    pilot.push("resume")
    pilot.frame()
    assert pilot.state == state


def test_f1_shows_the_keys_over_any_card_once(pilot: Pilot) -> None:
    pilot.push("settings")
    pilot.press("f1", "f1")
    assert [type(card) for card in pilot.app.stack.cards] == [MainMenu, SettingsCard, KeysCard]


def test_quitting_from_the_menu(pilot: Pilot) -> None:
    pilot.push("quit")
    assert pilot.app.is_over


# Settings hold at once


def test_language_and_text_size_hold_at_once(pilot: Pilot) -> None:
    begin(pilot)
    pilot.press("escape")
    pilot.push("settings")
    pilot.choose("text_size", "very_large")
    wide = pilot.app._letters.width("Settings")
    pilot.choose("language", "de")
    assert i18n.spoken() == "de"
    pilot.choose("text_size", "normal")
    assert pilot.app._letters.width("Settings") < wide
    written, _problems = read_settings(paths.config_folder() / "settings.toml")
    assert (written.language, written.text_size) == ("de", "normal")


def test_what_happened_is_said_in_the_new_language(pilot: Pilot) -> None:
    begin(pilot)
    before = pilot.said
    pilot.change(language="fr")
    assert pilot.said not in ("", before)


def test_a_long_list_is_chosen_from_by_keys(pilot: Pilot) -> None:
    pilot.push("settings")
    while pilot.card.focus is None or pilot.card.focus.key != "language":
        pilot.press("tab")
    pilot.press("return")
    assert pilot.has(ListCard)
    pilot.press("down", "return")
    assert pilot.has(SettingsCard)
    assert pilot.app.settings.language != "en"


def test_home_on_the_left_holds_at_once(pilot: Pilot) -> None:
    begin(pilot)
    right = pilot.pixel(1)
    pilot.press("ctrl+,")
    pilot.push("look")
    pilot.switch("home_on_left", True)
    pilot.push("close")
    pilot.push("close")
    left = pilot.pixel(1)
    assert left[0] < right[0]
    assert pilot.app.scene._place_at(left) == 1


def test_a_key_is_changed_and_works_and_a_clash_is_told(pilot: Pilot) -> None:
    begin(pilot)
    pilot.press("ctrl+,")
    pilot.push("keys")
    assert pilot.has(ChangeKeysCard)
    pilot.push("swap")
    pilot.press("ctrl+d")
    assert words_of(pilot.card)[-1] == "Ctrl+D already means: Offer the cube. Please choose another key."
    pilot.press("4")
    assert words_of(pilot.card)[-1] == "4 is a number of the dice; please choose another key."
    pilot.press("k")
    assert pilot.has(ChangeKeysCard)
    assert pilot.app.keys.keys("swap") == ("k",)
    pilot.press("escape", "escape")
    pilot.until_still()
    if len(set(pilot.state.dice or ())) == 2:
        pilot.press("k")
        assert pilot.director.swapped
        pilot.press("x")
        assert pilot.director.swapped
    written, _problems = read_settings(paths.config_folder() / "settings.toml")
    assert written.keys == {"swap": ("k",)}
    pilot.press("ctrl+,")
    pilot.push("keys")
    pilot.push("usual")
    assert pilot.app.keys.keys("swap") == ("x",)


def test_the_name_is_written_letter_by_letter(pilot: Pilot) -> None:
    pilot.push("settings")
    pilot.write("name", "Işıl Ğ")
    pilot.press("left", "backspace")
    assert pilot.app.settings.name == "IşılĞ"
    pilot.press("x")  # a shortcut elsewhere, a letter here
    assert pilot.has(SettingsCard)


# What can go wrong with keeping


def test_a_second_copy_says_so_and_changes_nothing(pilot: Pilot, make_pilot: MakePilot) -> None:
    begin(pilot)
    files = {path: path.read_bytes() for path in pilot.folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"}
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
