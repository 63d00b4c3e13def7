"""The games and their options by key; each is one record of parameters for the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine_c._engine import ffi, lib
from engine_c.position import Position, rows_pointer
from engine_c.status import EngineError, call


def _text(pointer: Any) -> str:
    return str(ffi.string(pointer).decode())


def _keys() -> tuple[str, ...]:
    keys: list[str] = []
    while (key := lib.bg_game_key(len(keys))) != ffi.NULL:
        keys.append(_text(key))
    return tuple(keys)


def _options() -> dict[str, dict[str, tuple[str, ...]]]:
    table: dict[str, dict[str, tuple[str, ...]]] = {key: {} for key in _keys()}
    columns = [ffi.new("char **") for _ in range(3)]
    row = 0
    while lib.bg_option_row(row, *columns) == lib.BG_OK:
        game, option, value = (_text(column[0]) for column in columns)
        table[game][option] = (*table[game].get(option, ()), value)
        row += 1
    return table


GAMES: tuple[str, ...] = _keys()
"""The keys of all games."""

OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(_options())
"""The options of each game and their values; the first value is the default."""

WINNERS = ("nobody", "own", "opponent", "draw")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands. winner: 'nobody', 'own', 'opponent' (seen by the side on roll) or 'draw';
    level: 1 single, 2 gammon, 3 backgammon, 0 for a draw or while nobody has won.
    """

    winner: str
    level: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its options in force. Made by `game_of`; equal keys and options are equal games."""

    key: str
    options: tuple[tuple[str, str], ...]
    record: Any = field(compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process a game is made anew: its record lies in the memory of this one."""
        return game_of, (self.key, dict(self.options))

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return int(self.record.checkers)

    @property
    def is_parallel(self) -> bool:
        """Both sides travel the same way round."""
        return bool(self.record.travel == lib.BG_PARALLEL)

    @property
    def hits(self) -> bool:
        """Single checkers are sent to the bar."""
        return bool(self.record.contact == lib.BG_HIT)

    @property
    def pins(self) -> bool:
        """Single checkers are pinned where they stand."""
        return bool(self.record.contact == lib.BG_PIN)

    @property
    def plays_opening_dice(self) -> bool:
        """The winner of the opening throw plays the two dice on the table; else he rolls both again."""
        return bool(self.record.opening == lib.BG_USE_OPENING_DICE)

    @property
    def winner_opens(self) -> bool:
        """The winner of a game opens the next one; else each game has an opening throw."""
        return bool(self.record.next_starter == lib.BG_PREVIOUS_WINNER)

    @property
    def has_cube(self) -> bool:
        """Played with the doubling cube."""
        return bool(self.record.cube)

    @property
    def most_level(self) -> int:
        """3 where a backgammon counts three, else 2."""
        return int(self.record.most_level)

    def start(self) -> Position:
        """The position every game of this kind begins with."""
        position = ffi.new("bg_position *")
        call(lib.bg_start, self.record, position, faulty=False)
        return Position(bytes(ffi.buffer(position)))

    def check(self, position: Position) -> None:
        """Raises EngineError with the facts when the position cannot occur in this game."""
        call(lib.bg_check, self.record, ffi.from_buffer("bg_position[]", position.data), 1)

    def outcome(self, position: Position, own_turns: int = 0, opponent_turns: int = 0) -> Outcome:
        """Who has won and at what level. The turns made matter only where both sides have equally many (nardy's
        equal_turns): a side that has borne off everything must have that turn counted. Raises EngineError.
        """
        turn = ffi.new("bg_turn *", {"own_turns": own_turns, "opponent_turns": opponent_turns})
        outcome = ffi.new("bg_outcome *")
        call(lib.bg_results, self.record, ffi.from_buffer("bg_position[]", position.data), turn, 1, outcome)
        return Outcome(WINNERS[outcome.winner], outcome.level)

    def is_closed_out(self, position: Position) -> bool:
        """A checker of the side on roll waits on the bar and all six points of the other home are made."""
        closed = ffi.new("uint8_t *")
        call(lib.bg_closed_out, self.record, ffi.from_buffer("bg_position[]", position.data), 1, closed)
        return bool(closed[0])

    def closed_out(self, rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """`is_closed_out` of each POSITION row, shape (n,). Raises EngineError."""
        closed = np.empty(len(rows), np.uint8)
        call(lib.bg_closed_out, self.record, rows_pointer(rows), len(rows), ffi.from_buffer("uint8_t[]", closed))
        return np.asarray(closed != 0)

    def outcomes(self, rows: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """For each POSITION row the winner (0 nobody, 1 own, 2 opponent, 3 draw) and the level, shape (n, 2)."""
        outcomes = np.empty((len(rows), 2), np.uint8)
        target = ffi.from_buffer("bg_outcome[]", outcomes)
        call(lib.bg_results, self.record, rows_pointer(rows), ffi.NULL, len(rows), target)
        return outcomes


class OptionError(EngineError):
    """A game, option or value that does not exist, with what does. `known` lists the choices there are."""

    def __init__(self, name: str, given: str, known: tuple[str, ...]) -> None:
        super().__init__(name)
        self.given, self.known = given, known
        self.args = (f"{self.args[0]}: {given} (there are: {', '.join(known) or 'none'})",)


def game_of(key: str, options: Mapping[str, str] | None = None) -> Game:
    """The game of that key with the options that differ from its defaults. Raises OptionError."""
    if key not in OPTIONS:
        raise OptionError("NO_SUCH_GAME", key, GAMES)
    known = OPTIONS[key]
    for name, value in (options or {}).items():
        if name not in known:
            raise OptionError("NO_SUCH_OPTION", name, tuple(known))
        if value not in known[name]:
            raise OptionError("NO_SUCH_VALUE", f"{name}={value}", known[name])
    chosen = {name: value for name, value in (options or {}).items() if value != known[name][0]}
    return _game(key, tuple(sorted(chosen.items())))


@lru_cache(maxsize=256)
def _game(key: str, options: tuple[tuple[str, str], ...]) -> Game:
    record = ffi.new("bg_game *")
    call(lib.bg_game_find, key.encode(), record, faulty=False)
    for name, value in options:
        call(lib.bg_game_set, key.encode(), name.encode(), value.encode(), record, faulty=False)
    return Game(key, options, record)
