"""A card: everything that is not the board. It slides over it, keeps the focus, scrolls, ends with a result."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.board.layout import lay_out
from game.ui.input import Input, Pointer, Pressed, Typed
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Column, Row, Widget, rounded

if TYPE_CHECKING:
    from game.ui.stack import Stack

SLIDE = 0.16
"""Seconds a card takes to come in."""


_FADE = 20.0
"""Units."""


class Card:
    """A titled card. Subclasses give content and footer; they are asked again whenever `rebuild` is called.

    units: how wide it wants to be. side: "centre", "right" where the board beside it matters, "board" over the board's
    middle. may_cancel: Escape closes it with the result None. stops_clock: the person opened it, so nobody's time
    runs. shows_table: the cards below it are not drawn, and nothing is dimmed. yields: it is not drawn while another
    card lies on it.
    """

    units = 460.0
    side = "centre"
    may_cancel = True
    stops_clock = True
    shows_table = False
    yields = False

    def __init__(self) -> None:
        self.stack: Stack | None = None
        self.on_result: Callable[[Any], object] | None = None
        self.opened = 0.0
        self._content, self._footer = Column([]), Row([])
        self._is_built = False
        self._canvas: Canvas | None = None
        self._focus: Widget | None = None
        self._hover: Widget | None = None
        self._held: Widget | None = None
        self._scroll = 0
        self._most_scroll = 0
        self._fade = 0  # pixels in which what is scrolled away grows faint
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._view = pygame.Rect(0, 0, 0, 0)

    # What a card says of itself

    @property
    def title(self) -> str:
        """Its heading."""
        return ""

    def content(self) -> list[Widget]:
        """The boxes that scroll."""
        return []

    def footer(self) -> list[Widget]:
        """The buttons at its foot."""
        return []

    def first_focus(self) -> str:
        """The key of the box that has the focus at first; the main button if empty."""
        return ""

    def step(self, now: float) -> bool:
        """Something is moving in it."""
        return now - self.opened < SLIDE

    def covered(self, is_covered: bool) -> None:
        """Another card came over it, or went."""

    def finish(self, result: object = None) -> None:
        """Closes the card; whoever opened it gets the result."""
        if self.stack:
            self.stack.close(self, result)

    def cancel(self) -> None:
        """Escape."""
        if self.may_cancel:
            self.finish(None)

    # Boxes and focus

    def rebuild(self) -> None:
        """Asks for content and footer again; the focus stays where it was."""
        self._is_built = False

    def _build(self) -> None:
        focused = self._focus.key if self._focus else self.first_focus()
        self._content, self._footer = Column(self.content(), 9), Row(self.footer(), 10)
        boxes = self.boxes()
        by_key = next((box for box in boxes if box.key == focused and focused), None)
        main = next((box for box in boxes if getattr(box, "is_main", False)), None)
        self._focus = by_key or main or (boxes[0] if boxes else None)
        self._hover, self._held = None, self._go_on(self._held, boxes)
        self._is_built = True

    @staticmethod
    def _go_on(held: Widget | None, boxes: list[Widget]) -> Widget | None:
        """A box that is being dragged goes on being dragged when the card is built anew."""
        if held is None or not held.is_dragged:
            return None
        fresh = next((box for box in boxes if box.key == held.key and type(box) is type(held)), None)
        if fresh is not None:
            fresh.go_on(held)
        return fresh

    def boxes(self) -> list[Widget]:
        """All boxes that can have the focus, in order."""
        parts = [*self._content.parts(), *self._footer.parts()]
        return [box for box in parts if box.can_focus and box.is_enabled]

    @property
    def focus(self) -> Widget | None:
        """The box that has the keyboard."""
        return self._focus

    def ready(self) -> None:
        """Builds the boxes if that has not been done."""
        if not self._is_built:
            self._build()
            if self._canvas is not None:  # the next click may come before the next frame
                self._lay_out(self._canvas)

    def _move_focus(self, by: int) -> None:
        boxes = self.boxes()
        if not boxes:
            return
        index = boxes.index(self._focus) if self._focus in boxes else -1 if by > 0 else 0
        self._focus = boxes[(index + by) % len(boxes)]
        self.show(self._focus)

    def show(self, box: Widget) -> None:
        """Scrolls so that a box can be seen."""
        if box not in list(self._content.parts()):
            return
        room = self._fade if self._most_scroll else 0
        above = self._view.top + room - box.rect.top
        below = box.rect.bottom + room - self._view.bottom
        self._scroll += max(below, 0) if below > 0 else -max(above, 0)
        self._scroll = min(max(self._scroll, 0), self._most_scroll)

    # Input

    def handle(self, event: Input) -> bool:
        """True when the card, or a box in it, took the input. All pointers end here: nothing below is touched."""
        self.ready()
        if isinstance(event, Pointer):
            self._pointer(event)
            return True
        if isinstance(event, Typed):
            return bool(self._focus and self._focus.typed(event.text))
        return isinstance(event, Pressed) and self._pressed(event)

    def _pressed(self, event: Pressed) -> bool:
        if "cancel" in event.intents:
            self.cancel()
            return True
        if self._focus and self._focus.pressed(event):
            return True
        if "press" in event.intents and self._focus and self._focus.takes_letters:
            self._move_focus(1)  # a line is written; on to the next box
            return True
        for intent, by in (("next", 1), ("previous", -1), ("down", 1), ("up", -1), ("right", 1), ("left", -1)):
            if intent in event.intents:
                self._move_focus(by)
                return True
        for intent, sign in (("page_up", -1), ("page_down", 1)):
            if intent in event.intents:
                self._scroll_by(sign * self._view.height * 3 // 4)
                return True
        return self.key(event)

    def key(self, event: Pressed) -> bool:
        """A key that no box took."""
        return False

    def _scroll_by(self, pixels: int) -> None:
        self._scroll = min(max(self._scroll + pixels, 0), self._most_scroll)

    def _pointer(self, event: Pointer) -> None:
        under = self._box_at(event.at)
        if event.kind == "wheel":
            if under is None or not under.pointer(event):
                self._scroll_by(-round(event.amount * self._view.height / 8))
            return
        if event.kind == "move":
            self._hover = under
        if event.kind == "down" and under is not None:
            self._held = under
            if under.can_focus:
                self._focus = under
        target = self._held if self._held is not None else under
        if target is not None:
            target.pointer(event)
        if event.kind == "up":
            self._held = None

    def _box_at(self, at: tuple[float, float]) -> Widget | None:
        for box in self.boxes():
            is_scrolled = box in list(self._content.parts())
            if box.rect.collidepoint(at) and (not is_scrolled or self._view.collidepoint(at)):
                return box
        return None

    # Drawing

    def draw(self, canvas: Canvas, now: float, *, is_still: bool) -> None:
        """Lays itself out and draws itself; is_still: no sliding, for those who want little motion."""
        self._canvas = canvas
        self.ready()
        self._lay_out(canvas)
        share = min(max((now - self.opened) / SLIDE, 0.0), 1.0)
        if share < 1.0 and is_still:
            self._draw_faded(canvas, share)
            return
        shift = round((1.0 - share) ** 2 * canvas.u(70))
        if shift:
            for box in (self._content, self._footer):
                box.place(canvas, box.rect.move(0, shift))
            self.rect, self._view = self.rect.move(0, shift), self._view.move(0, shift)
        self._draw(canvas)

    def _draw_faded(self, canvas: Canvas, share: float) -> None:
        before = canvas.surface.copy()
        self._draw(canvas)
        before.set_alpha(round(255 * (1.0 - share)))
        canvas.surface.blit(before, (0, 0))

    def _lay_out(self, canvas: Canvas) -> None:
        screen = canvas.surface.get_rect()
        margin, pad = canvas.u(20), canvas.u(24)
        width = min(self._width(canvas), screen.width - 2 * margin)
        inner = width - 2 * pad
        head = self._head_height(canvas, inner)
        foot = self._footer.height(canvas, inner) + canvas.u(16) if self._footer.boxes else 0
        room = screen.height - 2 * margin - 2 * pad - head - foot
        self._stretch(canvas, inner, room)
        wanted = self._content.height(canvas, inner)
        shown = max(min(wanted, room), canvas.u(24)) if wanted else 0
        height = head + shown + foot + 2 * pad
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = screen.center
        if self.side == "right":
            self.rect.right = screen.right - margin // 2
        elif self.side == "board":
            self.rect.centerx = max(lay_out(canvas.scale, 0.0).board.centerx, margin + width // 2)
        self._most_scroll = max(wanted - shown, 0)
        self._scroll = min(self._scroll, self._most_scroll)
        self._fade = canvas.u(_FADE)
        top = self.rect.top + pad + head
        self._view = pygame.Rect(self.rect.left + pad - canvas.u(8), top, inner + canvas.u(16), shown)
        self._content.place(canvas, pygame.Rect(self.rect.left + pad, top - self._scroll, inner, wanted))
        self._footer.place(
            canvas, pygame.Rect(self.rect.left + pad, top + shown + canvas.u(16), inner, max(foot - canvas.u(16), 0))
        )

    def _width(self, canvas: Canvas) -> int:
        """How wide it is where the screen has room for it."""
        return canvas.u(self.units * (1 + (canvas.scale.text - 1) * 0.8))

    def _stretch(self, canvas: Canvas, inner: int, room: int) -> None:
        """A box that wants what is left gets it."""
        for box in self._content.boxes:
            if box.stretches:
                box.spare = 0
                box.spare = box.height(canvas, inner) + max(room - self._content.height(canvas, inner), 0)

    def _head_height(self, canvas: Canvas, inner: int) -> int:
        if not self.title:
            return 0
        return canvas.letters.paragraph_height(self.title, "title", inner) + canvas.u(12)

    def _draw(self, canvas: Canvas) -> None:
        palette, radius, pad = canvas.palette, canvas.u(14), canvas.u(24)
        draw_shadow(canvas, self.rect, radius)
        rounded(canvas.surface, self.rect, palette.panel, radius)
        rounded(canvas.surface, self.rect, palette.edge, radius, canvas.u(1))
        line = self.rect.inflate(-canvas.u(10), -canvas.u(10))
        rounded(canvas.surface, line, mixed(palette.panel, palette.accent, 0.35), radius - canvas.u(4), canvas.u(1))
        if self.title:
            heading = canvas.letters.paragraph(self.title, "title", palette.accent, self.rect.width - 2 * pad)
            canvas.surface.blit(heading, (self.rect.left + pad, self.rect.top + pad - canvas.u(4)))
        self._draw_content(canvas)
        self._footer.draw(canvas, self._focus, self._hover)
        if self._most_scroll:
            self._draw_scrollbar(canvas)

    def _draw_content(self, canvas: Canvas) -> None:
        """What is scrolled, growing faint towards an edge behind which it goes on; else with room for a focus ring."""
        above, below = self._scroll > 0, self._scroll < self._most_scroll
        ring, old = canvas.u(4), canvas.surface.get_clip()
        seen = self._view.move(0, 0 if above else -ring)
        seen.height = self._view.bottom + (0 if below else ring) - seen.top
        canvas.surface.set_clip(seen.clip(old))
        self._content.draw(canvas, self._focus, self._hover)
        width, most, colour = self._view.width, min(self._fade, self._view.height // 3), canvas.palette.panel
        if above:
            canvas.surface.blit(_veil(width, min(most, self._scroll), colour), self._view)
        if below:
            veil = pygame.transform.flip(_veil(width, min(most, self._most_scroll - self._scroll), colour), False, True)
            canvas.surface.blit(veil, veil.get_rect(bottomleft=self._view.bottomleft))
        canvas.surface.set_clip(old)

    def _draw_scrollbar(self, canvas: Canvas) -> None:
        whole = self._view.height + self._most_scroll
        bar = pygame.Rect(self._view.right + canvas.u(1), 0, canvas.u(5), 0)  # in the margin: all edges stay in line
        bar.height = max(self._view.height * self._view.height // whole, canvas.u(24))
        travel = self._view.height - bar.height
        bar.top = self._view.top + travel * self._scroll // max(self._most_scroll, 1)
        rounded(canvas.surface, bar, canvas.palette.edge, canvas.u(2))


def draw_shadow(canvas: Canvas, rect: pygame.Rect, radius: int) -> None:
    """A soft shadow below a card: many faint layers, each a little smaller."""
    shadow = _shadow(rect.width, rect.height, radius, canvas.u(26))
    canvas.surface.blit(shadow, shadow.get_rect(center=(rect.centerx, rect.centery + canvas.u(6))))


@lru_cache(maxsize=4)
def _veil(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A colour that hides all at its upper edge and nothing at its lower one."""
    veil = pygame.Surface((width, height), pygame.SRCALPHA)
    for row in range(height):
        share = 1.0 - (row + 0.5) / height
        veil.fill((*colour, round(255 * share * share * (3.0 - 2.0 * share))), (0, row, width, 1))
    return veil


@lru_cache(maxsize=4)
def _shadow(width: int, height: int, radius: int, spread: int) -> pygame.Surface:
    shadow = pygame.Surface((width + 2 * spread, height + 2 * spread), pygame.SRCALPHA)
    layer = pygame.Surface(shadow.get_size(), pygame.SRCALPHA)
    steps = 9
    for step in range(steps):
        inset = spread * step // steps
        layer.fill((0, 0, 0, 0))
        area = shadow.get_rect().inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(layer, (0, 0, 0, 6 + 2 * step), area, border_radius=radius + spread - inset)
        shadow.blit(layer, (0, 0))
    return shadow
