"""What several computers hold is joined in any order, and segments are whole or refused."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from game.errors import GameError
from game.storage.holdings import Entry, Holdings, read_segment, write_segment
from storage.machines import NAMES, rows

# Joining


def some_holdings(rng: Random) -> Holdings:
    names = [f"{number:02}" for number in range(6)]
    library_of = {
        ("position", rng.choice("abc")): Entry(rng.choice((None, "1", "2")), rng.randint(1, 3), rng.choice("xy"))
        for _ in range(rng.randint(0, 3))
    }
    matches = {name: rows(int(name), rng.choice((1, 3))) for name in rng.sample(names, rng.randint(0, 4))}
    deleted = {name: rng.randint(1, 2) for name in rng.sample(names, rng.randint(0, 2))}
    lives = {name: rng.randint(1, 2) for name in matches if rng.random() < 0.5}
    return Holdings(matches, deleted, library_of, lives)


def plain(holdings: Holdings) -> object:
    joined = holdings.joined(Holdings())
    return (
        {name: rows.checksum() for name, rows in joined.matches.items()},
        holdings.deleted,
        joined.lives,
        dict(holdings.library),
    )


@pytest.mark.parametrize("seed", range(40))
def test_joining_has_no_order_and_no_count(seed: int) -> None:
    rng = Random(seed)
    some = [some_holdings(rng) for _ in range(4)]
    once = plain(reduce(Holdings.joined, some))
    for _ in range(6):
        again = some + rng.choices(some, k=3)
        rng.shuffle(again)
        assert plain(reduce(Holdings.joined, again)) == once
    first, second, third, _fourth = some
    assert plain(first.joined(second.joined(third))) == plain(first.joined(second).joined(third))
    assert plain(first.joined(first)) == plain(first)


# Segments


def test_a_segment_comes_back_as_it_was_written() -> None:
    told = Holdings(
        {"a": rows(1), "b": rows(2)}, {"c": 1, "d": 3}, {("note", "ş\u2028"): Entry('"x"', 4, "m")}, {"b": 2}
    )
    again = read_segment(write_segment(told, "m"))
    assert plain(again) == plain(told)
    assert again.matches["a"].record().names == NAMES


def test_any_half_or_altered_segment_is_refused() -> None:
    data = write_segment(Holdings({"a": rows(1)}, {"c": 1}), "m")
    rng = Random(5)
    for length in range(0, len(data) - 1, 7):
        with pytest.raises(GameError):
            read_segment(data[:length])
    for _ in range(300):
        place = rng.randrange(len(data) - 1)
        altered = data[:place] + bytes([data[place] ^ rng.randint(1, 255)]) + data[place + 1 :]
        with pytest.raises(GameError) as error:
            read_segment(altered)
        assert error.value.code in ("segment_damaged", "segment_newer")


FORGED: list[dict[str, object]] = [
    {"match": "a"},
    {"match": "a", "checksum": "x", **rows(1).to_json()},
    {"match": "a", "checksum": "x", **replace(rows(1), events=(("opened 6 6", None, None), ("took", 1, 2))).to_json()},
    {"deleted": 3},
    {"deleted": "a", "count": 0},
    {"deleted": "a", "count": "2"},
    {"match": "a", "checksum": rows(1).checksum(), **rows(1).to_json(), "life": True},
    {"kind": "note", "key": "k", "value": 3, "counter": 1, "machine": "m"},
    {"kind": "note", "key": "k", "value": None, "counter": "1", "machine": "m"},
]


@pytest.mark.parametrize("thing", FORGED, ids=str)
def test_a_whole_segment_with_nonsense_is_refused(thing: dict[str, object]) -> None:
    import hashlib  # noqa: PLC0415  # here only

    head = write_segment(Holdings(), "m").split(b"\n")[0]
    body = head + b"\n" + json.dumps(thing).encode() + b"\n"
    with pytest.raises(GameError) as error:
        read_segment(body + json.dumps({"end": hashlib.sha256(body).hexdigest()}).encode())
    assert error.value.code == "segment_damaged"
