"""Two opponents against each other at many tables at once, every dice sequence played twice with seats changed.

A block of tables is played by one thread from its own dice; what it comes to depends on the seed and the block's number
alone, so any number of threads finds the same. In a session each table plays one game, in a match until it is won.
Games are played to their end, doubles included; nobody resigns, nobody beavers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c import (
    POSITION,
    Game,
    Part,
    Turn,
    array_of,
    chosen_part,
    first_part,
    judge,
    next_part,
    plays_many,
    positions_of,
    steps_of,
    turn_array,
    turned,
)
from engine_c.cube import CubeView, match_chance
from opponents.choosing import seed_of
from opponents.noted import Notes
from opponents.participants import Seated, Table, ToChoose, ToPlay, grouped
from opponents.protocol import Happening
from opponents.shots import ROLLS, WEIGHTS
from opponents.trained import has_weights
from opponents.traits import TRAITS, traits
from opponents.worth import table_of, worths

Array = npt.NDArray[Any]
PAIRS = 64
"""Pairs of tables in a block."""

_LATE = 9  # turns made: no rule asks for more
_MOST_PARTS = 4000  # games without an end are drawn
_ROLL_PLACE = {roll: place for place, roll in enumerate(ROLLS)}
_NO_DOUBLES = np.where([first == second for first, second in ROLLS], 0.0, WEIGHTS) / (30 / 36)


@lru_cache(maxsize=4096)
def _rolls(game: Game, own: int, other: int) -> Array:
    """All rolls as TURN rows, after so many turns."""
    return turn_array([Turn(first_part(game, roll, own), own, other) for roll in ROLLS])


@dataclass(frozen=True)
class Conditions:
    """What is played. length: points of a match, 0 for single games; has_cube: False takes the cube away; with_luck:
    whether the luck of the dice is looked at, which takes most of the time.
    """

    game: Game
    length: int = 0
    has_cube: bool = True
    seed: int = 1
    with_luck: bool = True


@dataclass(frozen=True)
class BlockResult:
    """What a block came to, table by table, tables 2k and 2k + 1 with the same dice. points: of the first opponent, in
    games, or 1 and 0 for a match won and lost; luck: of the first, in the same unit; games: played at each table.
    traits: sums and counts by table, opponent and trait, (tables, 2, 4). sample: decisions kept for judging.
    """

    points: Array
    luck: Array
    games: Array
    sums: Array
    counts: Array
    sample: list[Sampled]


@dataclass(frozen=True)
class Sampled:
    """A decision that was made by opponent number `by`: board, part and what was played."""

    by: int
    position: bytes
    turn: Turn
    final: bytes


@dataclass
class _Dice:
    """The throws of one pair of tables: table by table the same."""

    seed: int
    pair: int
    thrown: list[tuple[int, int]] = field(default_factory=list)

    def throw(self, number: int) -> tuple[int, int]:
        while number >= len(self.thrown):
            chunk = np.random.default_rng([self.seed, self.pair, len(self.thrown)]).integers(1, 7, (512, 2))
            self.thrown += [(int(first), int(second)) for first, second in chunk]
        return self.thrown[number]


class Block:
    """Tables being played, `pairs` pairs of them (PAIRS at most). number: of the block, from which its dice follow.
    sample: one of so many decisions is kept, 0 for none. The first of the two opponents has side 0 of even tables, side
    1 of odd ones.
    """

    def __init__(
        self, conditions: Conditions, opponents: Sequence[Seated], number: int, pairs: int = PAIRS, sample: int = 0
    ) -> None:
        self._terms, self._opponents = conditions, opponents
        self._game = conditions.game
        count = 2 * pairs
        self._count, self._number, self._sample_every = count, number, sample
        self._dice = [_Dice(conditions.seed, number * PAIRS + pair) for pair in range(pairs)]
        self._next_throw = np.zeros(count, int)
        # Boards are seen by the side on roll, which `_side` names.
        self._rows = np.repeat(array_of([self._game.start()]), count).astype(POSITION)
        self._side = np.zeros(count, int)
        self._turns = np.zeros((count, 2), int)
        self._parts: list[Part | None] = [None] * count
        self._value, self._owner = np.ones(count, int), np.full(count, -1)
        self._score, self._crawford_past = np.zeros((count, 2), int), np.zeros(count, bool)
        self._is_crawford = np.zeros(count, bool)
        self._spent = np.zeros((count, 2))
        self._active = np.ones(count, bool)
        self._plies = np.zeros(count, int)
        self._points, self._luck = np.zeros(count), np.zeros(count)
        self._games = np.zeros(count, int)
        self._sums, self._counts = np.zeros((count, 2, len(TRAITS))), np.zeros((count, 2, len(TRAITS)))
        self._sampled: list[Sampled] = []
        self._notes = Notes(count, is_kept=any(opponent.looks_back for opponent in opponents))
        self._thrown: list[tuple[int, int] | None] = [None] * count

    def play(self, step: Callable[[], None] = lambda: None) -> BlockResult:
        """Plays all tables to their end. step: called now and then; raises to give up."""
        self._open(np.arange(self._count), np.full(self._count, -1))
        for _ in range(_MOST_PARTS):
            tables = np.flatnonzero(self._active)
            if not len(tables):
                break
            step()
            to_roll = np.array([table for table in tables if self._parts[table] is None], int)
            if len(to_roll):
                rolling = self._offer(to_roll)
                self._roll(rolling)
            self._play_parts(np.array([table for table in tables if self._parts[table] is not None], int))
        return BlockResult(self._points, self._luck, self._games, self._sums, self._counts, self._sampled)

    # A game

    def _open(self, tables: Array, winners: Array) -> None:
        """Sets up. winners: the sides that won the game before, -1 for none."""
        game = self._game
        self._rows[tables] = array_of([game.start()])[0]
        self._turns[tables], self._spent[tables], self._value[tables], self._owner[tables] = 0, 0.0, 1, -1
        for table, winner in zip(tables, winners, strict=True):
            self._parts[table], self._thrown[table] = None, None
            self._notes.begin(table)
            if winner >= 0 and game.winner_opens:
                self._side[table] = winner
                continue
            first, second = self._throw_to_open(table)
            while first == second:
                first, second = self._throw_to_open(table)
            self._side[table] = int(second > first)
            if game.plays_opening_dice:
                self._parts[table] = first_part(game, (first, second), 0)
                self._thrown[table] = first, second
        opened = np.array([table for table in tables if self._parts[table] is not None], int)
        self._note_luck(opened, _NO_DOUBLES)

    def _throw(self, table: int) -> tuple[int, int]:
        thrown = self._dice[table // 2].throw(int(self._next_throw[table]))
        self._next_throw[table] += 1
        return thrown

    def _throw_to_open(self, table: int) -> tuple[int, int]:
        thrown = self._throw(table)
        self._notes.opened(table, thrown)
        return thrown

    def _roll(self, tables: Array) -> None:
        for table in tables:
            side, thrown = int(self._side[table]), self._throw(table)
            self._parts[table] = first_part(self._game, thrown, int(self._turns[table, side]))
            self._thrown[table] = thrown
            self._notes.add(table, side, "rolled", dice=thrown)
        self._note_luck(tables, WEIGHTS)

    # The cube

    def _cube(self, table: int, side: int) -> CubeView:
        """Seen by that side."""
        terms, owner = self._terms, self._owner[table]
        named = None if owner < 0 else "own" if owner == side else "opponent"
        needs: tuple[int | None, int | None] = (None, None)
        if terms.length:
            needs = int(terms.length - self._score[table, side]), int(terms.length - self._score[table, 1 - side])
        if not (self._game.has_cube and terms.has_cube):
            return CubeView(own_need=needs[0], opponent_need=needs[1], is_fixed=True)
        is_fixed = bool(self._is_crawford[table]) or needs == (1, 1)
        return CubeView(int(self._value[table]), named, *needs, is_fixed=is_fixed, is_after_crawford=1 in needs)  # type: ignore[arg-type]

    def _table(self, table: int, side: int) -> Table:
        return Table(
            self._cube(table, side),
            seed_of(self._terms.seed, self._number, table, self._plies[table], side),
            (int(self._score[table, side]), int(self._score[table, 1 - side])),
            bool(self._is_crawford[table]),
            float(self._spent[table, side]),
            int(self._games[table]),
            self._thrown[table],
            self._notes.seen(table, side),
        )

    def _who(self, tables: Array, sides: Array) -> Array:
        """Which of the two opponents sits there."""
        return np.asarray(sides ^ (tables & 1))

    def _offer(self, tables: Array) -> Array:
        """Doubles and answers, before the rolls. Returns the tables at which the game goes on."""
        sides = self._side[tables]
        free = np.array(
            [not self._cube(t, s).is_fixed and self._owner[t] in (-1, s) for t, s in zip(tables, sides, strict=True)]
        )
        free &= ~self._game.closed_out(np.ascontiguousarray(self._rows[tables]))
        doubled = self._ask("doubles", tables[free], sides[free])
        offered = tables[free][doubled]
        if not len(offered):
            return tables
        doublers = self._side[offered]
        self._note(offered, doublers, "doubled")
        taken = self._ask("takes", offered, 1 - doublers)
        self._note(offered[taken], 1 - doublers[taken], "took")
        self._value[offered[taken]] *= 2
        self._owner[offered[taken]] = 1 - doublers[taken]
        passed = offered[~taken]
        self._end_games(passed, doublers[~taken], self._value[passed])
        return tables[~np.isin(tables, passed)]

    def _note(self, tables: Array, sides: Array, what: Happening) -> None:
        for table, side in zip(tables.tolist(), sides.tolist(), strict=True):
            self._notes.add(table, side, what)

    def _ask(self, question: str, tables: Array, sides: Array) -> npt.NDArray[np.bool_]:
        result, who = np.zeros(len(tables), bool), self._who(tables, sides)
        for number, opponent in enumerate(self._opponents):
            mine = np.flatnonzero(who == number)
            if len(mine):
                seats = [self._table(int(t), int(s)) for t, s in zip(tables[mine], sides[mine], strict=True)]
                rows = np.ascontiguousarray(self._rows[tables[mine]])
                result[mine] = getattr(opponent, question)(self._game, seats, rows)
        return result

    # Plays

    def _turn(self, table: int) -> Turn:
        side, part = self._side[table], self._parts[table]
        assert part is not None
        return Turn(part, int(self._turns[table, side]), int(self._turns[table, 1 - side]))

    def _play_parts(self, tables: Array) -> None:
        """Plays the part that lies at each table, and what follows from it."""
        if not len(tables):
            return
        who = self._who(tables, self._side[tables])
        for number, opponent in enumerate(self._opponents):
            mine = tables[who == number]
            if len(mine):
                self._play_for(number, opponent, mine)

    def _play_for(self, number: int, opponent: Seated, tables: Array) -> None:
        game, before = self._game, np.ascontiguousarray(self._rows[tables])
        turns = [self._turn(int(table)) for table in tables]
        ends, finals, steps = plays_many(game, before, turn_array(turns))
        seats = [self._table(int(table), int(self._side[table])) for table in tables]
        chosen, costs = opponent.plays(ToPlay(game, seats, before, turns, ends, finals, steps))
        made = np.ascontiguousarray(finals[chosen])
        self._spent[tables, self._side[tables]] += costs
        self._note_traits(number, tables, before, made)
        if self._sample_every:
            self._keep(number, tables, before, turns, made, np.diff(np.concatenate(([0], ends.astype(int)))))
        self._rows[tables] = made
        self._plies[tables] += 1
        played = (steps[chosen]["source"] > 0).sum(axis=1)
        ended, rest = [], {}
        for index, (table, turn, place, count) in enumerate(
            zip(tables, turns, positions_of(made), played, strict=True)
        ):
            self._notes.add(table, int(self._side[table]), "played", steps=steps_of(steps[chosen[index]]))
            follow = next_part(game, place, turn, int(count))
            self._parts[table] = None
            if follow.then == "play":
                self._parts[table] = follow.part
            elif follow.then == "choose":
                self._parts[table] = self._chosen(opponent, int(table))
            elif follow.then != "roll":
                ended.append(int(table))
                rest[int(table)] = follow.part if follow.then == "opponent" else None
        if ended:
            self._end_turns(np.array(ended), rest)

    def _chosen(self, opponent: Seated, table: int) -> Part:
        """After 2-1: the double that is played."""
        side = int(self._side[table])
        turns = int(self._turns[table, side]), int(self._turns[table, 1 - side])
        row = np.ascontiguousarray(self._rows[table : table + 1])
        number = opponent.number(ToChoose(self._game, self._table(table, side), row, turns))
        self._notes.add(table, side, "chose", number=number)
        return chosen_part(self._game, number)

    def _end_turns(self, tables: Array, rest: Mapping[int, Part | None]) -> None:
        """Finished games are counted, the others passed on. rest: what the next side plays before its own roll."""
        sides = self._side[tables]
        self._turns[tables, sides] += 1
        made = zip(positions_of(self._rows[tables]), tables.tolist(), sides.tolist(), strict=True)
        over = [self._game.outcome(place, *self._turns[t, [s, 1 - s]].tolist()) for place, t, s in made]
        goes_on = np.array([outcome.winner == "nobody" for outcome in over])
        going = tables[goes_on]
        self._rows[going] = turned(np.ascontiguousarray(self._rows[going]))
        self._side[going] = 1 - self._side[going]
        for table in going:
            self._parts[table] = rest[int(table)]
        ended = np.flatnonzero(~goes_on)
        if len(ended):
            lost = np.array([over[i].winner == "opponent" for i in ended])
            levels = np.array([over[i].level for i in ended])  # 0 for a draw
            self._end_games(tables[ended], sides[ended] ^ lost, levels * self._value[tables[ended]])

    def _end_games(self, tables: Array, winners: Array, points: Array) -> None:
        """Counts games, and goes on with the next of a match."""
        self._games[tables] += 1
        again, last_winners = [], []
        for table, winner, won in zip(tables, winners, points, strict=True):
            first = int(self._who(np.array([table]), np.array([winner]))[0]) == 0
            length = self._terms.length
            if not length:
                self._points[table] = won if first else -won
                self._active[table] = False
                continue
            self._score[table, winner] += won
            if self._score[table, winner] >= length:
                self._points[table], self._active[table] = float(first), False
                continue
            leads = int(self._score[table].max()) == length - 1
            self._is_crawford[table] = leads and not self._crawford_past[table]
            self._crawford_past[table] |= leads
            again.append(int(table))
            last_winners.append(int(winner))
        if again:
            self._open(np.array(again), np.array(last_winners))

    # What is noted

    def _note_luck(self, tables: Array, weights: Array) -> None:
        """What each throw was worth beyond the mean of all throws, looking at the play that seems best."""
        game = self._game
        if not (self._terms.with_luck and has_weights(game) and len(tables)):
            return
        sides = self._side[tables]
        own, other = self._turns[tables, sides], self._turns[tables, 1 - sides]
        made = np.minimum(np.stack([own, other], axis=1), _LATE).tolist()
        turns = np.concatenate([_rolls(game, *each) for each in made])
        boards = np.repeat(np.ascontiguousarray(self._rows[tables]), len(ROLLS))
        finals, _steps, equities = judge.decide(game, boards, turns)
        values = np.asarray(equities, np.float64)
        cubes = [self._cube(int(t), int(s)) for t, s in zip(tables, sides, strict=True)]
        if not all(cube.is_session and cube.is_fixed for cube in cubes):
            there = turned(finals)
            chances = np.asarray(judge.evaluate(game, there), np.float64)
            for view, chosen in grouped(cubes):
                rows = (chosen[:, None] * len(ROLLS) + np.arange(len(ROLLS))).ravel()
                values[rows] = -worths(game, np.ascontiguousarray(there[rows]), chances[rows], view.turned())
        by_roll = values.reshape(len(tables), len(ROLLS))
        thrown = [self._parts[table].dice for table in tables]  # just thrown
        place = [_ROLL_PLACE[(max(dice), min(dice))] for dice in thrown]
        lucky = by_roll[np.arange(len(tables)), place] - by_roll @ weights
        self._luck[tables] += self._unit(tables, cubes) * lucky * (1 - 2 * self._who(tables, sides))

    def _unit(self, tables: Array, cubes: Sequence[CubeView]) -> Array:
        """What an equity of 1 is worth: points, or half of what lies between winning and losing a single game."""
        if not self._terms.length:
            return np.asarray(self._value[tables], np.float64)
        table = table_of(self._game)
        return np.array(
            [(match_chance(cube, cube.value, table) - match_chance(cube, -cube.value, table)) / 2 for cube in cubes]
        )

    def _note_traits(self, number: int, tables: Array, before: Array, made: Array) -> None:
        found, counts = traits(self._game, before, made, self._turns[tables, self._side[tables]])
        self._sums[tables, number] += found * counts
        self._counts[tables, number] += counts

    def _keep(self, number: int, tables: Array, before: Array, turns: list[Turn], made: Array, choices: Array) -> None:
        """Keeps a decision here and there, by chance that follows from its place alone."""
        for index, table in enumerate(tables):
            draw = seed_of(self._terms.seed, self._number, table, self._plies[table])
            if choices[index] > 1 and draw % self._sample_every == 0:
                self._sampled.append(Sampled(number, before[index].tobytes(), turns[index], made[index].tobytes()))
