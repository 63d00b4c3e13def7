"""Dice that can be checked: fixed by a secret seed before the game, recomputed by anybody after it.

Before a game the program draws 32 secret bytes and shows their SHA-256, the commitment. Only then may the player add
words of their own, the player's seed. Throw number n (from 0) reads bytes of HMAC-SHA-256 with the secret as key and
"<player's seed>:<n>:<block>" as message, block 0, 1, ... when 32 bytes are used up; a byte of 252 or more is left out,
any other gives the die byte % 6 + 1. After the game the secret is shown.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from game.dice.source import Throw

SECRET_BYTES = 32
_REJECTED_FROM = 252  # the largest multiple of 6 that a byte can hold; below it every face is equally likely


def new_secret() -> bytes:
    """Secret bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the game: SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def throw_number(secret: bytes, players_seed: str, number: int) -> Throw:
    """The throw of that number, counted from 0."""
    faces = _faces(secret, players_seed, number)
    return next(faces), next(faces)


def _faces(secret: bytes, players_seed: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        message = f"{players_seed}:{number}:{block}".encode()
        for byte in hmac.digest(secret, message, "sha256"):
            if byte < _REJECTED_FROM:
                yield byte % 6 + 1
        block += 1


@dataclass
class FairDice:
    """A source of checkable throws for one game. number: of the next throw; it goes on where a saved game stopped."""

    secret: bytes
    players_seed: str = ""
    number: int = 0

    @property
    def commitment(self) -> str:
        """Shown while the game runs; it fixes every throw once the player's seed is known."""
        return commitment(self.secret)

    def throw(self) -> Throw:
        """The next throw."""
        throw = throw_number(self.secret, self.players_seed, self.number)
        self.number += 1
        return throw


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything that is needed to check the throws of a finished game."""

    commitment: str
    secret: bytes
    players_seed: str
    throws: tuple[Throw, ...]


def first_wrong_throw(proof: Proof) -> int | None:
    """The number of the first throw that is not what the seeds say, None if all are right.

    A secret that does not fit the commitment makes every throw wrong, so the answer is then 0 even without throws.
    """
    if not hmac.compare_digest(commitment(proof.secret), proof.commitment):
        return 0
    for number, throw in enumerate(proof.throws):
        if throw_number(proof.secret, proof.players_seed, number) != throw:
            return number
    return None
