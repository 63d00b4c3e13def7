"""Plays in letters: 8/5 6/5, bar/20*, 6/off, reserve/22. Points are the mover's own; a star marks a hit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from engine_c import BAR, OFF, RESERVE, Game, Position, Step
from game.errors import GameError
from game.formats.ids import excerpt

REFUSALS = {
    "play_word": ("given",),
    "play_place": ("given", "place"),
    "play_backwards": ("given", "source", "target"),
    "play_count": ("given", "count"),
}
"""The codes raised here and their facts. given: the word; place: its part that is no place, or no place to come from or
go to; source, target: the parts between which nobody can move; count: what stands in brackets."""

Hop = tuple[int, int]
"""Where a checker is taken up and put down: own points, 25 bar, 26 reserve, 0 off."""

_NAMES = {OFF: "off", BAR: "bar", RESERVE: "reserve"}
_PLACES = {str(point): point for point in range(26)} | {
    "off": OFF, "o": OFF, "bar": BAR, "b": BAR, "reserve": RESERVE, "r": RESERVE,
}  # fmt: skip
_WORD = re.compile(r"([^()]+)(?:\(([0-9]+)\)\*?)?")
_MOST_EQUAL = 15
_MOST_HOPS = 60  # as many as fifteen checkers can make with four dice each


def play_text(position: Position, steps: Sequence[Step], game: Game, compact: bool = False) -> str:
    """A play as text, '' for no steps. position: the board before it, seen by the mover; steps: in the order played.

    Not compact, every step stands by itself, in order, and nothing has to be guessed: "24/18 18/12", "6/4 6/4".
    Compact, for people, the steps of a checker are joined with the hits on its way, equal ones are counted, and the
    highest come first: "24/12", "13/7*/4", "6/4(2)".
    """
    hits = _hits(position, steps, game)
    if compact:
        return _joined(steps, hits)
    return " ".join(
        _way_text([(step.source, False), (step.target, hit)]) for step, hit in zip(steps, hits, strict=True)
    )


def hops_text(hops: Iterable[Hop]) -> str:
    """Hops as text, in order and without stars: "14/10 13/12"."""
    return " ".join(_way_text([(source, False), (target, False)]) for source, target in hops)


def _hits(position: Position, steps: Sequence[Step], game: Game) -> list[bool]:
    """Which steps hit: the first to land on each single checker."""
    blots = _blots(position, game)
    hits = []
    for step in steps:
        hits.append(step.target in blots)
        blots.discard(step.target)
    return hits


def _blots(position: Position, game: Game) -> set[int]:
    """Points, as the side on roll counts, where it would hit."""
    counts = position.opponent
    return {_across(point, game) for point in range(1, 25) if counts[point] == 1} if game.hits else set()


def _across(point: int, game: Game) -> int:
    """The number that one side's point has for the other."""
    return (point + 11) % 24 + 1 if game.is_parallel else 25 - point


_Way = list[tuple[int, bool]]  # the places of one checker, and whether it hit there


def _joined(steps: Sequence[Step], hits: Sequence[bool]) -> str:
    ways: list[_Way] = []
    for step, hit in zip(steps, hits, strict=True):
        # Where several have just come, one that did not hit goes on: some games forbid it to the one that did.
        arrived = [way for way in ways if way[-1][0] == step.source]
        way = min(arrived, key=lambda way: way[-1][1], default=None)
        if way is None:
            way = [(step.source, False)]
            ways.append(way)
        way.append((step.target, hit))
    shown = sorted(map(_shown, ways), key=lambda way: [(-place, not hit) for place, hit in way])
    equal = [list(group) for _places, group in groupby(shown, lambda way: [place for place, _hit in way])]
    return " ".join(_way_text(group[0]) + (f"({len(group)})" if len(group) > 1 else "") for group in equal)


def _shown(way: _Way) -> _Way:
    """A way without the places on it where nothing happened."""
    return [way[0], *(stop for stop in way[1:-1] if stop[1]), way[-1]]


def _way_text(way: _Way) -> str:
    return "/".join(f"{_NAMES.get(place, place)}{'*' if hit else ''}" for place, hit in way)


def read_play(text: str, position: Position, game: Game, dice: tuple[int, int] | None = None) -> tuple[Hop, ...]:
    """The hops of a play in the order written, () for an empty text.

    position: the board before it, seen by the mover. With dice, a hop that takes several of them is split where the
    checker comes down between, by a way that is open and, if there is a choice, without a hit that is not written; a
    hop that no way leads along stays as written. Stars are not relied upon, and whether the play is legal is not asked.

    Reads bar, b, 25; off, o, 0; reserve, r; chains 8/5/4; counts (2) before or after a star; - for /; commas between
    the words; capitals. Raises GameError with the word that cannot be read.
    """
    hops = [hop for word in text.replace(",", " ").split() for hop in _read_word(word)]
    return tuple(_split(hops, position, game, dice)) if dice else tuple(hops)


def read_hops(text: str) -> tuple[Hop, ...]:
    """The hops of a play as they are written, those that go backwards too: transcriptions have them.

    Raises GameError as `read_play` does, and `play_count` for more hops than there are checkers.
    """
    hops: list[Hop] = []
    for word in text.replace(",", " ").split():
        hops += _read_word(word, is_forward=False)
        if len(hops) > _MOST_HOPS:
            raise GameError("play_count", given=excerpt(text), count=len(hops))
    return tuple(hops)


def _read_word(word: str, is_forward: bool = True) -> list[Hop]:
    parts = _WORD.fullmatch(word)
    names = re.split("[/-]", parts[1]) if parts else []
    if not parts or len(names) < 2:
        raise GameError("play_word", given=excerpt(word))
    ends = [names[0], *(name.removesuffix("*") for name in names[1:])]
    unknown = next((name for name in ends if name.lower() not in _PLACES), None)
    if unknown is not None:
        raise GameError("play_place", given=excerpt(word), place=excerpt(unknown))
    hops = list(pairwise(_PLACES[name.lower()] for name in ends))
    for (source, target), (start, end) in zip(hops, pairwise(ends), strict=True):
        if (source <= target and is_forward) or target >= BAR or source in {OFF, target}:
            raise GameError("play_backwards", given=excerpt(word), source=start, target=end)
    count = int(parts[2][:4]) if parts[2] else 1
    if not 1 <= count <= _MOST_EQUAL:
        raise GameError("play_count", given=excerpt(word), count=excerpt(parts[2]))
    return hops * count


def _split(hops: Iterable[Hop], position: Position, game: Game, dice: tuple[int, int]) -> Iterator[Hop]:
    closed, blots = _closed(position, game), _blots(position, game)
    for hop in hops:
        stops = _stops(hop, dice, closed, blots)
        yield from pairwise((hop[0], *stops, hop[1]))
        blots -= {*stops, hop[1]}


def _stops(hop: Hop, dice: tuple[int, int], closed: set[int], blots: set[int]) -> list[int]:
    """The points between the ends of a hop where its checker comes down, none if one die is enough or no way leads."""
    source, target = min(hop[0], BAR), hop[1]
    high, low = max(dice), min(dice)
    way, bears_off = source - target, target == OFF
    if high == low:
        stops = list(range(source - high, target, -high))
        fits = bears_off or way % high == 0
        return stops if fits and closed.isdisjoint(stops) else []
    if way in dice or (bears_off and way < high):
        return []
    if way > high + low or (way < high + low and not bears_off):
        return []
    open_stops = [stop for stop in (source - high, source - low) if stop > target and stop not in closed]
    return sorted(open_stops, key=blots.__contains__)[:1]


def _closed(position: Position, game: Game) -> set[int]:
    """Points, as the side on roll counts, where it may not land."""
    most = 1 if game.hits or game.pins else 0
    counts = position.opponent
    held = {_across(point, game) for point in range(1, 25) if counts[point] > most}
    return held.union(position.pinned_own)
