"""A play as somebody wrote it, and the plays that the rules allow: which one is meant."""

from __future__ import annotations

from collections.abc import Sequence

from engine_c import BAR, MAX_STEPS, OFF, Play, Position, Step, after, is_legal, legal_plays
from game.formats.lines import MOST_HOPS
from game.formats.notation import Hop, hops_text, read_hops
from game.match.events import NotAllowed
from game.match.referee import hopped
from game.match.state import MatchState

Steps = tuple[Step, ...]


def hops_of(play: str | tuple[Hop, ...]) -> tuple[Hop, ...]:
    """The hops of a written play as they stand there, backward ones too. Raises GameError for what is no play."""
    return read_hops(play) if isinstance(play, str) else play


def text_of(hops: Sequence[Hop]) -> str:
    """Hops in letters, '-' for none."""
    return hops_text(hops) if hops else "-"


def legal_steps(state: MatchState, hops: tuple[Hop, ...], final: Position | None) -> Steps | None:
    """The legal play that is meant, in the order written where that can be played; None if there is none.

    A hop may stand for several dice. Among the plays that take the same checkers to the same places, the one that hits
    where the hops land comes first, then the one that hits least. final: the board that it must lead to, if known.
    """
    steps = _as_steps(hops, state)
    is_meant = steps is not None and is_legal(state.game, state.position, state.turn, steps)
    if is_meant and final is not None:
        is_meant = after(state.game, state.position, state.turn, steps or ()) == final
    if is_meant:
        return steps
    own = _moved(state.position.own, hops)
    plays = legal_plays(state.game, state.position, state.turn)
    same = [play for play in plays if (play.final == final if final is not None else play.final.own == own)]
    wanted = _blots_landed_on(state, hops)

    def hits(play: Play) -> tuple[int, int]:
        return sum(play.final.opponent[point] for point in wanted), play.final.opponent[BAR]

    return min(same, key=hits).steps if same else None


def _as_steps(hops: tuple[Hop, ...], state: MatchState) -> Steps | None:
    """Hops of one die each as steps, None where a hop takes several or no die fits."""
    part = state.part
    if part is None or len(hops) > MAX_STEPS:
        return None
    dice = [part.dice[0]] * part.steps if part.dice[0] == part.dice[1] else list(part.dice)
    steps: list[Step] = []
    for source, target in hops:
        way = min(source, BAR) - target
        fitting = [die for die in dice if die == way or (target == OFF and die > way)]
        if way <= 0 or not fitting:
            return None
        die = min(fitting)
        dice.remove(die)
        steps.append(Step(source, die))
    return tuple(steps)


def _moved(own: tuple[int, ...], hops: tuple[Hop, ...]) -> tuple[int, ...]:
    """Where one's own checkers stand after the hops; a count below zero, which no play reaches, for too many taken."""
    counts = list(own)
    for source, target in hops:
        counts[source] -= 1
        counts[target] += 1
    return tuple(counts)


def _blots_landed_on(state: MatchState, hops: tuple[Hop, ...]) -> set[int]:
    """The opponent's points, in its own numbering, where a hop ends on a single checker that can be hit."""
    if not state.game.hits:
        return set()
    return {BAR - target for _source, target in hops if 0 < target < BAR and state.position.opponent[BAR - target] == 1}


def made_by_hand(state: MatchState, hops: tuple[Hop, ...], final: Position | None) -> tuple[Hop, ...] | None:
    """The hops of an illegal play in an order in which they can be made; None if they cannot, or not in this game.

    final: what they must lead to; where they do not, hops that do are found.
    """
    if not state.game.hits:
        return None
    ordered = in_order(state.position, hops)
    if final is None or (ordered is not None and hopped(state.position, ordered) == final):
        return ordered
    ordered = in_order(state.position, _between(state.position, final))
    return ordered if ordered is not None and hopped(state.position, ordered) == final else None


def in_order(position: Position, hops: tuple[Hop, ...]) -> tuple[Hop, ...] | None:
    """The hops in an order in which each finds its checker and its point open, None if there is none."""
    waiting, ordered = list(hops), []
    if len(waiting) > MOST_HOPS:
        return None
    while waiting:
        for hop in waiting:
            try:
                position = hopped(position, (hop,))
            except NotAllowed:
                continue
            waiting.remove(hop)
            ordered.append(hop)
            break
        else:
            return None
    return tuple(ordered)


def _between(before: Position, after: Position) -> tuple[Hop, ...]:
    """Hops that take the own checkers of one board to those of another."""
    left = [place for place in range(BAR, -1, -1) for _ in range(before.own[place] - after.own[place])]
    come = [place for place in range(BAR, -1, -1) for _ in range(after.own[place] - before.own[place])]
    return tuple(zip(left, come, strict=False))


def why_impossible(position: Position, hops: tuple[Hop, ...]) -> tuple[str, int]:
    """The code of what keeps hops from being made as written, and the point where it does."""
    for source, target in hops:
        try:
            position = hopped(position, ((source, target),))
        except NotAllowed:
            if 1 <= source <= BAR and position.own[source] > 0:
                return "play_blocked", target
            return ("play_none_on_bar", BAR) if source >= BAR else ("play_no_checker", source)
    return "play_impossible", 0
