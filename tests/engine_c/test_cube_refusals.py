"""Cubes, chances and tables that cannot be: refused in words, and nothing crashes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cubes import EVEN, GAME, USUAL
from engine_c import EngineError, array_of
from engine_c.cube import (
    TABLE,
    CubeView,
    MatchTable,
    ahead_rows,
    match_chance,
    prices,
    resignations,
    take_points,
    verdict_rows,
)

BAD_VIEWS = [
    CubeView(0), CubeView(3), CubeView(-2), CubeView(1 << 21), CubeView(1 << 40), CubeView(own_need=5),
    CubeView(own_need=5, opponent_need=65), CubeView(own_need=-1, opponent_need=3), CubeView(opponent_need=2),
    CubeView(own_need=1 << 70, opponent_need=2), CubeView(own_need=3, opponent_need=4, is_after_crawford=True),
    CubeView(own_need=3, opponent_need=4, jacoby=True), CubeView(is_after_crawford=True),
    CubeView(owner="nobody"),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("view", BAD_VIEWS)
def test_cubes_that_cannot_be(view: CubeView) -> None:
    for ask in (
        lambda: verdict_rows(view, EVEN, USUAL),
        lambda: ahead_rows(view, 1, np.zeros((1, 21, 5)), np.zeros((1, 21, 2))),
        lambda: take_points(view, EVEN),
        lambda: prices(view),
        lambda: match_chance(view, 1),
        lambda: resignations(view, GAME, array_of([GAME.start()]), EVEN, USUAL),
    ):
        with pytest.raises(EngineError) as error:
            ask()
        assert error.value.name == "BAD_CUBE"


@pytest.mark.parametrize("chance", [-0.1, 1.1, float("nan"), float("inf")])
def test_chances_that_cannot_be(chance: float) -> None:
    many = np.full((7, 5), 0.1)
    many[5, 3] = chance
    with pytest.raises(EngineError) as error:
        verdict_rows(CubeView(), many, np.full((7, 2), 0.5))
    assert (error.value.name, error.value.index) == ("BAD_CHANCES", 5)
    shares = np.full((7, 2), 0.5)
    shares[6, 0] = chance
    with pytest.raises(EngineError) as error:
        verdict_rows(CubeView(), np.full((7, 5), 0.1), shares)
    assert (error.value.name, error.value.index) == ("BAD_CHANCES", 6)


def test_wrong_shapes_and_nothing_at_all() -> None:
    for chances, shares in ((np.zeros(5), USUAL), (np.zeros((2, 4)), USUAL), (np.zeros((2, 5)), USUAL)):
        with pytest.raises(TypeError):
            verdict_rows(CubeView(), chances, shares)
    assert len(verdict_rows(CubeView(), np.zeros((0, 5)), np.zeros((0, 2)))) == 0
    with pytest.raises(EngineError, match="setting"):
        ahead_rows(CubeView(), 5, np.zeros((0, 21**5, 5)), np.zeros((0, 21**5, 2)))


def spoiled(line: int, text: str) -> str:
    lines = TABLE.read_text("utf-8").splitlines()
    lines[line] = text
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01\x02",
        "head\npre,1,0.5",
        "\n".join(TABLE.read_text("utf-8").splitlines()[:-1]),
        spoiled(3, "pre,3,nonsense"),
        spoiled(3, "pre,3,0.5"),
        spoiled(3, TABLE.read_text("utf-8").splitlines()[4]),
        spoiled(2, TABLE.read_text("utf-8").splitlines()[2].replace("0.59947", "0.69947")),
        spoiled(2, TABLE.read_text("utf-8").splitlines()[2].replace("0.59947", "nan")),
        spoiled(26, TABLE.read_text("utf-8").splitlines()[26].replace("0.48803", "1.48803")),
    ],
    ids=range(10),
)  # fmt: skip
def test_damaged_tables(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(EngineError, match="damaged") as error:
        MatchTable.read(file)
    assert error.value.name == "BAD_TABLE"


def test_a_missing_table_and_shares_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="damaged"):
        MatchTable.read(tmp_path / "nowhere.csv")
    for won, lost in (((0.5,), (0.4,)), ((1.5,), (-0.5,)), ((float("nan"),), (0.5,)), ((0.1,) * 9, (0.1,))):
        with pytest.raises(EngineError) as error:
            MatchTable.of(points_won=won, points_lost=lost)
        assert error.value.name == "BAD_TABLE"


ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "engine_c" / "src"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_fuzz_with_sanitizers(tmp_path: Path) -> None:
    """A short run of tests/fuzz/doubling.c; more rounds are its first argument."""
    program = tmp_path / "doubling"
    checks = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    sources = [ROOT / "tests" / "fuzz" / "doubling.c", *sorted(SOURCES.glob("*.c"))]
    subprocess.run(["gcc", "-std=c11", "-O1", *checks, f"-I{SOURCES}", *sources, "-o", program, "-lm"], check=True)
    run = subprocess.run([program, "20000", "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + run.stdout
    assert "nothing broken" in run.stdout
