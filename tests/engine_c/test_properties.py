"""What holds for every play of every game, and how boards look from either side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine_c import (
    OPTIONS,
    Game,
    Play,
    Position,
    Step,
    after,
    array_of,
    game_of,
    legal_plays,
    pips_of,
    plays_many,
    positions_of,
    turn_array,
)
from positions import Roll, every_game, name_of, reached, scattered

README = Path(__file__).parent.parent.parent / "README.md"


def rolls_of(game: Game) -> list[Roll]:
    return reached(game, 11, 60) + scattered(game, 11, 40)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_every_play(game: Game) -> None:
    for roll in rolls_of(game):
        plays = legal_plays(game, roll.position, roll.turn)
        assert len({play.final for play in plays}) == len(plays)
        assert len({len(play.steps) for play in plays if game.outcome(play.final).winner == "nobody"}) <= 1
        for play in plays:
            game.check(play.final)
            check_pips(game, roll, play)
            check_dice(roll, play)
            assert after(game, roll.position, roll.turn, play.steps) == play.final


def check_pips(game: Game, roll: Roll, play: Play) -> None:
    """Own pips fall by the lengths of the steps; the other side's rise by what was hit, or not at all."""
    before, later = roll.position.pips(), play.final.pips()
    length = sum(min(step.die, 25 if step.source >= 25 else step.source) for step in play.steps)
    assert before[0] - later[0] == length
    hit = play.final.opponent[25] - roll.position.opponent[25]
    assert hit >= 0 if game.hits else (hit == 0 and before[1] == later[1])


def check_dice(roll: Roll, play: Play) -> None:
    part = roll.turn.part
    left = [part.dice[0]] * part.steps if part.dice[0] == part.dice[1] else list(part.dice)
    for step in play.steps:
        left.remove(step.die)
    assert all(isinstance(step, Step) for step in play.steps)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_many_rolls_at_once_are_the_same_as_one_by_one(game: Game) -> None:
    rolls = rolls_of(game) * 15
    positions = array_of([roll.position for roll in rolls])
    ends, finals, _steps = plays_many(game, positions, turn_array([roll.turn for roll in rolls]))
    singles = [play.final for roll in rolls for play in legal_plays(game, roll.position, roll.turn)]
    assert positions_of(finals) == singles
    assert ends[-1] == len(singles)


def test_a_position_is_a_value() -> None:
    start = game_of("backgammon").start()
    same = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, start.opponent)
    assert same == start
    assert hash(same) == hash(start)
    assert start.turned() == start
    assert start.turned().turned().data == start.data
    assert pips_of(array_of([start])).tolist() == [[167, 167]]
    for bad in (b"", bytes(63), bytes(65)):
        with pytest.raises(ValueError, match="64 bytes"):
            Position(bad)
    for own in ({28: 1}, {-1: 1}, {6: 256}, {6: -1}):
        with pytest.raises(ValueError, match="places are 0 to 26"):
            Position.of(own, {})
    with pytest.raises(ValueError, match="points are 1 to 24"):
        Position.of({25: 1}, {}, [25])


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_the_start(game: Game) -> None:
    start = game.start()
    game.check(start)
    assert sum(start.own) == game.checkers
    assert start.own == start.opponent
    assert game.outcome(start).winner == "nobody"
    assert not game.is_closed_out(start)


def test_the_readme_names_every_game_and_option() -> None:
    text = README.read_text("utf-8").replace("\\|", "|")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for key, options in OPTIONS.items():
        row = next(line for line in rows if f"`{key}`" in line)
        named = dict(re.findall(r"`(\w+)=([\w|]+)`", row))
        assert named == {option: "|".join(values) for option, values in options.items()}, key


def test_facts_of_games() -> None:
    facts = {
        key: (game.checkers, game.most_level, game.has_cube, game.plays_opening_dice, game.winner_opens)
        for key, game in ((key, game_of(key)) for key in OPTIONS)
    }
    assert facts["backgammon"] == (15, 3, True, True, False)
    assert facts["hyper"] == (3, 3, True, True, False)
    assert facts["tavla"] == facts["portes"] == facts["plakoto"] == facts["nardy"] == (15, 2, False, False, True)
    assert facts["aceydeucey_us"] == (15, 3, False, False, False)
    nardy = game_of("nardy", {"opening": "dice"})
    assert (nardy.has_cube, nardy.plays_opening_dice, nardy.winner_opens) == (True, True, False)


def test_equal_turns_give_the_second_side_its_last_turn() -> None:
    """The side that opened has finished with its fifth turn; the other has had four."""
    game = game_of("nardy", {"equal_turns": "on"})
    first_is_off = Position.of({1: 1, 0: 14}, {0: 15})
    both_are_off = Position.of({0: 15}, {0: 15})
    assert game.outcome(first_is_off, 4, 5).winner == "nobody"
    assert game.outcome(first_is_off, 5, 5).winner == "opponent"
    assert game.outcome(both_are_off, 5, 5).winner == "draw"
    assert game_of("nardy").outcome(first_is_off, 4, 5).winner == "opponent"
