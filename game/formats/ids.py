"""GNU Backgammon position IDs: 14 letters for a board of two sides that hit.

Eighty bits, least significant first: the opponent of the side on roll, then the side on roll; for each the points 1 to
24 and the bar, every place as so many ones as it has checkers and a zero. What is borne off is not stored.
"""

from __future__ import annotations

import base64
import string
from collections.abc import Sequence

from engine_c import BAR, Position
from game.errors import GameError

REFUSALS = {
    "no_position_id": ("why",),
    "id_length": ("given", "length"),
    "id_letter": ("given", "letter"),
    "id_last_letter": ("given", "letter"),
    "id_tail": ("given",),
    "id_too_many": ("given", "side", "count", "checkers"),
    "id_shared_point": ("given", "point"),
    "id_both_shut_out": ("given",),
}
"""The codes raised here and their facts. given: the ID; side: 0 on roll, 1 the other; point: as the side on roll
counts; why: 'pinned', 'reserve', 'too_many', from XGIDs also 'shared_point'."""

MOST_CHECKERS = 15
_LENGTH = 14
_LETTERS = frozenset(string.ascii_letters + string.digits + "+/")
_LAST_LETTERS = "AQgw"  # 14 letters have four bits more than are used; they are zero
_PLACES = 25
_SLOTS = tuple("0" + "1" * count for count in range(MOST_CHECKERS + 1))


def position_id(position: Position) -> str:
    """The position ID of a board, the side on roll being "me".

    Raises GameError `no_position_id` for pins, a reserve or more than 15 of a side on the board. A board of a parallel
    game gets an ID too, one that means another board.
    """
    own, opponent = writable_sides(position)
    bits = int("".join(map(_SLOTS.__getitem__, (opponent + own)[::-1])), 2)
    return base64.b64encode(bits.to_bytes(10, "little"))[:_LENGTH].decode()


def writable_sides(position: Position) -> tuple[bytes, bytes]:
    """Counts of the points 1 to 24 and the bar, the side on roll first. Raises GameError for what no ID can hold."""
    data = position.data
    own, opponent = data[1:26], data[33:58]
    if any(data[28:32]) or any(data[60:]):
        raise GameError("no_position_id", why="pinned")
    if data[26] or data[58]:
        raise GameError("no_position_id", why="reserve")
    if sum(own) > MOST_CHECKERS or sum(opponent) > MOST_CHECKERS:
        raise GameError("no_position_id", why="too_many")
    return own, opponent


def read_position_id(text: str, checkers: int = MOST_CHECKERS) -> Position:
    """The board of an ID, the side on roll first; what is missing of `checkers` a side is off. Raises GameError."""
    bits = decoded(text, _LENGTH)
    if text[-1] not in _LAST_LETTERS:
        raise GameError("id_last_letter", given=text, letter=text[-1])
    runs = [len(run) for run in f"{bits:0130b}"[::-1].split("0")]  # 130: fifty zeros even after eighty ones
    opponent, own, tail = runs[:_PLACES], runs[_PLACES : 2 * _PLACES], runs[2 * _PLACES :]
    if any(tail):
        raise GameError("id_tail", given=text)
    for side, counts in enumerate((own, opponent)):
        total = sum(counts)
        if total > checkers:
            raise GameError("id_too_many", given=text, side=side, count=total, checkers=checkers)
        counts.insert(0, checkers - total)
    for point in range(1, BAR):
        if own[point] and opponent[BAR - point]:
            raise GameError("id_shared_point", given=text, point=point)
    if are_both_shut_out(own, opponent):
        raise GameError("id_both_shut_out", given=text)
    return Position.of(own, opponent)


def are_both_shut_out(own: Sequence[int], opponent: Sequence[int]) -> bool:
    """Both sides wait on the bar and neither can ever come in. Counts by place, each side in its own numbering."""
    return all(side[BAR] and min(other[1:7]) > 1 for side, other in ((own, opponent), (opponent, own)))


def decoded(text: str, length: int) -> int:
    """The bits of an ID of so many letters as a number, spare ones dropped. Raises GameError for length and letters."""
    if len(text) != length:
        raise GameError("id_length", given=excerpt(text), length=length)
    if not _LETTERS.issuperset(text):
        raise GameError("id_letter", given=text, letter=next(letter for letter in text if letter not in _LETTERS))
    return int.from_bytes(base64.b64decode(text + "=" * (-length % 4)), "little")


def excerpt(text: str, most: int = 60) -> str:
    """The beginning of a text that may be endless, to be shown in a refusal."""
    return text if len(text) <= most else text[: most - 1] + "…"
