"""A second start hands over what it should open, the command line tells files from commands, links are registered."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from game import app, cli, registering
from game.errors import GameError
from game.handing import FOLDER, Inbox, hand_over
from game.wording import sentence


def test_what_is_handed_over_is_taken_in_order(tmp_path: Path) -> None:
    woken = threading.Event()
    inbox = Inbox(tmp_path, woken.set)
    taken: list[list[str]] = []

    def window() -> None:
        while len(taken) < 2:
            woken.wait(5)
            woken.clear()
            taken.extend(inbox.take())

    thread = threading.Thread(target=window)
    thread.start()
    assert hand_over(tmp_path, ["/tmp/one.mat"], patience=20)
    assert hand_over(tmp_path, ["sheshbesh://position/Ş"], patience=20)
    thread.join()
    inbox.close()
    assert taken == [["/tmp/one.mat"], ["sheshbesh://position/Ş"]]


def test_a_window_that_does_not_answer_leaves_nothing_behind(tmp_path: Path) -> None:
    assert not hand_over(tmp_path, ["x"], patience=0.1)
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_what_is_no_letter_of_ours_is_thrown_away(tmp_path: Path) -> None:
    box = tmp_path / FOLDER
    box.mkdir()
    for name, content in (("a.json", "{"), ("b.json", "[1]"), ("c.json", '["good"]')):
        (box / name).write_text(content)
    woken = threading.Event()
    inbox = Inbox(tmp_path, woken.set)
    assert woken.wait(20)
    assert inbox.take() == [["good"]]
    assert inbox.take() == []
    assert list(box.iterdir()) == []
    inbox.close()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the window was started with."""
    found: list[list[str]] = []

    def main(words: Sequence[str] = ()) -> int:
        found.append(list(words))
        return 0

    monkeypatch.setattr(app, "main", main)
    return found


def test_files_and_links_open_the_window(tmp_path: Path, opened: list[list[str]]) -> None:
    file = tmp_path / "one.mat"
    file.write_text("")
    assert cli.main([str(file), str(tmp_path)]) == 0
    assert cli.main(["sheshbesh://position/x"]) == 0
    assert cli.main([]) == 0
    assert opened == [[str(file), str(tmp_path)], ["sheshbesh://position/x"], []]


def test_a_file_of_the_folder_one_is_in_gets_its_whole_path(
    tmp_path: Path, opened: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.mat").write_text("")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["one.mat"]) == 0
    assert opened == [[str(tmp_path / "one.mat")]]


def test_a_file_that_is_not_there_is_said_without_a_window(
    opened: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["nowhere.mat"]) == 1
    assert "nowhere.mat" in capsys.readouterr().err
    assert opened == []


def test_a_word_that_is_nothing_is_no_file(opened: list[list[str]]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["nonsense"])
    assert opened == []


def test_a_desktop_file_names_the_command_and_the_links(tmp_path: Path) -> None:
    entry = registering.desktop_entry(("/opt/my games/sheshbesh",), "sheshbesh")
    assert 'Exec="/opt/my games/sheshbesh" %U\n' in entry
    assert "MimeType=x-scheme-handler/sheshbesh;\n" in entry


@pytest.mark.skipif(sys.platform != "linux", reason="desktop files are Linux's")
def test_registering_writes_the_desktop_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert cli.main(["--register"]) == 0
    written = tmp_path / "share" / "applications" / "sheshbesh.desktop"
    assert str(written) in capsys.readouterr().out
    assert written.read_text().startswith("[Desktop Entry]\n")
    picture = tmp_path / "share" / "icons" / "hicolor" / "128x128" / "apps" / "sheshbesh.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_where_links_cannot_be_registered_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(GameError) as error:
        registering.register(b"")
    assert "paste" in sentence(error.value)
