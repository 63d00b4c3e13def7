"""The log of moves that FIBS and its clients keep: one line a turn, both players' points in X's numbering.

X is side 0 and moves down, O is side 1 and moves up; logs in which O's points are its own already exist too.
"""

from __future__ import annotations

import re

from engine_c import BAR, OFF
from game.errors import GameError
from game.formats.decoding import refuse_long_lines
from game.formats.ids import excerpt
from game.formats.lines import LONGEST_MATCH
from game.formats.notation import Hop
from game.formats.reading import Problem
from game.formats.written import CubeWord, Resigned, Turn, Unreadable, WrittenGame, WrittenMatch

_SCORE = re.compile(
    r"\s*Score is (\d{1,6})-(\d{1,6})(?: in an? (\d{1,6}) point match)?(?: between (\S+) and (\S+?)\.?)?\s*$",
    re.IGNORECASE,
)
_NAMES = re.compile(r"\s*(\S+) is X - (\S+) is O\b", re.IGNORECASE)
_ROLL = re.compile(r"\s*([XO]): \(([1-6]) ([1-6])\)\s*(.*)$")
_WORD = re.compile(r"\s*([XO]): (\w.*)$")
_HOP = re.compile(r"(bar|\d{1,2})-(off|\d{1,2})\*?", re.IGNORECASE)
_CUBE = {"doubles": "double", "redoubles": "double", "accepts": "take", "rejects": "pass", "beavers": "beaver"}
_SIDES = {"X": 0, "O": 1}


def looks_like_fibs(text: str) -> bool:
    """A score is said, and who is X."""
    lines = text[:100_000].split("\n")
    return any(map(_SCORE.match, lines)) and any(map(_NAMES.match, lines))


def read_matches(text: str) -> tuple[list[WrittenMatch], list[list[Problem]]]:
    """The match of a log. Raises GameError `no_match_found`."""
    refuse_long_lines(text)
    lines = text.split("\n")
    match = WrittenMatch(line=1)
    goes_up = _other_goes_up(lines)
    score: tuple[int, int] | None = None
    between: tuple[str, str] | None = None
    for number, line in enumerate(lines, 1):
        if found := _SCORE.match(line):
            score = int(found[1]), int(found[2])
            between = (found[4], found[5]) if found[4] else between
            match.length = min(int(found[3] or match.length), LONGEST_MATCH)
        elif found := _NAMES.match(line):
            match.names = found[1], found[2]
            is_turned = between is not None and between[0] == match.names[1] != match.names[0]
            turned = None if score is None else score[::-1] if is_turned else score
            match.games.append(WrittenGame(number, len(match.games) + 1, turned))
        elif match.games:
            _act(match.games[-1], number, line, goes_up)
    if not match.games:
        raise GameError("no_match_found")
    return [match], [[]]


def _other_goes_up(lines: list[str]) -> bool:
    """O's points are in X's numbering, where they rise."""
    for line in lines:
        found = _ROLL.match(line)
        for source, target in _HOP.findall(found[4]) if found and found[1] == "O" else ():
            if source.isdigit() and target.isdigit():
                return int(source) < int(target)
    return True


def _act(game: WrittenGame, number: int, line: str, goes_up: bool) -> None:
    if found := _ROLL.match(line):
        side = _SIDES[found[1]]
        dice = int(found[2]), int(found[3])
        words = found[4].split()
        hops = [_hop(word, side == 1 and goes_up) for word in words]
        if all(hop is not None for hop in hops):
            game.acts.append(Turn(number, side, dice, tuple(hop for hop in hops if hop is not None)))
        elif re.match(r"can'?t move|cannot move", found[4], re.IGNORECASE):
            game.acts.append(Turn(number, side, dice, ()))
        else:
            game.acts.append(Unreadable(number, "row_unreadable", {"given": excerpt(line.strip())}))
    elif found := _WORD.match(line):
        side, word = _SIDES[found[1]], found[2].strip(" .").lower()
        if word in _CUBE:
            game.acts.append(CubeWord(number, side, _CUBE[word]))
        elif word.startswith("wants to resign"):
            game.acts.append(Resigned(number, side))


def _hop(word: str, is_turned: bool) -> Hop | None:
    found = _HOP.fullmatch(word)
    if not found:
        return None
    source = BAR if found[1].lower() == "bar" else int(found[1])
    target = OFF if found[2].lower() == "off" else int(found[2])
    if is_turned:
        source = source if found[1].lower() == "bar" else BAR - source
        target = target if found[2].lower() == "off" else BAR - target
    return (source, target) if 1 <= source <= BAR and 0 <= target < BAR and source != target else None
