"""Looking ahead: the same as the slow way, however it is sliced, on any thread; and what must be exact is exact."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine_c import (
    GAMES,
    EngineError,
    Judge,
    Part,
    Position,
    Turn,
    array_of,
    first_part,
    game_of,
    legal_plays,
    simd,
    turn_array,
)
from engine_c._engine import ffi, lib
from engine_c.judge import aligned, bear_off_table
from engine_c.mind import Mind, mind_of
from engine_c.search import ANY_TIME, STAGES, Search, SearchRequest, Stage, chances_ahead, look_ahead, ranked_plays
from game.formats.ids import read_position_id
from game.formats.xgid import read_xgid
from lookahead import PRICES, Slow, inverted
from positions import Roll, reached
from weights import weights_of

BACKGAMMON = game_of("backgammon")
ROUNDING = 1e-5  # means are cut to 2^-20 at every ply


def judge_by_chance(key: str, seed: int = 1) -> Judge:
    return Judge.of(weights_of(game_of(key), seed), bear_off_table())


def scout_by_chance(key: str) -> Judge:
    return judge_by_chance(key, seed=9)


MIND = Mind(judge_by_chance("backgammon"))
SCOUTED = Mind(MIND.judge, scout_by_chance("backgammon"), 5)


def requests(count: int, stages: tuple[Stage, ...] = STAGES[2]) -> list[SearchRequest]:
    rolls = reached(BACKGAMMON, 21, 7 * count)[::7]
    return [SearchRequest(BACKGAMMON, roll.position, roll.turn, stages) for roll in rolls]


@pytest.mark.parametrize("key", GAMES)
def test_one_roll_ahead_is_the_slow_mean(key: str) -> None:
    game, judge = game_of(key), judge_by_chance(key)
    boards = [roll.position for roll in reached(game, 3, 120) if roll.turn.part.kind == "roll"][5::29]
    slow = Slow(game, judge)
    found = chances_ahead(game, array_of(boards), plies=1, mind=Mind(judge))
    assert found == pytest.approx(np.array([slow.ahead(board, 1) for board in boards]), abs=ROUNDING)


@pytest.mark.parametrize("key", ["backgammon", "plakoto", "fevga", "aceydeucey_us"])
def test_two_rolls_ahead_is_the_slow_mean(key: str) -> None:
    game, judge = game_of(key), judge_by_chance(key)
    boards = [roll.position for roll in reached(game, 5, 60) if roll.turn.part.kind == "roll"][10:50:20]
    slow = Slow(game, judge)
    found = chances_ahead(game, array_of(boards), plies=2, mind=Mind(judge))
    assert found == pytest.approx(np.array([slow.ahead(board, 2) for board in boards]), abs=ROUNDING)


def test_three_rolls_ahead_is_the_slow_mean() -> None:
    game, judge = game_of("hyper"), judge_by_chance("hyper")
    board = Position.of({6: 1, 3: 1, 0: 1}, {7: 1, 20: 1, 0: 1})
    found = chances_ahead(game, array_of([board]), plies=3, mind=Mind(judge))
    assert found[0] == pytest.approx(Slow(game, judge).ahead(board, 3), abs=2 * ROUNDING)


def test_candidates_are_what_their_finals_are_worth() -> None:
    roll = reached(BACKGAMMON, 8, 40)[30]
    slow = Slow(BACKGAMMON, MIND.judge)
    stages = (Stage(1, 4, 1.0), Stage(2, 2, 1.0))
    found = ranked_plays(SearchRequest(BACKGAMMON, roll.position, roll.turn, stages), MIND)
    assert [candidate.plies for candidate in found[:5]] == [2, 2, 1, 1, 0]
    for candidate in found[:6]:
        value = inverted(slow.ahead(candidate.play.final.turned(), candidate.plies))
        assert candidate.chances == pytest.approx(value, abs=ROUNDING)
        assert candidate.equity == pytest.approx(value @ PRICES - 1, abs=5 * ROUNDING)


def test_every_legal_final_is_there_best_first() -> None:
    for request in requests(10):
        found = ranked_plays(request, MIND)
        plays = legal_plays(request.game, request.position, request.turn)
        assert {candidate.play for candidate in found} == set(plays)
        assert [(-candidate.plies, -candidate.equity) for candidate in found] == sorted(
            (-candidate.plies, -candidate.equity) for candidate in found
        )


@pytest.mark.parametrize("mind", [MIND, SCOUTED], ids=["alone", "with a scout"])
def test_slices_instructions_and_threads_change_nothing(mind: Mind) -> None:
    asked = requests(6)
    whole = [ranked_plays(request, mind) for request in asked]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda request: ranked_plays(request, mind), asked)) == whole
    for request, found in zip(asked, whole, strict=True):
        pieces = Search(request, mind)
        while not pieces.step(1).is_done:
            pass
        assert pieces.found() == found
    for level in simd.levels():
        one = asked[0]
        narrow = SearchRequest(one.game, one.position, one.turn, (Stage(1, 3, 1.0),), simd=level)
        assert ranked_plays(narrow, mind) == ranked_plays(
            SearchRequest(one.game, one.position, one.turn, (Stage(1, 3, 1.0),)), mind
        )


def test_a_scout_that_keeps_everything_changes_nothing() -> None:
    """Here no roll has more than 64 finals."""
    board = Position.of({6: 7, 5: 4, 4: 3, 24: 1}, {6: 8, 5: 3, 4: 3, 25: 1})
    rows = array_of([board, board.turned()])
    alone, everything, some = (
        chances_ahead(BACKGAMMON, rows, plies=2, mind=mind)
        for mind in (MIND, Mind(MIND.judge, scout_by_chance("backgammon"), 64, 9.0), SCOUTED)
    )
    assert (everything == alone).all()
    assert (some != alone).any()


def test_a_search_given_up_has_a_whole_answer() -> None:
    (request,) = requests(1, STAGES[3])
    given_up = Search(request, MIND)
    assert {candidate.plies for candidate in given_up.found()} == {0}
    for progress in given_up:
        assert not progress.is_done
        break
    found = given_up.found()
    assert len(found) == len(legal_plays(request.game, request.position, request.turn))
    (other,) = requests(1)
    assert ranked_plays(other, MIND) == ranked_plays(other, MIND)
    assert given_up.found() == found


def test_no_time_at_all() -> None:
    (request,) = requests(1, ANY_TIME)
    hurried = SearchRequest(request.game, request.position, request.turn, ANY_TIME, seconds=0)
    static = SearchRequest(request.game, request.position, request.turn, STAGES[0])
    assert ranked_plays(hurried, MIND) == ranked_plays(static, MIND)


def test_one_looked_into_alone_is_compared_with_nobody() -> None:
    (request,) = requests(1, (Stage(1, 8, 9.0), Stage(2, 2, 9.0)))
    unfinished = Search(request, MIND)
    while unfinished.progress.stage < 1 or unfinished.progress.looked_at < 1:
        unfinished.step(1)
    assert {candidate.plies for candidate in unfinished.found()} <= {0, 1}


def test_a_forced_play_is_looked_into_only_when_asked_for() -> None:
    position, turn = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 5}), Turn(Part((2, 1), 2), 9, 9)
    (forced,) = ranked_plays(SearchRequest(BACKGAMMON, position, turn, STAGES[2]), MIND)
    (asked,) = ranked_plays(SearchRequest(BACKGAMMON, position, turn, STAGES[2], alone=True), MIND)
    assert (forced.plies, asked.plies) == (0, 2)
    assert asked.play.steps == ()


def test_ahead_in_slices_begins_with_the_board_as_it_lies() -> None:
    rows = array_of([roll.position for roll in reached(BACKGAMMON, 6, 30)[::3]])
    slices = list(look_ahead(BACKGAMMON, rows, plies=2, mind=MIND))
    assert (slices[0] == MIND.judge.evaluate(BACKGAMMON, rows)[0]).all()
    assert (slices[-1] == chances_ahead(BACKGAMMON, rows, plies=2, mind=MIND)).all()
    assert chances_ahead(BACKGAMMON, rows[:0], plies=2, mind=MIND).shape == (0, 5)


def test_turns_made_count_where_a_rule_says_so() -> None:
    game = game_of("gulbara")
    mind = Mind(judge_by_chance("gulbara"))
    slow = Slow(game, mind.judge)
    for own in (0, 3):
        turns = turn_array([Turn(Part((2, 1), 2), own, own)])
        found = chances_ahead(game, array_of([game.start()]), turns, 1, mind)
        assert found[0] == pytest.approx(slow.ahead(game.start(), 1, own, own), abs=ROUNDING)


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_no_gammon_is_lost_by_a_side_that_bears_off(plies: int) -> None:
    """Case F10: an engine feared for gammons here, and its plies disagreed by 0.8 points."""
    turn = Turn(first_part(BACKGAMMON, (5, 4)), 9, 9)
    position = read_position_id("YEYF4TnO7w4AAA")
    found = ranked_plays(SearchRequest(BACKGAMMON, position, turn, STAGES[plies], alone=True), mind_of(BACKGAMMON))
    played = [{(step.source, step.die) for step in candidate.play.steps} for candidate in found]
    assert sorted(played, key=sorted) == [{(4, 4), (5, 5)}, {(5, 5), (6, 4)}]
    assert all(candidate.chances[3:] == (0, 0) for candidate in found)


def test_a_gammon_that_can_still_be_saved() -> None:
    """Case F22: the side not on roll has no chance to win and loses a gammon in a third of the games."""
    position = read_xgid("XGID=-D----------------aeed----:0:0:1:00:0:0:0:0:10").position
    (chances,) = chances_ahead(BACKGAMMON, array_of([position]), plies=2, mind=mind_of(BACKGAMMON))
    assert chances[0] == 1
    assert chances[1] == pytest.approx(0.329, abs=0.005)
    assert not chances[2:].any()


def test_a_race_one_roll_from_home_is_exact() -> None:
    """Whatever is rolled, all are at home afterwards, where the table knows; nets by chance do not matter."""
    position = Position.of({0: 10, 7: 1, 1: 4}, {0: 9, 5: 3, 3: 3})
    slow = Slow(BACKGAMMON, MIND.judge).ahead(position, 1)
    for seed in range(3):
        mind = Mind(judge_by_chance("backgammon", seed))
        for plies in (1, 3):
            found = chances_ahead(BACKGAMMON, array_of([position]), plies=plies, mind=mind)
            assert found[0] == pytest.approx(slow, abs=ROUNDING)


@pytest.mark.parametrize(
    ("stages", "index"),
    [
        ((Stage(0, 8, 1.0),), 0),
        ((Stage(5, 8, 1.0),), 0),
        ((Stage(2, 8, 1.0), Stage(1, 8, 1.0)), 1),
        ((Stage(1, 0, 1.0),), 0),
        ((Stage(1, 8, 1.0), Stage(1, 8, -0.1)), 1),
        ((Stage(1, 8, float("nan")),), 0),
        ((Stage(1, 8, 1.0),) * 17, 0),
    ],
)
def test_stages_that_cannot_be(stages: tuple[Stage, ...], index: int) -> None:
    (request,) = requests(1, stages)
    with pytest.raises(EngineError) as error:
        Search(request, MIND)
    assert (error.value.name, error.value.index) == ("BAD_SETTING", index)


def test_positions_and_parts_that_cannot_be() -> None:
    over, start = Position.of({0: 15}, {6: 15}), BACKGAMMON.start()
    for position, part, name in (
        (over, Part((2, 1), 2), "GAME_OVER"),
        (Position.of({6: 14}, {6: 15}), Part((2, 1), 2), "BAD_TOTAL"),
        (start, Part((7, 1), 2), "BAD_DIE"),
        (start, Part((2, 2), 4, "cascade"), "BAD_PART"),
    ):
        with pytest.raises(EngineError) as error:
            Search(SearchRequest(BACKGAMMON, position, Turn(part, 9, 9)), MIND)
        assert error.value.name == name
    for rows, plies in (
        (array_of([Position.of({6: 14}, {6: 15})]), 1),
        (array_of([start]), 5),
        (array_of([start]), -1),
    ):
        with pytest.raises(EngineError):
            chances_ahead(BACKGAMMON, rows, plies=plies, mind=MIND)
    with pytest.raises(EngineError, match="another kind"):
        Search(SearchRequest(BACKGAMMON, start, Turn(Part((2, 1), 2), 9, 9)), Mind(judge_by_chance("plakoto")))
    with pytest.raises(EngineError, match="another kind"):
        Search(
            SearchRequest(BACKGAMMON, start, Turn(Part((2, 1), 2), 9, 9)), Mind(MIND.judge, judge_by_chance("plakoto"))
        )
    with pytest.raises(ValueError, match="keeps 1 to 64"):
        Mind(MIND.judge, MIND.judge, 65)
    with pytest.raises(ValueError, match="within 0 points"):
        Mind(MIND.judge, MIND.judge, 6, -0.1)


def test_memory_that_holds_no_search() -> None:
    empty, progress, needed = aligned(lib.bg_search_size(1)), ffi.new("bg_progress *"), ffi.new("size_t *")
    mind, block = ffi.new("bg_mind *"), ffi.from_buffer(empty)
    name = lib.BG_NO_SEARCH
    assert lib.bg_search_step(block, len(empty), mind, 1, progress, ffi.NULL) == name
    assert lib.bg_search_found(block, len(empty), ffi.NULL, 0, needed) == name


def test_shipped_openings() -> None:
    """Opening plays on which all strong engines agree by a wide margin (engine reference, 8.2)."""
    for dice, steps in (
        ((3, 1), {(8, 3), (6, 1)}), ((4, 2), {(8, 4), (6, 2)}), ((6, 1), {(13, 6), (8, 1)}), ((5, 3), {(8, 5), (6, 3)}),
        ((6, 5), {(24, 6), (18, 5)}),
    ):  # fmt: skip
        turn = Turn(first_part(BACKGAMMON, dice), 0, 0)
        best = ranked_plays(SearchRequest(BACKGAMMON, BACKGAMMON.start(), turn))[0].play
        assert {(step.source, step.die) for step in best.steps} == steps


def test_rolls_of_a_finished_game_are_not_asked_for() -> None:
    rolls: list[Roll] = [roll for roll in reached(BACKGAMMON, 11, 400) if sum(roll.position.own[1:]) <= 4][:6]
    assert rolls
    for roll in rolls:
        found = ranked_plays(SearchRequest(BACKGAMMON, roll.position, roll.turn, STAGES[3]), MIND)
        for candidate in found:
            if candidate.play.final.own[0] == 15:
                assert candidate.chances[0] == 1


ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "engine_c" / "src"
ARM = "aarch64-linux-gnu-gcc"
FUZZ_SUM = "c0014e66"  # of ten rounds, on every machine


def fuzz(compiler: str, flags: list[str], runner: list[str], program: Path) -> str:
    sources = [ROOT / "tests" / "fuzz" / "ahead.c", *sorted(SOURCES.glob("*.c"))]
    subprocess.run([compiler, "-std=c11", "-O1", *flags, f"-I{SOURCES}", *sources, "-o", program, "-lm"], check=True)
    run = subprocess.run([*runner, program, "10", "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + run.stdout
    return run.stdout


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_fuzz_with_sanitizers(tmp_path: Path) -> None:
    """A short run of tests/fuzz/ahead.c; more rounds are its first argument."""
    checks = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    assert f"nothing broken, {FUZZ_SUM}" in fuzz("gcc", checks, [], tmp_path / "ahead")


@pytest.mark.skipif(None in (shutil.which(ARM), shutil.which("qemu-aarch64")), reason="needs a cross compiler")
def test_another_processor_finds_the_same_bits(tmp_path: Path) -> None:
    """NEON of a 64-bit ARM, under an emulator."""
    assert f"nothing broken, {FUZZ_SUM}" in fuzz(ARM, ["-static"], ["qemu-aarch64"], tmp_path / "ahead")
