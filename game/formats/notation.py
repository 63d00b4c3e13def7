"""Plays in letters: 8/5 6/5, bar/20*, 6/off, reserve/22. Points are the mover's own; a star marks a hit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine_c import BAR, OFF, RESERVE, Game, Position, Step

_NAMES = {OFF: "off", BAR: "bar", RESERVE: "reserve"}


def _name(place: int) -> str:
    return _NAMES.get(place, str(place))


def play_text(position: Position, steps: Sequence[Step], game: Game, compact: bool = False) -> str:
    """A play as text, '' for none, from the board before it.

    Not compact: every step by itself, in the order played ("24/18 18/12"), so that nothing has to be guessed.
    Compact, for people: the steps of a checker joined with the hits on its way, equal moves counted, high points
    first ("24/12", "13/7*/4", "6/4(2)").
    """
    hits = _hits(position, steps, game)
    if compact:
        return _joined(steps, hits)
    return " ".join(
        f"{_name(step.source)}/{_name(step.target)}{'*' if hit else ''}" for step, hit in zip(steps, hits, strict=True)
    )


def _hits(position: Position, steps: Sequence[Step], game: Game) -> list[bool]:
    """Which steps hit: the first to land on each single checker."""
    if not game.hits:
        return [False] * len(steps)
    blots = {25 - point for point in range(1, 25) if position.opponent[point] == 1}
    hits = []
    for step in steps:
        hits.append(step.target in blots)
        blots.discard(step.target)
    return hits


def _joined(steps: Sequence[Step], hits: Sequence[bool]) -> str:
    moves: list[list[tuple[int, bool]]] = []  # each a way: places, and whether the checker hit there
    for step, hit in zip(steps, hits, strict=True):
        # Of the checkers that just came here, one that did not hit goes on: some games forbid the hitter to.
        here = [move for move in moves if move[-1][0] == step.source != OFF]
        move = min(here, key=lambda move: move[-1][1], default=None)
        if move is None:
            move = [(step.source, False)]
            moves.append(move)
        move.append((step.target, hit))
    texts = [_way(move) for move in sorted(moves, key=lambda move: [-place for place, _hit in move])]
    counted = ((text, len(list(equal))) for text, equal in groupby(texts))
    return " ".join(f"{text}({count})" if count > 1 else text for text, count in counted)


def _way(move: list[tuple[int, bool]]) -> str:
    (start, _), *stops = move
    shown = [stop for i, stop in enumerate(stops) if stop[1] or i == len(stops) - 1]
    return "/".join([_name(start)] + [f"{_name(place)}{'*' if hit else ''}" for place, hit in shown])
