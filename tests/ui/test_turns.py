"""A turn at the table: by mouse, by drag, by keys; what goes by itself; why something is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine_c import Step, game_of, legal_plays
from game.formats.ids import position_id
from game.match import events
from game.match.events import Played, Rolled
from game.match.state import Cube, Phase
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot


def playing(pilot: Pilot, text: str, dice: tuple[int, int] | None, **facts: object) -> Pilot:
    """Side 0, at the bottom, has thrown these dice; the other side is a person too."""
    state = in_the_middle(text, dice, **facts)  # type: ignore[arg-type]  # facts of a test
    pilot.sit(header(state), state)
    pilot.until_still()
    return pilot


def steps_played(pilot: Pilot) -> list[tuple[int, int]]:
    """The steps of the last play as source and die."""
    assert pilot.app.scene.sitting is not None
    play = pilot.app.scene.sitting.table.record.events[-1]
    assert isinstance(play, Played)
    return [(step.source, step.die) for step in play.steps]


def click_click(pilot: Pilot) -> None:
    for place in (8, 5, 6, 5):
        pilot.click(place)
        pilot.until_still()


def drags(pilot: Pilot) -> None:
    pilot.drag(8, 5)
    pilot.drag(6, 5)


def double_and_right_click(pilot: Pilot) -> None:
    pilot.double_click(8)  # the higher die
    pilot.until_still()
    pilot.click(6, button=3)  # the lower one


def lower_first(pilot: Pilot) -> None:
    pilot.click(6, button=3)
    pilot.until_still()
    pilot.double_click(8)


def keys_alone(pilot: Pilot) -> None:
    for source, target in ((8, 5), (6, 5)):
        while pilot.app.scene.focus != source:
            pilot.press("tab")
        pilot.press("return")
        touch = pilot.app.scene.touch
        assert touch is not None
        for _ in range(8):
            if touch.aimed == target:
                break
            pilot.press("right")
        pilot.press("return")
        pilot.until_still()


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
    from game.ui.board.dice import falling  # noqa: PLC0415

    die = falling(pilot.director.geometry, throw, 1.0)[0]
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


# Undo


def test_steps_are_taken_back_one_by_one(pilot: Pilot) -> None:
    playing(pilot, START, (2, 2))
    before = pilot.state.position
    for place in (13, 13, 24):
        pilot.click(place, button=3)
        pilot.until_still()
    for left in (2, 1, 0):
        pilot.press("ctrl+z")
        pilot.until_still()
        assert pilot.director.entry is not None
        assert len(pilot.director.entry.steps) == left
    assert pilot.director.entry is not None
    assert pilot.director.entry.position == before
    assert pilot.director.show.laid == pilot.director.seen.laid(before, 0)


def test_f25_undoing_a_hit_restores_everything(pilot: Pilot) -> None:
    playing(pilot, "XGID=-a----E-C--aeE---c-e----B-:0:0:1:42:0:0:0:0:10", (4, 2))
    laid = pilot.director.show.laid
    assert pilot.director.entry is not None
    pilot.drag(13, 11)
    pilot.until_still()
    entry = pilot.director.entry
    assert position_id(entry.position) == "4HPwAVDgc+QBMA"
    assert entry.position.pips() == (165, 168)
    assert pilot.counts() == (15, 15)
    assert pilot.director.show.laid.count(28) == 1
    pilot.press("ctrl+z")
    pilot.until_still()
    assert position_id(entry.position) == "4HPwBSDgc/ABMA"
    assert entry.position.pips() == (167, 157)
    assert pilot.director.show.laid == laid
    assert pilot.counts() == (15, 15)


def last_event(pilot: Pilot) -> object:
    assert pilot.app.scene.sitting is not None
    return pilot.app.scene.sitting.table.record.events[-1]


@pytest.mark.parametrize("other", ["person", "balanced:easy"])
@pytest.mark.parametrize("frames", [0, 3, 10, 25])
def test_with_undo_shown_the_last_step_comes_back_until_the_next_dice_fall(
    make_pilot: MakePilot, other: str, frames: int
) -> None:
    pilot = make_pilot(show_undo_button=True, thinking_time="normal")
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state, ("person", other)), state)
    pilot.until_still()
    pilot.double_click(8)
    pilot.until(lambda: not pilot.director.show.is_busy)
    pilot.double_click(6)
    assert isinstance(last_event(pilot), Played)
    for _ in range(frames):
        pilot.frame()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), events.TookBack)
    pilot.until(lambda: pilot.director.entry is not None and not pilot.director.show.is_busy)
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == (Step(8, 3),)
    assert pilot.state.dice == (3, 1)
    pilot.double_click(6)
    pilot.until(lambda: isinstance(last_event(pilot), Rolled) or pilot.state.side == 1)
    assert pilot.counts() == (15, 15)


def test_an_answer_that_came_before_the_undo_throws_no_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot(show_undo_button=True, thinking_time="long")
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state, ("person", "balanced:easy")), state)
    pilot.until_still()
    pilot.double_click(8)
    pilot.until(lambda: not pilot.director.show.is_busy)
    pilot.double_click(6)
    pilot.until(lambda: pilot.director.is_thinking)
    pilot.until_answered()  # the answer is there and waits for its time
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), events.TookBack)
    assert not any(isinstance(event, Rolled) for event in pilot.director.sitting.table.record.events)


def test_a_refused_resignation_does_not_hide_the_step_to_undo(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(show_undo_button=True), START, (3, 1))
    drags(pilot)
    pilot.until_still()
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until_still()
    pilot.push("refuse")
    pilot.until_still()
    pilot.press("ctrl+z")
    pilot.until_still()
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == (Step(8, 3),)


def test_without_undo_shown_a_confirmed_turn_is_played(pilot: Pilot) -> None:
    playing(pilot, START, (3, 1))
    drags(pilot)
    pilot.press("ctrl+z")
    assert isinstance(last_event(pilot), Played)


# Turns of several parts: game, board, the throw, the number chosen where one is.
PARTS = [
    ("gulbara", "24:15 / 24:15", (5, 5)),
    ("aceydeucey_eu", "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (2, 1)),
    ("aceydeucey_us", "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (2, 1)),
]


@pytest.mark.parametrize(("key", "text", "dice"), PARTS)
def test_undo_of_the_last_step_of_a_turn_of_several_parts(
    make_pilot: MakePilot, key: str, text: str, dice: tuple[int, int]
) -> None:
    pilot = make_pilot(show_undo_button=True, play_forced=False)
    state = in_the_middle(text, dice, key)
    pilot.sit(header(state), state)
    pilot.until_still()
    plays: list[tuple[object, tuple[Step, ...]]] = []
    pilot.director.sitting.table.listen(
        lambda event, before, _after: plays.append((before.part, event.steps)) if isinstance(event, Played) else None
    )
    while pilot.state.side == 0 and not pilot.director.wants_roll:
        touch = pilot.app.scene.touch
        if pilot.director.wants_number:
            pilot.press("3")
        elif touch and touch.sources():
            pilot.click(touch.sources()[0], button=3)
        pilot.until_still()
    assert len(plays) > 1
    part, steps = plays[-1]
    pilot.press("ctrl+z")
    pilot.until_still()
    if pilot.state.side == 1:  # the bonus throw of acey-deucey begins a turn that has nothing to take back
        return
    assert pilot.state.part == part
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == steps[:-1]
    assert pilot.counts() == (15, 15)


# What goes by itself


FORCED = "XGID=----b-M-A-------b-cdd---A-:0:0:1:62:0:0:0:0:10"


def test_f01_a_forced_play_is_made_for_the_person(pilot: Pilot) -> None:
    playing(pilot, FORCED, (6, 2))
    assert set(steps_played(pilot)) == {(24, 2), (8, 6)}
    assert pilot.state.side == 1


def test_f01_and_is_not_when_that_is_switched_off(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(play_forced=False), FORCED, (6, 2))
    assert pilot.director.entry is not None
    assert pilot.state.side == 0
    assert set(pilot.app.scene.touch.sources()) == {24, 8}  # type: ignore[union-attr]


def test_no_legal_play_is_said_and_passes(pilot: Pilot) -> None:
    state = in_the_middle("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", (6, 5))
    pilot.sit(header(state), state)
    pilot.until(lambda: pilot.said == "Ada has no legal play.")
    pilot.until_still()
    assert pilot.state.side == 1
    assert steps_played(pilot) == []


def test_closed_out_is_said_and_does_not_roll(pilot: Pilot) -> None:
    state = in_the_middle("8:3 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 2:14", (1, 1))
    pilot.sit(header(state), state)
    pilot.until_still()
    for place in (8, 8, 8, 7):
        pilot.click(place, button=3)
        pilot.until_still()
    pilot.until_still()
    assert pilot.state.side == 0
    assert pilot.state.turns == (10, 10)
    assert "Bea is closed out" in pilot.said


# Rolls automatically, the game, whether the Roll button waits.
ROLLS = [(True, "tavla", False), (False, "tavla", True), (True, "backgammon", True), (False, "backgammon", True)]


@pytest.mark.parametrize(("automatic", "key", "waits"), ROLLS)
def test_rolling_by_itself(make_pilot: MakePilot, automatic: bool, key: str, waits: bool) -> None:
    pilot = make_pilot(roll_automatically=automatic)
    state = in_the_middle(START, None, key)
    pilot.sit(header(state), state)
    pilot.until_still()
    assert pilot.director.wants_roll == waits
    assert (pilot.state.phase is Phase.TO_ROLL) == waits
    if waits:
        pilot.press("space")
        pilot.until_still()
        assert pilot.state.phase is Phase.TO_PLAY


def test_with_done_the_turn_waits_for_enter(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    drags(pilot)
    pilot.until_still()
    assert pilot.state.side == 0
    pilot.press("return")
    pilot.until_still()
    assert pilot.state.side == 1


def test_with_done_and_keys_alone(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    keys_alone(pilot)
    assert pilot.state.side == 0
    pilot.press("return")
    pilot.until_still()
    assert pilot.state.side == 1


def test_done_too_early_says_why(make_pilot: MakePilot) -> None:
    pilot = playing(make_pilot(confirm_automatically=False), START, (3, 1))
    assert not pilot.box("done").is_enabled
    pilot.drag(8, 5)
    pilot.until_still()
    assert not pilot.director.finish()
    assert pilot.said == "The turn is not finished: there are dice left to play."


# Who has the cube, score, length, Crawford: is there a Double button, and what does the key say?
DOUBLES: list[tuple[dict[str, object], bool, str]] = [
    ({}, True, ""),
    ({"cube": Cube(2, 0)}, True, ""),
    ({"cube": Cube(2, 1)}, False, "Your opponent owns the cube, so only your opponent may double."),
    ({"is_crawford": True, "score": (6, 2)}, False, "This is the Crawford game: nobody may double in it."),
    ({"length": 1}, False, "In a match to one point nobody may double."),
    ({"key": "tavla"}, False, "This game is played without the doubling cube."),
]


@pytest.mark.parametrize(("facts", "may", "sentence"), DOUBLES)
def test_f17_the_double_button_is_there_only_when_one_may(
    make_pilot: MakePilot, facts: dict[str, object], may: bool, sentence: str
) -> None:
    pilot = playing(make_pilot(roll_automatically=False), START, None, **facts)
    assert ("double" in [box.key for box in pilot.app.scene.boxes()]) == may
    pilot.press("ctrl+d")
    assert (pilot.state.phase is Phase.TO_ANSWER_DOUBLE) == may
    assert pilot.app.scene._refusal == sentence


def test_one_may_not_double_after_the_roll(pilot: Pilot) -> None:
    playing(pilot, START, (3, 1))
    pilot.press("ctrl+d")
    assert pilot.said == "You may double only on your own turn, before you roll."


def test_f17_the_crawford_game_is_named(pilot: Pilot) -> None:
    playing(pilot, START, None, is_crawford=True, score=(6, 2))
    from game.ui.modes import words  # noqa: PLC0415

    assert ("Crawford game", "strong", "accent") in words.information(pilot.director.sitting)


# Refusals: game, options, board, dice, clicks before (source and die), source, target, the sentence.
REFUSALS = [
    ("backgammon", {}, START, (3, 1), "", 6, 4, "This checker cannot get there with these dice."),
    ("backgammon", {}, START, (5, 1), "", 24, 19, "Your opponent holds point 19."),
    ("backgammon", {}, START, (5, 5), "", 24, None, "Your opponent holds point 19."),
    ("backgammon", {}, "bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (3, 1), "", 13, None,
     "Enter from the bar first; until then nothing else may move."),
    ("backgammon", {}, "bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", (6, 1), "", 25, 19,
     "Your opponent holds point 19."),
    ("backgammon", {}, "7:1 6:2 / 24:15", (6, 1), "", 6, 0,
     "You may bear off only when all your checkers are in your home board."),
    ("backgammon", {}, "6:1 3:2 / 24:15", (5, 1), "", 3, 0,
     "Your checker on point 6 stands further back and comes first."),
    ("backgammon", {}, "XGID=-GbG---------A------bbccc-:0:0:1:65:0:0:0:0:10", (6, 5), "", 13, 8,
     "Only one die can be played, and it must be the higher one: 6."),
    ("backgammon", {}, "XGID=-bCB-BCa----c----c-f--A-CA:0:0:1:53:0:0:0:0:10", (5, 3), "", 25, 22,
     "You must use as many dice as you can: after this, one would be lost."),
    ("tavla", {"hitrun_ban_home": "on"}, "13:1 8:1 / 21:1 24:13", (4, 2), "8/4", 4, 2,
     "The checker that hit on point 4 must stay there this turn."),
    ("tavla", {"comp_bearoff": "on"}, "5:1 4:1 / 1:15", (6, 2), "", 5, 3,
     "A checker can be borne off, so you must bear it off instead."),
    ("plakoto", {}, "12:1 6:2 4:1 2! / 23:1 24:14", (6, 4), "", 2, None,
     "Your checker on point 2 is pinned and cannot move."),
    ("plakoto", {}, "6:2 4:1 2! / 23:1 24:14", (6, 3), "", 6, 0,
     "Your checker on point 2 is pinned: until it is free you cannot bear off."),
    ("fevga", {}, "24:14 13:1 / 24:13 23:1 18:1", (3, 1), "", 24, None,
     "The first checker, on point 13, must reach point 12 before others may start."),
    ("fevga", {}, "24:6 23:1 22:1 21:1 20:1 8:5 / 24:10 15:5", (5, 4), "24/4", 24, 19,
     "You may not hold all six points of your starting quarter when your turn ends."),
    ("fevga", {}, "24 16 11 10 9 8 7 1:8 / 24:15", (6, 4), "16/6", 10, 6,
     "You may not leave your opponent without any possible move."),
    ("nardy", {}, "24:13 20:1 18:1 / 24:14 18:1", (6, 4), "24/4", 24, None,
     "No more checkers may leave the head in this turn."),
    ("nardy", {}, "24 16 11 10 9 8 7 1:8 / 24:15", (6, 4), "16/6", 10, 6,
     "You may not block six points in a row here when your turn ends."),
    ("moultezim", {"moultezim_form": "four_points"}, "24:9 17:1 11:1 10:1 9:1 8:2 / 13:15", (5, 1), "24/1", 17, 12,
     "You may hold at most 4 of the points 7 to 12 when your turn ends."),
    ("aceydeucey_seed", {}, "reserve:3 24:12 / reserve:15", (3, 1), "", 24, None,
     "Enter all checkers from the reserve first; until then nothing else may move."),
    ("aceydeucey_eu", {}, "4:1 2:1 / 24:15", (6, 2), "", 4, 0, "A 6 bears off only from point 6."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "options", "text", "dice", "before", "source", "target", "sentence"),
    REFUSALS,
    ids=lambda value: str(value)[:30],
)
@pytest.mark.parametrize("by_drag", [False, True], ids=["click", "drag"])
def test_the_reason_of_every_refusal_is_told(
    make_pilot: MakePilot,
    key: str,
    options: dict[str, str],
    text: str,
    dice: tuple[int, int],
    before: str,
    source: int,
    target: int | None,
    sentence: str,
    by_drag: bool,
) -> None:
    """target None: the checker may not move at all, and is only clicked. Earlier steps are written source/die."""
    pilot = make_pilot(play_forced=False, confirm_automatically=False)
    playing(pilot, text, dice, key=key, options=options)
    if before:
        first, die = (int(word) for word in before.split("/"))
        pilot.drag(first, first - die)
        pilot.until_still()
    entry = pilot.director.entry
    assert entry is not None
    steps = entry.steps
    if target is None:
        pilot.click(source)
    elif by_drag:
        pilot.drag(source, target)
    else:
        pilot.click(source)
        pilot.click(target)
    assert pilot.app.scene._refusal == sentence
    assert entry.steps == steps
    pilot.until_still()
    assert sum(pilot.counts()) == 2 * game_of(key).checkers
    for _ in range(60 * 8):
        pilot.frame()
    assert pilot.app.scene._refusal == ""


# What is tried at the wrong time or place, and what is said then.
TRIES: list[tuple[Callable[[Pilot], None], str]] = [
    (lambda pilot: pilot.press("space"), "Not now: the dice must be played first."),
    (lambda pilot: pilot.press("ctrl+z"), "There is no step to undo."),
    (lambda pilot: pilot.press("ctrl+d"), "You may double only on your own turn, before you roll."),
    (lambda pilot: pilot.press("ctrl+b"), "There is no turn to take back."),
    (lambda pilot: pilot.click(1), "You have no checker there."),
    (lambda pilot: pilot.click(12, button=3), "You have no checker there."),
    (lambda pilot: pilot.double_click(19), "You have no checker there."),
    (lambda pilot: pilot.click(2), ""),
    (lambda pilot: pilot.click(0), ""),
    (lambda pilot: pilot.press("3"), ""),
]


@pytest.mark.parametrize(("attempt", "sentence"), TRIES)
def test_what_is_tried_at_the_wrong_time_or_place(
    pilot: Pilot, attempt: Callable[[Pilot], None], sentence: str
) -> None:
    playing(pilot, START, (3, 1))
    attempt(pilot)
    assert pilot.app.scene._refusal == sentence
    assert pilot.director.entry is not None
    assert pilot.director.entry.steps == ()


# Many presses at once


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
