"""The nets: the same bits whatever instructions are used, and gradients that are gradients."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine_c import (
    GAMES,
    Position,
    Turn,
    array_of,
    evaluate,
    first_part,
    game_of,
    recipe,
    simd,
    teaching,
    trainer,
    turn_array,
    turned,
)
from engine_c.judge import FOLDER, Judge, bear_off_table, make_bear_off_table
from positions import reached, scattered
from weights import weights_of

needs_trainer = pytest.mark.skipif(teaching.lib is None, reason="the trainer is not built")


def boards(key: str, count: int) -> npt.NDArray[np.void]:
    game = game_of(key)
    rolls = reached(game, 3, count) + scattered(game, 3, count)
    return array_of([roll.position for roll in rolls])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(("hidden", "most"), [(64, 900), (192, 900), (448, 900), (64, 16_000)])
def test_all_instructions_give_the_same_bits(key: str, hidden: int, most: int) -> None:
    """Also where the sums of a hidden unit do not fit into 16 bits, as those of the largest weights."""
    game, rows = game_of(key), boards(key, 300)
    judge = Judge.of(weights_of(game, 1, hidden, most))
    plain = judge.evaluate(game, rows, simd.SCALAR)
    for level in simd.levels():
        for one, other in zip(plain, judge.evaluate(game, rows, level), strict=True):
            assert one.tobytes() == other.tobytes()


@needs_trainer
@pytest.mark.parametrize("key", ["backgammon", "plakoto", "fevga"])
def test_gradient_against_finite_differences(key: str) -> None:
    game, rng = game_of(key), np.random.default_rng(1)
    record = teaching.record_of(game)
    rows = boards(key, 60)
    slots = teaching.slots_of(record, rows)
    slot = int(np.bincount(slots[slots >= 0]).argmax())
    rows = np.ascontiguousarray(rows[slots == slot])
    labels = rng.uniform(0.1, 0.9, (len(rows), teaching.CHANCES)).astype(np.float32)
    net = teaching.fresh_net(64, rng)
    gradient, _ = teaching.gradient_of(record, slot, net, rows, labels, equity_weight=4.0)
    lines = np.arange(len(net) - teaching.CHANCES) // 64
    parts = [lines < teaching.ROWS, (lines >= teaching.ROWS) & (lines < teaching.ROWS + teaching.FEATURES)]
    for part in [*parts, lines >= teaching.ROWS + teaching.FEATURES]:
        # along the gradient of one part of the net, where rounding matters least
        way = np.zeros_like(net)
        way[: -teaching.CHANCES][part] = gradient[: -teaching.CHANCES][part]
        way *= 0.01 / np.linalg.norm(way)
        up, down = (
            teaching.gradient_of(record, slot, net + sign * way, rows, labels, equity_weight=4.0)[1] for sign in (1, -1)
        )
        assert (up - down) / 2 == pytest.approx(float(gradient @ way), rel=0.02)


@needs_trainer
def test_whole_numbers_say_what_floats_say() -> None:
    game = game_of("backgammon")
    nets = teaching.fresh_nets(64, 64, 5)
    judgement = teaching.Judgement(teaching.quantised(game, nets))
    rows = boards("backgammon", 300)
    slots = teaching.slots_of(teaching.record_of(game), rows)
    rows = np.ascontiguousarray(rows[slots == 3])
    floats = teaching.forward(teaching.record_of(game), 3, nets[3], rows)
    whole, _ = judgement.judge.evaluate(game, rows)
    free = (whole > 0) & (whole < 1) & (whole[:, :1] >= whole)
    assert np.abs((whole - floats) * free)[:, 0].max() < 2e-3


@needs_trainer
def test_a_label_is_the_mean_over_all_rolls() -> None:
    """At home the exact table says what one roll ahead must come to."""
    game, points = (
        game_of("backgammon"),
        [(2, 0, 1, 3, 0, 2), (0, 3, 3, 1, 1, 4), (1, 1, 0, 0, 0, 2), (4, 4, 2, 0, 1, 1)],
    )
    sides = [{**{point + 1: n for point, n in enumerate(row)}, 0: 15 - sum(row)} for row in points]
    rows = array_of([Position.of(own, other) for own in sides for other in sides])
    teacher = teaching.Judgement(teaching.quantised(game, teaching.fresh_nets(64, 64, 1)))
    labels = teaching.labels_of(teaching.record_of(game), teacher, rows)
    assert np.abs(labels - teacher.judge.evaluate(game, rows)[0]).max() < 2e-3


@needs_trainer
def test_a_walk_says_where_the_best_play_led() -> None:
    game = game_of("hyper")
    record = teaching.record_of(game)
    judgement = teaching.Judgement(teaching.quantised(game, teaching.fresh_nets(64, 64, 2)))
    play = teaching.how(4, noise=0.3, within=0.5, keep=1.0, siblings=0.5)
    rows, after, _ = teaching.walk(record, judgement, play, 0, 200, teaching.workspace())
    linked = np.flatnonzero(after)
    assert 40 < len(linked) < 160
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    turns = turn_array([Turn(first_part(game, roll), 9, 9) for roll in rolls])
    for i in linked:
        finals, _, _ = judgement.judge.decide(game, np.repeat(rows[i : i + 1], len(rolls)), turns)
        assert rows[i + after[i]].tobytes() in {final.tobytes() for final in turned(finals)}


def walked(styles: Sequence[str], seed: int, **begun: float) -> npt.NDArray[Any]:
    """Positions of games that begin from boards made by both sides in those styles, or as `begun` says."""
    game = game_of("backgammon")
    judgement = teaching.Judgement((FOLDER / "backgammon.bin").read_bytes())
    play = teaching.how(seed, styles, scattered=1.0, keep=1.0, **begun)
    rows, _, _ = teaching.walk(teaching.record_of(game), judgement, play, 0, 3000, teaching.workspace())
    return rows


@needs_trainer
def test_scattered_positions_are_made_by_the_styles_asked_for() -> None:
    """All home but the last one or two: more last checkers are held there than where both sides run."""

    def held(styles: Sequence[str]) -> float:
        counts = walked(styles, 5)["side"]["count"].astype(int)
        is_held = (counts[..., 19:26].sum(-1) > 0) & (counts[..., 19:26].sum(-1) < 3) & (counts[..., 7:19].sum(-1) < 2)
        return float(is_held.mean())

    assert held(["last_one", "last_two"]) > 2 * held(["runner"])


@needs_trainer
def test_lopsided_positions_are_made_by_unequal_numbers_of_turns() -> None:
    """One side is on its way home, the other has hardly begun: the pips differ far more often."""

    def ahead(lopsided: float) -> float:
        counts = walked(["runner"], 5, lopsided=lopsided)["side"]["count"].astype(int)
        pips = (counts[..., :26] * np.arange(26)).sum(-1)
        return float((np.abs(pips[:, 0] - pips[:, 1]) > 80).mean())

    assert ahead(1.0) > 1.4 * ahead(0.0)


@needs_trainer
def test_last_checkers_are_laid_out_before_a_side_that_is_scattered() -> None:
    """Good players rarely leave half their checkers outside before a last one; every board is a legal one."""

    def scattered(held: float) -> float:
        rows = walked(["best"], 5, held=held)
        evaluate(game_of("backgammon"), rows)  # refuses a board that there cannot be
        counts = rows["side"]["count"].astype(int)
        last, outside = counts[..., 20:26].sum(-1), counts[..., 7:15].sum(-1)
        return float(((last[:, ::-1] == 1) & (last == 0) & (outside > 6)).any(-1).mean())

    assert scattered(1.0) > 10 * scattered(0.0)


@needs_trainer
def test_styles_there_are_none_of_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(teaching.STYLES) == teaching.lib.BT_STYLES
    monkeypatch.setattr(recipe, "ROOT", tmp_path)
    for styles in ([], ["best", "lazy"]):
        written = tmp_path / "odd.toml"
        written.write_text(f'game = "hyper"\n[[stage]]\nkind = "label"\nname = "a"\nstyles = {styles}\n')
        with pytest.raises(SystemExit, match="styles"):
            recipe.Recipe.read(written)


@needs_trainer
def test_what_later_labels_find_is_carried_back() -> None:
    opinions = np.full((4, 5), 0.25, np.float32)
    labels = opinions.copy()
    labels[2] += np.array([0.1, 0.02, 0.01, -0.04, -0.03], np.float32)
    labels[3] += 0.08  # the end of another game
    found = teaching.carried_back(labels, opinions, np.array([2, 0, 0, 0], np.uint8), 0.5) - labels
    assert found[0] == pytest.approx([-0.05, -0.02, -0.015, 0.01, 0.005], abs=1e-6)
    assert not found[1:].any()
    chain = teaching.carried_back(labels, opinions, np.array([1, 1, 0, 0], np.uint8), 0.5) - labels
    assert chain[1] == pytest.approx(found[0])
    assert chain[0] == pytest.approx(0.25 * np.array([0.1, 0.02, 0.01, -0.04, -0.03]), abs=1e-6)


@needs_trainer
def test_the_same_seed_gives_the_same_nets(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    recipe_file = tmp_path / "small.toml"
    recipe_file.write_text(
        'game = "hyper"\n[[stage]]\nkind = "td"\nname = "a"\nhidden = 64\ngames = 60\nrefresh = 20\n'
        '[[stage]]\nkind = "label"\nname = "b"\nteacher = "a"\ncount = 300\n'
        '[[stage]]\nkind = "fit"\nname = "c"\nhidden = 64\nsets = ["b"]\npasses = 2\n'
    )
    files = []
    for run in ("one", "two"):
        monkeypatch.setattr(recipe, "ROOT", tmp_path / run)
        read = recipe.Recipe.read(recipe_file)
        for name in read.stages:
            trainer.do(read, name)
        files.append(teaching.quantised(read.game, read.nets("c")))
    assert files[0] == files[1]


@needs_trainer
def test_a_blend_lies_between_its_nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "ROOT", tmp_path)
    stages = "".join(
        f'[[stage]]\nkind = "td"\nname = "{name}"\nhidden = 64\ngames = 1\nseed = {seed}\n'
        for seed, name in enumerate("ab")
    )
    written = tmp_path / "small.toml"
    blend = 'kind = "blend"\nname = "c"\nstart = "a"\ntowards = "b"\nshare = 0.75\n'
    written.write_text(f'game = "hyper"\n{stages}[[stage]]\n{blend}')
    read = recipe.Recipe.read(written)
    for name in read.stages:
        trainer.do(read, name)
    for a, b, c in zip(*(read.nets(name) for name in "abc"), strict=True):
        assert c == pytest.approx(0.25 * a + 0.75 * b, abs=1e-6)


def test_the_bear_off_table_that_ships_is_the_one_that_is_made() -> None:
    made = make_bear_off_table(rows=5000)
    ours = bear_off_table()
    # means and chances of the first rows stand at the same places in both
    assert made[16 : 16 + 4 * 5000].tobytes() == ours[16 : 16 + 4 * 5000].tobytes()


@needs_trainer
@pytest.mark.parametrize("name", ["backgammon", "backgammon_scout", "plakoto"])
def test_what_ships_can_be_trained_on(name: str) -> None:
    """The nets that are read out of a file of weights make the same file again."""
    key = name.removesuffix("_scout")
    weights = (FOLDER / f"{name}.bin").read_bytes()
    nets = teaching.restored(weights)
    assert teaching.quantised(game_of(key), nets, is_raw=name != key) == weights
