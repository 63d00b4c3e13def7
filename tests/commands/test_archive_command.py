"""`sheshbesh archive` and `sheshbesh dice`: listing, exporting, checking, backing up, verifying, beside the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from game.cli import main
from game.formats.base import read
from game.match.options import MatchOptions
from game.sitting import Sitting
from game.storage.about import local_day
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from proven import played_with_fair_dice

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    """Match 1 is finished, 2 is being played; the game is open."""
    made, _notices = open_store(folder, datetime(2026, 11, 30))
    played_with_fair_dice(made, MatchHeader(("Ayşe", "Nikos"), MatchOptions(length=3)))
    Sitting.begin(made, MatchHeader(("Ayşe", "Computer"), MatchOptions(length=5), ("person", "balanced:hard")))
    yield made
    made.close()


def change(folder: Path, statement: str) -> None:
    made, _notices = open_store(folder, datetime(2026, 11, 30))
    assert made.database.connection.execute(statement).rowcount
    made.close()


def test_without_matches_there_is_nothing_to_list(capsys: Said) -> None:
    assert main(["archive", "list"]) == 1
    assert "There are no matches yet" in capsys.readouterr().err


def test_matches_are_listed_while_the_game_is_open(store: Store, capsys: Said) -> None:
    assert main(["archive", "list"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "Ayşe – Computer" in first
    assert first.endswith("is being played")
    assert "Ayşe – Nikos" in second
    assert main(["archive", "list", "--json"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(match["id"], match["length"], match["dice"]) for match in facts] == [(2, 5, "fair"), (1, 3, "fair")]
    assert facts[1]["score"] == list(store.header(1).score)


def test_matches_are_exported(store: Store, tmp_path: Path, capsys: Said) -> None:
    out = tmp_path / "out"
    assert main(["archive", "export", "1", "2", "--to", str(out)]) == 0
    assert capsys.readouterr().out == "2 files written\n"
    [played] = read(next(out.glob("*-1.json")).read_bytes(), "a.json")
    assert played.record == store.record(1)
    assert main(["archive", "export", "1", "--to", str(tmp_path / "one.mat")]) == 0
    [written] = read((tmp_path / "one.mat").read_bytes(), "one.mat")
    day = local_day(store.header(1).started).replace("-", ".")
    assert (written.record.names, written.headers["EventDate"]) == (("Ayşe", "Nikos"), day)
    assert played.headers == {"EventDate": day}
    assert main(["archive", "export", "1", "9", "--to", str(out), "--format", "sgf"]) == 1
    assert "9: There is no match 9 in the store." in capsys.readouterr().err
    assert main(["archive", "export", "1", "2", "--to", str(tmp_path / "one.mat")]) == 1


def test_proofs_are_exported_and_verified(store: Store, tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "proof.txt"
    assert main(["archive", "export", "1", "--proof", "--to", str(file)]) == 0
    capsys.readouterr()
    assert main(["dice", "verify", str(file)]) == 0
    throws = sum(len(game.proof.throws) for game in store.proofs(1))
    assert f"all {throws} throws are right." in capsys.readouterr().out
    assert main(["archive", "export", "2", "--proof", "--to", str(file)]) == 1
    assert "nothing to prove" in capsys.readouterr().err


def test_a_proof_that_was_altered_is_told(store: Store, tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "proof.txt"
    main(["archive", "export", "1", "--proof", "--to", str(file)])
    text = file.read_text("utf-8")
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("Throws: "))
    lines[place] = lines[place][:14] + ("22" if lines[place][14:16] != "22" else "33") + lines[place][16:]
    for altered, words in (
        ("\n".join(lines), "Game 1: throw 3 should be"),
        (text.replace("Secret: ", "Secret: z", 1), "Secret cannot be read"),
        ("nothing", "This is no proof of dice"),
    ):
        file.write_text(altered, "utf-8")
        assert main(["dice", "verify", str(file)]) == 1
        assert words in capsys.readouterr().err
    assert main(["dice", "verify", str(tmp_path / "missing.txt")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    file.write_bytes(b"\xff\xfe\0")
    assert main(["dice", "verify", str(file)]) == 1


def test_checking_and_repairing(store: Store, folder: Path, capsys: Said) -> None:
    assert main(["archive", "check"]) == 0
    said = capsys.readouterr().out
    assert "2 matches looked at: all is as it was stored." in said
    assert "has 1 link and ends with" in said
    assert main(["archive", "check", "--repair"]) == 1, "the game is open"
    assert "already open" in capsys.readouterr().err
    store.close()
    assert main(["archive", "backup"]) == 0
    change(folder, "UPDATE events SET event = 'x' WHERE match = 1 AND number = 4")
    capsys.readouterr()
    assert main(["archive", "check"]) == 1
    said_of_damage = capsys.readouterr()
    assert "Match 1: event 5 is missing, cannot be read or cannot have happened." in said_of_damage.err
    assert "check --repair" in said_of_damage.out
    assert main(["archive", "check", "--repair"]) == 0
    assert "It was taken from a backup." in capsys.readouterr().err
    assert main(["archive", "check"]) == 0


def test_backing_up(store: Store, folder: Path, tmp_path: Path, capsys: Said) -> None:
    assert main(["archive", "backup", str(tmp_path / "copies")]) == 0
    said = capsys.readouterr().out
    assert "put it in the place of" in said
    [copy] = (tmp_path / "copies").iterdir()
    record = store.record(1)
    store.close()
    for ending in ("", "-wal", "-shm"):
        (folder / f"{FILE}{ending}").unlink(missing_ok=True)
    (folder / FILE).write_bytes(copy.read_bytes())
    again, notices = open_store(folder, datetime(2026, 12, 1))
    assert (notices, again.record(1)) == ([], record)
    again.close()
    assert main(["archive", "backup", str(folder / FILE)]) == 1


@pytest.mark.parametrize("with_backup", [True, False])
@pytest.mark.parametrize("damage", [b"x" * 100, b"x" * 100_000])
def test_a_damaged_store_is_told_and_never_passed_over(
    store: Store, folder: Path, capsys: Said, damage: bytes, with_backup: bool
) -> None:
    if with_backup:
        assert main(["archive", "backup"]) == 0
    Sitting.begin(store, MatchHeader(("Ayşe", "Later"), MatchOptions(length=5)))
    store.close()
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(damage + data[len(damage) :])
    capsys.readouterr()
    for command in ("check", "list"):
        assert main(["archive", command]) == 1
        told = capsys.readouterr().err
        assert "The file itself is damaged" in told
        assert "while you play" not in told
    assert main(["archive", "check", "--repair"]) == 1
    said = capsys.readouterr()
    assert f"{folder / FILE} is damaged" in said.err
    [kept] = folder.glob("matches.damaged-*.db")
    assert f"It lies beside as {kept}" in said.err
    assert ("play goes on with the backup" in said.err) == with_backup
    can_be_read = len(damage) == 100
    back = (1 if with_backup else 3) if can_be_read else 0
    assert (f"and are back: {back}." in said.err) == can_be_read
    count = back + (2 if with_backup else 0)
    assert f"{count} matches looked at: what is there now is sound." in said.out
    assert "as it was stored" not in said.out
    assert main(["archive", "check"]) == 0


def test_a_store_that_cannot_be_opened_is_said_in_words_for_a_command(store: Store, folder: Path, capsys: Said) -> None:
    store.close()
    (folder / FILE).unlink()
    (folder / FILE).mkdir()
    for words in (["check"], ["check", "--repair"], ["list"]):
        assert main(["archive", *words]) == 1
        said = capsys.readouterr().err
        assert f"{folder / FILE} cannot be read" in said
        assert "play" not in said.replace(str(folder), "")
