"""The referee's rules of the cube and of resigning: who may offer what, and what it costs."""

from __future__ import annotations

from dataclasses import replace

from game.errors import GameError
from game.match import events
from game.match.events import Action, Event, NotAllowed
from game.match.state import Cube, Ending, GameResult, MatchState, Phase


def is_value(number: int) -> bool:
    """Can a cube show it: 1, 2, 4 ..."""
    return number >= 1 and number & (number - 1) == 0


def why_no_double(state: MatchState, side: int) -> str | None:
    """The reason code why a side may not offer the cube now, None if it may."""
    if not state.game.has_cube:
        return "no_cube"
    if state.is_one_pointer:
        return "one_point_match"
    if state.is_crawford:
        return "crawford_game"
    if state.phase is not Phase.TO_ROLL or state.side != side:
        return "double_before_roll"
    if state.cube.owner not in (None, side):
        return "cube_of_the_other"
    return None


def judge(state: MatchState, action: Action) -> Event:
    """The event a cube action becomes, the phase and the side being right. Raises NotAllowed."""
    match action:
        case events.Double():
            reason = why_no_double(state, state.side)
            if reason:
                raise NotAllowed(reason)
            return events.Doubled()
        case events.Beaver():
            if not state.options.beavers:
                raise NotAllowed("no_beavers")
            return events.Beavered()
        case events.Raccoon():
            if not state.options.raccoons:
                raise NotAllowed("no_raccoons")
            return events.Raccooned()
        case events.Take():
            return events.Took()
        case _:
            return events.Passed()


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after a double, beaver, raccoon or an acceptance. Refusals end the game: `lost_by_passing`."""
    doubler, taker = state.side, 1 - state.side
    match event:
        case events.Doubled():
            at_stake = 2 * state.cube.value
            return replace(state, phase=Phase.TO_ANSWER_DOUBLE, at_stake=at_stake, to_act=taker, last_thrown=None)
        case events.Beavered():
            return replace(state, phase=Phase.TO_ANSWER_BEAVER, at_stake=2 * state.at_stake, to_act=doubler)
        case events.Raccooned():
            return replace(state, phase=Phase.TO_ANSWER_RACCOON, at_stake=2 * state.at_stake, to_act=taker)
        case events.Took():
            cube = Cube(state.at_stake, taker)
            return replace(state, phase=Phase.TO_ROLL, cube=cube, at_stake=0, to_act=doubler)
    raise GameError("unknown_event", event=type(event).__name__)


def lost_by_passing(state: MatchState) -> GameResult:
    """Whoever refuses loses what the game was played for before the offer."""
    winner = 1 - state.to_act if state.to_act is not None else state.side
    return GameResult(winner, state.at_stake // 2, 1, Ending.PASSED)


def counted_level(state: MatchState, level: int) -> int:
    """The level that is paid: with the Jacoby rule a gammon counts only once a double was accepted."""
    return 1 if state.options.jacoby and state.cube.owner is None else level


def resignation_levels(state: MatchState) -> tuple[int, ...]:
    """The levels the side to act may offer now: those that are possible, and more than was refused in this turn."""
    return tuple(level for level in possible_levels(state) if level > state.refused)


def possible_levels(state: MatchState) -> tuple[int, ...]:
    """The levels the side to act may lose: none that cannot happen any more, none beyond what wins the match."""
    side = state.to_act
    if side is None:
        return ()
    counts = state.position.own if side == state.side else state.position.opponent
    other = state.position.opponent if side == state.side else state.position.own
    most = 1 if counts[0] else state.game.most_level
    if most == 3 and not _can_lose_a_backgammon(state, counts, other):
        most = 2
    if counted_level(state, most) == 1:
        most = 1
    needed = state.needs(1 - side)
    levels = range(1, most + 1)
    if needed is None:
        return tuple(levels)
    return tuple(level for level in levels if level == 1 or (level - 1) * state.cube.value < needed)


def _can_lose_a_backgammon(state: MatchState, counts: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """A race in which nobody of the side is left behind can end with a gammon at most."""
    behind = any(counts[place] for place in (*range(19, 25), 25, 26))
    last = max((point for point in range(1, 27) if counts[point]), default=0)
    foremost_other = max((point for point in range(1, 27) if other[point]), default=0)
    is_race = state.game.hits and last + foremost_other < 25
    return behind or not is_race
