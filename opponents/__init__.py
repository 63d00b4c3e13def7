"""The door: who answers at the other side of the board. Levels, styles and plugins."""

from functools import lru_cache

from opponents.levels import LEVELS, Level, level_near
from opponents.protocol import PROTOCOL, BeaverAnswer, CubeOwner, DoubleAnswer, Opponent, RaccoonAnswer, TableView
from opponents.registry import Listing, OpponentError, Profile, Registry

__all__ = [
    "LEVELS",
    "PROTOCOL",
    "BeaverAnswer",
    "CubeOwner",
    "DoubleAnswer",
    "Level",
    "Listing",
    "Opponent",
    "OpponentError",
    "Profile",
    "RaccoonAnswer",
    "Registry",
    "TableView",
    "installed",
    "level_near",
    "names",
    "profile",
    "seat",
]


@lru_cache(maxsize=1)
def installed() -> Registry:
    """The opponents installed here."""
    return Registry()


def names() -> tuple[Listing, ...]:
    """All opponents by key, without importing them; a broken one with its reason."""
    return installed().names()


def profile(key: str) -> Profile:
    """What an opponent says of itself. Raises OpponentError."""
    return installed().profile(key)


def seat(key: str, level: str = "hard") -> Opponent:
    """An opponent of that key and level, ready to be asked. Raises OpponentError."""
    return installed().seat(key, level)
