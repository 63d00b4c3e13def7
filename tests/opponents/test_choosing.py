"""What a style may cost, how a level errs, how a game is kept close, and what is found out from what has happened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine_c import array_of, game_of, legal_plays, plays_many, turn_array
from game.adaptive import BEGINNING, FEWEST_DECISIONS, fitting
from game.dice.source import SeededDice
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.state import Phase
from game.match.table import Table
from game.match.timeline import Timeline
from game.seats import Question, view_of
from opponents import LEVELS, seat
from opponents.base import finals_of
from opponents.choosing import STYLE_COSTS_A_GAME, Decisions, choose, owners_of
from opponents.judge import equities
from opponents.ledger import decisions_of
from opponents.levels import level_for_rate
from opponents.player import Player
from opponents.trained import Trained
from positions import reached

GAME = game_of("backgammon")


def decisions(count: int = 200, spent: float = 0.0, lead: float = 0.0) -> Decisions:
    rolls = reached(GAME, 21, count)
    rows = array_of([roll.position for roll in rolls])
    ends, finals, _steps = plays_many(GAME, rows, turn_array([roll.turn for roll in rolls]))
    values = equities(Trained().chances(GAME, finals))
    same = np.ones(count)
    return Decisions(
        GAME, rows, finals, owners_of(ends), values, np.arange(count, dtype=np.uint64), spent * same, lead * same
    )


def given_up(level: str, asked: Decisions) -> np.ndarray:
    """What each decision of a level costs by its own judge."""
    chosen, _costs = choose(LEVELS[level], asked)
    best = np.maximum.reduceat(asked.values, np.flatnonzero(np.diff(asked.owner, prepend=-1)))
    return best - asked.values[chosen]


@pytest.mark.parametrize("style", ["aggressive", "careful", "runner"])
def test_a_style_that_has_cost_enough_in_a_game_plays_plainly(style: str) -> None:
    player = seat(style, "hard")
    assert isinstance(player, Player)
    free, spent = decisions(), decisions(spent=STYLE_COSTS_A_GAME)
    plain, _nothing = choose(player.strength, free)
    liked, costs = choose(player.strength, free, player.preference, player.weight)
    bound, none = choose(player.strength, spent, player.preference, player.weight)
    assert (liked != plain).any()
    assert 0.03 + 1e-9 >= costs.max() > 0.0
    assert (bound == plain).all()
    assert not none.any()


def test_levels_err_by_their_tables() -> None:
    easy, medium, hard = (given_up(level, decisions()) for level in ("easy", "medium", "hard"))
    assert easy.mean() > 1.5 * medium.mean() > 0.0
    assert easy.max() <= LEVELS["easy"].worst + 1e-3
    assert medium.max() <= LEVELS["medium"].worst + 1e-3
    assert hard.max() <= 1e-3


@pytest.mark.parametrize(("lead", "gives"), [(-3.5, False), (3.5, True)])
def test_a_game_is_kept_close_by_whoever_leads(lead: float, gives: bool) -> None:
    lost = given_up("even", decisions(lead=lead))
    assert lost.max() <= LEVELS["even"].gives + 1e-3
    assert bool(lost.max() > 0.02) is gives


@pytest.mark.parametrize("key", ["backgammon", "tavla", "gulbara", "aceydeucey_us", "fevga"])
@pytest.mark.parametrize("takes_back", [False, True])
def test_what_happened_leads_to_the_board_that_lies_there(key: str, takes_back: bool) -> None:
    """Two games of plays without a plan: closed-out sides, turns of several parts, whoever opens, turns taken back."""
    game = game_of(key)
    table = Table(MatchRecord(MatchOptions((game,), 5), ("Ada", "Bea")), SeededDice("ledger"))
    seen = taken_back = 0
    while table.state.number < 2 and seen < 400 and table.state.phase is not Phase.MATCH_OVER:
        state = table.state
        side = state.to_act or 0
        if state.phase in (Phase.TO_OPEN, Phase.GAME_OVER):
            is_first = state.phase is Phase.TO_OPEN or not game.winner_opens
            table.submit(side, events.Open() if is_first else events.Roll())
        elif takes_back and state.last_thrown is not None and seen // 5 > taken_back:
            taken_back = seen // 5
            table.submit(side, events.TakeBack())
        elif state.phase is Phase.TO_ROLL:
            table.submit(side, events.Roll())
        elif state.phase is Phase.TO_CHOOSE:
            table.submit(side, events.Choose(3))
        else:
            plays = legal_plays(game, state.position, state.turn)
            if seen % 7 == 0:
                view = view_of(Question(seat("careful", "hard"), side, state, 1, 1.0, None, table.record))
                assert len(decisions_of(view)) == plays_that_count(table.record)
            best = equities(Trained().chances(game, finals_of(plays))).argmax()
            table.submit(side, events.Move(plays[int(best)].steps))
            seen += 1
    assert seen > 40
    assert bool(taken_back) is takes_back


def plays_that_count(record: MatchRecord) -> int:
    """Those of the game being played that were not taken back."""
    rows = Timeline(record).rows
    return sum(
        isinstance(event, events.Played)
        for row in rows
        if row.game == rows[-1].game and not row.is_void
        for event in record.events[row.first : row.end]
    )


def record_of(level: str, seed: str) -> MatchRecord:
    """A match of a level against Hard."""
    table = Table(MatchRecord(MatchOptions((GAME,), 1), ("Ada", "Bea")), SeededDice(seed))
    seats = seat("balanced", level), seat("balanced", "hard")
    number = 0
    while table.state.phase is not Phase.MATCH_OVER:
        state, number = table.state, number + 1
        if state.phase is Phase.TO_OPEN:
            table.submit(0, events.Open())
        elif state.phase is Phase.TO_ROLL:
            table.submit(state.side, events.Roll())
        else:
            view = view_of(Question(seats[state.side], state.side, state, number, 1.0, None))
            table.submit(state.side, events.Move(seats[state.side].choose_play(replace(view, seed=number)).steps))
    return table.record


def test_adaptive_finds_the_level_that_somebody_plays_at() -> None:
    assert fitting(()).level == BEGINNING
    assert fitting(()).rate is None
    for level, fits in (("easy", ("easy",)), ("hard", ("hard", "master"))):
        found = fitting([(record_of(level, f"{level} {number}"), 0) for number in range(3)])
        assert found.level in fits
        assert found.decisions >= FEWEST_DECISIONS


@pytest.mark.parametrize(
    ("rate", "level"), [(40.0, "easy"), (18.0, "easy"), (10.0, "medium"), (2.0, "hard"), (0.1, "master")]
)
def test_the_level_for_a_rate(rate: float, level: str) -> None:
    assert level_for_rate(rate).key == level
