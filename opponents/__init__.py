"""The door: who answers at the other side of the board. Levels, styles and plugins."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from opponents.host import Hosted, Limits, OpponentFailed, called, introduced, seated
from opponents.levels import LEVELS, Level, level_for_rate, level_near
from opponents.profiles import Profile
from opponents.protocol import (
    PROTOCOL,
    BeaverAnswer,
    CubeOwner,
    DoubleAnswer,
    Happened,
    Happening,
    Opponent,
    RaccoonAnswer,
    TableView,
)
from opponents.registry import Listing, OpponentError, Registry

__all__ = [
    "LEVELS",
    "PROTOCOL",
    "BeaverAnswer",
    "CubeOwner",
    "DoubleAnswer",
    "Happened",
    "Happening",
    "Hosted",
    "Level",
    "Limits",
    "Listing",
    "Opponent",
    "OpponentError",
    "OpponentFailed",
    "Profile",
    "RaccoonAnswer",
    "Registry",
    "TableView",
    "called",
    "installed",
    "is_own",
    "level_for_rate",
    "level_near",
    "look_in",
    "names",
    "profile",
    "seat",
    "state",
]

_offered: list[tuple[Registry, Limits]] = []


def look_in(
    folder: Path | None = None,
    programs: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    paths: Mapping[str, str] | None = None,
) -> None:
    """What is offered from now on besides what is installed: the single files of a folder, commands by name. limits:
    what others' opponents may take. paths: of programs that ours play through, '' to look
    for one; only those are offered, None offers all. Nothing is imported or started.
    """
    _offered[:] = [(Registry(folder=folder, programs=programs, paths=paths), limits or Limits())]


def installed() -> Registry:
    """The opponents there are."""
    return _now()[0]


def _now() -> tuple[Registry, Limits]:
    if not _offered:
        look_in()
    return _offered[0]


def names() -> tuple[Listing, ...]:
    """All opponents by key, without importing them; a broken one with its reason."""
    return installed().names()


def is_own(key: str) -> bool:
    """One of our own styles: asked at once, in this process, and always answering."""
    return installed().is_own(key)


def state(key: str) -> str:
    """What stands behind a key now, as a text that changes when it does. Raises OpponentError."""
    return installed().state(key)


def profile(key: str) -> Profile:
    """What an opponent says of itself. Raises OpponentError. Of others' it takes a process and up to ten seconds."""
    return introduced(*_now(), key)


def seat(key: str, level: str = "hard") -> Opponent:
    """An opponent of that key and level, ready to be asked; others' play in a process of their own, started by the
    first question (`Hosted`). Raises OpponentError.
    """
    return seated(*_now(), key, level)
