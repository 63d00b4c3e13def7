"""Files of matches, and the card that imports them."""

from __future__ import annotations

from formats.test_damaged import HEAD
from game.storage.matches import Store
from game.ui.cards.import_matches import ImportCard
from pilot import Pilot

ONE = HEAD + "  1) 31: 8/5 6/5                  42: 8/4 6/4\n  2)  Doubles => 2                 Drops\n"


def card(pilot: Pilot) -> ImportCard:
    assert isinstance(pilot.card, ImportCard)
    return pilot.card


def store_of(pilot: Pilot) -> Store:
    assert pilot.app.store is not None
    return pilot.app.store


def until_done(pilot: Pilot) -> None:
    """Until the import asks or has ended."""
    pilot.until(lambda: card(pilot).stage in ("asking", "done"))


def imported(pilot: Pilot) -> list[tuple[tuple[str, str], int, bool]]:
    """Names, side of the person, and whether it is finished."""
    found = [*store_of(pilot).unfinished(), *store_of(pilot).finished()]
    return sorted((one.names, one.person_side, one.finished is not None) for one in found)
