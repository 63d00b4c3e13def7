"""The referee: judges every action of either side, and folds every event into the state.

`judge` answers with the event an action becomes, asking the dice where the action throws them, or raises NotAllowed.
`apply` is pure. The end of a game is no event: `apply` sees it and counts the score, so a record cannot contradict
its own moves.
"""

from __future__ import annotations

from dataclasses import replace

from engine_c import BAR, EngineError, Position, Step, after, chosen_part, first_part, is_legal, next_part, next_steps
from game.dice.source import DiceSource
from game.errors import GameError
from game.match import cube, events
from game.match.events import Action, Event, NotAllowed
from game.match.state import ACTIONS, EITHER, Cube, Ending, GameResult, MatchState, Phase


def judge(state: MatchState, side: int, action: Action, dice: DiceSource) -> Event:
    """The event that a side's action becomes. Raises NotAllowed."""
    if not isinstance(action, ACTIONS[state.phase]):
        raise NotAllowed("not_now", action=type(action).__name__, phase=state.phase.name)
    if state.to_act is not EITHER and state.to_act != side and not isinstance(action, events.TakeBack):
        raise NotAllowed("not_your_turn", side=side)
    match action:
        case events.Open():
            return _opening(state, dice)
        case events.Roll():
            if state.phase is Phase.GAME_OVER and not _winner_opens(state):
                raise NotAllowed("not_now", action="Roll", phase=state.phase.name)
            return events.Rolled(dice.throw())
        case events.Choose(number):
            _check_number(number)
            return events.Chose(number)
        case events.Move(steps):
            _check_steps(state, steps)
            return events.Played(steps)
        case events.Resign(level):
            if level not in cube.possible_levels(state):
                raise NotAllowed("level_not_possible", level=level)
            if level <= state.refused:
                raise NotAllowed("refused_already", level=level)
            return events.Resigned(level)
        case events.CallTime():
            if not state.options.clock:
                raise NotAllowed("no_clock")
            return events.TimedOut()
        case events.TakeBack():
            if state.last_thrown is None:
                raise NotAllowed("nothing_to_take_back")
            return events.TookBack()
        case events.Stop():
            if not state.options.is_session:
                raise NotAllowed("no_session_to_stop")
            return events.Stopped()
        case events.Accept():
            return events.Accepted()
        case events.Refuse():
            return events.Refused()
        case _:
            return cube.judge(state, action)


def _opening(state: MatchState, dice: DiceSource) -> Event:
    if state.phase is Phase.GAME_OVER and _winner_opens(state):
        raise NotAllowed("not_now", action="Open", phase=state.phase.name)
    return events.Opened(dice.throw())


def _check_number(number: int) -> None:
    if not 1 <= number <= 6:
        raise NotAllowed("bad_choice", number=number)


def _check_steps(state: MatchState, steps: tuple[Step, ...]) -> None:
    try:
        if is_legal(state.game, state.position, state.turn, steps):
            return
        goes_on = bool(next_steps(state.game, state.position, state.turn, steps).steps)
    except (EngineError, ValueError):
        goes_on = False
    raise NotAllowed("unfinished_play" if goes_on else "illegal_play")


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event. The event must be one that `judge` would give; EngineError or GameError otherwise."""
    match event:
        case events.Opened(dice):
            return _opened(_next_game(state), dice)
        case events.Rolled(dice):
            return _rolled(_next_game(state), dice)
        case events.Chose(number):
            return replace(state, phase=Phase.TO_PLAY, part=chosen_part(state.game, number))
        case events.Played(steps):
            return _played(state, after(state.game, state.position, state.turn, steps), len(steps))
        case events.Resigned(level):
            other = 1 - _actor(state)
            return replace(state, phase=Phase.TO_ANSWER_RESIGNATION, resigned=level, resumes=state.phase, to_act=other)
        case events.Accepted():
            winner = _actor(state)
            points = cube.counted_level(state, state.resigned) * state.cube.value
            return _over(state, GameResult(winner, points, state.resigned, Ending.RESIGNED))
        case events.Refused():
            resumes = state.resumes or Phase.TO_ROLL
            return replace(
                state, phase=resumes, resigned=0, resumes=None, refused=state.resigned, to_act=1 - _actor(state)
            )
        case events.TimedOut():
            return _over(state, GameResult(1 - _actor(state), state.cube.value, 1, Ending.TIMED_OUT))
        case events.TookBack():
            return _taken_back(state)
        case events.Stopped():
            return replace(state, phase=Phase.MATCH_OVER, to_act=EITHER)
        case events.Passed():
            return _over(state, cube.lost_by_passing(state))
        case events.Misplayed() | events.Danced() | events.SetUp() | events.Settled():
            return _found(state, event)
        case _:
            return cube.apply(state, event)


def _actor(state: MatchState) -> int:
    if state.to_act is None:
        raise GameError("not_now", action="", phase=state.phase.name)
    return state.to_act


# Games


def _winner_opens(state: MatchState) -> bool:
    return state.options.game(state.number + 1).winner_opens


def _next_game(state: MatchState) -> MatchState:
    """The first event after a game begins the next one."""
    return _begun(state) if state.phase is Phase.GAME_OVER else state


def _begun(state: MatchState) -> MatchState:
    """The game after the one that is over."""
    options = state.options
    is_crawford = _is_crawford(state, state.score) and not state.crawford_is_past
    opener = state.opener if state.results[-1].winner is None else state.results[-1].winner
    return MatchState(
        options,
        options.game(state.number + 1).start(),
        side=opener,
        to_act=opener,
        number=state.number + 1,
        score=state.score,
        opener=opener,
        is_crawford=is_crawford,
        crawford_is_past=state.crawford_is_past or is_crawford,
        results=state.results,
    )


def _is_crawford(state: MatchState, score: tuple[int, int]) -> bool:
    """Somebody needs one point more, and the match has the Crawford rule."""
    options = state.options
    return options.crawford and not options.is_session and max(score) == options.length - 1


def _opened(state: MatchState, dice: tuple[int, int]) -> MatchState:
    state = replace(state, dice=dice)
    if dice[0] == dice[1]:
        doubles = state.options.automatic_doubles and not state.automatic_doubles
        cube_now = Cube(state.cube.value * 2) if doubles else state.cube
        count = state.automatic_doubles + bool(doubles)
        return replace(state, phase=Phase.TO_OPEN, to_act=EITHER, cube=cube_now, automatic_doubles=count)
    opener = int(dice[1] > dice[0])
    state = replace(state, side=opener, to_act=opener, opener=opener)
    return _rolled(state, dice) if state.game.plays_opening_dice else replace(state, phase=Phase.TO_ROLL)


def _rolled(state: MatchState, dice: tuple[int, int]) -> MatchState:
    part = first_part(state.game, dice, state.turns[state.side])
    state = replace(state, phase=Phase.TO_PLAY, part=part, dice=dice, to_act=state.side)
    return replace(state, thrown=replace(state, thrown=None, last_thrown=None))


def _taken_back(state: MatchState) -> MatchState:
    assert state.last_thrown is not None
    return replace(state.last_thrown, thrown=state.last_thrown)


def _played(state: MatchState, position: Position, played: int) -> MatchState:
    """One part was played: another follows, a number is to be chosen, the side rolls again, or the turn is over."""
    assert state.part is not None
    follow = next_part(state.game, position, state.turn, played)
    is_rest = state.part.kind == "rest"
    state = replace(state, position=position, part=follow.part)
    match follow.then:
        case "play":
            return replace(state, phase=Phase.TO_PLAY)
        case "choose":
            return replace(state, phase=Phase.TO_CHOOSE)
        case "roll":
            return replace(state, phase=Phase.TO_ROLL)
        case "opponent":
            return replace(_other_turn(state), phase=Phase.TO_PLAY, part=follow.part)
    ended = _finished(state)
    if ended is not None:
        return _over(state, ended)
    # The rest of the other side's cascade comes before one's own roll and is no turn.
    return replace(state, phase=Phase.TO_ROLL) if is_rest else _next_turn(state)


def _other_turn(state: MatchState) -> MatchState:
    turns = tuple(count + (side == state.side) for side, count in enumerate(state.turns))
    other = 1 - state.side
    return replace(
        state,
        position=state.position.turned(),
        side=other,
        to_act=other,
        turns=(turns[0], turns[1]),
        refused=0,
        part=None,
        thrown=None,
        last_thrown=state.thrown or state.last_thrown,
    )


def _next_turn(state: MatchState) -> MatchState:
    """The other side is to roll; if it is closed out its turn passes unrolled."""
    state = replace(_other_turn(state), phase=Phase.TO_ROLL, dice=None)
    return _next_turn(state) if state.game.is_closed_out(state.position) else state


def _finished(state: MatchState) -> GameResult | None:
    """Has the turn that just ended finished the game?"""
    side = state.side
    outcome = state.game.outcome(state.position, state.turns[side] + 1, state.turns[1 - side])
    if outcome.winner == "nobody":
        return None
    if outcome.winner == "draw":
        return GameResult(None, 0, 0, Ending.DRAWN)
    winner = side if outcome.winner == "own" else 1 - side
    counts = state.position.own if winner == side else state.position.opponent
    ending = Ending.BORNE_OFF if counts[0] == state.game.checkers else Ending.MOTHER_PINNED
    points = cube.counted_level(state, outcome.level) * state.cube.value
    return GameResult(winner, points, outcome.level, ending)


def _over(state: MatchState, result: GameResult) -> MatchState:
    """The game is finished: points are counted, and the match with them."""
    score = list(state.score)
    if result.winner is not None:
        score[result.winner] += result.points
    is_won = not state.options.is_session and max(score) >= state.options.length
    opener = state.opener if result.winner is None else result.winner
    return replace(
        state,
        phase=Phase.MATCH_OVER if is_won else Phase.GAME_OVER,
        to_act=opener if not is_won and _winner_opens(state) else EITHER,
        score=(score[0], score[1]),
        results=(*state.results, result),
        part=None,
        at_stake=0,
        resigned=0,
        resumes=None,
        refused=0,
        thrown=None,
        last_thrown=None,
    )


# What comes from elsewhere: nothing is judged, but nothing impossible can be folded either


def _found(state: MatchState, event: events.Found) -> MatchState:
    match event:
        case events.Misplayed(hops):
            return _misplayed(state, hops)
        case events.Danced():
            if state.phase is not Phase.TO_ROLL or not state.game.is_closed_out(state.position.turned()):
                raise NotAllowed("not_now", action="Danced", phase=state.phase.name)
            return state
        case events.SetUp():
            return _arranged(state, event)
        case events.Settled(winner, points):
            return _settled(state, winner, points)


def _misplayed(state: MatchState, hops: tuple[tuple[int, int], ...]) -> MatchState:
    if state.phase is not Phase.TO_PLAY or not state.game.hits:
        raise NotAllowed("not_now", action="Misplayed", phase=state.phase.name)
    state = replace(state, position=hopped(state.position, hops))
    ended = _finished(state)
    return _over(state, ended) if ended is not None else _next_turn(state)


def hopped(position: Position, hops: tuple[tuple[int, int], ...]) -> Position:
    """The board after checkers were moved from place to place by hand, hitting what stands alone.

    hops: as in `Misplayed`. Raises NotAllowed where there is no checker to take or the other side holds the point.
    """
    own, opponent = list(position.own), list(position.opponent)
    for source, target in hops:
        if not 1 <= source <= BAR or not own[source] or not 0 <= target <= 24:
            raise NotAllowed("illegal_play")
        across = BAR - target
        if target and opponent[across] > 1:
            raise NotAllowed("illegal_play")
        own[source] -= 1
        own[target] += 1
        if target and opponent[across]:
            opponent[across] -= 1
            opponent[BAR] += 1
    return Position.of(own, opponent)


def _arranged(state: MatchState, event: events.SetUp) -> MatchState:
    if state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
        state = _begun(state)
    gives_turn = event.side is not None
    if not gives_turn and (event.position is not None or state.phase not in (Phase.TO_OPEN, Phase.TO_ROLL)):
        raise NotAllowed("not_now", action="SetUp", phase=state.phase.name)
    was_past = state.crawford_is_past and not state.is_crawford
    is_crawford = state.is_crawford
    if event.score is not None:
        state = replace(state, score=event.score)
        is_crawford = _is_crawford(state, event.score) and not was_past
    if event.crawford is not None:
        is_crawford = event.crawford
    state = replace(state, is_crawford=is_crawford, crawford_is_past=was_past or is_crawford)
    if event.cube is not None:
        if not cube.is_value(event.cube[0]):
            raise NotAllowed("impossible_cube", value=event.cube[0])
        state = replace(state, cube=Cube(*event.cube))
    return _turn_given(state, event.side, event.position) if event.side is not None else state


def _turn_given(state: MatchState, side: int, position: Position | None) -> MatchState:
    if position is None:
        position = state.position if side == state.side else state.position.turned()
    state.game.check(position)
    opener = side if state.phase is Phase.TO_OPEN else state.opener
    return replace(
        state,
        position=position,
        phase=Phase.TO_ROLL,
        side=side,
        to_act=side,
        opener=opener,
        part=None,
        dice=None,
        at_stake=0,
        resigned=0,
        resumes=None,
        refused=0,
        thrown=None,
        last_thrown=None,
    )


def _settled(state: MatchState, winner: int | None, points: int) -> MatchState:
    if state.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER):
        level = min(max(-(-points // state.cube.value), 1), 3) if winner is not None else 0
        return _over(state, GameResult(winner, points, level, Ending.SETTLED))
    *before, last = state.results
    score = list(state.score)
    if last.winner is not None:
        score[last.winner] -= last.points
    corrected = replace(last, winner=winner, points=points)
    return _over(replace(state, score=(score[0], score[1]), results=tuple(before)), corrected)
