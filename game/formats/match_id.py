"""GNU Backgammon match IDs: 12 characters for everything about a match but the board and the names.

Player 1 is the upper-case side of an XGID, player 0 the lower-case one.

Refusals: those of `ids.decoded`; `match_id_dice`, `match_id_score`, `match_id_crawford`, `match_id_tail` (given).
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from game.errors import GameError
from game.formats.ids import decoded

LENGTH = 12
_CENTRED = 3
# Name and width of the fields, from the lowest bit.
_FIELDS = (
    ("cube", 4), ("owner", 2), ("mover", 1), ("crawford", 1), ("state", 3), ("turn", 1), ("doubled", 1),
    ("resigned", 2), ("die1", 3), ("die2", 3), ("length", 15), ("score0", 15), ("score1", 15), ("no_jacoby", 1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What a match ID says.

    cube: its value, before the double that may be pending. owner: 0, 1 or None when centred. mover: on roll, or who
    rolled; turn: who has to decide now. state: 0 none, 1 playing, 2 over, 3 resigned, 4 dropped. resigned: level
    offered by the side that is not `turn`. length: 0 is a session, where `jacoby` means something. score: player 0's
    points, then player 1's.
    """

    cube: int = 1
    owner: int | None = None
    mover: int = 1
    turn: int = 1
    crawford: bool = False
    state: int = 1
    doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False


def match_id(facts: MatchFacts) -> str:
    """The ID, the larger die first."""
    high, low = (max(facts.dice), min(facts.dice)) if facts.dice else (0, 0)
    values = (
        facts.cube.bit_length() - 1,
        _CENTRED if facts.owner is None else facts.owner,
        facts.mover,
        facts.crawford,
        facts.state,
        facts.turn,
        facts.doubled,
        facts.resigned,
        high,
        low,
        facts.length,
        *facts.score,
        not facts.jacoby,
    )
    bits = at = 0
    for (_name, width), value in zip(_FIELDS, values, strict=True):
        bits |= (int(value) & ((1 << width) - 1)) << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def read_match_id(text: str) -> MatchFacts:
    """What an ID says. Raises GameError."""
    bits = decoded(text, LENGTH)
    field: dict[str, int] = {}
    for name, width in _FIELDS:
        field[name] = bits & ((1 << width) - 1)
        bits >>= width
    if bits:
        raise GameError("match_id_tail", given=text)
    dice = _dice(text, field["die1"], field["die2"])
    _check_score(text, field)
    return MatchFacts(
        cube=1 << field["cube"],
        owner=field["owner"] if field["owner"] < 2 else None,
        mover=field["mover"],
        turn=field["turn"],
        crawford=bool(field["crawford"]),
        state=field["state"],
        doubled=bool(field["doubled"]),
        resigned=field["resigned"],
        dice=dice,
        length=field["length"],
        score=(field["score0"], field["score1"]),
        jacoby=not field["no_jacoby"] and not field["length"],
    )


def _dice(text: str, first: int, second: int) -> tuple[int, int] | None:
    if first == second == 0:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise GameError("match_id_dice", given=text)
    return first, second


def _check_score(text: str, field: dict[str, int]) -> None:
    length = field["length"]
    away = [length - field[name] for name in ("score0", "score1")]
    if length and min(away) < 0:
        raise GameError("match_id_score", given=text)
    if field["crawford"] and (not length or away.count(1) != 1):
        raise GameError("match_id_crawford", given=text)
