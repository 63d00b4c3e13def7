"""A program to be killed: plays one random match after the other into the store of a folder and says what it does.

It writes "about MATCH NUMBER EVENT" before an event is stored and "kept ..." after it; "dice MATCH GAME COMMITMENT"
once a game's secret is stored, "created MATCH" once a match is.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from random import Random

from game.dice.fair import FairDice, new_secret
from game.match import cube, events
from game.match.events import Action, Event
from game.match.state import MatchState, Phase
from game.match.table import Table
from game.storage.codec import event_to_text
from game.storage.header import MatchHeader
from game.storage.keeper import keeper
from game.storage.matches import Banks, Store
from game.storage.opening import open_store
from match.test_random_matches import every_match, random_action

NOW = "2026-11-30T12:00:00+00:00"
_PLAYING = (Phase.TO_ROLL, Phase.TO_PLAY)


def banks(number: int) -> Banks:
    """Of the clock after an event of that number: anything that can be recognised."""
    return 600.0 - number / 8, 599.5


def hasty_action(state: MatchState, rng: Random) -> Action:
    """A random action, by somebody who soon gives up, so that games and matches end."""
    levels = cube.resignation_levels(state)
    if state.phase in _PLAYING and rng.random() < 0.05 and levels:
        return events.Resign(rng.choice(levels))
    return random_action(state, rng)


def dice_for(store: Store, match_id: int, game: int) -> FairDice:
    """The dice of a game, stored first and then shown."""
    dice = store.dice(match_id, game)
    if dice is None:
        store.keep_dice(match_id, game, new_secret())
        dice = store.dice(match_id, game)
        assert dice is not None
    say("dice", match_id, game, dice.commitment)
    return dice


def say(*words: object) -> None:
    print(*words, flush=True)


def play(store: Store, match_id: int, rng: Random) -> None:
    """Plays a match on to its end."""
    state = store.record(match_id).state()
    between = state.phase is Phase.GAME_OVER
    table = Table(store.record(match_id), dice_for(store, match_id, state.number + between))

    def announce(event: Event) -> None:
        say("about", match_id, len(table.record.events), event_to_text(event))

    def tell(event: Event, _before: MatchState, _after: MatchState) -> None:
        say("kept", match_id, len(table.record.events) - 1, event_to_text(event))

    table.keep_with(announce)
    table.keep_with(keeper(store, match_id, table, lambda: NOW, lambda: banks(len(table.record.events))))
    table.listen(tell)
    while table.state.phase is not Phase.MATCH_OVER:
        if table.state.phase is Phase.GAME_OVER and not between:
            table.dice = dice_for(store, match_id, table.state.number + 1)
        between = False
        side = table.state.to_act if table.state.to_act is not None else rng.randint(0, 1)
        action = events.Stop() if ends_session(table.state, rng) else hasty_action(table.state, rng)
        table.submit(side, action)


def ends_session(state: MatchState, rng: Random) -> bool:
    """Somebody has had enough of a session."""
    return state.options.is_session and state.phase is Phase.GAME_OVER and rng.random() < 0.3


def main(folder: Path, seed: str) -> None:
    rng, matches = Random(seed), every_match()
    say("opens")
    store, notices = open_store(folder, datetime(2026, 11, 30, 12))
    assert notices == [], notices
    while True:
        for header in store.unfinished():
            play(store, header.id, rng)
        say("created", store.create(MatchHeader(("one", "ötesi"), rng.choice(matches), started=NOW)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
