from __future__ import annotations

import pytest

from engine_c import Position, game_of
from game.errors import GameError
from game.formats import ids, match_id
from game.formats.ids import position_id, read_position_id
from game.formats.match_id import MatchFacts, read_match_id
from game.formats.text import read_text
from positions import reached, scattered

OPENING = "24:2 13:5 8:3 6:5"

BOARDS = [
    ("4HPwATDgc/ABMA", f"{OPENING} / {OPENING}"),
    ("sGfwATDgc/ABMA", f"{OPENING} / 24:2 13:5 8:2 6:4 5:2"),
    ("4HPwATCwZ/ABMA", f"24:2 13:5 8:2 6:4 5:2 / {OPENING}"),
    ("4HPwARjgc/ABYA", "bar:2 13:5 8:3 6:5 / 23:2 13:5 8:3 6:5"),
    ("4HPwAVDadg4GAA", "13:2 8:3 6:3 5:2 4:2 3:2 2:1 / bar:1 24:1 13:5 8:3 6:5"),
    ("MQAAsAsAAAAAAA", "3:1 2:3 1:2 off:9 / 4:2 1:1 off:12"),
    ("AwAACAAAAAAAAA", "1:1 / 1:2"),
    ("23YHAEDbth0AAA", "7:3 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 6:3 5:3 4:2 3:2 2:2 1:2"),
    ("8P8HAADg/w8AAA", "6:15 / 5:15"),
    ("4HPwAVDgc/ABUA", "bar:1 24:1 13:5 8:3 6:5 / bar:1 24:1 13:5 8:3 6:5"),
    ("EwAAAAAAAAAAAA", "off:15 / 3:1 1:2"),
]

SEVEN = MatchFacts(length=7)
MATCHES = [
    ("cAngAAAAAAAE", SEVEN),
    ("cAnqAAAAAAAE", MatchFacts(length=7, dice=(4, 2))),
    ("MAELAAAAAAAE", MatchFacts(mover=0, turn=0, dice=(6, 2))),
    ("cAkTAAAAAAAA", MatchFacts(dice=(6, 4), jacoby=True)),
    ("EQH3AAAAAAAE", MatchFacts(cube=2, owner=1, mover=0, turn=0, dice=(6, 5), length=7)),
    ("8AngAEAAMAAE", MatchFacts(crawford=True, length=7, score=(4, 6))),
    ("QwngAYAAUAAE", MatchFacts(cube=8, owner=0, length=15, score=(8, 10))),
    ("BYEOAHAAIAME", MatchFacts(cube=32, owner=0, mover=0, turn=0, dice=(5, 3), score=(7, 100))),
    ("UoktA8AAAAAE", MatchFacts(cube=4, owner=1, dice=(3, 3), length=25, score=(12, 0))),
    ("QQmgADAAIAAE", MatchFacts(cube=2, owner=0, length=5, score=(3, 4))),
    ("MBngAAAAAAAE", MatchFacts(mover=0, doubled=True, length=7)),
    ("EUn3AAAAAAAE", MatchFacts(cube=2, owner=1, mover=0, resigned=2, dice=(6, 5), length=7)),
    ("cIkGAAAAQAAA", MatchFacts(dice=(5, 1), score=(0, 8), jacoby=True)),
    ("QQnlAGAAGAAE", MatchFacts(cube=2, owner=0, dice=(2, 1), length=7, score=(6, 3))),
]

# An ID, how many checkers a side has, the code and what else it says.
BAD_BOARDS = [
    ("", 15, "id_length", {"length": 14}),
    ("4HPwATDgc/ABM", 15, "id_length", {}),
    ("4HPwATDgc/ABMAA", 15, "id_length", {}),
    ("4HPwATDgc-ABMA", 15, "id_letter", {"letter": "-"}),
    ("4HPwATDgc_ABMA", 15, "id_letter", {"letter": "_"}),
    ("4HPwATDgc/ABM=", 15, "id_letter", {"letter": "="}),
    ("4HPwATDgc/ABMé", 15, "id_letter", {"letter": "é"}),
    ("4HPwATDgc/AB٣A", 15, "id_letter", {"letter": "٣"}),
    ("4HPwATDgc/ABMB", 15, "id_last_letter", {"letter": "B"}),
    ("AAAAAAAAAAAAAg", 15, "id_tail", {}),
    ("//8AAAAAAAAAAA", 15, "id_too_many", {"side": 1, "count": 16, "checkers": 15}),
    ("/////////////w", 15, "id_too_many", {"side": 1, "count": 80}),
    ("AAAA/v8BAAAAAA", 15, "id_too_many", {"side": 0, "count": 16}),
    ("4HPwATDgc/ABMA", 3, "id_too_many", {"checkers": 3}),
    ("wP9fAADA/x8AAA", 15, "id_too_many", {"side": 1, "count": 16}),
    ("AQAAAAAAAgAAAA", 15, "id_shared_point", {"point": 24}),
    ("AABgIAAAAAAAAA", 15, "id_shared_point", {"point": 3}),
    ("27YBALBt2wAACA", 15, "id_both_shut_out", {}),
]

BAD_MATCHES = [
    ("cAngAAAAAAA", "id_length", {"length": 12}),
    ("cAngAAAAAA-E", "id_letter", {"letter": "-"}),
    ("cAngAAAAAAAI", "match_id_tail", {}),
    ("cA3gAAAAAAAE", "match_id_state", {"state": 5}),
    ("cInjAAAAAAAE", "match_id_dice", {"dice": (7, 0)}),
    ("cAn8AAAAAAAE", "match_id_dice", {"dice": (0, 7)}),
    ("cAnjAAAAAAAE", "match_id_dice", {"dice": (6, 0)}),
    ("cAngAHAAAAAE", "match_id_score", {"player": 0, "score": 7, "length": 7}),
    ("cAngAAAAQAAE", "match_id_score", {"player": 1, "score": 8, "length": 7}),
    ("8AngAAAAAAAE", "match_id_crawford", {"score": (0, 0), "length": 7}),
    ("8AngAGAAMAAE", "match_id_crawford", {"score": (6, 6)}),
    ("8AkAAAAAAAAE", "match_id_crawford", {"length": 0}),
    ("8BngAEAAMAAE", "match_id_crawford_double", {}),
]


@pytest.mark.parametrize(("given", "board"), BOARDS)
def test_position_ids_both_ways(given: str, board: str) -> None:
    assert read_position_id(given) == read_text(board)
    assert position_id(read_text(board)) == given


@pytest.mark.parametrize("make", [reached, scattered])
@pytest.mark.parametrize("key", ["backgammon", "longgammon", "hyper"])
def test_position_ids_come_back(key: str, make: type) -> None:
    game = game_of(key)
    for roll in make(game, 1, 2000):
        assert read_position_id(position_id(roll.position), game.checkers) == roll.position


@pytest.mark.parametrize(("given", "checkers", "code", "facts"), BAD_BOARDS)
def test_position_ids_refused(given: str, checkers: int, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as caught:
        read_position_id(given, checkers)
    check_refusal(caught.value, code, {"given": given, **facts}, ids.REFUSALS)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (read_text("24:14 8! / 24:14 17:1"), "pinned"),
        (read_text("24:14 17:1 / 24:14 8!"), "pinned"),
        (read_text("reserve:1 24:14 / 24:15"), "reserve"),
        (read_text("24:15 / reserve:15"), "reserve"),
        (Position.of({6: 16}, {6: 15}), "too_many"),
        (Position.of({6: 15}, {6: 15, 25: 1}), "too_many"),
    ],
)
def test_no_position_id(position: Position, why: str) -> None:
    with pytest.raises(GameError) as caught:
        position_id(position)
    check_refusal(caught.value, "no_position_id", {"why": why}, ids.REFUSALS)


@pytest.mark.parametrize(("given", "facts"), MATCHES)
def test_match_ids_both_ways(given: str, facts: MatchFacts) -> None:
    assert read_match_id(given) == facts
    assert match_id.match_id(facts) == given


@pytest.mark.parametrize(
    ("given", "dice", "written"),
    [
        ("QYnoAGAAGAAE", (1, 2), "QQnlAGAAGAAE"),  # BGBlitz keeps the order of the throw
        ("cAngAAAAAAAA", None, "cAngAAAAAAAE"),  # before Jacoby had a bit
        ("YAngAAAAAAAE", None, "cAngAAAAAAAE"),  # nobody owns it, said in two ways
    ],
)
def test_match_ids_made_canonical(given: str, dice: tuple[int, int] | None, written: str) -> None:
    facts = read_match_id(given)
    assert facts.dice == dice
    assert match_id.match_id(facts) == written


def test_match_id_of_a_finished_match() -> None:
    facts = MatchFacts(state=2, length=7, score=(7, 3))
    assert read_match_id(match_id.match_id(facts)) == facts


@pytest.mark.parametrize(("given", "code", "facts"), BAD_MATCHES)
def test_match_ids_refused(given: str, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as caught:
        read_match_id(given)
    check_refusal(caught.value, code, {"given": given, **facts}, ids.REFUSALS | match_id.REFUSALS)


@pytest.mark.parametrize(
    ("facts", "field", "value"),
    [
        (MatchFacts(cube=0), "cube", 0),
        (MatchFacts(cube=-2), "cube", -2),
        (MatchFacts(cube=3), "cube", 3),
        (MatchFacts(cube=1 << 16), "cube", 16),
        (MatchFacts(length=1 << 15), "length", 1 << 15),
        (MatchFacts(score=(-1, 0)), "score0", -1),
        (MatchFacts(dice=(8, 1)), "die1", 8),
    ],
)
def test_no_match_id(facts: MatchFacts, field: str, value: int) -> None:
    with pytest.raises(GameError) as caught:
        match_id.match_id(facts)
    check_refusal(caught.value, "no_match_id", {"field": field, "value": value}, match_id.REFUSALS)


def check_refusal(error: GameError, code: str, facts: dict[str, object], refusals: dict[str, tuple[str, ...]]) -> None:
    """The refusal has this code, the facts that its module promises, and among them these."""
    assert (error.code, set(error.facts)) == (code, set(refusals[code]))
    assert error.facts == error.facts | facts
