"""The engine against arguments nobody should pass: a status and words, never a crash."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from engine_c import (
    POSITION,
    STEPS,
    TURN,
    EngineError,
    OptionError,
    Part,
    Position,
    Step,
    Turn,
    array_of,
    chosen_part,
    first_part,
    game_of,
    legal_plays,
    next_part,
    next_steps,
    pips_of,
    plays_many,
    simd,
    turn_array,
    turned,
    why_not,
)
from engine_c._engine import ffi, lib

ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "engine_c" / "src"
START = {24: 2, 13: 5, 8: 3, 6: 5}

# Game, position, the status, its words.
IMPOSSIBLE = [
    ("backgammon", Position.of({**START, 6: 6}, START), "BAD_TOTAL", "the side on roll add up to 16, not to 15"),
    ("backgammon", Position.of(START, {6: 14}), "BAD_TOTAL", "the other side add up to 14"),
    ("backgammon", Position.of({6: 200}, START), "BAD_TOTAL", "200"),
    ("backgammon", Position.of({24: 15}, {1: 1, 24: 14}), "SHARED_POINT", "point 24"),
    ("backgammon", Position.of({24: 14, 26: 1}, {24: 15}), "NO_RESERVE", "1 in reserve"),
    ("backgammon", Position.of({24: 14, 27: 1}, {24: 15}), "BAD_TOTAL", "14"),
    ("backgammon", Position.of({24: 15, 27: 1}, {24: 15}), "UNUSED_COUNT", "place 27"),
    ("backgammon", Position.of({24: 14, 8: 1}, {24: 15}, [8]), "BAD_PIN", "its point 8"),
    ("backgammon", Position.of({0: 15}, {0: 15}), "BOTH_FINISHED", "all 15"),
    ("plakoto", Position.of({24: 14, 25: 1}, {24: 15}), "NO_BAR", "on the bar"),
    ("plakoto", Position.of({24: 13, 8: 2}, {24: 14, 17: 1}, [8]), "BAD_PIN", "the side on roll"),
    ("plakoto", Position.of({24: 14, 8: 1}, {24: 14, 17: 1}, [8], [17]), "BAD_PIN", "pinned"),
    ("plakoto", Position.of({24: 14, 8: 1}, {24: 14, 17: 1}), "SHARED_POINT", "point 8"),
    ("fevga", Position.of({24: 15}, {12: 15}), "SHARED_POINT", "point 24"),
    ("hyper", Position.of(START, START), "BAD_TOTAL", "not to 3"),
]


@pytest.mark.parametrize(("key", "position", "status", "words"), IMPOSSIBLE, ids=lambda value: str(value)[:20])
def test_impossible_position(key: str, position: Position, status: str, words: str) -> None:
    game = game_of(key)
    turn = Turn(Part((3, 1), 2))
    for refuse in (
        lambda: game.check(position),
        lambda: game.outcome(position),
        lambda: game.is_closed_out(position),
        lambda: legal_plays(game, position, turn),
        lambda: next_steps(game, position, turn),
        lambda: why_not(game, position, turn, (), Step(6, 3)),
        lambda: next_part(game, position, turn, 2),
    ):
        with pytest.raises(EngineError, match=words) as error:
            refuse()
        assert error.value.name == status


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 2), (300, 1), (256, 1)])
def test_dice_that_are_none(dice: tuple[int, int]) -> None:
    game = game_of("backgammon")
    with pytest.raises(EngineError) as error:
        first_part(game, dice)
    assert error.value.name == "BAD_DIE"
    with pytest.raises((EngineError, ValueError)):
        legal_plays(game, game.start(), Turn(Part(dice, 2)))


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("backgammon", Part((3, 1), 3)),
        ("backgammon", Part((3, 3), 5)),
        ("backgammon", Part((3, 3), 0)),
        ("backgammon", Part((3, 3), 4, "cascade")),
        ("backgammon", Part((3, 3), 4, "chosen")),
        ("aceydeucey_us", Part((3, 3), 4, "complement")),
        ("aceydeucey_us", Part((3, 3), 4, "rest")),
    ],
)
def test_parts_that_do_not_fit(key: str, part: Part) -> None:
    game = game_of(key)
    with pytest.raises(EngineError) as error:
        legal_plays(game, game.start(), Turn(part))
    assert error.value.name == "BAD_PART"


def test_nothing_to_play_when_the_game_is_over() -> None:
    with pytest.raises(EngineError) as error:
        legal_plays(game_of("backgammon"), Position.of({0: 15}, START), Turn(Part((3, 1), 2)))
    assert error.value.name == "GAME_OVER"


@pytest.mark.parametrize(
    ("key", "options", "name"),
    [
        ("bridge", {}, "NO_SUCH_GAME"),
        ("", {}, "NO_SUCH_GAME"),
        ("tavla", {"sallamak": "on"}, "NO_SUCH_OPTION"),
        ("tavla", {"comp_bearoff": "maybe"}, "NO_SUCH_VALUE"),
        ("backgammon", {"comp_bearoff": "on"}, "NO_SUCH_OPTION"),
    ],
)
def test_games_and_options_that_do_not_exist(key: str, options: dict[str, str], name: str) -> None:
    with pytest.raises(OptionError) as error:
        game_of(key, options)
    assert error.value.name == name


def test_the_number_of_a_choice() -> None:
    assert chosen_part(game_of("aceydeucey_us"), 5) == Part((5, 5), 4, "chosen")
    for key, number, name in (
        ("aceydeucey_us", 0, "BAD_DIE"),
        ("aceydeucey_us", 7, "BAD_DIE"),
        ("backgammon", 5, "BAD_PART"),
    ):
        with pytest.raises(EngineError) as error:
            chosen_part(game_of(key), number)
        assert error.value.name == name


def test_the_fault_of_a_batch_says_which_roll() -> None:
    game = game_of("backgammon")
    positions = array_of([game.start()] * 3000)
    turns = turn_array([Turn(Part((3, 1), 2))] * 3000)
    positions["side"]["count"][2500, 1, 6] = 9
    with pytest.raises(EngineError) as error:
        plays_many(game, positions, turns)
    assert (error.value.name, error.value.index, error.value.side, error.value.value) == ("BAD_TOTAL", 2500, 1, 19)


def test_arrays_of_another_kind_are_refused() -> None:
    game = game_of("backgammon")
    rows, turns = array_of([game.start()] * 4), turn_array([Turn(Part((3, 1), 2))] * 4)
    for bad_rows, bad_turns in (
        (rows[::2], turns[::2]),
        (rows, turns[:3]),
        (rows.view(np.uint8), turns),
        (rows, np.zeros(4, np.uint64)),
    ):
        with pytest.raises(TypeError):
            plays_many(game, bad_rows, bad_turns)


def test_empty_batches() -> None:
    ends, finals, steps = plays_many(game_of("backgammon"), np.empty(0, POSITION), np.empty(0, TURN))
    assert (len(ends), finals.dtype, steps.dtype) == (0, POSITION, STEPS)
    assert pips_of(np.empty(0, POSITION)).shape == (0, 2)


def test_sizes_are_asked_first() -> None:
    game = game_of("backgammon")
    position = ffi.from_buffer("bg_position[]", game.start().data)
    turn = ffi.from_buffer("bg_turn[]", turn_array([Turn(Part((3, 1), 2))]))
    space = ffi.new("uint64_t[]", lib.bg_workspace_size() // 8 + 1)
    needed = ffi.new("size_t *")
    room = (space, lib.bg_workspace_size())
    null = ffi.NULL
    assert lib.bg_plays(game.record, position, turn, *room, null, null, 0, needed, null) == lib.BG_TOO_SMALL
    assert needed[0] == 16
    finals = ffi.new("bg_position[]", 16)
    assert lib.bg_plays(game.record, position, turn, *room, finals, null, 15, needed, null) == lib.BG_TOO_SMALL
    assert bytes(ffi.buffer(finals + 15)) == bytes(64)
    assert lib.bg_plays(game.record, position, turn, *room, finals, null, 16, needed, null) == lib.BG_OK
    assert lib.bg_plays(game.record, position, turn, space, 100, finals, null, 16, needed, null) == lib.BG_BAD_WORKSPACE
    assert lib.bg_plays(null, position, turn, *room, finals, null, 16, needed, null) == lib.BG_NULL_POINTER


def test_every_level_of_instructions_counts_alike() -> None:
    rows = np.random.default_rng(7).integers(0, 256, (1000, 64), np.uint8).view(POSITION).ravel()
    weights = np.minimum(np.arange(28), 25) * (np.arange(28) < 27)
    wanted = rows["side"]["count"].astype(np.int64) @ weights
    for level in simd.levels():
        assert (pips_of(rows, level) == wanted).all(), simd.name(level)
    assert pips_of(array_of([game_of("backgammon").start()])).tolist() == [[167, 167]]


def test_turning_twice_is_the_identity() -> None:
    rows = np.random.default_rng(8).integers(0, 256, (100, 64), np.uint8).view(POSITION).ravel()
    assert turned(turned(rows)).tobytes() == rows.tobytes()
    assert turned(rows).tobytes() != rows.tobytes()


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_fuzz_with_sanitizers(tmp_path: Path) -> None:
    """A short run of tests/fuzz/boundary.c; the README says how the long one is started."""
    program = tmp_path / "boundary"
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    sources = [ROOT / "tests" / "fuzz" / "boundary.c", *sorted(SOURCES.glob("*.c"))]
    subprocess.run(
        ["gcc", "-std=c11", "-O1", "-g", *checks, f"-I{SOURCES}", *sources, "-lm", "-o", program], check=True
    )
    run = subprocess.run([program, "300000", "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + run.stdout
    assert "nothing broken" in run.stdout


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_the_program_written_from_the_header_alone(tmp_path: Path) -> None:
    """tests/data/opening.c was written by somebody who saw engine.h and nothing else."""
    program = tmp_path / "opening"
    source = ROOT / "tests" / "data" / "opening.c"
    assert len(source.read_text("utf-8").splitlines()) <= 30
    sources = [str(source), *map(str, SOURCES.glob("*.c"))]
    command = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{SOURCES}", *sources, "-lm"]
    subprocess.run([*command, "-o", program], check=True)
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    assert "16" in lines[-1]
    assert len(lines) == 17
