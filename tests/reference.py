"""The obvious slow generator, written from the rules without looking at the C; it is the judge of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

OFF, BAR, RESERVE = 0, 25, 26
Step = tuple[int, int]
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Board:
    """Both sides in their own numbering: [0] off, [1..24] points, [25] bar, [26] reserve; `own` moves."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    pinned_own: frozenset[int] = frozenset()
    pinned_opponent: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Rules:
    """The parameters of rules.md 0.7 that decide plays and results."""

    start: Mapping[int, int]
    travel: str = "contrary"
    contact: str = "HIT"
    triple: bool = True
    hitrun_ban_home: bool = False
    comp_bearoff: bool = False
    runner_target: int = 0
    head_limit: int = 0
    head_first_double: frozenset[int] = frozenset()
    quarter_prime_ban: bool = False
    lock_ban: bool = False
    four_points_ban: bool = False
    six_prime_ban: str = "none"
    mother_value: int = 0  # 0: no mother rule
    cascade: bool = False
    all_enter_first: bool = False
    bearoff_exact: bool = False
    equal_turns: bool = False

    @property
    def checkers(self) -> int:
        return sum(self.start.values())


def rules(game: str, options: Mapping[str, str] = NO_OPTIONS) -> Rules:
    """The rules of a game; options by the names and values of section 10."""
    found = _defaults(game)
    readers: dict[str, Callable[[str], dict[str, Any]]] = {
        "hitrun_ban_home": lambda value: {"hitrun_ban_home": value == "on"},
        "comp_bearoff": lambda value: {"comp_bearoff": value == "on"},
        "mother_value": lambda value: {"mother_value": int(value)},
        "mother_rule": lambda value: {"mother_value": 2 if value == "win" else 0},
        "runner_target": lambda value: {"runner_target": int(value)},
        "moultezim_form": lambda value: {
            "quarter_prime_ban": value == "quarter",
            "lock_ban": value == "quarter",
            "four_points_ban": value == "four_points",
        },
        "head_scope": lambda value: {"head_first_double": frozenset({3, 4, 6} if value == "three" else range(1, 7))},
        "six_prime": lambda value: {"six_prime_ban": value},
        "cascade_rest": lambda value: {},
        "equal_turns": lambda value: {"equal_turns": value == "on"},
        "opening": lambda value: {},
    }
    for name, value in options.items():
        found = replace(found, **readers[name](value))
    return found


def _defaults(game: str) -> Rules:
    standard = {24: 2, 13: 5, 8: 3, 6: 5}
    all_on_start = {24: 15}
    fevga = Rules(all_on_start, "parallel", "NONE", False, runner_target=12, quarter_prime_ban=True, lock_ban=True)
    games = {
        "backgammon": Rules(standard),
        "tavla": Rules(standard, triple=False),
        "portes": Rules(standard, triple=False, hitrun_ban_home=True),
        "plakoto": Rules(all_on_start, contact="PIN", triple=False, mother_value=2),
        "mahbusa": Rules(all_on_start, contact="PIN", triple=False),
        "tapa": Rules(all_on_start, contact="PIN", triple=False),
        "fevga": fevga,
        "moultezim": fevga,
        "gulbara": Rules(all_on_start, "parallel", "NONE", False, cascade=True),
        "nardy": Rules(
            all_on_start,
            "parallel",
            "NONE",
            False,
            head_limit=1,
            head_first_double=frozenset({3, 4, 6}),
            six_prime_ban="unless_ahead",
        ),
        "nackgammon": Rules({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
        "nackgammon_41": Rules({24: 4, 23: 1, 13: 2, 8: 3, 6: 5}),
        "aceydeucey_us": Rules({RESERVE: 15}),
        "aceydeucey_eu": Rules({RESERVE: 15}, bearoff_exact=True),
        "aceydeucey_seed": Rules({RESERVE: 15}, all_enter_first=True),
        "hyper": Rules({24: 1, 23: 1, 22: 1}),
        "longgammon": Rules(all_on_start),
    }
    return games[game]


def start(game: Rules) -> Board:
    counts = tuple(game.start.get(place, 0) for place in range(27))
    return Board(counts, counts)


def other_number(game: Rules, point: int) -> int:
    """0.1: the other side's number of a point."""
    if game.travel == "contrary":
        return 25 - point
    return point + 12 if point <= 12 else point - 12


# One step. A Moment is what a step rule may ask about: the board now and what happened earlier in this turn.


@dataclass(frozen=True)
class Moment:
    board: Board
    dice: tuple[int, ...]  # not yet used
    locked: frozenset[int] = frozenset()  # 2.2.3: own home points where a hitter of this turn stands
    left_head: int = 0  # checkers that have left 24 in this turn
    obeyed: bool = True  # 2.2.4: no step so far slid while some unused die could bear off


def _target(source: int, die: int) -> int:
    return 25 - die if source in (BAR, RESERVE) else source - die


def can_land(game: Rules, board: Board, point: int) -> bool:
    """0.3."""
    theirs = other_number(game, point)
    count = board.opponent[theirs]
    if count == 0:
        return True
    if game.contact == "HIT":
        return count == 1
    if game.contact == "PIN":
        pins_mine = point in board.pinned_own
        return count == 1 and not pins_mine
    return False


def can_bear_off(game: Rules, board: Board, source: int, die: int) -> bool:
    """0.5, 4.1.5, 8.2.3."""
    outside = sum(board.own[7:])
    if outside or board.pinned_own or source > 6:
        return False
    if die == source:
        return True
    none_higher = sum(board.own[source + 1 : 7]) == 0
    return die > source and none_higher and not game.bearoff_exact


def runner_holds_the_start(game: Rules, board: Board) -> bool:
    """5.1.2."""
    if game.runner_target == 0:
        return False
    arrived = sum(board.own[: game.runner_target + 1]) > 0
    under_way = sum(board.own[game.runner_target + 1 : 24]) > 0
    return under_way and not arrived


def step_allowed(game: Rules, now: Moment, source: int, die: int, head_limit: int) -> bool:
    own = now.board.own
    free = own[source] - (source in now.locked) - (source in now.board.pinned_own)
    if free <= 0:
        return False
    if own[BAR] > 0 and source != BAR:
        return False
    if game.all_enter_first and own[RESERVE] > 0 and source <= 24:
        return False
    if source == 24 and head_limit and now.left_head == head_limit:
        return False
    if source == 24 and runner_holds_the_start(game, now.board):
        return False
    target = _target(source, die)
    if target >= 1:
        return can_land(game, now.board, target)
    return can_bear_off(game, now.board, source, die)


def steps_now(game: Rules, now: Moment, head_limit: int) -> set[Step]:
    return {
        (source, die)
        for source in range(1, 27)
        for die in set(now.dice)
        if step_allowed(game, now, source, die, head_limit)
    }


def after_step(game: Rules, now: Moment, source: int, die: int, head_limit: int) -> Moment:
    own, opponent = list(now.board.own), list(now.board.opponent)
    pinned, locked = set(now.board.pinned_opponent), set(now.locked)
    target = _target(source, die)
    bears_off = target < 1
    own[source] -= 1
    own[OFF if bears_off else target] += 1
    if source <= 24 and own[source] == 0 and other_number(game, source) in pinned:
        pinned.remove(other_number(game, source))
    if not bears_off:
        there = other_number(game, target)
        if game.contact == "HIT" and opponent[there] == 1:
            opponent[there], opponent[BAR] = 0, opponent[BAR] + 1
            if game.hitrun_ban_home and target <= 6:
                locked.add(target)
        if game.contact == "PIN" and opponent[there] == 1:
            pinned.add(there)
    could = any(_target(*step) < 1 for step in steps_now(game, now, head_limit)) if game.comp_bearoff else False
    left = list(now.dice)
    left.remove(die)
    return Moment(
        Board(tuple(own), tuple(opponent), now.board.pinned_own, frozenset(pinned)),
        tuple(left),
        frozenset(locked),
        now.left_head + (source == 24) if head_limit else 0,
        now.obeyed and (bears_off or not could),
    )


# The end of a game


def result(game: Rules, board: Board, own_turns: int = 0, opponent_turns: int = 0) -> tuple[str, int]:
    """Winner and level (0.6), with the tests of 4.2.3 in their order.

    With equal turns (7.6) a side that has finished waits until the other has made as many; both finished is a draw.
    """
    own_finished, opponent_finished = (side[OFF] == game.checkers for side in (board.own, board.opponent))
    if own_finished and opponent_finished:
        return "draw", 0
    if own_finished and (not game.equal_turns or opponent_turns >= own_turns):
        return "own", _level(game, board.opponent)
    if opponent_finished and (not game.equal_turns or own_turns >= opponent_turns):
        return "opponent", _level(game, board.own)
    if not game.mother_value:
        return "none", 0
    mine, his = 24 in board.pinned_own, 24 in board.pinned_opponent
    if mine and his:
        return "draw", 0
    if his and board.own[24] == 0:
        return "own", game.mother_value
    if mine and board.opponent[24] == 0:
        return "opponent", game.mother_value
    return "none", 0


def _level(game: Rules, loser: tuple[int, ...]) -> int:
    if loser[OFF] > 0:
        return 1
    stayed_behind = sum(loser[19:27]) > 0
    return 3 if game.triple and stayed_behind else 2


def ended(game: Rules, board: Board) -> bool:
    """Nothing more to play in this turn; with equal turns the other side may have finished before it."""
    if game.equal_turns and board.own[OFF] < game.checkers:
        return False
    return board.own[OFF] == game.checkers or result(game, board)[0] != "none"


def closed_out(game: Rules, board: Board) -> bool:
    return game.contact == "HIT" and board.own[BAR] > 0 and min(board.opponent[1:7]) >= 2


# Turn-end bans


def violations(game: Rules, board: Board) -> frozenset[str]:
    if ended(game, board):
        return frozenset()
    judged = {
        "quarter": game.quarter_prime_ban and min(board.own[19:25]) > 0,
        "four points": game.four_points_ban and sum(count > 0 for count in board.own[7:13]) > 4,
        "lock": game.lock_ban and opponent_has_no_step(game, board),
        "six prime": game.six_prime_ban != "none" and six_prime_is_forbidden(game, board),
    }
    return frozenset(name for name, broken in judged.items() if broken)


def opponent_has_no_step(game: Rules, board: Board) -> bool:
    his = Board(board.opponent, board.own, board.pinned_opponent, board.pinned_own)
    return not steps_now(game, Moment(his, (1, 2, 3, 4, 5, 6)), 0)


def six_prime_is_forbidden(game: Rules, board: Board) -> bool:
    mine = {other_number(game, point) for point in range(1, 25) if board.own[point]}
    primes = [first for first in range(1, 20) if set(range(first, first + 6)) <= mine]
    if game.six_prime_ban == "always":
        return bool(primes)
    if game.six_prime_ban == "unless_home":
        return bool(primes) and sum(board.opponent[:7]) == 0
    return any(sum(board.opponent[:first]) == 0 for first in primes)


# Whole parts of a turn


def all_dice(dice: tuple[int, int], steps: int = 4) -> tuple[int, ...]:
    return (dice[0],) * steps if dice[0] == dice[1] else dice


def head_limit_of(game: Rules, dice: tuple[int, int], own_turns: int) -> int:
    """7.2, 7.3."""
    exception = own_turns == 0 and dice[0] == dice[1] and dice[0] in game.head_first_double
    return 2 if exception and game.head_limit else game.head_limit


def moments_from(game: Rules, first: Moment, head_limit: int) -> set[Moment]:
    """Every moment that some sequence of allowed steps reaches, the first one included."""
    seen, waiting = {first}, [first]
    while waiting:
        now = waiting.pop()
        if ended(game, now.board):
            continue
        for source, die in steps_now(game, now, head_limit):
            then = after_step(game, now, source, die, head_limit)
            if then not in seen:
                seen.add(then)
                waiting.append(then)
    return seen


def legal_moments(game: Rules, first: Moment, head_limit: int) -> set[Moment]:
    """0.4 in its order: bans, maximum number of dice, higher die; then comp_bearoff."""
    candidates = without_banned(game, moments_from(game, first, head_limit))
    unfinished = {now for now in candidates if not ended(game, now.board)}
    finished = candidates - unfinished
    fewest_left = 0 if finished else min(len(now.dice) for now in unfinished)
    longest = {now for now in unfinished if len(now.dice) == fewest_left}
    if len(set(first.dice)) == 2 and fewest_left == 1:
        higher = {now for now in longest if now.dice == (min(first.dice),)}
        longest = higher or longest
    plays = longest | finished
    if game.comp_bearoff:
        obeying = {now for now in plays if now.obeyed}
        most = max(now.board.own[OFF] for now in plays)
        plays = obeying or {now for now in plays if now.board.own[OFF] == most}
    return plays


def without_banned(game: Rules, candidates: set[Moment]) -> set[Moment]:
    """Bans that every candidate breaks are waived; if nothing then keeps the others, these too."""
    broken = {now: violations(game, now.board) for now in candidates}
    judged = {name for names in broken.values() for name in names}
    in_force = {name for name in judged if not all(name in names for names in broken.values())}
    kept = {now for now in candidates if not (broken[now] & in_force)}
    return kept or candidates


def finals(game: Rules, board: Board, dice: tuple[int, int], own_turns: int = 99, steps: int = 4) -> set[Board]:
    first = Moment(board, all_dice(dice, steps))
    return {now.board for now in legal_moments(game, first, head_limit_of(game, dice, own_turns))}


def whole_turn(game: Rules, board: Board, dice: tuple[int, int], own_turns: int) -> set[Board]:
    """Section 6: each branch goes on to the next number only if its stage was played in full."""
    if not game.cascade or dice[0] != dice[1] or own_turns < 3:
        return finals(game, board, dice, own_turns)
    return set(_stages(game, board, dice[0]))


def _stages(game: Rules, board: Board, number: int) -> Iterator[Board]:
    if number > 6:
        yield board
        return
    boards_seen = set()
    for now in legal_moments(game, Moment(board, (number,) * 4), 0):
        if now.board in boards_seen:
            continue
        boards_seen.add(now.board)
        if now.dice or ended(game, now.board):
            yield now.board
        else:
            yield from _stages(game, now.board, number + 1)


def next_steps(
    game: Rules, board: Board, dice: tuple[int, int], own_turns: int, played: tuple[Step, ...] = ()
) -> set[Step]:
    limit = head_limit_of(game, dice, own_turns)
    now = Moment(board, all_dice(dice))
    goals = {then.board for then in legal_moments(game, now, limit)}
    for source, die in played:
        if ended(game, now.board) or (source, die) not in steps_now(game, now, limit):
            return set()
        now = after_step(game, now, source, die, limit)
    if ended(game, now.board):
        return set()
    return {
        step
        for step in steps_now(game, now, limit)
        if any(then.board in goals for then in moments_from(game, after_step(game, now, *step, limit), limit))
    }


# For tests: steps played one after the other


def board_after(game: Rules, board: Board, steps: tuple[Step, ...]) -> Board:
    """Where steps lead, whether they are allowed or not."""
    now = Moment(board, tuple(die for _source, die in steps))
    for source, die in steps:
        now = after_step(game, now, source, die, 0)
    return now.board


def played(game: Rules, board: Board, dice: tuple[int, ...], steps: tuple[Step, ...], head_limit: int) -> Board | None:
    """Where steps lead, None if one of them is not even allowed by itself."""
    now = Moment(board, dice)
    for source, die in steps:
        if (source, die) not in steps_now(game, now, head_limit):
            return None
        now = after_step(game, now, source, die, head_limit)
    return now.board
