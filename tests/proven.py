"""Matches with fair dice, played at random in a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from game.dice.fair import SECRET_BYTES
from game.match import cube, events
from game.match.record import MatchRecord
from game.match.state import Phase
from game.sitting import Sitting
from game.storage.header import MatchHeader
from game.storage.matches import Store
from match.test_random_matches import random_action


@contextmanager
def secrets_of(seed: str) -> Iterator[None]:
    """Secrets are not drawn but come from a seed, so that a test sees the same dice each time."""
    rng = Random(seed)
    with patch("game.sitting.new_secret", lambda: rng.randbytes(SECRET_BYTES)):
        yield


def play_out(sitting: Sitting, rng: Random, *, games: int | None = None, patience: float = 0.02) -> None:
    """Plays on to the end, or until so many games are over. patience: how likely a turn is that somebody resigns in."""
    while sitting.state.phase is not Phase.MATCH_OVER:
        state = sitting.state
        if games is not None and len(state.results) >= games:
            return
        side = state.to_act if state.to_act is not None else rng.randint(0, 1)
        if state.phase is Phase.GAME_OVER and state.options.is_session and rng.random() < 0.3:
            sitting.submit(side, events.Stop())
        elif state.phase is Phase.TO_ROLL and rng.random() < patience and (levels := cube.resignation_levels(state)):
            sitting.submit(side, events.Resign(rng.choice(levels)))
        else:
            sitting.submit(side, random_action(state, rng))


def played_with_fair_dice(
    store: Store, header: MatchHeader, seed: str = "proven", *, patience: float = 0.02
) -> tuple[MatchHeader, MatchRecord]:
    """A whole match, kept in the store: its header and its record. The same for the same seed."""
    with secrets_of(seed):
        sitting = Sitting.begin(store, header)
        play_out(sitting, Random(seed), patience=patience)
    return store.header(sitting.header.id), sitting.table.record
