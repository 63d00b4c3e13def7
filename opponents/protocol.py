"""What is asked of whoever sits at the table, and all that he may see when he answers.

A plugin is one class that can be called with a level and answers these questions. Deriving it from
`opponents.base.BaseOpponent` answers every one of them sensibly, so that only those are written that shall differ. A
whole plugin, which needs no more of ours than `opponents` and `engine_c`:

    from engine_c import Play
    from opponents import DoubleAnswer, TableView
    from opponents.base import BaseOpponent

    class Gambler(BaseOpponent):
        name = "Gambler"
        author = "You"
        description = {"en": "Runs for home and loves the cube.", "tr": "Eve koşar, küpü sever."}
        levels = ("sober", "merry")
        games = ("backgammon", "portes")

        def choose_play(self, view: TableView) -> Play:
            best = min(view.plays, key=lambda play: play.final.pips()[0])
            if self.level == "merry" and view.random().random() < 0.2:
                best = view.random().choice(view.plays)
            return best

        def wants_double(self, view: TableView) -> bool:
            own, other = view.position.pips()
            return view.may_double and own < other

        def answer_double(self, view: TableView) -> DoubleAnswer:
            return "take"

It becomes known in one of two ways. As an installed package, by an entry point in its pyproject.toml:

    [project.entry-points."sheshbesh.opponents"]
    gambler = "gambler:Gambler"

Or as the single file gambler.py in the folder `opponents` of the player's data, once that folder is switched on.

It runs in a process of its own, with the rights of whoever plays, kept for the match; the player is asked before it
plays for the first time, and again when it has changed. An answer must come within `view.seconds`; what is printed is
kept for the report of a failure. After a failure Balanced takes the seat, and whoever is invited back begins in a fresh
process. A program in another language speaks the lines of `opponents.line` instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol, runtime_checkable

from engine_c import Game, Play, Position, Step, Turn

PROTOCOL = 1
"""The version of these questions. A plugin says the one it was written for; another number is refused."""

QUESTIONS = (
    "choose_play",
    "wants_double",
    "answer_double",
    "answer_beaver",
    "answer_raccoon",
    "choose_number",
    "resigns",
    "accepts_resignation",
)
"""The names of all questions, as `Opponent` explains them."""

CubeOwner = Literal["own", "opponent"] | None
DoubleAnswer = Literal["take", "pass", "beaver"]
BeaverAnswer = Literal["accept", "raccoon", "pass"]
RaccoonAnswer = Literal["accept", "pass"]
Happening = Literal[
    "opened",
    "rolled",
    "chose",
    "played",
    "doubled",
    "beavered",
    "raccooned",
    "took",
    "passed",
    "resigned",
    "accepted",
    "refused",
    "took_back",
]


@dataclass(frozen=True, slots=True)
class Happened:
    """Something of the game being played. by_own: done by the seat that answers, else by the other side.

    dice: of 'opened' and 'rolled', as thrown; an opening throw has this seat's die first. steps: of 'played', in the
    numbering of the side that played. number: the double of 'chose', the level of 'resigned'. After 'took_back' what
    was played since the dice of the turn before is void.
    """

    what: Happening
    by_own: bool
    dice: tuple[int, int] | None = None
    steps: tuple[Step, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a seat may see when it is asked something. `own` is ALWAYS the seat that answers.

    game: with its options. position: the board, the seat that answers being its side `own`. on_roll: whether it is that
    seat's turn; the other side's when it has doubled or resigned. turn: the part to be played and the turns made, seen
    by the side on roll; None before the dice have fallen. dice: as thrown, None before.
    plays: the legal plays of the part, for `choose_play`.
    cube, cube_owner: as they stand, before what is being offered; None is the middle. at_stake: the value the game is
    played for if the offer under answer is accepted, 0 when there is none.
    own_need, opponent_need: points to go, None in a session. own_points, opponent_points: made so far. game_number: of
    this game in the match, counted from 0. history: what has happened in this game, oldest first. is_crawford: this is
    the Crawford game; crawford_is_past: it has been or is being played. jacoby, beavers, raccoons: of the session.
    resigned: the level the other side offers to lose, 0 for none. resignation_levels: what this seat might offer.
    clock: seconds left of this seat's bank, None without a clock. seed: for the seat's own random choices; the same
    view gets the same answer. seconds: how long the answer may take.
    """

    game: Game
    position: Position
    on_roll: bool = True
    turn: Turn | None = None
    dice: tuple[int, int] | None = None
    plays: tuple[Play, ...] = ()
    cube: int = 1
    cube_owner: CubeOwner = None
    at_stake: int = 0
    own_need: int | None = None
    opponent_need: int | None = None
    is_crawford: bool = False
    crawford_is_past: bool = False
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    resigned: int = 0
    resignation_levels: tuple[int, ...] = ()
    clock: float | None = None
    seed: int = 0
    seconds: float = 1.0
    own_points: int = 0
    opponent_points: int = 0
    game_number: int = 0
    history: tuple[Happened, ...] = ()

    def random(self) -> Random:
        """A random source of the seat's own, always the same for the same view: chance without losing repeatability."""
        return Random(f"{self.seed} {self.position.data.hex()} {self.dice} {self.at_stake}")

    @property
    def is_session(self) -> bool:
        """Points are counted without an end."""
        return self.own_need is None or self.opponent_need is None

    @property
    def may_double(self) -> bool:
        """The rules let this seat offer the cube now, useful or not."""
        is_one_pointer = not self.is_session and self.own_need == 1 == self.opponent_need
        return (
            self.game.has_cube
            and self.on_roll
            and self.dice is None
            and self.cube_owner != "opponent"
            and not self.is_crawford
            and not is_one_pointer
        )


@runtime_checkable
class Opponent(Protocol):
    """Whoever sits at the table. Each answer depends on the view alone: the same view and seed, the same answer."""

    def choose_play(self, view: TableView) -> Play:
        """One of `view.plays`, never empty: a pass is the only play without steps."""
        ...

    def wants_double(self, view: TableView) -> bool:
        """Before the roll: offer the cube at twice its value?"""
        ...

    def answer_double(self, view: TableView) -> DoubleAnswer:
        """The other side has doubled to `view.at_stake`. 'beaver' only where `view.beavers`."""
        ...

    def answer_beaver(self, view: TableView) -> BeaverAnswer:
        """One's double was turned back, to `view.at_stake`. 'raccoon' only where `view.raccoons`; 'pass' loses half."""
        ...

    def answer_raccoon(self, view: TableView) -> RaccoonAnswer:
        """One's beaver was doubled, to `view.at_stake`; the cube stays with this seat. 'pass' loses half of it."""
        ...

    def choose_number(self, view: TableView) -> int:
        """After 2-1 (acey-deucey): which double to play, 1 to 6."""
        ...

    def resigns(self, view: TableView) -> int:
        """0 to play on, or one of `view.resignation_levels`."""
        ...

    def accepts_resignation(self, view: TableView) -> bool:
        """The other side offers to lose `view.resigned` times the cube."""
        ...
