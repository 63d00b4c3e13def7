"""What is told of an opponent that fails, and that none outlives the game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import opponents
from engine_c import game_of
from game.errors import GameError
from game.wording import sentence
from opponents import Hosted, Limits, OpponentFailed
from opponents.programs import command_words
from views import views_of

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _only_what_is_installed() -> Iterator[None]:
    yield
    opponents.look_in()


def failure_of(key: str, seconds: float = 60.0) -> OpponentFailed:
    seated = opponents.seat(key, "medium")
    assert isinstance(seated, Hosted)
    with pytest.raises(OpponentFailed) as failed:
        seated.choose_play(replace(views_of(game_of("backgammon"), 1, 1)[0], seconds=seconds))
    return failed.value


def opponent_in(folder: Path, body: str) -> str:
    head = "import os, re, signal, sys, time\nfrom opponents.base import BaseOpponent\nclass X(BaseOpponent):\n"
    (folder / "player.py").write_text(f"{head}    def choose_play(self, view):\n        {body}\n", encoding="utf-8")
    opponents.look_in(folder)
    return "player"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ({"code": "opponent_raised", "facts": {"self": "x"}}, "self"),
        ({"code": "opponent_raised", "facts": {}}, "opponent_raised"),
        ({"code": [1], "facts": {}}, "[1]"),
        ({"code": "wrong_level", "facts": {"code": "z"}}, "wrong_level"),
        ("{opponent}{x}", "{opponent}{x}"),
        ("no\ud800 luck", "no luck"),
        (None, "…"),
        ([], "…"),
    ],
)
def test_the_error_of_a_program_is_told_as_it_said_it(error: Any, told: str) -> None:
    program = f"input(); print({json.dumps({'id': 1, 'error': error})!r}, flush=True)"
    opponents.look_in(programs={"mine": (sys.executable, "-I", "-c", program)})
    with pytest.raises(OpponentFailed) as failed:
        opponents.profile("mine")
    assert failed.value.code == "opponent_raised"
    words = sentence(GameError(failed.value.code, **failed.value.facts))
    assert words.startswith("The opponent mine has an error: ")
    assert told in words


def test_the_reason_is_told_also_when_the_plugin_has_closed_its_streams(tmp_path: Path) -> None:
    failed = failure_of(opponent_in(tmp_path, "sys.stderr.close(); sys.stdout.close(); raise ValueError('hm')"))
    assert (failed.code, failed.facts["reason"]) == ("opponent_raised", "ValueError: hm")


def test_the_time_that_is_told_is_the_time_that_was_allowed(tmp_path: Path) -> None:
    key = opponent_in(tmp_path, "time.sleep(100)")
    opponents.look_in(tmp_path, limits=Limits(late=0.9))
    failed = failure_of(key, seconds=0.2)
    assert (failed.code, failed.facts["seconds"]) == ("opponent_late", 1)


def test_a_command_line_may_begin_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    assert Path(command_words("~/bot.sh --fast ~/weights")[0]) == tmp_path / "bot.sh"
    assert Path(command_words("~/bot.sh --fast ~/weights")[2]) == tmp_path / "weights"


GAME = """
import sys
from dataclasses import replace
from pathlib import Path
import opponents
from engine_c import game_of
from views import views_of
opponents.look_in(Path(sys.argv[1]))
seated = opponents.seat("player", "medium")
seated.profile()
print(seated._held[0].pid, flush=True)
seated.choose_play(replace(views_of(game_of("backgammon"), 1, 1)[0], seconds=100.0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with the one that started it")
@pytest.mark.parametrize("body", ["re.match(r'(a+)+$', 'a' * 60 + 'b')", "os.kill(os.getpid(), signal.SIGSTOP)"])
def test_none_outlives_a_game_that_was_killed(body: str, tmp_path: Path) -> None:
    opponent_in(tmp_path, body)
    places = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = [sys.executable, "-c", textwrap.dedent(GAME), str(tmp_path)]
    game = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": places})
    assert game.stdout is not None
    stat = Path(f"/proc/{int(game.stdout.readline())}/stat")
    game.send_signal(signal.SIGKILL)
    game.wait()
    pause = threading.Event()
    for _ in range(1000):
        if not stat.exists() or ") Z" in stat.read_text():
            return
        pause.wait(0.01)
    raise AssertionError("it lives on")
