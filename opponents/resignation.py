"""When to give a game up, and whether an offer to give it up is enough."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine_c import array_of
from opponents.board import Side, is_race, sides_of
from opponents.cube import CubePosition
from opponents.judge import LOSE_BACKGAMMON, LOSE_GAMMON, WIN
from opponents.protocol import TableView
from opponents.race import pips_to_save

HOPELESS = 0.001
"""A chance that is not played for."""

_ENOUGH = 0.01  # of the cube: what an offer may seem to lack
_FASTEST_ROLL = 24  # pips of 6-6
_SLOWEST_ROLL = 3  # pips of 2-1


def resigns(view: TableView, chances: npt.NDArray[np.float64]) -> int:
    """The level to offer, 0 to play on. chances: the five of the seat that answers.

    Only races are given up, when winning is hopeless. A gammon is offered only when no dice could save it, and a single
    game only when losing a gammon is as unlikely as winning was.
    """
    own, other = sides_of(view.game, array_of([view.position]))
    if not view.resignation_levels or not is_race(view.game, own, other)[0] or chances[WIN] > HOPELESS:
        return 0
    most = max(view.resignation_levels)
    level = 1
    while level < most and not _can_save(view, own, other, level + 1):
        level += 1
    loses_more = (0.0, float(chances[LOSE_GAMMON]), float(chances[LOSE_BACKGAMMON]), 0.0)[level]
    if level not in view.resignation_levels or (level < most and loses_more > HOPELESS):
        return 0
    return level


def _can_save(view: TableView, own: Side, other: Side, level: int) -> bool:
    """Whether the luckiest dice of this seat and the slowest of the other could still avoid that level."""
    pips = float(pips_to_save(own, gammon=level == 2)[0])
    turns_needed = int(-(-pips // _FASTEST_ROLL))
    checkers = int(other.count.sum() + other.bar[0] + other.reserve[0])
    # A die bears a checker off or moves by its pips; from the ace point every die bears off.
    moving = 0 if int(other.rearmost[0]) == 1 else int(other.pips[0])
    turns_left = -(-checkers // 2) - (-moving // _SLOWEST_ROLL) - (not view.on_roll)
    return turns_needed <= turns_left


def accepts_resignation(view: TableView, here: CubePosition) -> bool:
    """The points offered are worth at least what playing on promises."""
    level = 1 if view.jacoby and view.cube_owner is None else view.resigned
    promised = max(here.value(), here.dead()) if here.may_turn else here.dead()
    tolerance = _ENOUGH * (here.stakes.worth(here.cube) - here.stakes.worth(-here.cube)) / 2
    return here.stakes.worth(level * here.cube) >= promised - tolerance
