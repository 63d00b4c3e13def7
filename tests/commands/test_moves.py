"""`sheshbesh moves`: one position, a batch, every kind of bad line; and the cases people reported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli import main
from game.formats.ids import read_position_id
from worked import DATA

OPENING = "4HPwATDgc/ABMA"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def moves(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[str]]:
    assert main(["moves", *arguments, "--json"]) == 0
    answer: dict[str, list[str]] = json.loads(capsys.readouterr().out)
    return answer


# Reported about other programs: XGID, number of plays, finals by play that must be there, plays that must not be.
CASES = {
    "F01": ("XGID=----b-M-A-------b-cdd---A-:0:0:1:62:0:0:0:0:10", 1, ["8/2 24/22"], []),
    "F02": ("XGID=-bCB-BCa----c----c-f--A-CA:0:0:1:53:0:0:0:0:10", 3,
            ["bar/20 24/21", "bar/20 6/3", "bar/20 5/2"], ["bar/22"]),
    "F04": ("XGID=-GbG---------A------bbccc-:0:0:1:65:0:0:0:0:10", 1, ["13/7"], ["13/8"]),
    "F05": ("XGID=-AB-B------------------cc-:0:0:1:65:0:0:0:0:10", 1, ["4/off 4/off"], ["1/off", "2/off"]),
    "F07": ("XGID=-C---------------------bb-:0:0:1:11:0:0:0:0:10", 1, ["1/off 1/off 1/off"], []),
    "F08": ("XGID=-b--CDE----AbB---c-ec-----:0:0:1:11:0:0:0:0:10", 45, [], ["13/12"]),
    "F11": ("XGID=-GC-A----------b----a-cde-:0:0:1:42:0:0:0:0:10", None, ["4/off 2/off"], []),
    "F31": ("XGID=-hg----AAAAAAA-AAAA--AAAA-:0:0:1:22:0:0:0:0:10", 1968, [], []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_reported_case(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    xgid, count, there, missing = CASES[case]
    plays = {tuple(sorted(play.replace("*", "").split())) for play in moves(capsys, xgid)["plays"]}
    assert count in (None, len(plays))
    for play in there:
        assert tuple(sorted(play.split())) in plays
    for step in missing:
        assert not any(step in play for play in plays)


def test_f10_bearing_off_has_two_plays(capsys: pytest.CaptureFixture[str]) -> None:
    answer = moves(capsys, "YEYF4TnO7w4AAA", "--dice", "5-4")
    assert {tuple(sorted(play.split())) for play in answer["plays"]} == {("5/off", "6/2"), ("4/off", "5/off")}


def test_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    answer = moves(capsys, OPENING, "--dice", "3-1")
    assert answer["finals"] == sorted(answer["finals"])
    assert len(answer["finals"]) == len(answer["plays"]) == 16
    assert dict(zip(answer["finals"], answer["plays"], strict=True))["sGfwATDgc/ABMA"] == "8/5 6/5"


def test_dice_of_the_xgid_and_hits(capsys: pytest.CaptureFixture[str]) -> None:
    answer = moves(capsys, "XGID=-a----E-C--aeE---c-e----B-:0:0:1:42:0:0:0:0:10")
    assert "13/11* 11/7" in answer["plays"] or "13/11* 13/9" in answer["plays"]
    hit = dict(zip(answer["plays"], answer["finals"], strict=True))
    assert all(read_position_id(final).own[25] == play.count("*") for play, final in hit.items())


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", OPENING, "--dice", "6-5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "7 legal plays"
    assert [line.split()[:-1] for line in lines[1:3]] == [["24/13"], ["24/18", "13/8"]]
    assert read_position_id(lines[1].split()[-1]).opponent[13] == 6
    assert main(["moves", "bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", "--dice", "6-5"]) == 0
    assert "No legal play" in capsys.readouterr().out


def test_other_games_answer_in_our_own_text(capsys: pytest.CaptureFixture[str]) -> None:
    answer = moves(capsys, "24:15 / 24:15", "--game", "fevga", "--dice", "5-5")
    assert answer == {
        "finals": ["24:15 / 24:13 19:1 9:1", "24:15 / 24:14 4:1"],
        "plays": ["24/19 19/14 14/9 24/19", "24/19 19/14 14/9 9/4"],
    }
    assert moves(capsys, "24:15 / 24:15", "--game", "nardy", "--dice", "6-6", "--turns", "0,0")["plays"] == [
        "24/18 24/18"
    ]
    assert moves(capsys, "24:15 / 24:15", "--game", "nardy", "--dice", "6-6", "--turns", "1,1")["plays"] == ["24/18"]
    pinned = moves(capsys, "10:1 6:1 8! / 17:1 24:1", "--game", "mahbusa", "--dice", "5-3")
    assert len(pinned["finals"]) == 3
    assert all("!" in final for final in pinned["finals"])


def test_gul_bara_takes_all_stages(capsys: pytest.CaptureFixture[str]) -> None:
    answer = moves(capsys, "7:2 / 24:13 13:1", "--game", "gulbara", "--dice", "1-1")
    assert any(play.endswith("2/off 2/off") for play in answer["plays"])


# Options of a single call and what must be in the sentence that refuses it.
REFUSED = [
    (["24:15", "--dice", "3-1"], "24:15"),
    (["4HPwATDgc/ABM", "--dice", "3-1"], "4HPwATDgc/ABM"),
    (["4HPwATDgc/ABM?", "--dice", "3-1"], "4HPwATDgc/ABM?"),
    (["XGID=-b----E-C---eE---c-e----B-:0:0:1:99:0:0:0:0:10"], "Field 5"),
    ([OPENING], "--dice"),
    ([OPENING, "--dice", "31"], "31"),
    ([OPENING, "--dice", "3-7"], "[3, 7]"),
    ([OPENING, "--dice", "3-1", "--game", "go"], "plakoto"),
    ([OPENING, "--dice", "3-1", "--option", "x"], "NAME=VALUE"),
    ([OPENING, "--dice", "3-1", "--option", "x=y"], "x"),
    ([OPENING, "--dice", "3-1", "--game", "tavla", "--option", "comp_bearoff=y"], "off, on"),
    ([OPENING, "--dice", "3-1", "--turns", "x"], "4,3"),
    ([], "--batch"),
    (["--batch", "/no/such/file"], "/no/such/file"),
    (["off:15 / 6:15", "--dice", "3-1"], "over"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=lambda value: str(value)[:40])
def test_refusal(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", *arguments]) == 1
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.out == ""


BAD_LINES = [
    b"",
    b"{",
    b"[1]",
    b"\xff\xfe",
    b"[" * 5000,
    b'{"dice": [3, 1]}',
    b'{"position": 7, "dice": [3, 1]}',
    b'{"position": "4HPwATDgc/ABMA"}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1, 1]}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [true, 1]}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1e999]}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "game": 5}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "options": [1]}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "context": 3}',
    b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "context": {"own_turns": -1}}',
    b'{"own": [0], "opp": [0], "dice": [3, 1]}',
    b'{"own": 3, "opp": [0], "dice": [3, 1]}',
    b'{"own": [15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], "dice": [3, 1]}',
    b'{"own": [15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],'
    b' "opp": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,15,0,0], "dice": [3, 1]}',
]


def test_a_bad_line_answers_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = json.dumps({"position": OPENING, "dice": [3, 1]}).encode()
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b"\n".join(line for bad in BAD_LINES for line in (good, bad)) + b"\n")
    assert main(["moves", "--batch", str(file)]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 2 * len(BAD_LINES)
    assert all(len(answer["finals"]) == 16 for answer in answers[::2])
    assert all(len(answer["error"]) > 20 for answer in answers[1::2])
    file.write_bytes(good)
    assert main(["moves", "--batch", str(file)]) == 0


def test_the_bench_through_the_command_line() -> None:
    """The whole of the three files by one command each, as a reader would check them; options there are booleans."""
    for name, finals in (("legal_moves", "results"), ("variants", "finals")):
        lines = [json.loads(line) for line in (DATA / "bench" / f"{name}.jsonl").read_text("utf-8").splitlines()]
        questions = "".join(
            json.dumps({"position": line.get("id"), **{k: v for k, v in line.items() if k not in ("id", "finals")}})
            + "\n"
            for line in lines
        )
        run = subprocess.run(
            [sys.executable, "-m", "game", "moves", "--batch", "-"],
            input=questions, capture_output=True, text=True, check=False, cwd=DATA.parent.parent,
        )  # fmt: skip
        assert run.returncode == 0, run.stdout[-500:]
        answers = [json.loads(line)["finals"] for line in run.stdout.splitlines()]
        assert answers == [line[finals] for line in lines]


@pytest.mark.parametrize("home", ["ş ό ё", "plain"])
def test_p16_any_home_and_a_folder_that_cannot_be_written(home: str, tmp_path: Path) -> None:
    folder = tmp_path / home / "read only"
    folder.mkdir(parents=True)
    folder.chmod(0o555)
    environment = {**os.environ, "HOME": str(tmp_path / home), "LANGUAGE": "en", "PYTHONPATH": str(DATA.parent.parent)}
    for arguments in (["--help"], ["--version"], ["moves", OPENING, "--dice", "3-1"]):
        run = subprocess.run(
            [sys.executable, "-m", "game", *arguments],
            capture_output=True, text=True, check=False, cwd=folder, env=environment,
        )  # fmt: skip
        assert (run.returncode, run.stderr) == (0, "")


def test_without_a_screen_it_says_so_and_ends(tmp_path: Path) -> None:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")
    environment = {key: value for key, value in os.environ.items() if key not in screens}
    environment |= {"LANGUAGE": "en", "SHESHBESH_HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-m", "game"], capture_output=True, text=True, check=False, env=environment, timeout=60
    )
    assert run.returncode == 1
    assert "No screen was found" in run.stderr


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert "engine" in capsys.readouterr().out
