"""The rows of a match file: a numbered line split into what the left and the right player did."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from game.errors import GameError
from game.formats.ids import excerpt
from game.formats.snowie import board_after
from game.formats.written import Act, CubeWord, Resigned, Result, Turn, Unreadable

_WORDS = {
    "double": "double", "doubles": "double", "redouble": "double", "redoubles": "double",
    "beaver": "beaver", "beavers": "beaver", "raccoon": "raccoon", "raccoons": "raccoon",
    "take": "take", "takes": "take", "accept": "take", "accepts": "take",
    "drop": "pass", "drops": "pass", "pass": "pass", "passes": "pass", "reject": "pass", "rejects": "pass",
    "resign": "resign", "resigns": "resign", "win": "win", "wins": "win",
}  # fmt: skip
_STARTS = re.compile(
    rf"(?<![\d/*(-])(?<!then )(?P<dice>\d\d):|\b(?P<word>{'|'.join(_WORDS)})\b", re.IGNORECASE | re.ASCII
)
_NUMBER = re.compile(r"\d{1,9}")
_NOTHING = re.compile(r"(?:cannot|can't|can not|no)\s*(?:legal\s+)?(?:move|play)s?|dances?", re.IGNORECASE)
_UNPLAYED = re.compile(r"\?{2,}")
_ILLEGAL = re.compile(r"illegal play\s*\((.*?)\)?$", re.IGNORECASE)
_THEN = re.compile(r"\s+then\s+", re.IGNORECASE)
_LEFT, _RIGHT = 0, 1
_TOLERANCE = 8


@dataclass(slots=True)
class Columns:
    """Where the right player's things are on a line. right: the column of its name, None where columns were lost."""

    right: int | None = None

    def side_of(self, column: int, start: int) -> int | None:
        """The side of something at a column of a row whose cells start at `start`; None where it is not clear."""
        if self.right is None:
            return None
        near = start + _TOLERANCE // 2
        if column <= near and 2 * column < start + self.right:
            return _LEFT
        return _RIGHT if column >= max(self.right - _TOLERANCE, min(self.right, near + 1)) else None


@dataclass(slots=True)
class Rows:
    """The rows of a game, read one after the other. names: for boards written after illegal plays."""

    columns: Columns
    names: tuple[str, str]
    acts: list[Act] = field(default_factory=list)
    result: Result | None = None
    extra_results: list[int] = field(default_factory=list)
    last: int | None = None  # who acted last: the sides always take turns

    def read(self, line: int, text: str, start: int) -> None:
        """A row: `text` is the whole line, its cells begin at column `start`."""
        found = list(_STARTS.finditer(text, start))
        if not found:
            if text[start:].strip():
                self.acts.append(Unreadable(line, "row_unreadable", {"given": excerpt(text.strip())}))
            return
        actions = [match for match in found if (match["word"] or "").lower() not in ("win", "wins")]
        for place, match in enumerate(found):
            end = found[place + 1].start() if place + 1 < len(found) else len(text)
            body = text[match.end() : end].strip()
            is_result = match not in actions
            if is_result:
                self._result(line, match.start(), start, body, after=bool(actions))
            else:
                side = self._side(match.start(), start, actions.index(match), len(actions))
                self._cell(line, side, match, body)

    def _side(self, column: int, start: int, place: int, count: int) -> int:
        if count > 1:
            return min(place, _RIGHT)
        clear = self.columns.side_of(column, start)
        if clear is not None:
            return clear
        return _RIGHT if self.last is None else 1 - self.last

    def _cell(self, line: int, side: int, match: re.Match[str], body: str) -> None:
        self.last = side
        word = _WORDS.get((match["word"] or "").lower())
        if word == "resign":
            self.acts.append(Resigned(line, side))
        elif word is not None:
            value = _NUMBER.search(body)
            self.acts.append(CubeWord(line, side, word, int(value[0]) if value else None))
        else:
            self._roll(line, side, match["dice"], body)

    def _roll(self, line: int, side: int, digits: str, body: str) -> None:
        dice = int(digits[0]), int(digits[1])
        if not all(1 <= die <= 6 for die in dice):
            self.acts.append(Unreadable(line, "not_a_roll", {"given": digits}))
            return
        illegal = _ILLEGAL.search(body)
        if illegal:
            self._with_board(line, side, dice, illegal[1])
            return
        first, *rest = _THEN.split(body)
        self.acts.append(Turn(line, side, dice, play_text(first)))
        for part in rest:
            self._part(line, side, part)

    def _part(self, line: int, side: int, text: str) -> None:
        """One more part of a turn: its own dice, chosen or thrown again, and its play."""
        digits, _colon, body = text.partition(":")
        if not re.fullmatch("[1-6][1-6]", digits.strip()):
            self.acts.append(Unreadable(line, "not_a_roll", {"given": excerpt(text)}))
            return
        dice = digits.strip()
        self.acts.append(Turn(line, side, (int(dice[0]), int(dice[1])), play_text(body)))

    def _with_board(self, line: int, side: int, dice: tuple[int, int], fields: str) -> None:
        try:
            board = board_after(fields, self.names, side)
        except GameError as error:
            self.acts.append(Unreadable(line, error.code, error.facts))
            return
        self.acts.append(Turn(line, side, dice, (), board))

    def _result(self, line: int, column: int, start: int, body: str, after: bool) -> None:
        points = _NUMBER.search(body)
        self.won(line, _RIGHT if after else self.columns.side_of(column, start), int(points[0]) if points else 1)

    def won(self, line: int, side: int | None, points: int) -> None:
        """The result of the game; a second one is ignored."""
        if self.result is None:
            self.result = Result(line, side, points)
        else:
            self.extra_results.append(line)

    def go_on(self, text: str) -> bool:
        """A line that only continues the play of the row before, torn off where lines were wrapped."""
        last = self.acts[-1] if self.acts else None
        if not isinstance(last, Turn) or not isinstance(last.play, str):
            return False
        self.acts[-1] = Turn(last.line, last.side, last.dice, f"{last.play} {text.strip()}", last.final)
        return True


def play_text(body: str) -> str | None:
    """A play without the words that stand for none; None for dice that were not played."""
    body = body.strip().rstrip(".")
    if _UNPLAYED.fullmatch(body):
        return None
    return "" if _NOTHING.fullmatch(body) else body
