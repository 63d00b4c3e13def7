"""The obvious, slow generator, written from the rules of play alone: the judge of the engine.

Every sequence of steps is walked through, boards are tuples of counts, every rule is a short function that reads like
its sentence in the rules. Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

OFF, BAR, RESERVE = 0, 25, 26
Step = tuple[int, int]  # from, die


@dataclass(frozen=True)
class Board:
    """own, opponent: 27 counts each in that side's own numbering; pins likewise. `own` is the side that moves."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    pinned_own: frozenset[int] = frozenset()
    pinned_opponent: frozenset[int] = frozenset()

    def turned(self) -> Board:
        return Board(self.opponent, self.own, self.pinned_opponent, self.pinned_own)


@dataclass(frozen=True)
class Rules:
    start: tuple[tuple[int, int], ...] = ((24, 2), (13, 5), (8, 3), (6, 5))
    parallel: bool = False
    contact: str = "hit"  # or "pin" or "none"
    most_level: int = 3
    hitrun_ban_home: bool = False
    comp_bearoff: bool = False
    runner_target: int = 0
    head_limit: int = 0
    head_first_doubles: tuple[int, ...] = ()
    own_quarter_ban: bool = False
    lock_ban: bool = False
    four_points: bool = False
    six_prime: str = ""
    mother_value: int = 0
    cascade: bool = False
    enter_all_first: bool = False
    bearoff_exact: bool = False
    equal_turns: bool = False

    @property
    def checkers(self) -> int:
        return sum(count for _place, count in self.start)

    def across(self, point: int) -> int:
        """The same point in the other side's numbering."""
        if self.parallel:
            return point + 12 if point <= 12 else point - 12
        return 25 - point


_INTERNATIONAL = Rules()
_CAFE = Rules(most_level=2)
_STACK = ((24, 15),)
_PINNING = Rules(start=_STACK, contact="pin", most_level=2)
_PARALLEL = Rules(start=_STACK, parallel=True, contact="none", most_level=2)
_FEVGA = replace(_PARALLEL, runner_target=12, own_quarter_ban=True, lock_ban=True)
_ACEY = Rules(start=((RESERVE, 15),))
_GAMES = {
    "backgammon": _INTERNATIONAL,
    "tavla": _CAFE,
    "portes": replace(_CAFE, hitrun_ban_home=True),
    "plakoto": replace(_PINNING, mother_value=2),
    "mahbusa": _PINNING,
    "tapa": _PINNING,
    "fevga": _FEVGA,
    "moultezim": _FEVGA,
    "gulbara": replace(_PARALLEL, cascade=True),
    "nardy": replace(_PARALLEL, head_limit=1, head_first_doubles=(3, 4, 6), six_prime="unless_ahead"),
    "nackgammon": replace(_INTERNATIONAL, start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
    "nackgammon_41": replace(_INTERNATIONAL, start=((24, 4), (23, 1), (13, 2), (8, 3), (6, 5))),
    "aceydeucey_us": _ACEY,
    "aceydeucey_eu": replace(_ACEY, bearoff_exact=True),
    "aceydeucey_seed": replace(_ACEY, enter_all_first=True),
    "hyper": replace(_INTERNATIONAL, start=((24, 1), (23, 1), (22, 1))),
    "longgammon": replace(_INTERNATIONAL, start=_STACK),
}


def rules(game: str, options: Mapping[str, str] | None = None) -> Rules:
    """The rules of a game with the options that differ from its defaults."""
    result = _GAMES[game]
    for name, value in (options or {}).items():
        result = _with_option(result, name, value)
    return result


def _with_option(game: Rules, name: str, value: str) -> Rules:
    match name:
        case "hitrun_ban_home":
            return replace(game, hitrun_ban_home=value == "on")
        case "comp_bearoff":
            return replace(game, comp_bearoff=value == "on")
        case "mother_value":
            return replace(game, mother_value=int(value))
        case "mother_rule":
            return replace(game, mother_value=2 if value == "win" else 0)
        case "runner_target":
            return replace(game, runner_target=int(value))
        case "moultezim_form":
            quarter = value == "quarter"
            return replace(game, own_quarter_ban=quarter, lock_ban=quarter, four_points=not quarter)
        case "head_scope":
            return replace(game, head_first_doubles=(3, 4, 6) if value == "three" else (1, 2, 3, 4, 5, 6))
        case "six_prime":
            return replace(game, six_prime=value)
        case "equal_turns":
            return replace(game, equal_turns=value == "on")
        case _:  # cascade_rest, opening: nothing to do with the plays of a roll
            return game


def start(game: Rules) -> Board:
    counts = tuple(dict(game.start).get(place, 0) for place in range(27))
    return Board(counts, counts)


# Single steps


def landing(source: int, die: int) -> int:
    """Where a step ends; 0 and below is off."""
    return (25 if source in (BAR, RESERVE) else source) - die


def may_land(game: Rules, board: Board, point: int) -> bool:
    there = game.across(point)
    opposing = board.opponent[there]
    if game.contact == "none":
        return opposing == 0
    if point in board.pinned_own:  # whoever pins one of mine holds the point, however few they are
        return False
    return opposing <= 1


def may_bear_off(game: Rules, board: Board, source: int, die: int) -> bool:
    inside = sum(board.own[place] for place in range(7))
    if inside < game.checkers or board.pinned_own:
        return False
    if source == die:
        return True
    if source > die or game.bearoff_exact:
        return False
    return not any(board.own[place] for place in range(source + 1, 7))


def locked_points(game: Rules, before: Board, board: Board) -> set[int]:
    """Home points where a checker hit in this turn: single opponents that stood there at its start and are gone."""
    if not game.hitrun_ban_home:
        return set()
    blots = {point for point in range(1, 7) if before.opponent[25 - point] == 1}
    return {point for point in blots if board.opponent[25 - point] == 0}


def runner_is_under_way(game: Rules, board: Board) -> bool:
    if not game.runner_target:
        return False
    arrived = any(board.own[place] for place in range(game.runner_target + 1))
    return not arrived and any(board.own[point] for point in range(game.runner_target + 1, 24))


def may_step(game: Rules, before: Board, board: Board, source: int, die: int, head_limit: int) -> bool:
    if not board.own[source] or source in board.pinned_own:
        return False
    if board.own[BAR] and source != BAR:
        return False
    if game.enter_all_first and board.own[RESERVE] and source not in (BAR, RESERVE):
        return False
    if source in locked_points(game, before, board) and board.own[source] == 1:
        return False
    if source == 24 and head_limit and before.own[24] - board.own[24] >= head_limit:
        return False
    if source == 24 and runner_is_under_way(game, board):
        return False
    target = landing(source, die)
    return may_land(game, board, target) if target > 0 else may_bear_off(game, board, source, die)


def step(game: Rules, board: Board, source: int, die: int) -> Board:
    """The board after an allowed step."""
    own, opponent = list(board.own), list(board.opponent)
    target = max(landing(source, die), OFF)
    own[source] -= 1
    own[target] += 1
    pinned = set(board.pinned_opponent)
    if game.contact == "pin" and source <= 24 and not own[source]:
        pinned.discard(25 - source)
    if target != OFF and opponent[game.across(target)] == 1:
        there = game.across(target)
        if game.contact == "hit":
            opponent[there] -= 1
            opponent[BAR] += 1
        else:
            pinned.add(there)
    return Board(tuple(own), tuple(opponent), board.pinned_own, frozenset(pinned))


# Results


def result(game: Rules, board: Board, own_turns: int = 0, opponent_turns: int = 0) -> tuple[str, int]:
    """Winner 'own', 'opponent', 'draw' or 'none', and the level. Turns made count with equal turns only."""
    own_finished, opponent_finished = (side[OFF] == game.checkers for side in (board.own, board.opponent))
    if own_finished and opponent_finished:
        return "draw", 0
    if own_finished and (not game.equal_turns or opponent_turns >= own_turns):
        return "own", _level(game, board.opponent)
    if opponent_finished and (not game.equal_turns or own_turns >= opponent_turns):
        return "opponent", _level(game, board.own)
    if game.mother_value:
        own_pinned, opponent_pinned = 24 in board.pinned_own, 24 in board.pinned_opponent
        if own_pinned and opponent_pinned:
            return "draw", 0
        if own_pinned and not board.opponent[24]:
            return "opponent", game.mother_value
        if opponent_pinned and not board.own[24]:
            return "own", game.mother_value
    return "none", 0


def is_over(game: Rules, board: Board) -> bool:
    """Nothing more to play in this part. With equal turns the other side may have finished before."""
    if board.own[OFF] == game.checkers:
        return True
    if game.equal_turns and board.opponent[OFF] == game.checkers:
        return False
    return result(game, board)[0] != "none"


def _level(game: Rules, loser: tuple[int, ...]) -> int:
    if loser[OFF]:
        return 1
    behind = any(loser[place] for place in (*range(19, 25), BAR, RESERVE))
    return 3 if behind and game.most_level == 3 else 2


def closed_out(game: Rules, board: Board) -> bool:
    return game.contact == "hit" and board.own[BAR] > 0 and all(board.opponent[point] > 1 for point in range(1, 7))


# Bans at the end of a turn


def broken_bans(game: Rules, board: Board) -> frozenset[str]:
    if is_over(game, board):
        return frozenset()
    broken = set()
    if game.own_quarter_ban and all(board.own[point] for point in range(19, 25)):
        broken.add("quarter")
    if game.four_points and sum(board.own[point] > 0 for point in range(7, 13)) > 4:
        broken.add("four points")
    if game.lock_ban and is_locked(game, board.turned()):
        broken.add("lock")
    if game.six_prime and has_forbidden_prime(game, board):
        broken.add("six prime")
    return frozenset(broken)


def is_locked(game: Rules, board: Board) -> bool:
    """The side that moves has no single step with any die."""
    return not any(may_step(game, board, board, source, die, 0) for source in range(1, 27) for die in range(1, 7))


def has_forbidden_prime(game: Rules, board: Board) -> bool:
    held = {game.across(point) for point in range(1, 25) if board.own[point]}
    for first in range(1, 20):
        if not all(point in held for point in range(first, first + 6)):
            continue
        ahead = board.opponent[OFF] or any(board.opponent[point] for point in range(1, first))
        at_home = board.opponent[OFF] or any(board.opponent[point] for point in range(1, 7))
        excused = {"unless_ahead": ahead, "unless_home": at_home, "always": False}[game.six_prime]
        if not excused:
            return True
    return False


# Whole parts


@dataclass(frozen=True)
class Candidate:
    """A sequence of steps that keeps every rule of single steps, longer or shorter."""

    board: Board
    used: tuple[int, ...]  # dice used, sorted
    obeys: bool  # at each step bore off if some unused die could


def head_limit(game: Rules, dice: tuple[int, int], own_turns: int) -> int:
    first_double = own_turns == 0 and dice[0] == dice[1] and dice[0] in game.head_first_doubles
    return 2 if game.head_limit and first_double else game.head_limit


def all_candidates(
    game: Rules, before: Board, dice: tuple[int, ...], limit: int, played: tuple[Step, ...] = ()
) -> set[Candidate]:
    """Every candidate that begins with the steps `played`; sequences that end alike are one."""
    now = Candidate(before, (), True)
    for source, die in played:
        if is_over(game, now.board) or (source, die) not in list(
            _steps(game, before, now, _left(dice, now.used), limit)
        ):
            return set()
        now = _after(game, before, now, dice, (source, die), limit)
    found: set[Candidate] = set()
    _walk(game, before, now, dice, limit, found)
    return found


def _left(dice: tuple[int, ...], used: tuple[int, ...]) -> list[int]:
    left = list(dice)
    for die in used:
        left.remove(die)
    return left


def _steps(game: Rules, before: Board, now: Candidate, left: list[int], limit: int) -> Iterator[Step]:
    for die in sorted(set(left)):
        for source in range(1, 27):
            if may_step(game, before, now.board, source, die, limit):
                yield source, die


def _after(game: Rules, before: Board, now: Candidate, dice: tuple[int, ...], chosen: Step, limit: int) -> Candidate:
    could_bear_off = any(
        landing(source, die) <= 0 for source, die in _steps(game, before, now, _left(dice, now.used), limit)
    )
    obeys = now.obeys and (landing(*chosen) <= 0 or not could_bear_off)
    return Candidate(step(game, now.board, *chosen), tuple(sorted((*now.used, chosen[1]))), obeys)


def _walk(game: Rules, before: Board, now: Candidate, dice: tuple[int, ...], limit: int, found: set[Candidate]) -> None:
    if now in found:
        return
    found.add(now)
    if is_over(game, now.board):
        return
    for chosen in _steps(game, before, now, _left(dice, now.used), limit):
        _walk(game, before, _after(game, before, now, dice, chosen, limit), dice, limit, found)


def legal(game: Rules, candidates: set[Candidate], dice: tuple[int, ...]) -> set[Board]:
    """The boards of the candidates that the rules of whole turns leave."""
    candidates = _without_banned(game, candidates)

    def length(candidate: Candidate) -> int:
        return len(dice) if is_over(game, candidate.board) else len(candidate.used)

    most = max(length(candidate) for candidate in candidates)
    longest = {candidate for candidate in candidates if length(candidate) == most}
    if most == 1 and len(set(dice)) == 2:
        with_higher = {candidate for candidate in longest if candidate.used == (max(dice),)}
        longest = with_higher or longest
    if game.comp_bearoff:
        obeying = {candidate for candidate in longest if candidate.obeys}
        off = max(candidate.board.own[OFF] for candidate in longest)
        longest = obeying or {candidate for candidate in longest if candidate.board.own[OFF] == off}
    return {candidate.board for candidate in longest}


def _without_banned(game: Rules, candidates: set[Candidate]) -> set[Candidate]:
    broken = {candidate: broken_bans(game, candidate.board) for candidate in candidates}
    waived = frozenset.intersection(*broken.values())  # what every sequence breaks
    return {candidate for candidate in candidates if broken[candidate] <= waived} or candidates


def dice_of(dice: tuple[int, int], steps: int = 4) -> tuple[int, ...]:
    return (dice[0],) * steps if dice[0] == dice[1] else dice


def finals(game: Rules, board: Board, dice: tuple[int, int], own_turns: int = 99, steps: int = 4) -> set[Board]:
    """Distinct legal finals of one part, still from the mover's side; a pass leaves the board as it was."""
    every = dice_of(dice, steps)
    return legal(game, all_candidates(game, board, every, head_limit(game, dice, own_turns)), every)


def whole_turn(game: Rules, board: Board, dice: tuple[int, int], own_turns: int) -> set[Board]:
    """Gul bara's doubles with all their stages; in every other game the same as `finals`."""
    if not (game.cascade and dice[0] == dice[1] and own_turns >= 3):
        return finals(game, board, dice, own_turns)
    complete, ended = {board}, set[Board]()
    for number in range(dice[0], 7):
        boards, complete = complete, set[Board]()
        for before in boards:
            every = (number,) * 4
            candidates = all_candidates(game, before, every, 0)
            for final in legal(game, candidates, every):
                is_whole = any(c.board == final and len(c.used) == 4 and not is_over(game, c.board) for c in candidates)
                (complete if is_whole and number < 6 else ended).add(final)
    return ended | complete


def next_steps(
    game: Rules, board: Board, dice: tuple[int, int], own_turns: int, played: tuple[Step, ...] = ()
) -> set[Step]:
    """Steps that may come after `played`: allowed in themselves, and some legal final can still be reached."""
    every, limit = dice_of(dice), head_limit(game, dice, own_turns)
    goals = legal(game, all_candidates(game, board, every, limit), every)
    options = {(source, die) for source in range(1, 27) for die in set(every)}
    return {
        chosen
        for chosen in options
        if any(c.board in goals for c in all_candidates(game, board, every, limit, (*played, chosen)))
    }
