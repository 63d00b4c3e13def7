"""What an opponent says of itself: nothing of it is believed, shown or stored before it is plain and short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import Any

from engine_c import GAMES

LONGEST_NAME = 60
"""Letters of a key, a name or an author."""

_LONGEST_WORD, _LONGEST_TEXT, _LONGEST_SHOWN = 40, 500, 300
_MOST_LEVELS, _MOST_GAMES, _MOST_LANGUAGES = 20, 100, 40

SAID = ("name", "author", "levels", "games", "description")
"""What is asked for."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What an opponent says of itself. games: the keys of those it plays, empty for all. description: by language."""

    key: str
    name: str
    author: str
    levels: tuple[str, ...]
    games: tuple[str, ...]
    description: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def described(self, language: str) -> str:
        """The description in that language, else in English, else in any, else nothing."""
        return self.description.get(language) or self.description.get("en") or next(iter(self.description.values()), "")


def profile_of(key: str, said: Mapping[str, Any]) -> Profile:
    """What an opponent said of itself: texts as they can be shown, and cut where they are too long.

    Levels and games are words that are stored and given back, so that nothing can be mended in them: ValueError with
    the name of what is wrong.
    """
    levels, games = _words("levels", said, _MOST_LEVELS), _words("games", said, _MOST_GAMES)
    known = tuple(game for game in games if game in GAMES)
    if games and not known:
        raise ValueError("games")
    name = shown(said.get("name") or "", LONGEST_NAME) or key
    author = shown(said.get("author") or "", LONGEST_NAME)
    return Profile(key, name, author, levels or ("medium",), known, MappingProxyType(_description(said)))


def _words(name: str, said: Mapping[str, Any], most: int) -> tuple[str, ...]:
    given = said.get(name) or ()
    if not isinstance(given, tuple | list) or len(given) > most:
        raise ValueError(name)
    if not all(isinstance(word, str) and word and is_plain(word, _LONGEST_WORD) for word in given):
        raise ValueError(name)
    return tuple(dict.fromkeys(given))


def _description(said: Mapping[str, Any]) -> dict[str, str]:
    given = said.get("description") or {}
    if isinstance(given, str):
        given = {"en": given}
    if not isinstance(given, Mapping):
        raise ValueError("description")
    texts = {}
    for language, text in islice(given.items(), _MOST_LANGUAGES):
        if not isinstance(text, str):
            raise ValueError("description")
        if isinstance(language, str) and is_plain(language, _LONGEST_WORD):
            texts[language] = shown(text, _LONGEST_TEXT)
    return texts


def is_plain(text: str, most: int) -> bool:
    """It can be shown, stored and given back as it is, and is no longer than that."""
    return len(text) <= most and text.isprintable()


def shown(value: object, most: int = _LONGEST_SHOWN) -> str:
    """Anything from outside as one short line that can be shown and stored."""
    text = value if isinstance(value, str) else str(value)
    clean = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * most])
    clean = " ".join(clean.split())
    return clean if len(clean) <= most else f"{clean[: most - 1]}…"
