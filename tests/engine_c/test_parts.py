"""Turns of several parts: what follows a part, game by game."""

from __future__ import annotations

import pytest

from engine_c import Follow, Part, Position, Turn, chosen_part, first_part, game_of, next_part, whole_turn

ON_THE_WAY = Position.of({20: 15}, {20: 15})  # nobody is near the end
OVER = Position.of({0: 15}, {20: 15})
END, ROLL, CHOOSE = Follow("end"), Follow("roll"), Follow("choose")


def double(number: int, kind: str, steps: int = 4) -> Part:
    return Part((number, number), steps, kind)


# Game, options, part, steps played, what follows.
FOLLOWS = [
    ("backgammon", {}, double(6, "roll"), 4, END),
    ("backgammon", {}, Part((2, 1), 2), 2, END),
    ("gulbara", {}, double(4, "roll"), 4, END),
    ("gulbara", {}, double(4, "cascade"), 4, Follow("play", double(5, "cascade"))),
    ("gulbara", {}, double(4, "cascade"), 3, END),
    ("gulbara", {}, double(4, "cascade"), 0, END),
    ("gulbara", {}, double(6, "cascade"), 4, END),
    ("gulbara", {"cascade_rest": "opponent"}, double(4, "cascade"), 3, Follow("opponent", double(4, "rest", 1))),
    ("gulbara", {"cascade_rest": "opponent"}, double(4, "cascade"), 0, Follow("opponent", double(4, "rest", 4))),
    ("gulbara", {"cascade_rest": "opponent"}, double(6, "cascade"), 2, Follow("opponent", double(6, "rest", 2))),
    ("gulbara", {"cascade_rest": "opponent"}, double(4, "rest", 1), 1, Follow("play", double(5, "rest"))),
    ("gulbara", {"cascade_rest": "opponent"}, double(4, "rest", 2), 1, END),
    ("gulbara", {"cascade_rest": "opponent"}, double(6, "rest", 2), 2, END),
    ("aceydeucey_us", {}, Part((2, 1), 2), 2, CHOOSE),
    ("aceydeucey_us", {}, Part((1, 2), 2), 2, CHOOSE),
    ("aceydeucey_us", {}, Part((2, 1), 2), 1, END),
    ("aceydeucey_us", {}, double(3, "chosen"), 4, ROLL),
    ("aceydeucey_us", {}, double(3, "chosen"), 3, END),
    ("aceydeucey_us", {}, double(3, "roll"), 4, END),
    ("aceydeucey_us", {}, Part((6, 5), 2), 2, END),
    ("aceydeucey_seed", {}, Part((2, 1), 2), 2, CHOOSE),
    ("aceydeucey_eu", {}, double(3, "roll"), 4, Follow("play", double(4, "complement"))),
    ("aceydeucey_eu", {}, double(3, "roll"), 2, END),
    ("aceydeucey_eu", {}, double(4, "complement"), 4, ROLL),
    ("aceydeucey_eu", {}, double(4, "complement"), 1, END),
    ("aceydeucey_eu", {}, double(1, "chosen"), 4, Follow("play", double(6, "complement"))),
]


@pytest.mark.parametrize(("key", "options", "part", "played", "follow"), FOLLOWS, ids=str)
def test_what_follows(key: str, options: dict[str, str], part: Part, played: int, follow: Follow) -> None:
    game = game_of(key, options)
    assert next_part(game, ON_THE_WAY, Turn(part, 5, 5), played) == follow
    assert next_part(game, OVER, Turn(part, 5, 5), played) == END


# Game, dice, own turns made before, the part that the roll gives.
FIRST = [
    ("backgammon", (3, 3), 9, double(3, "roll")),
    ("backgammon", (3, 1), 9, Part((3, 1), 2)),
    ("gulbara", (3, 3), 2, double(3, "roll")),
    ("gulbara", (3, 3), 3, double(3, "cascade")),
    ("gulbara", (3, 1), 3, Part((3, 1), 2)),
    ("aceydeucey_us", (2, 1), 0, Part((2, 1), 2)),
]


@pytest.mark.parametrize(("key", "dice", "own_turns", "part"), FIRST, ids=str)
def test_what_a_roll_gives(key: str, dice: tuple[int, int], own_turns: int, part: Part) -> None:
    assert first_part(game_of(key), dice, own_turns) == part


def test_a_turn_that_would_go_on_for_ever_is_cut_by_whoever_asks() -> None:
    game = game_of("gulbara")
    scattered = Position.of(dict.fromkeys(range(10, 25), 1), {15: 15})
    with pytest.raises(ValueError, match="more than 500 finals"):
        whole_turn(game, scattered, (1, 1), 5, 5, limit=500)


def test_the_choice_is_part_of_the_american_game() -> None:
    game = game_of("aceydeucey_us")
    assert [chosen_part(game, number).dice for number in range(1, 7)] == [(n, n) for n in range(1, 7)]
