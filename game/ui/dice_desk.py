"""Where the cards about dice are opened: of the match being played, and of any match that is stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game import paths
from game.errors import GameError
from game.files import write_whole
from game.match.record import MatchRecord
from game.sitting import Sitting
from game.ui.cards.dice import DiceActions, DiceCard
from game.ui.cards.fairness import FairnessCard
from game.ui.cards.proof import ProofActions, ProofCard

if TYPE_CHECKING:
    from game.app import App


class DiceDesk:
    """Opens them on the app's stack; what goes wrong is told there."""

    def __init__(self, app: App) -> None:
        self._app = app

    def open_dice(self, sitting: Sitting, then: Callable[[], object]) -> None:
        """How the dice of the match being played are fixed."""
        actions = DiceActions(
            pygame.scrap.put_text,
            lambda: self.open_proof(sitting.header.id),
            lambda: self.open_fairness(sitting.header.id, sitting.table.record),
        )
        self._app.stack.open(DiceCard(sitting, actions), lambda _result: then())

    def open_proof(self, match_id: int) -> None:
        """The proof of every finished game of a stored match."""
        store = self._app.store
        assert store is not None
        actions = ProofActions(pygame.scrap.put_text, save_proof, lambda: self.open_fairness(match_id))
        try:
            card = ProofCard(store.header(match_id), store.proofs(match_id), actions)
        except GameError as error:
            self._app.tell(error)
            return
        self._app.stack.open(card)

    def open_fairness(self, match_id: int, record: MatchRecord | None = None) -> None:
        """The throws of a stored match, counted. record: as the table knows it, for a match being played."""
        store = self._app.store
        assert store is not None
        try:
            card = FairnessCard(store, store.header(match_id), record)
        except GameError as error:
            self._app.tell(error)
            return
        self._app.stack.open(card)


def save_proof(name: str, text: str) -> Path:
    """Writes a proof where the person finds it. Raises GameError `cannot_write`."""
    path = paths.documents_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise GameError("cannot_write", file=str(path), why=error) from None
    return path
