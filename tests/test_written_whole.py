"""Files that are there whole or not at all, also when two write the same one, and when one of them came to an end."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from game.files import FORGOTTEN_AFTER, put_in_place, unfinished_beside, write_whole


def test_two_who_write_the_same_file_are_not_in_each_others_way(tmp_path: Path) -> None:
    target = tmp_path / "settings.toml"
    with unfinished_beside(target) as mine, unfinished_beside(target) as theirs:
        mine.write_text("mine")
        theirs.write_text("theirs")
        put_in_place(theirs, target)
        put_in_place(mine, target)
    assert target.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [target]


def test_many_who_write_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "a"
    texts = [bytes([letter]) * 50_000 for letter in range(65, 81)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda text: write_whole(target, text), texts))
    assert target.read_bytes() in texts
    assert list(tmp_path.iterdir()) == [target]


def test_what_was_not_put_in_place_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_text("old")

    def fail() -> None:
        with unfinished_beside(target) as path:
            for ending in ("", "-wal", "-journal"):
                path.with_name(path.name + ending).write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_a_kill_left_goes_after_a_day_and_not_before(tmp_path: Path) -> None:
    ages = {"a.0.new": 2 * FORGOTTEN_AFTER, "a.1.new": FORGOTTEN_AFTER / 2, "b.0.new": 2 * FORGOTTEN_AFTER}
    for name, age in ages.items():
        (tmp_path / name).write_text("half")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    (tmp_path / "a.0.new-wal").write_text("half")
    write_whole(tmp_path / "a", b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "a.1.new", "b.0.new"}
