"""What one may not do at the table, and the sentence that says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine_c import game_of
from game.match.state import Cube, Phase
from middle import START
from pilot import MakePilot, Pilot
from turning import playing

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
