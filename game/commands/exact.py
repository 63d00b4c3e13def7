"""Exact endings for commands: taken from the cache folder, or made there first, which takes a second."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from engine_c import endings
from game import paths
from game.commands.asking import Json


def endings_for(fields: Json) -> endings.Table | None:
    """The table, if the question asks for it."""
    return _table() if fields.get("exact_endings") is True else None


@lru_cache(maxsize=1)
def _table() -> endings.Table:
    folder = paths.cache_folder()
    kept = endings.kept(folder)
    if kept is not None:
        return kept
    *_, made = endings.making()
    with suppress(OSError):  # then it is made again next time
        endings.write(folder, made.table)
    return made.table
