from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine_c import Position, game_of
from game.errors import GameError
from game.formats import ids, match_id, xgid
from game.formats.ids import position_id, read_position_id
from game.formats.match_id import read_match_id
from game.formats.text import read_text
from game.formats.xgid import Xgid, match_facts, read_xgid, write_xgid, xgid_of
from positions import scattered

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "id_vectors.json").read_text("utf-8"))["vectors"]

OPENING = "-b----E-C---eE---c-e----B-"

TABLE = [
    (f"{OPENING}:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA", "cInlAAAAAAAE"),
    (f"{OPENING}:0:0:1:64:0:0:3:0:10", "4HPwATDgc/ABMA", "cAkTAAAAAAAA"),
    (f"{OPENING}:0:0:1:00:6:4:1:7:10", "4HPwATDgc/ABMA", "8AngAEAAMAAE"),
    ("----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10", "4O3CgAXgZ8wMIA", "cAlmAQAACAAE"),
    ("---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10", "dB7GGAJsZuJgAg", "cAkgAVAAAAAE"),
    ("--BaBCCBAA------acccc-a--A:0:0:1:00:0:2:0:7:10", "5O4uAAhmdysAQA", "cAngACAAAAAE"),
    ("---BADB------------bf---a-:1:1:1:00:4:0:0:7:10", "4TcAALDeAAAAAA", "UQngAAAAIAAE"),
    ("---aBBCCCB----a-aa-babbbb-:1:1:1:00:1:2:0:9:10", "29aUAAjY7m4AAA", "UQkgASAACAAE"),
    ("-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "b9sBCIC5bYDQAA", "QQnlAGAAGAAE"),
    ("---BBBBAAA---Ac-bbccbAA-A-:1:1:-1:63:4:3:0:5:8", "bFuFACWwu80BAA", "EQGvADAAIAAE"),
    ("-CCDBA--------------aabbb-:3:-1:1:00:10:8:0:15:10", "2woAAO7eAgAAAA", "QwngAYAAUAAE"),
    ("-BCB------------------acc-:5:-1:-1:53:100:7:2:0:10", "uwEAAHcBAAAAAA", "BYEOAHAAIAME"),
    (f"{OPENING}:0:0:-1:D:0:0:0:7:10", "4HPwATDgc/ABMA", "MBngAAAAAAAE"),
]

# What stands in the fields, the code, the field and what else it says.
BAD = [
    ("", "xgid_fields", None, {"count": 1}),
    (f"{OPENING}:0:0:1:31:0:0:0", "xgid_fields", None, {"count": 8}),
    (f"{OPENING}:0:0:1:31:0:0:0:7:10:1", "xgid_fields", None, {"count": 11}),
    ("b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "xgid_board_length", 1, {"count": 25}),
    (f"{OPENING}-:0:0:1:31:0:0:0:7:10", "xgid_board_length", 1, {"count": 27}),
    ("-b----E-C---eE-P-c-e----B-:0:0:1:31:0:0:0:7:10", "xgid_board_letter", 1, {"letter": "P", "place": 15}),
    ("-b----E-C---eE---c-e----Bp:0:0:1:31:0:0:0:7:10", "xgid_board_letter", 1, {"letter": "p", "place": 25}),
    ("-b----E-C---eE---c-e----Ba:0:0:1:31:0:0:0:7:10", "xgid_board_letter", 1, {"letter": "a", "place": 25}),
    ("Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "xgid_board_letter", 1, {"letter": "A", "place": 0}),
    ("-b----E-C---eE---c-e----Bé:0:0:1:31:0:0:0:7:10", "xgid_board_letter", 1, {"letter": "é"}),
    ("-b----E-C---eE--Ac-e----B-:0:0:1:31:0:0:0:7:10", "xgid_too_many", 1, {"side": 0, "count": 16, "checkers": 15}),
    ("ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "xgid_too_many", 1, {"side": 1, "count": 16}),
    ("aBBBBBB-------AA---bbbbbbA:0:0:1:31:0:0:0:7:10", "xgid_both_shut_out", 1, {}),
    (f"{OPENING}:x:0:1:31:0:0:0:7:10", "xgid_field", 2, {"given": "x"}),
    (f"{OPENING}:-1:0:1:31:0:0:0:7:10", "xgid_field", 2, {"given": "-1"}),
    (f"{OPENING}:16:0:1:31:0:0:0:7:10", "xgid_field", 2, {"given": "16"}),
    (f"{OPENING}:٣:0:1:31:0:0:0:7:10", "xgid_field", 2, {"given": "٣"}),
    (f"{OPENING}:0:2:1:31:0:0:0:7:10", "xgid_field", 3, {"given": "2"}),
    (f"{OPENING}:0:0:0:31:0:0:0:7:10", "xgid_field", 4, {"given": "0"}),
    (f"{OPENING}:0:0:1:70:0:0:0:7:10", "xgid_field", 5, {"given": "70"}),
    (f"{OPENING}:0:0:1:30:0:0:0:7:10", "xgid_field", 5, {"given": "30"}),
    (f"{OPENING}:0:0:1:d:0:0:0:7:10", "xgid_field", 5, {"given": "d"}),
    (f"{OPENING}:0:0:1:31:-1:0:0:7:10", "xgid_field", 6, {"given": "-1"}),
    (f"{OPENING}:0:0:1:31:0::0:7:10", "xgid_field", 7, {"given": ""}),
    (f"{OPENING}:0:0:1:31:0:0:2:7:10", "xgid_field", 8, {"given": "2"}),
    (f"{OPENING}:0:0:1:31:0:0:4:0:10", "xgid_field", 8, {"given": "4"}),
    (f"{OPENING}:0:0:1:31:0:0:0:32768:10", "xgid_field", 9, {"given": "32768"}),
    (f"{OPENING}:0:0:1:31:0:0:0:7:-1", "xgid_field", 10, {"given": "-1"}),
    (f"{OPENING}:0:0:1:31:7:0:0:7:10", "xgid_score", 6, {"given": "7", "length": 7}),
    (f"{OPENING}:0:0:1:31:0:9:0:7:10", "xgid_score", 7, {"given": "9", "length": 7}),
    (f"{OPENING}:0:0:1:31:5:5:1:7:10", "xgid_crawford", 8, {"given": "1"}),
    (f"{OPENING}:0:0:1:31:6:6:1:7:10", "xgid_crawford", 8, {"given": "1"}),
    (f"{OPENING}:0:0:1:D:6:4:1:7:10", "xgid_double", 5, {"given": "D"}),
    (f"{OPENING}:0:0:1:B:0:0:0:7:10", "xgid_double", 5, {"given": "B"}),
]


@pytest.mark.parametrize(("fields", "board", "facts"), TABLE)
def test_table_both_ways(fields: str, board: str, facts: str) -> None:
    read = read_xgid(fields)
    assert write_xgid(read) == f"XGID={fields}"
    assert (position_id(read.position), match_id.match_id(match_facts(read))) == (board, facts)
    back = xgid_of(read_position_id(board), read_match_id(facts))
    assert back == replace(read, beavers=False, maximum=10)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["xgid"] for vector in VECTORS])
def test_vectors_both_ways(vector: dict[str, Any]) -> None:
    read = read_xgid(vector["xgid"])
    sides = [_counts(vector[side]) for side in ("upper", "lower")]
    assert read.position == Position.of(*(sides if vector["on_roll"] == "upper" else sides[::-1]))
    assert write_xgid(read) == vector["xgid"]
    assert position_id(read.position) == vector["position_id"]
    assert match_id.match_id(match_facts(read)) == vector["match_id"]
    back = xgid_of(read_position_id(vector["position_id"]), read_match_id(vector["match_id"]))
    assert write_xgid(replace(back, beavers=bool(vector["beavers"]))) == vector["xgid"]


def _counts(side: dict[str, Any]) -> list[int]:
    return [side["off"], *side["points"], side["bar"]]


@pytest.mark.parametrize("key", ["backgammon", "hyper"])
def test_positions_come_back(key: str) -> None:
    game, rng = game_of(key), Random(f"xgid {key}")
    for roll in scattered(game, 2, 2000):
        given = _random_xgid(roll.position, rng)
        assert read_xgid(write_xgid(given), game.checkers) == given


def _random_xgid(position: Position, rng: Random) -> Xgid:
    length = rng.choice((0, 0, 1, 7, 25))
    score = (rng.randrange(length or 99), rng.randrange(length or 99))
    crawford = (score[0] == length - 1) != (score[1] == length - 1) and rng.random() < 0.5
    pending = rng.choice(("", "", "D", "B", "R")[: 2 if crawford else 3 if length else 5])
    return Xgid(
        position,
        turn=rng.choice((1, -1)),
        cube=rng.randrange(16),
        owner=rng.choice((1, -1, 0)),
        dice=None if pending else rng.choice((None, (rng.randint(1, 6), rng.randint(1, 6)))),
        pending=pending,
        score=score,
        crawford=crawford,
        jacoby=not length and rng.random() < 0.5,
        beavers=not length and rng.random() < 0.5,
        length=length,
        maximum=rng.randrange(20),
    )


@pytest.mark.parametrize(
    "given",
    [
        "{}:0:0:1:31:2:1:0:7:10",
        "XGID={}:0:0:1:31:2:1:0:7",
        "xgid={}:0:0:1:31:2:1:0:7:10",
        "  XgId = {}:0:0:1:31:2:1:0:7:10\r\n",
        "XGID={} : 0:0 :1: 31:2:1:0:007:10",
        "\u00a0XGID={}:0:0:1:31:2:1:0:7:10\u00a0",
    ],
)
@pytest.mark.parametrize("dash", "-−–‑")
def test_read_liberally(given: str, dash: str) -> None:
    read = read_xgid(given.format(OPENING.replace("-", dash)))
    assert read == Xgid(game_of("backgammon").start(), dice=(3, 1), score=(2, 1), length=7)


@pytest.mark.parametrize(("fields", "code", "field", "facts"), BAD)
def test_refused(fields: str, code: str, field: int | None, facts: dict[str, object]) -> None:
    with pytest.raises(GameError) as caught:
        read_xgid(f"XGID={fields}")
    error = caught.value
    assert (error.code, set(error.facts)) == (code, set(xgid.REFUSALS[code]))
    assert error.facts == error.facts | facts
    assert error.facts.get("field") == field


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("24:14 8! / 24:14 17:1", "pinned"),
        ("reserve:15 / reserve:15", "reserve"),
        ("24:15 / 24:14 1:1", "shared_point"),
    ],
)
def test_boards_without_xgid(board: str, why: str) -> None:
    with pytest.raises(GameError) as caught:
        write_xgid(Xgid(read_text(board)))
    assert (caught.value.code, caught.value.facts) == ("no_position_id", {"why": why})
    assert set(caught.value.facts) == set(ids.REFUSALS["no_position_id"])


@pytest.mark.parametrize("pending", "BR")
def test_beavers_have_no_match_id(pending: str) -> None:
    read = read_xgid(f"{OPENING}:1:-1:1:{pending}:0:0:3:0:10")
    assert read.pending == pending
    with pytest.raises(GameError) as caught:
        match_facts(read)
    assert (caught.value.code, caught.value.facts) == ("no_match_id", {"field": "pending", "value": pending})
