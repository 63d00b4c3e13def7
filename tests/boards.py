"""The engine's positions and the oracle's boards, one as the other."""

from __future__ import annotations

from engine_c import Position
from reference import Board


def board_of(position: Position) -> Board:
    return Board(position.own, position.opponent, frozenset(position.pinned_own), frozenset(position.pinned_opponent))


def position_of(board: Board) -> Position:
    return Position.of(board.own, board.opponent, board.pinned_own, board.pinned_opponent)
