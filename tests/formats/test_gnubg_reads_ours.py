"""Our .mat and .sgf in GNU Backgammon, where it is installed: loaded without a warning, saved again, and the same."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from engine_c import game_of
from formats.test_writing import NAMES, Told, held
from game.formats.base import read, write
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from match.test_random_matches import play

PROGRAM = shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")

MATCHES = [
    *(MatchOptions(length=length) for length in (1, 3, 5, 7, 11)),
    MatchOptions(length=0, jacoby=True, beavers=True, raccoons=True),
    MatchOptions(length=0, beavers=True, raccoons=True),
    MatchOptions((game_of("nackgammon"),), 5),
]


def saved_again(records: list[MatchRecord], folder: Path, kinds: tuple[str, ...]) -> tuple[list[Path], str]:
    """The matches as the program saves them after loading ours, and all that it said."""
    commands, paths = ["set confirm new off", "set confirm save off"], []
    for number, record in enumerate(records):
        for kind in kinds:
            ours, theirs = folder / f"{number}.{kind}", folder / f"{number}-{kind}.sgf"
            ours.write_bytes(write(record, kind))
            # What a .mat does not say about a session, the program takes from its own settings.
            commands.append(f"set jacoby {'on' if record.options.jacoby else 'off'}")
            commands.append(f'{"import mat" if kind == "mat" else "load match"} "{ours}"')
            commands.append(f'save match "{theirs}"')
            paths.append(theirs)
    assert PROGRAM
    run = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "HOME": str(folder)},
    )
    return paths, run.stdout + run.stderr


def in_any_order(games: list[Told]) -> list[Told]:
    """Plays as sets of hops, rolls as sets of dice: the program sorts both."""
    return [
        (
            score,
            [(*word[:2], sorted(word[2])) if isinstance(word, tuple) and len(word) > 2 else word for word in words],
            end,
        )
        for score, words, end in games
    ]


def compare(seeds: range, games: int, folder: Path) -> None:
    records = [replace(play(options, seed, games), names=NAMES) for options in MATCHES for seed in seeds]
    paths, said = saved_again(records, folder, ("mat", "sgf"))
    assert "WARNING" not in said
    for place, path in enumerate(paths):
        record, is_mat = records[place // 2], place % 2 == 0
        [match] = read(path.read_bytes(), path.name)
        assert in_any_order(held(match.record, False)) == in_any_order(held(record, is_mat)), path.name
        assert match.record.names == NAMES


def test_a_few_matches(tmp_path: Path) -> None:
    compare(range(200, 201), 4, tmp_path)


@pytest.mark.long
def test_five_hundred_matches(tmp_path: Path) -> None:
    """About a quarter of an hour."""
    for seed in range(63):
        folder = tmp_path / str(seed)
        folder.mkdir()
        compare(range(seed, seed + 1), 40, folder)
