"""Settings hold at once: language, sizes, keys, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from evenings import begin, words_of
from game import i18n, paths
from game.errors import GameError
from game.settings import Settings, read_settings
from game.ui.cards.keys import ChangeKeysCard
from game.ui.cards.message import ListCard
from game.ui.cards.settings import SettingsCard
from pilot import Pilot


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


def test_that_settings_cannot_be_written_is_told_once(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_path: Path, _settings: Settings) -> None:
        raise GameError("settings_not_written", file="settings.toml", why="read-only")

    monkeypatch.setattr("game.app.write_settings", refused)
    pilot.change(muted=True)
    pilot.change(muted=False)
    assert [notice.code for notice in pilot.app._notices] == ["settings_not_written"]
    monkeypatch.undo()
    pilot.change(muted=True)
    monkeypatch.setattr("game.app.write_settings", refused)
    pilot.change(muted=False)
    assert len(pilot.app._notices) == 2


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
