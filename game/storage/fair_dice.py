"""Fair dice of a match: each game's secret is stored before its commitment is shown, and never changes."""

from __future__ import annotations

import sqlite3

from game.dice.fair import SECRET_BYTES, Proof, commitment
from game.errors import GameError
from game.match.record import MatchRecord
from game.storage.codec import unreadable
from game.storage.database import Database
from game.storage.replay import throws_of

REFUSALS = {
    "dice_already_kept": ("game",),
    "dice_already_thrown": ("game",),
    "no_dice_kept": ("game",),
    "bad_players_seed": ("given",),
}
"""The codes raised here and their facts. game: its number in the match, counted from 1."""


def check_not_thrown(record: MatchRecord, game: int) -> None:
    """Raises GameError `dice_already_thrown` when a throw of that game, counted from 0, is in the record."""
    if throws_of(record, game):
        raise GameError("dice_already_thrown", game=game + 1)


def keep(connection: sqlite3.Connection, match_id: int, game: int, secret: bytes) -> None:
    """Stores the secret of a game. Raises GameError `dice_already_kept`."""
    if _is_kept(connection, match_id, game):
        raise GameError("dice_already_kept", game=game + 1)
    row = (match_id, game, secret, commitment(secret))
    connection.execute("INSERT INTO fair_dice (match, game, secret, commitment) VALUES (?, ?, ?, ?)", row)


def set_players_seed(connection: sqlite3.Connection, match_id: int, game: int, seed: str) -> None:
    """Stores the player's own words. Raises GameError `no_dice_kept`, and `bad_players_seed` for what is no text."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise GameError("bad_players_seed", given=seed.encode("utf-8", "replace").decode()) from None
    if not _is_kept(connection, match_id, game):
        raise GameError("no_dice_kept", game=game + 1)
    connection.execute("UPDATE fair_dice SET players_seed = ? WHERE match = ? AND game = ?", (seed, match_id, game))


def _is_kept(connection: sqlite3.Connection, match_id: int, game: int) -> bool:
    kept = connection.execute("SELECT 1 FROM fair_dice WHERE match = ? AND game = ?", (match_id, game))
    return kept.fetchone() is not None


def proof(database: Database, match_id: int, game: int, record: MatchRecord) -> Proof | None:
    """Secret, commitment and player's seed with the throws of the record; None when no secret is kept.

    Raises GameError `record_unreadable` when the secret is not the one that was committed to.
    """
    query = "SELECT secret, commitment, players_seed FROM fair_dice WHERE match = ? AND game = ?"
    rows = database.rows(query, (match_id, game))
    if not rows:
        return None
    secret, shown, seed = rows[0]
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES or commitment(secret) != shown:
        raise unreadable(shown)
    if not isinstance(seed, str):
        raise unreadable(seed)
    return Proof(commitment(secret), secret, seed, throws_of(record, game))
