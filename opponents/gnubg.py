"""Plays through GNU Backgammon where it is installed: a program of its own, asked over its socket for other players.

`external` makes the program listen for one line a decision, a board as FIBS writes it, and answer like a player: a
play, 'roll', 'double', 'take', 'drop'. Of resigning and beavers it says too little; those stay with our own judge.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from engine_c import BAR, OFF, Play, Position
from opponents.base import BaseOpponent
from opponents.programs import find_program
from opponents.protocol import DoubleAnswer, TableView
from opponents.registry import PROGRAM_PATH, PROGRAMS, OpponentError

_STRENGTHS = {"easy": (0, 0.06), "medium": (0, 0.02), "hard": (0, 0.0), "master": (2, 0.0)}
"""Plies looked ahead and noise by level; without noise and two plies ahead it is what the program calls world class."""

_PATIENCE = 8.0  # seconds until it listens
_MOST_ANSWER = 4096


class GnuBackgammon(BaseOpponent):
    """One program, started with the seat and kept as long."""

    name = "GNU Backgammon"
    author = "the GNU Backgammon authors"
    description = {  # noqa: RUF012  # read only
        "en": "The free program that many learn from. It must be installed.",
        "tr": "Pek çok kişinin öğrendiği özgür program. Kurulu olması gerekir.",
        "de": "Das freie Programm, von dem viele lernen. Es muss installiert sein.",
        "fr": "Le programme libre dont beaucoup apprennent. Il doit être installé.",
        "it": "Il programma libero da cui molti imparano. Deve essere installato.",
        "es": "El programa libre del que muchos aprenden. Tiene que estar instalado.",
        "pt": "O programa livre com que muitos aprendem. Tem de estar instalado.",
        "el": "Το ελεύθερο πρόγραμμα από το οποίο μαθαίνουν πολλοί. Πρέπει να είναι εγκατεστημένο.",
        "ru": "Свободная программа, по которой многие учатся. Она должна быть установлена.",
    }
    levels = tuple(_STRENGTHS)
    games = ("backgammon", "nackgammon", "portes", "tavla")

    def __init__(self, level: str = "hard") -> None:
        super().__init__(level)
        program = os.environ.get(PROGRAM_PATH) or find_program(*PROGRAMS["gnubg"])
        if program is None:
            raise OpponentError("not_installed", opponent="gnubg", program="gnubg")
        self._line = _start(program, *_STRENGTHS[level])
        self._knows_rules = True

    def choose_play(self, view: TableView) -> Play:
        """The program's play; the judge's where our rules do not know it."""
        reached = after_words(view.position, self._ask(view))
        return next((play for play in view.plays if play.final == reached), None) or super().choose_play(view)

    def wants_double(self, view: TableView) -> bool:
        """As the program says; a cube that is no use to this side stays where it is."""
        is_dead = view.own_need is not None and view.own_need <= view.cube
        return view.may_double and not is_dead and self._ask(view) == "double"

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """As the program says; whether what it takes is worth a beaver, the judge says."""
        if self._ask(view, is_doubled=True) == "drop":
            return "pass"
        return "beaver" if view.beavers and super().answer_double(view) == "beaver" else "take"

    def _ask(self, view: TableView, *, is_doubled: bool = False) -> str:
        board = fibs_board(view, is_doubled=is_doubled)
        if self._knows_rules:
            rules = f" jacobyrule {_switch(view.jacoby)} beavers {_switch(view.beavers)}"
            if not (said := self._exchange(board + rules)).startswith("Error"):
                return said
            self._knows_rules = False  # an older one
        return self._exchange(board)

    def _exchange(self, line: str) -> str:
        self._line.sendall(f"{line}\n".encode())
        said = b""
        while not said.endswith(b"\n"):
            more = self._line.recv(_MOST_ANSWER)
            if not more:
                raise EOFError("GNU Backgammon has ended")
            said += more
        return said.decode("ascii", "replace").strip()


def fibs_board(view: TableView, *, is_doubled: bool = False) -> str:
    """The view as a line of FIBS: 'board:', two names, length, scores, 26 places, whose turn, dice, cube and the rest.

    Own checkers are positive, own points counted as we do; place 0 is the other's bar, 25 the own one.
    """
    own, other = view.position.own, view.position.opponent
    places = [-other[BAR], *(own[point] or -other[BAR - point] for point in range(1, BAR)), own[BAR]]
    length = max(view.own_need or 0, view.opponent_need or 0)
    scores = (0, 0) if view.is_session else (length - (view.own_need or 0), length - (view.opponent_need or 0))
    dice = view.dice or (0, 0)
    may_double = (int(view.cube_owner != "opponent"), int(view.cube_owner != "own"))
    is_usual = int(not view.is_crawford)
    fields = (
        *(length, *scores, *places, -1 if is_doubled else 1, *dice, *dice, view.cube, *may_double, int(is_doubled)),
        *(1, -1, 0, BAR, own[OFF], other[OFF], own[BAR], other[BAR], 0, 0, is_usual, is_usual),
    )
    return "board:You:Other:" + ":".join(map(str, fields))


def after_words(position: Position, words: str) -> Position | None:
    """The board after a play like '25/22 22/16 6/0', every checker that is hit on the bar; None for no such play."""
    own, other = list(position.own), list(position.opponent)
    try:
        for word in words.split():
            source, target = (int(place) for place in word.split("/"))
            own[source] -= 1
            own[target] += 1
            if OFF < target < BAR and other[BAR - target] == 1:
                other[BAR - target] = 0
                other[BAR] += 1
        return Position.of(own, other)
    except (ValueError, IndexError):
        return None


def _switch(is_on: bool) -> str:
    return "on" if is_on else "off"


def _start(program: str, plies: int, noise: float) -> socket.socket:
    """A running program that listens, with that strength. Raises OSError when it does not."""
    place, address = _meeting_place()
    settings = [
        f"set evaluation {what} evaluation {part}"
        for what in ("chequerplay", "cubedecision")
        for part in (f"plies {plies}", f"noise {noise}", "deterministic on")
    ]
    commands = "\n".join(["set threads 1", *settings, f"external {place}", ""])
    process = subprocess.Popen(
        [program, "-t", "-q", "-r"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C"},
    )
    assert process.stdin is not None
    process.stdin.write(commands.encode())
    process.stdin.flush()
    until = time.monotonic() + _PATIENCE
    while True:
        line = socket.socket(socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX)
        try:
            line.connect(address)
        except OSError:
            line.close()
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            if not isinstance(address, tuple):
                shutil.rmtree(Path(address).parent, ignore_errors=True)
            return line


def _meeting_place() -> tuple[str, str | tuple[str, int]]:
    """What to tell the program, and where to find it: a socket that only this user can open, where there are such."""
    if hasattr(socket, "AF_UNIX"):
        path = str(Path(tempfile.mkdtemp(prefix="gnubg-")) / "line")
        return path, path
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return f"127.0.0.1:{port}", ("127.0.0.1", port)
