"""Opponents of other people: each plays in a process of its own, with a limit to everything, and fails in one way only.

Whatever a plugin does - it cannot be imported, raises, hangs, crashes, eats memory, answers nonsense, writes without
end, hangs up - whoever asked gets `OpponentFailed` within a second of the time allowed. Nothing that comes from the
process is more than text until it has been checked.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from engine_c import Play
from opponents.child import Child, ChildError
from opponents.line import AnswerError, answer_from_json, view_to_json
from opponents.profiles import Profile, profile_of, shown
from opponents.protocol import PROTOCOL, BeaverAnswer, DoubleAnswer, Opponent, RaccoonAnswer, TableView
from opponents.registry import PROGRAM_PATH, PROGRAMS, OpponentError, Registry

_MOST_REPORTED = 20_000  # characters of a line that is kept in the report
_JUDGE = "balanced"


@dataclass(frozen=True, slots=True)
class Limits:
    """start: seconds until it is ready to be asked. late: seconds beyond `TableView.seconds` before it is cut off.
    memory: bytes of a process, where the system can limit them: address space of a plugin in Python, data of a program.
    """

    start: float = 10.0
    late: float = 0.5
    memory: int = 2 << 30


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start an opponent's process. is_ours: our own child process, which finds
    the legal plays and names failures as we do. memory: bytes it may have,
    0 for one that limits itself.
    """

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    is_ours: bool = False
    memory: int = 0


class OpponentFailed(OpponentError):  # noqa: N818  # what happened, in the word of the house
    """No answer. code: 'not_started', 'opponent_start_late', 'opponent_late', 'opponent_crashed', 'opponent_hung_up',
    'opponent_floods', 'opponent_raised', 'opponent_memory', 'opponent_malformed', 'opponent_illegal', 'wrong_game', or
    one of OpponentError. report: what was asked, what came, and what the process wrote, for whoever made it.
    """

    def __init__(self, code: str, report: str, **facts: object) -> None:
        super().__init__(code, **facts)
        self.report = report


class Hosted:
    """An opponent in a process of its own; asks and answers like any other, from one thread at a time.

    The process is started by the first question and kept until it fails or is closed. level: None only to ask who it
    is. judge: answers what the process leaves open, which is an error if there is none.
    """

    def __init__(
        self,
        key: str,
        level: str | None,
        launch: Launch,
        judge: Opponent | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.key, self.level = key, level
        self._launch, self._judge, self._limits = launch, judge, limits or Limits()
        self._lock = threading.Lock()
        self._held: list[Child] = []  # the process, while there is one
        weakref.finalize(self, _end, self._held)
        self._profile: Profile | None = None
        self._number = 0
        self._asked = self._came = ""

    def profile(self) -> Profile:
        """What it says of itself. Starts it. Raises OpponentFailed."""
        with self._lock:
            self._ready()
            assert self._profile is not None
            return self._profile

    def close(self) -> None:
        """Ends the process, also in the middle of a question; another question would start it again."""
        _end(self._held)

    # The questions

    def choose_play(self, view: TableView) -> Play:
        """As `Opponent` says, and so do the others. Raises OpponentFailed."""
        return self._ask("choose_play", view)  # type: ignore[no-any-return]  # `answer_from_json` has checked it

    def wants_double(self, view: TableView) -> bool:
        """Asked only where it may."""
        return bool(view.may_double and self._ask("wants_double", view))

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """As `Opponent` says."""
        return self._ask("answer_double", view)  # type: ignore[no-any-return]

    def answer_beaver(self, view: TableView) -> BeaverAnswer:
        """As `Opponent` says."""
        return self._ask("answer_beaver", view)  # type: ignore[no-any-return]

    def answer_raccoon(self, view: TableView) -> RaccoonAnswer:
        """As `Opponent` says."""
        return self._ask("answer_raccoon", view)  # type: ignore[no-any-return]

    def choose_number(self, view: TableView) -> int:
        """As `Opponent` says."""
        return int(self._ask("choose_number", view))

    def resigns(self, view: TableView) -> int:
        """Asked only where there is something to offer."""
        return int(self._ask("resigns", view)) if view.resignation_levels else 0

    def accepts_resignation(self, view: TableView) -> bool:
        """As `Opponent` says."""
        return bool(self._ask("accepts_resignation", view))

    def _ask(self, question: str, view: TableView) -> Any:
        with self._lock:
            child = self._ready()
            assert self._profile is not None
            if self._profile.games and view.game.key not in self._profile.games:
                raise OpponentFailed("wrong_game", "", opponent=self.key, game=view.game.key)
            written = view_to_json(view, with_plays=not self._launch.is_ours)
            told = {"question": question, "seconds": view.seconds, "view": written}
            given = self._exchange(child, told, view.seconds)
            if given is None and self._judge is not None:
                return getattr(self._judge, question)(view)
            try:
                return answer_from_json(question, view, given)
            except AnswerError as error:
                raise self._failed(error.code, given=shown(given)) from error

    # The process

    def _ready(self) -> Child:
        for child in self._held:
            return child
        self._asked = self._came = ""
        try:
            child = Child(self._launch.command, dict(self._launch.environment), self._launch.memory)
        except OSError as error:
            raise self._failed("not_started", reason=shown(error)) from error
        self._held.append(child)
        told = self._exchange(child, {"question": "hello", "level": self.level}, self._limits.start, is_start=True)
        if not isinstance(told, dict | None):
            raise self._failed("opponent_malformed", given=shown(told))
        try:
            self._profile = profile_of(self.key, told or {})
        except ValueError as error:
            raise self._failed("bad_profile", part=str(error)) from error
        _names[self.key] = self._profile.name
        return child

    def _exchange(self, child: Child, told: dict[str, Any], seconds: float, *, is_start: bool = False) -> Any:
        """One line to the process and one back: what it says under 'answer'. seconds: as the person is told them."""
        until = time.monotonic() + seconds + (0.0 if is_start else self._limits.late)
        if (unasked := child.unasked()) is not None:
            self._came = _text(unasked)
            raise self._failed("opponent_malformed", given=shown(self._came))
        self._number += 1
        line = json.dumps({"protocol": PROTOCOL, "id": self._number} | told, separators=(",", ":"))
        self._asked, self._came = line, ""
        child.send(line.encode())
        try:
            self._came = _text(child.receive(until))
        except ChildError as error:
            if error.code == "opponent_late":
                code = "opponent_start_late" if is_start else error.code
                raise self._failed(code, seconds=ceil(seconds)) from error
            raise self._failed(error.code, **error.facts) from error
        return self._answer_in(self._came)

    def _answer_in(self, line: str) -> Any:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict) or said.get("id") != self._number or not {"answer", "error"} & set(said):
            raise self._failed("opponent_malformed", given=shown(line))
        if "error" not in said:
            return said["answer"]
        match said["error"]:
            case {"code": str(code), "facts": dict(facts)} if self._launch.is_ours and code in CHILD_CODES:
                told = {name: shown(facts.get(name) or "…") for name in _FACTS}
                raise self._failed(code, **told)
            case error:
                raise self._failed("opponent_raised", reason=shown(error or "…"))

    def _failed(self, code: str, **facts: object) -> OpponentFailed:
        """The failure, with its report; the process is ended, for nobody knows what it would do next."""
        ended = list(self._held)
        _end(self._held)
        parts = {
            "opponent": f"{self.key}:{self.level}",
            "failure": f"{code} {facts}",
            "command": " ".join(self._launch.command),
            "asked": self._asked[:_MOST_REPORTED],
            "answered": self._came[:_MOST_REPORTED],
            "written to standard error": "".join(child.chatter() for child in ended),
        }
        report = "\n\n".join(f"{name}\n{text}" for name, text in parts.items())
        return OpponentFailed(code, report, **{"opponent": self.key, "package": "", **facts})


_names: dict[str, str] = {}


def called(key: str) -> str:
    """The name that somebody else's opponent gives itself, once it has said it here; its key before."""
    return _names.get(key, key)


def _end(held: list[Child]) -> None:
    """Ends the process that is held, if there is one; two threads may want to."""
    with suppress(IndexError):
        held.pop().end()


CHILD_CODES = frozenset(
    {"not_importable", "no_opponent", "bad_profile", "wrong_protocol", "wrong_level", "not_seated", "unknown_opponent"}
    | {"not_installed", "opponent_raised", "opponent_memory"}
)
"""What our own child process may say of a plugin."""

_FACTS = ("reason", "level", "program", "part")
"""Facts that a sentence may need besides who it is about."""


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()


def _python(arguments: Sequence[str], program: str = "") -> Launch:
    """A plugin in Python: `opponents.host_child` with the interpreter and the modules that we have ourselves.

    program: the path of the one that it plays through.
    """
    ours = str(Path(__file__).resolve().parent.parent)
    environment = {
        "PYTHONPATH": os.pathsep.join([ours, *(folder for folder in sys.path if folder)]),
        "PYTHONHASHSEED": "0",  # the same view gets the same answer
        "PYTHONUTF8": "1",
        # One thread is enough, and each more would count against the memory.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        PROGRAM_PATH: program,
    }
    command = (sys.executable, "-P", "-m", "opponents.host_child", *arguments)
    return Launch(command, tuple(environment.items()), is_ours=True)


def hosted(registry: Registry, limits: Limits, key: str, level: str | None) -> Hosted:
    """Somebody else's opponent; nothing is started yet. Raises OpponentError for one that is not there."""
    source = registry.source(key)
    if source.kind == "program":
        return Hosted(key, level, Launch(source.command, memory=limits.memory), registry.seat(_JUDGE), limits)
    program = registry.program(key) if key in PROGRAMS else None
    launch = _python((source.kind, key, source.value, str(limits.memory)), program or "")
    return Hosted(key, level, launch, limits=limits)


def seated(registry: Registry, limits: Limits, key: str, level: str) -> Opponent:
    """An opponent where it belongs: our own styles here, everybody else in a process. Raises OpponentError."""
    return registry.seat(key, level) if registry.is_own(key) else hosted(registry, limits, key, level)


def introduced(registry: Registry, limits: Limits, key: str) -> Profile:
    """What an opponent says of itself, asked where it belongs. Raises OpponentError."""
    if registry.is_own(key):
        return registry.profile(key)
    guest = hosted(registry, limits, key, None)
    try:
        return guest.profile()
    finally:
        guest.close()
