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
    reached = set()
    for steps, is_final, outcome in case.plays:
        board = reference.board_after(case.rules, case.board, steps)
        assert (board in finals) == is_final, steps
        if is_final:
            reached.add(board)
        if outcome:
            assert outcome == "{} {}".format(*reference.result(case.rules, board))
    assert not case.complete or reached == finals
