"""The table at the bottom, cards on top of it: who is asked first, what is drawn, who gets a card's result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pygame

from game.ui.card import SLIDE, Card
from game.ui.input import Input
from game.ui.widgets.base import Canvas


class Scene(Protocol):
    """What lies under the cards."""

    def handle(self, event: Input) -> bool:
        """True when the scene took the input."""

    def step(self, now: float, *, is_covered: bool, is_paused: bool) -> bool:
        """Goes on in time; True while something moves. is_paused: a card stops the clock."""

    def draw(self, canvas: Canvas) -> None:
        """Draws itself; changes nothing."""


class Stack:
    """One scene and its cards. is_still: cards fade instead of sliding."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cards: list[Card] = []
        self.now = 0.0
        self.is_still = False

    @property
    def top(self) -> Card | None:
        """The card that is asked first."""
        return self.cards[-1] if self.cards else None

    def open(self, card: Card, on_result: Callable[[Any], object] | None = None) -> None:
        """Puts a card on top; `on_result` is called with its result when it closes."""
        if self.top:
            self.top.covered(True)
        card.stack, card.on_result, card.opened = self, on_result, self.now
        self.cards.append(card)

    def close(self, card: Card, result: object = None) -> None:
        """Takes a card away, with everything that lies on it. A card that is not there any more is no fault."""
        if card not in self.cards:
            return
        del self.cards[self.cards.index(card) :]
        if self.top:
            self.top.covered(False)
            self.top.rebuild()
        if card.on_result:
            card.on_result(result)

    def clear(self) -> None:
        """Takes all cards away; nobody gets a result."""
        self.cards.clear()

    def has(self, kind: type[Card]) -> bool:
        """Is a card of that kind there?"""
        return any(isinstance(card, kind) for card in self.cards)

    def rebuild(self) -> None:
        """All cards word themselves anew: the language or a setting has changed."""
        for card in self.cards:
            card.rebuild()

    def handle(self, event: Input) -> bool:
        """The top card first; the scene only when there is none."""
        return self.top.handle(event) if self.top else self.scene.handle(event)

    def step(self, now: float) -> bool:
        """True while something moves."""
        self.now = now
        is_paused = any(card.stops_clock for card in self.cards)
        moves = self.scene.step(now, is_covered=bool(self.cards), is_paused=is_paused)
        moving = [card.step(now) for card in self.cards]  # every card is told the time
        return any(moving) or moves

    def draw(self, canvas: Canvas) -> None:
        """The scene, dimmed, and the cards."""
        self.scene.draw(canvas)
        alone = [index for index, card in enumerate(self.cards) if card.shows_table]
        for card in self.cards[alone[-1] if alone else 0 :]:
            if card.shows_table:
                card.draw(canvas, self.now, is_still=self.is_still)
                continue
            share = min(max((self.now - card.opened) / SLIDE, 0.0), 1.0)
            dim = pygame.Surface(canvas.surface.get_size())
            dim.set_alpha(round((60 if card.side == "right" else 120) * share))
            canvas.surface.blit(dim, (0, 0))
            card.draw(canvas, self.now, is_still=self.is_still)
