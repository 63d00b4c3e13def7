"""A match at which somebody sits: its dice, its clock, what is kept, and what happens when it cannot be kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from engine_c import game_of, legal_plays
from game.dice.fair import first_wrong_throw
from game.errors import GameError
from game.match import events
from game.match.clock import DELAY
from game.match.options import MatchOptions
from game.match.state import Ending, Phase
from game.sitting import Sitting
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened, notices = open_store(tmp_path, datetime(2026, 1, 1))
    assert notices == []
    yield opened
    opened.close()


def header(dice: str = "fair", **options: object) -> MatchHeader:
    return MatchHeader(("A", "B"), MatchOptions(**options), ("person", "person"), dice)  # type: ignore[arg-type]


def play_on(sitting: Sitting, rng: Random, turns: int) -> None:
    """So many events of random play, without doubles."""
    for _ in range(turns):
        state, side = sitting.state, sitting.state.to_act or 0
        match state.phase:
            case Phase.MATCH_OVER:
                return
            case Phase.TO_OPEN | Phase.GAME_OVER:
                sitting.submit(0, events.Open())
            case Phase.TO_ROLL:
                sitting.submit(side, events.Roll())
            case _:
                plays = legal_plays(state.game, state.position, state.turn)
                sitting.submit(side, events.Move(rng.choice(plays).steps))


def test_a_resumed_match_throws_the_same_dice(store: Store) -> None:
    for dice in ("fair", "seeded"):
        sitting = Sitting.begin(store, header(dice))
        play_on(sitting, Random(1), 7)
        resumed = Sitting.resume(store, sitting.header.id)
        assert resumed.state == sitting.state
        assert [resumed.throw() for _ in range(5)] == [sitting.throw() for _ in range(5)]


def test_the_commitment_stands_before_the_first_throw_and_every_game_has_its_own(store: Store) -> None:
    sitting = Sitting.begin(store, header(length=15))  # no game of random play wins it at once
    rng = Random(2)
    shown = [sitting.commitment]
    sitting.add_words("my own words")
    assert sitting.players_seed == "my own words"
    play_on(sitting, rng, 1)
    with pytest.raises(GameError, match="dice_already_thrown"):
        sitting.add_words("too late")
    while sitting.state.phase is not Phase.GAME_OVER:
        play_on(sitting, rng, 1)
    shown.append(sitting.commitment)
    proof = store.proof(sitting.header.id, 0)
    assert proof is not None
    assert (proof.commitment, proof.players_seed) == (shown[0], "my own words")
    assert first_wrong_throw(proof) is None
    assert shown[0] != shown[1]
    assert sitting.may_add_words


def test_typed_dice_are_those_that_were_typed(store: Store) -> None:
    sitting = Sitting.begin(store, header("typed"))
    sitting.submit_throw(0, events.Open(), (6, 2))
    assert (sitting.state.dice, sitting.state.to_act) == ((6, 2), 0)
    with pytest.raises(GameError, match="dice_not_entered"):
        sitting.throw()
    assert sitting.commitment is None


def test_the_clock_runs_for_whoever_is_to_act_and_who_runs_out_loses_the_game(store: Store) -> None:
    sitting = Sitting.begin(store, header("typed", length=3, clock=True), now=0.0)
    sitting.submit_throw(0, events.Open(), (6, 2))
    bank = float(sitting.header.options.clock_bank)
    now = 0.0
    for _ in range(100):  # ten seconds: within the delay
        now += 0.1
        sitting.tick(now, runs=True)
    assert sitting.clock is not None
    assert sitting.clock.banks == (bank, bank)
    sitting.tick(now + 1000.0, runs=False)  # a card, then a stall: nothing is charged
    now += 1000.0
    while sitting.state.phase is Phase.TO_PLAY:
        now += 0.5
        sitting.tick(now, runs=True)
    assert sitting.state.results[-1].ending is Ending.TIMED_OUT
    assert sitting.state.score == (0, 1)
    assert now - 1000.0 == pytest.approx(bank + DELAY, abs=1.0)


def test_the_clock_is_kept_with_the_match(store: Store) -> None:
    sitting = Sitting.begin(store, header("typed", clock=True), now=0.0)
    sitting.submit_throw(0, events.Open(), (6, 2))
    for tick in range(1, 121):
        sitting.tick(tick * 0.5, runs=True)
    spent = sitting.clock.banks if sitting.clock else (0.0, 0.0)
    sitting.submit(
        0, events.Move(legal_plays(game_of("backgammon"), sitting.state.position, sitting.state.turn)[0].steps)
    )
    resumed = Sitting.resume(store, sitting.header.id)
    assert resumed.clock is not None
    assert resumed.clock.banks == pytest.approx(spent)
    assert spent[0] < spent[1]


def test_when_the_store_cannot_be_written_play_goes_on_and_it_is_told_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting.begin(store, header())
    play_on(sitting, Random(3), 4)
    append, failures = Store.append, []

    def full(self: Store, *args: object, **facts: object) -> None:
        if self.is_saved:
            failures.append(args)
            raise GameError("store_write_failed", file="matches.db", why="disk full")
        append(self, *args, **facts)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", full)
    play_on(sitting, Random(3), 6)
    assert len(failures) == 1
    assert [notice.code for notice in sitting.notices] == ["store_write_failed"]
    assert store.record(sitting.header.id) == sitting.table.record
    assert len(sitting.table.record.events) == 10
