"""How quickly the real window starts, how even its frames are while the computer thinks, what it costs while it waits.

.venv/bin/python tests/bench/window.py [start] [frames] [idle] [answers] [--times N]

Needs Xvfb, openbox and xdotool. Other work on the machine shows in every figure: the load average is printed with them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.remove(str(Path(__file__).resolve().parent))  # this file has the name of a package of the tests
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT))

import pygame

from engine_c import game_of
from game import paths
from game.app import App
from game.jobs import Job
from game.match.events import Action, Opened
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import start as start_of_match
from game.seats import Question, answer
from game.settings import Settings, write_settings
from game.sitting import Sitting
from game.storage.opening import open_store
from game.ui import look
from game.ui.art import Art
from game.ui.board.seen import Laid
from game.ui.cards.setup import Setup
from game.ui.input import Input, Pointer, WindowChanged
from game.ui.intents import KeyMap
from game.ui.window import Place, Window
from opponents import seat
from window.screen import Program, Screen, wait_until

SIZE = (1920, 1080)


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


@contextmanager
def a_home(**settings: object) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_settings(home / "config" / "settings.toml", Settings(**settings))  # type: ignore[arg-type]
        yield home


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


# Start


def start(times: int) -> None:
    """First frame, and the first card waiting for a hand; CPU is what the process used until then."""
    with Screen(SIZE) as screen, a_home() as home:
        # An installed program finds its modules compiled; a checkout under test may not be allowed to keep them.
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(home / "compiled")}
        with Program(screen, home, **compiled) as program:
            program.milliseconds("at rest")
        for pictures in ("without kept pictures", "with kept pictures"):
            firsts, readies, used = [], [], []
            for _ in range(times):
                if pictures.startswith("without"):
                    shutil.rmtree(home / "cache", ignore_errors=True)
                with Program(screen, home, **compiled) as program:
                    firsts.append(program.milliseconds("first frame"))
                    readies.append(program.milliseconds("at rest"))
                    used.append(1000 * cpu_seconds(program.process.pid))
                    if pictures.startswith("with "):
                        wait_for_picture(home)
            print(
                f"start {pictures}, median of {times}: first frame {median(firsts):.0f} ms, "
                f"playable {median(readies):.0f} ms (least {min(firsts):.0f}, {min(readies):.0f}; "
                f"CPU {median(used):.0f} ms); {load()}"
            )


def wait_for_picture(home: Path) -> None:
    wait_until(lambda: any((home / "cache").rglob("*.table")), "the sharp picture", 120)


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# Idle


def idle(seconds: float = 20.0) -> None:
    """CPU of the whole process while it waits: in the menu, at the table, as an icon."""
    chosen = {"length": 5, "level": "easy"}
    with (
        Screen(SIZE) as screen,
        a_home(animation_speed="fast", last_match=chosen) as home,
        Program(screen, home) as program,
    ):
        wait_for_picture(home)
        settle(program)
        measure(program, "main menu", seconds)
        program.press("return")
        wait_until(program.rests, "the card")
        program.press("return")
        time.sleep(8)
        measure(program, "at the table", seconds)
        program.minimise()
        time.sleep(1)
        measure(program, "minimised", seconds)


def settle(program: Program) -> None:
    """Until what the window makes ready at the start (pictures of the pieces, the daily backup) is made."""
    began, used = time.monotonic(), 1.0
    while used > 0.05 and time.monotonic() - began < 60:
        before = cpu_seconds(program.process.pid)
        time.sleep(1)
        used = cpu_seconds(program.process.pid) - before
    print(f"made ready at the start: {time.monotonic() - began:.0f} s")


def measure(program: Program, where: str, seconds: float) -> None:
    began = cpu_seconds(program.process.pid)
    time.sleep(seconds)
    used = cpu_seconds(program.process.pid) - began
    print(f"idle {where}: {100 * used / seconds:.2f} % of a core over {seconds:.0f} s; {load()}")


# Frames and answers: measured from within


def from_within(what: str, times: int) -> None:
    """The same program in a process of its own, with the loop watched from within."""
    with Screen(SIZE) as screen, a_home() as home:
        command = [sys.executable, __file__, what, "--within", "--times", str(times)]
        subprocess.run(command, env={**screen.environment, "SHESHBESH_HOME": str(home), "LANGUAGE": "en"}, check=True)


class Table:
    """A window with a match against Master and checkers that are always on their way. It stands between the window and
    the application, notes when a frame begins and answers when it is called.
    """

    def __init__(self) -> None:
        self.store, _ = open_store(paths.data_folder(), datetime.now())
        self.window = Window("Shesh Besh", Place((0, 0, *SIZE)), KeyMap())
        seen, _ = look.read({}, [paths.assets() / "looks"])
        art = Art(seen, paths.cache_folder() / "pictures", paths.assets() / "fonts" / "literata-600.ttf")
        self.app = App(Settings(window=(0, 0, *SIZE)), self.store, [], art)
        self.app.window = self.window
        header = Setup(level="master").header(("First", "Second"))
        self.app.evening.sit_down(Sitting.begin(self.store, header, 0.0))
        self.drawn: list[float] = []
        self.used: list[float] = []
        self.called: dict[int, float] = {}
        self.heard: list[float] = []
        self.seen: list[float] = []
        self.until = 0.0
        self.thinks = False
        self._asks = False
        self._hearing: list[float] = []
        self.answers = 0

    # A screen

    @property
    def is_moving(self) -> bool:
        return self.app.is_moving

    @property
    def wakes_in(self) -> float | None:
        return min(self.app.wakes_in or 1.0, 0.05)

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.until

    def handle(self, event: Input) -> bool:
        if isinstance(event, Pointer) and (called := self.called.pop(round(event.x), None)):
            self.heard.append(1000 * (time.perf_counter() - called))
            self._hearing.append(called)
            return True
        return isinstance(event, WindowChanged) and self.app.handle(event)

    def step(self, now: float) -> bool:
        if self.thinks and not self._asks:
            self._think()
        return self.app.step(now)

    def draw(self, surface: pygame.Surface, density: float) -> None:
        self.drawn.append(time.perf_counter())
        self.used.append(time.thread_time())
        self.app.draw(surface, density)
        self.seen += [1000 * (time.perf_counter() - called) for called in self._hearing]
        self._hearing.clear()

    # What goes on

    def _think(self) -> None:
        """Master thinks, and as soon as it has answered it is asked again."""
        self._asks = True
        state = start_of_match(MatchOptions((game_of("backgammon"),), 7))
        state = apply(state, Opened((2 + self.answers % 4, 1)))
        question = Question(seat("balanced", "master"), state.side, state, self.answers, 1.0, None)

        def done(job: Job[Question, Action]) -> None:
            assert job.result is not None, job.error
            self.answers += 1
            self._asks = False

        self.app.runner.start(lambda asked, _step: self.app.runner.helper.call(answer, asked), question, done)

    def run(self, seconds: float, *, moving: bool, thinks: bool) -> None:
        """The window's own loop for a while."""
        director = self.app.scene.director
        assert director is not None
        show, start = director.show, director.show.laid
        there = start.without(13, 4).without(13, 3).without(12, 4)
        stacks = [*there.stacks]
        stacks[7], stacks[18] = (0, 0), (1,)
        there = Laid(tuple(stacks))
        for _ in range(round(seconds / 1.0) + 2 if moving else 0):
            show.move(there, 0.5)
            show.move(start, 0.5)
        if not moving:
            show.wait(seconds + 2)
        self.thinks = thinks
        self.drawn.clear()
        self.used.clear()
        self.until = time.monotonic() + seconds
        self.window.run(self)
        self.thinks = False
        show.set(start)

    def close(self) -> None:
        self.app.close()
        self.window.close()


def frames(times: int) -> None:
    """Intervals between frames of the same animation with and without a job, taken in turns."""
    table = Table()
    table.run(3.0, moving=True, thinks=True)
    table.app.art.wait()
    intervals: dict[bool, list[float]] = {False: [], True: []}
    used: list[float] = []
    for turn in range(2 * times):
        thinks = turn % 2 == 1
        table.run(4.0, moving=True, thinks=thinks)
        intervals[thinks] += [1000 * (after - before) for before, after in pairwise(table.drawn[5:])]
        used += [1000 * (after - before) for before, after in pairwise(table.used[5:])]
    for thinks, values in intervals.items():
        name = "while Master thinks" if thinks else "without a job"
        print(f"frames {SIZE[0]}x{SIZE[1]} {name}: median {median(values):.1f} ms, p99 {p99(values):.1f} ms", end="")
        print(f", worst {max(values):.1f} ms over {len(values)} frames; {load()}")
    print(f"CPU of a frame: median {median(used):.1f} ms, p99 {p99(used):.1f} ms")
    print(f"p99 with a job is {p99(intervals[True]) / p99(intervals[False]):.2f} times that without")
    table.close()


def answers(times: int) -> None:
    """A call every 50 ms while Master thinks, with checkers moving and with a table that lies still."""
    table = Table()
    table.run(3.0, moving=True, thinks=True)
    table.app.art.wait()
    for moving in (False, True):
        calling = threading.Event()
        caller = threading.Thread(target=call, args=(table, calling))
        table.heard.clear()
        table.seen.clear()
        caller.start()
        table.run(5.0 * times, moving=moving, thinks=True)
        calling.set()
        caller.join()
        print(
            f"answers while Master thinks, {'checkers moving' if moving else 'table still'}: "
            f"heard median {median(table.heard):.1f} ms, p99 {p99(table.heard):.1f} ms; "
            f"on the screen median {median(table.seen):.1f} ms, p99 {p99(table.seen):.1f} ms; {load()}"
        )
    table.close()


def call(table: Table, calling: threading.Event) -> None:
    number = 1
    while not calling.wait(0.05):
        table.called[number] = time.perf_counter()
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=(number, 1), rel=(0, 0), buttons=(0, 0, 0)))
        number += 1


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", nargs="*", default=["start", "frames", "answers", "idle"])
    reader.add_argument("--times", type=int, default=0)
    reader.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
    chosen = reader.parse_args()
    if chosen.within:
        {"frames": frames, "answers": answers}[chosen.what[0]](chosen.times)
        return
    for what in chosen.what:
        if what == "start":
            start(chosen.times or 10)
        elif what == "idle":
            idle()
        else:
            from_within(what, chosen.times or 5)


if __name__ == "__main__":
    main()
