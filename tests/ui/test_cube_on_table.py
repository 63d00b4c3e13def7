"""The doubling cube is carried and turned; dice change places; a checker stays the same piece of wood."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from game.ui.board.cube import CubeOnTable, CubeShown
from game.ui.board.dice import FallingDie, exchanged
from game.ui.board.geometry import Geometry, Spot
from game.ui.board.grains import followed, usual
from game.ui.board.seen import Laid, carried

MIDDLE = CubeShown(64, Geometry().cube(None))
OFFERED = CubeShown(2, Geometry().cube(None, offered_to=1))
OWNED = CubeShown(2, Geometry().cube(1))


def seen(*ways: CubeShown | None, seconds: float = 0.5, is_calm: bool = False) -> list[CubeShown | None]:
    """The cube at every fiftieth of a second of its ways."""
    cube, found, now = CubeOnTable(), [], 0.0
    for wanted in ways:
        moves = True
        while moves:
            moves = cube.follow(wanted, now, seconds, is_calm=is_calm)
            found.append(cube.at(now))
            now += 0.02
    return found


def test_an_offered_cube_is_turned_to_its_next_number_on_its_way() -> None:
    shown = [cube for cube in seen(MIDDLE, OFFERED) if cube]
    assert shown[0] == MIDDLE
    assert shown[-1] == OFFERED
    turns = [cube.turn for cube in shown[1:-1]]
    assert turns == sorted(turns)
    assert (turns[0], turns[-1]) == (0, 90)
    assert max(cube.spot.z for cube in shown) > 0.8
    steps = [hypot(b.spot.x - a.spot.x, b.spot.y - a.spot.y) for a, b in pairwise(shown)]
    assert max(steps) < 0.8


@pytest.mark.parametrize(
    ("ways", "options"),
    [
        ((MIDDLE, OFFERED, OWNED), {}),
        ((MIDDLE, OFFERED, OWNED), {"is_calm": True}),
        ((MIDDLE, OFFERED), {"seconds": 0.0}),
        ((None, MIDDLE), {}),
        ((MIDDLE, None), {}),
    ],
)
def test_a_cube_ends_where_it_belongs_and_lies_still(
    ways: tuple[CubeShown | None, ...], options: dict[str, object]
) -> None:
    shown = seen(*ways, **options)  # type: ignore[arg-type]  # by their names
    assert shown[-1] == ways[-1]
    jumps = [before for before, after in pairwise(shown) if before and before.is_moving and after in ways[:-1]]
    assert len(jumps) <= len(ways)


@pytest.mark.parametrize("options", [{"seconds": 0.0}, {"is_calm": True}])
def test_with_little_motion_nothing_is_turned(options: dict[str, object]) -> None:
    assert all(cube is None or cube.turn == 0 for cube in seen(MIDDLE, OFFERED, **options))  # type: ignore[arg-type]


def test_a_cube_that_is_called_back_on_its_way_goes_on_from_there() -> None:
    cube = CubeOnTable()
    cube.follow(MIDDLE, 0.0, 0.5, is_calm=False)
    cube.follow(OFFERED, 0.0, 0.5, is_calm=False)
    before = cube.at(0.25)
    cube.follow(MIDDLE, 0.25, 0.5, is_calm=False)
    after = cube.at(0.25)
    assert before is not None
    assert after is not None
    assert (after.spot.x, after.spot.y) == pytest.approx((before.spot.x, before.spot.y))


def test_dice_change_places_around_each_other() -> None:
    dice = [
        FallingDie(3, Spot(2.0, 0.2), None, 10, 0.0, 0),
        FallingDie(1, Spot(4.0, -0.3), None, 80, 0.0, 0),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        one, other = exchanged(dice, share)
        assert hypot(one.spot.x - other.spot.x, one.spot.y - other.spot.y) > 0.95
    start, end = exchanged(dice, 0.0), exchanged(dice, 1.0)
    assert (start[0].spot.x, start[1].spot.x) == pytest.approx((4.0, 2.0))
    assert (end[0].spot.x, end[1].spot.x) == pytest.approx((2.0, 4.0))
    assert [die.face for die in end] == [3, 1]


def test_a_checker_stays_the_same_piece_wherever_it_goes() -> None:
    stacks: list[tuple[int, ...]] = [()] * 30
    stacks[13], stacks[6], stacks[4] = (0, 0, 0), (0, 0), (1,)
    before = Laid(tuple(stacks))
    stacks[13], stacks[4], stacks[28] = (0, 0), (0,), (1,)
    after = Laid(tuple(stacks))
    grains = usual(before)
    moved = followed(grains, before, after, carried(before, after))
    assert moved[4] == (grains[13][2],)
    assert moved[28] == (grains[4][0],)
    assert (moved[13], moved[6]) == (grains[13][:2], grains[6])
    assert followed(moved, after, before, carried(after, before)) == grains
