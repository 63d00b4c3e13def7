"""Turns of several parts: what is to be played first, what follows a part, and the finals of a whole turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.play import PART_KINDS, Part, Play, Step, Turn, plays_many, steps_of, turn_array
from engine_c.position import POSITION, Position, array_of, positions_of
from engine_c.status import call

THEN = ("end", "play", "choose", "roll", "opponent")


@dataclass(frozen=True, slots=True)
class Follow:
    """What comes after a part.

    then: 'end' of the turn; 'play' another part; 'choose' a number; 'roll' again; 'opponent' plays `part` before his
    own roll.
    """

    then: str
    part: Part | None = None


END = Follow("end")
_Item = TypeVar("_Item")


class TooManyFinalsError(ValueError):
    """A whole turn of cascading doubles has more finals than were asked for at most: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the turn has more than {limit} finals")
        self.limit = limit


def _part(record: Any) -> Part:
    return Part((record.die[0], record.die[1]), record.steps, PART_KINDS[record.kind])


def first_part(game: Game, dice: tuple[int, int], own_turns: int = 0) -> Part:
    """What a roll gives to play. Raises EngineError for a die that is none."""
    part = ffi.new("bg_part *")
    call(lib.bg_first_part, game.record, min(own_turns, 65535), *_bytes(dice), part, faulty=False)
    return _part(part)


def chosen_part(game: Game, number: int) -> Part:
    """The double chosen after 2-1. Raises EngineError for a number that is none or a game without the choice."""
    part = ffi.new("bg_part *")
    call(lib.bg_chosen_part, game.record, *_bytes((number,)), part, faulty=False)
    return _part(part)


def _bytes(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers that fit a byte of C; what does not fit becomes 0, which no die shows."""
    return tuple(number if 0 <= number < 256 else 0 for number in numbers)


def next_part(game: Game, position: Position, turn: Turn, played: int) -> Follow:
    """What follows after `played` steps of the part in `turn` led to `position`. Raises EngineError."""
    follow = ffi.new("bg_follow *")
    rows = ffi.from_buffer("bg_position[]", position.data)
    turns = turn_array([turn])
    call(lib.bg_next_part, game.record, rows, ffi.from_buffer("bg_turn[]", turns), min(played, 255), follow)
    then = THEN[follow.then]
    return Follow(then, _part(follow.part) if then in ("play", "opponent") else None)


def whole_turn(
    game: Game,
    position: Position,
    dice: tuple[int, int],
    own_turns: int = 0,
    opponent_turns: int = 0,
    limit: int = 200_000,
) -> tuple[Play, ...]:
    """Legal finals of a roll with one way to play each; of a cascading double, those of all its stages together.

    What follows a part in acey-deucey (complement, chosen double, new roll) is a decision of its own and not part of
    it. Raises EngineError, and TooManyFinalsError when more than `limit` boards would have to be kept: an early 1-1 of
    gul bara can end in millions of ways.
    """
    finals: _Boards = {}
    boards: _Boards = {position: ()}
    part: Part | None = first_part(game, dice, own_turns)
    while part is not None:
        turn, part = Turn(part, own_turns, opponent_turns), None
        going_on: _Boards = {}
        for board, steps, follow in _played_on(game, boards, turn):
            goes_on = follow.then == "play" and follow.part is not None and follow.part.kind == "cascade"
            (going_on if goes_on else finals).setdefault(board, steps)
            part = follow.part if goes_on else part
            if len(finals) + len(going_on) > limit and turn.part.kind == "cascade":
                raise TooManyFinalsError(limit)
        boards = going_on
    return tuple(Play(final, steps) for final, steps in finals.items())


_Boards = dict[Position, tuple[Step, ...]]
_CHUNK = 64  # boards played on at once


def _played_on(game: Game, boards: _Boards, turn: Turn) -> Iterator[tuple[Position, tuple[Step, ...], Follow]]:
    """The finals of the part from each board, with all steps that led there and what follows; some come repeatedly."""
    follows: dict[int, Follow] = {}  # by the number of steps played, where nobody has won
    for chunk in _batched(boards.items(), _CHUNK):
        rows = array_of([board for board, _steps in chunk])
        ends, final_rows, step_rows = plays_many(game, rows, np.repeat(turn_array([turn]), len(rows)))
        distinct = np.sort(np.unique(final_rows.view(f"V{POSITION.itemsize}"), return_index=True)[1])
        is_over = game.outcomes(final_rows[distinct])[:, 0] != 0
        origins = np.searchsorted(ends, distinct, side="right")
        for final, index, origin, over in zip(
            positions_of(final_rows[distinct]), distinct, origins, is_over, strict=True
        ):
            steps = steps_of(step_rows[index])
            follow = END if over else follows.get(len(steps)) or next_part(game, final, turn, len(steps))
            if not over:
                follows[len(steps)] = follow
            yield final, chunk[origin][1] + steps, follow


def _batched(items: Iterable[_Item], size: int) -> Iterator[tuple[_Item, ...]]:
    """Items in groups of at most `size`."""
    iterator = iter(items)
    while group := tuple(islice(iterator, size)):
        yield group
