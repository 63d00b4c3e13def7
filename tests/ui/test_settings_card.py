"""The settings card: one line for each, and the way back, alone or all together."""

from __future__ import annotations

from dataclasses import fields

import pytest

from game import paths
from game.settings import Settings, read_settings
from game.ui.cards.message import MessageCard
from game.ui.cards.settings import SettingsCard
from game.ui.widgets.controls import Choice, Toggle
from game.ui.widgets.explained import Explained
from game.ui.widgets.fields import Slider
from pilot import Pilot

ELSEWHERE = {"maximised", "muted", "opponent_files", "gnubg"}
"""What the window remembers, what the switch of all sounds and what the card of opponents sets."""
SWITCHES = [one.name for one in fields(Settings) if isinstance(one.default, bool) and one.name not in ELSEWHERE]


@pytest.fixture
def at_the_card(pilot: Pilot) -> Pilot:
    pilot.push("settings")
    pilot.frame(1.0)
    assert pilot.has(SettingsCard)
    return pilot


def explained(pilot: Pilot) -> dict[str, Explained]:
    boxes = pilot.card._content.boxes
    return {box.control.key: box for box in boxes if isinstance(box, Explained)}


def test_every_setting_has_a_line_of_explanation(at_the_card: Pilot) -> None:
    lines = explained(at_the_card)
    parts = list(at_the_card.card._content.parts())
    controls = [box for box in parts if isinstance(box, Toggle | Choice)]
    assert {box.key for box in controls} - {"sound"} <= set(lines)  # the levels below it say what is heard
    assert all(line.words.label for line in lines.values())


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_of_the_settings_is_there_and_holds_at_once(at_the_card: Pilot, name: str) -> None:
    before = getattr(at_the_card.app.settings, name)
    at_the_card.switch(name, not before)
    assert getattr(at_the_card.app.settings, name) is not before
    assert getattr(read_settings(paths.config_folder() / "settings.toml")[0], name) is not before


def test_one_setting_goes_back(at_the_card: Pilot) -> None:
    assert explained(at_the_card)["cup"].reset is None
    at_the_card.switch("cup", False)
    at_the_card.switch("approach", False)
    at_the_card.push("usual_cup")
    assert at_the_card.app.settings.cup
    assert not at_the_card.app.settings.approach
    assert explained(at_the_card)["cup"].reset is None


def test_all_settings_go_back_but_what_is_ones_own(at_the_card: Pilot) -> None:
    at_the_card.change(name="Ada", cup=False, tilt=3.0, zoom=0.9, board="oak", keys={"roll": ("r",)}, text_size="large")
    at_the_card.push("all_usual")
    assert at_the_card.has(MessageCard)
    at_the_card.press("return")
    settings = at_the_card.app.settings
    assert settings.name == "Ada"
    for name in ("cup", "tilt", "zoom", "board", "keys", "text_size"):
        assert getattr(settings, name) == getattr(Settings(), name)


def test_going_back_can_be_refused(at_the_card: Pilot) -> None:
    at_the_card.switch("cup", False)
    at_the_card.push("all_usual")
    at_the_card.press("escape")
    assert not at_the_card.app.settings.cup


def test_zoom_is_slid_beside_the_table(at_the_card: Pilot) -> None:
    at_the_card.push("look")
    at_the_card.frame(1.0)
    while at_the_card.card.focus is None or at_the_card.card.focus.key != "zoom":
        at_the_card.press("tab")
    at_the_card.press("right", "right", "right")
    assert at_the_card.app.settings.zoom == pytest.approx(1.03)
    at_the_card.push("usual")
    assert at_the_card.app.settings.zoom == 1.0


@pytest.mark.parametrize(
    ("language", "key", "label", "values"),
    [
        ("ru", "text_size", "Размер текста", ["Обычный", "Большой", "Очень большой"]),
        ("ru", "animation_speed", "Анимация", ["Медленная", "Обычная", "Быстрая", "Нет"]),
        ("ru", "thinking_time", "Раздумья соперника", ["Недолгие", "Обычные", "Долгие"]),
        ("ru", "replay_speed", "Скорость просмотра", ["Медленная", "Обычная", "Быстрая"]),
        ("el", "text_size", "Μέγεθος κειμένου", ["Κανονικό", "Μεγάλο", "Μεγαλύτερο"]),
        ("el", "thinking_time", "Χρόνος σκέψης αντιπάλου", ["Λίγος", "Μέτριος", "Πολύς"]),
        ("tr", "replay_speed", "İzleme", ["Yavaş", "Normal", "Hızlı"]),
    ],
)
def test_values_agree_with_what_they_are_of(
    at_the_card: Pilot, language: str, key: str, label: str, values: list[str]
) -> None:
    at_the_card.change(language=language)
    choice = at_the_card.box(key)
    assert isinstance(choice, Choice)
    assert choice.label == label
    assert [words for _value, words in choice.values] == values


@pytest.mark.parametrize(("language", "words"), [("en", "Silent"), ("el", "Χωρίς ήχο"), ("ru", "Без звука")])
def test_a_sound_turned_down_says_so_of_music_and_rain_alike(at_the_card: Pilot, language: str, words: str) -> None:
    at_the_card.change(language=language)
    for key in ("music_volume", "rain_volume"):
        slider = at_the_card.box(key)
        assert isinstance(slider, Slider)
        assert slider.words(0.0) == words
