"""Looking ahead: which play is best, a slice at a time; what positions are worth some rolls ahead.

A search works in slices of a few hundredths of a second and has a whole answer after the first of them, so it can be
given up, or run out of its time, between any two. Its numbers do not depend on how it was sliced. A search belongs to
one thread at a time; any number of searches may run beside each other.

    search = Search(SearchRequest(game, position, turn, STAGES[2]))
    for progress in search:            # leave the loop to give it up
        show(search.found()[0])
    best = search.found()[0].play
"""

from __future__ import annotations

import time
import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine_c import simd as instructions
from engine_c._engine import ffi, lib
from engine_c.games import Game
from engine_c.judge import aligned
from engine_c.mind import Held, Mind, mind_of
from engine_c.play import STEPS, TURN, Play, Turn, steps_of, turn_array
from engine_c.position import POSITION, Position, array_of, rows_pointer
from engine_c.status import call

MOST_PLIES: int = lib.BG_MOST_PLIES
SLICE = 0.02  # seconds
CLOCK = time.perf_counter
CACHE_BITS = 15  # 32,768 places of 64 bytes

CANDIDATE = np.dtype(
    [("final", POSITION), ("steps", STEPS), ("chances", "<f4", (5,)), ("equity", "<f4"), ("plies", "<i4"),
     ("index", "<i4")]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stage:
    """Look `plies` rolls ahead (1 to 4) for the best `keep` plays, no more than `within` points behind the best."""

    plies: int
    keep: int
    within: float


STAGES: Mapping[int, tuple[Stage, ...]] = MappingProxyType(
    {
        0: (),
        1: (Stage(1, 8, 0.16),),
        2: (Stage(1, 10, 0.20), Stage(2, 5, 0.08)),
        3: (Stage(1, 10, 0.20), Stage(2, 6, 0.10), Stage(3, 3, 0.03)),
    }
)
"""What is looked into when a play is to be found so many plies ahead."""

ANY_TIME: tuple[Stage, ...] = (
    Stage(1, 10, 0.20), Stage(2, 6, 0.10), Stage(3, 3, 0.03), Stage(3, 5, 0.06), Stage(4, 3, 0.02),
)  # fmt: skip
"""Ever wider and deeper, for as long as there is time."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A play to be found.

    turn: the part that is to be played; of a turn with several parts a play is one part.
    stages: what is looked into, their plies not falling; no stages: every final is judged as it lies.
    seconds: give up looking after so long, judging every final apart; None: look into everything.
    alone: 1 play left is looked into as well, for its numbers.
    simd: the widest instructions to use (engine_c.simd).
    """

    game: Game
    position: Position
    turn: Turn
    stages: tuple[Stage, ...] = STAGES[2]
    seconds: float | None = None
    alone: bool = False
    simd: int = instructions.BEST


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search is. stage == stages: everything is found. looked_at of `selected` plays of this stage are done.

    work: positions judged so far.
    """

    work: int
    stage: int
    stages: int
    looked_at: int
    selected: int

    @property
    def is_done(self) -> bool:
        """Is everything found that was asked for?"""
        return self.stage == self.stages


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play and what it is worth to the side that moves, cubeless, `plies` rolls ahead.

    chances: as judge.CHANCES names them; equity in points.
    """

    play: Play
    chances: tuple[float, float, float, float, float]
    equity: float
    plies: int


class _Room:
    """The block of memory a search lives in, taken from those that earlier searches have left."""

    _left: ClassVar[deque[npt.NDArray[np.uint8]]] = deque(maxlen=4)

    def __init__(self) -> None:
        try:
            self.block = self._left.pop()
        except IndexError:
            self.block = aligned(lib.bg_search_size(CACHE_BITS))
        weakref.finalize(self, self._left.append, self.block).atexit = False
        self.pointer, self.size = ffi.from_buffer(self.block), len(self.block)
        self._progress, self._needed = ffi.new("bg_progress *"), ffi.new("size_t *")

    def step(self, mind: Held, work: int) -> SearchProgress:
        now = self._progress
        call(lib.bg_search_step, self.pointer, self.size, mind.pointer, work, now)
        return SearchProgress(now.work, now.stage, now.stages, now.looked_at, now.selected)

    def found(self) -> npt.NDArray[Any]:
        """CANDIDATE rows, best first."""
        call(
            lib.bg_search_found, self.pointer, self.size, ffi.NULL, 0, self._needed, faulty=False, allow_too_small=True
        )
        rows = np.empty(self._needed[0], CANDIDATE)
        into = ffi.from_buffer("bg_candidate[]", rows)
        call(lib.bg_search_found, self.pointer, self.size, into, len(rows), self._needed, faulty=False)
        return rows


class Search:
    """A search that was begun. `step` or iterate; `found` at any time.

    Raises EngineError: an impossible position or part, a game that is over (GAME_OVER), stages out of range
    (BAD_SETTING), and as `mind_of` where there are no weights.
    """

    def __init__(self, request: SearchRequest, mind: Mind | None = None) -> None:
        self.request = request
        self._room = _Room()
        stages = [(stage.plies, min(stage.keep, 1 << 16), stage.within) for stage in request.stages]
        call(
            lib.bg_search_plays,
            self._room.pointer, self._room.size, request.game.record, rows_pointer(array_of([request.position])),
            ffi.from_buffer("bg_turn[]", turn_array([request.turn])), ffi.new("bg_stage[]", stages), len(stages),
            request.alone,
        )  # fmt: skip
        self._mind = Held(mind or mind_of(request.game), request.simd)
        # Judging the finals as they lie is the least a search does.
        self.progress = self._room.step(self._mind, 0)

    def step(self, work: int) -> SearchProgress:
        """Judges about `work` positions more."""
        self.progress = self._room.step(self._mind, work)
        return self.progress

    def __iter__(self) -> Iterator[SearchProgress]:
        """Slices of about SLICE seconds each, until everything is found or the request's time is over."""
        begun = now = CLOCK()
        end = None if self.request.seconds is None else begun + self.request.seconds
        work = 500
        while not self.progress.is_done and (end is None or now < end):
            yield self.step(work)
            before, now = now, CLOCK()
            length = SLICE if end is None else min(SLICE, max(end - now, 0.0))
            work = max(100, min(8 * work, int(work * length / max(now - before, 1e-6))))

    def run(self) -> tuple[Candidate, ...]:
        """All slices at once, then what was found."""
        for _ in self:
            pass
        return self.found()

    def rows(self) -> npt.NDArray[Any]:
        """What is known by now as CANDIDATE rows, best first: finals and chances seen by the side that moves."""
        return self._room.found()

    def found(self) -> tuple[Candidate, ...]:
        """What is known by now, best first."""
        return tuple(
            Candidate(
                Play(Position(row["final"].tobytes()), steps_of(row["steps"])),
                tuple(row["chances"].tolist()),
                float(row["equity"]),
                int(row["plies"]),
            )
            for row in self.rows()
        )


def ranked_plays(request: SearchRequest, mind: Mind | None = None) -> tuple[Candidate, ...]:
    """The plays of a roll, best first, in one go. Raises EngineError as `Search` does."""
    return Search(request, mind).run()


def look_ahead(
    game: Game,
    rows: npt.NDArray[Any],
    turns: npt.NDArray[Any] | None = None,
    plies: int = 2,
    mind: Mind | None = None,
    simd: int = instructions.BEST,
    end: float | None = None,
) -> Iterator[npt.NDArray[np.float32]]:
    """Chances of the side on roll some plies ahead, shape (n, 5), of POSITION rows: the last of what is yielded.

    Yields once a slice; rows not yet looked into hold what they are worth as they lie. turns: TURN rows, of which only
    the turns made count (None: many); no more than 4,096 rows. end: given up at that time of CLOCK, and then nothing
    is yielded at all. Raises EngineError.
    """
    if turns is None:
        turns = np.zeros(len(rows), TURN)
        turns["own_turns"] = turns["opponent_turns"] = 99
    if turns.dtype != TURN or turns.shape != rows.shape or not turns.flags.c_contiguous:
        raise TypeError("turns must be a contiguous array of TURN rows, one for each position")
    room, held = _Room(), Held(mind or mind_of(game), simd)
    call(
        lib.bg_search_positions,
        room.pointer, room.size, game.record, rows_pointer(rows), ffi.from_buffer("bg_turn[]", turns), len(rows), plies,
    )  # fmt: skip
    progress, work = room.step(held, 0), 500
    while end is not None and not progress.is_done:
        if CLOCK() >= end:
            return
        start = CLOCK()
        progress = room.step(held, work)
        work = _next_work(work, start, min(SLICE, end - start))
    while True:
        yield np.ascontiguousarray(room.found()["chances"])
        if progress.is_done:
            return
        start = CLOCK()
        progress = room.step(held, work)
        work = _next_work(work, start, SLICE)


def _next_work(work: int, start: float, seconds: float) -> int:
    """As much work as fills the next slice, after some that was begun at `start`."""
    return max(100, min(8 * work, int(work * seconds / max(CLOCK() - start, 1e-6))))


def chances_ahead(
    game: Game, rows: npt.NDArray[Any], turns: npt.NDArray[Any] | None = None, plies: int = 2, mind: Mind | None = None
) -> npt.NDArray[np.float32]:
    """`look_ahead` in one go."""
    *_, chances = look_ahead(game, rows, turns, plies, mind)
    return chances
