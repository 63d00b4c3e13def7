"""GNU Backgammon position IDs: 14 characters for a board of two sides that hit.

Eighty bits, least significant first: the opponent of the side on roll, then the side on roll; for each the points 1 to
24 and the bar, every place as so many ones as checkers and a zero. What is borne off is not stored.

Refusals: `id_length` (given, length), `id_letter` (given, letter), `id_tail` (given), `id_too_many` (given, side, count,
checkers), `id_shared_point` (given, point), `id_both_shut` (given); writing: `no_position_id`.
"""

from __future__ import annotations

import base64
import string

from engine_c import BAR, OFF, Position
from game.errors import GameError

LENGTH = 14
_LETTERS = frozenset(string.ascii_letters + string.digits + "+/")
_PLACES = range(1, BAR + 1)


def position_id(position: Position) -> str:
    """The ID of a board, the side on roll being "me". Raises GameError for pins, a reserve or more than 15 a side."""
    bits = at = 0
    for counts in (position.data[32:], position.data):
        if any(counts[28:32]) or counts[26] or sum(counts[1:26]) > 15:
            raise GameError("no_position_id")
        for place in _PLACES:
            bits |= ((1 << counts[place]) - 1) << at
            at += counts[place] + 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode()[:LENGTH]


def read_position_id(text: str, checkers: int = 15) -> Position:
    """The board of an ID, the side on roll first; what is missing of `checkers` is off. Raises GameError."""
    opponent, own = _sides(text, decoded(text, LENGTH))
    for side, counts in ((0, own), (1, opponent)):
        if sum(counts) > checkers:
            raise GameError("id_too_many", given=text, side=side, count=sum(counts), checkers=checkers)
        counts[OFF] = checkers - sum(counts)
    _check_together(text, own, opponent)
    return Position.of(own, opponent)


def decoded(text: str, length: int) -> int:
    """The bits of an ID as a number, after its length and letters were looked at. Raises GameError."""
    if len(text) != length:
        raise GameError("id_length", given=text[:40], length=length)
    wrong = next((letter for letter in text if letter not in _LETTERS), None)
    if wrong is not None:
        raise GameError("id_letter", given=text, letter=wrong)
    data = base64.b64decode(text + "=" * (-length % 4))
    if base64.b64encode(data).decode()[:length] != text:  # bits beyond the last whole byte
        raise GameError("id_tail", given=text)
    return int.from_bytes(data, "little")


def _sides(text: str, bits: int) -> tuple[list[int], list[int]]:
    sides: list[list[int]] = []
    for _side in range(2):
        counts = [0] * 27
        for place in _PLACES:
            ones = ~bits & (bits + 1)  # the lowest zero ends the run of ones
            counts[place] = ones.bit_length() - 1
            bits >>= ones.bit_length()
        sides.append(counts)
    if bits:
        raise GameError("id_tail", given=text)
    return sides[0], sides[1]


def _check_together(text: str, own: list[int], opponent: list[int]) -> None:
    shared = next((point for point in range(1, 25) if own[point] and opponent[25 - point]), None)
    if shared is not None:
        raise GameError("id_shared_point", given=text, point=shared)
    if all(counts[BAR] and min(other[1:7]) > 1 for counts, other in ((own, opponent), (opponent, own))):
        raise GameError("id_both_shut", given=text)
