"""A match as a file tells it, before the rules have looked at it: what every reader makes and `folding` plays through.

Sides: 0 is the left column, white, or player 1; 1 the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine_c import Game, Position
from game.formats.notation import Hop
from game.match.events import Event


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and its play, or one more part of a turn.

    dice: None for a part that has none of its own. play: text, hops, or None when the dice were not played. final: the
    board afterwards, seen by the mover, where the file knows it.
    """

    line: int
    side: int
    dice: tuple[int, int] | None
    play: str | tuple[Hop, ...] | None
    final: Position | None = None


@dataclass(frozen=True, slots=True)
class CubeWord:
    """Something done with the cube. word: double, beaver, raccoon, take or pass. value: as written, or None."""

    line: int
    side: int
    word: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table set up by hand. board: seen by side 0. cube: value and owner. What is None stays."""

    line: int
    side: int | None = None
    board: Position | None = None
    cube: tuple[int, int | None] | None = None


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side gives the game up; for how much, the result says."""

    line: int
    side: int


@dataclass(frozen=True, slots=True)
class Told:
    """An event in our own words."""

    line: int
    event: Event


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something that cannot be read: the game ends before it. code and facts: why."""

    line: int
    code: str
    facts: Mapping[str, object]


Act = Turn | CubeWord | Arranged | Resigned | Told | Unreadable


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended as written. winner: None where the file does not say clearly."""

    line: int
    winner: int | None
    points: int


@dataclass(slots=True)
class WrittenGame:
    """A game of a file. score: before it, None if not written. crawford: None if not written."""

    line: int
    number: int = 1
    score: tuple[int, int] | None = None
    crawford: bool | None = None
    acts: list[Act] = field(default_factory=list)
    result: Result | None = None


@dataclass(slots=True)
class WrittenMatch:
    """A match of a file. length: in points, 0 for a session. games: None for backgammon, with nothing said about it."""

    line: int = 0
    names: tuple[str, str] = ("", "")
    length: int = 0
    kinds: tuple[Game, ...] | None = None
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: bool = False
    clock: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    games: list[WrittenGame] = field(default_factory=list)
