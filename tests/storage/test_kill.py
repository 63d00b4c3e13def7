"""The program is killed at any instant, again and again, and plays on: nothing that was told is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.dice.fair import first_wrong_throw, throw_number
from game.match.state import Phase
from game.storage.codec import event_to_text
from game.storage.database import connect
from game.storage.matches import Store
from game.storage.opening import FILE, open_store
from storage.player import banks

ROOT = Path(__file__).parent.parent.parent
PLAYER = Path(__file__).with_name("player.py")
THROWS = ("opened", "rolled")


@dataclass
class Told:
    """What the player said of one folder, over all its lives. unsure: an event announced and not told as kept."""

    events: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    commitments: dict[tuple[int, int], str] = field(default_factory=dict)
    matches: set[int] = field(default_factory=set)
    unsure: tuple[int, int, str] | None = None

    def hear(self, line: str) -> None:
        word, *rest = line.split(" ", 3)
        if word == "created":
            self.matches.add(int(rest[0]))
        elif word == "dice":
            game = int(rest[0]), int(rest[1])
            assert self.commitments.setdefault(game, rest[2]) == rest[2], "a game's secret has changed"
        elif word in ("about", "kept"):
            match, number, text = int(rest[0]), int(rest[1]), rest[2]
            if word == "about":
                self.check_announced(match, number, text)
                self.unsure = match, number, text
            else:
                assert self.unsure == (match, number, text)
                self.events[match].append(text)
                self.unsure = None

    def check_announced(self, match: int, number: int, text: str) -> None:
        """An event follows what was stored; a throw that was announced and lost falls again."""
        assert number == len(self.events[match])
        if self.unsure is not None:
            before = self.unsure
            assert before[:2] == (match, number)
            if before[2].startswith(THROWS) and text.startswith(THROWS):
                assert text == before[2], "the dice have changed"


def live_and_die(folder: Path, rng: Random) -> list[str]:
    """Lets the player play for a random while, kills it, and answers with the whole lines it said."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}
    command = [sys.executable, str(PLAYER), str(folder), str(rng.random())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, encoding="utf-8") as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(rng.choice((1, 3, rng.randint(2, 80), rng.randint(2, 80))))]
        time.sleep(rng.random() * 0.012)
        player.kill()
        lines += player.stdout.readlines()
    assert player.returncode not in (0, 1), "the player ended by itself"
    return [line.removesuffix("\n") for line in lines if line.endswith("\n")]


def check(store: Store, told: Told, folder: Path) -> None:
    """What must hold after every death."""
    with closing(connect(folder / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    ids = {header.id for header in (*store.unfinished(), *store.finished())}
    assert told.matches <= ids
    told.matches |= ids
    for match in ids:
        check_match(store, told, match)
    for game, commitment in told.commitments.items():
        proof = store.proof(*game)
        assert proof is not None
        assert proof.commitment == commitment
        assert first_wrong_throw(proof) is None
    if told.commitments:
        last = max(told.commitments)
        proof, dice = store.proof(*last), store.dice(*last)
        assert proof is not None
        assert dice is not None
        assert dice.throw() == throw_number(proof.secret, "", len(proof.throws))


def check_match(store: Store, told: Told, match: int) -> None:
    record, heard = store.record(match), told.events[match]
    stored = [event_to_text(event) for event in record.events]
    if told.unsure is not None and len(stored) == len(heard) + 1:
        assert told.unsure == (match, len(heard), stored[-1])
        heard.append(stored[-1])
        told.unsure = None
    assert stored == heard
    header, state = store.header(match), record.state()
    assert header.score == state.score
    assert (header.finished is not None) == (state.phase is Phase.MATCH_OVER)
    assert store.clock(match) == (banks(len(stored) - 1) if stored else None)


def kill_again_and_again(folder: Path, seed: str, kills: int) -> Counter[str]:
    """Kills the player so often and checks what it left each time. Answers with figures of where it was hit."""
    rng, told, figures = Random(seed), Told(), Counter[str]()
    for _ in range(kills):
        lines = live_and_die(folder, rng)
        for line in lines:
            told.hear(line)
        heard = sum(map(len, told.events.values()))
        store, notices = open_store(folder, datetime(2026, 11, 30, 12))
        try:
            assert (notices, store.is_saved) == ([], True)
            check(store, told, folder)
            figures["matches finished"] = len(store.finished())
        finally:
            store.close()
        figures["kills"] += 1
        figures[f"killed after: {what_was_said(lines[-1])}"] += 1
        figures["events stored and not told"] += sum(map(len, told.events.values())) - heard
    figures["events"] = sum(map(len, told.events.values()))
    return figures


def what_was_said(line: str) -> str:
    """A line of the player without its numbers."""
    word, *rest = line.split(" ")
    return f"{word} {rest[2]}" if word in ("about", "kept") else word


@pytest.mark.parametrize("seed", ["a", "b"])
def test_killed_ten_times(tmp_path: Path, seed: str) -> None:
    assert kill_again_and_again(tmp_path / "data", seed, 10)["events"] > 0


@pytest.mark.long
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    """Ten stores, twenty kills each (about three minutes); says where the player was hit."""
    figures = Counter[str]()
    for number in range(10):
        figures += kill_again_and_again(tmp_path / str(number), f"long {number}", 20)
    print(*(f"{count:6} {what}" for what, count in figures.most_common()), sep="\n")  # the figures
    assert figures["kills"] == 200
    assert figures["events stored and not told"] > 0, "no kill came between a commit and its telling"
