"""What is known of a stored match before its events are read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.match.options import MatchOptions
from game.storage.codec import json_object, options_from_text, options_to_text, unreadable

_SIDES = "name_0, name_1, options, seat_0, seat_1"
_ABOUT = "dice, person_side, colours, started, finished"
COLUMNS = f"id, {_SIDES}, {_ABOUT}, score_0, score_1, extra"
"""The columns of a header, in the order that `header_from_row` and `header_to_row` have them."""

DICE = ("fair", "typed", "seeded", "imported")
"""Where a match's throws come from; imported: from a file, and nobody can say."""

Extra = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """A match as a list of matches shows it.

    id: 0 until it is stored. names, seats, score: of side 0 and side 1. seats: 'person' or an opponent's key, of those
    who sat there last; `storage.seating` knows who sat there before. dice: one of DICE. person_side: whose view is
    shown, 0 or 1. colours: as the screen names them. started, finished: ISO 8601, in one time zone; finished is None
    while it is played. extra: JSON, whatever the screen wants to find again.
    """

    names: tuple[str, str]
    options: MatchOptions
    seats: tuple[str, str] = ("person", "person")
    dice: str = "fair"
    person_side: int = 0
    colours: str = ""
    started: str = ""
    finished: str | None = None
    score: tuple[int, int] = (0, 0)
    extra: Extra = field(default_factory=dict, hash=False)
    id: int = 0


def header_to_row(header: MatchHeader) -> tuple[object, ...]:
    """The values of COLUMNS, without the id: the database gives that."""
    names = (_encodable(header.names[0]), _encodable(header.names[1]))
    options, extra = options_to_text(header.options), extra_to_text(header.extra)
    about = (header.dice, header.person_side, header.colours, header.started, header.finished)
    return (*names, options, *header.seats, *about, *header.score, extra)


def header_from_row(row: Sequence[object]) -> MatchHeader:
    """The header of the values of COLUMNS. Raises GameError `record_unreadable` with the first that cannot be."""
    id_, name_0, name_1, options, seat_0, seat_1, dice, side, colours, started, finished, score_0, score_1, extra = row
    if _text(dice) not in DICE:
        raise unreadable(dice)
    if side not in (0, 1):
        raise unreadable(side)
    return MatchHeader(
        names=(_text(name_0), _text(name_1)),
        options=options_from_text(options),
        seats=(_text(seat_0), _text(seat_1)),
        dice=_text(dice),
        person_side=_count(side),
        colours=_text(colours),
        started=_text(started),
        finished=None if finished is None else _text(finished),
        score=(_count(score_0), _count(score_1)),
        extra=json_object(extra),
        id=_count(id_),
    )


def extra_to_text(extra: Extra) -> str:
    """The mapping as JSON."""
    return json.dumps(dict(extra), allow_nan=False)


def _encodable(name: str) -> str:
    """A name from anywhere: halves of characters, which no file can hold, become question marks."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise unreadable(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise unreadable(value)
    return value
