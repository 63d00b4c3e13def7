"""Opponents of all kinds at the table: whatever they do, the match goes on, and nothing of it is lost."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import opponents
from broken import write_broken
from engine_c import legal_plays
from game import seats
from game.jobs import Runner
from game.match import cube, events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.state import Phase
from game.sitting import Sitting
from game.storage.seating import seat_at
from game.wording import sentence
from opponents import Hosted, Limits
from seated import answer_of, play_match, sitting_at

QUICK = Limits(start=10.0, late=0.1, memory=1 << 29)


@pytest.fixture(autouse=True)
def _only_what_is_installed() -> Iterator[None]:
    yield
    opponents.look_in()


needs_posix = pytest.mark.skipif(os.name != "posix", reason="there are no forks, signals and limits")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("raises", "opponent_raised"),
        ("leaves", "opponent_raised"),
        ("recurses", "opponent_raised"),
        ("hangs", "opponent_late"),
        ("sleeps", "opponent_late"),
        pytest.param("crashes", "opponent_crashed", marks=needs_posix),
        ("ends", "opponent_crashed"),
        pytest.param("hungers", "opponent_memory", marks=needs_posix),
        ("cheats", "opponent_illegal"),
        ("babbles", "opponent_raised"),
        pytest.param("forges", "opponent_malformed", marks=needs_posix),
        ("floods", "opponent_floods"),
        pytest.param("gushes", "opponent_floods", marks=needs_posix),
        pytest.param("hangs_up", "opponent_hung_up", marks=needs_posix),
        pytest.param("forks", "opponent_malformed", marks=needs_posix),
        ("mistypes", "opponent_raised"),
        ("no_import", "not_importable"),
        ("no_python", "not_importable"),
        ("no_class", "not_importable"),
        ("dies_importing", "opponent_crashed"),
        ("no_start", "not_seated"),
        ("future", "wrong_protocol"),
        ("resigns_much", "opponent_malformed"),
        ("doubles_maybe", "opponent_malformed"),
        ("not_there", "unknown_opponent"),
    ],
)
def test_a_broken_opponent_is_told_and_the_match_goes_on(name: str, code: str, tmp_path: Path) -> None:
    folder = write_broken(tmp_path / "opponents", *[name] if name != "not_there" else [])
    opponents.look_in(folder, limits=QUICK)
    seconds = 0.2 if code == "opponent_late" else 20.0
    match = play_match(tmp_path, (f"{name}:medium", "balanced:easy"), seconds=seconds, most_events=24)
    assert match.codes == [f"seat_taken_over {code}"]
    assert len(match.events) == 24
    assert match.kept == match.events
    assert name in sentence(match.told[0])
    assert match.seats == ("balanced:medium", "balanced:easy")
    assert [(one.seat, one.why) for one in match.seated if one.side == 0] == [
        (f"{name}:medium", ""),
        ("balanced:medium", code),
    ]
    assert code in "".join(match.reports) or code == "unknown_opponent"


def test_an_import_without_end_is_cut_off(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "hangs_importing"), limits=Limits(start=0.5))
    match = play_match(tmp_path, ("hangs_importing:medium", "balanced:easy"), most_events=24)
    assert len(match.events) == 24
    assert match.codes == ["seat_taken_over opponent_start_late"]


def test_the_built_in_opponent_keeps_the_seat_at_the_same_level(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "raises_hard"))
    match = play_match(tmp_path, ("raises_hard:hard", "balanced:easy"), most_events=40)
    assert match.codes == ["seat_taken_over opponent_raised"]
    assert match.seats[0] == "balanced:hard"
    (report,) = match.reports
    assert "sorry" in report
    assert "Traceback" in report
    assert '"question":"choose_play"' in report
    assert len(match.events) == 40


def test_who_may_not_play_is_not_started(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "prints"))
    match = play_match(tmp_path, ("prints:medium", "balanced:easy"), most_events=10, may_play=lambda _key: False)
    assert match.codes == ["seat_taken_over not_trusted"]
    assert len(match.events) == 10


def test_what_an_opponent_prints_is_no_answer_and_no_failure(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "prints"))
    match = play_match(tmp_path, ("prints:medium", "balanced:easy"), seconds=20.0, most_events=30)
    assert match.codes == []


def test_a_game_that_an_opponent_does_not_play_is_lent_to_the_built_in_one(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "other_game"))
    match = play_match(tmp_path, ("other_game:medium", "balanced:easy"), tavli(3), seconds=20.0)
    assert match.is_over
    assert set(match.codes) == {"seat_lent wrong_game"}
    states = list(MatchRecord(tavli(3), events=match.events).states())
    for number, event in enumerate(match.events):
        if isinstance(event, events.Played) and states[number].to_act == 0:
            wanted = "other_game" if states[number].game.key == "plakoto" else "balanced"
            assert seat_at(match.header, 0, number) == f"{wanted}:medium"


@pytest.mark.parametrize("seats_of", [("first:only", "sample"), ("sample", "balanced:easy")])
def test_the_same_match_is_played_twice(seats_of: tuple[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "opponents"
    folder.mkdir()
    (folder / "first.py").write_text(
        "from opponents.base import BaseOpponent\n"
        "class First(BaseOpponent):\n"
        "    levels = ('only',)\n"
        "    def choose_play(self, view):\n"
        "        return view.random().choice(view.plays)\n"
        "    def wants_double(self, view):\n"
        "        return len(view.history) % 2 == 0\n"
    )
    sample = [sys.executable, "-I", str(Path(__file__).parent / "data" / "opponents" / "line_player.py")]
    opponents.look_in(folder, {"sample": sample})
    options = MatchOptions(length=3)
    first, second = (
        play_match(tmp_path / name, seats_of, options, seconds=20.0, most_events=60) for name in ("one", "two")
    )
    assert first.codes == second.codes == []
    assert first.events == second.events == first.kept
    assert any(isinstance(event, events.Doubled) for event in first.events)


def test_the_process_is_kept_for_the_match_and_ends_with_it(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "prints"))
    seen: set[int] = set()

    def watch(asked: seats.Seats) -> None:
        for opponent in asked._sitting_by.values():
            if isinstance(opponent, Hosted):
                seen.update(child.pid for child in opponent._held)

    play_match(tmp_path, ("prints:medium", "balanced:easy"), seconds=20.0, most_events=20, watch=watch)
    (pid,) = seen
    if os.name == "posix":
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_nobody_waits_for_the_forecast_of_somebody_else(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "hangs_importing"))
    with sitting_at(tmp_path, ("person", "hangs_importing:medium")) as (sitting, asked, _runner):
        assert asked.accepts(sitting, 1, 1) is None
    with sitting_at(tmp_path, ("person", "balanced:easy")) as (sitting, asked, _runner):
        sitting.submit_throw(0, events.Open(), (6, 2))
        assert asked.accepts(sitting, 1, 3) is True


def test_the_forecast_of_a_resignation_is_the_answer_also_of_who_errs(tmp_path: Path) -> None:
    """F23, where a level misjudges: the chance for it is drawn from what the question comes to."""
    forecasts = set()
    with sitting_at(tmp_path, ("person", "balanced:easy"), MatchOptions(length=9), dice="seeded") as table:
        sitting, asked, runner = table
        while sitting.state.phase is not Phase.MATCH_OVER and len(sitting.table.record.events) < 400:
            _go_on_badly(sitting, asked, runner)
            if sitting.state.phase is not Phase.TO_ROLL or sitting.state.to_act != 0:
                continue
            for level in cube.resignation_levels(sitting.state):
                forecasts.add(forecast := asked.accepts(sitting, 1, level))
                sitting.submit(0, events.Resign(level))
                assert answer_of(sitting, asked, runner) == (events.Accept() if forecast else events.Refuse())
                sitting.submit(1, events.Refuse())
    assert forecasts == {True, False}


def _go_on_badly(sitting: Sitting, asked: seats.Seats, runner: Runner) -> None:
    """The person, who sits at side 0, plays whatever comes first."""
    state = sitting.state
    if state.phase in (Phase.TO_OPEN, Phase.GAME_OVER):
        sitting.submit(0, events.Open())
    elif state.to_act == 0:
        sitting.submit(0, seats.plain_answer(state))
    else:
        sitting.submit(1, answer_of(sitting, asked, runner))


def test_who_resigns_without_end_is_asked_once_a_turn_and_the_match_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "opponents"
    folder.mkdir()
    (folder / "resigns.py").write_text(
        "from opponents.base import BaseOpponent\n"
        "class Resigns(BaseOpponent):\n"
        "    def resigns(self, view):\n"
        "        return 1\n"
        "    def accepts_resignation(self, view):\n"
        "        return False\n"
    )
    opponents.look_in(folder)
    seats_of = ("resigns:medium", "resigns:medium")
    match = play_match(tmp_path, seats_of, MatchOptions(length=5), seconds=20.0, most_events=80)
    assert match.codes == []
    made = [type(event).__name__ for event in match.events]
    assert made.count("Rolled") > 10
    offers = [number for number, what in enumerate(made) if what == "Resigned"]
    assert all(made[number + 1] == "Refused" and made[number + 2] != "Resigned" for number in offers[:-1])


def test_a_question_that_nobody_waits_for_is_told_to_nobody_and_the_next_one_is_answered(tmp_path: Path) -> None:
    opponents.look_in(write_broken(tmp_path / "opponents", "sleeps"))
    told: list[object] = []
    with sitting_at(tmp_path, ("sleeps:medium", "balanced:easy")) as (sitting, asked, runner):
        sitting.submit_throw(0, events.Open(), (6, 2))
        asked.ask(sitting, 0, lambda *answer: told.append(answer))
        asked.cancel()
        sitting.submit(
            0, events.Move(legal_plays(sitting.state.game, sitting.state.position, sitting.state.turn)[0].steps)
        )
        asked.ask(sitting, 1, lambda *answer: told.append(answer))
        pause = threading.Event()
        for _ in range(3000):
            runner.drain()
            if told:
                break
            pause.wait(0.01)
    assert [(answer[0], answer[2]) for answer in told] == [(1, None)]  # type: ignore[index]
