"""Fair dice in the store: kept before anything is thrown, and never thrown twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.dice.fair import FairDice, Proof, commitment, first_wrong_throw, throw_number
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions
from game.match.state import Phase
from game.match.table import Table
from game.storage.header import MatchHeader
from game.storage.keeper import keeper
from game.storage.matches import Store
from stores import HEADER, SECRET, alter, code_of, first_play, new_match, opened_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield from opened_store(tmp_path)


def test_dice_are_kept_once_before_anything_is_thrown(store: Store) -> None:
    match = store.create(HEADER)
    assert store.dice(match, 0) is None
    assert store.proof(match, 0) is None
    store.keep_dice(match, 0, SECRET)
    with pytest.raises(GameError) as error:
        store.keep_dice(match, 0, bytes(32))
    assert code_of(error) == "dice_already_kept"
    assert store.dice(match, 0) == FairDice(SECRET)
    begun = new_match(store)
    with pytest.raises(GameError) as error:
        store.keep_dice(begun, 0, SECRET)
    assert (code_of(error), error.value.facts["game"]) == ("dice_already_thrown", 1)
    store.keep_dice(begun, 1, SECRET)
    assert store.dice(begun, 1) == FairDice(SECRET)


def test_the_players_seed_is_taken_until_the_first_throw(store: Store) -> None:
    match = store.create(MatchHeader(("", ""), MatchOptions()))
    for seed, refused in (("x", "no_dice_kept"), ("\ud800", "bad_players_seed")):
        with pytest.raises(GameError) as error:
            store.set_players_seed(match, 0, seed)
        assert code_of(error) == refused
    store.keep_dice(match, 0, SECRET)
    store.set_players_seed(match, 0, "first")
    store.set_players_seed(match, 0, "ş ό ё")
    dice = store.dice(match, 0)
    assert dice == FairDice(SECRET, "ş ό ё")
    store.append(match, 0, events.Opened(dice.throw()))
    with pytest.raises(GameError) as error:
        store.set_players_seed(match, 0, "too late")
    assert code_of(error) == "dice_already_thrown"
    assert store.dice(match, 0) == FairDice(SECRET, "ş ό ё", 1)
    assert store.proof(match, 0) == Proof(commitment(SECRET), SECRET, "ş ό ё", (throw_number(SECRET, "ş ό ё", 0),))


def test_throws_are_counted_by_game_and_those_taken_back_too(store: Store) -> None:
    """A turn of each side, the last one taken back and played again, the game given up, and the next one opened."""
    match = store.create(MatchHeader(("", ""), MatchOptions(length=5)))
    store.keep_dice(match, 0, SECRET)
    dice = store.dice(match, 0)
    assert dice is not None
    table = Table(store.record(match), dice)
    table.keep_with(keeper(store, match, table, lambda: "now"))
    asked: list[events.Action] = [events.Roll(), events.Move(()), events.TakeBack(), events.Move(()), events.Roll()]
    while table.state.phase is Phase.TO_OPEN:
        table.submit(0, events.Open())
    for action in (events.Move(()), *asked, events.Resign(1), events.Accept()):
        asks = first_play(table) if isinstance(action, events.Move) else action
        table.submit(table.state.to_act or 0, asks)
    thrown = sum(isinstance(event, events.Opened | events.Rolled) for event in table.record.events)
    assert thrown >= 3
    assert dice.number == thrown
    assert store.dice(match, 0) == FairDice(SECRET, "", thrown)
    assert sum(store.header(match).score) == 1
    other = bytes(32)
    store.keep_dice(match, 1, other)
    table.dice = FairDice(other)
    table.submit(0, events.Open())
    assert store.dice(match, 1) == FairDice(other, "", 1)
    assert store.dice(match, 0) == FairDice(SECRET, "", thrown)
    for game in (0, 1):
        proof = store.proof(match, game)
        assert proof is not None
        assert first_wrong_throw(proof) is None


@pytest.mark.parametrize("change", ["secret = x'00'", "secret = 'x'", "commitment = 'x'", "players_seed = x'00'"])
def test_altered_dice_are_refused(store: Store, tmp_path: Path, change: str) -> None:
    match = store.create(HEADER)
    store.keep_dice(match, 0, SECRET)
    alter(tmp_path, f"UPDATE fair_dice SET {change}")
    with pytest.raises(GameError) as error:
        store.dice(match, 0)
    assert code_of(error) == "record_unreadable"
