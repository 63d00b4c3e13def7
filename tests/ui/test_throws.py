"""Dice as solid bodies: where they may come to rest, on which face, and that nothing about them is a trick."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from math import inf, nan

import numpy as np
import pytest

from engine_c import game_of, tumble
from engine_c._engine import ffi, lib
from engine_c.status import EngineError
from engine_c.tumble import ThrowPlan, throw_dice
from game.ui.board import geometry as table
from game.ui.board.attitude import Rotation, labels, matrix, resting
from game.ui.board.dice import REACH, Course, FallingDie, Manner, Throw
from game.ui.board.geometry import DIE_HALF, FIELD_CENTRE, FIELD_HALF_WIDTH, Geometry
from game.ui.board.happenings import KINDS
from game.ui.board.seen import Laid, Seen

GAME = game_of("backgammon")
LAID = Seen(GAME).laid(GAME.start(), 0)
PLAN = ThrowPlan(2, (0.46, 6.46, -5.55, 5.55), (5.5, -0.45, 1.2), (-8.0, 0.6), (-REACH, REACH))
FULL = Laid(tuple((place % 2,) * 5 if 1 <= place <= 24 else () for place in range(table.PLACES)))
"""Five checkers on every point: the middle alone is free."""

NORMALS = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, -1, 0), 5: (0, 1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}
"""Where each number lies on a die that has not been turned: see `picture.die`."""


def up(rotation: Rotation) -> int:
    return max(NORMALS, key=lambda face: float((rotation @ np.array(NORMALS[face]))[2]))


def corners(die: FallingDie) -> np.ndarray:
    """The four corners of a lying die, seen from above."""
    flat = resting(die.face, die.lean)
    both = [flat[:2, axis] for axis in range(3) if abs(flat[2, axis]) < 0.5]
    middle = np.array((die.spot.x, die.spot.y))
    return np.array([middle + DIE_HALF * (a * both[0] + b * both[1]) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))])


def are_apart(one: np.ndarray, other: np.ndarray) -> bool:
    """Some edge of one of two squares has both on different sides."""
    for square in (one, other):
        for start, end in pairwise([*square, square[0]]):
            normal = np.array((start[1] - end[1], end[0] - start[0]))
            a, b = one @ normal, other @ normal
            if a.max() < b.min() or b.max() < a.min():
                return True
    return False


def half_of(geometry: Geometry, at_bottom: bool) -> float:
    return FIELD_CENTRE if at_bottom != geometry.mirrored else -FIELD_CENTRE


@pytest.mark.parametrize("laid", [LAID, FULL], ids=["start", "full"])
@pytest.mark.parametrize("geometry", [Geometry(), Geometry(mirrored=True)], ids=["right", "left"])
@pytest.mark.parametrize("seed", range(3))
def test_all_throws_lie_well_on_the_faces_of_the_record(seed: int, geometry: Geometry, laid: Laid) -> None:
    for first, second in product(range(1, 7), repeat=2):
        at_bottom = (first + second) % 2 == 0
        throw = Throw((first, second), at_bottom, seed=seed * 36 + first * 6 + second).among(geometry, laid)
        course = Course(throw, geometry, Manner())
        dice = course.lying()
        assert [die.face for die in dice] == [first, second]
        assert [up(resting(die.face, die.lean)) for die in dice] == [first, second]
        squares = [corners(die) for die in dice]
        assert are_apart(*squares)
        middle = half_of(geometry, at_bottom)
        for square in squares:
            assert abs(square[:, 0] - middle).max() < FIELD_HALF_WIDTH
            assert abs(square[:, 1]).max() <= REACH + 0.01  # beside five checkers, on none of them
        last = course.dice(course.seconds - 1 / 240)
        assert [up(die.rotation) for die in last if die.rotation is not None] in ([first, second], [])


@pytest.mark.parametrize("seed", range(40))
def test_energy_falls_and_all_ends_flat_on_the_felt(seed: int) -> None:
    thrown = throw_dice(PLAN, seed)
    assert thrown is not None
    energy = thrown.energies.sum(axis=1)
    assert np.diff(energy).max() < 0.01 * energy[0]
    assert energy[-1] < 0.3 * energy[0]
    assert np.diff(thrown.places[:, :, 2].min(axis=1)).max() < 0.2  # nothing jumps
    for die in range(2):
        rotation = matrix(thrown.turns[-1, die])
        assert np.abs(rotation[2]).max() > 0.999
        assert thrown.places[-1, die, 2] == pytest.approx(DIE_HALF, abs=0.015)


@pytest.mark.parametrize("seed", range(12))
def test_dice_never_sink_into_felt_walls_or_each_other(seed: int) -> None:
    thrown = throw_dice(PLAN, seed)
    assert thrown is not None
    assert thrown.places[:, :, 2].min() > 0.9 * DIE_HALF
    low = thrown.places[..., 2] < table.RIM
    assert thrown.places[..., 0][low].min() > PLAN.walls[0] + 0.9 * DIE_HALF
    apart = np.linalg.norm(thrown.places[:, 0] - thrown.places[:, 1], axis=1)
    assert apart.min() > 1.8 * DIE_HALF


def test_the_same_numbers_give_the_same_throw_and_others_another() -> None:
    one, same, other = throw_dice(PLAN, 5), throw_dice(PLAN, 5), throw_dice(PLAN, 6)
    assert one is not None
    assert same is not None
    assert other is not None
    assert np.array_equal(one.places, same.places)
    assert one.touches == same.touches
    assert one.places.shape != other.places.shape or not np.array_equal(one.places, other.places)


def test_hardly_any_throw_has_to_be_laid_down_by_hand() -> None:
    assert all(throw_dice(PLAN, seed) is not None for seed in range(150))


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("quarter", range(4))
def test_numbers_are_written_on_a_proper_cube(face: int, quarter: int) -> None:
    """Whatever face of the bare cube is up: the numbers are turned within it, never mirrored."""
    for lying in (resting(other, 37.0) for other in range(1, 7)):
        within, turn = labels(lying, face, quarter)
        assert np.linalg.det(within) == pytest.approx(1.0)
        assert np.array_equal(np.sort(np.abs(within), axis=1), [[0, 0, 1]] * 3)
        assert up(lying @ within) == face
        assert np.allclose(lying @ within, resting(face, turn), atol=0.02)


@pytest.mark.parametrize("manner", [Manner(), Manner(has_cup=False), Manner(pace=0.75), Manner(pace=1.9)])
def test_nothing_snaps(manner: Manner) -> None:
    """From one frame to the next no die jumps or is turned by a leap, up to the last one, in which it lies."""
    course = Course(Throw((6, 2), True, seed=9).among(Geometry(), LAID), Geometry(), manner)
    frames = [course.dice(moment) for moment in np.arange(0.0, course.seconds + 0.02, 1 / 240)]
    shown = [frame for frame in frames if frame]
    for before, after in pairwise(shown):
        for one, other in zip(before, after, strict=True):
            was, now = (resting(d.face, d.lean) if d.rotation is None else d.rotation for d in (one, other))
            turned = np.degrees(np.arccos(np.clip((np.trace(was.T @ now) - 1) / 2, -1, 1)))
            moved = np.hypot(one.spot.x - other.spot.x, one.spot.y - other.spot.y)
            assert turned < 20.0 * manner.pace
            assert moved < 0.12 * manner.pace
    assert all(die.rotation is None for die in shown[-1])


def test_the_opening_throw_is_one_die_each() -> None:
    course = Course(Throw((4, 2), None, seed=3), Geometry(), Manner())
    dice = course.lying()
    assert [die.face for die in dice] == [4, 2]
    assert [die.side for die in dice] == [0, 1]
    assert dice[0].spot.x > 0 > dice[1].spot.x
    assert len(course.cups(0.4)) == 2


def test_a_throw_without_a_cup_is_shorter_and_one_with_little_motion_stands_still() -> None:
    throw = Throw((6, 2), True, seed=4)
    with_cup, by_hand, calm = (
        Course(throw, Geometry(), manner) for manner in (Manner(), Manner(has_cup=False), Manner(is_calm=True))
    )
    assert with_cup.seconds > by_hand.seconds + 0.5
    assert by_hand.seconds > calm.seconds
    assert by_hand.cups(0.2) == []
    assert calm.cups(0.1) == []
    places = {tuple((d.spot.x, d.spot.y, d.rotation is None) for d in calm.dice(at)) for at in (0.0, 0.1, 0.2, 1.0)}
    assert len(places) == 1
    assert [die.alpha for die in calm.dice(0.0)] == [0.0, 0.0]
    assert Course(throw, Geometry(), Manner(pace=1.9)).seconds == pytest.approx(with_cup.seconds / 1.9)


@pytest.mark.parametrize("manner", [Manner(), Manner(has_cup=False), Manner(is_calm=True), Manner(pace=1.9)])
def test_what_is_heard_of_a_throw_is_in_order_and_within_it(manner: Manner) -> None:
    course = Course(Throw((3, 3), False, seed=8).among(Geometry(), LAID), Geometry(), manner)
    moments = [happening.at for happening in course.happenings]
    assert moments == sorted(moments)
    assert 0.0 <= moments[0] <= moments[-1] <= course.seconds
    assert {happening.kind for happening in course.happenings} <= set(KINDS)
    assert all(0.0 <= happening.strength <= 1.0 for happening in course.happenings)
    assert ("cup_shaken" in {happening.kind for happening in course.happenings}) == (
        manner == Manner(True, manner.pace)
    )
    assert any(happening.kind == "die_on_felt" for happening in course.happenings)


@pytest.mark.parametrize(
    "wrong",
    [
        {"dice": 0},
        {"dice": 3},
        {"dice": 2**40},
        {"walls": (1.0, 0.0, -1.0, 1.0)},
        {"walls": (nan, 6.0, -5.0, 5.0)},
        {"mouth": (0.0, 0.0, inf)},
        {"mouth": (0.0, 99.0, 1.0)},
        {"way": (-65.0, 0.0)},
        {"limits": (-33.0, 1.0)},
        {"blocks": ((0.0, 0.0, nan),)},
        {"blocks": ((0.0, 0.0, 0.0),) * (tumble.MOST_BLOCKS + 1)},
    ],
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(EngineError) as error:
        throw_dice(replace(PLAN, **wrong), 1)  # type: ignore[arg-type]  # that is the point
    assert error.value.name == "BAD_THROW"


@pytest.mark.parametrize("tries", [0, -1, 4097, 2**40])
def test_a_senseless_number_of_tries_is_refused(tries: int) -> None:
    with pytest.raises(EngineError):
        throw_dice(PLAN, 1, tries)


def test_throws_that_cannot_end_well_are_none() -> None:
    assert throw_dice(replace(PLAN, limits=(0.0, 0.1)), 1, 3) is None
    assert throw_dice(replace(PLAN, way=(64.0, 64.0)), 1, 3) is None


def test_a_throw_that_cannot_end_well_is_laid_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tumble, "throw_dice", lambda _plan, _seed: None)
    course = Course(Throw((5, 1), True, seed=987_654), Geometry(), Manner())
    assert [die.face for die in course.dice(course.seconds)] == [5, 1]
    assert course.dice(course.seconds / 2)


def test_missing_pointers_and_short_lists_are_refused() -> None:
    plan, frames, touches = ffi.new("bg_throw *"), ffi.new("bg_die_frame[2]"), ffi.new("bg_touch[1]")
    number = ffi.new("int32_t *")
    assert lib.bg_throw_dice(ffi.NULL, 1, 1, frames, 1, number, touches, 1, number) == lib.BG_NULL_POINTER
    assert lib.bg_throw_dice(plan, 1, 1, ffi.NULL, 1, number, touches, 1, number) == lib.BG_NULL_POINTER
    assert lib.bg_throw_dice(plan, 1, 1, frames, 0, number, touches, 1, number) == lib.BG_BAD_THROW
    assert lib.bg_throw_dice(plan, 1, 1, frames, 1, number, touches, 97, number) == lib.BG_BAD_THROW
