"""GNU Backgammon match IDs: 12 letters for everything about a match but its board and its names.

Player 1 is the upper-case side of an XGID, player 0 the lower-case one.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from game.errors import GameError
from game.formats.ids import decoded

REFUSALS = {
    "no_match_id": ("field", "value"),
    "match_id_tail": ("given",),
    "match_id_state": ("given", "state"),
    "match_id_dice": ("given", "dice"),
    "match_id_score": ("given", "player", "score", "length"),
    "match_id_crawford": ("given", "score", "length"),
    "match_id_crawford_double": ("given",),
}
"""The codes raised here and their facts, besides `id_length` and `id_letter`. field: of MatchFacts, or `pending` of an
Xgid; player: 0 or 1; dice, score: pairs of numbers where nothing else is said."""

_LENGTH = 12
_CENTRED = 3
_LAST_STATE = 4
# Names and widths in bits, from the lowest.
_FIELDS = (
    ("cube", 4),
    ("owner", 2),
    ("mover", 1),
    ("crawford", 1),
    ("state", 3),
    ("turn", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die1", 3),
    ("die2", 3),
    ("length", 15),
    ("score0", 15),
    ("score1", 15),
    ("no_jacoby", 1),
)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What a match ID says.

    cube: its value, before a double that may be pending. owner: 0, 1, or None when centred. mover: who is on roll or
    has rolled; turn: who has to decide now, the other one when a double or a resignation is pending. state: 0 none, 1
    playing, 2 over, 3 ended by resignation, 4 by a drop. doubled: a double is pending. resigned: the level offered by
    the player who is not `turn`, or 0. dice: in the order given. length: in points, 0 for a session; `crawford` belongs
    to matches, `jacoby` to sessions. score: player 0's points, player 1's.
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
    """The match ID, the larger die first. Raises GameError `no_match_id` for a number that has no room in it."""
    exponent = facts.cube.bit_length() - 1
    if facts.cube != 1 << max(exponent, 0):
        raise GameError("no_match_id", field="cube", value=facts.cube)
    high, low = sorted(facts.dice or (0, 0), reverse=True)
    owner = _CENTRED if facts.owner is None else facts.owner
    before = (exponent, owner, facts.mover, facts.crawford, facts.state, facts.turn, facts.doubled, facts.resigned)
    no_jacoby = bool(facts.length) or not facts.jacoby
    values = (*before, high, low, facts.length, *facts.score, no_jacoby)
    bits = at = 0
    for (name, width), value in zip(_FIELDS, values, strict=True):
        if not 0 <= value < 1 << width:
            raise GameError("no_match_id", field=name, value=value)
        bits |= value << at
        at += width
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def read_match_id(text: str) -> MatchFacts:
    """What a match ID says; either die may come first. Raises GameError."""
    bits = decoded(text, _LENGTH)
    field: dict[str, int] = {}
    for name, width in _FIELDS:
        field[name] = bits & ((1 << width) - 1)
        bits >>= width
    if bits:
        raise GameError("match_id_tail", given=text)
    if field["state"] > _LAST_STATE:
        raise GameError("match_id_state", given=text, state=field["state"])
    facts = MatchFacts(
        cube=1 << field["cube"],
        owner=field["owner"] if field["owner"] < 2 else None,
        mover=field["mover"],
        turn=field["turn"],
        crawford=bool(field["crawford"]),
        state=field["state"],
        doubled=bool(field["doubled"]),
        resigned=field["resigned"],
        dice=_dice(text, (field["die1"], field["die2"])),
        length=field["length"],
        score=(field["score0"], field["score1"]),
        jacoby=not field["length"] and not field["no_jacoby"],
    )
    _check_score(text, facts)
    return facts


def _dice(text: str, dice: tuple[int, int]) -> tuple[int, int] | None:
    if dice == (0, 0):
        return None
    if not all(1 <= die <= 6 for die in dice):
        raise GameError("match_id_dice", given=text, dice=dice)
    return dice


def _check_score(text: str, facts: MatchFacts) -> None:
    # Once a game is over its points are counted in, and they may be all that was needed.
    most = facts.length - 1 if facts.state <= 1 else facts.length
    for player, score in enumerate(facts.score):
        if facts.length and score > most:
            raise GameError("match_id_score", given=text, player=player, score=score, length=facts.length)
    if facts.crawford and not is_crawford_score(facts.score, facts.length):
        raise GameError("match_id_crawford", given=text, score=facts.score, length=facts.length)
    if facts.crawford and facts.doubled:
        raise GameError("match_id_crawford_double", given=text)


def is_crawford_score(score: tuple[int, int], length: int) -> bool:
    """Exactly one player needs one point more, so that the Crawford game can be played."""
    return bool(length) and (score[0] == length - 1) != (score[1] == length - 1)
