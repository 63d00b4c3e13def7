"""The window: opened where it was, full screen and back, and a loop that sleeps while nothing moves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.ui.input import WAKE, Closed, Input, InputReader, WindowChanged
from game.ui.intents import KeyMap
from game.ui.scale import LEAST_HEIGHT, LEAST_WIDTH, USUAL_HEIGHT, USUAL_WIDTH
from game.ui.times import Times

FRAMES = 60
LONGEST_SLEEP = 30.0
"""Seconds; nothing needs it, but a loop that looks once in a while survives a lost wake-up."""

NAP, HIDDEN_NAP = 0.008, 0.06
"""Seconds between two looks at the queue while nothing moves. pygame's own waiting looks a thousand times a second."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a window stands on the screen: x, y, width, height in the system's units; maximised; full screen."""

    box: tuple[int, ...] = ()
    is_maximised: bool = False
    is_full: bool = False


class NoScreenError(Exception):
    """There is nothing on which a window could be seen."""


class Screen(Protocol):
    """What is shown in the window."""

    def handle(self, event: Input) -> bool:
        """An input. True when something has to be drawn again."""

    def step(self, now: float) -> bool:
        """Goes on in time. True when something has to be drawn again."""

    def draw(self, surface: pygame.Surface, density: float) -> None:
        """Draws everything."""

    @property
    def is_moving(self) -> bool:
        """Sixty frames a second are wanted."""

    @property
    def wakes_in(self) -> float | None:
        """Seconds until it wants to be told the time again, None if only an input can change anything."""

    @property
    def is_over(self) -> bool:
        """The window is to be closed."""


def density_of_system() -> float:
    """Pixels for one unit, as far as the system says so; SHESHBESH_DENSITY has the last word."""
    for name in ("SHESHBESH_DENSITY", "GDK_SCALE", "QT_SCALE_FACTOR"):
        try:
            density = float(os.environ.get(name, ""))
        except ValueError:
            continue
        if 0.5 <= density <= 8.0:
            return density
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  # only there

        return float(ctypes.windll.user32.GetDpiForSystem()) / 96.0
    return 1.0


ROOM = 0.9
"""How much of a desktop the first window takes at most. Nobody tells how large the system's own bars are."""


class Window:
    """One window of the system. density: pixels for one unit of our layout."""

    def __init__(
        self, title: str, place: Place, keys: KeyMap, icon: Callable[[], pygame.Surface] | None = None
    ) -> None:
        # Without a graphics card the software path is many times faster, and for flat pictures never slower.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ["SDL_VIDEO_X11_WMCLASS"] = "sheshbesh"  # pygame has put a file's name there
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            pygame.display.quit()
            raise NoScreenError
        pygame.font.init()
        pygame.key.set_repeat(300, 40)
        self._system_density = density_of_system()
        size = place.box[2:] if len(place.box) == 4 else self._first_size()
        size = self._within_desktop((int(size[0]), int(size[1])))
        position = self._on_a_desktop(place.box, size)
        self._window = pygame.Window(title, size, position, resizable=True, allow_high_dpi=True, hidden=True)
        least = (round(LEAST_WIDTH * self._system_density * 0.6), round(LEAST_HEIGHT * self._system_density * 0.6))
        self._window.minimum_size = (min(least[0], size[0]), min(least[1], size[1]))
        self.is_maximised, self.is_full, self.is_hidden = False, False, False
        self._restored = (*self._window.position, *size)
        self._wanted = position if isinstance(position, tuple) else None
        self.reader = InputReader(keys, self._pixels_per_unit)
        self._times = Times()
        self._window.show()
        if place.is_maximised:
            self._window.maximize()
        if place.is_full:
            self.set_full(True)
        pygame.key.start_text_input()

    # Place

    def _first_size(self) -> tuple[int, int]:
        """The usual size, less where the title bar and the system's own bars would find no room beside it."""
        desktop = max(pygame.display.get_desktop_sizes(), default=(USUAL_WIDTH, USUAL_HEIGHT))
        usual, least = (USUAL_WIDTH, USUAL_HEIGHT), (LEAST_WIDTH, LEAST_HEIGHT)
        across, down = (
            round(max(least[i] * self._system_density, min(usual[i] * self._system_density, ROOM * desktop[i])))
            for i in (0, 1)
        )
        return across, down

    @staticmethod
    def _within_desktop(size: tuple[int, int]) -> tuple[int, int]:
        widest, highest = max(pygame.display.get_desktop_sizes(), default=(USUAL_WIDTH, USUAL_HEIGHT))
        return max(min(size[0], widest), 320), max(min(size[1], highest), 200)

    @staticmethod
    def _on_a_desktop(box: tuple[int, ...], size: tuple[int, int]) -> tuple[int, int] | int:
        """The remembered place if a corner of it can be seen on a screen that is there, else the middle."""
        if len(box) == 4:
            across = sum(width for width, _ in pygame.display.get_desktop_sizes())
            down = max((height for _, height in pygame.display.get_desktop_sizes()), default=0)
            if -size[0] + 100 < box[0] < across - 100 and 0 <= box[1] < down - 60:
                return box[0], box[1]
        return pygame.WINDOWPOS_CENTERED

    def set_icon(self, icon: pygame.Surface) -> None:
        """What the system shows for the window."""
        self._window.set_icon(icon)

    @property
    def surface(self) -> pygame.Surface:
        """The pixels of the window."""
        return self._window.get_surface()

    @property
    def _pixels_per_unit(self) -> float:
        """Pixels of the surface for one unit of the system's coordinates."""
        width = self._window.size[0]
        return self.surface.get_width() / width if width else 1.0

    @property
    def density(self) -> float:
        """Pixels for one unit of our layout."""
        return self._pixels_per_unit * self._system_density

    @property
    def place(self) -> Place:
        """Where it stands, to be remembered; of a large one the place it had before."""
        return Place(self._restored, self.is_maximised, self.is_full)

    def set_full(self, full: bool) -> None:
        """Full screen on the screen where the window is, and back to what it was before."""
        if full == self.is_full:
            return
        self.is_full = full
        if full:
            self._window.set_fullscreen(True)
        else:
            self._window.set_windowed()
            if self.is_maximised:
                self._window.maximize()

    def come_forward(self) -> None:
        """Something was opened from elsewhere: the window is to be seen."""
        self._window.focus()

    def _settle(self) -> None:
        """A window manager may have put the frame where the window was to stand; now the frame is known."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None and not (self.is_full or self.is_maximised) and self._window.position != wanted:
            self._window.position = wanted

    def take(self, change: WindowChanged) -> None:
        """Remembers what the system did to the window."""
        if change.what in ("moved", "focus"):
            self._settle()
        if change.what == "hidden":
            self.is_hidden = True
        elif change.what in ("maximised", "restored", "shown"):
            self.is_hidden = False
            # Going to full screen ends being maximised for the system; for us it is what we come back to.
            if not self.is_full and change.what != "shown":
                self.is_maximised = change.what == "maximised"
        if not (self.is_full or self.is_maximised or self.is_hidden):
            self._restored = (*self._window.position, *self._window.size)
        self.reader.density = self._pixels_per_unit

    # Loop

    def run(self, screen: Screen) -> None:
        """Until the screen says that it is over. Draws when something changed, sleeps when nothing does."""
        clock = pygame.Clock()
        needs_drawing = True
        while not screen.is_over:
            for single in self.reader.read_all(self._events(screen, needs_drawing), time.monotonic()):
                needs_drawing = self._handle(screen, single) or needs_drawing
            needs_drawing = screen.step(time.monotonic()) or needs_drawing
            if needs_drawing and not self.is_hidden:
                screen.draw(self.surface, self.density)
                self._window.flip()
                self._times.drawn()
                needs_drawing = False
            if screen.is_moving:
                clock.tick(FRAMES)

    def _events(self, screen: Screen, needs_drawing: bool) -> list[pygame.Event]:
        found = pygame.event.get()
        if found or screen.is_moving or (needs_drawing and not self.is_hidden):
            return found
        self._times.rests(True)
        wakes_in = screen.wakes_in
        until = time.monotonic() + (LONGEST_SLEEP if wakes_in is None else min(wakes_in, LONGEST_SLEEP))
        while not found and time.monotonic() < until:
            time.sleep(HIDDEN_NAP if self.is_hidden else NAP)
            found = pygame.event.get()
        self._times.rests(False)
        return found

    def _handle(self, screen: Screen, event: Input) -> bool:
        if isinstance(event, WindowChanged):
            self.take(event)
            screen.handle(event)
            return event.what in ("size", "shown", "exposed", "restored", "maximised", "focus")
        if isinstance(event, Closed):
            screen.handle(event)
            return True
        return screen.handle(event)

    def close(self) -> None:
        """Takes the window away."""
        self._window.destroy()
        pygame.display.quit()


def wake() -> None:
    """From any thread: a sleeping loop looks at its queues."""
    if pygame.display.get_init():
        pygame.event.post(pygame.Event(WAKE))
