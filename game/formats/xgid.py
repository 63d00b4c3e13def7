"""XGID: a board and the facts of its match in ten fields, always seen by the upper-case player.

Refusals: `xgid_fields` (given, count); `xgid_field` (field: its number from 1, given); `xgid_too_many` (side: 0 upper
case, count, checkers).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_c import BAR, OFF, Position
from game.errors import GameError
from game.formats.match_id import MatchFacts

_PREFIX = re.compile(r"\s*xgid\s*=\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,5}", re.ASCII)
_LOWER_BAR, _UPPER_BAR = 0, 25
_MOST_CUBE = 30  # exponents beyond this are no cube anybody turned


@dataclass(frozen=True, slots=True)
class Xgid:
    """What an XGID says.

    position: seen by the side on roll. turn: 1 upper case is on roll, -1 lower case. cube: exponent, before a pending
    double. owner: 1 upper case, -1 lower case, 0 centred. pending: '', or 'D', 'B', 'R' for a double, beaver, raccoon
    to be answered. score: upper case, lower case. length: 0 is a session; crawford belongs to matches, jacoby and
    beavers to sessions. maximum: exponent of the largest cube.
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
    maximum: int = 10


def looks_like_xgid(text: str) -> bool:
    """Worth reading as an XGID: so that its faults are named as such."""
    return bool(_PREFIX.match(text)) or re.match(r"[-A-Pa-p]{26}:", text.strip()) is not None


def read_xgid(text: str, checkers: int = 15) -> Xgid:
    """Reads an XGID; what is missing of `checkers` is off. Raises GameError."""
    fields = _PREFIX.sub("", text, count=1).strip().split(":")
    if len(fields) not in (9, 10):
        raise GameError("xgid_fields", given=text[:80], count=len(fields))
    upper, lower = _sides(fields[0], checkers)
    turn = _one_of(fields, 4, ("1", "-1"))
    dice, pending = _dice(fields)
    length = _number(fields, 9, 32767)
    rules = _number(fields, 8, 1 if length else 3)
    sides = (upper, lower) if turn == 1 else (lower, upper)
    return Xgid(
        position=Position.of(*sides),
        turn=turn,
        cube=_number(fields, 2, _MOST_CUBE),
        owner=_one_of(fields, 3, ("1", "-1", "0")),
        dice=dice,
        pending=pending,
        score=(_number(fields, 6, 32767), _number(fields, 7, 32767)),
        crawford=bool(length and rules),
        jacoby=not length and bool(rules & 1),
        beavers=not length and bool(rules & 2),
        length=length,
        maximum=_number(fields, 10, _MOST_CUBE) if len(fields) == 10 else 10,
    )


def _sides(board: str, checkers: int) -> tuple[list[int], list[int]]:
    if len(board) != 26:
        raise GameError("xgid_field", field=1, given=board[:40])
    upper, lower = [0] * 27, [0] * 27
    for index, letter in enumerate(board):
        if "A" <= letter <= "O" and index != _LOWER_BAR:
            upper[index] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "o" and index != _UPPER_BAR:
            lower[25 - index] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise GameError("xgid_field", field=1, given=board)
    for side, counts in enumerate((upper, lower)):
        if sum(counts) > checkers:
            raise GameError("xgid_too_many", side=side, count=sum(counts), checkers=checkers)
        counts[OFF] = checkers - sum(counts)
    return upper, lower


def _one_of(fields: list[str], number: int, choices: tuple[str, ...]) -> int:
    given = fields[number - 1].strip()
    if given not in choices:
        raise GameError("xgid_field", field=number, given=given[:40])
    return int(given)


def _number(fields: list[str], number: int, most: int) -> int:
    given = fields[number - 1].strip()
    if not _NUMBER.fullmatch(given) or int(given) > most:
        raise GameError("xgid_field", field=number, given=given[:40])
    return int(given)


def _dice(fields: list[str]) -> tuple[tuple[int, int] | None, str]:
    given = fields[4].strip()
    if given == "00":
        return None, ""
    if given in ("D", "B", "R"):
        return None, given
    if not re.fullmatch(r"[1-6]{2}", given):
        raise GameError("xgid_field", field=5, given=given[:40])
    return (int(given[0]), int(given[1])), ""


def write_xgid(xgid: Xgid) -> str:
    """The XGID in full, with its prefix. Raises GameError `no_position_id` for a board it cannot hold."""
    position = xgid.position if xgid.turn == 1 else xgid.position.turned()
    if position.pinned_own or position.pinned_opponent or position.own[26] or position.opponent[26]:
        raise GameError("no_position_id")
    board = ["-"] * 26
    for place in range(1, BAR + 1):
        if position.opponent[place]:
            board[25 - place] = chr(ord("a") + position.opponent[place] - 1)
        if position.own[place]:
            board[place] = chr(ord("A") + position.own[place] - 1)
    dice = xgid.pending or ("{}{}".format(*xgid.dice) if xgid.dice else "00")
    rules = int(xgid.crawford) if xgid.length else int(xgid.jacoby) + 2 * int(xgid.beavers)
    fields = (xgid.cube, xgid.owner, xgid.turn, dice, *xgid.score, rules, xgid.length, xgid.maximum)
    return f"XGID={''.join(board)}:{':'.join(map(str, fields))}"


def match_facts(xgid: Xgid) -> MatchFacts:
    """The same facts as a match ID holds them; beavers and the largest cube are lost."""
    mover = int(xgid.turn == 1)
    return MatchFacts(
        cube=1 << min(xgid.cube, 15),
        owner={1: 1, -1: 0, 0: None}[xgid.owner],
        mover=mover,
        turn=1 - mover if xgid.pending == "D" else mover,
        crawford=xgid.crawford,
        doubled=xgid.pending == "D",
        dice=xgid.dice,
        length=xgid.length,
        score=(xgid.score[1], xgid.score[0]),
        jacoby=xgid.jacoby,
    )


def xgid_of(position: Position, facts: MatchFacts) -> Xgid:
    """A board, seen by the side on roll, and a match ID's facts as an XGID; a pending resignation is lost."""
    return Xgid(
        position=position,
        turn=1 if facts.mover else -1,
        cube=facts.cube.bit_length() - 1,
        owner={1: 1, 0: -1, None: 0}[facts.owner],
        dice=facts.dice,
        pending="D" if facts.doubled else "",
        score=(facts.score[1], facts.score[0]),
        crawford=facts.crawford,
        jacoby=facts.jacoby,
        length=facts.length,
    )
