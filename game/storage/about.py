"""What a match file says of a stored match besides its play: the day, and whatever else came with the match."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from game.storage.header import MatchHeader

IMPORTED = "imported"
"""The entry of a header's `extra` that only imported matches have: file, format, fingerprint, you (0, 1 or None),
illegal and cut as counts, and as `about` what the file said besides, by name."""

DAY = "T00:00:00+00:00"
"""Behind a day of which no time is known. Such a day is the same everywhere; it is no moment."""

_MOST, _LONGEST = 60, 2_000
_DATE = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")


def local_day(stamp: str) -> str:
    """The day of a stored moment where the person is, like 2026-11-30; what is no date, as far as it goes."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return stamp[:10]
    is_moment = moment.tzinfo is not None and not stamp.endswith(DAY)
    return (moment.astimezone() if is_moment else moment).date().isoformat()


def day_stamp(text: str) -> str:
    """The day that a file says, as it is stored; '' where it says none."""
    found = _DATE.search(text)
    try:
        day = datetime(*map(int, found.groups())) if found else None  # type: ignore[arg-type]  # three numbers
    except ValueError:
        day = None
    return f"{day.date().isoformat()}{DAY}" if day else ""


def kept(headers: Mapping[str, str]) -> dict[str, str]:
    """What is kept of the headers of a file."""
    return {name: value[:_LONGEST] for name, value in list(headers.items())[:_MOST]}


def about(header: MatchHeader) -> dict[str, str]:
    """What a file of the match is to say besides its play, by name as tags have it."""
    imported = header.extra.get(IMPORTED)
    given = imported.get("about") if isinstance(imported, Mapping) else None
    said = {name: value for name, value in given.items() if isinstance(value, str)} if isinstance(given, dict) else {}
    is_dated = imported is None or header.started.endswith(DAY)
    day = local_day(header.started) if is_dated else ""  # else it is only known when the match was brought
    return {**said, "EventDate": day.replace("-", ".")} if day else said
