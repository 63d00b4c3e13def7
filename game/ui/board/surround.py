"""What stands around the board: plates, match information, hint line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.board.marks import warning
from game.ui.input import Pointer
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Widget, rounded
from game.ui.widgets.controls import Control


@dataclass(frozen=True, slots=True)
class PlateText:
    """One player's plate in words. counts: pips and points. is_acting: it is their turn; is_short_of_time: the clock is
    shown in red.
    """

    name: str
    about: str
    counts: str
    clock: str
    status: str
    is_acting: bool
    is_short_of_time: bool
    icon: int


class Plate(Widget):
    """A player's plate. icon: draws a checker of their set. tightness: from 2 on it leaves out what is also said
    elsewhere: whose turn it is, and who the opponent is.
    """

    def __init__(self, text: PlateText, icon: Callable[[int, int], pygame.Surface], tightness: int = 0) -> None:
        super().__init__(label=text.name)
        self.text, self._icon, self._tightness = text, icon, tightness

    def _lines(self) -> list[tuple[str, str, str]]:
        text = self.text
        clock = (text.clock, "strong", "danger" if text.is_short_of_time else "ink")
        if self._tightness >= 2:
            return [line for line in ((text.counts, "text", "ink"), clock) if line[0]]
        lines = [(text.about, "small", "faint"), (text.counts, "text", "ink"), clock]
        lines.append((text.status, "small", "accent"))
        return [line for line in lines if line[0]]

    def _inner(self, canvas: Canvas, width: int) -> int:
        return width - canvas.u(24)

    def height(self, canvas: Canvas, width: int) -> int:
        inner = self._inner(canvas, width)
        lines = sum(canvas.letters.paragraph_height(words, style, inner) for words, style, _ in self._lines())
        return canvas.letters.height("strong") + lines + canvas.u(24)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette, radius = canvas.palette, canvas.u(9)
        rounded(canvas.surface, self.rect, palette.panel, radius)
        edge = palette.accent if self.text.is_acting else palette.edge
        rounded(canvas.surface, self.rect, edge, radius, canvas.u(2 if self.text.is_acting else 1))
        left, top = self.rect.left + canvas.u(12), self.rect.top + canvas.u(11)
        size = canvas.letters.height("strong") - canvas.u(2)
        icon = self._icon(self.text.icon, size)
        canvas.surface.blit(icon, icon.get_rect(center=(left + size // 2, top + size // 2)))
        room = self.rect.right - canvas.u(10) - (left + size + canvas.u(8))
        name = canvas.letters.fitted(self.text.name, "strong", room)
        canvas.surface.blit(canvas.letters.line(name, "strong", palette.ink), (left + size + canvas.u(8), top))
        top += canvas.letters.height("strong") + canvas.u(2)
        for words, style, tone in self._lines():
            picture = canvas.letters.paragraph(
                words, style, getattr(palette, tone), self._inner(canvas, self.rect.width)
            )
            canvas.surface.blit(picture, (left, top))
            if tone == "danger":
                high = canvas.letters.height("text")
                place = pygame.Rect(0, 0, high, high)
                place.midleft = (left + picture.get_width() + canvas.u(6), top + picture.get_height() // 2)
                warning(canvas, place.inflate(-canvas.u(4), -canvas.u(5)), palette.danger)
            top += picture.get_height()


class Information(Control):
    """What is played for; pressed, it tells more."""

    def __init__(self, lines: list[tuple[str, str, str]], action: Callable[[], object]) -> None:
        super().__init__("information", lines[0][0] if lines else "")
        self._lines, self._action = lines, action

    def height(self, canvas: Canvas, width: int) -> int:
        inner = width - canvas.u(24)
        return sum(canvas.letters.paragraph_height(w, s, inner) for w, s, _ in self._lines) + canvas.u(20)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        fill = mixed(canvas.palette.dark, canvas.palette.panel, 0.6)
        self._box(canvas, focus, hover, fill, mixed(fill, canvas.palette.edge, 0.5))
        top = self.rect.top + canvas.u(10)
        for words, style, tone in self._lines:
            colour = getattr(canvas.palette, tone)
            picture = canvas.letters.paragraph(words, style, colour, self.rect.width - canvas.u(24))
            canvas.surface.blit(picture, (self.rect.left + canvas.u(12), top))
            top += picture.get_height()

    def pointer(self, event: Pointer) -> bool:
        if event.kind == "down" and event.button == 1:
            self._action()
            return True
        return False

    def pressed(self, event: object) -> bool:
        if "press" in getattr(event, "intents", ()):
            self._action()
            return True
        return False


class HintLine(Widget):
    """What one can do now, or why something was refused; above it, small, what happened last. is_answer: somebody has
    asked for it, and it is what is to be read.
    """

    def __init__(self, happened: str, hint: str, *, is_refusal: bool, is_answer: bool = False) -> None:
        super().__init__(label=hint)
        self.happened, self.is_refusal, self.is_answer = happened, is_refusal, is_answer

    @property
    def style(self) -> str:
        """The letters of its main line, where it has room for them."""
        return "strong" if self.is_refusal or self.is_answer else "text"

    def inner(self, canvas: Canvas) -> pygame.Rect:
        """Where its words stand: beside the sign of a refusal."""
        room = self.rect.inflate(-canvas.u(20), -canvas.u(4))
        if self.is_refusal:
            room.left, room.width = room.left + canvas.u(28), room.width - canvas.u(28)
        return room

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        shade = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (*palette.dark, 175), shade.get_rect(), border_radius=canvas.u(9))
        canvas.surface.blit(shade, self.rect)
        if self.is_refusal:
            sign = pygame.Rect(0, 0, canvas.u(22), canvas.u(20))
            sign.midleft = (self.rect.left + canvas.u(9), self.rect.centery)
            warning(canvas, sign, palette.danger)
        inner = self.inner(canvas)
        pictures = [
            canvas.letters.paragraph(words, style, getattr(palette, tone), inner.width)
            for words, style, tone in self.lines(canvas)
        ]
        top = inner.top + (inner.height - sum(picture.get_height() for picture in pictures)) // 2
        old = canvas.surface.get_clip()
        canvas.surface.set_clip(self.rect.clip(old))
        for picture in pictures:
            canvas.surface.blit(picture, (inner.left, top))
            top += picture.get_height()
        canvas.surface.set_clip(old)

    def lines(self, canvas: Canvas) -> list[tuple[str, str, str]]:
        """What is written, with style and colour. A long sentence takes all the room, in smaller letters."""
        width = self.inner(canvas).width
        tone = "danger" if self.is_refusal else "accent" if self.is_answer else "ink"
        if canvas.letters.width(self.label, self.style) > width:
            return [(self.label, "small", tone)]
        happened = canvas.letters.fitted(self.happened, "small", width)
        return [line for line in ((happened, "small", "faint"), (self.label, self.style, tone)) if line[0]]


class ToldLine(HintLine):
    """What happened last is what is to be read, whole; below it stands the first of the hints that has room there.

    hints: the same in ever fewer words.
    """

    def __init__(self, happened: str, hints: Sequence[str]) -> None:
        super().__init__(happened, hints[0], is_refusal=False)
        self._hints = hints

    def lines(self, canvas: Canvas) -> list[tuple[str, str, str]]:
        width, letters = self.inner(canvas).width, canvas.letters
        if not self.happened:
            return super().lines(canvas)
        style = next((style for style in ("text", "small") if letters.width(self.happened, style) <= width), "")
        if not style:
            return [(self.happened, "small", "ink")]
        hint = next((hint for hint in self._hints if letters.width(hint, "small") <= width), "")
        return [line for line in ((self.happened, style, "ink"), (hint, "small", "faint")) if line[0]]
