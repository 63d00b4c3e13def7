"""A person at the game without a screen: clicks, drags, presses keys, waits until nothing moves. Time is held."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pygame

from game import paths
from game.app import App
from game.errors import GameError
from game.match.state import MatchState
from game.settings import Settings
from game.sitting import Sitting
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import open_store
from game.ui import look
from game.ui.art import Art
from game.ui.board.view import BLEND_SECONDS
from game.ui.card import Card
from game.ui.input import Input, InputReader
from game.ui.intents import KeyMap
from game.ui.modes.director import Director
from game.ui.scale import TEXT_FACTORS, Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Choice, Toggle
from game.ui.widgets.fields import TextField

FRAME = 1 / 60
PATIENCE = 60.0
"""Real seconds that a pilot waits for a job before it says that nothing comes any more."""

_CODES = {
    "return": pygame.K_RETURN,
    "space": pygame.K_SPACE,
    "escape": pygame.K_ESCAPE,
    "tab": pygame.K_TAB,
    "backspace": pygame.K_BACKSPACE,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "f1": pygame.K_F1,
    "f10": pygame.K_F10,
    "f11": pygame.K_F11,
    "page down": pygame.K_PAGEDOWN,
    "page up": pygame.K_PAGEUP,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "delete": pygame.K_DELETE,
}
_MODIFIERS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}


class _NoPainter:
    """Paints nothing."""

    def draw(self, *_what: object) -> None:
        """Nothing."""

    def make(self, *_what: object) -> Iterator[object]:
        """Nothing."""
        return iter(())


class Pilot:
    """Sits before one App. size: of the picture in pixels; density: pixels for one unit; art: pictures to be used.
    is_blind: the board is not painted, for games of many turns of which nobody looks at a picture.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        size: tuple[int, int] = (1280, 800),
        density: float = 1.0,
        store: Store | None = None,
        art: Art | None = None,
        *,
        is_blind: bool = False,
        has_store: bool = True,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        self.notices: list[GameError] = []
        self.folder = folder
        if store is None and has_store:
            store, self.notices = open_store(folder, datetime(2026, 1, 1))
        if art is None:
            seen, _ = look.read({}, [paths.assets() / "looks"])
            art = Art(seen, None, paths.assets() / "fonts" / "literata-600.ttf")
        self.app = App(settings or Settings(language="en"), store, self.notices, art)
        self.app.runner.helper.close()  # opponents think in the job itself: no test waits for another process
        # Nobody waits for a cup here, and many pilots would draw many of them.
        self.app.art.expect_cups = lambda _scale: None  # type: ignore[method-assign, assignment]
        if is_blind:
            self.app.scene._painter = lambda _settings, _camera: _NoPainter()  # type: ignore[method-assign, return-value, assignment]
        self.surface = pygame.Surface(size)
        self.density, self.now = density, 100.0
        self._reader = InputReader(KeyMap(), 1.0)
        self.draw()

    # Matches

    def sit(self, header: MatchHeader, state: MatchState | None = None) -> Sitting:
        """Sits down at a match without the cards. state: where it stands instead of at its beginning."""
        assert self.app.store is not None
        sitting = Sitting.begin(self.app.store, header, self.now)
        if state is not None:
            sitting.table.state = state
        self.app.evening.sit_down(sitting)
        self.frame()
        self.draw()
        return sitting

    @property
    def state(self) -> MatchState:
        """How the match stands."""
        assert self.app.scene.sitting is not None
        return self.app.scene.sitting.state

    @property
    def director(self) -> Director:
        """Who leads the match."""
        assert self.app.scene.director is not None
        return self.app.scene.director

    @property
    def said(self) -> str:
        """Why something was refused, or else what happened last, as the hint line says it."""
        return self.app.scene._refusal or self.app.scene._happened()

    def change(self, **settings: object) -> None:
        """Other settings, at once."""
        self.app.change(replace(self.app.settings, **settings))  # type: ignore[arg-type]  # by their names
        self.draw()

    def counts(self) -> tuple[int, int]:
        """Checkers of both sides that are shown, wherever they lie."""
        sides = [side for _place, _index, side in self.director.show.laid.checkers()]
        return sides.count(0), sides.count(1)

    # Time

    def frame(self, seconds: float = FRAME) -> bool:
        """One step of time. True while something moves."""
        if self.app.stack.is_opening:  # by a window that is drawn often, cards come in from when they were opened
            self.app.step(self.now)
        self.now += seconds
        self.app.step(self.now)
        return self.app.is_moving

    def until_still(self) -> None:
        """Until nothing moves, no job runs and the table waits for somebody."""
        given_up = time.monotonic() + PATIENCE
        still = 0
        while still < 3:
            still = still + 1 if not self.frame() and not self._is_thinking else 0
            if self._is_thinking:
                time.sleep(0.001)
            assert time.monotonic() < given_up, "nothing comes any more"
        self.draw()

    @property
    def _is_thinking(self) -> bool:
        director = self.app.scene.director
        return director is not None and director.is_thinking and self.app.stack.top is None

    def draw(self) -> pygame.Surface:
        """The picture now."""
        self.app.draw(self.surface, self.density)
        return self.surface

    @property
    def canvas(self) -> Canvas:
        """What the picture is drawn on now, for asking how large words are."""
        scale = Scale(*self.surface.get_size(), self.density, TEXT_FACTORS[self.app.settings.text_size])
        return Canvas(self.surface, scale, Letters(scale.unit * scale.text), self.app._palette)

    def save(self, path: Path | str) -> None:
        """The picture, sharp, as a file."""
        self.draw()
        self.app.art.wait()
        for _ in range(2):  # the sharp table comes through the one that stood in for it
            self.frame(BLEND_SECONDS)
            self.draw()
        pygame.image.save(self.surface, str(path))

    # Hands

    def _send(self, event: pygame.Event) -> None:
        for single in self._reader.read(event, self.now):
            self.app.handle(single)

    def send(self, event: Input) -> None:
        """An input as the window would give it."""
        self.app.handle(event)

    def press(self, *keys: str) -> None:
        """Keys by the names that intents use, one after the other."""
        for key in keys:
            *modifiers, name = key.split("+")
            held = sum(_MODIFIERS[modifier] for modifier in modifiers)
            code = _CODES.get(name) or ord(name)
            self._reader.keys = self.app.keys
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                self._send(pygame.Event(kind, key=code, mod=held, scancode=0, unicode=""))
            self.draw()

    def write_letters(self, text: str) -> None:
        """Letters."""
        self._send(pygame.Event(pygame.TEXTINPUT, text=text))
        self.draw()

    def drop(self, *paths: Path) -> None:
        """Files and folders let go over the window together."""
        self._send(pygame.Event(pygame.DROPBEGIN))
        for path in paths:
            self._send(pygame.Event(pygame.DROPFILE, file=str(path)))
        self._send(pygame.Event(pygame.DROPCOMPLETE))
        self.draw()

    def mouse(self, kind: int, at: tuple[float, float], button: int = 1) -> None:
        """A mouse event at a pixel."""
        self._send(pygame.Event(kind, pos=(round(at[0]), round(at[1])), button=button))

    def click_at(self, at: tuple[float, float], button: int = 1) -> None:
        """Down and up at a pixel."""
        self.mouse(pygame.MOUSEMOTION, at)
        self.mouse(pygame.MOUSEBUTTONDOWN, at, button)
        self.mouse(pygame.MOUSEBUTTONUP, at, button)
        self.now += 1.0  # two clicks are no double click
        self.draw()

    def pixel(self, place: int) -> tuple[float, float]:
        """Where a place of the table can be pressed: its uppermost checker, or its first spot."""
        at = self.app.scene.pixel_of(place)
        assert at is not None
        return at

    def click(self, place: int, button: int = 1) -> None:
        """A click on a place of the table."""
        self.click_at(self.pixel(place), button)

    def double_click(self, place: int) -> None:
        """Two quick clicks."""
        at = self.pixel(place)
        for _ in range(2):
            self.mouse(pygame.MOUSEBUTTONDOWN, at)
            self.mouse(pygame.MOUSEBUTTONUP, at)
            self.now += 0.1
        self.now += 1.0
        self.draw()

    def drag(self, source: int, target: int) -> None:
        """Takes a checker from one place to another with the button down."""
        start, end = self.pixel(source), self.pixel(target)
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        for share in (0.2, 0.6, 1.0):
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.mouse(pygame.MOUSEMOTION, at)
            self.draw()
        self.mouse(pygame.MOUSEBUTTONUP, end)
        self.now += 1.0
        self.draw()

    # Cards

    @property
    def card(self) -> Card:
        """The top card."""
        card = self.app.stack.top
        assert card is not None, "there is no card"
        card.ready()
        return card

    def has(self, kind: type[Card]) -> bool:
        """Is the top card of that kind?"""
        return isinstance(self.app.stack.top, kind)

    def box(self, key: str) -> Widget:
        """A box of the top card, or of the table where there is none, by its key."""
        boxes = self.card.boxes() if self.app.stack.top else self.app.scene.boxes()
        found = next((box for box in boxes if box.key == key), None)
        assert found is not None, f"no box {key} among {[box.key for box in boxes]}"
        return found

    def push(self, key: str) -> None:
        """Clicks a button by its key, scrolled into sight."""
        box = self.box(key)
        if self.app.stack.top:
            self.card.show(box)
            self.draw()
        self.click_at(box.rect.center)

    def choose(self, key: str, value: object) -> None:
        """Turns a choice until it has that value, by clicks on its arrow."""
        for _ in range(80):
            choice = self.box(key)
            assert isinstance(choice, Choice)
            if choice.value == value:
                return
            self.card.show(choice)
            self.draw()
            self.click_at(choice.arrow_place(1))
        raise AssertionError(f"{key} never was {value}")

    def switch(self, key: str, value: bool) -> None:
        """Sets a switch."""
        toggle = self.box(key)
        assert isinstance(toggle, Toggle)
        if toggle.value != value:
            self.push(key)

    def write(self, key: str, text: str) -> None:
        """Replaces what a field says."""
        self.push(key)
        field = self.box(key)
        assert isinstance(field, TextField)
        while field.value:
            self.press("backspace")
        self.write_letters(text)

    def until(self, condition: Callable[[], bool]) -> None:
        """Frames until something is so."""
        given_up = time.monotonic() + PATIENCE
        while not condition():
            self.frame()
            if self._is_thinking:
                time.sleep(0.001)
            assert time.monotonic() < given_up, "it never came so far"
        self.draw()

    def until_answered(self) -> None:
        """Until the opponent that is asked has answered; time stands still meanwhile."""
        given_up = time.monotonic() + PATIENCE
        while self.director._seats._job is not None:
            self.app.runner.drain()
            time.sleep(0.001)
            assert time.monotonic() < given_up, "no answer comes"

    def close(self) -> None:
        """Leaves."""
        self.app.close()


MakePilot = Callable[..., Pilot]
"""Makes pilots: see the fixture of the window's tests."""
