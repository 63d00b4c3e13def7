"""The proof of a stored match's dice: what was committed to, what it was, and every throw recomputed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game import i18n
from game.dice.fair import commitment, first_wrong_throw
from game.errors import GameError
from game.formats.dice_proof import GameProof, write_proof
from game.i18n import gettext as _
from game.i18n import ngettext
from game.storage.header import MatchHeader
from game.storage.proofs import about_match, file_name
from game.ui.card import Card
from game.ui.cards.fairness import why_nothing_is_proven
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Label
from game.wording import sentence


@dataclass(frozen=True)
class ProofActions:
    """What the card leads to. copy: to the clipboard; save: writes a file of that name and says where, or raises
    GameError; fairness: the counted throws.
    """

    copy: Callable[[str], object]
    save: Callable[[str, str], Path]
    fairness: Callable[[], object]


class ProofCard(Card):
    """proofs: of every finished game of the match, as `Store.proofs` gives them."""

    units = 620.0

    def __init__(self, header: MatchHeader, proofs: list[GameProof], actions: ProofActions) -> None:
        super().__init__()
        self._header, self._proofs, self._actions = header, proofs, actions
        self._shown = len(proofs) - 1
        self._told, self._tone = "", "ink"

    @property
    def title(self) -> str:
        return _("The proof of the dice")

    def content(self) -> list[Widget]:
        first, second = self._header.names
        players = _("{first} against {second}").format(first=first, second=second)
        boxes: list[Widget] = [Label(players, "small", "faint")]
        if self._header.dice != "fair":
            return [*boxes, Label(why_nothing_is_proven(self._header.dice))]
        if not self._proofs:
            return [*boxes, Label(_("No game of this match is over yet; the secret is shown after the game."))]
        if len(self._proofs) > 1:
            games = [(place, i18n.number(game.number)) for place, game in enumerate(self._proofs)]
            boxes.append(Choice(_("Game"), games, self._shown, self._choose, key="game"))
        if self._told:
            boxes.append(Label(self._told, "strong", self._tone))
        return boxes + self._game(self._proofs[self._shown])

    def _game(self, game: GameProof) -> list[Widget]:
        proof = game.proof
        words = proof.players_seed
        boxes: list[Widget] = [
            Label(_("Shown before the game, its fingerprint:"), "small", "faint"),
            Label(spaced(proof.commitment), "small", "accent"),
            Label(_("Shown after the game, the secret:"), "small", "faint"),
            Label(spaced(proof.secret.hex()), "small", "accent"),
            Label(_("Your own words: {words}").format(words=words) if words else _("No words were added."), "small"),
        ]
        if game.same_as:
            boxes.append(Label(_("These are the dice of the first match, with the sides changed."), "small", "accent"))
        count = len(proof.throws)
        counted = ngettext("{count} throw", "{count} throws", count).format(count=i18n.number(count))
        boxes.append(Label(counted, "strong"))
        boxes.append(Label("  ".join(f"{first}-{second}" for first, second in proof.throws), "small"))
        return boxes

    def _choose(self, place: int) -> None:
        self._shown = place
        self.rebuild()

    # What its buttons do

    def _verify(self) -> None:
        """Recomputes every throw of every finished game."""
        wrong = [told for told in map(what_is_wrong, self._proofs) if told]
        throws = sum(len(game.proof.throws) for game in self._proofs)
        right = ngettext(
            "Checked: the throw is what the secret says.",
            "Checked: all {count} throws are what the secrets say.",
            throws,
        ).format(count=i18n.number(throws))
        self._tell(wrong[0] if wrong else right, "danger" if wrong else "good")

    def _text(self) -> str:
        return write_proof(self._proofs, about_match(self._header))

    def _save(self) -> None:
        try:
            path = self._actions.save(file_name(self._header), self._text())
        except GameError as error:
            self._tell(sentence(error), "danger")
            return
        self._tell(_("The proof lies in {file}").format(file=path), "good")

    def _copy(self) -> None:
        self._actions.copy(self._text())
        self._tell(_("The proof was copied."), "good")

    def _tell(self, words: str, tone: str) -> None:
        self._told, self._tone = words, tone
        self._scroll = 0
        self.rebuild()

    def footer(self) -> list[Widget]:
        boxes: list[Widget] = []
        if self._proofs:
            boxes += [
                Button(_("Verify"), self._verify, key="verify", is_main=True),
                Button(_("Save as a file"), self._save, key="save"),
                Button(_("Copy"), self._copy, key="copy"),
            ]
        if self._header.dice == "fair":
            boxes.append(Button(_("Are the dice fair?"), self._actions.fairness, key="fairness"))
        return [*boxes, Button(_("Close"), self.finish, key="close", is_main=not self._proofs)]


def what_is_wrong(game: GameProof) -> str:
    """What does not agree with the secret of a game, in words; '' for nothing."""
    number = i18n.number(game.number)
    if commitment(game.proof.secret) != game.proof.commitment:
        return _("Game {game}: the secret does not fit the commitment.").format(game=number)
    wrong = first_wrong_throw(game.proof)
    if wrong is None:
        return ""
    words = _("Game {game}: throw {number} does not agree with the secret!")
    return words.format(game=number, number=i18n.number(wrong + 1))


def spaced(text: str) -> str:
    """Long numbers in groups, so that they break into lines."""
    return " ".join(text[start : start + 8] for start in range(0, len(text), 8))
