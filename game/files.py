"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(target: Path, data: bytes) -> None:
    """The file with this content; until it is on the disk, what was there before. Raises OSError."""
    unfinished = target.with_name(f"{target.name}.new")
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
