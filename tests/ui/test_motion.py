"""Checkers on their way: what is seen and heard, that it can always be skipped, and that it changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine_c import game_of
from film import put
from game.match.events import Event
from game.ui.board import geometry as table
from game.ui.board.dice import Manner, Throw
from game.ui.board.flight import InTheAir
from game.ui.board.geometry import Geometry
from game.ui.board.happenings import KINDS, Happening
from game.ui.board.seen import Laid, Seen
from game.ui.board.show import Show
from game.ui.modes.stage import CARRY_SECONDS, OWN_SECONDS
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot

FRAME = 1 / 60
GAME = game_of("backgammon")
LAID = Seen(GAME).laid(GAME.start(), 0)
BLOT = put(LAID, (19, 20))
HIT = put(BLOT, (24, 20))
HOME = put(LAID, *[(13, 5)] * 5, *[(8, 4)] * 3, *[(24, 3)] * 2)
OFF = put(HOME, (6, 0))


def showing(laid: Laid = LAID) -> tuple[Show, list[Happening]]:
    heard: list[Happening] = []
    return Show(laid, Geometry(), heard.append), heard


def frames(show: Show, look: Callable[[], object], began: float = 0.0) -> float:
    """Frame by frame until nothing moves; the time it took."""
    now = began
    while show.step(now):
        look()
        now += FRAME
    return now - began


def kinds(heard: list[Happening]) -> list[str]:
    return [happening.kind for happening in heard]


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (LAID, put(LAID, (24, 18)), ["checker_lifted", "checker_down"]),
        (LAID, put(LAID, (13, 8)), ["checker_lifted", "checker_on_checker"]),
        (BLOT, HIT, ["checker_lifted", "checker_knocked", "checker_down", "checker_on_bar"]),
        (HOME, OFF, ["checker_lifted", "checker_off"]),
    ],
)
def test_what_is_heard_of_a_step(before: Laid, after: Laid, heard: list[str]) -> None:
    show, told = showing(before)
    show.move(after, 0.4)
    frames(show, lambda: None)
    assert kinds(told) == heard
    assert [happening.at for happening in told] == sorted(happening.at for happening in told)
    assert set(heard) <= set(KINDS)
    assert show.laid == after


def test_a_checker_goes_up_and_comes_down_where_it_belongs() -> None:
    show, _ = showing()
    show.move(put(LAID, (24, 18)), 0.4)
    seen: list[InTheAir] = []
    frames(show, lambda: seen.extend(show.in_the_air()))
    heights = [air.spot.z for air in seen]
    assert max(heights) > 1.0
    assert heights[0] == 0.0
    end = Geometry().checker(18, 0)
    assert (seen[-1].spot.x, seen[-1].spot.y) == pytest.approx((end.x, end.y))
    assert seen[-1].spot.z < 0.02
    steps = [abs(b.spot.x - a.spot.x) for a, b in pairwise(seen)]
    assert max(steps) < 1.2  # the eye can follow


def test_a_blot_lies_until_it_is_struck_and_then_goes_to_the_bar() -> None:
    show, _ = showing(BLOT)
    show.move(HIT, 0.5)
    show.step(0.0)
    show.step(0.3)
    blot = next(air for air in show.in_the_air() if air.side == 1)
    assert blot.spot == Geometry().checker(20, 0)
    highest = 0.0
    while show.step(show._now + FRAME) and show.is_busy:
        highest = max(highest, *(air.spot.z for air in show.in_the_air() if air.side == 1))
    assert highest > table.RIM + 0.5
    assert show.laid.stacks[table.OTHER_BAR] == (1,)


def test_the_checkers_of_a_double_go_one_after_the_other() -> None:
    show, told = showing()
    laid = LAID
    for move in ((13, 7), (13, 7), (8, 5), (8, 5)):
        laid = put(laid, move)
        show.move(laid, 0.4)
    at_once: list[int] = []
    lasted = frames(show, lambda: at_once.append(sum(air.spot.z > 0.2 for air in show.in_the_air())))
    assert max(at_once) == 1
    assert lasted > 4 * 0.4 * 0.9
    assert kinds(told).count("checker_lifted") == 4


@pytest.mark.parametrize("seconds", [CARRY_SECONDS["slow"], OWN_SECONDS["slow"]])
@pytest.mark.parametrize("move", [(24, 23), (8, 7), (24, 13)])
def test_the_slowest_speed_takes_its_time(seconds: float, move: tuple[int, int]) -> None:
    show, told = showing()
    show.move(put(LAID, move), seconds)
    frames(show, lambda: None)
    assert told[-1].at - told[0].at >= 0.6


@pytest.mark.parametrize("is_calm", [False, True])
@pytest.mark.parametrize("skip_at", [number * 0.11 for number in range(24)])
def test_skipped_at_any_moment_all_is_where_it_belongs(skip_at: float, is_calm: bool) -> None:
    """The same board, the same dice, every call made once and in order, whenever somebody presses something."""
    show, told = showing(BLOT)
    called: list[str] = []
    throw = Throw((4, 2), True, seed=5)
    show.roll(throw, Manner(is_calm=is_calm))
    show.then(lambda: called.append("thrown"))
    show.move(HIT, 0.4, is_calm=is_calm)
    show.then(lambda: called.append("hit"))
    show.move(put(HIT, (8, 6)), 0.4, is_calm=is_calm)
    show.then(lambda: called.append("moved"))
    now = 0.0
    while now < skip_at:
        show.step(now)
        now += FRAME
    before = len(told)
    was_moving = show.is_moving
    assert show.hurry() == was_moving
    assert len(told) == before  # what is skipped is not heard
    if was_moving:
        assert not show.is_busy
    frames(show, lambda: None, now)
    assert show.laid == put(HIT, (8, 6))
    assert show.lying() == show.laid
    assert show.in_the_air() == []
    assert show.cups() == []
    assert called == ["thrown", "hit", "moved"]
    assert [die.face for die in show.dice()] == [4, 2]
    assert all(die.rotation is None for die in show.dice())


def test_what_a_hurried_step_brings_about_takes_its_time_again() -> None:
    show, _ = showing()
    show.move(put(LAID, (24, 18)), 0.4)
    show.then(lambda: show.move(put(LAID, (24, 13)), 0.4))
    show.step(0.0)
    assert show.hurry()
    assert show.laid == put(LAID, (24, 18))
    assert show.is_busy


def test_with_little_motion_checkers_slide() -> None:
    show, told = showing(BLOT)
    show.move(HIT, 0.4, is_calm=True)
    seen: list[InTheAir] = []
    frames(show, lambda: seen.extend(show.in_the_air()))
    assert all(air.lean == 0 for air in seen)
    assert max(air.spot.z for air in seen) <= table.RIM + 0.05
    assert show.in_the_air() == []
    assert "checker_knocked" not in kinds(told)


def test_a_checker_put_down_by_hand_is_heard_and_the_blot_still_flies() -> None:
    show, told = showing(BLOT)
    show.move(HIT, 0.4, in_hand=0)
    assert show.step(0.0)
    assert [air.spot for air in show.in_the_air()] == [Geometry().checker(20, 0)] * 2
    frames(show, lambda: None, FRAME)
    assert kinds(told) == ["checker_down", "checker_knocked", "checker_on_bar"]


def test_a_board_laid_anew_is_not_heard() -> None:
    show, told = showing(HOME)
    show.move(LAID, 0.0)
    show.step(0.0)
    assert told == []
    assert show.laid == LAID


def test_checkers_in_the_air_and_lying_are_all_there_in_every_frame() -> None:
    show, _ = showing(BLOT)
    show.move(HIT, 0.3)
    show.move(put(HIT, (20, 14)), 0.3)
    counts = set()

    def count() -> None:
        lying = sum(map(len, show.lying().stacks))
        counts.add(lying + len(show.in_the_air()))

    frames(show, count)
    assert counts == {30}


# At the table


def played(pilot: Pilot, turns: int) -> list[Event]:
    """Two people play the first step that is allowed, again and again."""
    state = in_the_middle(START)
    sitting = pilot.sit(header(state, seed="motion"), state)
    events = sitting.table.record.events
    for _ in range(20_000):
        if len(events) >= turns:
            break
        pilot.frame()
        director = pilot.director
        if director.show.is_busy:
            continue
        if director.wants_roll:
            director.roll()
        elif director.entry is not None:
            director.entry.step(director.entry.choices[0])
            director.stepped(by_hand=False)
    return list(events)[:turns]


def test_motion_changes_nothing_of_what_happens(make_pilot: MakePilot, tmp_path: Path) -> None:
    manners: list[dict[str, Any]] = [
        {"animation_speed": "off"},
        {"animation_speed": "fast"},
        {"animation_speed": "fast", "reduced_motion": True},
    ]
    kept = [
        [astuple(event) for event in played(make_pilot(is_blind=True, folder=tmp_path / str(number), **manner), 20)]
        for number, manner in enumerate(manners)
    ]
    assert kept[0] == kept[1] == kept[2]


@pytest.mark.parametrize("hurry", [lambda p: p.click_at((300, 300)), lambda p: p.press("space", "return")])
def test_a_click_or_a_key_ends_a_throw_at_once(make_pilot: MakePilot, hurry: Callable[[Pilot], None]) -> None:
    pilot = make_pilot(animation_speed="slow")
    pilot.sit(header(in_the_middle(START), seed="opening"))
    pilot.until(lambda: pilot.director.show.is_moving)
    hurry(pilot)
    assert not pilot.director.show.is_moving
    pilot.frame()
    assert pilot.director.entry is not None


@pytest.mark.parametrize(
    ("settings", "has_cup"), [({}, True), ({"cup": False}, False), ({"reduced_motion": True}, False)]
)
def test_the_cup_is_a_setting(make_pilot: MakePilot, settings: dict[str, bool], has_cup: bool) -> None:
    pilot = make_pilot(animation_speed="normal", **settings)
    state = in_the_middle(START)
    pilot.sit(header(state))
    pilot.until(lambda: pilot.director.show.is_moving)
    seen = False
    while pilot.director.show.is_moving:
        seen = seen or bool(pilot.director.show.cups())
        pilot.frame()
    assert seen == has_cup
