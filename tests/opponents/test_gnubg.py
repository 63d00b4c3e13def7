"""Through GNU Backgammon, where it is installed: legal plays, sensible cubes, and boards it understands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import opponents
from engine_c import Position, game_of
from game.match.options import MatchOptions
from opponents import Hosted, TableView
from opponents.gnubg import after_words, fibs_board
from opponents.programs import find_program
from opponents.registry import PROGRAMS
from seated import play_match
from views import views_of

installed = pytest.mark.skipif(find_program(*PROGRAMS["gnubg"]) is None, reason="GNU Backgammon is not installed")
START = game_of("backgammon").start()
GAME = game_of("backgammon")


@pytest.fixture(scope="module")
def program() -> Iterator[Hosted]:
    seated = opponents.seat("gnubg", "hard")
    assert isinstance(seated, Hosted)
    yield seated
    seated.close()


@installed
def test_it_plays_a_legal_game(tmp_path: Path) -> None:
    match = play_match(tmp_path, ("gnubg:hard", "balanced:easy"), MatchOptions(length=1), seconds=60.0)
    assert match.is_over
    assert match.codes == []


@installed
def test_its_plays_are_among_those_that_are_legal(program: Hosted) -> None:
    for view in views_of(GAME, 11, 10):
        assert program.choose_play(replace(view, seconds=60.0)) in view.plays


LAST_ROLL = Position.of({5: 1, 2: 1, 0: 13}, {1: 1, 0: 14})  # 19 rolls of 36 win
WON = Position.of({1: 2, 0: 13}, {6: 10, 5: 5})


@installed
@pytest.mark.parametrize(
    ("change", "doubles"),
    [
        ({}, True),
        ({"cube": 2, "cube_owner": "own"}, True),
        ({"cube": 2, "cube_owner": "opponent"}, False),
        ({"own_need": 1, "opponent_need": 3, "crawford_is_past": True}, False),
        ({"own_need": 3, "opponent_need": 1, "is_crawford": True}, False),
        ({"position": START}, False),
    ],
)
def test_it_doubles_where_it_is_right(program: Hosted, change: dict[str, object], doubles: bool) -> None:
    view = replace(TableView(GAME, LAST_ROLL, seconds=60.0), **change)  # type: ignore[arg-type]
    assert program.wants_double(view) is doubles


SAVED = Position.of({1: 2, 0: 13}, {6: 5, 0: 10})


@installed
@pytest.mark.parametrize(
    ("position", "beavers", "answer"),
    [
        (WON, False, "take"),
        (SAVED, True, "beaver"),  # the other side has no gammon to fear, so it cannot pass with profit
        (WON.turned(), False, "pass"),
        (LAST_ROLL.turned(), False, "take"),
    ],
)
def test_it_answers_doubles(program: Hosted, position: Position, beavers: bool, answer: str) -> None:
    view = TableView(GAME, position, on_roll=False, at_stake=2, beavers=beavers, seconds=60.0)
    assert program.answer_double(view) == answer


@pytest.mark.parametrize(
    ("change", "beginning", "end"),
    [
        ({}, "board:You:Other:0:0:0:0:-2:", ":1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:1:1"),
        (
            {"dice": (3, 1), "own_need": 2, "opponent_need": 5, "cube": 2, "cube_owner": "own"},
            "board:You:Other:5:3:0:0:-2:",
            ":1:3:1:3:1:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:1:1",
        ),
        (
            {"own_need": 1, "opponent_need": 2, "is_crawford": True},
            "board:You:Other:2:1:0:0:-2:",
            ":1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0",
        ),
    ],
)
def test_boards_as_fibs_writes_them(change: dict[str, object], beginning: str, end: str) -> None:
    line = fibs_board(replace(TableView(GAME, START), **change))  # type: ignore[arg-type]
    assert line.startswith(beginning)
    assert line.endswith(end)
    assert len(line.split(":")) == 53


@pytest.mark.parametrize(
    ("words", "own", "other"),
    [
        ("25/22 22/16", {16: 1}, {25: 2, 0: 13}),
        ("", {25: 1}, {9: 1, 3: 1, 0: 13}),
    ],
)
def test_a_play_in_words(words: str, own: dict[int, int], other: dict[int, int]) -> None:
    before = Position.of({25: 1, 0: 14}, {9: 1, 3: 1, 0: 13})
    assert after_words(before, words) == Position.of({**own, 0: 14}, other)


@pytest.mark.parametrize("words", ["bar/22", "roll", "8/5/3", "99/1", "7/3"])
def test_what_is_no_play(words: str) -> None:
    assert after_words(Position.of({25: 1, 0: 14}, {9: 1, 3: 1, 0: 13}), words) is None
