"""`sheshbesh convert`: one file, many, folders, and what goes wrong in words on the error output."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from formats.samples import FILES
from game.cli import main
from game.formats.base import read, write
from game.match.options import MatchOptions
from match.test_random_matches import play

FIELD = str(FILES / "field-01.mat")
LINE_23 = "Line 23: 66: 24/18 13/7 cannot be made: the opponent holds point 18."


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("json", "sgf", "txt", "mat"):
        out = tmp_path / f"a.{kind}"
        assert main(["convert", FIELD, str(out)]) == 0
        said = capsys.readouterr()
        assert said.out == "1 match written\n"
        assert f"{FIELD}: {LINE_23}" in said.err
        [match] = read(out.read_bytes(), out.name)
        assert match.record.names == ("Alpha", "Beta")
        assert match.record.state().score == (1, 0)
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["about"]["Match ID"] == "12345"


def test_many_files_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = tmp_path / "evening.json"
    session.write_bytes(write(play(MatchOptions(length=3), 1, 1), "json"))
    broken = tmp_path / "broken.mat"
    broken.write_text("nothing")
    out = tmp_path / "out"
    assert main(["convert", FIELD, str(session), str(broken), str(out), "--format", "txt"]) == 1
    said = capsys.readouterr()
    assert sorted(path.name for path in out.iterdir()) == ["evening.txt", "field-01.txt"]
    assert said.out == "2 matches written\n"
    assert f"{broken}: No match was found in this file." in said.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no such files")
def test_what_might_never_end_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.mat")
    assert main(["convert", str(tmp_path / "pipe.mat"), FIELD, str(tmp_path / "out")]) == 1
    said = capsys.readouterr()
    assert said.out == "1 match written\n"
    assert f"{tmp_path / 'pipe.mat'} is not an ordinary file" in said.err


def test_a_folder_without_a_format_gets_json(tmp_path: Path) -> None:
    assert main(["convert", FIELD, str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["field-01.json"]


def test_several_matches_of_one_file_are_numbered(tmp_path: Path) -> None:
    both = tmp_path / "both.mat"
    text = write(play(MatchOptions(length=1), 1, 1), "mat").decode()
    both.write_text(text + text)
    assert main(["convert", str(both), str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["both-1.json", "both-2.json"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.mat", "{out}/a.json"], "The file nowhere.mat cannot be read"),
        ([FIELD, FIELD, "{out}/a.json"], "There are 2 matches to write: name a folder"),
        ([FIELD, "{out}/a.doc"], "There is no format doc"),
        ([FIELD, FIELD, "{out}"], "Two matches would be written"),
        ([FIELD, FIELD], "is one of the files being read"),
        ([FIELD, "/proc/nothing/a.json"], "cannot be written"),
    ],
)
def test_what_goes_wrong(arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(FIELD).read_bytes()
    assert main(["convert", *(argument.format(out=tmp_path) for argument in arguments)]) == 1
    assert said in capsys.readouterr().err
    assert Path(FIELD).read_bytes() == before


def test_a_game_that_others_do_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from engine_c import game_of  # noqa: PLC0415

    source = tmp_path / "plakoto.json"
    source.write_bytes(write(play(MatchOptions((game_of("plakoto"),), 3), 1, 1), "json"))
    assert main(["convert", str(source), str(tmp_path / "plakoto.sgf")]) == 1
    assert "Other programs do not know this game" in capsys.readouterr().err
    assert main(["convert", str(source), str(tmp_path / "plakoto.txt")]) == 0


def test_a_name_for_the_file_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", FIELD, ""]) == 1
    assert "A name for the file is missing." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
