"""Rollouts: what positions and plays are worth when games are played out, a slice at a time, on any number of threads.

The dice of a game follow from the seed and its number alone, so every position meets the same ones, the numbers are the
same on any number of threads, and a rollout is taken up again from the results it had.

    rollout = Rollout(RolloutRequest(game, array_of([play.final.turned() for play in plays]), trials=1296, seed=7))
    for progress in rollout.slices(threads=2):     # leave the loop to give it up, or to go on with it later
        show(rollout.found())

With a `view` of the cube both sides turn it on the way, and `Worth.cubeful` says what the position is worth with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import simd as instructions
from engine_c._engine import ffi, lib
from engine_c.cube import CubeView, MatchTable, Verdict, cube_record, settled, table_record
from engine_c.games import Game
from engine_c.judge import CHANCES, aligned
from engine_c.mind import Held, Mind, mind_of
from engine_c.play import TURN
from engine_c.position import rows_pointer
from engine_c.status import call

SLICE = 0.02  # seconds
STRATUM = 36  # games of which each begins with another pair of dice
_BRANCHES = 2  # results of a cube: without a double, doubled and taken
_PRICES = np.array([2, 1, 1, -1, -1], float)  # of each chance, in points; 1 is taken off


@dataclass(frozen=True, slots=True, eq=False)
class RolloutRequest:
    """Positions to be played out, each from before the roll of its side on roll; plays by their finals, turned.

    positions: POSITION rows. turns: TURN rows of which the turns made count (None: many).
    trials: games of each position; multiples of 36 use every first roll equally often, of 1,296 every two.
    plies: how far the players look, 0 or 1. truncate: rolls after which a net judges, 0 to play to the end.
    keep, within: what players look at who look ahead: the best so many plays, within so many points.
    is_plain: luck stays in the results, which then vary six times as much for a tenth of the time.
    view: the cube and the score as the side on roll sees them, None for games without a cube. table: of a match, the
    one of games with a cube when left out.
    """

    game: Game
    positions: npt.NDArray[Any]
    turns: npt.NDArray[Any] | None = None
    trials: int = 1296
    seed: int = 0
    plies: int = 0
    truncate: int = 0
    keep: int = 5
    within: float = 0.08
    is_plain: bool = False
    view: CubeView | None = None
    table: MatchTable | None = None
    simd: int = instructions.BEST


@dataclass(frozen=True, slots=True)
class RolloutProgress:
    """Games done of all that are to be played, over all positions."""

    done: int
    total: int

    @property
    def is_done(self) -> bool:
        """Is every game played?"""
        return self.done == self.total


@dataclass(frozen=True, slots=True)
class Cubeful:
    """What a position is worth with the cube, to its side on roll, per unit of the cube as it stands.

    no_double, take: rolled out without a double and doubled and taken, and their standard errors; gap_error: that of
    their difference, whose games had the same dice. verdict: what follows.
    """

    no_double: float
    no_double_error: float
    take: float
    take_error: float
    gap_error: float
    verdict: Verdict

    @property
    def error(self) -> float:
        """The standard error of the verdict's value."""
        if self.verdict.value == self.no_double:
            return self.no_double_error
        return 0.0 if self.verdict.value == self.verdict.pass_ else self.take_error


@dataclass(frozen=True, slots=True)
class Worth:
    """What the games of one position came to, for its side on roll.

    chances: as judge.CHANCES names them, brought within what chances can be; chance_errors: their standard errors.
    equity: cubeless, in points, of the games as they came out; error: its standard error. games: how many there were.
    With stratified dice the errors are rather too large than too small. Errors of fewer than two games are infinite.
    cubeful: None in games without a cube.
    """

    chances: tuple[float, ...]
    chance_errors: tuple[float, ...]
    equity: float
    error: float
    games: int
    cubeful: Cubeful | None = None


class Rollout:
    """A rollout that was begun. Its state is `results`; another one can be given those to go on from.

    results: shape (positions, trials, 5), with a cube 7 (no double; doubled and taken), NaN for games not yet played; a
    single game's are sums with its luck taken off and may lie outside 0 to 1. Raises EngineError: impossible positions
    (index: the row), settings out of range (BAD_SETTING), a cube that cannot be (BAD_CUBE), and as `mind_of` where
    there are no weights. Raises ValueError for results of another shape.
    """

    def __init__(
        self, request: RolloutRequest, mind: Mind | None = None, results: npt.NDArray[np.float64] | None = None
    ) -> None:
        self.request = request
        self._columns = len(CHANCES) + (0 if request.view is None else _BRANCHES)
        shape = len(request.positions), request.trials, self._columns
        if results is not None and results.shape != shape:
            raise ValueError(f"results of shape {results.shape} do not fit a rollout of shape {shape}")
        self.results = np.full(shape, np.nan) if results is None else np.array(results, float)
        self._turns = _many_turns(len(request.positions)) if request.turns is None else request.turns
        if self._turns.dtype != TURN or self._turns.shape != request.positions.shape:
            raise TypeError("turns must be an array of TURN rows, one for each position")
        self._mind = Held(mind or mind_of(request.game), request.simd)
        self._rules = ffi.new("bg_rollout_rules *")
        self._rules.seed, self._rules.plies, self._rules.truncate = request.seed, request.plies, request.truncate
        self._rules.keep, self._rules.within, self._rules.is_plain = request.keep, request.within, request.is_plain
        self._table = ffi.NULL if request.view is None else table_record(request.view, request.table)
        self._cube = ffi.NULL if request.view is None else cube_record(request.view)
        worker = _Worker(self)
        for place in range(len(request.positions)):
            worker.begin(place, 0, 0)  # so that what is wrong is said at once

    @property
    def progress(self) -> RolloutProgress:
        """How far it is."""
        done = int(np.count_nonzero(~np.isnan(self.results[:, :, 0])))
        return RolloutProgress(done, self.results.shape[0] * self.results.shape[1])

    def slices(self, threads: int = 1) -> Iterator[RolloutProgress]:
        """Plays all games that are missing, on so many threads; yields about every SLICE seconds.

        Leaving the loop ends it within a slice. The positions advance side by side, 36 games of each at a time.
        """
        batches = self._missing()
        with ThreadPoolExecutor(max(1, threads)) as pool:
            workers = [_Worker(self) for _ in range(max(1, threads))]
            running: dict[Future[bool], _Worker] = {}
            try:
                idle = workers
                while True:
                    for worker in idle:
                        batch = None if worker.is_busy else next(batches, None)
                        if batch:
                            worker.begin(*batch)
                        if worker.is_busy:
                            running[pool.submit(worker.step)] = worker
                    if not running:
                        return
                    ended = wait(running, return_when=FIRST_COMPLETED).done
                    idle = [running.pop(future) for future in ended if future.result() is not None]
                    yield self.progress
            finally:
                wait(running)

    def _missing(self) -> Iterator[tuple[int, int, int]]:
        """Batches of games not yet played: position, first game, how many."""
        positions, trials = self.results.shape[:2]
        for first in range(0, trials, STRATUM):
            for place in range(positions):
                games = np.flatnonzero(np.isnan(self.results[place, first : first + STRATUM, 0]))
                if len(games):  # a batch broken off is played from its first missing game on
                    start = first + int(games[0])
                    yield place, start, min(first + STRATUM, trials) - start

    def run(self, threads: int = 1) -> tuple[Worth, ...]:
        """All slices at once, then what was found."""
        for _ in self.slices(threads):
            pass
        return self.found()

    def found(self) -> tuple[Worth, ...]:
        """What each position is worth by the games played so far, in the order of the request."""
        return tuple(
            _worth(games[~np.isnan(games[:, 0])], self.request.view, self.request.table) for games in self.results
        )

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How many points position `one` is worth more than `other`, and the standard error of that; with a cube, in
        equities of the best that their sides on roll can do with it.

        Of games that both have played: the dice are the same, so that much of the chance falls out.
        """
        games = np.stack([self._equities(place) for place in (one, other)])
        gaps = (games[0] - games[1])[~np.isnan(games).any(axis=0)]
        return (float(gaps.mean()), _error(gaps)) if len(gaps) else (0.0, float("inf"))

    def _equities(self, place: int) -> npt.NDArray[np.float64]:
        """What each game of a position came to, NaN where it is not played."""
        games = self.results[place]
        if self.request.view is None:
            return np.asarray(games[:, : len(CHANCES)] @ _PRICES - 1)
        cubeful = self.found()[place].cubeful
        assert cubeful
        branch = 0 if not cubeful.verdict.doubles else 1
        passed = branch and not cubeful.verdict.takes
        return np.where(np.isnan(games[:, 0]), np.nan, 1.0 if passed else games[:, len(CHANCES) + branch])


class _Worker:
    """One thread's block of memory and the batch of games it is playing."""

    def __init__(self, rollout: Rollout) -> None:
        self._rollout = rollout
        self._block = aligned(lib.bg_rollout_size())
        self._pointer, self._done = ffi.from_buffer(self._block), ffi.new("int64_t *")
        self._rate = 100_000.0  # judgements a second, found out as it goes
        self.is_busy = False

    def begin(self, place: int, first: int, count: int) -> None:
        rollout = self._rollout
        call(
            lib.bg_rollout_begin,
            self._pointer, len(self._block), rollout.request.game.record, rollout._rules, rollout._table,
            rollout._cube, rows_pointer(rollout.request.positions) + place,
            ffi.from_buffer("bg_turn[]", rollout._turns) + place, first, count,
        )  # fmt: skip
        self._place, self._first, self._count = place, first, count
        self._results = np.full((count, rollout._columns), np.nan)
        self.is_busy = count > 0

    def step(self) -> bool:
        """A slice of the batch; what is done by now is put among the rollout's results. Returns whether it is whole."""
        start = time.perf_counter()
        work = int(self._rate * SLICE) + 1
        into = ffi.from_buffer("double[]", self._results)
        mind = self._rollout._mind.pointer
        call(lib.bg_rollout_step, self._pointer, len(self._block), mind, work, into, self._count, self._done)
        done = self._done[0]
        if done < self._count:  # or else it was not all that work
            self._rate = min(work / max(time.perf_counter() - start, 1e-6), 2 * self._rate, 1e8)
        self._rollout.results[self._place, self._first : self._first + done] = self._results[:done]
        self.is_busy = done < self._count
        return not self.is_busy


def _many_turns(count: int) -> npt.NDArray[Any]:
    turns = np.zeros(count, TURN)
    turns["own_turns"] = turns["opponent_turns"] = 99
    return turns


def _error(values: npt.NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("inf")


def _worth(games: npt.NDArray[np.float64], view: CubeView | None, table: MatchTable | None) -> Worth:
    """The mean of some games."""
    if not len(games):
        nothing = (0.0,) * len(CHANCES)
        return Worth(nothing, (float("inf"),) * len(CHANCES), 0.0, float("inf"), 0)
    chances = games[:, : len(CHANCES)]
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.mean(axis=0)
    win = min(max(win, 0.0), 1.0)
    gammon, lost_gammon = min(max(gammon, 0.0), win), min(max(lost_gammon, 0.0), 1.0 - win)
    found = win, gammon, min(max(backgammon, 0.0), gammon), lost_gammon, min(max(lost_backgammon, 0.0), lost_gammon)
    equities = chances @ _PRICES - 1
    return Worth(
        tuple(float(chance) for chance in found),
        tuple(_error(column) for column in chances.T),
        float(equities.mean()),
        _error(equities),
        len(games),
        None if view is None else _cubeful(games[:, len(CHANCES) :], view, table),
    )


def _cubeful(branches: npt.NDArray[np.float64], view: CubeView, table: MatchTable | None) -> Cubeful:
    no_double, take = (float(mean) for mean in branches.mean(axis=0))
    errors = [_error(column) for column in branches.T]
    gap_error = _error(branches[:, 1] - branches[:, 0])
    return Cubeful(no_double, errors[0], take, errors[1], gap_error, settled(view, no_double, take, table))
