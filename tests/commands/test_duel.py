"""`sheshbesh duel`: the same numbers whatever the threads, going on after an interruption, tables, refusals."""

from __future__ import annotations

import csv
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import opponents
from engine_c import Part, Play, Turn, array_of, game_of
from engine_c.cube import CubeView
from game import cli, i18n
from game.commands import duel
from game.settings import Settings, settings_text
from opponents import TableView, seat, tournament
from opponents.base import BaseOpponent
from opponents.league import Block, Conditions
from opponents.ledger import decisions_of
from opponents.participants import Guests, LeftError, Table, participant
from opponents.player import Player
from opponents.tournament import ParticipantFailedError, Plan, play

QUICK = ("--games", "4", "--judge", "0", "--seed", "5")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    i18n.speak("en")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    def run(*words: str) -> dict[str, Any]:
        assert cli.main(["duel", *words, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return run


def kept_files(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "cache" / "duels").glob("*"))


@pytest.mark.parametrize(
    "words",
    [
        ("hard", "easy"),
        ("hard:careful", "medium:runner", "--cubeless"),
        ("easy", "even", "--match", "2"),
        ("hard", "easy", "--game", "gulbara", "--option", "cascade_rest=opponent", "--no-luck"),
        ("hard", "easy", "--game", "aceydeucey_us", "--no-luck"),
    ],
)
def test_threads_and_blocks_change_no_number(
    words: tuple[str, ...], told: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "PAIRS", 1)
    assert told(*words, *QUICK, "--threads", "2") == told(*words, *QUICK)


def test_an_opponent_against_itself_is_even_on_the_same_dice(told: Callable[..., dict[str, Any]]) -> None:
    """Seats changed, the same dice: what one wins at the first table, the other wins at the second."""
    (meeting,) = told("hard", "hard", *QUICK)["meetings"]
    assert meeting["plain"]["mean"] == meeting["adjusted"]["mean"] == 0


def test_the_better_one_wins_and_is_rated_better(told: Callable[..., dict[str, Any]]) -> None:
    found = told("easy", "hard", "--games", "24", "--judge", "20", "--cubeless")
    best, worst = found["table"]
    assert (best["name"], worst["name"]) == ("hard", "easy")
    assert best["adjusted"]["mean"] > 0 > worst["adjusted"]["mean"]
    assert best["rate"][0] < worst["rate"][0]
    assert set(best["traits"]) == {"hits", "made", "shots", "behind"}


def test_it_goes_on_where_it_was_interrupted(
    told: Callable[..., dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "PAIRS", 1)
    words = ("hard", "easy", *QUICK, "--games", "8")
    whole = told(*words)
    assert kept_files(tmp_path) == []
    played: list[int] = []
    real = tournament._played

    def stopping(*arguments: Any) -> Any:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(1)
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(tournament, "_played", stopping)
        assert cli.main(["duel", *words]) == 1
    (file,) = kept_files(tmp_path)
    assert len(file.read_text("utf-8").splitlines()) == 2
    file.write_text(file.read_text("utf-8") + '{"fixture": 0, "blo', "utf-8")  # the power went
    again: list[int] = []

    def counting(*arguments: Any) -> Any:
        again.append(1)
        return real(*arguments)

    monkeypatch.setattr(tournament, "_played", counting)
    assert told(*words) == whole
    assert len(again) == 2
    assert kept_files(tmp_path) == []


def test_the_table_for_people_and_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "table.csv"
    assert cli.main(["duel", "hard", "medium", "easy", *QUICK, "--csv", str(target)]) == 0
    out = capsys.readouterr().out
    assert "hard against medium, 4 games" in out
    assert "points a game" in out
    rows = list(csv.DictReader(target.read_text("utf-8").splitlines()))
    assert {row["name"] for row in rows} == {"hard", "medium", "easy"}
    assert all(row["games"] == "8" for row in rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hard",), "Name two opponents or more"),
        (("hard", "nobody"), "There is no opponent called nobody."),
        (("hard", "balanced:strongest"), "does not play at the level strongest"),
        (("hard", "easy", "--games", "1"), "--games must be at least 2."),
        (("hard", "easy", "--game", "chess"), "There is no game chess"),
        (("hard", "easy", "--option", "x"), "An option is written NAME=VALUE"),
        (("hard", "easy", "--match", "99"), "up to 64 points"),
    ],
)
def test_refusals(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["duel", *words]) == 1
    assert said in capsys.readouterr().err


def test_a_seat_asked_table_by_table_answers_as_all_together() -> None:
    """Against itself, on the same dice, nobody wins: the way it is asked makes no difference."""
    seats = (Guests(seat("balanced", "hard")), participant(seat("balanced", "hard")))
    result = Block(Conditions(game_of("backgammon"), seed=3, with_luck=False), seats, 0, pairs=3).play()
    assert result.points.reshape(-1, 2).sum(axis=1).tolist() == [0, 0, 0]
    assert result.points.any()


# Opponents of other people

GAM = """
import time
from opponents.base import BaseOpponent
class Gam(BaseOpponent):
    levels = ("medium", "wild")
    def choose_play(self, view):
        BODY
        return view.plays[-1]
"""
LINE_PLAYER = Path(__file__).parent.parent / "data" / "opponents" / "line_player.py"


def offered(home: Path, body: str = "pass") -> Path:
    """Files and a program, switched on; gam, one of the files, does that when it plays."""
    folder = home / "data" / "opponents"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gam.py").write_text(GAM.replace("BODY", body), encoding="utf-8")
    program = f"{sys.executable} -I {LINE_PLAYER}"
    settings = Settings(opponent_files=True, programs={"mine": program}, programs_on={"mine": True})
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "settings.toml").write_text(settings_text(settings), encoding="utf-8")
    return folder / "gam.py"


@pytest.mark.parametrize("words", [("gam:wild", "easy"), ("mine:hard", "easy")])
def test_files_and_programs_that_are_switched_on_play(
    words: tuple[str, str], told: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    offered(tmp_path)
    found = told(*words, "--games", "2", "--judge", "0", "--no-luck")
    assert {one["name"] for one in found["table"]} == set(words)
    assert found["meetings"][0]["games"] == 2
    assert found["failures"] == []


def test_who_fails_is_left_out_and_the_others_play_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offered(tmp_path, "raise ValueError('no luck')")
    target = tmp_path / "table.csv"
    words = ("gam:medium", "hard", "easy", "--games", "2", "--judge", "0", "--no-luck", "--csv", str(target))
    assert cli.main(["duel", *words, "--json"]) == 1
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [(one["second"], one["games"]) for one in found["meetings"]] == [("hard", 0), ("easy", 0), ("easy", 2)]
    assert found["meetings"][0]["plain"] is None
    (failure,) = found["failures"]
    assert (failure["name"], failure["why"]) == ("gam:medium", "opponent_raised")
    assert "no luck" in failure["words"]
    assert "plays no further games" in said.err
    assert "ValueError: no luck" in Path(failure["report"]).read_text("utf-8")
    rows = {row["name"]: row for row in csv.DictReader(target.read_text("utf-8").splitlines())}
    assert (rows["gam:medium"]["failed"], rows["gam:medium"]["points"]) == ("opponent_raised", "")
    assert rows["hard"]["failed"] == ""
    assert cli.main(["duel", *words]) == 1
    assert "–" in capsys.readouterr().out


def test_what_was_not_measured_is_not_written_as_a_number(told: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    found = told("hard", "easy", *QUICK, "--no-luck", "--csv", str(target))
    for standing in (*found["table"], *found["meetings"]):
        assert standing["adjusted"] is None
        assert standing["plain"]["error"] > 0
    assert [standing["rate"] for standing in found["table"]] == [None, None]
    for row in csv.DictReader(target.read_text("utf-8").splitlines()):
        assert (row["pr"], row["pr_low"], row["pr_high"], row["adjusted"]) == ("", "", "", "")
        assert float(row["points_error"]) > 0


def test_what_another_state_of_a_plugin_played_is_not_mixed_in(tmp_path: Path) -> None:
    names = set()
    for body in ("pass", "x = 1", "pass"):
        offered(tmp_path, body)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tournament, "_played", _interrupted)
            assert cli.main(["duel", "gam:medium", "easy", *QUICK]) == 1
            patch.setattr(duel._Kept, "__init__", lambda _kept, name, is_fresh: names.add(name))
            with pytest.raises(AttributeError):
                cli.main(["duel", "gam:medium", "easy", *QUICK])
    assert len(names) == 2


def test_a_temper_belongs_to_what_a_duel_is_known_by(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(Conditions(game_of("backgammon")), ("hard", "hard:aggressive"), 2)
    seated = [seat("balanced", "hard"), seat("aggressive", "hard")]
    before = duel._fingerprint(plan, seated)
    assert duel._fingerprint(plan, seated) == before
    monkeypatch.setattr(Player, "temper", 0.5)
    assert duel._fingerprint(plan, seated) != before


def _interrupted(*_arguments: Any) -> Any:
    raise KeyboardInterrupt


def test_a_duel_that_is_left_waits_for_no_answer(tmp_path: Path) -> None:
    """A guest that takes a minute for a play is cut off in the middle of it."""
    offered(tmp_path, "time.sleep(60)")
    opponents.look_in(tmp_path / "data" / "opponents")
    seats = [participant(seat("gam", "medium")), participant(seat("balanced", "easy"))]
    plan = Plan(Conditions(game_of("backgammon"), with_luck=False), ("gam", "easy"), 2)
    begun = threading.Event()

    def step() -> None:
        begun.set()

    running = play(plan, lambda: seats, threads=1, step=step)
    leaver = threading.Timer(0.5, seats[0].close)
    leaver.start()
    with pytest.raises((ParticipantFailedError, LeftError)):
        next(running)
    assert begun.is_set()
    with pytest.raises(LeftError):
        seats[0].doubles(game_of("backgammon"), [Table(CubeView(), 1)], array_of([game_of("backgammon").start()]))
    opponents.look_in()


class _Watching(BaseOpponent):
    """Plays the first play, and remembers what it saw."""

    def __init__(self, level: str = "medium") -> None:
        super().__init__(level)
        self.views: list[TableView] = []
        self.numbers: list[TableView] = []

    def choose_play(self, view: TableView) -> Play:
        self.views.append(view)
        return view.plays[0]

    def wants_double(self, view: TableView) -> bool:
        return view.cube == 1

    def choose_number(self, view: TableView) -> int:
        self.numbers.append(view)
        return 5


def test_a_guest_of_the_league_sees_what_has_happened() -> None:
    watching = _Watching()
    Block(
        Conditions(game_of("backgammon"), 5, seed=2, with_luck=False),
        [Guests(watching), Guests(_Watching())],
        0,
        pairs=1,
    ).play()
    assert {view.game_number for view in watching.views} >= {0, 1}
    seen = {happened.what for view in watching.views for happened in view.history}
    assert seen >= {"opened", "rolled", "played", "doubled", "took"}
    for view in watching.views:
        assert view.dice is not None
        if view.turn == Turn(Part(view.dice, 2, "roll"), 0, 0):
            assert [happened.what for happened in view.history[-1:]] == ["opened"]
        # What has happened leads to the board that lies there.
        plays = [happened for happened in view.history if happened.what == "played"]
        assert len(decisions_of(view)) == len(plays)


def test_a_guest_of_the_league_chooses_its_double() -> None:
    watching = _Watching()
    terms = Conditions(game_of("aceydeucey_us"), seed=2, with_luck=False)
    Block(terms, [Guests(watching), participant(seat("balanced", "easy"))], 0, pairs=2).play()
    assert watching.numbers
    assert all(view.dice in ((1, 2), (2, 1)) for view in watching.numbers)
    chosen = {
        happened.number
        for view in watching.views
        for happened in view.history
        if happened.what == "chose" and happened.by_own
    }
    assert chosen == {5}
