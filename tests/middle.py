"""Matches in the middle of a game, and an opponent that does as it is told."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from engine_c import Game, Play, Position, game_of
from game.formats.text import read_position
from game.match import events
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import MatchState, Phase
from game.storage.header import MatchHeader
from opponents.base import BaseOpponent
from opponents.protocol import BeaverAnswer, DoubleAnswer, RaccoonAnswer, TableView

PERSONS = ("person", "person")
NAMES = ("Ada", "Bea")
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def board(text: str, game: Game) -> Position:
    """A board from an ID, an XGID or text; in text a place without a number holds one checker."""
    if "=" not in text and "/" in text:
        text = re.sub(r"(^|\s)(\d+|bar)(?=\s|$)", r"\1\2:1", text)
    return read_position(text, game.checkers).position


def in_the_middle(
    text: str,
    dice: tuple[int, int] | None = None,
    key: str = "backgammon",
    length: int = 7,
    options: dict[str, str] | None = None,
    rules: dict[str, Any] | None = None,
    **facts: Any,
) -> MatchState:
    """Side 0 is to roll, or to play the dice. rules: of the match; facts: whatever else the state says."""
    game = game_of(key, options)
    match = MatchOptions((game,), length, **(rules or {}))
    state = MatchState(match, board(text, game), Phase.TO_ROLL, side=0, to_act=0, turns=(9, 9))
    state = replace(state, **facts)
    return apply(state, events.Rolled(dice)) if dice else state


def header(
    state: MatchState, seats: tuple[str, str] = PERSONS, dice: str = "seeded", seed: object = "throws"
) -> MatchHeader:
    """A match with the options of a state."""
    return MatchHeader(NAMES, state.options, seats, dice, extra={"seed": seed})


class Told(BaseOpponent):
    """Does as it is told, and plays the first legal play."""

    levels = ("medium",)
    doubles = False
    to_double: DoubleAnswer = "take"
    to_beaver: BeaverAnswer = "accept"
    to_raccoon: RaccoonAnswer = "accept"
    gives_up = 0
    accepts = True

    def choose_play(self, view: TableView) -> Play:
        return view.plays[0]

    def wants_double(self, view: TableView) -> bool:
        return self.doubles

    def answer_double(self, view: TableView) -> DoubleAnswer:
        return self.to_double

    def answer_beaver(self, view: TableView) -> BeaverAnswer:
        return self.to_beaver

    def answer_raccoon(self, view: TableView) -> RaccoonAnswer:
        return self.to_raccoon

    def resigns(self, view: TableView) -> int:
        return self.gives_up

    def accepts_resignation(self, view: TableView) -> bool:
        return self.accepts


def told(**answers: Any) -> type[Told]:
    """An opponent with these answers."""
    return type("Told", (Told,), answers)
