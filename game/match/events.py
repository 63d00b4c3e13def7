"""What a seat may ask for (actions) and what has happened (events), all of them frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from engine_c import Position, Step
from game.dice.source import Throw
from game.errors import GameError


class NotAllowed(GameError):  # noqa: N818  # the referee's own word
    """The referee refuses an action; code and facts say why."""


# Actions: asked of the referee by a side, judged, and turned into an event or refused.


@dataclass(frozen=True, slots=True)
class Open:
    """Throw one die each for the first move. Either side may ask."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice of a turn."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the double to be played after 2-1: 1 to 6."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """Play the dice; no steps when none are possible."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept a double, a beaver or a raccoon."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Give the game up instead of accepting a double, a beaver or a raccoon."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Answer a double by doubling at once and keeping the cube."""


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Answer a beaver by doubling at once again; the cube stays with the other side."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Offer to lose the game: 1 single, 2 gammon, 3 backgammon."""

    level: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept a resignation."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse a resignation: the game goes on."""


@dataclass(frozen=True, slots=True)
class CallTime:
    """The side to act has run out of time."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last turn back, with its dice kept; both players must have agreed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End a session between two games."""


Action = (
    Open
    | Roll
    | Choose
    | Move
    | Double
    | Take
    | Pass
    | Beaver
    | Raccoon
    | Resign
    | Accept
    | Refuse
    | CallTime
    | TakeBack
    | Stop
)

# Events: the record of a match. Each belongs to the side that was to act.


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening throw: side 0's die, side 1's die. Equal dice are thrown again."""

    dice: Throw


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a turn, in the order thrown."""

    dice: Throw


@dataclass(frozen=True, slots=True)
class Chose:
    """The double chosen after 2-1."""

    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """The steps of one part of a turn, in the order played."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Doubled:
    """The cube was offered."""


@dataclass(frozen=True, slots=True)
class Beavered:
    """The double was turned back, the cube kept."""


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The beaver was doubled."""


@dataclass(frozen=True, slots=True)
class Took:
    """What was offered with the cube was accepted."""


@dataclass(frozen=True, slots=True)
class Passed:
    """What was offered with the cube was refused, and the game with it."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A resignation was offered."""

    level: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The resignation was accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The resignation was refused."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The side to act ran out of time and lost the game."""


@dataclass(frozen=True, slots=True)
class TookBack:
    """The last turn was taken back: its side has its dice to play again. What was thrown since is void."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The session was ended."""


# What no action asks for: matches from elsewhere hold it, and the referee folds it without judging it.


@dataclass(frozen=True, slots=True)
class Misplayed:
    """A play that the rules do not allow but that was made all the same: checkers taken from one place to another.

    hops: from and to, in an order in which they can be made; own points, 25 bar, 0 off. Games that hit only.
    """

    hops: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Danced:
    """The side that is closed out threw its dice all the same. Its turn was passed before; nothing changes."""

    dice: Throw


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table was arranged by hand; what is None stays. After a game the next one begins with it.

    position: seen by `side`, whose turn it then is; `side` alone gives the turn to it. cube: value and owner.
    """

    score: tuple[int, int] | None = None
    crawford: bool | None = None
    cube: tuple[int, int | None] | None = None
    side: int | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The game counts what was agreed, not what its play says: it ends here, or its result is put right.

    winner: a side, None where the game was broken off, with no points.
    """

    winner: int | None
    points: int


Found = Misplayed | Danced | SetUp | Settled
"""The events that come from elsewhere only."""

Event = (
    Opened
    | Rolled
    | Chose
    | Played
    | Doubled
    | Beavered
    | Raccooned
    | Took
    | Passed
    | Resigned
    | Accepted
    | Refused
    | TimedOut
    | TookBack
    | Stopped
    | Misplayed
    | Danced
    | SetUp
    | Settled
)
