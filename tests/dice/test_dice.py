"""Where throws come from: reproducible, typed, and fair so that anybody can check."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import count, groupby, islice
from pathlib import Path

import pytest

from game.dice.fair import SECRET_BYTES, FairDice, Proof, commitment, first_wrong_throw, new_secret, throw_number
from game.dice.fairness import ROLLS, tally_of_rolls
from game.dice.source import SeededDice, Throw, TypedDice
from game.errors import GameError
from game.formats.dice_proof import GameProof, read_proof, write_proof

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


@pytest.mark.parametrize("side", [0, 1])
def test_no_side_is_helped(side: int) -> None:
    """72,000 throws in turn, 36,000 a side: all 21 throws, doubles, and how long doubles go on, within 999 of 1,000."""
    throws = [throw_number(b"in turn" * 4, "words", number) for number in range(side, 72_000, 2)]
    tally = tally_of_rolls(Counter(throws))
    expected = [1_000 if high == low else 2_000 for high, low in ROLLS]
    assert sum((got - mean) ** 2 / mean for got, mean in zip(tally.rolls, expected, strict=True)) < 45.3
    assert 5_717 <= tally.doubles <= 6_283
    runs = [len(list(run)) for is_double, run in groupby(first == second for first, second in throws) if is_double]
    assert 1.17 < sum(runs) / len(runs) < 1.23


def test_nobody_begins_more_often() -> None:
    """10,000 opening throws, equal ones thrown again."""
    throws = (throw_number(b"opening!" * 4, "", number) for number in count())
    decided = list(islice((throw for throw in throws if throw[0] != throw[1]), 10_000))
    assert 4_800 <= sum(first > second for first, second in decided) <= 5_200


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


def checker_of_the_readme(folder: Path) -> Path:
    """The program printed in the README."""
    text = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    program = folder / "check.py"
    program.write_text(text.split("```python\n")[1].split("```")[0], "utf-8")
    assert len(program.read_text("utf-8").splitlines()) <= 40
    return program


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """It, run as anybody would."""
    return subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=False)


def test_the_checker_of_the_readme(tmp_path: Path) -> None:
    program = checker_of_the_readme(tmp_path)
    dice = FairDice(SECRET, "ş ό ё")
    throws = ["{}{}".format(*dice.throw()) for _ in range(100)]
    good = run(program, dice.commitment, SECRET.hex(), "ş ό ё", *throws)
    assert (good.returncode, good.stdout) == (0, "All 100 throws are right.\n")
    wrong = "11" if throws[7] != "11" else "22"
    assert "Throw 7" in run(program, dice.commitment, SECRET.hex(), "ş ό ё", *throws[:7], wrong).stderr
    assert "does not fit" in run(program, dice.commitment, "00" * 32, "ş ό ё", *throws).stderr


def test_the_checker_of_the_readme_reads_our_proofs(tmp_path: Path) -> None:
    program, file = checker_of_the_readme(tmp_path), tmp_path / "proof.txt"
    games = [GameProof(1, proof()), GameProof(2, proof(players_seed='"ş: ё"\n', throws=thrown('"ş: ё"\n', 30)), "x")]
    file.write_text(write_proof(games, "Ayşe - Νίκος: 2026"), "utf-8")
    good = run(program, str(file))
    assert (good.returncode, good.stdout) == (0, "All 50 throws are right.\nAll 30 throws are right.\n")
    file.write_text(write_proof([GameProof(1, proof(players_seed="another"))], ""), "utf-8")
    assert run(program, str(file)).returncode == 1


def thrown(words: str, count: int) -> tuple[Throw, ...]:
    dice = FairDice(SECRET, words)
    return tuple(dice.throw() for _ in range(count))


# Proofs as files


@pytest.mark.parametrize(
    "words", ["", "player", " spaces ", 'quotes " and \\ strokes', "two\nlines", "ş ό ё 🎲", "Throws: 11"]
)
def test_a_proof_comes_back_as_it_was_written(words: str) -> None:
    games = [GameProof(1, proof(players_seed=words)), GameProof(12, proof(throws=()), "game 12 of another")]
    text = write_proof(games, "two\nlines: and \ud800 half a letter")
    assert read_proof(text) == games
    assert read_proof("\ufeff" + text.replace("\n", "\r\n") + "# a remark\n\n") == games


LINES = write_proof([GameProof(1, proof())], "about").splitlines()
BAD: list[tuple[str, dict[int, str | None], str, object]] = [
    ("no proof at all", {0: "Hello"}, "proof_no_proof", None),
    ("a newer form", {0: "Shesh Besh dice proof 2"}, "proof_newer", None),
    ("a line of something else", {1: "Nonsense"}, "proof_line", 2),
    ("an unknown name", {1: "Weather: fine"}, "proof_line", 2),
    ("no game", {3: None}, "proof_missing", 4),
    ("no game and nothing else", dict.fromkeys(range(3, 8)), "proof_no_game", None),
    ("a game that has no number", {3: "Game: zero"}, "proof_value", 4),
    ("a short commitment", {4: "Commitment: 12ab"}, "proof_value", 5),
    ("a secret that is none", {5: "Secret: " + "g" * 64}, "proof_value", 6),
    ("words without quotes", {6: "Words: player"}, "proof_value", 7),
    ("words that are a list", {6: "Words: []"}, "proof_value", 7),
    ("words with half a letter", {6: 'Words: "\\ud800"'}, "proof_value", 7),
    ("a seven", {7: "Throws: 66 71"}, "proof_value", 8),
    ("a throw of three", {7: "Throws: 666"}, "proof_value", 8),
    ("a missing secret", {5: None}, "proof_missing", 4),
    ("missing throws", {7: None}, "proof_missing", 4),
    ("a commitment twice", {5: LINES[4]}, "proof_twice", 6),
]


@pytest.mark.parametrize(("changes", "code", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_proofs_are_named_with_their_line(changes: dict[int, str | None], code: str, line: object) -> None:
    lines = [changes.get(number, kept) for number, kept in enumerate(LINES)]
    with pytest.raises(GameError) as error:
        read_proof("\n".join(kept for kept in lines if kept is not None))
    assert (error.value.code, error.value.facts.get("line")) == (code, line)


def test_an_empty_file_is_no_proof() -> None:
    with pytest.raises(GameError) as error:
        read_proof("")
    assert error.value.code == "proof_no_proof"
