"""Fair dice of a match: each game's secret is stored before its commitment is shown, and never changes."""

from __future__ import annotations

import sqlite3

from game.dice.fair import SECRET_BYTES, Proof, commitment
from game.errors import GameError
from game.formats.dice_proof import GameProof
from game.match.record import MatchRecord
from game.storage.codec import unreadable
from game.storage.database import Database
from game.storage.duplicate import as_the_secret_gave, duplicate_of
from game.storage.header import MatchHeader
from game.storage.replay import Throwing, has_thrown, throws_by_game

REFUSALS = {
    "dice_already_kept": ("game",),
    "dice_already_thrown": ("game",),
    "no_dice_kept": ("game",),
    "bad_players_seed": ("given",),
}
"""The codes raised here and their facts. game: its number in the match, counted from 1."""


def check_not_thrown(record: MatchRecord, game: int) -> None:
    """Raises GameError `dice_already_thrown` when a throw of that game, counted from 0, is in the record."""
    if has_thrown(record, game):
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


def proof(database: Database, header: MatchHeader, game: int, record: MatchRecord) -> Proof | None:
    """Secret, commitment and player's seed with the throws of the record; None when no secret is kept.

    The throws stand as the secret gave them, also where a duplicate exchanged the dice of the opening throw. Raises
    GameError `record_unreadable` when the secret is not the one that was committed to.
    """
    return _proof(database, header, game, throws_by_game(record).get(game, ()))


def finished_games(database: Database, header: MatchHeader, record: MatchRecord) -> list[GameProof]:
    """The proofs of all games of a match that are over and whose secret is kept, in order. Raises as `proof` does."""
    thrown, duplicate = throws_by_game(record), duplicate_of(header)
    games: list[GameProof] = []
    for game in range(len(record.state().results)):
        found = _proof(database, header, game, thrown.get(game, ()))
        if found is not None:
            is_repeated = duplicate is not None and duplicate.has_dice_of(game)
            games.append(GameProof(game + 1, found, _same_as(header, game) if is_repeated else ""))
    return games


def _same_as(header: MatchHeader, game: int) -> str:
    """Whose dice a game of a duplicate has: the words of the file, in English as all its words."""
    duplicate = duplicate_of(header)
    assert duplicate is not None
    sides = ", sides changed" if duplicate.changes_sides else ""
    return f"game {game + 1} of the match begun {duplicate.started}{sides}"


def _proof(database: Database, header: MatchHeader, game: int, thrown: tuple[Throwing, ...]) -> Proof | None:
    query = "SELECT secret, commitment, players_seed FROM fair_dice WHERE match = ? AND game = ?"
    rows = database.rows(query, (header.id, game))
    if not rows:
        return None
    secret, shown, seed = rows[0]
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES or commitment(secret) != shown:
        raise unreadable(shown)
    if not isinstance(seed, str):
        raise unreadable(seed)
    return Proof(commitment(secret), secret, seed, tuple(as_the_secret_gave(event, header) for event in thrown))
