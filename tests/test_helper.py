"""The process beside the program."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from engine_c import game_of
from game.helper import Helper
from game.match.events import Move, Opened
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import start
from game.seats import Question, answer
from opponents import seat


@pytest.fixture
def helper() -> Iterator[Helper]:
    made = Helper()
    yield made
    made.close()


def process_of(_nothing: int) -> int:
    return os.getpid()


def test_the_work_is_done_elsewhere_and_by_the_same_process(helper: Helper) -> None:
    first = helper.call(process_of, 0)
    assert first != os.getpid()
    assert helper.call(process_of, 0) == first


def test_what_goes_wrong_is_raised_here(helper: Helper) -> None:
    with pytest.raises(ValueError, match="math domain"):
        helper.call(math.sqrt, -1.0)
    assert helper.call(math.sqrt, 4.0) == 2.0


def test_a_process_that_died_is_replaced(helper: Helper) -> None:
    first = helper.call(process_of, 0)
    os.kill(first, 9)
    helper.call(process_of, 0)
    assert helper.call(process_of, 0) not in (first, os.getpid())


def test_without_a_process_the_work_is_done_here(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert helper.call(process_of, 0) == os.getpid()


def test_several_threads_get_their_own_answers(helper: Helper) -> None:
    got: dict[int, float] = {}
    threads = [threading.Thread(target=lambda n=n: got.update({n: helper.call(math.sqrt, n * n)})) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == {n: float(n) for n in range(12)}


@pytest.mark.parametrize("level", ["easy", "master"])
def test_an_opponent_answers_as_it_would_here(helper: Helper, level: str) -> None:
    state = apply(start(MatchOptions((game_of("backgammon"),), 7)), Opened((3, 1)))
    question = Question(seat("balanced", level), state.side, state, 5, 5.0, None)
    there = helper.call(answer, question)
    assert isinstance(there, Move)
    assert there == answer(question)


@pytest.mark.skipif(sys.platform == "win32", reason="asks Linux and macOS for processes")
def test_it_ends_when_the_program_is_killed() -> None:
    program = (
        "import os, time; from game.helper import Helper; from test_helper import process_of; h = Helper();"
        "print(h.call(process_of, 0), flush=True); time.sleep(60)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment)
    assert run.stdout is not None
    helper = int(run.stdout.readline())
    run.kill()
    run.wait()
    run.stdout.close()
    for _ in range(500):
        try:
            os.kill(helper, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("the helper is still there")
