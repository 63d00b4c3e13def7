"""Any input at all: no reader does worse than refuse it in words, within a second and in little memory.

The proof over a million inputs is `pytest -m long -k mutated`; it goes on where it was, and keeps what it finds in
.proofs/faults.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from checkpoint import FOLDER, Checkpoint
from formats.mutating import block, whole_block

Inputs = Iterator[tuple[str, bytes, Callable[[], object]]]

SECONDS = 1.0
"""Of the processor, that one input may take."""

MOST_MEMORY = 200 << 20


def test_mutated_inputs() -> None:
    for _name, _data, survive in block(-1, 300):
        survive()


def test_mutated_whole_files() -> None:
    for _name, _data, survive in whole_block(-1, 25):
        survive()


class Hang(Exception):  # noqa: N818  # what it is
    """An input took too long."""


@contextmanager
def hurried() -> Iterator[None]:
    """Raises Hang where the block stands when it has used its time of the processor."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def memory() -> int:
    """The most that this process ever had, in bytes."""
    import resource  # noqa: PLC0415  # there is none on Windows, where only the long proof is left out

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def faults_of(inputs: Inputs, title: str) -> int:
    """How many inputs did worse than a refusal; each is kept, with what happened."""
    faults = 0
    for place, (name, data, survive) in enumerate(inputs):
        try:
            with hurried():
                survive()
        except Exception:  # noqa: BLE001  # whatever it is, it is the finding
            faults += 1
            folder = FOLDER / "faults"
            folder.mkdir(parents=True, exist_ok=True)
            kept = folder / f"{title}-{place}-{name}"
            kept.write_bytes(data)
            kept.with_name(f"{kept.name}.why").write_text(traceback.format_exc(), "utf-8")
    return faults


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timer of the processor")
@pytest.mark.parametrize(
    ("title", "inputs", "blocks", "size"),
    [("whole", whole_block, 200, 100), ("small", block, 1_000, 1_000)],
    ids=["20,000 whole files", "1,000,000 inputs"],
)
def test_mutated_without_end(title: str, inputs: Callable[[int, int], Inputs], blocks: int, size: int) -> None:
    """Some hours on one core."""
    for _ in inputs(-1, 1):  # the files are read, the engine is loaded
        pass
    progress, faults, before = Checkpoint("mutated", title), 0, memory()
    for number in range(progress.done, blocks):
        faults += faults_of(inputs(number, size), f"{title}-{number}")
        assert memory() - before <= MOST_MEMORY
        progress.reach(number + 1)
    assert not faults, f"see {FOLDER / 'faults'}"
    assert not list((FOLDER / "faults").glob(f"{title}-*.why")), f"see {FOLDER / 'faults'}"
