"""The program is killed while it imports, deletes, repairs, backs up and shares: the archive checks clean, always."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from game.storage import backups, chain, checking
from game.storage.database import connect
from game.storage.holdings import read_segment
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from game.storage.schema import examine
from game.storage.sharing import Errand, exchange, machine_of, take_over
from storage.caretaker import NOON, repair

ROOT = Path(__file__).parent.parent.parent
CARETAKER = Path(__file__).with_name("caretaker.py")


def live_and_die(home: Path, shared: Path, rng: Random) -> list[str]:
    """Lets it work for a random while, kills it, and answers with the whole lines it said."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}
    command = [sys.executable, str(CARETAKER), str(home), str(shared), str(rng.random())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, encoding="utf-8") as caretaker:
        assert caretaker.stdout is not None
        lines = [caretaker.stdout.readline() for _ in range(rng.randint(1, 60))]
        time.sleep(rng.random() * 0.012)
        caretaker.kill()
        lines += caretaker.stdout.readlines()
    assert caretaker.returncode not in (0, 1), "it ended by itself"
    return [line.removesuffix("\n") for line in lines if line.endswith("\n")]


def hear(lines: list[str], kept: set[str], unsure: set[str]) -> None:
    """What must be there: whatever was told as kept and not said to be deleted."""
    for line in lines:
        word, _space, number = line.partition(" ")
        if word == "kept":
            kept.add(number)
            unsure.discard(number)
        elif word == "deletes":
            kept.discard(number)
            unsure.add(number)


def check(home: Path, shared: Path, kept: set[str], *, was_spoilt: bool) -> Store:
    """What must hold after every death. Answers with the open store."""
    for backup in backups.backups(home / backups.FOLDER):
        with closing(connect(backup, writing=False)) as connection:
            examine(connection, str(backup))
    for segment in shared.rglob("*.jsonl"):
        read_segment(segment.read_bytes())
    store, notices = open_store(home, NOON)
    assert (notices, store.is_saved) == ([], True)
    if was_spoilt:
        repair(store, home)
    report = checking.check(store.database, "2026")
    assert report.findings == ()
    there = {header.started for header in store.finished()}
    assert kept <= there
    return store


def kill_again_and_again(folder: Path, seed: str, kills: int) -> Counter[str]:
    rng, figures = Random(seed), Counter[str]()
    kept, unsure = set[str](), set[str]()
    home, shared, other = folder / "home", folder / "shared", folder / "other"
    shared.mkdir(parents=True)
    for _ in range(kills):
        lines = live_and_die(home, shared, rng)
        hear(lines, kept, unsure)
        spoilt = [line for line in lines if line in ("damages", "repairs", "mended")][-1:] not in ([], ["mended"])
        check(home, shared, kept, was_spoilt=spoilt).close()
        figures["kills"] += 1
        figures[f"killed after: {lines[-1].split(' ')[0]}"] += 1
    figures["matches"] = len(kept)
    assert_alike(home, shared, other, kept)
    return figures


def assert_alike(home: Path, shared: Path, other: Path, kept: set[str]) -> None:
    """Another machine gets everything that is there."""
    lists = []
    for place in (home, other, home, other):
        store, _notices = open_store(place, NOON)
        machine = machine_of(store.database, str(place))
        chain.seal_missing(store.database)
        while not (brought := exchange(Errand(place / FILE, shared, machine), lambda _done: None)).is_all:
            take_over(store.database, brought)
        take_over(store.database, brought)
        assert checking.check(store.database, "2026").is_clean
        lists.append({header.started for header in store.finished()})
        store.close()
    assert kept <= lists[-1]
    assert lists[-1] == lists[-2]


@pytest.mark.parametrize("seed", ["a"])
def test_the_caretaker_is_killed_five_times(tmp_path: Path, seed: str) -> None:
    assert kill_again_and_again(tmp_path, seed, 5)["matches"] > 0


@pytest.mark.long
def test_the_caretaker_is_killed_two_hundred_times(tmp_path: Path) -> None:
    """Ten folders, twenty kills each (about five minutes); says where it was hit."""
    figures = Counter[str]()
    for number in range(10):
        figures += kill_again_and_again(tmp_path / str(number), f"long {number}", 20)
    print(*(f"{count:6} {what}" for what, count in figures.most_common()), sep="\n")  # the figures
    assert figures["kills"] == 200
