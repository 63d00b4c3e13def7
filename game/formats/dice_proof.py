"""The dice of a match as a file that anybody can read, and check with or without this program.

    Shesh Besh dice proof 1
    Match: Ayşe - Computer, 2026-11-30T19:02:11+00:00
    Game: 1
    Commitment: ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5
    Secret: 0000000000000000000000000000000000000000000000000000000000000001
    Words: "gülbahar"
    Throws: 66 15 15 34 53 35

Words are the player's own, written as a JSON text so that nothing in them is lost. Throws stand as the secret gives
them; of an opening throw the first die is side 0's. A line `Same dice as:` says that the game was played with the dice
of another one and the sides changed: the first die of its opening throws is then side 1's. Empty lines, and lines that
begin with #, say nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from game.dice.fair import SECRET_BYTES, Proof
from game.dice.source import Throw
from game.errors import GameError

REFUSALS = {
    "proof_no_proof": (),
    "proof_newer": ("given",),
    "proof_line": ("line", "given"),
    "proof_value": ("line", "name", "given"),
    "proof_twice": ("line", "name"),
    "proof_missing": ("line", "name"),
    "proof_no_game": (),
}
"""The codes raised here and their facts. line: counted from 1; of a missing name the line where its game begins."""

HEAD, VERSION = "Shesh Besh dice proof", 1
LARGEST = 16_000_000
"""Bytes: no match has so many throws."""

_FACTS = ("Commitment", "Secret", "Words", "Throws")
_NAMES = ("Match", "Game", *_FACTS, "Same dice as")
_COMMITMENT = re.compile("[0-9a-fA-F]{64}")
_SECRET = re.compile(f"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}")
_THROWS = re.compile("(?:[1-6][1-6](?: [1-6][1-6])*)?")


@dataclass(frozen=True, slots=True)
class GameProof:
    """The proof of one game. number: counted from 1; same_as: whose dice it had, in words, '' for its own."""

    number: int
    proof: Proof
    same_as: str = ""


def write_proof(games: Sequence[GameProof], about: str) -> str:
    """The file. about: who played and when, in one line."""
    lines = [f"{HEAD} {VERSION}", f"Match: {_line(about)}"]
    for game in games:
        proof = game.proof
        lines += ["", f"Game: {game.number}", f"Commitment: {proof.commitment}", f"Secret: {proof.secret.hex()}"]
        lines.append(f"Words: {json.dumps(proof.players_seed, ensure_ascii=False)}")
        if game.same_as:
            lines.append(f"Same dice as: {_line(game.same_as)}")
        lines.append(f"Throws: {' '.join(f'{first}{second}' for first, second in proof.throws)}".rstrip())
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    return " ".join(text.encode("utf-8", "replace").decode("utf-8").split())


def read_proof(text: str) -> list[GameProof]:
    """The games of a file, at least one. Raises GameError with the line for anything that is no proof."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or not lines[0].startswith(HEAD):
        raise GameError("proof_no_proof")
    if lines[0] != f"{HEAD} {VERSION}":
        raise GameError("proof_newer", given=lines[0][len(HEAD) : len(HEAD) + 20].strip())
    games: list[_Open] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if not colon or name not in _NAMES:
            raise GameError("proof_line", line=number, given=line[:60])
        if name == "Match":
            continue
        if name == "Game":
            games.append(_Open(number, _number(value.strip(), number)))
        elif not games:
            raise GameError("proof_missing", line=number, name="Game")
        else:
            games[-1].set(name, value.strip(), number)
    if not games:
        raise GameError("proof_no_game")
    return [game.closed() for game in games]


class _Open:
    """A game whose lines are being read."""

    def __init__(self, line: int, number: int) -> None:
        self._line, self._number = line, number
        self._facts: dict[str, str] = {}
        self._words = ""
        self._throws: tuple[Throw, ...] = ()

    def set(self, name: str, value: str, line: int) -> None:
        if name in self._facts:
            raise GameError("proof_twice", line=line, name=name)
        wrong = GameError("proof_value", line=line, name=name, given=value[:60])
        match name:
            case "Commitment" if not _COMMITMENT.fullmatch(value):
                raise wrong
            case "Secret" if not _SECRET.fullmatch(value):
                raise wrong
            case "Words":
                self._words = _words(value, wrong)
            case "Throws":
                if not _THROWS.fullmatch(value):
                    raise wrong
                self._throws = tuple((int(throw[0]), int(throw[1])) for throw in value.split())
        self._facts[name] = value

    def closed(self) -> GameProof:
        for name in _FACTS:
            if name not in self._facts:
                raise GameError("proof_missing", line=self._line, name=name)
        secret = bytes.fromhex(self._facts["Secret"])
        proof = Proof(self._facts["Commitment"].lower(), secret, self._words, self._throws)
        return GameProof(self._number, proof, self._facts.get("Same dice as", ""))


def _words(value: str, wrong: GameError) -> str:
    try:
        words = json.loads(value)
        if not isinstance(words, str):
            raise wrong
        words.encode()
    except (ValueError, RecursionError):  # an encoding error is a ValueError
        raise wrong from None
    return words


def _number(value: str, line: int) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", value):
        raise GameError("proof_value", line=line, name="Game", given=value[:60])
    return int(value)
