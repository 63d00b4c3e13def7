"""Exact endings: the reference's values, the slow solver, files that are refused, and who uses the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from endings import solved
from engine_c import EngineError, Position, array_of, endings, game_of, judge_of
from engine_c.endings import Making, kept, making, with_endings, worths, write

BACKGAMMON = game_of("backgammon")
Home = tuple[int, ...]


@pytest.fixture(scope="module")
def table() -> endings.Table:
    *_, made = making()
    return made.table


def row_of(own: Home, other: Home) -> np.ndarray:
    sides = [{0: 15 - sum(home), **{i + 1: n for i, n in enumerate(home)}} for home in (own, other)]
    return array_of([Position.of(*sides)])


# engine reference, 8.4: me, opponent, cubeless, centred, double and take, owned
REFERENCE: list[tuple[Home, Home, float, float, float, float]] = [
    ((0, 1, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0), 0.055556, 0.055556, 0.111111, 0.055556),
    ((6, 0, 0, 0, 0, 0), (6, 0, 0, 0, 0, 0), 0.575617, 0.768519, 1.151235, 0.768519),
    ((2, 2, 2, 0, 0, 0), (2, 2, 2, 0, 0, 0), 0.616176, 0.826802, 1.229724, 0.826802),
    ((0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1), 0.544004, 0.616901, 1.057337, 0.627524),
    ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), 0.401143, 0.602250, 0.702265, 0.636770),
    ((0, 0, 0, 0, 0, 6), (0, 0, 0, 0, 0, 6), 0.302400, 0.485008, 0.443023, 0.544938),
    ((0, 0, 0, 0, 3, 3), (0, 0, 0, 0, 2, 3), -0.106874, -0.188548, -0.572777, 0.002763),
]


@pytest.mark.parametrize(("own", "other", "cubeless", "centred", "taken", "owned"), REFERENCE)
def test_the_values_of_the_reference(
    own: Home, other: Home, cubeless: float, centred: float, taken: float, owned: float, table: endings.Table
) -> None:
    found, known = worths(table, BACKGAMMON, row_of(own, other))
    assert known.all()
    assert found[0] * [1, 1, 1, 2] == pytest.approx([cubeless, centred, owned, taken], abs=1e-6)


def test_all_of_three_checkers_by_the_slow_solver(table: endings.Table) -> None:
    exact = solved(3)
    pairs = [(i, j) for i in range(1, len(exact.homes)) for j in range(1, len(exact.homes))]
    rows = np.concatenate([row_of(exact.homes[i], exact.homes[j]) for i, j in pairs])
    found, known = worths(table, BACKGAMMON, np.ascontiguousarray(rows))
    expected = [[view[i, j] for view in (exact.cubeless, exact.centred, exact.own, exact.other)] for i, j in pairs]
    assert known.all()
    assert found == pytest.approx(np.array(expected), abs=1e-6)


def test_what_is_no_such_ending(table: endings.Table) -> None:
    rows = np.concatenate([array_of([BACKGAMMON.start()]), row_of((0, 0, 0, 0, 0, 7), (1, 0, 0, 0, 0, 0))])
    assert not worths(table, BACKGAMMON, np.ascontiguousarray(rows))[1].any()
    gulbara = game_of("gulbara")
    assert not worths(table, gulbara, row_of((0, 0, 0, 0, 1, 1), (1, 0, 0, 0, 0, 0)))[1].any()


def test_a_judge_uses_it_only_when_it_is_given(table: endings.Table) -> None:
    row = row_of((0, 0, 0, 0, 3, 3), (0, 0, 0, 0, 3, 3))
    plain = judge_of(BACKGAMMON)
    exact = with_endings(plain, table).evaluate(BACKGAMMON, row)[1][0]
    assert exact == pytest.approx(0.301480, abs=2e-6)
    assert plain.evaluate(BACKGAMMON, row)[1][0] != exact
    assert with_endings(plain, None).evaluate(BACKGAMMON, row)[1][0] == plain.evaluate(BACKGAMMON, row)[1][0]


def test_a_table_is_kept(tmp_path: Path, table: endings.Table) -> None:
    assert kept(tmp_path / "nowhere") is None
    file = write(tmp_path / "new", table)
    found = kept(tmp_path / "new")
    assert found is not None
    assert (found == table).all()
    assert [each.name for each in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("damage", ["cut", "longer", "flipped", "empty", "head"])
def test_a_damaged_file_is_no_table(damage: str, tmp_path: Path, table: endings.Table) -> None:
    file = write(tmp_path, table)
    data = bytearray(file.read_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "longer":
        data += b"\0"
    elif damage == "flipped":
        data[len(data) // 2] ^= 4
    elif damage == "empty":
        data = bytearray()
    else:
        data[0] ^= 1
    file.write_bytes(data)
    assert kept(tmp_path) is None


def test_an_unfinished_table_is_refused() -> None:
    begun = Making()
    begun.step(5)
    assert begun.done == 5
    with pytest.raises(EngineError, match="judge"):
        _ = begun.table
