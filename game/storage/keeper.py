"""The keeper of a table: every event goes into the store with the clock, the score and the end it brings."""

from __future__ import annotations

from collections.abc import Callable

from game.match.events import Event
from game.match.referee import apply
from game.match.state import Phase
from game.match.table import Keeper, Table
from game.storage.matches import Banks, Store


def keeper(
    store: Store, match_id: int, table: Table, now: Callable[[], str], clock: Callable[[], Banks | None] = lambda: None
) -> Keeper:
    """For `table.keep_with`. now: the time of the day, ISO 8601; clock: what is left, None without one."""

    def keep(event: Event) -> None:
        after = apply(table.state, event)
        finished = now() if after.phase is Phase.MATCH_OVER else None
        number = len(table.record.events)
        store.append(match_id, number, event, clock(), score=after.score, finished=finished)

    return keep
