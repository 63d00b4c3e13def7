"""What a frame costs while something moves: CPU of the window's thread for a step, the drawing and the screen.

.venv/bin/python tests/bench/motion.py [--size 1920x1080] [--times 8]

Every motion is shown in the real window, frame by frame as fast as it goes, with the clock held at sixty a second; the
first showing, in which pictures are made that are kept afterwards, is told apart. Then the camera's approach and its
closing turn with the gold rain. Needs Xvfb and openbox.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.remove(str(Path(__file__).resolve().parent))  # the bench of the window has the name of a package of the tests
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT))

from film import put
from game import paths
from game.app import App
from game.settings import Settings
from game.sitting import Sitting
from game.storage.opening import open_store
from game.ui import look
from game.ui.art import Art
from game.ui.board.dice import Manner, Throw
from game.ui.board.show import Show
from game.ui.cards.setup import Setup
from game.ui.intents import KeyMap
from game.ui.window import Place, Window
from window.screen import Screen


def throw(show: Show, number: int) -> None:
    show.roll(Throw((6, 5), at_bottom=number % 2 == 0, seed=number), Manner())


def double(show: Show, number: int) -> None:
    show.throw = Throw((6, 6), at_bottom=True, seed=number)
    laid = show.laid
    for move in ((13, 7), (13, 7), (8, 2), (8, 2)):
        laid = put(laid, move)
        show.move(laid, 0.42)


def hit(show: Show, number: int) -> None:
    show.throw = Throw((4, 1), at_bottom=True, seed=number)
    show.laid = put(show.laid, (19, 20))
    show.move(put(show.laid, (24, 20)), 0.42)


MOTIONS: dict[str, Callable[[Show, int], None]] = {
    "throw from the cup": throw,
    "four checkers of a double": double,
    "hit": hit,
}


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def within(size: tuple[int, int], times: int) -> None:
    store, _ = open_store(paths.data_folder(), datetime.now())
    window = Window("Shesh Besh", Place((0, 0, *size)), KeyMap())
    seen, _ = look.read({}, [paths.assets() / "looks"])
    art = Art(seen, paths.cache_folder() / "pictures", paths.assets() / "fonts" / "literata-600.ttf")
    app = App(Settings(window=(0, 0, *size)), store, [], art)
    app.window = window
    app.evening.sit_down(Sitting.begin(store, Setup(level="easy").header(("First", "Second")), 0.0))
    director = app.scene.director
    assert director is not None
    director.go_on = lambda: None  # type: ignore[method-assign]  # nothing but what is measured goes on
    start, now = director.show.laid, 0.0
    app.draw(window.surface, window.density)
    art.wait()
    app.step(now)
    flying = camera_moves(app, window)
    art._ahead.wait()  # as it is when a person has looked at the menu for a moment
    print(f"{window.surface.get_size()}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    everything: list[float] = []
    for name, motion in MOTIONS.items():
        used: list[list[float]] = []
        for number in range(times):
            director.show.set(start)
            motion(director.show, number)
            frames: list[float] = []
            moves = True
            while moves:
                now += 1 / 60
                before = time.thread_time()
                moves = app.step(now)
                app.draw(window.surface, window.density)
                window._window.flip()
                frames.append(1000 * (time.thread_time() - before))
            used.append(frames)
        later = [value for frames in used[2:] for value in frames]
        everything += [value for frames in used for value in frames]
        print(f"{name}: median {median(later):.1f} ms, p99 {p99(later):.1f} ms, worst {max(later):.1f} ms", end="")
        print(f"; shown first: median {median(used[0]):.1f} ms, p99 {p99(used[0]):.1f} ms, worst {max(used[0]):.1f} ms")
    print(f"all: median {median(everything):.1f} ms, p99 {p99(everything):.1f} ms over {len(everything)} frames")
    for name, values in flying.items():
        print(f"{name}: median {median(values):.1f} ms, p99 {p99(values):.1f} ms over {len(values)} frames")
    app.close()
    window.close()


def camera_moves(app: App, window: Window) -> dict[str, list[float]]:
    """Every frame of the approach that has begun with sitting down, and of the end of a match that is won."""
    now, found = 0.0, {}
    for name in ("approach", "closing turn and gold rain"):
        if name != "approach":
            app.scene.ceremony.end(is_won=True, then=lambda: None)
        frames: list[float] = []
        while app.scene.view.is_flying and len(frames) < 420:
            now += 1 / 60
            before = time.thread_time()
            app.scene.view.step(now)
            app.scene.ceremony.step(now)
            app.draw(window.surface, window.density)
            window._window.flip()
            frames.append(1000 * (time.thread_time() - before))
        app.scene.ceremony.leave()
        found[name] = frames
    app.scene._still.key = None
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--size", default="1920x1080")
    reader.add_argument("--times", type=int, default=8)
    reader.add_argument("--within", action="store_true", help=argparse.SUPPRESS)
    chosen = reader.parse_args()
    width, height = (int(part) for part in chosen.size.split("x"))
    if chosen.within:
        within((width, height), chosen.times)
        return
    with Screen((width, height)) as screen, tempfile.TemporaryDirectory() as home:
        command = [sys.executable, __file__, "--within", "--size", chosen.size, "--times", str(chosen.times)]
        subprocess.run(command, env={**screen.environment, "SHESHBESH_HOME": home, "LANGUAGE": "en"}, check=True)


if __name__ == "__main__":
    main()
