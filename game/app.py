"""The application: opens the window and wires everything together. The only place that knows everyone."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pygame

from game import i18n, paths
from game.errors import GameError
from game.guests import Guests, seen_settings
from game.handing import Inbox, hand_over
from game.i18n import gettext as _
from game.jobs import Runner
from game.reports import keep_report
from game.settings import Settings, read_settings, write_settings
from game.storage.matches import Store
from game.storage.opening import open_store
from game.ui import look, pattern, window
from game.ui.art import Art
from game.ui.cards.message import MessageCard
from game.ui.evening import Evening
from game.ui.input import Closed, DevicesChanged, Dropped, Input, Pressed, WindowChanged
from game.ui.intents import KeyMap
from game.ui.modes.play import PlayScene
from game.ui.palette import palette_of
from game.ui.scale import TEXT_FACTORS, Scale
from game.ui.sound import Sounds
from game.ui.stack import Stack
from game.ui.text import Letters
from game.ui.widgets.base import Canvas
from game.ui.window import NoScreenError, Place, Window
from game.upkeep import Upkeep
from game.wording import sentence


class App:
    """What is shown in the window: one table, its cards, and the settings that hold for both.

    store: None when another copy of the game has it; nothing is written then.
    """

    def __init__(self, settings: Settings, store: Store | None, notices: list[GameError], art: Art) -> None:
        self.settings, self.store, self.art = settings, store, art
        self.keys = KeyMap(settings.keys)
        self.window: Window | None = None
        self.inbox: Inbox | None = None
        self.runner = Runner(wake=window.wake)
        self.sounds = Sounds(settings, art.look, wake=window.wake)
        self.is_over = False
        self.is_moving = True
        self._palette = palette_of(art.look)
        self._letters = Letters(1.0)
        self._letter_size = 1.0
        i18n.speak(settings.language or i18n.system_language())
        self.upkeep = Upkeep(window.wake, store, self.tell, lambda: self.settings.shared_folder) if store else None
        self.guests = Guests(
            lambda: self.settings, self.change, paths.data_folder() / "opponents", window.wake, self.keep_report
        )
        self.guests.look()
        self.evening = Evening(self)
        self.scene = PlayScene(self.evening.services())
        self.stack = Stack(self.scene)
        self.stack.is_still = settings.reduced_motion
        self.stack.on_open = lambda: self.sounds.happened("card")
        self._notices = list(notices)
        self._are_settings_written = True
        self._faults = set(map(sentence, notices))
        self.evening.begin()
        self.stack.settle()
        if self.upkeep:
            self.upkeep.match_began()

    # Settings

    def change(self, settings: Settings) -> None:
        """New settings hold at once and are written."""
        old, self.settings = self.settings, settings
        self.keys = KeyMap(settings.keys)
        self.stack.is_still = settings.reduced_motion
        if settings.language != old.language:
            i18n.speak(settings.language or i18n.system_language())
        if chosen_look(settings) != chosen_look(old):
            seen, problems = look.read(chosen_look(settings), look.folders())
            self.art.wear(seen)
            self.sounds.wear(seen)
            self._palette = palette_of(seen)
            self._tell_of_look(problems)
        self.sounds.settle(settings)
        if self.window is not None:
            self.window.reader.keys = self.keys
            self.window.set_full(settings.full_screen)
        if seen_settings(settings) != seen_settings(old):
            self.guests.look()
        self.stack.rebuild()
        self.scene.forget_words()
        self._write_settings()

    def _write_settings(self) -> None:
        if self.store is None:
            return
        try:
            write_settings(_settings_file(), self.settings)
        except GameError as error:
            if self._are_settings_written:  # a fault that stays is not told at every change
                self.tell(error)
            self._are_settings_written = False
        else:
            self._are_settings_written = True

    def tell(self, *errors: GameError) -> None:
        """Something went wrong that the person should know; told as soon as there is a moment."""
        self._notices += errors

    def _tell_of_look(self, problems: list[GameError]) -> None:
        """What is wrong in the look is told once, however often something else in it is changed."""
        found = {sentence(problem): problem for problem in problems}
        self.tell(*(problem for words, problem in found.items() if words not in self._faults))
        self._faults = set(found)

    def keep_report(self, key: str, text: str) -> str:
        """Keeps what the maker of an opponent should know; where, '' when it cannot be written."""
        try:
            return str(keep_report(paths.data_folder() / "reports", key, text, datetime.now()))
        except GameError as error:
            self.tell(error)
            return ""

    # What the window asks

    def handle(self, event: Input) -> bool:
        """An input; True when something has to be drawn."""
        if isinstance(event, Closed):
            self.quit()
            return True
        if isinstance(event, WindowChanged):
            if event.what in ("hidden", "shown", "restored", "maximised"):
                self.sounds.hide(event.what == "hidden")
            return True
        if isinstance(event, DevicesChanged):
            self.sounds.devices_changed(is_there=event.is_there)
            return False
        self.sounds.stir()
        if isinstance(event, Dropped):
            return self.evening.dropped(event)
        if self.stack.handle(event):
            return True
        return isinstance(event, Pressed) and self._everywhere(event)

    def _everywhere(self, event: Pressed) -> bool:
        if "full_screen" in event.intents:
            self.change(replace(self.settings, full_screen=not self.settings.full_screen))
            return True
        if "mute" in event.intents:
            self.change(replace(self.settings, muted=not self.settings.muted))
            return True
        if "quit" in event.intents:
            self.quit()
            return True
        return self.evening.key(event)

    def step(self, now: float) -> bool:
        """Goes on; True when something has to be drawn."""
        answered = self.runner.drain()
        answered = self.guests.drain() or answered
        answered = self._take_handed() or answered
        has_moved, self.is_moving = self.is_moving, self.stack.step(now)
        if self.upkeep:
            self.upkeep.step()
        better = self.art.poll()
        unheard, is_changed = self.sounds.poll()
        self.tell(*unheard)
        if is_changed:
            self.stack.rebuild()
            better = True
        if answered or better:
            self.stack.forget_picture()
        better = self._tell_next() or better
        self.is_moving = self.is_moving or self.stack.is_opening
        return answered or has_moved or self.is_moving or better  # what has come to rest is drawn where it rests

    def _take_handed(self) -> bool:
        """What a second start has left to this window."""
        handed = self.inbox.take() if self.inbox is not None else []
        for words in handed:
            self.evening.files.open_words(words)
            if self.window is not None:
                self.window.come_forward()
        return bool(handed)

    def _tell_next(self) -> bool:
        sitting = self.scene.sitting
        if sitting and sitting.notices:
            self._notices += sitting.notices
            sitting.notices.clear()
        if not self._notices or isinstance(self.stack.top, MessageCard):
            return False
        told = dict.fromkeys(map(sentence, self._notices))  # what is wrong comes together, so it is told together
        self._notices.clear()
        self.stack.open(MessageCard(_("Please note"), list(told)))
        return True

    @property
    def wakes_in(self) -> float | None:
        """Seconds until it wants to be told the time."""
        waits = [self.scene.wakes_in, 0.05 if self.art.is_busy else None]
        waits.append(0.05 if self.upkeep and self.upkeep.is_busy else None)
        return min((wait for wait in waits if wait is not None), default=None)

    def draw(self, surface: pygame.Surface, density: float) -> None:
        """Everything."""
        scale = Scale(*surface.get_size(), density, TEXT_FACTORS[self.settings.text_size])
        pixels = scale.unit * scale.text
        if pixels != self._letter_size:
            self._letters, self._letter_size = Letters(pixels), pixels
        self.stack.draw(Canvas(surface, scale, self._letters, self._palette))
        pattern.draw_if_wanted(surface)
        if self.window is not None:  # what is heard is read when there is something to see
            self.sounds.begin()

    def quit(self) -> None:
        """Ends; the match is kept as it is."""
        self.is_over = True

    def remember(self, place: Place) -> None:
        """The window's place, for the next start."""
        box = tuple(place.box)
        self.settings = replace(self.settings, window=box, maximised=place.is_maximised, full_screen=place.is_full)
        self._write_settings()

    def close(self) -> None:
        """Lets everything go."""
        if self.inbox is not None:
            self.inbox.close()
        self.runner.close()
        self.guests.close()
        if self.upkeep:
            self.upkeep.close()
        self.sounds.close()
        self.art.close()
        if self.store:
            self.store.close()


def chosen_look(settings: Settings) -> dict[str, str]:
    """Board, checkers, dice and cloth by name."""
    return {kind: getattr(settings, kind) for kind in look.USUAL}


def _settings_file() -> Path:
    return paths.settings_file()


def main(words: Sequence[str] = ()) -> int:
    """Plays until the window is closed. words: files, folders and links to positions that are to be opened; when the
    game is open already, they are handed over to that window.
    """
    settings, notices = read_settings(_settings_file())
    i18n.speak(settings.language or i18n.system_language())
    store: Store | None = None
    try:
        store, more = open_store(paths.data_folder(), datetime.now())  # part of a file's name
        notices += more
    except GameError as error:
        if words:
            return _handed_over(words)
        notices = [error]
    place = Place(settings.window, settings.maximised, settings.full_screen)
    try:
        opened = Window("Shesh Besh", place, KeyMap(settings.keys))
    except NoScreenError:
        print(
            _("No screen was found to open a window on. The commands work without one: sheshbesh --help"),
            file=sys.stderr,
        )
        return 1
    except pygame.error as error:
        print(_("No window can be opened: {why}").format(why=error), file=sys.stderr)
        return 1
    seen, problems = look.read(chosen_look(settings), look.folders())
    font, shipped = paths.assets() / "fonts" / "literata-600.ttf", paths.assets() / "pictures" / "start"
    art = Art(seen, paths.cache_folder() / "pictures", font, shipped)
    opened.set_icon(art.icon(0, 64))
    app = App(settings, store, [*notices, *problems], art)
    app.window = opened
    if store is not None:
        app.inbox = Inbox(paths.data_folder(), window.wake)
        app.evening.files.open_words(words)
    try:
        opened.run(app)
    except Exception:
        _report()
        raise
    finally:
        app.remember(opened.place)
        app.close()
        opened.close()
    return 0


def _handed_over(words: Sequence[str]) -> int:
    """The game is open: it opens them, or says so."""
    try:
        is_taken = hand_over(paths.data_folder(), words)
    except OSError:
        is_taken = False
    if is_taken:
        print(_("The game is open already; it opens them there."))
        return 0
    print(sentence(GameError("already_open")), file=sys.stderr)
    return 1


def _report() -> None:
    """A mistake of ours: what happened is written where the person can send it from. Every event is kept already."""
    folder = paths.data_folder() / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now():%Y-%m-%dT%H-%M-%S}.txt"
    path.write_text(traceback.format_exc(), encoding="utf-8")
    words = _("The game made a mistake and has to close. Your match is kept. A report lies in {file}")
    print(words.format(file=path), file=sys.stderr)
