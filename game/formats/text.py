"""Our own position text: a line that holds the board of every game.

The side on roll comes first, then " / ", then the other side, each in ITS OWN numbering: 24 is where a side starts in
most games, 1 is the last point of its home. A place is `place:count`; places are `reserve`, `bar`, the points and `off`.
A single checker that is pinned is `point!`. What is not written is off, so `off` may be left out.

    24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5           the start of backgammon
    24:8 13:4 8! 6:2 / 24:9 17:2 10:3 off:1         plakoto: the side on roll is pinned on its 8, the other's 17
    reserve:12 24:2 22:1 / reserve:11 bar:1 21:3    acey-deucey

Refusals: `text_sides` (given), `text_place` (given), `text_twice` (given), `text_count` (given), `text_too_many` (side,
count, checkers); `not_a_position` (given).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_c import BAR, OFF, RESERVE, Position
from game.errors import GameError
from game.formats import ids
from game.formats.match_id import MatchFacts, read_match_id
from game.formats.xgid import Xgid, looks_like_xgid, read_xgid

_NAMES = {"reserve": RESERVE, "bar": BAR, "off": OFF}
_WORDS = {place: name for name, place in _NAMES.items()}
_ORDER = (RESERVE, BAR, *range(24, 0, -1), OFF)
_PLACE = re.compile(r"([a-z]+|\d{1,2})(?::(\d{1,3})|(!))", re.ASCII)
_ID = re.compile(r"\s*([A-Za-z0-9+/]{14})(?::([A-Za-z0-9+/]{12}))?\s*", re.ASCII)


def write_text(position: Position) -> str:
    """The board as text, in the one way we write it."""
    own = _write_side(position.own, position.pinned_own)
    return f"{own} / {_write_side(position.opponent, position.pinned_opponent)}"


def _write_side(counts: tuple[int, ...], pinned: tuple[int, ...]) -> str:
    places = (
        f"{_WORDS.get(place, place)}{'!' if place in pinned else f':{counts[place]}'}"
        for place in _ORDER
        if counts[place]
    )
    return " ".join(places)


def read_text(text: str, checkers: int = 15) -> Position:
    """The board of a text; what is missing of `checkers` is off. Raises GameError."""
    sides = text.split("/")
    if len(sides) != 2:
        raise GameError("text_sides", given=text[:80])
    (own, pinned_own), (opponent, pinned_opponent) = (
        _read_side(words, which, checkers) for which, words in enumerate(sides)
    )
    return Position.of(own, opponent, pinned_own, pinned_opponent)


def _read_side(words: str, which: int, checkers: int) -> tuple[dict[int, int], list[int]]:
    counts: dict[int, int] = {}
    pinned: list[int] = []
    for word in _glued(words):
        match = _PLACE.fullmatch(word)
        if not match:
            raise GameError("text_place", given=word[:40])
        place = _place(match)
        if place in counts:
            raise GameError("text_twice", given=match[0])
        if match[3]:
            pinned.append(place)
        counts[place] = 1 if match[3] else _count(match)
    total = sum(counts.values())
    if total > checkers:
        raise GameError("text_too_many", side=which, count=total, checkers=checkers)
    counts.setdefault(OFF, checkers - total)
    return counts, pinned


def _glued(words: str) -> list[str]:
    """The words of a side, blanks around colons taken out."""
    return re.sub(r"\s*([:!])[^\S,]*", r"\1 ", words.lower()).replace(": ", ":").replace(",", " ").split()


def _place(match: re.Match[str]) -> int:
    name, is_pin = match[1], bool(match[3])
    if name in _NAMES and not is_pin:
        return _NAMES[name]
    if name.isdigit() and 1 <= int(name) <= 24:
        return int(name)
    raise GameError("text_place", given=match[0])


def _count(match: re.Match[str]) -> int:
    count = int(match[2])
    if not 1 <= count <= 15:
        raise GameError("text_count", given=match[0])
    return count


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position as somebody gave it, with what came along: dice, and the facts of an XGID or a match ID."""

    position: Position
    dice: tuple[int, int] | None = None
    xgid: Xgid | None = None
    match: MatchFacts | None = None


def read_position(text: str, checkers: int = 15) -> ReadPosition:
    """Reads an XGID, a position ID (alone or with a match ID), or our own text. Raises GameError."""
    if looks_like_xgid(text):
        xgid = read_xgid(text, checkers)
        return ReadPosition(xgid.position, xgid.dice, xgid=xgid)
    found = _ID.fullmatch(text)
    if found:
        facts = read_match_id(found[2]) if found[2] else None
        return ReadPosition(ids.read_position_id(found[1], checkers), facts.dice if facts else None, match=facts)
    if ":" in text or "/" in text:
        return ReadPosition(read_text(text, checkers))
    raise GameError("not_a_position", given=text[:60])
