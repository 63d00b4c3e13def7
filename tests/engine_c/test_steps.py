"""A part played step by step: what may come next is exactly what can still end in a legal final, and why not."""

from __future__ import annotations

import re

import pytest

import reference
from boards import board_of
from engine_c import (
    EngineError,
    Game,
    Play,
    Position,
    Step,
    Turn,
    first_part,
    game_of,
    legal_plays,
    next_steps,
    why_not,
)
from game.formats.text import read_position
from positions import Roll, every_game, name_of, reached, scattered


def endings(game: Game, roll: Roll) -> set[Position]:
    """Every board on which one may stop, found by following the next steps only."""
    found: set[Position] = set()
    seen: set[tuple[Position, tuple[int, ...]]] = set()
    waiting: list[tuple[Step, ...]] = [()]
    while waiting:
        played = waiting.pop()
        answer = next_steps(game, roll.position, roll.turn, played)
        key = (answer.now, tuple(sorted(step.die for step in played)))
        if key in seen:
            continue
        seen.add(key)
        if answer.may_stop:
            found.add(answer.now)
        assert answer.steps or answer.may_stop
        waiting.extend((*played, step) for step in answer.steps)
    return found


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_next_steps_lead_to_the_legal_finals_and_nowhere_else(game: Game) -> None:
    rolls = [roll for roll in reached(game, 3, 60) + scattered(game, 3, 20) if len(plays_of(game, roll)) < 60]
    for roll in rolls[:16]:
        assert endings(game, roll) == {play.final for play in plays_of(game, roll)}


def plays_of(game: Game, roll: Roll) -> tuple[Play, ...]:
    return legal_plays(game, roll.position, roll.turn)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_next_steps_against_the_oracle(game: Game) -> None:
    judge = reference.rules(game.key, dict(game.options))
    for roll in reached(game, 4, 30)[::6] + scattered(game, 4, 6):
        if roll.turn.part.steps == 4 and len(plays_of(game, roll)) > 40:
            continue
        dice, own_turns = roll.turn.part.dice, roll.turn.own_turns
        answer = next_steps(game, roll.position, roll.turn)
        for played in [(), *((step,) for step in answer.steps)]:
            found = {(step.source, step.die) for step in next_steps(game, roll.position, roll.turn, played).steps}
            pairs = tuple((step.source, step.die) for step in played)
            assert found == reference.next_steps(judge, board_of(roll.position), dice, own_turns, pairs)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_every_other_step_has_a_reason(game: Game) -> None:
    for roll in reached(game, 6, 24)[::4] + scattered(game, 6, 4):
        allowed = set(next_steps(game, roll.position, roll.turn).steps)
        for source in range(28):
            for die in range(1, 7):
                reason = why_not(game, roll.position, roll.turn, (), Step(source, die))
                assert (reason.why == "ALLOWED") == (Step(source, die) in allowed)


# Position, roll, steps played, step tried, why it is refused, the point and the number of the reason.
REFUSALS = [
    ("backgammon", {}, "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "3-1", "", "5/3", ("NO_CHECKER", 5, 0)),
    ("backgammon", {}, "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "3-1", "", "6/5", ("NO_SUCH_DIE", 6, 5)),
    ("backgammon", {}, "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "5-1", "", "24/5", ("BLOCKED", 19, 5)),
    ("backgammon", {}, "bar:2 6:13 / 5:2 6:13", "5-2", "", "6/5", ("BAR_FIRST", 25, 2)),
    ("backgammon", {}, "7:1 6:2 / 24:15", "6-1", "", "6/6", ("NOT_HOME", 7, 0)),
    ("backgammon", {}, "6:1 3:2 / 24:15", "5-1", "", "3/5", ("HIGHER_CHECKER", 6, 5)),
    ("backgammon", {}, "24:1 / 12:2 24:13", "6-5", "", "24/5", ("HIGHER_DIE", 24, 6)),
    ("backgammon", {}, "XGID=-bCB-BCa----c----c-f--A-CA:0:0:1:53:0:0:0:0:10", "5-3", "", "bar/3", ("PLAY_MORE", 25, 2)),
    ("backgammon", {}, "XGID=-GbG---------A------bbccc-:0:0:1:65:0:0:0:0:10", "6-5", "", "13/5", ("HIGHER_DIE", 13, 6)),
    ("tavla", {"hitrun_ban_home": "on"}, "13:1 8:1 / 21:1 24:13", "4-2", "8/4", "4/2", ("HIT_AND_RUN", 4, 2)),
    ("tavla", {"comp_bearoff": "on"}, "5:1 3:1 / 1:15", "6-2", "", "5/2", ("COMPULSORY_BEAR_OFF", 5, 0)),
    ("plakoto", {}, "6:2 4:1 2! / 23:1 24:14", "6-4", "", "2/4", ("PINNED", 2, 1)),
    ("plakoto", {}, "6:2 4:1 2! / 23:1 24:14", "6-4", "", "6/6", ("PINNED_AT_HOME", 2, 0)),
    ("fevga", {}, "24:14 13:1 / 24:13 23:1 18:1", "2-1", "", "24/1", ("RUNNER_RULE", 13, 12)),
    ("fevga", {}, "24:14 14:1 / 24:13 22:1 21:1", "4-3", "", "24/4", ("RUNNER_RULE", 14, 12)),
    ("fevga", {}, "24:6 23:1 22:1 21:1 20:1 8:5 / 24:10 15:5", "5-4", "24/4", "24/5", ("OWN_QUARTER", 24, 0)),
    ("fevga", {}, "24 16 11 10 9 8 7 1:8 / 24:15", "6-4", "16/6", "10/4", ("LOCKED_OUT", 10, 0)),
    ("nardy", {}, "24:13 20:1 18:1 / 24:14 18:1", "6-4", "24/4", "24/6", ("HEAD_RULE", 24, 1)),
    ("nardy", {}, "24 16 11 10 9 8 7 1:8 / 24:15", "6-4", "16/6", "10/4", ("SIX_PRIME", 10, 0)),
    ("moultezim", {"moultezim_form": "four_points"}, "24:9 17:1 11:1 10:1 9:1 8:2 / 13:15", "5-1", "24/1", "17/5",
     ("OUTER_LIMIT", 17, 4)),
    ("aceydeucey_seed", {}, "reserve:3 24:12 / reserve:15", "3-1", "", "24/3", ("RESERVE_FIRST", 26, 3)),
    ("aceydeucey_eu", {}, "4:1 2:1 / 24:15", "6-2", "", "4/6", ("EXACT_ONLY", 4, 6)),
]  # fmt: skip


def parsed(step: str) -> Step:
    source, die = step.split("/")
    return Step({"bar": 25, "reserve": 26}.get(source) or int(source), int(die))


@pytest.mark.parametrize(
    ("key", "options", "text", "dice", "played", "tried", "why"), REFUSALS, ids=lambda value: str(value)[:24]
)
def test_reason(
    key: str, options: dict[str, str], text: str, dice: str, played: str, tried: str, why: tuple[str, int, int]
) -> None:
    """Steps are written source/die."""
    game = game_of(key, options)
    spelled = re.sub(r"(^|\s)(\d+|bar)(?=\s|$)", r"\1\2:1", text)
    position = read_position(spelled, game.checkers).position
    first, second = (int(die) for die in dice.split("-"))
    turn = Turn(first_part(game, (first, second), 9), 9, 9)
    steps = tuple(parsed(step) for step in played.split())
    reason = why_not(game, position, turn, steps, parsed(tried))
    assert (reason.why, reason.point, reason.number) == why


def test_a_step_that_was_not_allowed_is_named() -> None:
    game = game_of("backgammon")
    turn = Turn(first_part(game, (3, 1)))
    with pytest.raises(EngineError) as error:
        next_steps(game, game.start(), turn, (Step(8, 3), Step(24, 3)))
    assert (error.value.name, error.value.index, error.value.point, error.value.value) == ("BAD_STEP", 1, 24, 3)
