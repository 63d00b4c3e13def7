"""Many files at once: which they are, what cannot be read, and whose matches they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game import importing
from game.errors import GameError
from game.formats.base import read
from game.importing import FileRead, Reading, key_of, read_everything, side_of, unknown_names
from game.jobs import Cancelled
from game.storage.imports import Brought
from game.wording import sentence

MATCH = " 7 point match\n\n Game 1\n {} : 0                           {} : 0\n  1) 31: 8/5 6/5\n"


def nothing(_share: float) -> None:
    """Goes on."""


def test_folders_are_walked_through_and_every_file_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    for name in ("b.mat", "deep/a.SGF", "deep/deeper/c.xg", "notes.doc", ".hidden.mat"):
        (tmp_path / name).write_text(MATCH.format("A", "B"))
    found = read_everything(Reading((tmp_path, tmp_path / "b.mat", tmp_path / "notes.doc")), nothing)
    assert [Path(one.name).name for one in found] == ["b.mat", "a.SGF", "c.xg", "notes.doc"]
    assert all(one.matches for one in found)


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "big.mat").write_text(MATCH)
    monkeypatch.setattr(importing, "MOST_BYTES", 10)
    paths = (tmp_path / "none.mat", tmp_path / "empty", tmp_path / "big.mat", tmp_path / "nul\0.mat")
    found = read_everything(Reading(paths), nothing)
    codes = [one.refusal.code for one in found if one.refusal]
    assert sorted(codes) == ["cannot_read", "cannot_read", "file_too_large", "no_files_here"]
    assert all(sentence(one.refusal) for one in found if one.refusal)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no such files")
def test_what_might_never_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "good.mat").write_text(MATCH.format("A", "B"))
    os.mkfifo(tmp_path / "bad.mat")
    bad, good = read_everything(Reading((tmp_path,)), nothing)
    assert bad.refusal is not None
    assert sentence(bad.refusal) == f"{tmp_path / 'bad.mat'} is not an ordinary file, so it is not read."
    assert len(good.matches) == 1


def test_more_files_than_anybody_means_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_FILES", 3)
    for number in range(6):
        (tmp_path / f"{number}.mat").write_text(MATCH)
    found = read_everything(Reading((tmp_path,)), nothing)
    assert len(found) == 4
    assert [one.refusal.code for one in found if one.refusal] == ["too_many_files"]


def test_what_was_read_before_the_end_is_there(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.mat").write_text(MATCH.format(number, "B"))

    def stop(share: float) -> None:
        if share > 0.5:
            raise Cancelled

    reading = Reading((tmp_path,))
    with pytest.raises(Cancelled):
        read_everything(reading, stop)
    assert len(reading.found) == 3


@pytest.mark.parametrize(
    ("names", "known", "side"),
    [
        (("Ada", "Bob"), {"ada": True}, 0),
        (("ADA ", "bob"), {"bob": True}, 1),
        (("Ada", "Bob"), {"ada": False}, None),
        (("Ada", "Bob"), {"ada": True, "bob": True}, 0),
        (("", ""), {}, None),
    ],
)
def test_the_side_of_the_person(names: tuple[str, str], known: dict[str, bool], side: int | None) -> None:
    assert side_of(names, known) == side


@pytest.mark.parametrize(
    ("pairs", "known", "asked"),
    [
        ([("Ada", "Bob")], {}, ["Ada", "Bob"]),
        ([("Ada", "Bob"), ("Cem", "Bob")], {}, ["Bob", "Ada", "Cem"]),
        ([("Ada", "Bob")], {"ada": True}, []),
        ([("Ada", "Bob")], {"ada": False}, ["Bob"]),
        ([("Ada", "Bob")], {"ada": False, "bob": False}, []),
        ([("Ada", "Bob"), ("ADA", "Cem")], {}, ["Ada", "Bob", "Cem"]),
    ],
)
def test_who_is_asked_about(pairs: list[tuple[str, str]], known: dict[str, bool], asked: list[str]) -> None:
    reads = [FileRead("x", tuple(map(Brought.of, read(MATCH.format(*pair).encode(), "x.mat")))) for pair in pairs]
    assert unknown_names(reads, known) == asked


def test_a_name_is_remembered_without_what_settings_cannot_hold() -> None:
    assert key_of(" Ada\n\tLovelace\0 ") == "ada lovelace"
    assert len(key_of("x" * 5_000)) == 200


def test_every_refusal_has_words() -> None:
    for code, names in importing.REFUSALS.items():
        assert code not in sentence(GameError(code, **dict.fromkeys(names, "7")))
