"""The oracle against every line of the bench files that were enumerated from the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

import reference
from worked import DATA


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / "bench" / name).read_text(encoding="utf-8").splitlines()]


def _board(own: list[int], opponent: list[int], pinned_own: list[int], pinned_opponent: list[int]) -> reference.Board:
    return reference.Board(tuple(own), tuple(opponent), frozenset(pinned_own), frozenset(pinned_opponent))


def _options(case: dict[str, Any]) -> dict[str, str]:
    return {name: {True: "on", False: "off"}.get(value, value) for name, value in case["options"].items()}


@pytest.mark.parametrize("case", _lines("variants.jsonl"), ids=lambda case: case["game"])
def test_finals_of_the_bench(case: dict[str, Any]) -> None:
    game = reference.rules(case["game"], _options(case))
    board = _board(case["own"], case["opp"], case["pinned_own"], case["pinned_opp"])
    first, second = case["dice"]
    finals = reference.whole_turn(game, board, (first, second), case["context"]["own_turns"])
    assert len(finals) == case["n"]
    assert finals == {_board(*final) for final in case["finals"]}


@pytest.mark.parametrize("case", _lines("results.jsonl"), ids=lambda case: f"{case['game']} {case['kind']}")
def test_results_of_the_bench(case: dict[str, Any]) -> None:
    game = reference.rules(case["game"], _options(case))
    board = _board(case["own"], case["opp"], case["pinned_own"], case["pinned_opp"])
    winner = "opponent" if case["winner"] == "opp" else case["winner"]
    assert reference.result(game, board) == (winner, case["level"])
