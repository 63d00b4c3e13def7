"""Judgement at its door: exact where the rules know, within what they allow elsewhere, and damaged files refused."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine_c import (
    GAMES,
    POSITION,
    EngineError,
    Part,
    Position,
    Turn,
    array_of,
    game_of,
    judge,
    legal_plays,
    positions_of,
    turn_array,
    turned,
)
from engine_c.judge import Judge, bear_off_table
from game.formats.xgid import read_xgid
from positions import reached, scattered
from weights import SLOTS, net, sealed, weights_of

# Points 1 to 6 of both sides, the side on roll first; its chance to win (engine reference, 8.5).
BEAR_OFFS = [
    ((0, 0, 0, 5, 5, 5), (0, 0, 0, 5, 5, 5), 0.596055),
    ((0, 0, 2, 4, 4, 5), (0, 0, 2, 4, 4, 5), 0.598726),
    ((0, 0, 2, 4, 4, 5), (0, 0, 0, 5, 5, 5), 0.665608),
    ((2, 2, 2, 3, 3, 3), (2, 2, 2, 3, 3, 3), 0.630363),
    ((2, 2, 2, 3, 3, 3), (0, 0, 2, 4, 4, 5), 0.878497),
    ((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2), 0.656935),
    ((0, 0, 5, 5, 5, 0), (0, 0, 5, 5, 5, 0), 0.613251),
    ((3, 3, 3, 2, 2, 2), (2, 2, 3, 3, 3, 2), 0.738249),
    ((10, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2), 0.017506),
    ((10, 0, 0, 0, 0, 0), (0, 0, 0, 0, 6, 0), 0.778813),
    ((7, 0, 0, 0, 0, 0), (0, 0, 0, 3, 3, 0), 0.872314),
    ((5, 5, 5, 0, 0, 0), (0, 0, 2, 4, 4, 0), 0.421031),
    ((0, 0, 0, 0, 2, 2), (0, 0, 0, 0, 2, 2), 0.677753),
    ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), 0.701006),
    ((4, 0, 0, 0, 0, 0), (4, 0, 0, 0, 0, 0), 0.861111),
    ((6, 0, 0, 0, 0, 0), (6, 0, 0, 0, 0, 0), 0.787809),
]
# Finished positions: game, own, opponent, the chances.
FINISHED = [
    ("backgammon", {0: 15}, {0: 3, 6: 12}, (1, 0, 0, 0, 0)),
    ("backgammon", {0: 15}, {6: 15}, (1, 1, 0, 0, 0)),
    ("backgammon", {0: 15}, {6: 14, 25: 1}, (1, 1, 1, 0, 0)),
    ("backgammon", {6: 14, 20: 1}, {0: 15}, (0, 0, 0, 1, 1)),
    ("tavla", {6: 14, 20: 1}, {0: 15}, (0, 0, 0, 1, 0)),
    ("hyper", {0: 3}, {24: 3}, (1, 1, 1, 0, 0)),
    ("fevga", {12: 15}, {0: 15}, (0, 0, 0, 1, 0)),
]
SANE = [*GAMES]


def side(counts: tuple[int, ...]) -> dict[int, int]:
    return {**{point + 1: count for point, count in enumerate(counts)}, 0: 15 - sum(counts)}


def judge_by_chance(key: str, seed: int = 1) -> Judge:
    return Judge.of(weights_of(game_of(key), seed), bear_off_table())


@pytest.mark.parametrize(("own", "opponent", "win"), BEAR_OFFS)
def test_races_at_home(own: tuple[int, ...], opponent: tuple[int, ...], win: float) -> None:
    position = Position.of(side(own), side(opponent))
    chances, _ = judge_by_chance("backgammon").evaluate(game_of("backgammon"), array_of([position]))
    assert chances[0, 0] == pytest.approx(win, abs=6e-4 if win in (0.677753, 0.701006) else 2e-5)


@pytest.mark.parametrize(("key", "own", "opponent", "chances"), FINISHED)
def test_finished(key: str, own: dict[int, int], opponent: dict[int, int], chances: tuple[int, ...]) -> None:
    found, equities = judge_by_chance(key).evaluate(game_of(key), array_of([Position.of(own, opponent)]))
    assert tuple(found[0]) == chances
    assert equities[0] == 2 * chances[0] - 1 + chances[1] + chances[2] - chances[3] - chances[4]


def test_two_pinned_mothers_are_a_draw() -> None:
    position = Position.of({24: 1, 1: 1, 6: 13}, {24: 1, 1: 1, 6: 13}, [24], [24])
    chances, equities = judge_by_chance("plakoto").evaluate(game_of("plakoto"), array_of([position]))
    assert tuple(chances[0]) == (0.5, 0, 0, 0, 0)
    assert equities[0] == 0


@pytest.mark.parametrize("key", SANE)
@pytest.mark.parametrize("seed", [1, 2])
def test_chances_keep_within_the_rules(key: str, seed: int) -> None:
    game = game_of(key)
    rolls = reached(game, seed, 300) + scattered(game, seed, 300)
    rows = array_of([roll.position for roll in rolls])
    chances, equities = judge_by_chance(key, seed).evaluate(game, rows)
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.T
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (backgammon <= gammon).all()
    assert (gammon <= win).all()
    assert (lost_backgammon <= lost_gammon).all()
    assert (lost_gammon <= 1 - win).all()
    off = rows["side"]["count"][:, :, 0] > 0
    if not game.record.mother_value:
        assert not gammon[off[:, 1]].any()
        assert not lost_gammon[off[:, 0]].any()
    if game.most_level < 3:
        assert not np.any([backgammon, lost_backgammon])
    worth = 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon
    assert np.allclose(equities, worth, atol=1e-6)


@pytest.mark.parametrize(
    ("own", "opponent", "place", "chance"),
    [
        ({1: 1, 0: 14}, {23: 15}, 0, 1),  # one roll and it is won
        ({1: 1, 0: 14}, {23: 15}, 1, 1),  # and nobody can come home in time
        ({7: 15}, {1: 1, 0: 14}, 0, 0),  # lost, whatever is rolled
        ({12: 15}, {7: 2, 6: 13}, 1, 0),  # one will be off long before
    ],
)
def test_bounds_of_races(own: dict[int, int], opponent: dict[int, int], place: int, chance: float) -> None:
    rows = array_of([Position.of(own, opponent)])
    for seed in range(4):
        chances, _ = judge_by_chance("backgammon", seed).evaluate(game_of("backgammon"), rows)
        assert chances[0, place] == chance


def test_the_best_play_is_the_one_that_leaves_the_opponent_least() -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    rolls = [roll for roll in reached(game, 4, 80) if roll.turn.part.kind == "roll"]
    rows, turns = array_of([roll.position for roll in rolls]), turn_array([roll.turn for roll in rolls])
    finals, steps, equities = mind.decide(game, rows, turns)
    for roll, final, row, equity in zip(rolls, positions_of(finals), steps, equities, strict=True):
        plays = legal_plays(game, roll.position, roll.turn)
        values = -mind.evaluate(game, turned(array_of([play.final for play in plays])))[1]
        assert equity == values.max()
        assert final == plays[int(values.argmax())].final
        assert [int(source) for source in row["source"] if source] == [
            step.source for step in plays[int(values.argmax())].steps
        ]


def test_a_roll_with_more_finals_than_there_is_room_for() -> None:
    game = game_of("backgammon")
    position = read_xgid("XGID=-hg----AAAAAAA-AAAA--AAAA-:0:0:1:22:0:0:0:0:10").position
    turn = Turn(Part((2, 2), 4))
    rows, turns = array_of([position]), turn_array([turn])
    assert len(legal_plays(game, position, turn)) == 1968
    finals, _, equities = judge_by_chance("backgammon").decide(game, rows, turns)
    assert len(finals) == len(equities) == 1


def test_the_same_numbers_on_many_threads_and_in_any_slices() -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    rows = array_of([roll.position for roll in reached(game, 5, 5000)])
    whole = mind.evaluate(game, rows)[0].tobytes()
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda at: mind.evaluate(game, rows[at : at + 7])[0], range(0, len(rows), 7)))
    assert np.concatenate(parts).tobytes() == whole


@pytest.mark.parametrize(
    ("spoil", "status", "words"),
    [
        (lambda file: file[: len(file) // 2], "CUT_WEIGHTS", "end after"),
        (lambda file: file[:20], "CUT_WEIGHTS", "end after 20"),
        (lambda file: b"", "NO_WEIGHTS", "no weights"),
        (lambda file: b"PK" + file[2:], "NO_WEIGHTS", "no weights"),
        (lambda file: file[:-3] + bytes([file[-3] ^ 1]) + file[-2:], "SPOILED_WEIGHTS", "damaged"),
        (lambda file: file[:25] + b"\x07" + file[26:], "SPOILED_WEIGHTS", "damaged"),
        (lambda file: file + b"more", "SPOILED_WEIGHTS", "damaged"),
        (lambda file: file[:8] + b"\x09" + file[9:], "OTHER_WEIGHTS", "version 9"),
    ],
)
def test_damaged_weights(spoil: object, status: str, words: str) -> None:
    file = weights_of(game_of("backgammon"))
    with pytest.raises(EngineError, match=words) as error:
        Judge.of(spoil(file))  # type: ignore[operator]
    assert error.value.name == status


RNG = np.random.default_rng(3)


@pytest.mark.parametrize(
    "nets",
    [
        [],
        [net(slot, 64, RNG) for slot in range(4)],  # no race net
        [net(slot, 64, RNG) for slot in (0, 1, 2, 3, 3)],  # one twice
        [net(slot, 64, RNG) for slot in (0, 1, 2, 3, 7)],
        [net(slot, 96, RNG) for slot in range(SLOTS)],  # not a multiple of 64
        [net(slot, 64, RNG, out_shift=3) for slot in range(SLOTS)],
        [net(slot, 64, RNG, out_shift=10)[:-2] for slot in range(SLOTS)],
        [net(slot, 64, RNG)[:-20] + b"\xff\xff\xff\x7f" * 5 for slot in range(SLOTS)],  # sums would leave 32 bits
    ],
)
def test_nets_that_cannot_be(nets: list[bytes]) -> None:
    with pytest.raises(EngineError) as error:
        Judge.of(sealed(game_of("backgammon"), nets))
    assert error.value.name == "SPOILED_WEIGHTS"


@pytest.mark.parametrize("key", ["plakoto", "fevga", "hyper"])
def test_weights_of_another_kind_of_game(key: str) -> None:
    rows = array_of([game_of(key).start()])
    with pytest.raises(EngineError, match="another kind") as error:
        judge_by_chance("backgammon").evaluate(game_of(key), rows)
    assert error.value.name == "UNFIT_WEIGHTS"


def test_an_impossible_position_is_named() -> None:
    game = game_of("backgammon")
    rows = array_of([game.start()] * 5000)
    rows[4500]["side"]["count"][1][3] = 9
    with pytest.raises(EngineError, match="add up") as error:
        judge_by_chance("backgammon").evaluate(game, rows)
    assert error.value.index == 4500


def test_wrong_arrays() -> None:
    game, mind = game_of("backgammon"), judge_by_chance("backgammon")
    with pytest.raises(TypeError):
        mind.evaluate(game, np.zeros(64, np.uint8))
    with pytest.raises(TypeError):
        mind.decide(game, array_of([game.start()]), np.zeros(1, POSITION))
    assert mind.evaluate(game, np.empty(0, POSITION))[0].shape == (0, 5)


def test_missing_and_damaged_files(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "FOLDER", tmp_path)
    judge.bear_off_table.cache_clear()
    with pytest.raises(EngineError) as error:
        bear_off_table()
    assert error.value.name == "SPOILED_WEIGHTS"
    (tmp_path / judge.BEAR_OFF).write_bytes(b"nonsense")  # type: ignore[operator]
    with pytest.raises(EngineError, match="damaged"):
        bear_off_table()
    with pytest.raises(EngineError) as missing:
        judge._judge_in("nowhere")
    assert missing.value.name == "NO_WEIGHTS"
    judge.bear_off_table.cache_clear()


def test_memory_that_holds_no_judge() -> None:
    game, empty = game_of("backgammon"), judge.aligned(100_000)
    with pytest.raises(EngineError) as error:
        Judge(empty, None).evaluate(game, array_of([game.start()]))
    assert error.value.name == "BAD_JUDGE"
    mind = judge_by_chance("backgammon")
    with pytest.raises(EngineError) as table:
        Judge(mind.block, judge.make_bear_off_table(rows=10)).evaluate(game, array_of([game.start()]))
    assert table.value.name == "BAD_JUDGE"


ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "engine_c" / "src"
FUZZ_SUM = "1839a81f"  # of ten rounds, on every machine


def fuzz(compiler: str, flags: list[str], runner: list[str], program: Path) -> str:
    sources = [ROOT / "tests" / "fuzz" / "judgement.c", *sorted(SOURCES.glob("*.c"))]
    command = [compiler, "-std=c11", "-O1", *flags, f"-I{SOURCES}", *map(str, sources), "-o", str(program), "-lm"]
    subprocess.run(command, check=True)
    run = subprocess.run([*runner, program, "10", "1"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + run.stdout
    return run.stdout


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_fuzz_with_sanitizers(tmp_path: Path) -> None:
    """A short run of tests/fuzz/judgement.c; more rounds are its first argument."""
    checks = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    assert f"nothing broken, {FUZZ_SUM}" in fuzz("gcc", checks, [], tmp_path / "judgement")


ARM = "aarch64-linux-gnu-gcc"


@pytest.mark.skipif(None in (shutil.which(ARM), shutil.which("qemu-aarch64")), reason="needs a cross compiler")
def test_another_processor_gives_the_same_bits(tmp_path: Path) -> None:
    """NEON and plain C of a 64-bit ARM, under an emulator."""
    assert f"nothing broken, {FUZZ_SUM}" in fuzz(ARM, ["-static"], ["qemu-aarch64"], tmp_path / "judgement")
