"""A real screen without a monitor: Xvfb, a small window manager, and the program in a process of its own.

Mouse and keys are those of the X server, sent by xdotool; nothing of the program is called from here.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from window.dragging import drop_files

ROOT = Path(__file__).parent.parent.parent
MANAGER = Path(__file__).with_name("openbox.xml")
TOOLS = ("Xvfb", "openbox", "xdotool", "import", "xprop", "xwininfo")
PATIENCE = 30.0
"""Seconds; only a machine that does nothing at all any more needs so long."""

MOMENT = 0.05
"""Seconds in which a press arrives."""

_XDOTOOL_KEYS = {
    "return": "Return",
    "space": "space",
    "escape": "Escape",
    "tab": "Tab",
    "backspace": "BackSpace",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "page up": "Prior",
    "page down": "Next",
}


def missing_tools() -> list[str]:
    """What has to be installed before a screen can be made."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def wait_until(condition: Callable[[], bool], what: str | Callable[[], str], seconds: float = PATIENCE) -> None:
    """Comes back when something is so; fails when it never is, and says what was waited for."""
    given_up = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > given_up:
            raise AssertionError(f"waited {seconds:.0f} s in vain: {what if isinstance(what, str) else what()}")
        time.sleep(0.02)


class Screen:
    """An X server of its own with openbox. size: pixels."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.display = f":{told.readline().strip()}"
        self._manager = self._start_manager()
        wait_until(self._is_managed, "a window manager")

    def _start_manager(self) -> subprocess.Popen[bytes]:
        command = ["openbox", "--sm-disable", "--config-file", str(MANAGER)]
        return subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL)

    @property
    def environment(self) -> dict[str, str]:
        """For every program that is to be on this screen."""
        return {**os.environ, "DISPLAY": self.display, "SDL_VIDEODRIVER": "x11"}

    def _is_managed(self) -> bool:
        if self._manager.poll() is not None:  # the server was not yet listening
            self._manager = self._start_manager()
        return "window id" in self.say("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")

    def say(self, *command: str) -> str:
        """What a command on this screen answers."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout

    def xdotool(self, *words: str) -> str:
        """Mouse, keys and windows. Fails when it cannot."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 0, f"xdotool {' '.join(words)}: {done.stderr}"
        return done.stdout

    def close(self) -> None:
        """Takes the screen away."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Program:
    """`python -m game` on a screen, with all its files in `home`. begin: a script that starts it instead; python: the
    interpreter; variables: for its environment.
    """

    def __init__(
        self,
        screen: Screen,
        home: Path,
        language: str = "en",
        begin: str = "",
        python: str = sys.executable,
        **variables: str,
    ) -> None:
        self.screen, self.home = screen, home
        self._number = ""
        self._lines: list[str] = []
        own = {"SHESHBESH_HOME": str(home), "LANGUAGE": language, "SHESHBESH_TIMES": str(time.time())}
        self._environment = {**screen.environment, **own, **variables}
        self.process = subprocess.Popen(
            [python, *(("-c", begin) if begin else ("-m", "game"))],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        wait_until(lambda: self._is_shown() or self.has_ended, "a window of the game")
        assert not self.has_ended, self.said()
        self.activate()

    def second(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The program started once more with something to open, until it has ended."""
        return subprocess.run(
            [sys.executable, "-m", "game", *words],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    @property
    def window(self) -> str:
        """The window's number, empty while there is none."""
        self._number = self._number or self.screen.say("xdotool", "search", "--pid", str(self.process.pid)).strip()
        return self._number

    def _is_shown(self) -> bool:
        window = self.window
        return bool(window) and "IsViewable" in self.screen.say("xwininfo", "-id", window)

    # The window

    def activate(self) -> None:
        """Brings it to the front and gives it the keyboard."""
        self.screen.xdotool("windowactivate", "--sync", self.window)

    @property
    def place(self) -> tuple[int, int, int, int]:
        """x, y on the screen, width and height of what is inside the window's frame."""
        lines = self.screen.xdotool("getwindowgeometry", "--shell", self.window).splitlines()
        told = dict(line.split("=") for line in lines)
        return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.place[2:]

    @property
    def states(self) -> frozenset[str]:
        """What the window manager says: FULLSCREEN, MAXIMIZED_VERT, HIDDEN ..."""
        told = self.screen.say("xprop", "-id", self.window, "_NET_WM_STATE")
        return frozenset(word.strip(", \n").removeprefix("_NET_WM_STATE_") for word in told.split("=")[-1].split(","))

    def until_size(self, size: tuple[int, int]) -> None:
        """Until the window has that size."""
        wait_until(lambda: self.size == size, lambda: f"a window of {size}, not {self.size}: {self.states}")

    def resize(self, size: tuple[int, int]) -> None:
        """As if its corner were dragged."""
        self.screen.xdotool("windowsize", self.window, str(size[0]), str(size[1]))

    def toggle_maximised(self) -> None:
        """By the window manager, as its button does."""
        self.screen.xdotool("key", "super+m")

    def minimise(self) -> None:
        """To an icon."""
        self.screen.xdotool("windowminimize", "--sync", self.window)

    def close_by_manager(self) -> None:
        """The window manager asks the window to close."""
        self.screen.xdotool("key", "alt+F4")

    def picture(self, path: Path, *, at_rest: bool = True) -> None:
        """What is in the window, as a PNG, once nothing moves."""
        if at_rest:
            wait_until(self.rests, "a table that lies still")
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", self.window, str(path)], env=self.screen.environment, check=True)

    # Hands

    def click(self, at: tuple[float, float], button: int = 1, times: int = 1) -> None:
        """A click at a pixel of the window."""
        repeated = ("--repeat", str(times), "--delay", "70") if times > 1 else ()
        self.screen.xdotool(*self._move(at), "click", *repeated, str(button))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """The left button goes down, the mouse moves, the button goes up."""
        words = [*self._move(start), "mousedown", "1"]
        for share in (0.1, 0.3, 0.7, 1.0):
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            words += ["sleep", "0.02", *self._move(at)]
        self.screen.xdotool(*words, "sleep", "0.02", "mouseup", "1")

    def _move(self, at: tuple[float, float]) -> tuple[str, ...]:
        return "mousemove", "--window", self.window, str(round(at[0])), str(round(at[1]))

    def drop(self, *paths: Path) -> None:
        """Files let go over the middle of the window, as a file manager does it."""
        x, y, width, height = self.place
        drop_files(self.screen.display, self.window, (x + width // 2, y + height // 2), *paths)

    def press(self, *keys: str) -> None:
        """Keys by the names that intents use, one after the other."""
        words = []
        for key in keys:
            *modifiers, name = key.split("+")
            named = _XDOTOOL_KEYS.get(name, name.upper() if name[0] == "f" and len(name) > 1 else name)
            words.append("+".join([*modifiers, named]))
        self.screen.xdotool("key", "--delay", "25", *words)

    def write(self, text: str) -> None:
        """Letters, one key each."""
        self.screen.xdotool("type", "--delay", "15", text)

    # The process

    @property
    def has_ended(self) -> bool:
        """The process is not there any more."""
        return self.process.poll() is not None

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.append(line)

    def said(self) -> str:
        """All that it wrote so far, to its end if it has ended."""
        if self.has_ended:
            self._listener.join(PATIENCE)
        return "".join(self._lines)

    @property
    def is_at_rest(self) -> bool:
        """The loop waits for hands or for a thinking opponent, as the program itself says."""
        told = [line for line in self._lines[-20:] if line.startswith(("at rest", "awake"))]
        return bool(told) and told[-1].startswith("at rest")

    def rests(self) -> bool:
        """It is at rest and stays so for a moment: nothing that was sent is still on its way."""
        if not self.is_at_rest:
            return False
        time.sleep(MOMENT)
        return self.is_at_rest

    def milliseconds(self, what: str) -> float:
        """From the start of the process until it first told that."""
        wait_until(lambda: any(line.startswith(what) for line in list(self._lines)), what)
        return float(next(line for line in self._lines if line.startswith(what)).split()[-2])

    def until_ended(self) -> int:
        """Its exit status."""
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """At once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def end(self) -> None:
        """Ends it, however it stands."""
        if not self.has_ended:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self._listener.join(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()
