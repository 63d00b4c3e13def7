"""Snowie's position text: one line of 40 fields or more between semicolons, seen by the player on roll."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine_c import BAR, Position
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS, excerpt

_NUMBER = re.compile(r"-?[0-9]{1,6}")
_FIELDS, _MOST_FIELDS = 40, 42  # the last ones are not known
_WHOLE = re.compile(r"\s*\d{1,6};[01];\d+;\d+;[01];[^;\n]*;[^;\n]*;[01];(?:-?\d{1,6};){31,33}(?:-?\d{1,6})?\s*")


@dataclass(frozen=True, slots=True)
class SnowiePosition:
    """What such a line says. position: seen by the player on roll, named first; score and owner (0 or 1) likewise."""

    position: Position
    names: tuple[str, str]
    length: int
    jacoby: bool
    crawford: bool
    score: tuple[int, int]
    cube: int
    owner: int | None
    dice: tuple[int, int] | None


def looks_like_snowie(text: str) -> bool:
    """The whole text is one position line."""
    return len(text) < 1000 and bool(_WHOLE.fullmatch(text))


def read_snowie(text: str) -> SnowiePosition:
    """Reads a position line. Raises GameError `snowie_fields` for what is none, or the codes of impossible boards."""
    fields = [field.strip() for field in text.strip().rstrip(";").split(";")]
    if not _FIELDS <= len(fields) <= _MOST_FIELDS:
        raise GameError("snowie_fields", given=excerpt(text))
    numbers = [int(field) if _NUMBER.fullmatch(field) else None for field in fields]
    values = [number for place, number in enumerate(numbers) if place not in (5, 6)]
    if None in values:
        raise GameError("snowie_fields", given=excerpt(text))
    number = [value or 0 for value in numbers]
    dice = (number[38], number[39])
    return SnowiePosition(
        position=_board(number[12:38]),
        names=(fields[5], fields[6]),
        length=number[0],
        jacoby=bool(number[1]),
        crawford=bool(number[7]),
        score=(max(number[8], 0), max(number[9], 0)),
        cube=number[10],
        owner={1: 0, -1: 1}.get(number[11]),
        dice=dice if all(1 <= die <= 6 for die in dice) else None,
    )


def _board(counts: list[int]) -> Position:
    """From the opponent's bar over the points 1 to 24 to one's own bar; the opponent's checkers are negative."""
    own, opponent = [0] * (BAR + 1), [0] * (BAR + 1)
    for place, count in enumerate(counts):
        if count > 0:
            own[place] += count
        else:
            opponent[BAR - place] -= count
    for side, places in enumerate((own, opponent)):
        total = sum(places)
        if total > MOST_CHECKERS or places[0]:
            raise GameError("board_impossible", side=side, count=total, checkers=MOST_CHECKERS)
        places[0] = MOST_CHECKERS - total
    return Position.of(own, opponent)


def board_after(text: str, names: tuple[str, str], side: int) -> Position:
    """The board after a play of `side`, seen by it. The name on roll says whose view is written. Raises GameError."""
    read = read_snowie(text)
    is_own_view = read.names[0] == names[side] and names[0] != names[1]
    return read.position if is_own_view else read.position.turned()
