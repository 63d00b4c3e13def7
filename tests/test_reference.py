"""The oracle itself, against the worked positions of the rules."""

from __future__ import annotations

import pytest

import reference
from worked import Case, cases


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_worked_position(case: Case) -> None:
    finals = (
        reference.finals(case.rules, case.board, case.dice, case.own_turns)
        if case.first_stage_only
        else reference.whole_turn(case.rules, case.board, case.dice, case.own_turns)
    )
    assert case.count in (None, len(finals))
    played = set()
    for steps, is_final, outcome in case.plays:
        board = case.board
        for source, die in steps:
            assert board.own[source]
            board = reference.step(case.rules, board, source, die)
        assert (board in finals) == is_final, steps
        if is_final:
            played.add(board)
        if outcome:
            assert outcome == "{} {}".format(*reference.result(case.rules, board))
    assert not case.complete or played == finals
