"""Checksums, the chain, repairs and backups: whatever happens to a store is found, and mended where it can be."""

from __future__ import annotations

import string
from contextlib import closing
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from game import refusals
from game.errors import GameError
from game.formats import dice_proof
from game.match import events
from game.match.options import MatchOptions
from game.sitting import Sitting
from game.storage import backups, chain, checking, duplicate, holdings, opening, reading, rescue, sharing, thrown
from game.storage.archive import Archive
from game.storage.database import connect
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from proven import play_out, played_with_fair_dice, secrets_of

NOON = datetime(2026, 11, 30, 12)
STAMP = "2026-11-30T12:00:00+00:00"
HEADER = MatchHeader(("Ayşe", "Nikos"), MatchOptions(length=1), started="2026")


def opened(folder: Path) -> Store:
    store, notices = open_store(folder, NOON)
    assert notices == []
    return store


@lru_cache
def _played() -> bytes:
    """The file of such a store, played once for all tests."""
    with TemporaryDirectory() as folder:
        _play(Path(folder))
        return (Path(folder) / FILE).read_bytes()


def three_matches(folder: Path) -> Store:
    """Matches 1 and 2 are finished, 3 is being played."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(_played())
    return opened(folder)


def _play(folder: Path) -> None:
    store = opened(folder)
    for seed in ("first", "second"):
        played_with_fair_dice(store, HEADER, seed)
    with secrets_of("third"):
        sitting = Sitting.begin(store, MatchHeader(HEADER.names, MatchOptions(length=999)))
        play_out(sitting, Random("third"), games=1)
    store.close()


def look(store: Store, *, repair: bool = False, copies: list[Path] | None = None) -> checking.Report:
    with checking.copies_in(copies or []) as connections:
        return checking.check(store.database, STAMP, repair=repair, copies=connections)


def told(report: checking.Report) -> list[tuple[str, str]]:
    return [(found.problem.code, found.done.code if found.done else "") for found in report.findings]


def change(store: Store, *statements: str) -> None:
    """Somebody else's hand in the file."""
    connection = store.database.connection
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        assert connection.execute(statement).rowcount > 0, statement
    connection.execute("PRAGMA foreign_keys = ON")


def test_what_was_played_is_as_it_was_stored(tmp_path: Path) -> None:
    store = three_matches(tmp_path)
    report = look(store)
    assert (told(report), report.matches, report.links) == ([], 3, 2)
    assert report.end == chain.links(store.database)[-1].link
    store.close()
    store = opened(tmp_path)
    assert look(store).is_clean
    store.close()


DAMAGE: list[tuple[str, str, str, str]] = [
    ("UPDATE events SET event = 'rolled 9 9' WHERE match = 1 AND number = 5", "check_event", "repaired_cut", ""),
    ("UPDATE events SET event = 'beavered' WHERE match = 2 AND number = 3", "check_event", "repaired_cut", ""),
    ("DELETE FROM events WHERE match = 1 AND number = 4", "check_event", "repaired_cut", ""),
    ("UPDATE events SET event = 'opened 7 1' WHERE match = 3 AND number = 0", "check_event", "repaired_cut", ""),
    ("UPDATE events SET number = 9999 WHERE match = 3 AND number = 2", "check_event", "repaired_cut", ""),
    ("UPDATE matches SET name_0 = 'Somebody' WHERE id = 1", "check_altered", "repaired_sealed", ""),
    ("UPDATE matches SET score_0 = 7 WHERE id = 2", "check_altered", "repaired_sealed", ""),
    ("UPDATE matches SET score_0 = 777 WHERE id = 3", "check_score", "repaired_corrected", "repaired_corrected"),
    ("UPDATE matches SET options = '{}' WHERE id = 1", "check_header", "", ""),
    ("UPDATE fair_dice SET secret = randomblob(32) WHERE match = 3 AND game = 0", "check_dice", "", ""),
    (
        "UPDATE checksums SET checksum = 'x' WHERE match = 3",
        "check_altered",
        "repaired_corrected",
        "repaired_corrected",
    ),
    ("DELETE FROM matches WHERE id = 2", "check_orphans", "repaired_set_aside", ""),
    ("DELETE FROM summaries WHERE match = 1", "check_unlisted", "repaired_corrected", "repaired_corrected"),
]


@pytest.mark.parametrize(("statement", "problem", "alone", "beside_copy"), DAMAGE, ids=[row[0][:50] for row in DAMAGE])
def test_damage_is_found_and_repaired(
    tmp_path: Path, statement: str, problem: str, alone: str, beside_copy: str
) -> None:
    """Alone, and with a backup, from which every match comes back whole; afterwards nothing is wrong any more."""
    backup = tmp_path / "backup.db"
    for number, copies in enumerate(([], [backup])):
        store = three_matches(tmp_path / str(number))
        before = [store.record(match) for match in (1, 2, 3)]
        backups.make(tmp_path / str(number) / FILE, backup)
        change(store, statement)
        assert told(look(store)) == [(problem, "")]
        assert not look(store).is_clean
        done = told(look(store, repair=True, copies=copies))
        if copies:
            assert done == [(problem, beside_copy or "repaired_from_copy")]
            assert [store.record(match) for match in (1, 2, 3)] == before
        else:
            assert done == [(problem, alone)]
        if copies or alone:
            assert told(look(store)) == []
        store.close()


def test_what_a_cut_takes_out_is_set_aside(tmp_path: Path) -> None:
    store = three_matches(tmp_path)
    length = len(store.record(1).events)
    change(store, "UPDATE events SET event = 'nonsense' WHERE match = 1 AND number = 6")
    look(store, repair=True)
    assert len(store.record(1).events) == 6
    rows = store.database.rows("SELECT number, event FROM set_aside WHERE match = 1 ORDER BY number")
    assert [row[0] for row in rows] == list(range(6, length))
    assert rows[0][1] == "nonsense"
    assert [link.match for link in chain.links(store.database)] == [1, 2, 1]
    store.close()


TAMPERING = [
    "DELETE FROM chain WHERE number = 1",
    "UPDATE chain SET checksum = 'x' WHERE number = 1",
    "UPDATE chain SET name = 'x' WHERE number = 2",
    "UPDATE chain SET link = 'x' WHERE number = 1",
    "UPDATE chain SET number = 7 WHERE number = 2",
    "INSERT INTO chain SELECT 3, match, name, checksum, link FROM chain WHERE number = 1",
]


@pytest.mark.parametrize("statement", TAMPERING)
def test_a_broken_chain_is_told_and_stays_broken(tmp_path: Path, statement: str) -> None:
    store = three_matches(tmp_path)
    change(store, statement)
    assert "check_chain" in dict(told(look(store, repair=True)))
    assert "check_chain" in dict(told(look(store)))
    store.close()


def test_the_chain_outlasts_deleting_and_its_undoing(tmp_path: Path) -> None:
    store = three_matches(tmp_path)
    ends = look(store).end
    store.delete(1)
    assert look(store).is_clean
    store.restore_deleted(1)
    assert (look(store).is_clean, look(store).end) == (True, ends)
    store.delete(1)
    store.close()
    store = opened(tmp_path)
    assert (look(store).is_clean, look(store).end) == (True, ends)
    assert [link.match for link in chain.links(store.database)] == [None, 2]
    with pytest.raises(GameError):
        store.header(1)
    store.close()


def test_matches_from_elsewhere_join_the_chain(tmp_path: Path) -> None:
    store = three_matches(tmp_path)
    Archive(store).keep([(MatchHeader(HEADER.names, HEADER.options, dice="imported", started="2025"), store.record(1))])
    assert look(store).is_clean
    assert len(chain.unsealed(store.database)) == 1
    assert look(store, repair=True).links == 3
    assert chain.unsealed(store.database) == []
    store.close()


def test_an_older_store_is_sealed_and_counted_later(tmp_path: Path) -> None:
    """Its tables are there and empty, as a migration leaves them."""
    store = three_matches(tmp_path)
    change(store, "DELETE FROM chain", "DELETE FROM thrown", "DELETE FROM checksums")
    assert look(store).is_clean
    assert chain.seal_missing(store.database, 1) == 1
    assert chain.seal_missing(store.database) == 1
    before = [store.record(match).state().number for match in (1, 2)]
    assert before == [0, 0]
    assert thrown.count_missing(store.database, 1) == 1
    assert thrown.count_missing(store.database, 1) == 0
    together = thrown.against(store.database, ("person", "person"))
    assert together.matches == 2
    expected = sum(isinstance(event, events.Rolled) for match in (1, 2) for event in store.record(match).events)
    assert sum(side.throws for side in together.sides) == expected
    store.close()


def test_a_taken_back_or_added_event_of_a_running_match_is_found(tmp_path: Path) -> None:
    """Legal as it is, it is not what was noted while the match was played."""
    store = three_matches(tmp_path)
    last = len(store.record(3).events) - 1
    change(store, f"DELETE FROM events WHERE match = 3 AND number = {last}")
    assert ("check_altered", "") in told(look(store))
    store.close()


# Backups


def names(folder: Path) -> list[str]:
    return [path.name for path in backups.backups(folder / backups.FOLDER)]


def test_a_backup_a_day_where_something_changed_and_ten_of_them(tmp_path: Path) -> None:
    store = three_matches(tmp_path)
    path = tmp_path / FILE
    assert backups.daily(path, NOON) == tmp_path / backups.FOLDER / "matches-2026-11-30.db"
    assert backups.daily(path, NOON) is None
    assert backups.daily(path, NOON + timedelta(days=1)) is None, "nothing has changed"
    for day in range(2, 16):
        store.update_extra(1, {"seen": "x" * day})
        assert backups.daily(path, NOON + timedelta(days=day)) is not None
    kept = names(tmp_path)
    assert len(kept) == backups.KEPT
    assert (kept[0], kept[-1]) == ("matches-2026-12-15.db", "matches-2026-12-06.db")
    store.close()


def test_a_backup_is_whole_while_the_match_goes_on(tmp_path: Path) -> None:
    """Events are stored between the pages of the copy."""
    store = three_matches(tmp_path)
    third = store.record(3)
    sitting = Sitting.resume(store, 3)

    def play_on(_done: float) -> None:
        play_out(sitting, Random("on"), games=len(sitting.state.results) + 1, patience=0.5)

    backups.make(tmp_path / FILE, tmp_path / "copy.db", play_on)
    assert len(store.record(3).events) > len(third.events)
    with closing(connect(tmp_path / "copy.db", writing=False)) as connection:
        assert connection.execute("SELECT count(*) FROM events WHERE match = 3").fetchone() == (len(third.events),)
    store.close()


def test_a_stopped_or_failed_backup_leaves_nothing(tmp_path: Path) -> None:
    store = three_matches(tmp_path)

    def stop(_done: float) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "copies" / "copy.db"
    with pytest.raises(KeyboardInterrupt):
        backups.make(tmp_path / FILE, target, stop)
    assert list(target.parent.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(GameError) as error:
        backups.make(tmp_path / FILE, tmp_path / "file" / "copy.db")
    assert error.value.code == "backup_failed"
    store.close()


def spoil(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\0" * (len(data) - 4096))


@pytest.mark.parametrize("spoilt", [0, 1])
def test_a_damaged_store_goes_on_with_the_newest_sound_backup(tmp_path: Path, spoilt: int) -> None:
    """spoilt: so many of the newest backups are damaged too."""
    store = three_matches(tmp_path)
    for day in (0, 1):
        store.update_extra(1, {"day": day})
        backups.daily(tmp_path / FILE, NOON + timedelta(days=day))
    store.close()
    for path in (*backups.backups(tmp_path / backups.FOLDER)[:spoilt], tmp_path / FILE):
        spoil(path)
    store, notices = open_store(tmp_path, NOON)
    assert [notice.code for notice in notices] == ["store_restored"]
    assert (tmp_path / "matches.damaged-2026-11-30T12-00-00.db").exists()
    assert store.header(1).extra == {"day": 1 - spoilt}
    assert look(store).is_clean
    store.close()


MODULES = (backups, chain, checking, dice_proof, duplicate, holdings, opening, reading, rescue, sharing)


def test_every_refusal_here_has_a_sentence_with_its_facts() -> None:
    known = refusals.KEPT | refusals.FILES
    for module in MODULES:
        for code, facts in getattr(module, "REFUSALS", {}).items():
            named = {field for _text, field, _spec, _how in string.Formatter().parse(known[code]) if field}
            assert named <= set(facts), code
