"""What is heard at the table and of its cards, and the settings of sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pygame
import pytest

from game.match.options import MatchOptions
from game.storage.header import MatchHeader
from game.ui.board.happenings import Happening
from game.ui.cards.settings import SettingsCard
from game.ui.input import DevicesChanged, WindowChanged
from game.ui.mixer import Levels, Mixer
from game.ui.sound import Sounds
from game.ui.widgets.controls import Label, Toggle
from game.ui.widgets.fields import Slider
from pilot import MakePilot, Pilot


@pytest.fixture(autouse=True)
def _no_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A device that plays into nothing; a test that wants none says so."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


class Listener(Mixer):
    """Notes what would be played. No device."""

    def __init__(self) -> None:
        super().__init__([], lambda _error: None)
        self.kinds: list[str] = []
        self.levels = Levels()

    def play(self, kind: str, strength: float, at: float) -> None:
        assert 0.0 < strength <= 1.0
        self.kinds.append(kind)

    def set_levels(self, levels: Levels) -> None:
        self.levels = levels

    def ready(self) -> None:
        """Nothing."""


@pytest.fixture
def listening(make_pilot: MakePilot) -> Iterator[tuple[Pilot, Listener]]:
    """Somebody at the table, and what they hear."""
    pilot, listener = make_pilot(animation_speed="fast"), Listener()
    pilot.app.sounds.close()
    pilot.app.sounds = Sounds(pilot.app.settings, pilot.app.art.look, mixer=listener)
    pilot.app.scene._services.hear = pilot.app.sounds.hear
    pilot.app.sounds.begin()
    yield pilot, listener
    pilot.app.sounds.close()


def settled(pilot: Pilot) -> None:
    """Until the sounds' own thread has done what it was told."""
    done = threading.Event()
    pilot.app.sounds._do(done.set)
    assert done.wait(10)


def test_a_turn_is_heard_as_it_is_seen(listening: tuple[Pilot, Listener]) -> None:
    pilot, listener = listening
    pilot.sit(MatchHeader(("Ada", "Bea"), MatchOptions(length=1), seats=("person", "person")))
    pilot.until_still()
    settled(pilot)
    assert "die_on_felt" in listener.kinds
    assert "checker_down" not in listener.kinds
    listener.kinds.clear()
    entry = pilot.director.entry
    assert entry is not None
    step = entry.choices[0]
    source, target = (pilot.director.seen.shown(pilot.state.side, place) for place in (step.source, step.target))
    pilot.click(source)
    pilot.frame()
    pilot.click(target)
    pilot.until_still()
    settled(pilot)
    assert listener.kinds[0] == "checker_lifted"
    assert {"checker_down", "checker_on_checker", "checker_knocked"} & set(listener.kinds)


def test_a_card_is_heard(listening: tuple[Pilot, Listener]) -> None:
    pilot, listener = listening
    pilot.app.evening.menus.open_settings()
    settled(pilot)
    assert listener.kinds == ["card"]


def test_m_mutes_and_lets_hear_again(listening: tuple[Pilot, Listener]) -> None:
    pilot, listener = listening
    for muted, levels in ((True, Levels()), (False, Levels(0.7))):
        pilot.press("m")
        settled(pilot)
        assert pilot.app.settings.muted is muted
        assert listener.levels == levels


def test_sliders_hold_at_once_and_effects_let_hear_themselves(listening: tuple[Pilot, Listener]) -> None:
    pilot, listener = listening
    pilot.app.evening.menus.open_settings()
    pilot.draw()
    for key, levels in (("music_volume", Levels(0.7, 0.05)), ("rain_volume", Levels(0.7, 0.05, 0.05))):
        slider = pilot.box(key)
        assert isinstance(slider, Slider)
        assert slider.words(0.0) == "Silent"
        slider._set(0.05)
        settled(pilot)
        assert listener.levels == levels
    assert listener.kinds == ["card"]
    slider = pilot.box("sound_volume")
    assert isinstance(slider, Slider)
    slider._set(1.0)
    settled(pilot)
    assert listener.kinds == ["card", "checker_down"]


def test_another_look_sounds_at_once(listening: tuple[Pilot, Listener]) -> None:
    pilot, listener = listening
    pilot.change(checkers="marble", dice="amber", board="sandstone")
    settled(pilot)
    assert listener._materials == {"checkers": "marble", "dice": "resin", "board": "stone"}


def test_settings_say_quietly_that_there_is_no_device(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuch")
    sounds = pilot.app.sounds
    sounds.begin()
    settled(pilot)
    sounds.happened("card")
    settled(pilot)
    pilot.frame()
    pilot.app.evening.menus.open_settings()
    pilot.draw()
    assert sounds.note() in [box.label for box in pilot.card._content.parts() if isinstance(box, Label)]
    assert pilot.app._notices == [], "nobody is stopped by a card"
    assert isinstance(pilot.card, SettingsCard)
    toggle = pilot.box("sound")
    assert isinstance(toggle, Toggle)


def test_an_unheard_table_opens_nothing(pilot: Pilot) -> None:
    """Before the first frame of a real window there is no thread and no device."""
    pilot.app.sounds.hear(Happening("checker_down", 0.0, 1.0))
    pilot.app.handle(WindowChanged("hidden"))
    pilot.app.handle(DevicesChanged(True))
    assert pilot.app.sounds._thread is None
    assert not pygame.mixer.get_init()
