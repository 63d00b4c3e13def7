"""How a match stands: one frozen value, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine_c import Game, Part, Position, Turn
from game.match import events
from game.match.options import MatchOptions


class Phase(Enum):
    """What is waited for."""

    TO_OPEN = "to open"
    TO_ROLL = "to roll"
    TO_CHOOSE = "to choose"
    TO_PLAY = "to play"
    TO_ANSWER_DOUBLE = "to answer a double"
    TO_ANSWER_BEAVER = "to answer a beaver"
    TO_ANSWER_RACCOON = "to answer a raccoon"
    TO_ANSWER_RESIGNATION = "to answer a resignation"
    GAME_OVER = "game over"
    MATCH_OVER = "match over"


ACTIONS: dict[Phase, tuple[type, ...]] = {
    Phase.TO_OPEN: (events.Open,),
    Phase.TO_ROLL: (events.Roll, events.Double, events.Resign, events.CallTime, events.TakeBack),
    Phase.TO_CHOOSE: (events.Choose, events.Resign, events.CallTime, events.TakeBack),
    Phase.TO_PLAY: (events.Move, events.Resign, events.CallTime, events.TakeBack),
    Phase.TO_ANSWER_DOUBLE: (events.Take, events.Pass, events.Beaver, events.CallTime),
    Phase.TO_ANSWER_BEAVER: (events.Take, events.Pass, events.Raccoon, events.CallTime),
    Phase.TO_ANSWER_RACCOON: (events.Take, events.Pass, events.CallTime),
    Phase.TO_ANSWER_RESIGNATION: (events.Accept, events.Refuse, events.CallTime),
    Phase.GAME_OVER: (events.Open, events.Roll, events.Stop),
    Phase.MATCH_OVER: (),
}
"""What may be asked for in each phase; the referee looks at the rest (whose turn, cube, legal play)."""

TURN = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.TO_CHOOSE)
"""Somebody is at their turn: they roll, play or choose, and may do what is open to those at their turn."""

ANSWERS = (
    Phase.TO_ANSWER_DOUBLE,
    Phase.TO_ANSWER_BEAVER,
    Phase.TO_ANSWER_RACCOON,
    Phase.TO_ANSWER_RESIGNATION,
)
"""The phases in which a side answers an offer of the other."""

EITHER = None
"""Whoever asks first: the opening throw, the next game, the end of a session belong to both sides."""


class Ending(Enum):
    """How a game ended."""

    BORNE_OFF = "borne off"
    MOTHER_PINNED = "mother pinned"
    DRAWN = "drawn"
    PASSED = "double refused"
    RESIGNED = "resigned"
    TIMED_OUT = "out of time"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class GameResult:
    """winner: a side, None for a draw. points: level times cube, before the match cuts anything. level: 1 to 3."""

    winner: int | None
    points: int
    level: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Cube:
    """value: 1, 2, 4 ... without limit. owner: a side, None when centred."""

    value: int = 1
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything about a match that its rules need.

    side: whose turn it is; the position is seen by that side. to_act: who is waited for, None for either. turns: made
    by side 0 and 1 in this game, passed ones included. part: what is to be played in TO_PLAY. at_stake: the value the
    game is played for when a pending offer of the cube is accepted. resigned: the level offered; resumes: the phase a
    refusal returns to. refused: the highest level that was offered and refused in this turn. opener: who had the
    first move of this game. is_crawford: this game is the Crawford game; crawford_is_past: it has been or is being
    played. thrown: the state right after the dice of the present turn fell; last_thrown: the same of the turn
    before, where a turn that is taken back goes on (None: nothing to take back).
    """

    options: MatchOptions
    position: Position
    phase: Phase = Phase.TO_OPEN
    side: int = 0
    to_act: int | None = EITHER
    number: int = 0
    score: tuple[int, int] = (0, 0)
    turns: tuple[int, int] = (0, 0)
    part: Part | None = None
    dice: tuple[int, int] | None = None
    cube: Cube = Cube()
    at_stake: int = 0
    resigned: int = 0
    resumes: Phase | None = None
    refused: int = 0
    opener: int = 0
    automatic_doubles: int = 0
    is_crawford: bool = False
    crawford_is_past: bool = False
    results: tuple[GameResult, ...] = ()
    thrown: MatchState | None = None
    last_thrown: MatchState | None = None

    @property
    def game(self) -> Game:
        """The kind of game that is being played, or was just finished."""
        return self.options.game(self.number)

    @property
    def turn(self) -> Turn:
        """What is to be played, for the engine."""
        assert self.part is not None
        return Turn(self.part, self.turns[self.side], self.turns[1 - self.side])

    @property
    def is_one_pointer(self) -> bool:
        """A match to one point: the cube could change nothing."""
        return self.options.length == 1

    def needs(self, side: int) -> int | None:
        """Points that side still needs, None in a session."""
        return None if self.options.is_session else self.options.length - self.score[side]


def start(options: MatchOptions) -> MatchState:
    """A match that nobody has begun."""
    return MatchState(options, options.game(0).start())
