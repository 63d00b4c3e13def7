"""Long work beside the frame loop: a job has a request, progress, a result or an error, and can be cancelled.

Only the main thread touches the table, the database and the screen; jobs touch frozen values and the engine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from game.helper import Helper

Request = TypeVar("Request")
Result = TypeVar("Result")


class Cancelled(Exception):  # noqa: N818  # a way out, not a fault
    """The job was told to stop."""


@dataclass
class Job(Generic[Request, Result]):
    """A piece of work under way. progress: 0 to 1. is_done: result or error stands, or it was cancelled."""

    request: Request
    progress: float = 0.0
    result: Result | None = None
    error: BaseException | None = None
    is_done: bool = False
    on_done: Callable[[Job[Any, Any]], None] | None = None
    _cancelled: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Asks the work to stop at its next step; nobody is told any more."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Nobody waits for the answer any more."""
        return self._cancelled.is_set()

    def step(self, done: float) -> None:
        """Called by the work between its slices. Raises Cancelled."""
        self.progress = done
        if self.is_cancelled:
            raise Cancelled


Work = Callable[[Request, Callable[[float], None]], Result]


class Runner:
    """A few threads of low priority, and one queue back to the main thread.

    wake: called from a worker when something waits in the queue, so that a sleeping loop looks. helper: a process for
    work in Python; the thread then only waits for it.
    """

    def __init__(self, threads: int = 0, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self.helper = Helper()
        self._waiting: SimpleQueue[tuple[Work[Any, Any], Job[Any, Any]] | None] = SimpleQueue()
        self._ended: SimpleQueue[Job[Any, Any]] = SimpleQueue()
        count = threads or max((os.cpu_count() or 2) - 1, 1)
        self._threads = [threading.Thread(target=self._serve, name="jobs", daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def start(
        self,
        work: Work[Request, Result],
        request: Request,
        on_done: Callable[[Job[Request, Result]], None] | None = None,
    ) -> Job[Request, Result]:
        """Queues the work; `on_done` is called by `drain` in the main thread, unless the job was cancelled."""
        job: Job[Request, Result] = Job(request, on_done=on_done)
        self._waiting.put((work, job))
        return job

    def start_alone(
        self,
        work: Work[Request, Result],
        request: Request,
        on_done: Callable[[Job[Request, Result]], None] | None = None,
    ) -> Job[Request, Result]:
        """The same in a thread of its own, for work that a disk may hold up for ever: once it is cancelled nobody waits
        for it, and it holds up nothing else.
        """
        job: Job[Request, Result] = Job(request, on_done=on_done)
        threading.Thread(target=self._do_alone, args=(work, job), name="job", daemon=True).start()
        return job

    def drain(self) -> bool:
        """Tells the ends of jobs to those who asked. True when there were any."""
        any_ended = False
        while True:
            try:
                job = self._ended.get_nowait()
            except Empty:
                return any_ended
            any_ended = True
            if job.on_done and not job.is_cancelled:
                job.on_done(job)

    def close(self) -> None:
        """No more work; what runs is left to end by itself."""
        for _ in self._threads:
            self._waiting.put(None)
        self.helper.close()

    def _serve(self) -> None:
        _lower_priority()
        while (task := self._waiting.get()) is not None:
            self._do(*task)

    def _do_alone(self, work: Work[Any, Any], job: Job[Any, Any]) -> None:
        _lower_priority()
        self._do(work, job)

    def _do(self, work: Work[Any, Any], job: Job[Any, Any]) -> None:
        try:
            job.step(0.0)
            job.result = work(job.request, job.step)
        except Cancelled:
            pass
        except BaseException as error:  # noqa: BLE001  # told to whoever asked, in the main thread
            job.error = error
        job.is_done = True
        self._ended.put(job)
        self._wake()


def _lower_priority() -> None:
    """The window comes first. Only Linux knows priorities of single threads."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
