"""What a file says of a match, made ready to be played: its conditions, and acts that only their neighbours explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine_c import Game
from game.formats.lines import LONGEST_MATCH
from game.formats.written import Act, Arranged, CubeWord, Turn, WrittenMatch
from game.match.options import MatchOptions


def options_of(written: WrittenMatch, kinds: tuple[Game, ...]) -> MatchOptions:
    """The conditions of a match; what its plays show, like beavers, is taken as a rule of a session."""
    words = {act.word for game in written.games for act in with_beavers(game.acts) if isinstance(act, CubeWord)}
    length = written.length if 0 < written.length <= LONGEST_MATCH else 0
    if length:
        return MatchOptions(kinds, length, crawford=written.crawford, clock=written.clock)
    raccoons = written.raccoons or "raccoon" in words
    return MatchOptions(
        kinds,
        0,
        jacoby=written.jacoby,
        beavers=written.beavers or raccoons or "beaver" in words,
        raccoons=raccoons,
        automatic_doubles=written.automatic_doubles,
        clock=written.clock,
    )


def with_beavers(acts: Sequence[Act]) -> Iterator[Act]:
    """The acts, where a double that answers a double is called a beaver, and one that answers a beaver a raccoon."""
    pending: CubeWord | None = None
    for act in acts:
        if isinstance(act, CubeWord) and act.word in ("double", "beaver") and pending and act.side != pending.side:
            pending = replace(act, word="beaver" if pending.word == "double" else "raccoon")
            yield pending
        else:
            pending = act if isinstance(act, CubeWord) and act.word in ("double", "beaver") else None
            yield act


def with_turns(acts: list[Act]) -> list[Act]:
    """The acts, where a board of which nobody says whose turn it is belongs to whoever acts next."""
    turn = 0
    for place in range(len(acts) - 1, -1, -1):
        act = acts[place]
        if isinstance(act, Turn | CubeWord):
            turn = act.side
        elif isinstance(act, Arranged) and act.board is not None and act.side is None:
            acts[place] = replace(act, side=turn)
    return acts
