"""Real dice being typed: corrections, and when a throw has to be confirmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Position, game_of
from game.match.options import MatchOptions
from game.match.state import MatchState, Phase, start
from game.match.throw import ThrowEntry

BACKGAMMON = game_of("backgammon")
BOTH, FIRST_ONLY, NOBODY = (True, True), (True, False), (False, False)
DANCING = Position.of({25: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})


def to_roll(position: Position, side: int = 0) -> MatchState:
    return MatchState(MatchOptions(), position, Phase.TO_ROLL, side=side, to_act=side, turns=(5, 5))


def test_numbers_are_added_corrected_and_begun_anew() -> None:
    entry = ThrowEntry(to_roll(BACKGAMMON.start()), BOTH)
    for face in (7, 0, 3):
        entry.type(face)
    assert entry.faces == (3,)
    assert entry.preview() is None
    entry.type(1)
    assert entry.throw == (3, 1)
    entry.erase()
    entry.type(5)
    assert entry.throw == (3, 5)
    entry.type(6)
    assert entry.faces == (6,)


# Who sits there, the state, the throw, and whether it counts only when confirmed.
CONFIRMATIONS = [
    ("a person has a choice", to_roll(BACKGAMMON.start()), (3, 1), BOTH, False),
    ("the computer's throw", to_roll(BACKGAMMON.start(), side=1), (3, 1), FIRST_ONLY, True),
    ("no legal play", to_roll(DANCING), (6, 5), BOTH, True),
    ("one legal play", to_roll(Position.of({1: 1, 0: 14}, {6: 15})), (6, 5), BOTH, True),
    ("opening, equal dice", start(MatchOptions()), (4, 4), BOTH, True),
    ("opening, a person begins", start(MatchOptions()), (4, 2), FIRST_ONLY, False),
    ("opening, the computer begins", start(MatchOptions()), (2, 4), FIRST_ONLY, True),
    ("opening in tavla, where the winner rolls anew", start(MatchOptions((game_of("tavla"),), 5)), (4, 2), BOTH, True),
]


@pytest.mark.parametrize(
    ("state", "throw", "persons", "waits"), [c[1:] for c in CONFIRMATIONS], ids=[c[0] for c in CONFIRMATIONS]
)
def test_a_throw_that_no_play_follows_has_to_be_confirmed(
    state: MatchState, throw: tuple[int, int], persons: tuple[bool, bool], waits: bool
) -> None:
    entry = ThrowEntry(state, persons)
    for face in throw:
        assert not entry.waits_for_confirmation
        entry.type(face)
    assert entry.waits_for_confirmation is waits


def test_the_opening_throw_is_one_die_each() -> None:
    over = replace(to_roll(BACKGAMMON.start()), phase=Phase.GAME_OVER)
    assert ThrowEntry(start(MatchOptions()), BOTH).is_opening
    assert not ThrowEntry(to_roll(BACKGAMMON.start()), NOBODY).is_opening
    assert ThrowEntry(over, BOTH).is_opening
    assert not ThrowEntry(replace(over, options=MatchOptions((game_of("tavla"),), 5)), BOTH).is_opening
