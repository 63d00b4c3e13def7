"""Steps and plays: what is legal with a roll, what comes next in a part being played, and why a step is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.position import BAR, OFF, POSITION, Position, positions_of, rows_pointer
from engine_c.status import EngineError, call, workspace

MAX_STEPS = 4
PART_KINDS = ("roll", "chosen", "complement", "cascade", "rest")

TURN = np.dtype(
    [("own_turns", "<u2"), ("opponent_turns", "<u2"), ("dice", "u1", (2,)), ("steps", "u1"), ("kind", "u1")]
)
"""The numpy row of a turn: turns made before, and the part to be played."""

STEPS = np.dtype([("source", "u1", (MAX_STEPS,)), ("die", "u1", (MAX_STEPS,))])
"""The numpy row of a play's steps; source 0 says that there is no such step."""

_SLICE = 1024  # rolls a call: about a millisecond in most games


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One checker moved by one die. source: own point, 25 bar, 26 reserve."""

    source: int
    die: int

    @property
    def target(self) -> int:
        """Where the checker comes to stand; 0 is off."""
        return max((BAR if self.source >= BAR else self.source) - self.die, OFF)


@dataclass(frozen=True, slots=True)
class Part:
    """What is to be played at once: dice of equal faces are `steps` steps (four as a rule), different ones two.

    kind: 'roll'; 'chosen' after 2-1 and 'complement' (acey-deucey); 'cascade' and 'rest' (gul bara).
    """

    dice: tuple[int, int]
    steps: int
    kind: str = "roll"


@dataclass(frozen=True, slots=True)
class Turn:
    """A part to be played and what a rule must remember besides the board.

    own_turns, opponent_turns: turns made before this one by the side on roll and by the other, passed ones included.
    """

    part: Part
    own_turns: int = 0
    opponent_turns: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """A legal final, seen by the side that moved, and one way to play it."""

    final: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class NextSteps:
    """From a partly played part: the steps that may come next, the board now, and whether one may stop here."""

    steps: tuple[Step, ...]
    now: Position
    may_stop: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step is not allowed ('ALLOWED' if it is). point, number: as `enum bg_why` of engine.h says for each why."""

    why: str
    point: int
    number: int
    opponent_point: int


def turn_row(turn: Turn) -> tuple[int, int, tuple[int, int], int, int]:
    """A turn as a row of TURN. Raises ValueError for numbers that no turn has."""
    part = turn.part
    numbers = (*part.dice, part.steps, turn.own_turns, turn.opponent_turns)
    if len(part.dice) != 2 or part.kind not in PART_KINDS or not all(0 <= number < 256 for number in numbers[:3]):
        raise ValueError(f"{part} is no part of a turn")
    if not all(0 <= number < 65536 for number in numbers[3:]):
        raise ValueError(f"turns are counted from 0 to 65535, not {numbers[3]} and {numbers[4]}")
    return turn.own_turns, turn.opponent_turns, part.dice, part.steps, PART_KINDS.index(part.kind)


def turn_array(turns: Sequence[Turn]) -> npt.NDArray[Any]:
    """Turns as a numpy array of TURN rows."""
    return np.array([turn_row(turn) for turn in turns], TURN)


def _turn_pointer(turn: Turn) -> Any:
    return ffi.from_buffer("bg_turn[]", turn_array([turn]))


def plays_many(
    game: Game, positions: npt.NDArray[Any], turns: npt.NDArray[Any]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[Any], npt.NDArray[Any]]:
    """Legal finals of many rolls: POSITION rows and TURN rows of the same length.

    Returns (ends, finals, steps): the finals of roll i are finals[ends[i - 1] : ends[i]], seen by the side that
    moved, and steps holds one way to play each (STEPS rows). Raises EngineError; its index is the roll.
    """
    if turns.dtype != TURN or turns.shape != positions.shape or not turns.flags.c_contiguous:
        raise TypeError("turns must be a contiguous array of TURN rows, one for each position")
    slices = [
        _plays_slice(game, positions[start : start + _SLICE], turns[start : start + _SLICE], start)
        for start in range(0, len(positions), _SLICE)
    ]
    if not slices:
        return np.empty(0, np.uint32), np.empty(0, POSITION), np.empty(0, STEPS)
    offset = 0
    for slice_ends, slice_finals, _ in slices:
        np.add(slice_ends, np.uint32(offset), out=slice_ends)
        offset += len(slice_finals)
    ends, finals, steps = (np.concatenate(column) for column in zip(*slices, strict=True))
    return ends, finals, steps


def _plays_slice(
    game: Game, positions: npt.NDArray[Any], turns: npt.NDArray[Any], start: int
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[Any], npt.NDArray[Any]]:
    room = 48 * len(positions)
    ends = np.empty(len(positions), np.uint32)
    needed = ffi.new("size_t *")
    while True:
        finals, steps = np.empty(room, POSITION), np.empty(room, STEPS)
        try:
            status = call(
                lib.bg_plays_many,
                game.record,
                rows_pointer(positions),
                ffi.from_buffer("bg_turn[]", turns),
                len(positions),
                *workspace(),
                ffi.from_buffer("uint32_t[]", ends),
                rows_pointer(finals),
                ffi.from_buffer("bg_steps[]", steps),
                room,
                needed,
                allow_too_small=True,
            )
        except EngineError as error:
            error.index += start
            raise
        if status == lib.BG_OK:
            return ends, finals[: needed[0]], steps[: needed[0]]
        room = needed[0]


def legal_plays(game: Game, position: Position, turn: Turn) -> tuple[Play, ...]:
    """The distinct legal finals of a part and one way to play each. A pass is one play without steps.

    Raises EngineError for an impossible position, dice that are none, or a game that is over.
    """
    rows = np.frombuffer(position.data, POSITION)
    _, finals, steps = plays_many(game, rows, turn_array([turn]))
    return tuple(map(Play, positions_of(finals), map(steps_of, steps)))


def steps_of(row: Any) -> tuple[Step, ...]:
    """The steps of a STEPS row."""
    pairs = zip(row["source"].tolist(), row["die"].tolist(), strict=True)
    return tuple(Step(source, die) for source, die in pairs if source)


def _played(steps: Sequence[Step]) -> Any:
    if len(steps) > MAX_STEPS or not all(0 < step.source < 256 and 0 <= step.die < 256 for step in steps):
        raise ValueError(f"{steps} are no steps of a part")
    return ffi.new("bg_steps *", {"from": [step.source for step in steps], "die": [step.die for step in steps]})


def after(game: Game, position: Position, turn: Turn, steps: Sequence[Step]) -> Position:
    """The board after steps of a part, each held against the rules of single steps only. Raises EngineError."""
    result = ffi.new("bg_position *")
    start = ffi.from_buffer("bg_position[]", position.data)
    call(lib.bg_after, game.record, start, _turn_pointer(turn), _played(steps), result)
    return Position(bytes(ffi.buffer(result)))


def is_legal(game: Game, position: Position, turn: Turn, steps: Sequence[Step]) -> bool:
    """Do the steps, each allowed by itself, reach a legal final of the part? Raises EngineError like `legal_plays`."""
    _, finals, _ = plays_many(game, np.frombuffer(position.data, POSITION), turn_array([turn]))
    try:
        reached = after(game, position, turn, steps)
    except EngineError:
        return False
    rows = finals.view(np.uint8).reshape(-1, POSITION.itemsize)
    return bool((rows == np.frombuffer(reached.data, np.uint8)).all(axis=1).any())


def next_steps(game: Game, position: Position, turn: Turn, played: Sequence[Step] = ()) -> NextSteps:
    """The steps from which a legal final can still be reached, after `played` from the part's start `position`.

    Raises EngineError, also when a step of `played` is itself not allowed.
    """
    room = 64  # at most 26 places and two dice
    steps, needed = ffi.new("bg_step[]", room), ffi.new("size_t *")
    now, may_stop = ffi.new("bg_position *"), ffi.new("int32_t *")
    start = ffi.from_buffer("bg_position[]", position.data)
    call(
        lib.bg_next_steps,
        game.record,
        start,
        _turn_pointer(turn),
        _played(played),
        *workspace(),
        steps,
        room,
        needed,
        now,
        may_stop,
    )
    found = tuple(Step(getattr(steps[i], "from"), steps[i].die) for i in range(needed[0]))
    return NextSteps(found, Position(bytes(ffi.buffer(now))), bool(may_stop[0]))


def why_not(game: Game, position: Position, turn: Turn, played: Sequence[Step], step: Step) -> Reason:
    """Why `step` may not come after `played`; 'ALLOWED' exactly when `next_steps` has it. Raises EngineError."""
    reason = ffi.new("bg_reason *")
    start = ffi.from_buffer("bg_position[]", position.data)
    if not (0 <= step.source < 256 and 0 <= step.die < 256):
        raise ValueError(f"{step} is no step")
    call(
        lib.bg_why_not,
        game.record,
        start,
        _turn_pointer(turn),
        _played(played),
        step.source,
        step.die,
        *workspace(),
        reason,
    )
    name = str(ffi.string(lib.bg_why_name(reason.why)).decode())
    return Reason(name, reason.point, reason.number, reason.opponent_point)
