"""Legal finals of every game: against the rules' worked positions and counts, the bench files and the slow oracle."""

from __future__ import annotations

import json
from typing import Any

import pytest

import reference
from boards import board_of, position_of
from checkpoint import Checkpoint
from engine_c import Game, Part, Position, Turn, first_part, game_of, legal_plays, whole_turn
from game.formats.ids import position_id, read_position_id
from positions import Roll, every_game, name_of, reached, scattered
from worked import DATA, Case, cases

BENCH = DATA / "bench"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_worked_position(case: Case) -> None:
    game, position = game_of(case.game, case.options), position_of(case.board)
    if case.first_stage_only:
        turn = Turn(first_part(game, case.dice, case.own_turns), case.own_turns)
        plays = legal_plays(game, position, turn)
    else:
        plays = whole_turn(game, position, case.dice, case.own_turns)
    finals = {board_of(play.final) for play in plays}
    assert case.count in (None, len(plays))
    for steps, is_final, outcome in case.plays:
        board = reference.board_after(case.rules, case.board, steps)
        assert (board in finals) == is_final, steps
        if outcome:
            found = game.outcome(position_of(board))
            assert outcome == f"{'none' if found.winner == 'nobody' else found.winner} {found.level}"


@pytest.mark.parametrize(
    "line",
    [line for line in (DATA / "roll_counts.txt").read_text("utf-8").splitlines() if line[0] != "#"],
    ids=lambda line: line.split()[0],
)
def test_finals_of_each_roll_from_the_start(line: str) -> None:
    key, turns, total, counts = (field.strip() for field in line.split("|"))
    game = game_of(key)
    found = {}
    for roll, count in (pair.split(":") for pair in counts.split()):
        part = first_part(game, (int(roll[0]), int(roll[1])), int(turns))
        found[roll] = len(legal_plays(game, game.start(), Turn(part, int(turns))))
        assert found[roll] == int(count), roll
    assert len(found) == 21
    assert sum(found.values()) == int(total)


def test_backgammon_after_two_plies() -> None:
    """183,632 results from the 406 distinct positions after one ply, 163,706 of them distinct."""
    game = game_of("backgammon")
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

    def after(positions: set[Position]) -> list[Position]:
        turns = [Turn(first_part(game, roll)) for roll in rolls]
        plays = (play for position in positions for turn in turns for play in legal_plays(game, position, turn))
        return [play.final.turned() for play in plays]

    once = set(after({game.start()}))
    twice = after(once)
    assert (len(once), len(twice), len(set(twice))) == (406, 183_632, 163_706)


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (BENCH / name).read_text("utf-8").splitlines()]


def test_bench_legal_moves() -> None:
    game = game_of("backgammon")
    for line in lines_of("legal_moves.jsonl"):
        plays = whole_turn(game, read_position_id(line["id"]), tuple(line["dice"]))
        assert sorted(position_id(play.final.turned()) for play in plays) == line["results"], line["id"]
        if "wins_game" not in line["tags"]:  # a winning step is a whole play, however many dice are left
            assert {len(play.steps) for play in plays} == {line["dice_used"]}, line["id"]


def bench_position(line: dict[str, Any]) -> tuple[Game, Position]:
    options = {name: "on" if value else "off" for name, value in line["options"].items()}
    position = Position.of(line["own"], line["opp"], line["pinned_own"], line["pinned_opp"])
    return game_of(line["game"], options), position


def test_bench_variants() -> None:
    for line in lines_of("variants.jsonl"):
        game, position = bench_position(line)
        context = line["context"]
        plays = whole_turn(game, position, tuple(line["dice"]), context["own_turns"], context["opp_turns"])
        boards = (play.final for play in plays)
        found = sorted([list(b.own), list(b.opponent), list(b.pinned_own), list(b.pinned_opponent)] for b in boards)
        assert found == sorted(line["finals"]), line
        assert len(found) == line["n"]


def test_bench_results() -> None:
    names = {"own": "own", "opp": "opponent", "draw": "draw", "none": "nobody"}
    for line in lines_of("results.jsonl"):
        game, position = bench_position(line)
        outcome = game.outcome(position)
        assert (outcome.winner, outcome.level) == (names[line["winner"]], line["level"]), line


def differences(game: Game, rolls: list[Roll]) -> list[Roll]:
    """The rolls on which engine and oracle disagree, in finals or in how a given play reaches its final."""
    judge = reference.rules(game.key, dict(game.options))
    return [roll for roll in rolls if not agrees(game, judge, roll)]


def agrees(game: Game, judge: reference.Rules, roll: Roll) -> bool:
    board, part = board_of(roll.position), roll.turn.part
    plays = legal_plays(game, roll.position, roll.turn)
    wanted = reference.finals(judge, board, part.dice, roll.turn.own_turns, part.steps)
    if {board_of(play.final) for play in plays} != wanted or len(plays) != len(wanted):
        return False
    dice = reference.all_dice(part.dice, part.steps)
    limit = reference.head_limit_of(judge, part.dice, roll.turn.own_turns)
    ways = ((tuple((step.source, step.die) for step in play.steps), play.final) for play in plays)
    return all(reference.played(judge, board, dice, steps, limit) == board_of(final) for steps, final in ways)


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_random_positions_against_the_oracle(game: Game) -> None:
    assert differences(game, reached(game, 1, 40) + scattered(game, 1, 40)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_twenty_thousand_positions_against_the_oracle(game: Game) -> None:
    """20,000 a game and set of options, half reached by play, half scattered; resumes after an interruption."""
    progress = Checkpoint("oracle", name_of(game))
    for block in range(progress.done, 20):
        assert differences(game, reached(game, 100 + block, 500) + scattered(game, 100 + block, 500)) == []
        progress.reach(block + 1)


def test_result_and_closed_out_against_the_oracle() -> None:
    names = {"none": "nobody"}
    for game in every_game():
        judge = reference.rules(game.key, dict(game.options))
        for roll in reached(game, 5, 60):
            for position in (roll.position, *(play.final for play in legal_plays(game, roll.position, roll.turn)[:5])):
                own, opponent = roll.turn.own_turns + 1, roll.turn.opponent_turns
                outcome = game.outcome(position, own, opponent)
                winner, level = reference.result(judge, board_of(position), own, opponent)
                if outcome.winner == "draw" and winner == "none":
                    continue  # both sides pinned for good: test_dead_position
                assert (outcome.winner, outcome.level) == (names.get(winner, winner), level)
                assert game.is_closed_out(position) == reference.closed_out(judge, board_of(position))


def test_dead_position() -> None:
    """Two mothers pinned under all the rest: without the mother rule nobody could ever move again, so it is drawn."""
    position = Position.of({1: 14, 24: 1}, {1: 14, 24: 1}, [24], [24])
    for key in ("plakoto", "mahbusa", "tapa"):
        assert game_of(key).outcome(position).winner == "draw"
    moving = Position.of({1: 13, 24: 1, 7: 1}, {1: 14, 24: 1}, [24], [24])
    assert game_of("mahbusa").outcome(moving).winner == "nobody"


def test_parts_of_fewer_than_four_equal_steps() -> None:
    """What the opponent left of a cascade: one to four steps of its number."""
    game = game_of("gulbara", {"cascade_rest": "opponent"})
    judge = reference.rules("gulbara")
    for roll in reached(game, 9, 40):
        for steps in (1, 2, 3):
            turn = Turn(Part((2, 2), steps, "rest"), roll.turn.own_turns)
            wanted = reference.finals(judge, board_of(roll.position), (2, 2), 99, steps)
            assert {board_of(play.final) for play in legal_plays(game, roll.position, turn)} == wanted
