"""Duplicate play: a finished match played again with its dice and the sides changed.

The new match keeps copies of the secrets of every game of the first one, so throw n of its game g is throw n of game g
there. Who sits where stays as it was; what changes sides is the opening throw, whose dice are exchanged: whoever did
not begin begins now, and from then on each side gets what the other one had, throw by throw in the order in which they
fell. That order is the game's own: where somebody is closed out and does not throw, or the turns come in another order
because the play is another, the next throw goes to whoever throws next. A game that lasts longer goes on with the
throws that its secret had not come to; games that the first match never had get secrets of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.dice.source import Throw
from game.errors import GameError
from game.match import events
from game.match.events import Event
from game.storage.database import Database
from game.storage.header import MatchHeader

REFUSALS = {"no_dice_to_repeat": ("match",), "dice_of_first_match": ("game",)}
"""The codes raised here and their facts. game: its number in the match, counted from 1."""

_KEY = "duplicate"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Whose dice a match has.

    match: the id that the first match had in this store. started: when it did, ISO 8601. games: how many of its games
    have dice here. changes_sides: opening throws are exchanged; not so where a duplicate is duplicated.
    """

    match: int
    started: str
    games: int
    changes_sides: bool

    def has_dice_of(self, game: int) -> bool:
        """The dice of that game, counted from 0, are those of the first match."""
        return game < self.games


def duplicate_of(header: MatchHeader) -> Duplicate | None:
    """Whose dice the match has, None for its own."""
    kept = header.extra.get(_KEY)
    if not isinstance(kept, Mapping):
        return None
    match, games = kept.get("match"), kept.get("games")
    if type(match) is not int or type(games) is not int:
        return None
    return Duplicate(match, str(kept.get("started", "")), games, bool(kept.get("changes_sides", True)))


def header_of_duplicate(first: MatchHeader, games: int) -> MatchHeader:
    """The header of the second match, not yet begun. games: how many of the first match have dice."""
    former = duplicate_of(first)
    changes_sides = not (former is not None and former.changes_sides)
    kept = {"match": first.id, "started": first.started, "games": games, "changes_sides": changes_sides}
    extra = {name: value for name, value in first.extra.items() if name in ("turns",)} | {_KEY: kept}
    return replace(first, started="", finished=None, score=(0, 0), extra=extra, id=0)


def games_with_dice(database: Database, match_id: int, begun: int) -> list[tuple[int, bytes, str, str]]:
    """Game, secret, commitment and words of the first `begun` games of a match. Raises `no_dice_to_repeat`."""
    query = "SELECT game, secret, commitment, players_seed FROM fair_dice WHERE match = ? AND game < ? ORDER BY game"
    rows = database.rows(query, (match_id, begun))
    if not rows or [row[0] for row in rows] != list(range(len(rows))):
        raise GameError("no_dice_to_repeat", match=match_id)
    return rows  # type: ignore[return-value]  # what the table holds; a damaged one is found when it is read


def as_the_secret_gave(event: Event, header: MatchHeader) -> Throw:
    """The dice of an opening throw or a throw as they came from the secret, before sides were changed."""
    assert isinstance(event, events.Opened | events.Rolled)
    duplicate = duplicate_of(header)
    if duplicate is not None and duplicate.changes_sides and isinstance(event, events.Opened):
        return event.dice[1], event.dice[0]
    return event.dice
