"""The table at the bottom, cards on top of it: who is asked first, what is drawn, who gets a card's result."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
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

    def draw(self, canvas: Canvas, *, is_on_show: bool = False) -> None:
        """Draws itself; changes nothing. is_on_show: a card lets one choose how it looks."""


class Stack:
    """One scene and its cards. is_still: cards fade instead of sliding. on_open: told of every card that comes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cards: list[Card] = []
        self.now = 0.0
        self.is_still = False
        self._below: pygame.Surface | None = None  # the picture under the top card, while nothing in it changes
        self._below_for: object = None
        self.on_open: Callable[[], object] = lambda: None

    @property
    def top(self) -> Card | None:
        """The card that is asked first."""
        return self.cards[-1] if self.cards else None

    def open(self, card: Card, on_result: Callable[[Any], object] | None = None) -> None:
        """Puts a card on top; `on_result` is called with its result when it closes."""
        if self.top:
            self.top.covered(True)
        card.stack, card.on_result, card.opened = self, on_result, inf  # the time may not have been told for a while
        self.cards.append(card)
        self.on_open()

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
        self.forget_picture()
        for card in self.cards:
            card.rebuild()

    def handle(self, event: Input) -> bool:
        """The top card first; the scene only when there is none."""
        return self.top.handle(event) if self.top else self.scene.handle(event)

    def step(self, now: float) -> bool:
        """True while something moves."""
        self.now = now
        waited = len(self.cards)
        is_paused = any(card.stops_clock for card in self.cards)
        moves = self.scene.step(now, is_covered=bool(self.cards), is_paused=is_paused)
        for card in self.cards:
            card.opened = min(card.opened, now)
        moving = [card.step(now) for card in self.cards]  # every card is told the time
        if moves or any(moving) or waited != len(self.cards):
            self.forget_picture()
        return any(moving) or moves

    def settle(self) -> None:
        """The cards that there are have not just come: they lie where they lie."""
        for card in self.cards:
            card.opened = -inf

    @property
    def is_opening(self) -> bool:
        """A card begins to come in with the next step."""
        return any(card.opened == inf for card in self.cards)

    def forget_picture(self) -> None:
        """What lies under the top card has changed, and is drawn anew."""
        self._below = None

    def draw(self, canvas: Canvas) -> None:
        """The scene, dimmed, and the cards. While only the top card changes, the picture below it is kept."""
        shown = (self.scene, tuple(self.cards), canvas.surface.get_size(), canvas.scale, canvas.palette, self.is_still)
        top = self.top
        is_at_rest = top is not None and not top.shows_table and self.now - top.opened >= SLIDE
        if top is None or not is_at_rest:
            self._below = None
            self._draw_all(canvas)
            return
        if self._below is None or self._below_for != shown:
            self._draw_all(canvas, without_top=True)
            self._below, self._below_for = canvas.surface.copy(), shown
        else:
            canvas.surface.blit(self._below, (0, 0))
        top.draw(canvas, self.now, is_still=self.is_still)

    def _draw_all(self, canvas: Canvas, *, without_top: bool = False) -> None:
        alone = [index for index, card in enumerate(self.cards) if card.shows_table]
        self.scene.draw(canvas, is_on_show=bool(alone))
        for card in self.cards[alone[-1] if alone else 0 :]:
            if card.shows_table:
                card.draw(canvas, self.now, is_still=self.is_still)
                continue
            share = min(max((self.now - card.opened) / SLIDE, 0.0), 1.0)
            dim = pygame.Surface(canvas.surface.get_size())
            dim.set_alpha(round((60 if card.side == "right" else 120) * share))
            canvas.surface.blit(dim, (0, 0))
            if without_top and card is self.top:
                return
            if card.yields and card is not self.top:
                continue
            card.draw(canvas, self.now, is_still=self.is_still)
