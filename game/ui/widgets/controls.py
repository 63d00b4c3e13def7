"""What is read, pressed, switched and chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from game.ui.input import Pointer, Pressed
from game.ui.look import Colour
from game.ui.palette import mixed
from game.ui.widgets.base import Canvas, Labelled, Widget, focus_ring, rounded

Value = TypeVar("Value")


class Label(Widget):
    """Words, broken into as many lines as they need. tone: a colour of the palette."""

    def __init__(self, text: str, style: str = "text", tone: str = "ink", align: str = "left") -> None:
        super().__init__(label=text)
        self.style, self.tone, self.align = style, tone, align

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.paragraph_height(self.label, self.style, width)

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, self.style)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        colour: Colour = getattr(canvas.palette, self.tone)
        picture = canvas.letters.paragraph(self.label, self.style, colour, self.rect.width, self.align)
        spare = self.rect.width - picture.get_width()
        left = {"left": 0, "centre": spare // 2, "right": spare}[self.align]
        canvas.surface.blit(picture, (self.rect.left + left, self.rect.top))


class Heading(Label):
    """The name of a section, and a fine line that shows where the one before has ended."""

    _ABOVE, _BELOW = 12.0, 4.0

    def __init__(self, text: str) -> None:
        super().__init__(text, "strong", "accent")

    def height(self, canvas: Canvas, width: int) -> int:
        return super().height(canvas, width) + canvas.u(self._ABOVE) + canvas.u(self._BELOW)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        words = canvas.letters.paragraph(self.label, self.style, canvas.palette.accent, self.rect.width)
        top = self.rect.top + canvas.u(self._ABOVE)
        canvas.surface.blit(words, (self.rect.left, top))
        first, level = self.rect.left + words.get_width() + canvas.u(12), top + canvas.letters.height("strong") // 2
        if first < self.rect.right - canvas.u(12):
            line = mixed(canvas.palette.accent, canvas.palette.panel, 0.7)
            pygame.draw.line(canvas.surface, line, (first, level), (self.rect.right - 1, level), canvas.u(1))


class Gap(Widget):
    """Empty room."""

    def __init__(self, units: float) -> None:
        super().__init__()
        self._units = units

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.u(self._units)

    def width(self, canvas: Canvas) -> int:
        return 0

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        pass


class Control(Widget):
    """A box of one line that can have the focus, with the look that all of them share."""

    can_focus = True

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.height("strong") + canvas.u(16)

    def _box(self, canvas: Canvas, focus: Widget | None, hover: Widget | None, fill: Colour, edge: Colour) -> None:
        radius = canvas.u(7)
        if hover is self and self.is_enabled:
            fill = mixed(fill, canvas.palette.ink, 0.12)
        if not self.is_enabled:
            fill = mixed(fill, canvas.palette.panel, 0.6)
        rounded(canvas.surface, self.rect, fill, radius)
        rounded(canvas.surface, self.rect, edge, radius, canvas.u(1))
        if focus is self:
            focus_ring(canvas, self.rect, radius)

    def _words(self, canvas: Canvas, text: str, rect: pygame.Rect, colour: Colour, align: str = "left") -> None:
        shown = canvas.letters.fitted(text, "strong", rect.width)
        picture = canvas.letters.line(shown, "strong", colour)
        left = rect.left if align == "left" else rect.left + (rect.width - picture.get_width()) // 2
        canvas.surface.blit(picture, (left, rect.centery - picture.get_height() // 2))


class Button(Control):
    """Does something when pressed. key_hint: the key that does the same. align: of its words, "centre" or "left"."""

    def __init__(
        self,
        label: str,
        action: Callable[[], object],
        *,
        key: str = "",
        is_main: bool = False,
        is_enabled: bool = True,
        key_hint: str = "",
        align: str = "centre",
    ) -> None:
        super().__init__(key, label)
        self.action, self.is_main, self.key_hint, self.align = action, is_main, key_hint, align
        self.is_enabled = is_enabled
        self.can_focus = is_enabled
        self._is_down = False

    def stay_down(self, former: Button) -> None:
        """Takes over the press from the button that it stands for now."""
        self._is_down = former._is_down

    def width(self, canvas: Canvas) -> int:
        hint = canvas.letters.width(self.key_hint, "small") + canvas.u(14) if self.key_hint else 0
        return canvas.letters.width(self.label, "strong") + canvas.u(26) + hint

    def height(self, canvas: Canvas, width: int) -> int:
        room = max(width - canvas.u(24), 1)
        lines = canvas.letters.paragraph_height(self.label, "strong", room)
        return max(lines, canvas.letters.height("strong")) + canvas.u(16)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        fill = palette.accent if self.is_main and self.is_enabled else palette.raised
        ink = palette.dark if self.is_main and self.is_enabled else palette.ink
        self._box(canvas, focus, hover, fill, mixed(fill, palette.dark if self.is_main else palette.ink, 0.25))
        colour = ink if self.is_enabled else mixed(palette.faint, palette.panel, 0.45)
        inner = self.rect.inflate(-canvas.u(24), 0)
        hint = None
        if self.key_hint:
            hint = canvas.letters.line(self.key_hint, "small", mixed(colour, fill, 0.35))
            if canvas.letters.width(self.label, "strong") + hint.get_width() + canvas.u(10) > inner.width:
                hint = None
        align = "left" if hint else self.align
        picture = canvas.letters.paragraph(self.label, "strong", colour, inner.width, align)
        place = picture.get_rect(center=inner.center)
        if align == "left":
            place.left = inner.left
        canvas.surface.blit(picture, place)
        if hint:
            canvas.surface.blit(hint, (inner.right - hint.get_width(), inner.centery - hint.get_height() // 2))

    def pointer(self, event: Pointer) -> bool:
        if not self.is_enabled or event.button != 1:
            return False
        if event.kind == "down":
            self._is_down = True
            return True
        if event.kind == "up" and self._is_down:
            self._is_down = False
            if self.rect.collidepoint(event.at):
                self.action()
            return True
        return False

    def pressed(self, event: Pressed) -> bool:
        if "press" in event.intents and self.is_enabled:
            self.action()
            return True
        return False


class Toggle(Control):
    """On or off."""

    def __init__(self, label: str, value: bool, on_change: Callable[[bool], object], key: str = "") -> None:
        super().__init__(key, label)
        self.value, self.on_change = value, on_change

    def width(self, canvas: Canvas) -> int:
        return canvas.letters.width(self.label, "text") + canvas.u(84)

    def height(self, canvas: Canvas, width: int) -> int:
        return canvas.letters.paragraph_height(self.label, "text", max(width - canvas.u(76), 1)) + canvas.u(14)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette = canvas.palette
        colour = palette.ink if self.is_enabled else mixed(palette.faint, palette.panel, 0.5)
        around = around_words(canvas, self.rect)
        if hover is self and self.is_enabled:
            rounded(canvas.surface, around, mixed(palette.panel, palette.ink, 0.06), canvas.u(7))
        words = canvas.letters.paragraph(self.label, "text", colour, self.rect.width - canvas.u(76))
        canvas.surface.blit(words, (self.rect.left, self.rect.centery - words.get_height() // 2))
        track = pygame.Rect(0, 0, canvas.u(40), canvas.u(22))
        track.midright = (self.rect.right, self.rect.centery)
        rounded(canvas.surface, track, palette.accent if self.value else palette.raised, track.height // 2)
        rounded(canvas.surface, track, palette.edge, track.height // 2, canvas.u(1))
        knob = track.right - track.height // 2 if self.value else track.left + track.height // 2
        pygame.draw.aacircle(
            canvas.surface, palette.dark if self.value else palette.ink, (knob, track.centery), canvas.u(8)
        )
        if focus is self:
            focus_ring(canvas, around, canvas.u(7))

    def _switch(self) -> bool:
        self.value = not self.value
        self.on_change(self.value)
        return True

    def pointer(self, event: Pointer) -> bool:
        return event.kind == "down" and event.button == 1 and self.is_enabled and self._switch()

    def pressed(self, event: Pressed) -> bool:
        turns = ("left" in event.intents and self.value) or ("right" in event.intents and not self.value)
        return (turns or "press" in event.intents) and self.is_enabled and self._switch()


class Choice(Labelled, Control, Generic[Value]):
    """One of several values: arrows go on to the next, a press opens the whole list. open_list: shows it. is_stacked:
    the value stands below its label even where there is room beside it.
    """

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[Value, str]],
        value: Value,
        on_change: Callable[[Value], object],
        *,
        key: str = "",
        open_list: Callable[[Choice[Value]], object] | None = None,
        is_stacked: bool = False,
    ) -> None:
        super().__init__(key, label)
        self.is_stacked = is_stacked
        self.values, self.value, self.on_change, self.open_list = list(values), value, on_change, open_list
        self.can_focus = self.is_enabled = len(self.values) > 1

    @property
    def _index(self) -> int:
        return next((index for index, (value, _) in enumerate(self.values) if value == self.value), 0)

    @property
    def words(self) -> str:
        """What is chosen, in words."""
        return self.values[self._index][1] if self.values else ""

    def width(self, canvas: Canvas) -> int:
        return self._label_width(canvas) + self.wanted_box(canvas) + canvas.u(28)

    def wanted_box(self, canvas: Canvas) -> int:
        return max((canvas.letters.width(words, "strong") for _, words in self.values), default=0) + canvas.u(64)

    def place(self, canvas: Canvas, rect: pygame.Rect) -> None:
        super().place(canvas, rect)
        self._box_rect = self.box_rect(canvas)

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        palette, box = canvas.palette, self._box_rect
        self.draw_label(canvas)
        fill = mixed(palette.raised, palette.ink, 0.1) if hover is self and self.is_enabled else palette.raised
        fill = fill if self.is_enabled else mixed(palette.raised, palette.panel, 0.6)
        rounded(canvas.surface, box, fill, canvas.u(7))
        rounded(canvas.surface, box, palette.edge, canvas.u(7), canvas.u(1))
        self._words(canvas, self.words, box.inflate(-canvas.u(56), 0), palette.ink, "centre")
        if self.is_enabled:
            for sign, x in ((-1, box.left + canvas.u(14)), (1, box.right - canvas.u(14))):
                arrow(canvas, (x, box.centery), sign, palette.accent)
        if focus is self:
            focus_ring(canvas, box, canvas.u(7))

    _box_rect = pygame.Rect(0, 0, 0, 0)

    def arrow_place(self, sign: int) -> tuple[int, int]:
        """Where its arrow to the left (-1) or right (1) is pressed."""
        inset = self._box_rect.width // 12
        return (self._box_rect.right - inset if sign > 0 else self._box_rect.left + inset), self._box_rect.centery

    def turn(self, by: int) -> bool:
        """Goes on to another value."""
        if not self.is_enabled:
            return False
        self.choose(self.values[(self._index + by) % len(self.values)][0])
        return True

    def choose(self, value: Value) -> None:
        """Takes a value."""
        self.value = value
        self.on_change(value)

    def pointer(self, event: Pointer) -> bool:
        if event.kind != "down" or event.button != 1 or not self._box_rect.collidepoint(event.at):
            return False
        third = self._box_rect.width / 4
        if event.x < self._box_rect.left + third:
            return self.turn(-1)
        if event.x > self._box_rect.right - third or not self.open_list or len(self.values) < 4:
            return self.turn(1)
        self.open_list(self)
        return True

    def pressed(self, event: Pressed) -> bool:
        if "left" in event.intents:
            return self.turn(-1)
        if "right" in event.intents:
            return self.turn(1)
        if "press" in event.intents and self.is_enabled:
            if self.open_list and len(self.values) > 3:
                self.open_list(self)
            else:
                self.turn(1)
            return True
        return False


def arrow(canvas: Canvas, centre: tuple[int, int], sign: int, colour: Colour) -> None:
    """A little triangle to the left (-1) or right (1): the bundled fonts have no arrows."""
    size = canvas.u(5)
    x, y = centre
    pygame.draw.polygon(
        canvas.surface, colour, [(x - sign * size, y - size), (x + sign * size, y), (x - sign * size, y + size)]
    )
    pygame.draw.aalines(
        canvas.surface, colour, True, [(x - sign * size, y - size), (x + sign * size, y), (x - sign * size, y + size)]
    )


def around_words(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    """Where a control without a box of its own is marked: words that begin at its edge get some air."""
    return rect.inflate(canvas.u(8), 0)
