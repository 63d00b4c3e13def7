"""Whole matches of random actions, over every game and option: each ends in a legal result and refolds to itself."""

from __future__ import annotations

from random import Random

import pytest

from checkpoint import Checkpoint
from engine_c import legal_plays
from game.dice.source import SeededDice
from game.match import cube, events
from game.match.options import LENGTHS, MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import Ending, MatchState, Phase, start
from positions import every_game, name_of


def every_match() -> list[MatchOptions]:
    """Matches and sessions of every game with every option, and the Greek match."""
    matches = [MatchOptions((game,), length=3, clock=True) for game in every_game()]
    with_cube = [game for game in every_game() if game.has_cube]
    matches += [
        MatchOptions((game,), 0, jacoby=jacoby, beavers=True, raccoons=jacoby, automatic_doubles=True)
        for game in with_cube
        for jacoby in (True, False)
    ]
    return [*matches, *(MatchOptions(length=length) for length in LENGTHS), tavli(5), tavli(7)]


def random_action(state: MatchState, rng: Random) -> events.Action:
    """Something that the side to act may do, resignations and doubles now and then."""
    match state.phase:
        case Phase.TO_OPEN:
            return events.Open()
        case Phase.TO_ROLL if cube.why_no_double(state, state.side) is None and rng.random() < 0.05:
            return events.Double()
        case Phase.TO_ROLL | Phase.TO_PLAY if state.last_thrown is not None and rng.random() < 0.01:
            return events.TakeBack()
        case Phase.TO_ROLL | Phase.TO_PLAY | Phase.TO_CHOOSE if rng.random() < 0.002 and (
            levels := cube.resignation_levels(state)
        ):
            return events.Resign(rng.choice(levels))
        case Phase.TO_ROLL:
            return events.Roll()
        case Phase.TO_CHOOSE:
            return events.Choose(rng.randint(1, 6))
        case Phase.TO_PLAY:
            return events.Move(rng.choice(legal_plays(state.game, state.position, state.turn)).steps)
        case Phase.TO_ANSWER_RESIGNATION:
            return rng.choice((events.Accept(), events.Refuse()))
        case Phase.TO_ANSWER_DOUBLE if state.options.beavers and rng.random() < 0.2:
            return events.Beaver()
        case Phase.TO_ANSWER_BEAVER if state.options.raccoons and rng.random() < 0.5:
            return events.Raccoon()
        case Phase.TO_ANSWER_DOUBLE | Phase.TO_ANSWER_BEAVER | Phase.TO_ANSWER_RACCOON:
            return rng.choice((events.Take(), events.Take(), events.Pass()))
        case _:
            opens_by_throw = not state.options.game(state.number + 1).winner_opens
            return events.Open() if opens_by_throw else events.Roll()


def check(state: MatchState) -> None:
    """What holds in every state."""
    state.game.check(state.position)
    assert state.phase in (Phase.TO_OPEN, Phase.GAME_OVER, Phase.MATCH_OVER) or state.to_act in (0, 1)
    asked = state.resumes if state.phase is Phase.TO_ANSWER_RESIGNATION else state.phase
    assert (asked is Phase.TO_PLAY) == (state.part is not None)
    if not state.options.is_session:
        assert (max(state.score) >= state.options.length) == (state.phase is Phase.MATCH_OVER)
    assert state.cube.value >= 1
    for result in state.results[-1:]:
        assert (result.winner is None) == (result.points == 0)
        by_mother = result.ending is Ending.MOTHER_PINNED  # its value is an option
        assert 0 <= result.level <= (3 if by_mother else state.options.game(len(state.results) - 1).most_level)


def play(options: MatchOptions, seed: int, games: int) -> MatchRecord:
    """A match to its end, a session or an endless match for so many games."""
    rng, dice = Random(f"match {seed}"), SeededDice(seed)
    state, record = start(options), []
    while state.phase is not Phase.MATCH_OVER and len(state.results) < games:
        action = random_action(state, rng)
        event = judge(state, state.to_act if state.to_act is not None else rng.randint(0, 1), action, dice)
        state = apply(state, event)
        record.append(event)
        check(state)
    kept = MatchRecord(options, ("", ""), tuple(record))
    assert kept.state() == state
    assert sum(result.points for result in state.results) == sum(state.score)
    return kept


def title(options: MatchOptions) -> str:
    length = f"to {options.length}" if options.length else f"session jacoby={options.jacoby}"
    return f"{' '.join(name_of(game) for game in options.games)} {length}"


@pytest.mark.parametrize("options", every_match(), ids=title)
def test_a_random_match(options: MatchOptions) -> None:
    record = play(options, 1, 3)
    states = list(record.states())
    assert len(states) == len(record.events) + 1
    assert record.until(len(record.events) // 2).state() == states[len(record.events) // 2]


@pytest.mark.long
def test_a_hundred_thousand_games() -> None:
    """Over all games and options; resumes after an interruption (about an hour and a half on one core)."""
    matches = every_match()
    progress = Checkpoint("matches", "random")
    played = progress.done
    while played < 100_000:
        options = matches[played % len(matches)]
        play(options, played, 1)
        played += 1
        if played % 500 == 0:
            progress.reach(played)
