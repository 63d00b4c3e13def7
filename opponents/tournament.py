"""Everybody against everybody: blocks of tables shared out among threads, each result kept as it comes, then a table.

A result is plain JSON, so that a tournament that was interrupted goes on from what was kept.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from engine_c import POSITION
from opponents.grading import Depth, interval, losses
from opponents.league import PAIRS, Block, BlockResult, Conditions
from opponents.participants import LeftError, Seated, SeatFailedError
from opponents.trained import has_weights
from opponents.traits import TRAITS

Json = dict[str, Any]
_DECISIONS_A_GAME = 18  # of one side, between several plays
_PLAIN_LOOK = Depth(trials=0)


class ParticipantFailedError(Exception):
    """Somebody gave no answer that counts. place: of the participant in the plan; error: why."""

    def __init__(self, place: int, error: Exception) -> None:
        super().__init__(str(error))
        self.place, self.error = place, error


@dataclass(frozen=True)
class Plan:
    """names: who plays, two or more; games: of each two, made even; judged: decisions of each that are judged."""

    conditions: Conditions
    names: tuple[str, ...]
    games: int
    judged: int = 0

    @property
    def fixtures(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom."""
        return tuple(itertools.combinations(range(len(self.names)), 2))

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """What is to be done: a fixture, a block of it, and its pairs of tables."""
        pairs = ceil(self.games / 2)
        for number in range(ceil(pairs / PAIRS)):
            for fixture in range(len(self.fixtures)):
                yield fixture, number, min(PAIRS, pairs - number * PAIRS)

    @property
    def sample_every(self) -> int:
        """One of so many decisions is judged."""
        if not self.judged:
            return 0
        met = self.games * (len(self.names) - 1) * max(self.conditions.length, 1) * _DECISIONS_A_GAME
        return max(met // self.judged, 1)


def play(
    plan: Plan,
    seats: Callable[[], Sequence[Seated]],
    kept: Iterable[Json] = (),
    threads: int = 1,
    step: Callable[[], None] = lambda: None,
    fails: Callable[[int, Exception], None] | None = None,
) -> Iterator[Json]:
    """Results of the pieces that are not among those `kept`, as they are done.

    seats: makes the participants; each thread has its own. step: called now and then in the threads; raises to give up.
    fails: told the place of a participant that has failed, and why; it is left out from then on, and the others play
    on. Without it ParticipantFailedError is raised.
    """
    done = {(result["fixture"], result["block"]) for result in kept}
    is_left = threading.Event()

    def going_on() -> None:
        if is_left.is_set():
            raise LeftError
        step()

    out: set[int] = set()
    missing = (
        piece for piece in plan.pieces() if piece[:2] not in done and not out.intersection(plan.fixtures[piece[0]])
    )
    own = threading.local()
    made: list[Seated] = []

    def work(piece: tuple[int, int, int]) -> Json:
        if not hasattr(own, "seats"):
            own.seats = seats()
            made.extend(own.seats)
        return _played(plan, own.seats, piece, going_on)

    with ThreadPoolExecutor(max(1, threads)) as pool:
        running: set[Future[Json]] = set()
        try:
            while True:
                running |= {pool.submit(work, piece) for piece in itertools.islice(missing, threads - len(running))}
                if not running:
                    return
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    error = future.exception()
                    if isinstance(error, ParticipantFailedError) and fails is not None:
                        if error.place not in out:
                            out.add(error.place)
                            fails(error.place, error.error)
                        continue
                    yield future.result()
        finally:  # whoever leaves waits for no game, and for no answer
            is_left.set()
            for seat in made:
                seat.close()
            for future in running:
                future.cancel()


def _played(plan: Plan, seats: Sequence[Seated], piece: tuple[int, int, int], step: Callable[[], None]) -> Json:
    fixture, number, pairs = piece
    sides = plan.fixtures[fixture]
    opponents = [seats[side] for side in sides]
    try:
        result = Block(plan.conditions, opponents, number, pairs, plan.sample_every).play(step)
    except SeatFailedError as failed:
        role = next(role for role, opponent in enumerate(opponents) if opponent is failed.seat)
        raise ParticipantFailedError(sides[role], failed.error) from failed
    return _as_json(fixture, number, result) | {"costs": _judged(plan, result, step)}


def _judged(plan: Plan, result: BlockResult, step: Callable[[], None]) -> list[list[float]]:
    """What the decisions kept have cost, by participant."""
    found: list[list[float]] = [[], []]
    for each in result.sample:
        step()
        row = np.frombuffer(each.position, POSITION)
        costs = losses(plan.conditions.game, row, each.turn, [each.final], _PLAIN_LOOK)
        if costs is not None:
            found[each.by].append(round(float(costs[0]), 6))
    return found


def _as_json(fixture: int, number: int, result: BlockResult) -> Json:
    return {
        "fixture": fixture,
        "block": number,
        "points": result.points.tolist(),
        "luck": [round(float(luck), 9) for luck in result.luck],
        "games": result.games.tolist(),
        "sums": np.round(result.sums, 6).tolist(),
        "counts": result.counts.astype(int).tolist(),
    }


@dataclass(frozen=True)
class Score:
    """A mean and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Meeting:
    """One fixture, seen by the first: plain results and with the luck taken off, points a game or shares of matches.

    None stands for what nobody has measured: no game was played, or the luck not looked at.
    """

    first: str
    second: str
    tables: int
    games: int
    plain: Score | None
    adjusted: Score | None


@dataclass(frozen=True)
class Standing:
    """A participant over all fixtures. rate: PR with its 95 % interval, over `judged` decisions; traits by name.

    None stands for what nobody has measured.
    """

    name: str
    tables: int
    plain: Score | None
    adjusted: Score | None
    rate: tuple[float, float, float] | None
    judged: int
    traits: Mapping[str, Score | None]


def meetings(plan: Plan, results: Sequence[Json]) -> list[Meeting]:
    """All fixtures."""
    found = []
    for number, (first, second) in enumerate(plan.fixtures):
        mine = _of(results, number)
        plain, adjusted = _scores(mine)
        games = sum(sum(result["games"]) for result in mine)
        scores = _score(plain), _without_luck(plan, adjusted)
        found.append(Meeting(plan.names[first], plan.names[second], 2 * len(plain), games, *scores))
    return found


def standings(plan: Plan, results: Sequence[Json]) -> list[Standing]:
    """All participants, best first: by what they made, with the luck taken off where it was looked at."""
    found = []
    for place, name in enumerate(plan.names):
        plain, adjusted, costs, sums, counts = [], [], [], [], []
        for number, sides in enumerate(plan.fixtures):
            if place not in sides:
                continue
            mine, role = _of(results, number), sides.index(place)
            one, two = _scores(mine)
            plain.append(_turned(one, role, plan))
            adjusted.append(_turned(two, role, plan))
            for result in mine:
                costs += result["costs"][role]
                sums.append(np.array(result["sums"])[:, role])
                counts.append(np.array(result["counts"])[:, role])
        rate = interval(np.array(costs)) if costs else None
        traits = _ratios(np.concatenate(sums), np.concatenate(counts)) if sums else dict.fromkeys(TRAITS)
        one, two = np.concatenate(plain), np.concatenate(adjusted)
        scores = _score(one), _without_luck(plan, two)
        found.append(Standing(name, 2 * len(one), *scores, rate, len(costs), traits))
    return sorted(found, key=_place)


def _place(standing: Standing) -> float:
    score = standing.adjusted or standing.plain
    return -score.mean if score else float("inf")


def _without_luck(plan: Plan, values: Any) -> Score | None:
    return _score(values) if plan.conditions.with_luck and has_weights(plan.conditions.game) else None


def _of(results: Sequence[Json], fixture: int) -> list[Json]:
    return sorted((result for result in results if result["fixture"] == fixture), key=lambda result: result["block"])


def _scores(results: Sequence[Json]) -> tuple[Any, Any]:
    """The mean of each pair of tables: plain, and with the luck taken off."""
    if not results:
        return np.zeros(0), np.zeros(0)
    points = np.concatenate([result["points"] for result in results])
    luck = np.concatenate([result["luck"] for result in results])
    return points.reshape(-1, 2).mean(axis=1), (points - luck).reshape(-1, 2).mean(axis=1)


def _turned(values: Any, role: int, plan: Plan) -> Any:
    """Seen by the second: the other points, or the other share of matches."""
    if role == 0:
        return values
    return 1.0 - values if plan.conditions.length else -values


def _score(values: Any) -> Score | None:
    if not len(values):
        return None
    if len(values) < 2:
        return Score(float(values.mean()), float("inf"))
    return Score(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


def _ratios(sums: Any, counts: Any) -> dict[str, Score | None]:
    """Traits a play; their errors are those of a ratio of sums over tables."""
    total = np.maximum(counts.sum(axis=0), 1)
    means = sums.sum(axis=0) / total
    errors = np.sqrt(((sums - means * counts) ** 2).sum(axis=0)) / total
    return {name: Score(float(means[i]), float(errors[i])) for i, name in enumerate(TRAITS)}
