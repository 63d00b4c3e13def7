"""What seats may be asked: decisions met in play and on boards thrown together."""

from __future__ import annotations

from dataclasses import replace

from engine_c import Game, legal_plays
from opponents import TableView
from positions import reached, scattered


def views_of(game: Game, seed: int, count: int) -> list[TableView]:
    """Decisions met in play and on boards thrown together."""
    return [
        TableView(
            game,
            roll.position,
            turn=roll.turn,
            dice=roll.turn.part.dice,
            plays=legal_plays(game, roll.position, roll.turn),
            seed=number,
            seconds=0.05,
        )
        for number, roll in enumerate(reached(game, seed, count) + scattered(game, seed, count))
    ]


def before_roll(view: TableView) -> TableView:
    return replace(view, turn=None, dice=None, plays=(), cube=2, cube_owner="own", own_need=5, opponent_need=3)
