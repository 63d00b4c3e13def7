"""XGID: a board and the facts of its match in ten fields between colons, always seen by the upper-case player."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_c import BAR, Position
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS, are_both_shut_out, excerpt, writable_sides
from game.formats.match_id import MatchFacts, is_crawford_score

REFUSALS = {
    "xgid_fields": ("given", "count"),
    "xgid_field": ("field", "given"),
    "xgid_board_length": ("field", "given", "count"),
    "xgid_board_letter": ("field", "given", "letter", "place"),
    "xgid_too_many": ("field", "given", "side", "count", "checkers"),
    "xgid_both_shut_out": ("field", "given"),
    "xgid_score": ("field", "given", "length"),
    "xgid_crawford": ("field", "given"),
    "xgid_double": ("field", "given"),
}
"""The codes raised here and their facts; writing also raises `no_position_id`, converting `no_match_id`. field: its
number from 1; given: its text, or the beginning of all; place: from 0, as the upper-case player counts; side: 0 upper
case, 1 lower case. `xgid_double`: no double here, in the Crawford game or a beaver in a match."""

_PREFIX = re.compile(r"\s*xgid\s*=", re.IGNORECASE)
_LIKE_A_BOARD = re.compile(r"\s*[^\s:/]{20,32}:")
_NUMBER = re.compile(r"[0-9]{1,5}")
_DICE = re.compile(r"[1-6]{2}")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))  # what word processors make of the empty points
_LOWER_BAR, _UPPER_BAR = 0, 25
_MOST_POINTS = 0x7FFF  # as in a match ID
_MOST_EXPONENT = 15
_MOST_MAXIMUM = 30
_USUAL_MAXIMUM = 10


@dataclass(frozen=True, slots=True)
class Xgid:
    """What an XGID says.

    position: seen by the side on roll. turn: 1 when upper case is on roll or has doubled, -1 for lower case. cube: its
    exponent, before a pending double. owner: 1 upper case, -1 lower case, 0 centred. dice: in the order given.
    pending: '', or what has to be answered: 'D' a double, 'B' a beaver, 'R' a raccoon. score: upper case's points,
    lower case's. length: in points, 0 for a session; `crawford` belongs to matches, `jacoby` and `beavers` to sessions.
    maximum: exponent of the largest cube.
    """

    position: Position
    turn: int = 1
    cube: int = 0
    owner: int = 0
    dice: tuple[int, int] | None = None
    pending: str = ""
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    length: int = 0
    maximum: int = _USUAL_MAXIMUM


def looks_like_xgid(text: str) -> bool:
    """Worth reading as an XGID, so that what is wrong with it is said in an XGID's terms."""
    return bool(_PREFIX.match(text) or _LIKE_A_BOARD.match(text))


def read_xgid(text: str, checkers: int = MOST_CHECKERS) -> Xgid:
    """Reads an XGID, with or without prefix and maximum cube; what is missing of `checkers` a side is off.

    Raises GameError with the number of the field that is wrong.
    """
    fields = _fields(text)
    upper, lower = _sides(fields[0], checkers)
    turn = _choice(fields, 4, ("1", "-1"))
    dice, pending = _dice(fields)
    length = _number(fields, 9, _MOST_POINTS)
    rules = _number(fields, 8, 1 if length else 3)
    xgid = Xgid(
        position=Position.of(*((upper, lower) if turn == 1 else (lower, upper))),
        turn=turn,
        cube=_number(fields, 2, _MOST_EXPONENT),
        owner=_choice(fields, 3, ("1", "-1", "0")),
        dice=dice,
        pending=pending,
        score=(_number(fields, 6, _MOST_POINTS), _number(fields, 7, _MOST_POINTS)),
        crawford=bool(length and rules),
        jacoby=bool(not length and rules & 1),
        beavers=bool(not length and rules & 2),
        length=length,
        maximum=_number(fields, 10, _MOST_MAXIMUM),
    )
    _check_match(fields, xgid)
    return xgid


def _fields(text: str) -> list[str]:
    prefix = _PREFIX.match(text)
    body = text[prefix.end() :] if prefix else text
    count = body.count(":") + 1
    if count not in (9, 10):
        raise GameError("xgid_fields", given=excerpt(text), count=count)
    fields = [field.strip() for field in body.translate(_DASHES).split(":")]
    return fields if count == 10 else [*fields, str(_USUAL_MAXIMUM)]


def _sides(board: str, checkers: int) -> tuple[list[int], list[int]]:
    """Counts by place of upper and lower case, each in its own numbering."""
    if len(board) != 26:
        raise GameError("xgid_board_length", field=1, given=excerpt(board), count=len(board))
    upper, lower = [0] * 26, [0] * 26
    for place, letter in enumerate(board):
        if "A" <= letter <= "O" and place != _LOWER_BAR:
            upper[place] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "o" and place != _UPPER_BAR:
            lower[BAR - place] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise GameError("xgid_board_letter", field=1, given=board, letter=letter, place=place)
    for side, counts in enumerate((upper, lower)):
        total = sum(counts)
        if total > checkers:
            raise GameError("xgid_too_many", field=1, given=board, side=side, count=total, checkers=checkers)
        counts[0] = checkers - total
    if are_both_shut_out(upper, lower):
        raise GameError("xgid_both_shut_out", field=1, given=board)
    return upper, lower


def _choice(fields: list[str], number: int, choices: tuple[str, ...]) -> int:
    given = fields[number - 1]
    if given not in choices:
        raise _unreadable(number, given)
    return int(given)


def _number(fields: list[str], number: int, most: int) -> int:
    given = fields[number - 1]
    if not _NUMBER.fullmatch(given) or int(given) > most:
        raise _unreadable(number, given)
    return int(given)


def _dice(fields: list[str]) -> tuple[tuple[int, int] | None, str]:
    given = fields[4]
    if given == "00":
        return None, ""
    if given in ("D", "B", "R"):
        return None, given
    if not _DICE.fullmatch(given):
        raise _unreadable(5, given)
    return (int(given[0]), int(given[1])), ""


def _unreadable(number: int, given: str) -> GameError:
    return GameError("xgid_field", field=number, given=excerpt(given))


def _check_match(fields: list[str], xgid: Xgid) -> None:
    for number, score in zip((6, 7), xgid.score, strict=True):
        if xgid.length and score >= xgid.length:
            raise GameError("xgid_score", field=number, given=fields[number - 1], length=xgid.length)
    if xgid.crawford and not is_crawford_score(xgid.score, xgid.length):
        raise GameError("xgid_crawford", field=8, given=fields[7])
    if xgid.pending and (xgid.crawford or (xgid.length and xgid.pending != "D")):
        raise GameError("xgid_double", field=5, given=fields[4])


def write_xgid(xgid: Xgid) -> str:
    """The XGID in full, with its prefix.

    Raises GameError `no_position_id` for pins, a reserve, more than 15 of a side, or a point that both stand on, as in
    parallel games.
    """
    own, opponent = writable_sides(xgid.position)
    upper, lower = (own, opponent) if xgid.turn == 1 else (opponent, own)
    board = ["-"] * 26
    for one, places, counts in (("A", range(1, 26), upper), ("a", range(24, -1, -1), lower)):
        for place, count in zip(places, counts, strict=True):
            if count and board[place] != "-":
                raise GameError("no_position_id", why="shared_point")
            if count:
                board[place] = chr(ord(one) + count - 1)
    dice = xgid.pending or ("{}{}".format(*xgid.dice) if xgid.dice else "00")
    rules = int(xgid.crawford) if xgid.length else int(xgid.jacoby) + 2 * int(xgid.beavers)
    fields = (xgid.cube, xgid.owner, xgid.turn, dice, *xgid.score, rules, xgid.length, xgid.maximum)
    return f"XGID={''.join(board)}:{':'.join(map(str, fields))}"


def match_facts(xgid: Xgid) -> MatchFacts:
    """The same as a match ID says it, its position ID being that of `xgid.position`; beavers and maximum are lost.

    Raises GameError `no_match_id` for a pending beaver or raccoon.
    """
    if xgid.pending not in ("", "D"):
        raise GameError("no_match_id", field="pending", value=xgid.pending)
    mover = int(xgid.turn == 1)
    upper, lower = xgid.score
    return MatchFacts(
        cube=1 << xgid.cube,
        owner={1: 1, -1: 0, 0: None}[xgid.owner],
        mover=mover,
        turn=1 - mover if xgid.pending else mover,
        crawford=xgid.crawford,
        doubled=bool(xgid.pending),
        dice=xgid.dice,
        length=xgid.length,
        score=(lower, upper),
        jacoby=xgid.jacoby,
    )


def xgid_of(position: Position, facts: MatchFacts) -> Xgid:
    """A board, seen by `facts.mover`, and a match ID's facts; a pending resignation and the game's state are lost."""
    player0, player1 = facts.score
    return Xgid(
        position=position,
        turn=1 if facts.mover else -1,
        cube=facts.cube.bit_length() - 1,
        owner={1: 1, 0: -1, None: 0}[facts.owner],
        dice=None if facts.doubled else facts.dice,
        pending="D" if facts.doubled else "",
        score=(player1, player0),
        crawford=facts.crawford,
        jacoby=facts.jacoby,
        length=facts.length,
    )
