"""A turn at the table: by mouse, by drag, by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine_c import legal_plays
from game.match.state import Phase
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot
from turning import drags, keys_alone, playing, steps_played


def click_click(pilot: Pilot) -> None:
    for place in (8, 5, 6, 5):
        pilot.click(place)
        pilot.until_still()


def double_and_right_click(pilot: Pilot) -> None:
    pilot.double_click(8)  # the higher die
    pilot.until_still()
    pilot.click(6, button=3)  # the lower one


def lower_first(pilot: Pilot) -> None:
    pilot.click(6, button=3)
    pilot.until_still()
    pilot.double_click(8)


WAYS: list[tuple[Callable[[Pilot], None], set[tuple[int, int]]]] = [
    (click_click, {(8, 3), (6, 1)}),
    (drags, {(8, 3), (6, 1)}),
    (double_and_right_click, {(8, 3), (6, 1)}),
    (lower_first, {(8, 3), (6, 1)}),
    (keys_alone, {(8, 3), (6, 1)}),
]


@pytest.mark.parametrize(("hand", "steps"), WAYS, ids=lambda value: getattr(value, "__name__", ""))
def test_ways_to_move(pilot: Pilot, hand: Callable[[Pilot], None], steps: set[tuple[int, int]]) -> None:
    playing(pilot, START, (3, 1))
    hand(pilot)
    pilot.until_still()
    assert set(steps_played(pilot)) == steps
    assert (pilot.state.side, pilot.state.phase) == (1, Phase.TO_ROLL)
    assert pilot.counts() == (15, 15)


# Dice, from where to where in one go, the steps it takes.
ONE_GO = [
    ((3, 1), 24, 20, [(24, 3), (21, 1)]),
    ((5, 4), 24, 15, [(24, 4), (20, 5)]),
    ((2, 2), 13, 5, [(13, 2), (11, 2), (9, 2), (7, 2)]),
    ((5, 5), 13, 3, [(13, 5), (8, 5)]),
]


@pytest.mark.parametrize(("dice", "source", "target", "steps"), ONE_GO)
@pytest.mark.parametrize("by_drag", [True, False], ids=["drag", "clicks"])
def test_one_checker_takes_several_dice_in_one_go(
    pilot: Pilot, dice: tuple[int, int], source: int, target: int, steps: list[tuple[int, int]], by_drag: bool
) -> None:
    playing(pilot, START, dice)
    if by_drag:
        pilot.drag(source, target)
    else:
        pilot.click(source)
        pilot.click(target)
    pilot.until_still()
    entry = pilot.director.entry
    done = [(step.source, step.die) for step in entry.steps] if entry else steps_played(pilot)
    assert done == steps


@pytest.mark.parametrize("dice", [(3, 1), (1, 3)])
@pytest.mark.parametrize("by_key", [True, False], ids=["key", "click"])
@pytest.mark.parametrize("times", [0, 1, 2])
def test_swapping_the_dice_changes_which_is_played_first(
    pilot: Pilot, dice: tuple[int, int], by_key: bool, times: int
) -> None:
    playing(pilot, START, dice)
    for _ in range(times):
        if by_key:
            pilot.press("x")
        else:
            click_on_a_die(pilot)
        pilot.until_still()
    pilot.click(24)
    pilot.click(20)
    pilot.until_still()
    assert [die for _source, die in steps_played(pilot)] == ([1, 3] if times == 1 else [3, 1])


def click_on_a_die(pilot: Pilot) -> None:
    layout, throw = pilot.app.scene._layout, pilot.director.show.throw
    assert layout is not None
    assert throw is not None
    die = pilot.director.show.dice()[0]
    pilot.click_at(layout.camera.project(die.spot.x, die.spot.y, 0.335)[:2])


def test_the_dice_of_the_opening_throw_stay_with_those_who_threw_them(pilot: Pilot) -> None:
    pilot.sit(header(in_the_middle(START), seed="opening"))
    pilot.until_still()
    throw = pilot.director.show.throw
    assert throw is not None
    assert throw.at_bottom is None
    pilot.press("x")
    pilot.until_still()
    after = pilot.director.show.throw
    assert after is not None
    assert (after.faces, pilot.director.swapped) == (throw.faces, True)


def test_f26_queued_presses_use_no_more_than_two_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot(animation_speed="normal")
    playing(pilot, START, (5, 3))
    import pygame  # noqa: PLC0415

    position, turn = pilot.state.position, pilot.state.turn
    finals = {play.final.turned() for play in legal_plays(pilot.state.game, position, turn)}
    for place in (13, 8):
        at = pilot.pixel(place)
        for _ in range(8):
            pilot.mouse(pygame.MOUSEBUTTONDOWN, at)
            pilot.mouse(pygame.MOUSEBUTTONUP, at)
            pilot.now += 0.0075
        for _ in range(4):
            pilot.frame()
    pilot.until_still()
    assert pilot.counts() == (15, 15)
    entry = pilot.director.entry
    if entry is None:
        assert pilot.state.position in finals
    else:
        assert len(entry.steps) <= 2
        assert pilot.director.show.laid == pilot.director.seen.laid(entry.position, 0)


def test_f31_all_sources_and_targets_of_a_rich_double(pilot: Pilot, capsys: pytest.CaptureFixture[str]) -> None:
    import time  # noqa: PLC0415

    state = in_the_middle("XGID=-hg----AAAAAAA-AAAA--AAAA-:0:0:1:22:0:0:0:0:10", (2, 2))
    pilot.sit(header(state), state)
    began = time.perf_counter()
    pilot.until(lambda: pilot.director.entry is not None)
    pilot.draw()
    touch = pilot.app.scene.touch
    assert touch is not None
    sources = {step.source for step in pilot.director.entry.choices}  # type: ignore[union-attr]
    assert set(touch.sources()) == sources
    for place in touch.sources():
        pilot.click(place)
        assert touch.picked == place
        assert touch.targets()
        touch.drop()
    with capsys.disabled():
        print(f"\nF31: {time.perf_counter() - began:.3f} s for {len(sources)} highlights, pictures included")


def test_a_board_that_is_mirrored_in_the_middle_of_a_game_is_mirrored_whole(make_pilot: MakePilot) -> None:
    pilot = make_pilot(animation_speed="normal")
    playing(pilot, START, (3, 1))
    pilot.change(home_on_left=True)
    pilot.click(8)
    pilot.click(5)
    pilot.frame()
    (flight,) = pilot.director.show.in_the_air()
    start, end = (pilot.director.geometry.checker(place, 0).x for place in (8, 5))
    assert min(start, end) <= flight.spot.x <= max(start, end)
