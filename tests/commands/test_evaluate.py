"""`sheshbesh evaluate`: plays and cube by level, as JSON and for people; reported cases; every kind of bad line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine_c import game_of, judge
from engine_c.cube import ACTIONS
from game import paths
from game.cli import main
from game.commands import evaluate, exact
from game.formats.ids import read_position_id
from game.formats.text import read_text

OPENING = "4HPwATDgc/ABMA"
CASE_F13 = "XGID=-A-Bb-DBB---bBa---bcbbaA-A:0:0:-1:00:0:0:{rules}:0:8"
CASE_F16 = "XGID=-a----EaC---dEa--c-e----B-:0:0:1:00:4:6:{crawford}:7:10"
CLOSED_OUT = "bar:1 6:14 / 6:3 5:3 4:3 3:2 2:2 1:2"
LEVELS = ["hard", "master"]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["evaluate", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["evaluate", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("level", LEVELS)
def test_plays_as_json(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    candidates = asked(capsys, OPENING, "--dice", "3-1", "--level", level)["candidates"]
    assert len(candidates) == 16
    best = candidates[0]
    assert list(best) == ["play", "final", "equity", "cubeless", "chances", "loss"]
    assert (best["play"], best["final"], best["loss"]) == ("8/5 6/5", "sGfwATDgc/ABMA", 0)
    assert best["equity"] == pytest.approx(0.2, abs=0.08)
    losses = [each["loss"] for each in candidates]
    assert losses == sorted(losses)
    for each in candidates:
        read_position_id(each["final"])
        win, gammon, backgammon, lost, lost_backgammon = each["chances"]
        assert each["cubeless"] == pytest.approx(2 * win - 1 + gammon + backgammon - lost - lost_backgammon, abs=5e-5)


@pytest.mark.parametrize("level", LEVELS)
def test_the_cube_as_json(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, OPENING, "--level", level)
    fields = ["chances", "cubeless", "no_double", "double_take", "double_pass", "double", "take"]
    assert list(answer) == fields
    assert answer["no_double"] == pytest.approx(0.098, abs=0.08)
    assert answer["double_take"] == pytest.approx(-0.17, abs=0.1)
    assert (answer["double_pass"], answer["double"], answer["take"]) == (1, False, True)


@pytest.mark.parametrize("level", LEVELS)
def test_case_f13_the_verdict_flips_with_jacoby_alone(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    free = asked(capsys, CASE_F13.format(rules=0), "--level", level)
    jacoby = asked(capsys, CASE_F13.format(rules=1), "--level", level)
    assert free["no_double"] > 1.05
    assert (free["double"], free["take"]) == (False, False)
    assert jacoby["no_double"] < 1
    assert (jacoby["double"], jacoby["take"]) == (True, False)
    assert "Too good to double; it would be passed." in said(capsys, CASE_F13.format(rules=0), "--level", level)
    assert "Double; it is passed." in said(capsys, CASE_F13.format(rules=1), "--level", level)


@pytest.mark.parametrize("level", LEVELS)
def test_case_f14_the_owned_cube_is_not_lost(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    owned = "XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8"
    plays = {frozenset(each["play"].split()): each for each in asked(capsys, owned, "--level", level)["candidates"]}
    near = [plays[frozenset(play.split())] for play in ("13/11 2/1", "13/11 6/5", "13/12 13/11")]
    assert all(-0.75 < each["equity"] < -0.5 for each in near)
    assert len({each["equity"] for each in near}) == 3
    assert max(each["loss"] for each in near) < 0.05


@pytest.mark.parametrize("level", LEVELS)
def test_case_f16_is_taken_and_f17_has_no_cube(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, CASE_F16.format(crawford=0), "--level", level)
    assert (answer["double"], answer["take"]) == (True, True)
    assert answer["double_pass"] - answer["double_take"] == pytest.approx(0.71, abs=0.08)
    crawford = asked(capsys, CASE_F16.format(crawford=1), "--level", level)
    assert (crawford["double"], crawford["take"]) == (False, None)
    assert crawford["double_take"] is crawford["double_pass"] is None
    assert "The cube cannot be turned here." in said(capsys, CASE_F16.format(crawford=1), "--level", level)


def test_a_match_id_and_an_xgid_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """The cube at 2 on the side on roll, leading 2 to 1 of 7: as GNU Backgammon writes it and as an XGID."""
    by_xgid = asked(capsys, "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:1:0:7:10")
    from game.formats.match_id import match_id  # noqa: PLC0415
    from game.formats.xgid import match_facts, read_xgid  # noqa: PLC0415

    facts = match_facts(read_xgid("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:1:0:7:10"))
    assert asked(capsys, f"{OPENING}:{match_id(facts)}") == by_xgid
    turned = asked(capsys, "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:1:2:0:7:10")
    assert turned == by_xgid
    assert by_xgid["no_double"] != asked(capsys, OPENING)["no_double"]


def test_equal_plays_bear_off_more(capsys: pytest.CaptureFixture[str]) -> None:
    """Case F11: the game is won either way; two checkers off look like it."""
    won = "XGID=-GC-A----------b----a-cde-:0:0:1:42:0:0:0:0:10"
    candidates = asked(capsys, won)["candidates"]
    assert candidates[0]["play"] == "4/off 2/off"
    assert candidates[0]["equity"] == pytest.approx(1, abs=0.01)


def test_who_is_closed_out_or_has_lost_does_not_double(capsys: pytest.CaptureFixture[str]) -> None:
    for position in (CLOSED_OUT, "6:15 / off:15"):
        assert asked(capsys, position)["double_take"] is None
    assert asked(capsys, "6:15 / off:15")["no_double"] == -2


def test_no_legal_play_is_a_play_too(capsys: pytest.CaptureFixture[str]) -> None:
    (only,) = asked(capsys, CLOSED_OUT, "--dice", "3-1")["candidates"]
    assert (only["play"], only["loss"]) == ("", 0)
    assert "the turn passes" in said(capsys, CLOSED_OUT, "--dice", "3-1")[0]


def test_a_game_without_a_cube(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, OPENING, "--game", "tavla")
    assert answer["double_take"] is None
    assert answer["no_double"] == answer["cubeless"]
    assert answer["chances"][2] == answer["chances"][4] == 0
    needs_two = asked(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:3:0:5:10", "--game", "tavla")
    assert needs_two["no_double"] != needs_two["cubeless"]


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    plays = said(capsys, OPENING, "--dice", "3-1")
    assert plays[0] == "16 legal plays"
    assert plays[1].split()[:2] == ["8/5", "6/5"]
    assert plays[2].split()[3].startswith("(-0.")
    assert len(plays) == 12
    cube = said(capsys, OPENING)
    assert cube[0].startswith("Win 5")
    assert [line.split("  ")[1] for line in cube[1:5]] == [
        "Without a cube",
        "No double",
        "Double, take",
        "Double, pass",
    ]
    assert cube[5] == "No double; it would be taken."
    beavers = said(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10")
    assert any("Double, beaver" in line for line in beavers)


def test_every_action_has_its_sentence() -> None:
    assert set(evaluate.ACTIONS) == set(ACTIONS)


def test_positions_by_counts_get_finals_by_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = game_of("backgammon").start()
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps({"own": start.own, "opp": start.opponent, "dice": [3, 1]}))
    assert main(["evaluate", "--batch", str(file)]) == 0
    best = json.loads(capsys.readouterr().out)["candidates"][0]
    assert best["play"] == "8/5 6/5"
    assert best["final"][0][5] == 2


# What is asked and what must be in the sentence that refuses it.
REFUSED = [
    ([OPENING, "--level", "best"], "hard, master"),
    (["--batch", "/no/such/file"], "/no/such/file"),
    (["--batch", "-", "--level", "best"], "best"),
    ([], "--batch"),
    ([OPENING, "--dice", "7-1"], "7, 1"),
    (["24:15", "--dice", "3-1"], "24:15"),
    (["off:15 / 6:15", "--dice", "3-1"], "over"),
    (["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:99:10"], "64"),
    (["6:14 / 6:15 5:1"], "16"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=lambda value: str(value)[:50])
def test_refusal(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *arguments]) == 1
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.out == ""


BAD_LINES = [
    b"",
    b"{",
    b"[1]",
    b'{"dice": [3, 1]}',
    b'{"position": 7}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3]}',
    b'{"position": "4HPwATDgc/ABMA", "level": "best"}',
    b'{"position": "4HPwATDgc/ABMA", "level": [1]}',
    b'{"position": "4HPwATDgc/ABMA", "game": "go"}',
    b'{"position": "4HPwATDgc/ABMA:AAAAAAAAAAAA?"}',
]


def test_a_bad_line_answers_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = json.dumps({"position": OPENING, "dice": [3, 1], "level": "hard"}).encode()
    cube = json.dumps({"position": OPENING}).encode()
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b"\n".join(line for bad in BAD_LINES for line in (good, bad, cube)) + b"\n")
    assert main(["evaluate", "--batch", str(file)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 3 * len(BAD_LINES)
    assert all(len(answer["candidates"]) == 16 for answer in answers[::3])
    assert all(len(answer["error"]) > 20 for answer in answers[1::3])
    assert all("no_double" in answer for answer in answers[2::3])
    file.write_bytes(good + b"\n" + cube)
    assert main(["evaluate", "--batch", str(file)]) == 0


def test_other_games_answer_in_our_own_text(capsys: pytest.CaptureFixture[str]) -> None:
    for each in asked(capsys, OPENING, "--game", "tavla", "--dice", "6-5")["candidates"]:
        read_position_id(each["final"])
    hyper = asked(capsys, "24:1 23:1 22:1 / 24:1 23:1 22:1", "--game", "hyper", "--dice", "2-1")
    assert all(read_text(each["final"], 3) for each in hyper["candidates"])


def test_a_game_without_weights_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "WEIGHTS", {"aceydeucey_us": "nowhere"})
    assert main(["evaluate", "24:15 / 24:15", "--game", "aceydeucey_us"]) == 1
    assert "not learnt" in capsys.readouterr().err


def test_exact_endings_are_made_kept_and_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """engine reference, 8.4: two on the 5-point and two on the 6-point each."""
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "cache")
    exact._table.cache_clear()
    ending = "6:2 5:2 off:11 / 6:2 5:2 off:11"
    answer = asked(capsys, ending, "--exact-endings", "--level", "master")
    assert answer["no_double"] == pytest.approx(0.526712, abs=2e-5)
    assert answer["double_take"] == pytest.approx(0.598802, abs=2e-5)
    assert answer["cubeless"] == pytest.approx(0.354664, abs=2e-5)
    assert (answer["double"], answer["take"]) == (True, True)
    (kept,) = (tmp_path / "cache").iterdir()
    exact._table.cache_clear()
    kept.write_bytes(b"damaged")
    again = asked(capsys, ending, "--exact-endings", "--level", "master")
    assert again == answer
    assert kept.stat().st_size > 13_000_000


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master"])
def test_every_level_judges(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, OPENING, "--dice", "3-1", "--level", level)["candidates"][0]["play"] == "8/5 6/5"


def test_within_a_time_every_legal_final_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    candidates = asked(capsys, OPENING, "--dice", "3-1", "--time", "0.05")["candidates"]
    assert len(candidates) == 16
    assert candidates[0]["play"] == "8/5 6/5"
    assert asked(capsys, OPENING, "--time", "0.05")["double"] is False
    for wrong in ("0", "-1", "nan", "4000"):
        assert main(["evaluate", OPENING, "--time", wrong]) == 1
        assert capsys.readouterr().err.startswith("--time is a number from 0 to 3600")


@pytest.mark.parametrize(
    "text",
    [
        "GNUBG ID: 4HPwATDgc/ABMA:cInlAAAAAAAE",
        "what would you play? XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "sheshbesh://position/backgammon/-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
    ],
)
def test_a_position_may_come_as_people_paste_it(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, text)["candidates"][0]["play"] == "8/5 6/5"


def test_a_link_names_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    link = "sheshbesh://position/plakoto/24:15%20/%2024:15?turn=1&dice=2-1"
    plain = asked(capsys, "24:15 / 24:15", "--game", "plakoto", "--dice", "2-1")
    assert [one["play"] for one in asked(capsys, link)["candidates"]] == [one["play"] for one in plain["candidates"]]


def test_what_is_no_position_is_still_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "good evening"]) == 1
    assert "good evening" in capsys.readouterr().err
