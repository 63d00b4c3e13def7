"""How soon a list of 50,000 matches lies open, how even it scrolls, how soon a search answers and a replay stands.

.venv/bin/python tests/bench/archive.py [--matches N] [--size 1920x1080] [--window]

Draws into memory, without a screen, and counts processor time, which is what counts on a machine that does other work
too. With --window in the window's own loop under Xvfb, by the clock on the wall. The load average is printed with both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles

os.environ["SDL_AUDIODRIVER"] = "dummy"
if "--within" not in sys.argv:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.remove(str(Path(__file__).resolve().parent))  # this file has the name of a room of the game
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT))

import pygame

from engine_c import game_of
from game import paths
from game.app import App
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.settings import Settings
from game.storage.archive import Archive, begin_with
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import open_store
from game.ui import look
from game.ui.art import Art
from game.ui.cards.matches import MatchesCard
from game.ui.input import Input, Pointer, Typed
from game.ui.intents import KeyMap
from game.ui.window import Place, Window
from match.test_random_matches import play
from pilot import Pilot
from window.screen import Screen

EVENTS = 40
NAMES = ("Ada", "Bea", "Cem", "Ελένη", "Işık", "Анна", "Zoë", "Jürgen", "María", "Computer")


def fill(store: Store, matches: int) -> float:
    """A finished match of three lengths and games for every hour of some years. Seconds for the summaries."""
    rng, start = Random(50), datetime(2020, 1, 1, tzinfo=UTC)
    kinds = [MatchOptions(length=5), tavli(3), MatchOptions((game_of("plakoto"),), 3)]
    records = [play(options, seed, 3).until(EVENTS) for seed, options in enumerate(kinds)]
    connection = store.database.connection
    connection.execute("PRAGMA synchronous = OFF")
    for number in range(matches):
        record = records[number % len(records)]
        name = rng.choice(NAMES) + (f" {rng.randrange(400)}" if rng.random() < 0.7 else "")
        ended = (start + timedelta(hours=number)).isoformat(timespec="seconds")
        seat = "balanced:medium" if name == "Computer" else "person"
        score = (record.options.length, 1) if rng.random() < 0.5 else (1, record.options.length)
        header = MatchHeader(
            ("Player", name), record.options, ("person", seat), started=ended, finished=ended, score=score
        )
        begin_with(store, header, MatchRecord(record.options, header.names, record.events))
    connection.execute("PRAGMA synchronous = FULL")
    began = time.process_time()
    Archive(store).refresh()
    return time.process_time() - began


def frames(pilot: Pilot, count: int, act: Callable[[int], None]) -> str:
    """Milliseconds of a frame with something done before each."""
    times = []
    for number in range(count):
        began = time.process_time()
        act(number)
        pilot.frame()
        pilot.draw()
        times.append((time.process_time() - began) * 1000)
    return f"median {median(times):5.1f} ms, 99 of 100 under {quantiles(times, n=100)[98]:5.1f} ms"


def report(pilot: Pilot, folder: Path) -> None:
    began = time.process_time()
    pilot.app.evening.looking.open_matches()
    pilot.frame()
    pilot.draw()
    print(f"the list opens with its first frame: {(time.process_time() - began) * 1000:.0f} ms")
    pilot.frame(1.0)
    pilot.draw()
    card = pilot.card
    assert isinstance(card, MatchesCard)
    rows = card.list
    print(f"rows: {rows.count}, file: {sum(f.stat().st_size for f in folder.iterdir()) / 1e6:.0f} MB")
    middle = rows.rect.center
    print("wheel:          ", frames(pilot, 400, lambda _n: pilot.send(Pointer("wheel", *middle, amount=-1.0))))
    bar = rows.bar
    assert bar is not None
    pilot.send(Pointer("down", bar.centerx, bar.centery, 1))
    travel = rows.rect.height
    drag = lambda n: pilot.send(Pointer("move", bar.centerx, rows.rect.top + travel * (n % 400) / 400))  # noqa: E731
    print("scroll bar:     ", frames(pilot, 400, drag))
    pilot.send(Pointer("up", bar.centerx, bar.centery, 1))
    print("page down:      ", frames(pilot, 200, lambda _n: pilot.press("page down")))
    print("home and end:   ", frames(pilot, 100, lambda n: pilot.press("end" if n % 2 else "home")))
    letters = "ελενη 12"
    print("a letter typed: ", frames(pilot, len(letters), lambda n: pilot.send(Typed(letters[n]))))
    print(f"rows found: {rows.count}")
    pilot.press("escape")
    began = time.process_time()
    pilot.press("return")
    pilot.frame()
    pilot.draw()
    print(f"a replay stands: {(time.process_time() - began) * 1000:.0f} ms")


# In the window


class Watched:
    """Stands between the window and the application: acts before every frame, and notes when it is on the screen."""

    def __init__(self, app: App, act: Callable[[int], object], count: int) -> None:
        self._app, self._act, self._count = app, act, count
        self.times: list[float] = []
        self.used: list[float] = []

    is_moving = True
    wakes_in = 0.0

    @property
    def is_over(self) -> bool:
        """Enough frames were drawn."""
        return len(self.times) > self._count

    def handle(self, event: Input) -> bool:
        """Whatever the window says."""
        return self._app.handle(event)

    def step(self, now: float) -> bool:
        """The frame before is on the screen now."""
        self.times.append(time.perf_counter())
        self.used.append(time.thread_time())
        self._act(len(self.times) - 1)
        return self._app.step(now) or True

    def draw(self, surface: pygame.Surface, density: float) -> None:
        """As always."""
        self._app.draw(surface, density)

    def told(self) -> str:
        """Milliseconds from frame to frame, and those of the processor."""
        apart, used = (
            [1000 * (after - before) for before, after in pairwise(kind)] for kind in (self.times, self.used)
        )
        said = f"median {median(apart):5.1f} ms, 99 of 100 under {quantiles(apart, n=100)[98]:5.1f} ms"
        return f"{said}; processor {median(used):5.1f} and {quantiles(used, n=100)[98]:5.1f} ms"


def in_window(size: tuple[int, int]) -> None:
    """The list opened, scrolled and searched in a window of its own."""
    store, _notices = open_store(paths.data_folder(), datetime.now())
    window = Window("Shesh Besh", Place((0, 0, *size)), KeyMap())
    seen, _problems = look.read({}, [paths.assets() / "looks"])
    art = Art(seen, paths.cache_folder() / "pictures", paths.assets() / "fonts" / "literata-600.ttf")
    app = App(Settings(language="en", animation_speed="off", window=(0, 0, *size)), store, [], art)
    app.window = window

    def watched(count: int, act: Callable[[int], object]) -> Watched:
        made = Watched(app, act, count)
        window.run(made)
        return made

    watched(60, lambda _number: None)
    art.wait()
    watched(60, lambda _number: None)
    opening = watched(30, lambda number: app.evening.looking.open_matches() if number == 10 else None)
    wall, used = (1000 * (kind[11] - kind[10]) for kind in (opening.times, opening.used))
    print(f"the list is on the screen after {wall:.0f} ms, {used:.0f} ms of them of the processor")
    card = app.stack.top
    assert isinstance(card, MatchesCard)
    rows, middle = card.list, card.list.rect.center
    print(f"rows: {rows.count}")
    print("at rest:        ", watched(300, lambda _number: None).told())

    def wheel(_number: int) -> None:
        app.handle(Pointer("wheel", *middle, amount=-1.0))

    print("wheel:          ", watched(600, wheel).told())
    bar = rows.bar
    assert bar is not None
    app.handle(Pointer("down", bar.centerx, bar.centery, 1))
    travel = rows.rect.height / 600

    def drag(number: int) -> None:
        app.handle(Pointer("move", bar.centerx, rows.rect.top + travel * number))

    print("scroll bar:     ", watched(600, drag).told())
    app.handle(Pointer("up", bar.centerx, bar.centery, 1))
    app.close()
    window.close()


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--matches", type=int, default=50_000)
    words.add_argument("--size", default="1920x1080")
    words.add_argument("--window", action="store_true")
    words.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
    asked = words.parse_args()
    width, _, height = asked.size.partition("x")
    if asked.within:
        in_window((int(width), int(height)))
        return
    if asked.window:
        with tempfile.TemporaryDirectory() as folder, Screen((int(width), int(height))) as screen:
            os.environ["SHESHBESH_HOME"] = folder
            store, _notices = open_store(paths.data_folder(), datetime.now())
            fill(store, asked.matches)
            store.close()
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            command = [sys.executable, __file__, "--within", "--size", asked.size]
            subprocess.run(command, env={**screen.environment, "LANGUAGE": "en"}, check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHESHBESH_HOME"] = folder
        store, _notices = open_store(Path(folder) / "store", datetime.now())
        seconds = fill(store, asked.matches)
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; summaries of all: {seconds:.1f} s, once")
        settings = Settings(language="en", animation_speed="off")
        pilot = Pilot(Path(folder) / "store", settings, (int(width), int(height)), store=store)
        pilot.app.art.wait()
        pilot.frame()
        pilot.draw()
        report(pilot, Path(folder) / "store")
        pilot.close()


if __name__ == "__main__":
    main()
