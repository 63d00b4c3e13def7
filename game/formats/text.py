"""Our own position text: a line that holds the board of every game.

The side on roll comes first, then " / ", then the other side, each in ITS OWN numbering: it moves from 24 down to 1. A
place is written `place:count`, the place being `reserve`, `bar`, a point or `off`; a single checker that is pinned is
`point!`. We write from high to low, reserve and bar first, off last, and nothing that is empty.

    24:12 13:2 8! / 24:10 17:4 off:1            plakoto: the side on roll is pinned on its 8, the other's 17
    reserve:12 24:2 22:1 / reserve:13 bar:1 21:1    acey-deucey, twelve and thirteen checkers not yet entered

Read are any order, blanks, commas between the places, and capitals. `off` may be left out: it is what is missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_c import BAR, OFF, RESERVE, Position
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS, excerpt, read_position_id
from game.formats.match_id import MatchFacts, read_match_id
from game.formats.xgid import Xgid, looks_like_xgid, read_xgid

REFUSALS = {
    "not_a_position": ("given",),
    "text_sides": ("given",),
    "text_place": ("given", "side"),
    "text_count": ("given", "side", "checkers"),
    "text_twice": ("given", "side"),
    "text_total": ("side", "count", "checkers"),
}
"""The codes raised here and their facts, besides those of IDs and XGIDs. given: the word, or the beginning of all;
side: 0 on roll, 1 the other; count: how many there are of the `checkers` that there must be."""

_NAMES = {RESERVE: "reserve", BAR: "bar", OFF: "off"}
_ORDER = (RESERVE, BAR, *range(24, 0, -1), OFF)
_WORDS = {place: _NAMES.get(place, str(place)) for place in _ORDER}
_PLACES = {word: place for place, word in _WORDS.items()}
_PLACE = re.compile(r"([a-z0-9]+)(?::([0-9]+)|!)")
_ANY_PLACE = re.compile(r"\b(?:reserve|bar|off|[0-9]{1,2})\s*[:!]", re.IGNORECASE)
_ANY_ID = re.compile(r"[-\w+/]{12,16}(?::[-\w+/]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position as somebody gave it, and what came along: dice, the whole XGID, the facts of a match ID."""

    position: Position
    dice: tuple[int, int] | None = None
    xgid: Xgid | None = None
    match: MatchFacts | None = None


def read_position(text: str, checkers: int = MOST_CHECKERS) -> ReadPosition:
    """Reads an XGID, a position ID, alone or as PositionID:MatchID, or our own text.

    checkers: how many each side has; what an ID does not show of them is off. Raises GameError, `not_a_position` for
    what looks like none of these.
    """
    text = text.strip()
    if looks_like_xgid(text):
        xgid = read_xgid(text, checkers)
        return ReadPosition(xgid.position, xgid.dice, xgid=xgid)
    if _ANY_ID.fullmatch(text):
        board, colon, rest = text.partition(":")
        position = read_position_id(board, checkers)
        match = read_match_id(rest) if colon else None
        return ReadPosition(position, match.dice if match else None, match=match)
    if "/" in text and _ANY_PLACE.search(text):
        return ReadPosition(read_text(text, checkers))
    raise GameError("not_a_position", given=excerpt(text))


def write_text(position: Position) -> str:
    """The board as text, in the one way we write it."""
    own = _write_side(position.own, position.pinned_own)
    return f"{own} / {_write_side(position.opponent, position.pinned_opponent)}"


def _write_side(counts: tuple[int, ...], pinned: tuple[int, ...]) -> str:
    standing = [place for place in _ORDER if counts[place]]
    return " ".join(_WORDS[place] + ("!" if place in pinned else f":{counts[place]}") for place in standing)


def read_text(text: str, checkers: int = MOST_CHECKERS) -> Position:
    """The board of a text, `checkers` a side. Whether a game allows it is the game's to say. Raises GameError."""
    sides = text.split("/", 2)
    if len(sides) != 2 or not all(map(str.strip, sides)):
        raise GameError("text_sides", given=excerpt(text.strip()))
    (own, pinned_own), (opponent, pinned_opponent) = (
        _read_side(words, side, checkers) for side, words in enumerate(sides)
    )
    return Position.of(own, opponent, pinned_own, pinned_opponent)


def _read_side(text: str, side: int, checkers: int) -> tuple[dict[int, int], list[int]]:
    """Counts by place and the pinned points."""
    counts: dict[int, int] = {}
    pinned: list[int] = []
    for word in _words(text):
        place, count = _read_place(word, side, checkers)
        if place in counts:
            raise GameError("text_twice", given=word, side=side)
        counts[place] = count or 1
        if not count:
            pinned.append(place)
    total = sum(counts.values())
    if total > checkers or (total < checkers and OFF in counts):
        raise GameError("text_total", side=side, count=total, checkers=checkers)
    return {OFF: checkers - total} | counts, pinned


def _words(text: str) -> list[str]:
    words = " ".join(text.lower().replace(",", " ").split())
    return words.replace(" :", ":").replace(": ", ":").replace(" !", "!").split()


def _read_place(word: str, side: int, checkers: int) -> tuple[int, int]:
    """A place and its count, 0 for a pinned checker."""
    parts = _PLACE.fullmatch(word)
    place = _PLACES.get(parts[1]) if parts else None
    if not parts or place is None or (parts[2] is None and place in _NAMES):
        raise GameError("text_place", given=excerpt(word), side=side)
    if parts[2] is None:
        return place, 0
    count = int(parts[2][:4])
    if not 1 <= count <= checkers:
        raise GameError("text_count", given=excerpt(word), side=side, checkers=checkers)
    return place, count
