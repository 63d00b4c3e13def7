"""`sheshbesh dice verify`: recomputes every throw of a proof that the game has written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.dice.fair import commitment, first_wrong_throw, throw_number
from game.errors import GameError
from game.formats.dice_proof import LARGEST, GameProof, read_proof
from game.i18n import gettext as _
from game.i18n import ngettext
from game.wording import sentence

NAME = "dice"


def summary() -> str:
    """What the command does, in the language in use."""
    return _("check the dice of a match")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parts = parser.add_subparsers(metavar=_("WHAT"), dest="part", required=True)
    about = _("recompute every throw of a proof of the dice")
    verify = parts.add_parser("verify", help=about, description=about, allow_abbrev=False)
    verify.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a proof written by the game"))


def run(arguments: argparse.Namespace) -> int:
    """Runs the command: 0 when every throw of every file is right, 1 when one is not or a file is no proof."""
    return max([_verify(Path(name)) for name in arguments.files])


def _verify(path: Path) -> int:
    try:
        games = read_proof(_text(path))
    except GameError as error:
        print(f"{path}: {sentence(error)}", file=sys.stderr)
        return 1
    wrong = [told for told in map(_wrong, games) if told]
    for told in wrong:
        print(f"{path}: {told}", file=sys.stderr)
    if wrong:
        return 1
    throws = sum(len(game.proof.throws) for game in games)
    counted = ngettext("{count} throw is right", "all {count} throws are right", throws).format(count=throws)
    said = ngettext("{count} game, {throws}.", "{count} games, {throws}.", len(games))
    print(f"{path}: {said.format(count=len(games), throws=counted)}")
    return 0


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise GameError("proof_no_proof")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise GameError("proof_no_proof") from None
    except OSError as error:
        raise GameError("cannot_read", file=str(path), why=error) from None


def _wrong(game: GameProof) -> str:
    """What is wrong with a game, in words; '' for nothing."""
    proof = game.proof
    if commitment(proof.secret) != proof.commitment:
        return _("Game {game}: the secret does not fit the commitment.").format(game=game.number)
    number = first_wrong_throw(proof)
    if number is None:
        return ""
    should = "{}-{}".format(*throw_number(proof.secret, proof.players_seed, number))
    words = _("Game {game}: throw {number} should be {should}, not {given}.")
    given = "{}-{}".format(*proof.throws[number])
    return words.format(game=game.number, number=number + 1, should=should, given=given)
