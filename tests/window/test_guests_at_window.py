"""Other people's opponents at the real window: a package, a file, a program in another language, and broken ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from broken import PLAYS, let, write_broken
from game import paths
from game.match.state import Phase
from game.settings import Settings, read_settings, write_settings
from game.storage.seating import seated
from opponents.registry import GROUP
from window.person import Person
from window.screen import ROOT, Program, wait_until

Start = Callable[..., Program]

FIRST = """
from opponents.base import BaseOpponent
class First(BaseOpponent):
    name, author, levels = "First come", "a test", ("plain",)
    def choose_play(self, view):
        return view.plays[0]
"""
LINE_PLAYER = ROOT / "tests" / "data" / "opponents" / "line_player.c"


def switch_on(home: Path, **changes: object) -> None:
    """Settings of the owner of a home folder."""
    file = home / "config" / "settings.toml"
    write_settings(file, replace(read_settings(file)[0], **changes))  # type: ignore[arg-type]  # by their names


def share_files(home: Path) -> Path:
    """The folder of single files, which the twin sees too."""
    folder = home / "data" / "opponents"
    folder.mkdir(parents=True)
    paths.data_folder().mkdir(parents=True)
    (paths.data_folder() / "opponents").symlink_to(folder)
    return folder


def begins_against(person: Person, opponent: str, *, is_new: bool) -> None:
    """From the main menu to the first throw. is_new: it has never played here."""
    known = len(person.kept.headers())
    twin = person.sees(seated=False)
    twin.push("new")
    twin.choose("opponent", opponent)
    if not is_new:
        twin.until(lambda: twin.app.guests.known(opponent).profile is not None)
    twin.push("start")
    if is_new:
        twin.push("answer 1")
    wait_until(lambda: len(person.kept.headers()) > known, lambda: f"a match: {person.program.said()[-500:]}")
    person.begins(twin)


def plays(person: Person, decisions: int) -> None:
    for _ in range(decisions):
        if person.waits_for_hand().phase is not Phase.MATCH_OVER:
            person.decides()


def played_against(person: Person) -> list[str]:
    """Everybody who sat at the other side."""
    return [one.seat for one in seated(person.kept.headers()[0]) if one.side == 1]


def write_package(folder: Path) -> None:
    """A stranger's package as an installer leaves it."""
    about = folder / "stranger-1.5.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nstranger = stranger_module:First\n")
    (folder / "stranger_module.py").write_text(FIRST)


def test_a_strangers_package_appears_is_asked_about_and_plays(
    start: Start, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    program = start(home=home, PYTHONPATH=str(tmp_path / "site"))
    person = Person(program, by_keys=False)
    begins_against(person, "stranger", is_new=True)
    plays(person, 3)
    assert played_against(person) == ["stranger:plain"]
    assert list(person.kept.settings.trusted) == ["stranger"]
    assert person.kept.settings.trusted["stranger"].startswith("stranger 1.5 ")


def survives(person: Person, opponent: str) -> None:
    """Plays against a broken one until the built-in opponent has its seat, and on."""
    begins_against(person, opponent, is_new=False)
    for _ in range(3):
        if len(played_against(person)) == 2:
            break
        wait_until(lambda: person.program.rests() or len(played_against(person)) == 2, "a hand or a failure")
        if len(played_against(person)) == 1 and person.kept.state.to_act == 0:
            person.decides()
        wait_until(lambda: person.kept.state.to_act == 0 or len(played_against(person)) == 2, "an answer")
    assert played_against(person) == [f"{opponent}:medium", "balanced:medium"]
    wait_until(person.program.rests, "the card that says so")
    person.program.press("return")
    plays(person, 1)
    assert not person.program.has_ended


def test_a_broken_opponent_is_survived(start: Start, home: Path) -> None:
    folder = write_broken(share_files(home), "cheats")
    switch_on(home, opponent_files=True, trusted=let(folder, "cheats"))
    person = Person(start(home=home), by_keys=False)
    survives(person, "cheats")
    (report,) = (home / "data" / "reports").iterdir()
    assert "opponent_illegal" in report.read_text(encoding="utf-8")


@pytest.mark.long
def test_every_kind_of_broken_opponent_is_survived_in_one_window(start: Start, home: Path) -> None:
    folder = write_broken(share_files(home), *PLAYS)
    switch_on(home, opponent_files=True, trusted=let(folder, *PLAYS))
    program = start(home=home)
    for opponent in PLAYS:
        person = Person(program, by_keys=False)
        survives(person, opponent)
        person.waits_for_hand()
        twin = person.sees(seated=True)
        twin.press("f10" if twin.app.stack.top is None else "escape")
        twin.push("leave")
        twin.close()
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert "Traceback" not in program.said()
    assert len(list((home / "data" / "reports").iterdir())) == len(PLAYS)


# Whole matches


@pytest.mark.long
def test_a_whole_match_against_a_package_installed_in_an_environment(
    start: Start, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, environment = tmp_path / "source", tmp_path / "environment"
    source.mkdir()
    (source / "stranger_module.py").write_text(FIRST)
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "stranger"\nversion = "1.5"\n'
        f'[project.entry-points."{GROUP}"]\nstranger = "stranger_module:First"\n'
        '[tool.hatch.build.targets.wheel]\ninclude = ["stranger_module.py"]\n'
    )
    venv.create(environment, with_pip=True, symlinks=os.name == "posix")
    python = str(environment / "bin" / "python")
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.strip()
    # What the game needs is there already, in the environment of the tests.
    (Path(site) / "game.pth").write_text(
        "\n".join([str(ROOT), *(path for path in sys.path if "site-packages" in path)])
    )
    command = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        str(source),
    ]
    subprocess.run(command, check=True)
    monkeypatch.syspath_prepend(site)
    whole_match(start(home=home, python=python), "stranger", "stranger:plain")


@pytest.mark.long
def test_a_whole_match_against_a_file(start: Start, home: Path) -> None:
    (share_files(home) / "first.py").write_text(FIRST)
    switch_on(home, opponent_files=True)
    whole_match(start(home=home), "first", "first:plain")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_whole_match_against_a_program_in_c(start: Start, home: Path, tmp_path: Path) -> None:
    built = tmp_path / "line player"
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", built, LINE_PLAYER], check=True)
    switch_on(home, programs={"in_c": f"'{built}'"}, programs_on={"in_c": True})
    whole_match(start(home=home), "in_c", "in_c:plain")


def whole_match(program: Program, opponent: str, seat: str) -> None:
    person = Person(program, by_keys=False)
    begins_against(person, opponent, is_new=True)
    assert person.plays_on().phase is Phase.MATCH_OVER
    assert played_against(person) == [seat]
    assert isinstance(person.kept.settings, Settings)
    assert set(person.kept.settings.trusted) == {opponent}
