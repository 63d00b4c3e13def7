"""What was thrown, counted, beside what fair dice show in that many throws.

Everything is counted for one side. Of an opening throw each side has one die: it counts among the faces, and who won
the throw is counted; it is no throw of two dice. Entering counts the throws with a checker on the bar before a home
that is neither open nor closed, each with its own chance. How long a game lasts depends a little on what is thrown in
it, so over a single game the bands are a very good approximation; for a number of throws fixed beforehand they are
exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from game.dice.chance import Band, Chances, band

ROLLS: tuple[tuple[int, int], ...] = tuple(
    (high, low) for low, high in sorted(combinations_with_replacement(range(1, 7), 2), key=lambda pair: pair[::-1])
)
"""The 21 throws of two dice, the higher die first."""

OPEN_POINTS = (1, 2, 3, 4, 5)
"""How many of the six points may be open where entering is a matter of chance."""


def chance_to_enter(open_points: int) -> float:
    """How likely a throw enters at least one checker from the bar."""
    return 1.0 - ((6 - open_points) / 6) ** 2


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side threw.

    faces: how often each face of a single die. rolls: how often each of ROLLS. bar: by OPEN_POINTS, the throws with a
    checker on the bar; entered: those of them that entered one. openings: opening throws that decided; won: by it.
    """

    faces: tuple[int, ...] = (0,) * 6
    rolls: tuple[int, ...] = (0,) * 21
    bar: tuple[int, ...] = (0,) * 5
    entered: tuple[int, ...] = (0,) * 5
    openings: int = 0
    won: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            _sums(self.faces, other.faces),
            _sums(self.rolls, other.rolls),
            _sums(self.bar, other.bar),
            _sums(self.entered, other.entered),
            self.openings + other.openings,
            self.won + other.won,
        )

    @property
    def throws(self) -> int:
        """Throws of two dice."""
        return sum(self.rolls)

    @property
    def doubles(self) -> int:
        """How many of them were doubles."""
        return sum(count for (high, low), count in zip(ROLLS, self.rolls, strict=True) if high == low)

    def numbers(self) -> list[int]:
        """All counts in a row, for keeping."""
        return [*self.faces, *self.rolls, *self.bar, *self.entered, self.openings, self.won]


_LENGTH = 6 + 21 + 5 + 5 + 2


def tally_from_numbers(numbers: object) -> Tally:
    """The tally of such a row. Raises ValueError for anything else."""
    if not isinstance(numbers, list) or len(numbers) != _LENGTH:
        raise ValueError(numbers)
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError(numbers)
    faces, rolls, bar, entered = numbers[:6], numbers[6:27], numbers[27:32], numbers[32:37]
    return Tally(tuple(faces), tuple(rolls), tuple(bar), tuple(entered), numbers[37], numbers[38])


def _sums(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def tally_of_rolls(rolls: Mapping[tuple[int, int], int]) -> Tally:
    """A tally of throws of two dice and nothing else."""
    ordered = Counter[tuple[int, int]]()
    faces = Counter[int]()
    for (first, second), count in rolls.items():
        ordered[max(first, second), min(first, second)] += count
        faces[first] += count
        faces[second] += count
    return Tally(tuple(faces[face] for face in range(1, 7)), tuple(ordered[roll] for roll in ROLLS))


@dataclass(frozen=True, slots=True)
class Figure:
    """One count beside what chance says. kind: "face", "doubles", "roll", "entering" or "opening"; dice: the face or
    the throw that is counted. of: how many throws there were; expected: the mean of chance.
    """

    kind: str
    count: int
    of: int
    expected: float
    band: Band
    dice: tuple[int, ...] = ()

    @property
    def is_inside(self) -> bool:
        """The count lies in the band that fair dice stay in 95 times of 100."""
        return self.band.low <= self.count <= self.band.high


def figures(tally: Tally) -> list[Figure]:
    """Every count of a tally: six faces, doubles, entering, the opening throw, 21 rolls."""
    return [*_figures(tally)]


def _figures(tally: Tally) -> Iterator[Figure]:
    dice = sum(tally.faces)
    for face, count in enumerate(tally.faces, 1):
        yield _figure("face", count, ((dice, 1 / 6),), (face,))
    yield _figure("doubles", tally.doubles, ((tally.throws, 1 / 6),))
    chances = tuple((count, chance_to_enter(points)) for points, count in zip(OPEN_POINTS, tally.bar, strict=True))
    yield _figure("entering", sum(tally.entered), chances)
    yield _figure("opening", tally.won, ((tally.openings, 1 / 2),))
    for roll, count in zip(ROLLS, tally.rolls, strict=True):
        yield _figure("roll", count, ((tally.throws, (1 if roll[0] == roll[1] else 2) / 36),), roll)


def _figure(kind: str, count: int, chances: Chances, dice: tuple[int, ...] = ()) -> Figure:
    of = sum(number for number, _chance in chances)
    return Figure(kind, count, of, sum(number * chance for number, chance in chances), band(chances), dice)


def outside_by_chance(shown: Iterable[Figure]) -> float:
    """How many of these counts lie outside their bands with fair dice, on average."""
    return sum(figure.band.outside for figure in shown if figure.of)
