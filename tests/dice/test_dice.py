"""Where throws come from: reproducible, typed, and fair so that anybody can check."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from game.dice.fair import SECRET_BYTES, FairDice, Proof, commitment, first_wrong_throw, new_secret, throw_number
from game.dice.source import SeededDice, TypedDice
from game.errors import GameError

SECRET = bytes(31) + b"\x01"


def test_the_published_vector() -> None:
    assert commitment(SECRET) == "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    dice = FairDice(SECRET, "player")
    assert [dice.throw() for _ in range(6)] == [(6, 6), (1, 5), (1, 5), (3, 4), (5, 3), (3, 5)]
    assert dice.number == 6
    assert FairDice(SECRET, "player", 3).throw() == (3, 4)


def test_secrets_are_drawn_anew() -> None:
    assert len(new_secret()) == SECRET_BYTES
    assert len({new_secret() for _ in range(100)}) == 100


def test_the_players_seed_changes_the_throws_and_not_the_commitment() -> None:
    one, other = FairDice(SECRET, "a"), FairDice(SECRET, "ş ό ё")
    assert one.commitment == other.commitment
    assert [one.throw() for _ in range(20)] != [other.throw() for _ in range(20)]


def proof(**changes: object) -> Proof:
    dice = FairDice(SECRET, "player")
    facts: dict[str, object] = {
        "commitment": dice.commitment,
        "secret": SECRET,
        "players_seed": "player",
        "throws": tuple(dice.throw() for _ in range(50)),
    }
    return Proof(**{**facts, **changes})  # type: ignore[arg-type]  # changed one at a time


def test_a_proof_is_checked_throw_by_throw() -> None:
    good = proof()
    assert first_wrong_throw(good) is None
    for number in (0, 17, 49):
        first, second = good.throws[number]
        changed = (*good.throws[:number], (first % 6 + 1, second), *good.throws[number + 1 :])
        assert first_wrong_throw(proof(throws=changed)) == number
    assert first_wrong_throw(proof(secret=bytes(32))) == 0
    assert first_wrong_throw(proof(commitment="0" * 64)) == 0
    assert first_wrong_throw(proof(players_seed="somebody else")) is not None
    assert first_wrong_throw(proof(secret=bytes(32), throws=())) == 0


def test_every_face_is_equally_likely() -> None:
    """36,000 throws of a fixed seed: chi-square over 6 faces below 20.5, over 36 throws below 66.6 (p > 0.001)."""
    throws = [throw_number(b"fixed" * 8, "", number) for number in range(36_000)]
    faces, pairs = Counter(die for throw in throws for die in throw), Counter(throws)
    assert sum((count - 12_000) ** 2 / 12_000 for count in faces.values()) < 20.5
    assert sum((count - 1_000) ** 2 / 1_000 for count in pairs.values()) < 66.6
    assert 5_717 <= sum(count for throw, count in pairs.items() if throw[0] == throw[1]) <= 6_283


def test_seeded_dice_repeat() -> None:
    one, same, other = SeededDice(4), SeededDice(4), SeededDice(5)
    throws = [one.throw() for _ in range(50)]
    assert throws == [same.throw() for _ in range(50)]
    assert throws != [other.throw() for _ in range(50)]


def test_typed_dice_are_used_once_and_can_be_corrected() -> None:
    dice = TypedDice()
    with pytest.raises(GameError) as error:
        dice.throw()
    assert error.value.code == "dice_not_entered"
    dice.enter(3, 1)
    dice.enter(6, 5)
    assert dice.throw() == (6, 5)
    with pytest.raises(GameError):
        dice.throw()
    for bad in ((0, 1), (1, 7)):
        with pytest.raises(GameError):
            dice.enter(*bad)


def test_the_checker_of_the_readme(tmp_path: Path) -> None:
    """The program printed in the README, run as anybody would."""
    text = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    program = tmp_path / "check.py"
    program.write_text(text.split("```python\n")[1].split("```")[0], "utf-8")
    assert len(program.read_text("utf-8").splitlines()) <= 30
    dice = FairDice(SECRET, "ş ό ё")
    throws = ["{}{}".format(*dice.throw()) for _ in range(100)]

    def check(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=False)

    good = check(dice.commitment, SECRET.hex(), "ş ό ё", *throws)
    assert (good.returncode, good.stdout) == (0, "All 100 throws are right.\n")
    wrong = "11" if throws[7] != "11" else "22"
    assert "Throw 7" in check(dice.commitment, SECRET.hex(), "ş ό ё", *throws[:7], wrong).stderr
    assert "commitment" in check("0" * 64, SECRET.hex(), "", *throws).stderr
