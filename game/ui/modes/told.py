"""What the table tells besides the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.errors import GameError
from game.match.events import Event
from game.match.state import MatchState


@dataclass
class Words:
    """What is told besides the board; the scene words it. happened: an event with the states around it. notice: a code
    of the director's own ("no_legal_play", "closed_out", "forced"). refusal: why something was not allowed. nothing:
    nothing has happened yet at the moment that is shown.
    """

    happened: Callable[[Event, MatchState, MatchState], None]
    notice: Callable[[str, int], None]
    refusal: Callable[[GameError], None]
    answer_wanted: Callable[[MatchState], None]
    game_over: Callable[[MatchState], None]
    seat_failed: Callable[[int, GameError], None]
    nothing: Callable[[], None] = lambda: None
