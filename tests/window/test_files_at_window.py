"""Files at the real window: let go over it, handed over by a second start, exported by keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from formats.samples import SAMPLES, expected
from game.formats.base import read, write
from game.match.options import MatchOptions
from match.test_random_matches import play
from window.kept import Kept
from window.screen import Program, wait_until

Start = Callable[..., Program]

TELLS = """
import sys
from game.ui.cards.import_matches import ImportCard

def was_read(*given, before=ImportCard._was_read):
    before(*given)
    print("files read 0 ms", file=sys.stderr, flush=True)

ImportCard._was_read = was_read
"""
"""The program, which tells when it has read what it was given."""

DROPS = (
    TELLS
    + """
import os, threading, time
from pathlib import Path
import pygame
from game import app

def drop():
    order = Path(os.environ["DROPPED"])
    while not order.exists():
        time.sleep(0.05)
    pygame.event.post(pygame.Event(pygame.DROPBEGIN))
    for name in order.read_text().split("\\n"):
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=name))
    pygame.event.post(pygame.Event(pygame.DROPCOMPLETE))

threading.Thread(target=drop, daemon=True).start()
app.main()
"""
)
"""The program with a hand that drops files on it: xdotool has none."""


def a_file(folder: Path, name: str) -> Path:
    path = folder / name
    record = replace(play(MatchOptions(length=3), 4, 20), names=("Ada", "Bob"))
    path.write_bytes(write(record, path.suffix[1:]))
    return path


def answers_and_exports(program: Program, folder: Path) -> None:
    """The first player is me; then the match goes out as .sgf. All by keys."""
    program.milliseconds("files read")  # a window that waits for a file to be read is at rest, too
    wait_until(program.rests, "the question")
    program.press("space", "tab", "tab", "return")
    kept = Kept(program.home)
    wait_until(lambda: bool(kept.headers()), "the match in the store")
    wait_until(program.rests, "the summary")
    program.press("return")
    wait_until(program.rests, "the replay")
    program.press("ctrl+e")
    wait_until(program.rests, "the card of the export")
    program.press("right", "tab", "tab", "tab", "return")
    wait_until(lambda: any(folder.glob("*.sgf")), "the file")
    [written] = folder.glob("*.sgf")
    [match] = read(written.read_bytes(), written.name)
    assert match.record.state().score == kept.headers()[0].score


def test_a_file_let_go_over_the_window_goes_in_and_out_again(start: Start, tmp_path: Path) -> None:
    order, home = tmp_path / "order", tmp_path / "person"
    home.mkdir()
    program = start(begin=DROPS, DROPPED=str(order), HOME=str(home))
    wait_until(program.rests, "the first card")
    file = SAMPLES / "sampleserver_7pt.xg" if expected() else a_file(tmp_path, "dropped.mat")
    order.with_suffix(".new").write_text(str(file))
    order.with_suffix(".new").rename(order)
    answers_and_exports(program, home)


def test_the_command_line_opens_a_file_and_a_second_start_leaves_a_link_to_the_open_window(
    start: Start, tmp_path: Path
) -> None:
    home = tmp_path / "person"
    home.mkdir()
    begin = f"{TELLS}\nfrom game.cli import main; sys.exit(main([{str(a_file(tmp_path, 'given.json'))!r}]))"
    program = start(begin=begin, HOME=str(home))
    answers_and_exports(program, home)
    done = program.second("sheshbesh://position/backgammon/-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    assert (done.returncode, done.stderr) == (0, "")
    assert "open already" in done.stdout
    wait_until(program.rests, "the position")
    program.press("return")  # play from here
    wait_until(program.rests, "the opponent to choose")
    program.press("return")
    wait_until(program.rests, "the free game")
    assert len(Kept(program.home).headers()) == 1
    program.press("ctrl+q")
    assert program.until_ended() == 0
