"""Cards by keys alone: the focus, Escape, the pause and where it leads."""

from __future__ import annotations

import pytest

from all_cards import CARDS
from evenings import begin
from game.ui.card import Card
from game.ui.cards.dice import DiceCard
from game.ui.cards.keys import KeysCard, PressKeyCard
from game.ui.cards.menu import MainMenu, PauseCard
from game.ui.cards.settings import SettingsCard
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label
from pilot import Pilot


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


class ListCard(Card):
    """A sentence above more buttons than fit."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def content(self) -> list[Widget]:
        return [Label(self.words), *(Button(str(number), int, key=str(number)) for number in range(30))]


def test_the_last_button_is_shown_whole_however_the_words_above_it_break(pilot: Pilot) -> None:
    heights = set()
    for letters in range(30, 130):  # at some of these the scroll bar makes one more line of them
        card = ListCard("/" + "m" * letters + "/" + "n" * 30)
        pilot.app.stack.clear()
        pilot.app.stack.open(card)
        pilot.frame(1.0)
        pilot.draw()
        pilot.press("shift+tab")
        assert card.focus is not None
        assert card.focus.key == "29"
        assert card._view.contains(card.focus.rect), letters
        heights.add(card._most_scroll)
    assert len(heights) > 2


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
