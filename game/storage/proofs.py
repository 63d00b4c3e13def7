"""The proof of a stored match's dice as a file: what it says of the match, and what it is called."""

from __future__ import annotations

import re

from game.storage.about import local_day
from game.storage.header import MatchHeader

_UNFIT = re.compile(r"[^\w-]+")


def about_match(header: MatchHeader) -> str:
    """Who played and when, in one line."""
    return f"{header.names[0]} - {header.names[1]}, {header.started}"


def file_name(header: MatchHeader) -> str:
    """A name that every system takes: dice-2026-11-30-Ada-Computer-12.txt."""
    names = [_UNFIT.sub("-", name).strip("-")[:30] for name in header.names]
    return "-".join(part for part in ("dice", local_day(header.started), *names, str(header.id)) if part) + ".txt"
