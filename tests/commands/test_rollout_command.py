"""`sheshbesh rollout`: plays and cube as JSON and for people, the same numbers on any number of threads, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.cli import main

OPENING = "4HPwATDgc/ABMA"
ENDING = "XGID=-C----------------------c-:0:0:1:00:0:0:0:0:10"
QUICK = ["--trials", "12", "--truncate", "3", "--threads", "1"]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["rollout", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_plays_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    candidates = asked(capsys, OPENING, "--dice", "3-1", "--candidates", "3", *QUICK)["candidates"]
    assert len(candidates) == 3
    best = candidates[0]
    assert (best["play"], best["final"], best["loss"], best["trials"]) == ("8/5 6/5", "sGfwATDgc/ABMA", 0, 12)
    assert [each["loss"] for each in candidates] == sorted(each["loss"] for each in candidates)
    for each in candidates:
        win, gammon, backgammon, lost, lost_backgammon = each["chances"]
        cubeless = 2 * win - 1 + gammon + backgammon - lost - lost_backgammon
        assert each["cubeless"] == pytest.approx(cubeless, abs=5e-5)
        assert each["loss"] == pytest.approx(best["equity"] - each["equity"], abs=2e-5)
        assert each["error"] > 0


def test_the_cube_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, OPENING, *QUICK)
    assert (answer["double"], answer["take"], answer["double_pass"]) == (False, True, 1)
    assert answer["no_double"] > answer["double_take"]
    assert answer["no_double_error"] > 0


def test_without_a_cube(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, OPENING, "--cubeless", *QUICK)
    assert "no_double" not in answer
    assert answer["trials"] == 12


def test_an_ending_that_is_certain(capsys: pytest.CaptureFixture[str]) -> None:
    """Three checkers on the ace point against three: two rolls, or one with a double, in 6 of 36."""
    answer = asked(capsys, ENDING, "--trials", "1296")
    win = 1 / 6 + 5 / 6 * 5 / 6
    assert answer["chances"][0] == pytest.approx(win, abs=0.003)
    assert answer["cubeless"] == pytest.approx(2 * win - 1, abs=0.006)
    assert (answer["double"], answer["take"]) == (True, False)


def test_threads_and_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    one = asked(capsys, OPENING, *QUICK[:-1], "1", "--seed", "4")
    assert asked(capsys, OPENING, *QUICK[:-1], "2", "--seed", "4") == one
    assert asked(capsys, OPENING, *QUICK, "--seed", "5") != one


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rollout", OPENING, "--dice", "3-1", "--candidates", "2", *QUICK]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[0] == "12 games of each play"
    assert shown.out.splitlines()[1].split()[:2] == ["8/5", "6/5"]
    assert shown.err == ""
    assert main(["rollout", OPENING, *QUICK]) == 0
    assert "No double; it would be taken." in capsys.readouterr().out


@pytest.mark.parametrize("key", ["tavla", "plakoto", "nardy"])
def test_games_without_a_cube(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    start = {"tavla": OPENING, "plakoto": "24:15 / 24:15", "nardy": "24:15 / 24:15"}[key]
    answer = asked(capsys, start, "--game", key, *QUICK)
    assert answer["double_take"] is None
    assert answer["no_double"] == pytest.approx(answer["cubeless"], abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--trials", "0"], "--trials is a number from 1 to 1000000; given was: 0"),
        (["--ply", "2"], "--ply is a number from 0 to 1; given was: 2"),
        (["--threads", "0"], "--threads is a number from 1 to 256; given was: 0"),
        (["--seed", "-1"], "--seed is a number from 0 to 18446744073709551615; given was: -1"),
        (["--dice", "7-1"], "Dice are two numbers from 1 to 6, like 3-1; given was: [7, 1]"),
    ],
)
def test_refusals(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rollout", OPENING, *arguments]) == 1
    assert capsys.readouterr().err.strip() == said
