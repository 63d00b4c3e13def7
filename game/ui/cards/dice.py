"""How the dice of a game are fixed: the commitment, the player's own words, and what was thrown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game import i18n
from game.dice.fair import Proof, first_wrong_throw
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match.state import Phase
from game.sitting import Sitting
from game.ui.card import Card
from game.ui.cards.fairness import why_nothing_is_proven
from game.ui.cards.proof import spaced
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label
from game.ui.widgets.fields import TextField
from game.wording import sentence


@dataclass(frozen=True)
class DiceActions:
    """What the card leads to. copy: to the clipboard; proof: all finished games; fairness: the counted throws."""

    copy: Callable[[str], object]
    proof: Callable[[], object]
    fairness: Callable[[], object]


class DiceCard(Card):
    """The dice of the coming or running game; after a game also its secret, and whether every throw agrees with it."""

    units = 560.0

    def __init__(self, sitting: Sitting, actions: DiceActions) -> None:
        super().__init__()
        self._sitting, self._actions = sitting, actions
        self._words = sitting.players_seed
        self._problem = ""

    @property
    def title(self) -> str:
        return _("The dice")

    def content(self) -> list[Widget]:
        sitting = self._sitting
        if sitting.has_typed_dice:
            return [Label(_("This match is played with real dice: every throw is typed in."))]
        if sitting.header.dice != "fair":
            return [Label(why_nothing_is_proven(sitting.header.dice))]
        boxes: list[Widget] = []
        if sitting.state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
            boxes += self._revealed()
        if sitting.state.phase is not Phase.MATCH_OVER:
            boxes += self._running()
        return boxes

    def _running(self) -> list[Widget]:
        sitting = self._sitting
        number = i18n.number(sitting.game_number + 1)
        boxes: list[Widget] = [
            Label(_("Game {number}").format(number=number), "strong", "accent"),
            Label(_("All throws of this game were fixed by a secret before it began. Its fingerprint:")),
            Label(spaced(sitting.commitment or ""), "small", "accent"),
        ]
        if sitting.has_dice_of_first_match:
            words = _("These are the dice of the first match, with the sides changed.")
            boxes.append(Label(words, "text", "accent"))
        if sitting.may_add_words:
            boxes.append(Label(_("You may add words of your own now; then neither side can have chosen the dice.")))
            boxes.append(TextField(_("Your own words"), self._words, self._write, key="words", longest=60))
            if self._problem:
                boxes.append(Label(self._problem, "text", "danger"))
        elif sitting.players_seed:
            boxes.append(Label(_("Your own words: {words}").format(words=sitting.players_seed)))
        return boxes

    def _revealed(self) -> list[Widget]:
        proof = self._proof()
        if proof is None:
            return []
        number = i18n.number(self._sitting.state.number + 1)
        throws = len(proof.throws)
        checked = (
            Label(_("Checked: every throw is what the secret says."), "strong", "good")
            if first_wrong_throw(proof) is None
            else Label(_("A throw does not agree with the secret!"), "strong", "danger")
        )
        count = ngettext("{count} throw", "{count} throws", throws).format(count=i18n.number(throws))
        return [
            Label(_("Game {number}").format(number=number), "strong", "accent"),
            Label(_("Fingerprint: {text}").format(text=spaced(proof.commitment)), "small", "faint"),
            Label(_("Secret: {text}").format(text=spaced(proof.secret.hex())), "small", "faint"),
            Label(count, "small", "faint"),
            checked,
        ]

    def _proof(self) -> Proof | None:
        return self._sitting.store.proof(self._sitting.header.id, self._sitting.state.number)

    def _write(self, words: str) -> None:
        self._words = words

    def _take_words(self) -> None:
        try:
            self._sitting.add_words(self._words)
        except GameError as error:
            self._problem = sentence(error)
            self.rebuild()
            return
        self.finish()

    def footer(self) -> list[Widget]:
        boxes: list[Widget] = []
        if self._sitting.header.dice == "fair":
            if self._sitting.may_add_words and self._sitting.state.phase is not Phase.MATCH_OVER:
                boxes.append(Button(_("Add words"), self._take_words, key="add"))
            boxes.append(Button(_("Copy"), lambda: self._actions.copy(self._sitting.commitment or ""), key="copy"))
            if self._sitting.state.results:
                boxes.append(Button(_("Verify"), self._actions.proof, key="proof"))
            boxes.append(Button(_("Are the dice fair?"), self._actions.fairness, key="fairness"))
        boxes.append(Button(_("Close"), self.finish, key="close", is_main=True))
        return boxes
