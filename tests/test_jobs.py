"""Work beside the loop: results, errors, cancelling, and that only the main thread is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.jobs import Job, Runner

PATIENCE = 10.0


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner(threads=1)
    yield made
    made.close()


def wait(runner: Runner, *jobs: Job[Any, Any]) -> None:
    """Until the jobs have ended and everybody was told."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.005)):
        runner.drain()
        if all(job.is_done for job in jobs):
            runner.drain()
            return
        pause.wait(0.005)
    raise AssertionError("the jobs have not ended")


def double(request: int, step: Callable[[float], None]) -> int:
    step(0.5)
    return request * 2


def test_a_result_comes_back_in_the_main_thread_with_its_request(runner: Runner) -> None:
    told: list[tuple[int, int | None, str]] = []
    job = runner.start(double, 21, lambda job: told.append((job.request, job.result, threading.current_thread().name)))
    wait(runner, job)
    assert told == [(21, 42, threading.main_thread().name)]
    assert job.progress == 0.5


def test_an_error_is_told_and_the_next_job_runs(runner: Runner) -> None:
    def fails(request: str, step: Callable[[float], None]) -> None:
        raise ValueError(request)

    failed, good = runner.start(fails, "no"), runner.start(double, 1)
    wait(runner, failed, good)
    assert isinstance(failed.error, ValueError)
    assert good.result == 2


def test_a_cancelled_job_stops_at_its_next_step_and_tells_nobody(runner: Runner) -> None:
    begun, go_on = threading.Event(), threading.Event()
    steps: list[int] = []

    def counts(request: None, step: Callable[[float], None]) -> None:
        for number in range(3):
            steps.append(number)
            begun.set()
            go_on.wait(PATIENCE)
            step(number / 3)

    told: list[object] = []
    job = runner.start(counts, None, told.append)
    assert begun.wait(PATIENCE)
    job.cancel()
    go_on.set()
    wait(runner, job)
    assert (steps, told, job.result, job.error) == ([0], [], None, None)


def test_a_job_cancelled_before_its_turn_never_begins(runner: Runner) -> None:
    hold = threading.Event()
    first = runner.start(lambda _request, _step: hold.wait(PATIENCE), None)
    second = runner.start(double, 4)
    second.cancel()
    hold.set()
    wait(runner, first, second)
    assert second.result is None


def test_work_that_never_ends_holds_up_nothing_once_it_is_cancelled(runner: Runner) -> None:
    hold = threading.Event()
    told: list[object] = []
    stuck = runner.start_alone(lambda _request, _step: hold.wait(), None, told.append)
    stuck.cancel()
    again, other = runner.start_alone(double, 3), runner.start(double, 4)
    wait(runner, again, other)
    assert (again.result, other.result) == (6, 8)
    hold.set()
    wait(runner, stuck)
    assert told == []


def test_the_sleeping_loop_is_woken() -> None:
    woken = threading.Event()
    runner = Runner(threads=1, wake=woken.set)
    job = runner.start(double, 2)
    assert woken.wait(PATIENCE)
    wait(runner, job)
    runner.close()
