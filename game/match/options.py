"""What a match is played as: its games, its length, the rules around the cube, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine_c import Game, game_of
from game.errors import GameError

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15)
"""The lengths of matches that can be started here; imported ones may have any."""

TAVLI = ("portes", "plakoto", "fevga")
"""The games of a Greek match, in order."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The conditions of a match.

    games: played in turn, one after the other. length: points to win, 0 for an open session (games with a cube only).
    crawford: in matches. jacoby, beavers, raccoons, automatic_doubles: in sessions. clock: with a bank a game.
    Raises GameError for what no match can be.
    """

    games: tuple[Game, ...] = field(default_factory=lambda: (game_of("backgammon"),))
    length: int = 7
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: bool = False
    clock: bool = False

    def __post_init__(self) -> None:
        if not self.games:
            raise GameError("no_game")
        if self.length < 0:
            raise GameError("bad_length", length=self.length)
        if self.is_session and not all(game.has_cube for game in self.games):
            raise GameError("no_session", game=next(game.key for game in self.games if not game.has_cube))
        session_rules = (self.jacoby, self.beavers, self.raccoons, self.automatic_doubles)
        if not self.is_session and any(session_rules):
            raise GameError("session_rules_in_match")
        if self.raccoons and not self.beavers:
            raise GameError("raccoons_without_beavers")

    @property
    def is_session(self) -> bool:
        """No length: points are noted game by game."""
        return self.length == 0

    def game(self, number: int) -> Game:
        """The kind of game number `number`, counted from 0."""
        return self.games[number % len(self.games)]

    @property
    def clock_bank(self) -> int:
        """Seconds for each player and game: two minutes a point, fifteen in a session."""
        return 60 * (15 if self.is_session else 2 * self.length)


def tavli(length: int = 7, options: Mapping[str, Mapping[str, str]] | None = None) -> MatchOptions:
    """A Greek match: portes, plakoto and fevga in turn. options: by game key."""
    chosen = options or {}
    return MatchOptions(games=tuple(game_of(key, chosen.get(key)) for key in TAVLI), length=length)
