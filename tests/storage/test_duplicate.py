"""The same dice again with the sides changed: throw n is throw n of the first match, and the proof says so."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.dice.fair import first_wrong_throw
from game.dice.source import Throw
from game.errors import GameError
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.sitting import Sitting
from game.storage.duplicate import duplicate_of
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import open_store
from game.storage.replay import throws_by_game
from proven import play_out, played_with_fair_dice

NAMES = ("Ayşe", "Nikos")
SEATS = ("person", "balanced:hard")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path, datetime(2026, 11, 30))[0]


def throws(record: MatchRecord, game: int) -> list[Throw]:
    """As they lie on the table; of opening throws side 0's die first."""
    return [event.dice for event in throws_by_game(record).get(game, ())]


def turned(record: MatchRecord, game: int) -> list[Throw]:
    """The same with the dice of opening throws exchanged."""
    thrown = throws_by_game(record).get(game, ())
    return [event.dice[::-1] if isinstance(event, events.Opened) else event.dice for event in thrown]


@pytest.mark.parametrize("options", [MatchOptions(length=5), MatchOptions(length=0), tavli(5)], ids=str)
def test_the_throws_are_the_same_with_the_sides_changed(store: Store, options: MatchOptions) -> None:
    first, record = played_with_fair_dice(store, MatchHeader(NAMES, options, SEATS), patience=0.15)
    sitting = Sitting.begin_duplicate(store, first.id)
    assert (sitting.header.names, sitting.header.seats, sitting.state.score) == (NAMES, SEATS, (0, 0))
    play_out(sitting, Random("another evening"), patience=0.1)
    again = sitting.table.record
    games = len(record.state().results)
    compared = 0
    for game in range(min(games, len(again.state().results))):
        once, twice = turned(record, game), throws(again, game)
        both = min(len(once), len(twice))
        assert twice[:both] == once[:both]
        compared += both
    assert compared
    for proven in store.proofs(sitting.header.id):
        assert first_wrong_throw(proven.proof) is None
        is_repeated = proven.number <= games
        assert bool(proven.same_as) == is_repeated
        if is_repeated:
            assert proven.proof.secret == store.proofs(first.id)[proven.number - 1].proof.secret


def test_a_duplicate_goes_on_after_a_kill_with_the_same_dice(store: Store) -> None:
    first, record = played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=1), SEATS))
    sitting = Sitting.begin_duplicate(store, first.id)
    sitting.submit(0, events.Open())
    resumed = Sitting.resume(store, sitting.header.id)
    play_out(resumed, Random(3))
    again = throws(resumed.table.record, 0)
    both = min(len(again), len(throws(record, 0)))
    assert again[:both] == turned(record, 0)[:both]


def test_the_duplicate_of_a_duplicate_is_the_first_match_again(store: Store) -> None:
    first, record = played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=1)))
    second = Sitting.begin_duplicate(store, first.id)
    play_out(second, Random("second"))
    third = Sitting.begin_duplicate(store, second.header.id)
    play_out(third, Random("third"))
    assert third.duplicate is not None
    assert not third.duplicate.changes_sides
    both = min(len(throws(third.table.record, 0)), len(throws(record, 0)), len(throws(second.table.record, 0)))
    assert throws(third.table.record, 0)[:both] == throws(record, 0)[:both]
    assert first_wrong_throw(store.proofs(third.header.id)[0].proof) is None


def test_words_cannot_be_added_to_dice_that_are_known(store: Store) -> None:
    first, _record = played_with_fair_dice(store, MatchHeader(NAMES, MatchOptions(length=1)))
    sitting = Sitting.begin_duplicate(store, first.id)
    assert sitting.has_dice_of_first_match
    assert not sitting.may_add_words
    with pytest.raises(GameError) as error:
        store.set_players_seed(sitting.header.id, 0, "luck")
    assert error.value.code == "dice_of_first_match"


@pytest.mark.parametrize("dice", ["typed", "seeded", "imported"])
def test_only_fair_dice_are_thrown_again(store: Store, dice: str) -> None:
    match = store.create(MatchHeader(NAMES, MatchOptions(length=1), dice=dice))
    with pytest.raises(GameError) as error:
        Sitting.begin_duplicate(store, match)
    assert error.value.code == "no_dice_to_repeat"


@pytest.mark.parametrize("extra", [{}, {"duplicate": 3}, {"duplicate": {"match": "1"}}, {"duplicate": {"match": 1}}])
def test_a_strange_note_is_none(extra: dict[str, object]) -> None:
    assert duplicate_of(MatchHeader(NAMES, MatchOptions(length=1), extra=extra)) is None
