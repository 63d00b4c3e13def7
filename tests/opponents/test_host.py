"""Others' opponents in processes of their own: found, introduced, asked, cut off, and gone when nobody needs them."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import opponents
from broken import write_broken
from engine_c import Game, Step, Turn, first_part, game_of, legal_plays
from opponents import Hosted, Limits, OpponentError, OpponentFailed, Registry, TableView, protocol
from opponents.child import MARK
from opponents.line import AnswerError, answer_from_json, view_from_json, view_to_json
from opponents.registry import GROUP, PROGRAMS
from positions import every_game, name_of
from seated import play_match
from views import before_roll, views_of

SAMPLE = (sys.executable, "-I", str(Path(__file__).parent.parent / "data" / "opponents" / "line_player.py"))
PATIENT = 60.0


@pytest.fixture(autouse=True)
def _only_what_is_installed() -> Iterator[None]:
    yield
    opponents.look_in()


def hosted(key: str, level: str = "medium") -> Hosted:
    seated = opponents.seat(key, level)
    assert isinstance(seated, Hosted)
    return seated


def patient_view() -> TableView:
    return replace(views_of(game_of("backgammon"), 1, 1)[0], seconds=PATIENT)


# Found and introduced


def test_the_example_of_the_documentation_is_short_and_plays_a_whole_match(tmp_path: Path) -> None:
    written = (protocol.__doc__ or "").split("    from engine_c import Play", 1)[1].split("\nIt becomes known", 1)[0]
    example = textwrap.dedent(f"    from engine_c import Play{written}")
    assert len(example.splitlines()) < 40
    (tmp_path / "gambler.py").write_text(example, encoding="utf-8")
    opponents.look_in(tmp_path)
    profile = opponents.profile("gambler")
    assert (profile.name, profile.author, profile.levels) == ("Gambler", "You", ("sober", "merry"))
    assert profile.games == ("backgammon", "portes")
    assert profile.described("tr") == "Eve koşar, küpü sever."
    assert profile.described("de") == "Runs for home and loves the cube."
    match = play_match(tmp_path, ("gambler:merry", "balanced:easy"), seconds=PATIENT)
    assert match.is_over
    assert match.codes == []


def test_a_package_installed_beside_the_game_appears_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "stranger-1.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nstranger = stranger_module:Stranger\n")
    (tmp_path / "stranger_module.py").write_text(
        "from opponents.base import BaseOpponent\n"
        "class Stranger(BaseOpponent):\n"
        "    name = 'Somebody'\n"
        "    def choose_play(self, view):\n"
        "        return view.plays[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    opponents.look_in()
    listing = next(listing for listing in opponents.names() if listing.key == "stranger")
    assert (listing.package, listing.version, listing.origin) == ("stranger", "1.5", "package")
    assert opponents.profile("stranger").name == "Somebody"
    match = play_match(tmp_path, ("balanced:easy", "stranger:medium"), seconds=PATIENT, most_events=30)
    assert match.codes == []
    assert "stranger_module" not in sys.modules


def test_files_are_offered_only_when_their_folder_is_switched_on(tmp_path: Path) -> None:
    write_broken(tmp_path, "no_import", "prints")
    opponents.look_in()
    assert not [listing for listing in opponents.names() if listing.origin == "file"]
    opponents.look_in(tmp_path)
    assert [listing.key for listing in opponents.names() if listing.origin == "file"] == ["no_import", "prints"]
    opponents.look_in(tmp_path / "nothing")
    assert not [listing for listing in opponents.names() if listing.origin == "file"]


def test_who_cannot_be_loaded_is_not_introduced(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path, "no_import"))
    with pytest.raises(OpponentFailed, match="nothing_like_this") as failed:
        opponents.profile("no_import")
    assert failed.value.code == "not_importable"
    assert "ModuleNotFoundError" in failed.value.report


def test_a_program_in_any_language_is_introduced_by_the_name_the_player_gave() -> None:
    opponents.look_in(programs={"mine": SAMPLE, "gone": ("/no/such/program",)})
    assert (opponents.profile("mine").name, opponents.profile("mine").games) == ("Sample", ("backgammon",))
    with pytest.raises(OpponentFailed) as failed:
        opponents.profile("gone")
    assert failed.value.code == "not_started"


def test_gnu_backgammon_is_listed_with_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROGRAMS, "gnubg", ("no-such-program",))
    opponents.look_in()
    listing = next(listing for listing in opponents.names() if listing.key == "gnubg")
    assert listing.error is not None
    assert listing.error.code == "not_installed"
    with pytest.raises(OpponentError, match="not_installed"):
        opponents.seat("gnubg", "hard")


# Asked


def test_what_a_program_leaves_open_is_answered_by_the_judge() -> None:
    opponents.look_in(programs={"mine": SAMPLE})
    seated, view = hosted("mine"), patient_view()
    assert seated.choose_play(view) in view.plays
    assert seated.answer_double(replace(before_roll(view), on_roll=False, at_stake=4)) in ("take", "pass")
    assert isinstance(seated.accepts_resignation(replace(view, resigned=1)), bool)
    with pytest.raises(OpponentFailed, match="wrong_game"):
        seated.choose_play(replace(views_of(game_of("tavla"), 1, 1)[0], seconds=PATIENT))
    seated.close()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("print('no json', flush=True)", "opponent_malformed"),
        ("print('[' * 100000, flush=True)", "opponent_malformed"),
        ("print('null', flush=True)", "opponent_malformed"),
        ('print(\'{"id": 99, "answer": null}\', flush=True)', "opponent_malformed"),
        ('print(\'{"id": 1, "answer": 7}\', flush=True)', "opponent_malformed"),
        ('print(\'{"id": 1, "answer": {"games": 7}}\', flush=True)', "bad_profile"),
        ('print(\'{"id": 1, "error": "\\\\ud800 no"}\', flush=True)', "opponent_raised"),
        ("pass", "opponent_crashed"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol(body: str, code: str) -> None:
    opponents.look_in(programs={"bad": (sys.executable, "-I", "-c", f"input(); {body}")})
    with pytest.raises(OpponentFailed) as failed:
        opponents.profile("bad")
    assert failed.value.code == code
    failed.value.report.encode()


def test_a_question_is_cut_off_from_outside(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path, "sleeps"))
    seated, view = hosted("sleeps"), patient_view()
    seated.profile()
    failures: list[OpponentFailed] = []

    def ask() -> None:
        with pytest.raises(OpponentFailed) as failed:
            seated.choose_play(view)
        failures.append(failed.value)

    asking = threading.Thread(target=ask)
    asking.start()
    seated.close()
    asking.join(PATIENT / 2)
    assert len(failures) == 1


@pytest.mark.skipif(os.name != "posix", reason="processes are counted by signal 0")
def test_a_seat_that_nobody_holds_any_more_ends_its_process(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path, "prints"))
    seated = hosted("prints")
    seated.profile()
    (child,) = seated._held
    del seated
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the list of processes")
def test_what_an_opponent_has_started_ends_with_it(tmp_path: Path) -> None:
    number = tmp_path / "number"
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys\n"
        "from opponents.base import BaseOpponent\n"
        "class Parent(BaseOpponent):\n"
        "    def __init__(self, level):\n"
        "        started = subprocess.Popen([sys.executable, '-I', '-c', 'while True: pass'])\n"
        f"        open({str(number)!r}, 'w').write(str(started.pid))\n"
    )
    opponents.look_in(tmp_path)
    seated = hosted("parent")
    seated.profile()
    stat = Path(f"/proc/{number.read_text()}/stat")
    assert stat.exists()
    seated.close()
    pause = threading.Event()
    for _ in range(1000):
        if not stat.exists() or ") Z" in stat.read_text():
            return
        pause.wait(0.01)
    raise AssertionError("it lives on")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs the environments of processes")
def test_nothing_that_an_opponent_has_started_outlives_it_even_where_it_left_the_family(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path, "leaves_children"))
    seated = hosted("leaves_children")
    with pytest.raises(OpponentFailed):
        seated.choose_play(patient_view())
    assert marked_processes() == []


def marked_processes() -> list[str]:
    """Processes of seats, zombies of this one among them."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            is_zombie = f") Z {os.getpid()} " in (place / "stat").read_text()
            if is_zombie or f"{MARK}=".encode() in (place / "environ").read_bytes():
                found.append(place.name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot limit a program from outside")
def test_the_memory_of_a_program_is_limited() -> None:
    hungry = "input(); print(len(bytearray(1 << 30)), flush=True)"
    opponents.look_in(programs={"hungry": (sys.executable, "-I", "-c", hungry)}, limits=Limits(memory=1 << 28))
    with pytest.raises(OpponentFailed) as failed:
        opponents.profile("hungry")
    assert failed.value.code == "opponent_crashed"
    assert "MemoryError" in failed.value.report


def test_an_answer_is_cut_off_within_a_second_of_its_budget() -> None:
    assert 0 < Limits().late < 1


# Known by what they are


def test_a_file_or_a_command_that_has_changed_is_another_one(tmp_path: Path) -> None:
    folder, script = write_broken(tmp_path / "files", "prints"), tmp_path / "player.py"
    script.write_text("1")
    opponents.look_in(folder, {"mine": (sys.executable, str(script))})
    before = {key: opponents.state(key) for key in ("prints", "mine", "balanced")}
    assert before == {key: opponents.state(key) for key in before}
    script.write_text("2")
    (folder / "prints.py").write_text("3")
    assert {key for key in before if opponents.state(key) != before[key]} == {"prints", "mine"}
    opponents.look_in(folder, {"mine": (sys.executable, "-I", str(script))})
    with pytest.raises(OpponentError, match="unknown_opponent"):
        opponents.state("nobody")


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_package_that_has_changed_under_its_version_is_another_one(
    is_folder: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"stranger_{is_folder}"
    module = tmp_path / name / "__init__.py" if is_folder else tmp_path / f"{name}.py"
    module.parent.mkdir(exist_ok=True)
    module.write_text("raise SystemExit")
    monkeypatch.syspath_prepend(tmp_path)

    def state(value: str = f"{name}:Stranger") -> str:
        return Registry([EntryPoint("stranger", value, GROUP)]).state("stranger")

    before = state()
    assert state() == before
    assert state(f"{name}:Other") != before
    module.write_text("raise SystemExit  # another")
    changed = state()
    assert changed != before
    if is_folder:
        (module.parent / "__pycache__").mkdir()
        (module.parent / "__pycache__" / "x.pyc").write_text("x")
        assert state() == changed
        (module.parent / "tables.npy").write_text("x")
        assert state() != changed
    assert name not in sys.modules


def test_programs_that_ours_play_through_are_offered_only_when_they_are_named(tmp_path: Path) -> None:
    opponents.look_in(paths={})
    assert "gnubg" not in [listing.key for listing in opponents.names()]
    opponents.look_in(paths={"gnubg": str(tmp_path / "nothing")})
    (listing,) = [listing for listing in opponents.names() if listing.key == "gnubg"]
    assert listing.error is not None
    assert listing.error.facts["program"] == str(tmp_path / "nothing")


# The lines


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_a_view_comes_back_from_its_line_as_it_was(game: Game) -> None:
    history = (
        protocol.Happened("opened", by_own=True, dice=(3, 1)),
        protocol.Happened("played", by_own=True, steps=(Step(8, 3), Step(6, 1))),
        protocol.Happened("doubled", by_own=False),
        protocol.Happened("resigned", by_own=False, number=2),
    )
    for view in views_of(game, 3, 2):
        whole = replace(view, history=history, own_points=2, game_number=3, clock=12.5, resignation_levels=(1, 2))
        assert view_from_json(view_to_json(whole)) == whole
        idle = before_roll(whole)
        assert view_from_json(view_to_json(idle)) == idle


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("choose_play", None),
        ("choose_play", [[8, 3], [6, "1"]]),
        ("choose_play", [[8, True]]),
        ("choose_play", [[8, 3]] * 5),
        ("choose_play", [[24, 6], [24, 6], [24, 6], [24, 6]]),
        ("choose_play", [[300, 1]]),
        ("choose_play", {"steps": []}),
        ("wants_double", 1),
        ("wants_double", "true"),
        ("answer_double", "beaver"),
        ("answer_beaver", "take"),
        ("answer_raccoon", ["pass"]),
        ("choose_number", 7),
        ("choose_number", True),
        ("choose_number", 1.0),
        ("resigns", -1),
        ("resigns", 3),
        ("accepts_resignation", 0),
    ],
)
def test_what_is_no_answer(question: str, given: object) -> None:
    with pytest.raises(AnswerError):
        answer_from_json(question, patient_view(), given)


def test_another_way_to_the_same_board_is_a_play_too() -> None:
    game = game_of("backgammon")
    turn = Turn(first_part(game, (3, 1), 0))
    view = TableView(game, game.start(), turn=turn, dice=(3, 1), plays=legal_plays(game, game.start(), turn))
    one, other = (answer_from_json("choose_play", view, way) for way in ([[8, 3], [6, 1]], [[6, 1], [8, 3]]))
    assert one.final == other.final
    assert one in view.plays
    with pytest.raises(AnswerError, match="opponent_illegal"):
        answer_from_json("choose_play", view, [[8, 3]])


def test_limits_are_those_that_were_set(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path, "hangs_importing"), limits=Limits(start=0.2))
    with pytest.raises(OpponentFailed) as failed:
        opponents.profile("hangs_importing")
    assert (failed.value.code, failed.value.facts["seconds"]) == ("opponent_start_late", 1)
