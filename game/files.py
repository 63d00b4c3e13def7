"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FORGOTTEN_AFTER = 24 * 3600.0
"""Seconds after which an unfinished file is what somebody left who came to an abrupt end."""


@contextmanager
def unfinished_beside(target: Path) -> Iterator[Path]:
    """A path for what `put_in_place` puts in the target's place; what lies there at the end goes. Nobody else has it:
    a window and a command may write the same file at the same time. Long unfinished ones of the target go, too.
    """
    _forget_old(target)
    unfinished = target.with_name(f"{target.name}.{secrets.token_hex(4)}.new")
    try:
        yield unfinished
    finally:
        _remove(unfinished)


def _forget_old(target: Path) -> None:
    prefix, oldest = f"{target.name}.", time.time() - FORGOTTEN_AFTER
    with suppress(OSError):  # a folder that cannot be read has nothing to be tidied
        for path in target.parent.iterdir():
            if path.name.startswith(prefix) and path.name.endswith(".new") and path.stat().st_mtime < oldest:
                _remove(path)


def _remove(unfinished: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):  # what SQLite keeps beside a file belongs to it
        with suppress(OSError):  # where nothing can be written nothing was
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)


def write_whole(target: Path, data: bytes) -> None:
    """The file with this content; until it is on the disk, what was there before. Raises OSError."""
    with unfinished_beside(target) as unfinished:
        unfinished.write_bytes(data)
        put_in_place(unfinished, target)


def put_in_place(unfinished: Path, target: Path) -> None:
    """A finished file takes the place of the target, after its content has reached the disk. Raises OSError."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """What was renamed or made in a folder outlasts a power cut; where folders cannot be opened the system does it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
