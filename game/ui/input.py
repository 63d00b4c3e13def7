"""The only reader of pygame's events: keys become intents, mouse and touch become pointers, the rest plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame

from game.ui.intents import KeyMap

DOUBLE_CLICK = 0.35
"""Seconds within which a second press at the same place is a double click."""

_NEAR = 6

_NAMED = {
    pygame.K_SPACE: "space",
    pygame.K_RETURN: "return",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_DELETE: "delete",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
    **{getattr(pygame, f"K_F{number}"): f"f{number}" for number in range(1, 13)},
    **{getattr(pygame, f"K_KP{number}"): str(number) for number in range(10)},
}
_REPEATING = frozenset(
    ("left", "right", "up", "down", "page up", "page down", "tab", "shift+tab", "backspace", "delete")
)
"""Keys that go on while they are held. Any other means one thing once: a slow moment must not press it again."""

_MODIFIERS = {
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
    pygame.K_CAPSLOCK,
    pygame.K_NUMLOCK,
}
# Scancodes of the digit row and of the letters where a Latin keyboard has them (USB usage numbers).
_DIGIT_ROW = {30 + index: str((index + 1) % 10) for index in range(10)}
_LETTERS = {4 + index: chr(ord("a") + index) for index in range(26)}
_COMMA = 54
_GREEK = "\u0370"  # letters from here on are those of other scripts


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key: its name and all that it may mean."""

    key: str
    intents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pointer:
    """kind: "down", "up", "move" or "wheel". x, y: pixels. button: 1 left, 2 middle, 3 right. clicks: 2 for a double
    click. amount: steps of the wheel, up positive.
    """

    kind: str
    x: float
    y: float
    button: int = 0
    clicks: int = 1
    amount: float = 0.0

    @property
    def at(self) -> tuple[float, float]:
        """The place."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Typed:
    """Letters that were typed, as the system's input method gives them."""

    text: str


@dataclass(frozen=True, slots=True)
class WindowChanged:
    """what: "size", "shown", "hidden", "maximised", "restored", "focus", "no focus", "moved", "exposed" or "left"."""

    what: str


@dataclass(frozen=True, slots=True)
class DevicesChanged:
    """A sound device was plugged in or went. is_there: it is there now."""

    is_there: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The window's own close button, or the system wants us to end."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Files and folders let go over the window, all that were dragged together, or a text."""

    paths: tuple[str, ...] = ()
    text: str = ""


Input = Pressed | Pointer | Typed | WindowChanged | DevicesChanged | Dropped | Closed

_WINDOW = {
    pygame.WINDOWSIZECHANGED: "size",
    pygame.WINDOWSHOWN: "shown",
    pygame.WINDOWHIDDEN: "hidden",
    pygame.WINDOWMINIMIZED: "hidden",
    pygame.WINDOWMAXIMIZED: "maximised",
    pygame.WINDOWRESTORED: "restored",
    pygame.WINDOWFOCUSGAINED: "focus",
    pygame.WINDOWFOCUSLOST: "no focus",
    pygame.WINDOWMOVED: "moved",
    pygame.WINDOWEXPOSED: "exposed",
    pygame.WINDOWLEAVE: "left",
    pygame.WINDOWDISPLAYCHANGED: "size",
}

_DROPS = frozenset((pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE))

WAKE = pygame.event.custom_type()
"""Posted from other threads so that a sleeping loop looks at its queues."""


def key_name(key: int, scancode: int = 0, modifiers: int = 0) -> str:
    """The name of a key as intents use it.

    On keyboards whose digit row needs Shift, the row still means digits; on keyboards of other scripts a letter means
    the Latin one at its place. Letters are never changed by the system's own rules of capitals.
    """
    name = _NAMED.get(key) or _letter(key, scancode)
    if not name:
        return ""
    control = "ctrl+" if modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META) else ""
    alt = "alt+" if modifiers & pygame.KMOD_LALT and not control else ""
    shift = "shift+" if modifiers & pygame.KMOD_SHIFT and (len(name) > 1 or control) else ""
    return control + alt + shift + name


def _letter(key: int, scancode: int) -> str:
    letter = chr(key) if 32 < key < 0x10000 else ""
    if scancode in _DIGIT_ROW and not letter.isdecimal():
        return _DIGIT_ROW[scancode]
    if letter and ord(letter) < 128:
        return letter
    if scancode == _COMMA and letter >= _GREEK:  # the Cyrillic row has no comma of its own
        return ","
    return _LETTERS.get(scancode, letter)


@dataclass
class InputReader:
    """Turns what pygame queued into inputs. density: pixels for each unit of the system's own coordinates."""

    keys: KeyMap = field(default_factory=KeyMap)
    density: float = 1.0
    _last_down: tuple[float, float, float, int] = (-1.0, 0.0, 0.0, 0)
    _held: set[int] = field(default_factory=set)
    _dragged: list[str] | None = None  # files of a drop that goes on

    def read_all(self, events: list[pygame.Event], now: float) -> Iterator[Input]:
        """The inputs of all events that waited. A key that has been let go meanwhile was not held: pygame repeated it
        only because nobody looked.
        """
        let_go = {event.key for event in events if event.type == pygame.KEYUP}
        for event in events:
            is_stale = event.type == pygame.KEYDOWN and event.key in self._held and event.key in let_go
            if not is_stale:
                yield from self.read(event, now)
            if event.type == pygame.KEYUP:
                let_go.discard(event.key)

    def read(self, event: pygame.Event, now: float) -> Iterator[Input]:
        """The inputs of one event, none for what does not concern us."""
        if event.type == pygame.KEYDOWN:
            yield from self._key(event)
        elif event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.TEXTINPUT:
            yield Typed(event.text)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            yield from self._button(event, now)
        elif event.type == pygame.MOUSEMOTION:
            yield Pointer("move", event.pos[0] * self.density, event.pos[1] * self.density)
        elif event.type == pygame.MOUSEWHEEL:
            x, y = pygame.mouse.get_pos()
            amount = getattr(event, "precise_y", float(event.y))
            yield Pointer("wheel", x * self.density, y * self.density, amount=amount)
        elif event.type in _WINDOW:
            if event.type == pygame.WINDOWFOCUSLOST:  # what is let go elsewhere is not told
                self._held.clear()
            yield WindowChanged(_WINDOW[event.type])
        elif event.type in _DROPS:
            yield from self._drop(event)
        elif event.type in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED) and not event.iscapture:
            yield DevicesChanged(event.type == pygame.AUDIODEVICEADDED)
        elif event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            yield Closed()

    def _drop(self, event: pygame.Event) -> Iterator[Input]:
        """Files come one by one between a beginning and an end that the system may leave out."""
        if event.type == pygame.DROPTEXT:
            yield Dropped(text=event.text)
        elif event.type == pygame.DROPBEGIN:
            self._dragged = []
        elif event.type == pygame.DROPFILE and self._dragged is not None:
            self._dragged.append(event.file)
        elif event.type == pygame.DROPFILE:
            yield Dropped((event.file,))
        else:
            paths, self._dragged = tuple(self._dragged or ()), None
            if paths:
                yield Dropped(paths)

    def _key(self, event: pygame.Event) -> Iterator[Input]:
        if event.key in _MODIFIERS:
            return
        name = key_name(event.key, getattr(event, "scancode", 0), getattr(event, "mod", 0))
        is_repeated = event.key in self._held
        self._held.add(event.key)
        if name and (name in _REPEATING or not is_repeated):
            yield Pressed(name, self.keys.meant_by(name))

    def _button(self, event: pygame.Event, now: float) -> Iterator[Input]:
        if event.button > 3:
            return
        x, y = event.pos[0] * self.density, event.pos[1] * self.density
        if event.type == pygame.MOUSEBUTTONUP:
            yield Pointer("up", x, y, event.button)
            return
        then, old_x, old_y, button = self._last_down
        near = abs(x - old_x) <= _NEAR * self.density and abs(y - old_y) <= _NEAR * self.density
        is_double = now - then <= DOUBLE_CLICK and near and button == event.button
        self._last_down = (-1.0, x, y, event.button) if is_double else (now, x, y, event.button)
        yield Pointer("down", x, y, event.button, 2 if is_double else 1)
