"""Who sits at many tables at once: our own players judge all boards together, anybody else is asked one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine_c import Game, Play, Turn, chosen_part, judge, positions_of, steps_of, turn_array, turned
from engine_c.cube import CubeView
from opponents.choosing import Decisions, Indices, Values, choose, owners_of
from opponents.host import Hosted
from opponents.levels import LEVELS
from opponents.player import Player, tempered_double, tempered_take
from opponents.protocol import Happened, Opponent, TableView
from opponents.registry import OpponentError
from opponents.trained import on_roll
from opponents.worth import lead, looked_into, verdicts, worths

_PATIENCE = 60.0  # seconds: nobody waits for a league


@dataclass(frozen=True)
class Table:
    """What a seat may know besides the board: the cube and the score seen by it, its seed, what its style has spent,
    and, where it looks back, the number of the game from 0, the dice as thrown, and what has happened.
    """

    cube: CubeView
    seed: int
    scores: tuple[int, int] = (0, 0)
    is_crawford: bool = False
    spent: float = 0.0
    number: int = 0
    dice: tuple[int, int] | None = None
    history: tuple[Happened, ...] = ()


class SeatFailedError(Exception):
    """Somebody at the tables gave no answer that counts. seat: who; error: why."""

    def __init__(self, seat: Seated, error: Exception) -> None:
        super().__init__(str(error))
        self.seat, self.error = seat, error


class LeftError(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True)
class ToPlay:
    """Parts to be played at some tables. rows: (n,); ends, finals, steps: as `plays_many` gives them."""

    game: Game
    tables: Sequence[Table]
    rows: npt.NDArray[Any]
    turns: Sequence[Turn]
    ends: npt.NDArray[np.uint32]
    finals: npt.NDArray[Any]
    steps: npt.NDArray[Any]


@dataclass(frozen=True)
class ToChoose:
    """A double is to be chosen at one table. rows: (1,); turns: made by the side on roll and by the other."""

    game: Game
    table: Table
    rows: npt.NDArray[Any]
    turns: tuple[int, int]


class Seated(Protocol):
    """A participant. Boards are seen by the side on roll in all questions, cubes by the side that is asked.

    looks_back: it is told what has happened. Any question raises SeatFailedError, or LeftError after `close`.
    """

    looks_back: bool

    def plays(self, asked: ToPlay) -> tuple[Indices, Values]:
        """Of each table the index of the final that is taken, and what a style gave away for it."""
        ...

    def doubles(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Which of the tables are doubled; there the rules allow it."""
        ...

    def takes(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Which of the doubles are taken."""
        ...

    def number(self, asked: ToChoose) -> int:
        """The double to be played after 2-1, from 1 to 6."""
        ...

    def close(self) -> None:
        """Nobody waits for its answers any more; from any thread."""
        ...


def grouped(views: Sequence[CubeView]) -> list[tuple[CubeView, Indices]]:
    """Different cubes and scores, each with where it stands."""
    found: dict[CubeView, list[int]] = defaultdict(list)
    for index, view in enumerate(views):
        # In a session a cube of 8 is a cube of 1 with a higher price.
        found[replace(view, value=1) if view.is_session else view].append(index)
    return [(view, np.array(indices)) for view, indices in found.items()]


class OwnPlayers:
    """One of our styles at a level, for all tables at once."""

    looks_back = False

    def __init__(self, player: Player) -> None:
        self._player, self._level = player, player.strength
        self._is_left = False

    def plays(self, asked: ToPlay) -> tuple[Indices, Values]:
        """As `Player.choose_play`."""
        game, owner = asked.game, owners_of(asked.ends)
        there = turned(asked.finals)
        chances, values = on_roll(self._player.judge, game, there), np.empty(len(there))
        table_of_final = owner
        for view, tables in grouped([table.cube for table in asked.tables]):
            chosen = np.flatnonzero(np.isin(table_of_final, tables))
            rows = np.ascontiguousarray(there[chosen])
            values[chosen] = -worths(game, rows, chances[chosen], view.turned())
        if self._level.depth.plays:
            self._look_ahead(asked, values)
        decisions = Decisions(
            game,
            asked.rows,
            asked.finals,
            owner,
            values,
            np.array([table.seed for table in asked.tables], np.uint64),
            np.array([table.spent for table in asked.tables]),
            np.array([lead(game, table.cube) if self._level.gives else 0.0 for table in asked.tables]),
        )
        weight = self._player.weight
        return choose(self._level, decisions, self._player.preference if weight else None, weight)

    def _look_ahead(self, asked: ToPlay, values: Values) -> None:
        start = 0
        for table, turn, end in zip(asked.tables, asked.turns, asked.ends.tolist(), strict=True):
            here = slice(start, end)
            start = end
            if self._is_left:
                raise LeftError
            if here.stop - here.start > 1 and not (asked.game.outcomes(asked.finals[here])[:, 0] != 0).any():
                looked, deepest = looked_into(
                    asked.game, asked.finals[here], turn, values[here], table.cube, self._level.depth
                )
                values[here] = np.where(deepest, looked, -np.inf)

    def doubles(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """As `Player.wants_double`."""
        result = np.zeros(len(tables), bool)
        for view, chosen in grouped([table.cube for table in tables]):
            if view.own_need == 1:
                continue
            is_of_use = view.is_session or (view.own_need or 0) > view.value
            temper = self._player.temper if is_of_use else 0.0
            for index, found in zip(chosen, self._verdicts(game, tables, rows, view, chosen, 1), strict=True):
                result[index] = tempered_double(found, temper)
        return result

    def takes(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """As `Player.answer_double`."""
        result = np.zeros(len(tables), bool)
        for view, chosen in grouped([table.cube.turned() for table in tables]):
            for index, found in zip(chosen, self._verdicts(game, tables, rows, view, chosen, -1), strict=True):
                result[index] = tempered_take(found, self._player.temper) == "take"
        return result

    def _verdicts(
        self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any], view: CubeView, chosen: Indices, sign: int
    ) -> Any:
        wrong = np.zeros(len(chosen))
        if self._level.cube_noise:
            draws = [np.random.default_rng(int(tables[index].seed)).standard_normal() for index in chosen]
            wrong = sign * self._level.cube_noise * np.array(draws)
        there = np.ascontiguousarray(rows[chosen])
        return verdicts(self._player.judge, game, there, view, self._level.depth.cube, wrong)

    def number(self, asked: ToChoose) -> int:
        """The one whose best play leaves most."""
        parts = turn_array([Turn(chosen_part(asked.game, number), *asked.turns) for number in range(1, 7)])
        return int(judge.decide(asked.game, np.repeat(asked.rows, 6), parts)[2].argmax()) + 1

    def close(self) -> None:
        """It stops looking ahead."""
        self._is_left = True


class Guests:
    """Anybody's opponent, asked about one table after the other."""

    looks_back = True

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._is_left = False

    def close(self) -> None:
        """Ends its process, also in the middle of a question."""
        self._is_left = True
        if isinstance(self._opponent, Hosted):
            self._opponent.close()

    def _asked(self, question: str, view: TableView) -> Any:
        if self._is_left:
            raise LeftError
        try:
            return getattr(self._opponent, question)(view)
        except Exception as error:
            raise SeatFailedError(self, error) from error

    def plays(self, asked: ToPlay) -> tuple[Indices, Values]:
        """As it answers, if that is one of the legal plays."""
        chosen, start = [], 0
        places, finals = positions_of(asked.rows), positions_of(asked.finals)
        for number, end in enumerate(asked.ends.tolist()):
            plays = tuple(Play(finals[i], steps_of(asked.steps[i])) for i in range(start, end))
            index = 0
            if len(plays) > 1:
                turn = asked.turns[number]
                view = _view(asked.game, asked.tables[number], places[number])
                view = replace(view, turn=turn, dice=asked.tables[number].dice or turn.part.dice, plays=plays)
                play = self._asked("choose_play", view)
                index = next((i for i, legal in enumerate(plays) if legal.final == play.final), -1)
                if index < 0:
                    raise SeatFailedError(self, OpponentError("opponent_illegal", opponent="", given=str(play)))
            chosen.append(start + index)
            start = end
        return np.array(chosen), np.zeros(len(chosen))

    def doubles(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """As it answers."""
        views = [_view(game, table, place) for table, place in zip(tables, positions_of(rows), strict=True)]
        return np.array([bool(self._asked("wants_double", view)) for view in views], bool)

    def takes(self, game: Game, tables: Sequence[Table], rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """As it answers; a beaver is a take here."""
        found = []
        for table, place in zip(tables, positions_of(turned(rows)), strict=True):
            view = replace(_view(game, table, place), on_roll=False, at_stake=2 * table.cube.value)
            found.append(self._asked("answer_double", view) != "pass")
        return np.array(found, bool)

    def number(self, asked: ToChoose) -> int:
        """As it answers."""
        view = _view(asked.game, asked.table, positions_of(asked.rows)[0])
        return int(self._asked("choose_number", replace(view, dice=asked.table.dice)))


def _view(game: Game, table: Table, place: Any) -> TableView:
    cube = table.cube
    return TableView(
        game,
        place,
        cube=cube.value,
        cube_owner=cube.owner,
        own_need=cube.own_need,
        opponent_need=cube.opponent_need,
        is_crawford=table.is_crawford,
        crawford_is_past=cube.is_after_crawford,
        seed=table.seed,
        seconds=_PATIENCE,
        own_points=table.scores[0],
        opponent_points=table.scores[1],
        game_number=table.number,
        history=table.history,
    )


def participant(opponent: Opponent) -> Seated:
    """An opponent, ready to sit at many tables."""
    is_plain = isinstance(opponent, Player) and opponent.level in LEVELS
    return OwnPlayers(opponent) if is_plain and isinstance(opponent, Player) else Guests(opponent)
