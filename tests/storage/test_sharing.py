"""A folder kept alike on several machines: joining has no order, nothing is lost, and damage does no harm."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.errors import GameError
from game.formats.base import read
from game.match import events
from game.match.options import MatchOptions
from game.storage import backups, chain, checking, imports, library, sharing
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.storage.opening import FILE, open_store
from game.storage.sharing import machine_of
from proven import played_with_fair_dice
from storage.machines import NAMES, NOON, Machine, machines, quick


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "kept alike"
    made.mkdir()
    return made


@pytest.mark.parametrize("seed", range(4))
def test_machines_become_alike_in_any_order(tmp_path: Path, folder: Path, seed: int) -> None:
    """Random matches, deletions, library entries and exchanges; some exchanges are lost before they are taken over."""
    rng, all_of_them = Random(seed), machines(tmp_path, folder)
    played: set[str] = set()
    gone: set[str] = set()
    for number in range(24):
        one = rng.choice(all_of_them)
        match rng.randrange(6):
            case 0 | 1:
                one.play(number)
                played.add(f"{number:04}")
            case 2 if one.numbers():
                header = rng.choice(one.store.finished())
                one.store.delete(header.id)
                gone.add(header.started)
                one.reopen()
            case 3:
                library.put(one.store.database, one.name, "note", rng.choice("ab"), rng.choice((None, str(number))))
            case 4:
                one.exchange()
            case _:
                one.share()
    for _ in range(3):
        rng.shuffle(all_of_them)
        for one in all_of_them:
            one.share()
            one.reopen()
    notes = library.entries(all_of_them[0].store.database, "note")
    for one in all_of_them:
        assert one.numbers() == sorted(played - gone)
        assert library.entries(one.store.database, "note") == notes
        assert one.check().is_clean
        assert (one.share().sent, len(one.share().received)) == (0, 0)
        one.store.close()


def test_fair_dice_and_counts_come_along(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    header, record = played_with_fair_dice(here.store, MatchHeader(("Ayşe", "Nikos"), MatchOptions(length=1)))
    here.share()
    there.share()
    [copied] = there.store.finished()
    assert replace(copied, id=header.id) == header
    assert there.store.record(copied.id) == record
    assert there.store.proofs(copied.id) == here.store.proofs(header.id)
    assert there.check().is_clean


def test_a_match_being_played_stays_where_it_is(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    match = here.store.create(MatchHeader(NAMES, MatchOptions(length=3), started="2026"))
    here.store.append(match, 0, events.Opened((3, 1)))
    here.share()
    there.share()
    assert there.store.unfinished() == []


def test_what_waits_to_be_undone_is_not_deleted_elsewhere(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    there.share()
    [header] = here.store.finished()
    here.store.delete(header.id)
    here.share()
    there.share()
    there.reopen()
    assert there.numbers() == ["0001"]
    here.store.restore_deleted(header.id)
    here.share()
    assert here.numbers() == ["0001"]


def copy_of(store: Path, target: Path, *, by_hand: bool) -> Path:
    """A backup, made by the game or by somebody who copies the file of the closed game."""
    if by_hand:
        target.write_bytes(store.read_bytes())
    else:
        backups.make(store, target)
    return target


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_backup_that_is_put_back_holds_against_the_deletion(tmp_path: Path, folder: Path, by_hand: bool) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    there.share()
    here.store.close()
    backup = copy_of(here.home / FILE, tmp_path / "backup.db", by_hand=by_hand)
    here.reopen()
    here.delete()
    here.share()
    assert there.hear() == [("deleted_elsewhere", 1)]
    there.reopen()
    assert (here.numbers(), there.numbers()) == ([], [])
    here.put_back(backup)
    assert here.hear() == [("kept_after_all", 1)]
    assert here.hear() == []
    assert there.hear() == []
    for one in (here, there):
        one.reopen()
        assert one.hear() == []
        assert one.numbers() == ["0001"]
        assert one.check().is_clean
    there.delete()
    there.share()
    assert here.hear() == [("deleted_elsewhere", 1)]
    for one in (there, here):
        one.reopen()
        one.share()
        assert one.numbers() == []
    for one in (there, here, there, here):
        one.share()
    assert [(one.share().sent, len(one.share().received)) for one in (here, there)] == [(0, 0), (0, 0)]


def test_a_backup_that_is_put_back_holds_against_a_deletion_from_elsewhere(tmp_path: Path, folder: Path) -> None:
    here, there, third = machines(tmp_path, folder)
    here.play(1)
    here.share()
    there.share()
    backups.make(here.home / FILE, tmp_path / "backup.db")
    there.delete()
    there.share()
    here.share()
    here.put_back(tmp_path / "backup.db")
    assert here.numbers() == ["0001"]
    assert here.hear() == [("kept_after_all", 1)]
    here.share()
    for one in (there, third, here):
        one.share()
        assert one.numbers() == ["0001"]


def test_a_backup_taken_in_place_of_a_damaged_store_brings_back_nothing_deleted(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    there.share()
    backups.daily(here.home / FILE, NOON)
    there.delete()
    there.share()
    here.store.close()
    (here.home / FILE).write_bytes(b"x" * 10_000)
    here.store, notices = open_store(here.home, NOON)
    assert [notice.code for notice in notices] == ["store_restored"]
    assert here.hear() == [("deleted_elsewhere", 1)]
    assert here.numbers() == []


def test_a_deletion_from_elsewhere_can_be_undone(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    there.share()
    [header] = there.store.finished()
    here.delete()
    here.share()
    assert there.hear() == [("deleted_elsewhere", 1)]
    assert there.numbers() == []
    there.store.restore_deleted(header.id)
    there.share()
    here.share()
    for one in (here, there):
        one.reopen()
        one.share()
        assert one.numbers() == ["0001"]


def bring(machine: Machine, day: str) -> None:
    """Imports a file with one match that is over."""
    text = " 1 point match\n\n Game 1\n Ada : 0                         Bob : 0\n  1)  Wins 1 point and the match\n"
    [match] = read(text.encode(), "x.mat")
    brought = imports.Brought.of(match)
    assert machine.store.known().find(brought) is None
    machine.store.add_whole(imports.header_of(brought, f"{machine.home.name}.mat", None, day), match.record)
    chain.seal_missing(machine.store.database)


def test_a_file_imported_on_two_machines_is_one_match(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    bring(here, "2026")
    bring(there, "2027")
    for one in (here, there, here, there):
        one.share()
    assert len(here.numbers()) == 1
    assert here.numbers() == there.numbers()
    assert here.check().is_clean
    assert there.check().is_clean
    there.delete()
    there.share()
    here.share()
    here.reopen()
    assert here.numbers() == []
    bring(here, "2028")
    here.share()
    there.share()
    assert here.numbers() == there.numbers() == ["2028"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no such files")
def test_what_is_no_file_is_passed_over(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    os.mkfifo(folder / f"sheshbesh-{here.name}" / "segment-000009.jsonl")
    assert there.share().notices == []
    assert there.numbers() == ["0001"]


def test_each_machine_writes_new_files_of_its_own_only(tmp_path: Path, folder: Path) -> None:
    seen: dict[Path, bytes] = {}
    all_of_them = machines(tmp_path, folder)
    for number in range(9):
        one = all_of_them[number % 3]
        one.play(number)
        one.share()
        now = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert {path: now[path] for path in seen} == seen
        assert {path.parent.name for path in now.keys() - seen.keys()} == {f"sheshbesh-{one.name}"}
        seen = now


def test_half_written_files_are_told_and_read_when_they_are_whole(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    [segment] = folder.rglob("*.jsonl")
    whole = segment.read_bytes()
    segment.write_bytes(whole[: len(whole) // 2])
    for stray in ("segment-000009.jsonl.new", "desktop.ini"):
        (segment.parent / stray).write_bytes(b"half")
    (folder / "sheshbesh-notes.txt").write_text("mine", "utf-8")
    brought = there.share()
    assert [notice.code for notice in brought.notices] == ["segment_unreadable"]
    assert there.numbers() == []
    segment.write_bytes(whole)
    assert there.share().notices == []
    assert there.numbers() == ["0001"]


def test_a_folder_that_lost_its_files_gets_them_again(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    for path in folder.rglob("*.jsonl"):
        path.unlink()
    here.share()
    there.share()
    assert there.numbers() == ["0001"]
    other = tmp_path / "another folder"
    other.mkdir()
    here.folder = there.folder = other
    here.share()
    assert len(list(other.rglob("*.jsonl"))) == 1


def test_a_copied_store_is_another_machine(tmp_path: Path, folder: Path) -> None:
    [here] = machines(tmp_path, folder, 1)
    name = here.name
    assert here.name == name
    assert machine_of(here.store.database, "elsewhere") != name


def test_a_repaired_match_becomes_whole_again(tmp_path: Path, folder: Path) -> None:
    here, there = machines(tmp_path, folder, 2)
    here.play(1)
    here.share()
    there.share()
    here.store.database.connection.execute("UPDATE events SET event = 'x' WHERE number = 2")
    assert checking.check(here.store.database, "2026", repair=True).findings
    [match] = [header.id for header in here.store.finished()]
    assert len(here.store.record(match).events) == 2
    here.share()
    there.share()
    assert len(there.store.record(there.store.finished()[0].id).events) == 3
    assert len(here.store.record(match).events) == 3
    assert here.check().is_clean


def test_without_the_folder_it_is_said(tmp_path: Path) -> None:
    [here] = machines(tmp_path, tmp_path / "not there", 1)
    with pytest.raises(GameError) as error:
        here.share()
    assert error.value.code == "sharing_failed"


def test_many_are_brought_in_parts(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_MATCHES_A_SEGMENT", 3)
    monkeypatch.setattr(sharing, "_MOST_AT_ONCE", 4)
    here, there = machines(tmp_path, folder, 2)
    Archive(here.store).keep([quick(number) for number in range(20)])
    chain.seal_missing(here.store.database)
    here.share()
    rounds = 0
    while not there.share().is_all:
        rounds += 1
    assert rounds == 3
    assert len(there.numbers()) == 20
