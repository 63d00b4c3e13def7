"""Rollouts: what positions and plays are worth when games are played out, a slice at a time, on any number of threads.

The dice of a game follow from the seed and its number alone, so every position meets the same ones, the numbers are the
same on any number of threads, and a rollout is taken up again from the results it had.

    rollout = Rollout(RolloutRequest(game, array_of([play.final.turned() for play in plays]), trials=1296, seed=7))
    for progress in rollout.slices(threads=2):     # leave the loop to give it up, or to go on with it later
        show(rollout.found())
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
from engine_c.games import Game
from engine_c.judge import CHANCES, aligned
from engine_c.mind import Held, Mind, mind_of
from engine_c.play import TURN
from engine_c.position import rows_pointer
from engine_c.status import call

SLICE = 0.02  # seconds
STRATUM = 36  # games of which each begins with another pair of dice
_PRICES = np.array([2, 1, 1, -1, -1], float)  # of each chance, in points; 1 is taken off


@dataclass(frozen=True, slots=True, eq=False)
class RolloutRequest:
    """Positions to be played out, each from before the roll of its side on roll; plays by their finals, turned.

    positions: POSITION rows. turns: TURN rows of which the turns made count (None: many).
    trials: games of each position; multiples of 36 use every first roll equally often, of 1,296 every two.
    plies: how far the players look, 0 or 1. truncate: rolls after which a net judges, 0 to play to the end.
    keep, within: what players look at who look ahead: the best so many plays, within so many points.
    is_plain: luck stays in the results, which then vary six times as much for a tenth of the time.
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
class Worth:
    """What the games of one position came to, for its side on roll.

    chances: as judge.CHANCES names them, brought within what chances can be; chance_errors: their standard errors.
    equity: cubeless, in points, of the games as they came out; error: its standard error. games: how many there were.
    With stratified dice the errors are rather too large than too small. Errors of fewer than two games are infinite.
    """

    chances: tuple[float, ...]
    chance_errors: tuple[float, ...]
    equity: float
    error: float
    games: int


class Rollout:
    """A rollout that was begun. Its state is `results`; another one can be given those to go on from.

    results: shape (positions, trials, 5), NaN for games not yet played; a single game's are sums with its luck taken
    off and may lie outside 0 to 1. Raises EngineError: impossible positions (index: the row), settings out of range
    (BAD_SETTING), and as `mind_of` where there are no weights. Raises ValueError for results of another shape.
    """

    def __init__(
        self, request: RolloutRequest, mind: Mind | None = None, results: npt.NDArray[np.float64] | None = None
    ) -> None:
        self.request = request
        shape = len(request.positions), request.trials, len(CHANCES)
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
        return tuple(_worth(games[~np.isnan(games[:, 0])]) for games in self.results)

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How many points position `one` is worth more than `other`, and the standard error of that.

        Of games that both have played: the dice are the same, so that much of the chance falls out.
        """
        games = self.results[[one, other]] @ _PRICES
        gaps = (games[0] - games[1])[~np.isnan(games).any(axis=0)]
        return (float(gaps.mean()), _error(gaps)) if len(gaps) else (0.0, float("inf"))


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
            self._pointer, len(self._block), rollout.request.game.record, rollout._rules,
            rows_pointer(rollout.request.positions) + place, ffi.from_buffer("bg_turn[]", rollout._turns) + place,
            first, count,
        )  # fmt: skip
        self._place, self._first, self._count = place, first, count
        self._results = np.full((count, len(CHANCES)), np.nan)
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


def _worth(games: npt.NDArray[np.float64]) -> Worth:
    """The mean of some games."""
    if not len(games):
        nothing = (0.0,) * len(CHANCES)
        return Worth(nothing, (float("inf"),) * len(CHANCES), 0.0, float("inf"), 0)
    win, gammon, backgammon, lost_gammon, lost_backgammon = games.mean(axis=0)
    win = min(max(win, 0.0), 1.0)
    gammon, lost_gammon = min(max(gammon, 0.0), win), min(max(lost_gammon, 0.0), 1.0 - win)
    chances = win, gammon, min(max(backgammon, 0.0), gammon), lost_gammon, min(max(lost_backgammon, 0.0), lost_gammon)
    equities = games @ _PRICES - 1
    return Worth(
        tuple(float(chance) for chance in chances),
        tuple(_error(column) for column in games.T),
        float(equities.mean()),
        _error(equities),
        len(games),
    )
