"""Our .mat and .sgf in GNU Backgammon, where it is installed: loaded without a warning, saved again, and the same.

The proof over 500 matches is `pytest -m long -k five_hundred`; it goes on where it was.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from checkpoint import Checkpoint
from engine_c import game_of
from formats.test_writing import NAMES, NASTY, Told, held
from game.formats.base import read, write
from game.formats.names import in_line
from game.match import events
from game.match.options import LENGTHS, MatchOptions
from game.match.record import MatchRecord
from match.test_random_matches import play

PROGRAM = shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")

MATCHES = [
    *(MatchOptions(length=length) for length in LENGTHS),
    MatchOptions(length=0, jacoby=True, beavers=True, raccoons=True),
    MatchOptions(length=0, beavers=True, raccoons=True),
    MatchOptions((game_of("nackgammon"),), 5),
]
FEW = [options for options in MATCHES if options.length in (0, 1, 5)]


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
        errors="replace",  # of a long name it may leave half a letter
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


def as_they_end_it(theirs: list[Told], ours: list[Told], is_mat: bool) -> list[Told]:
    """Their games without the one thing that the program adds: where a .mat ends with dice that were not played,
    because somebody gave up, it makes the play if there is only one; and that play may win.
    """
    return [
        (score, words[:-1], own[2]) if is_mat and _is_added(words, own[1]) else (score, words, end)
        for (score, words, end), own in zip(theirs, ours, strict=True)
    ]


def _is_added(theirs: list[object], ours: list[object]) -> bool:
    last, before = theirs[-1:], ours[-1:]
    is_play = isinstance(last[0], tuple) and last[0][0] == "played" if last else False
    is_roll = isinstance(before[0], tuple) and before[0][0] == "rolled" if before else False
    return is_play and is_roll and len(theirs) == len(ours) + 1


MOST_CUBE = 128
"""GNU Backgammon 1.07 falls down, whoever wrote the .mat, at a play after a cube of 256."""


def bearable(options: MatchOptions, seed: int, games: int) -> MatchRecord:
    """A match of that seed, or of the first one a thousand further on with which the program can deal."""
    record = play(options, seed, games)
    while any(state.cube.value > MOST_CUBE for state in record.states()):
        seed += 1_000
        record = play(options, seed, games)
    return record


def compare(matches: list[MatchOptions], seed: int, games: int, folder: Path) -> Counter[str]:
    """One match of each kind there and back; answers with how often what has happened in them."""
    records = [replace(bearable(options, seed, games), names=NAMES) for options in matches]
    for record in records:
        [again] = read(write(record, "json"), "x.json")
        assert (again.record, again.problems) == (record, ())
    paths, said = saved_again(records, folder, ("mat", "sgf"))
    assert "WARNING" not in said
    for place, path in enumerate(paths):
        record, is_mat = records[place // 2], place % 2 == 0
        [match] = read(path.read_bytes(), path.name)
        ours, theirs = in_any_order(held(record, is_mat)), in_any_order(held(match.record, False))
        assert as_they_end_it(theirs, ours, is_mat) == ours, path.name
        assert match.record.names == NAMES
        assert match.record.state().score == record.state().score
    return Counter(word for record in records for word in happenings(record))


def happenings(record: MatchRecord) -> Iterator[str]:
    """What a proof must have seen: words about the cube, endings, gammons, the Crawford game."""
    for before, event in zip(record.states(), record.events, strict=False):
        yield type(event).__name__
        if before.is_crawford and isinstance(event, events.Opened):
            yield "Crawford game"
    for result in record.state().results:
        yield f"{result.ending.value} {result.level}"


def test_a_few_matches(tmp_path: Path) -> None:
    compare(FEW, 200, 4, tmp_path)


def test_names_that_look_like_something_else(tmp_path: Path) -> None:
    """What others read of a name: one line without a colon or a comma before a number, and the whole match beside it.

    The program itself has room for 31 bytes of a name.
    """
    options = MatchOptions(length=3)
    records = [replace(play(options, 1, 4), names=(NASTY[place - 1], name)) for place, name in enumerate(NASTY)]
    paths, said = saved_again(records, tmp_path, ("mat",))
    assert "WARNING" not in said
    for path, record in zip(paths, records, strict=True):
        [match] = read(path.read_bytes(), path.name)
        theirs, ours = in_any_order(held(match.record, False)), in_any_order(held(record, True))
        assert as_they_end_it(theirs, ours, True) == ours, record.names
        written = tuple(in_line(name, side) for side, name in enumerate(record.names))
        if all(len(name.encode()) <= 31 for name in written):
            assert match.record.names == written


SEEN = {"Doubled", "Took", "Passed", "Beavered", "Raccooned", "Accepted", "Crawford game"}
SEEN |= {f"borne off {level}" for level in (1, 2, 3)} | {"resigned 1"}


@pytest.mark.long
def test_five_hundred_matches(tmp_path: Path) -> None:
    """About a quarter of an hour; a whole run also proves that everything asked for has occurred in it."""
    progress, seen = Checkpoint("gnubg", "matches"), Counter[str]()
    first = progress.done
    for seed in range(first, -(-500 // len(MATCHES))):
        folder = tmp_path / str(seed)
        folder.mkdir()
        seen += compare(MATCHES, seed, 40, folder)
        progress.reach(seed + 1)
    assert seen >= Counter(SEEN) or first
