"""The boxes around the board and on it: plates, information, buttons; made anew when what they say has changed."""

from __future__ import annotations

import pygame

from game.i18n import gettext as _
from game.settings import Settings
from game.ui.board.layout import TableLayout
from game.ui.board.surround import Information, Plate, PlateText
from game.ui.intents import KeyMap
from game.ui.modes import words
from game.ui.modes.buttons import ButtonSet, turn_buttons
from game.ui.modes.director import Director
from game.ui.modes.floating import floated, free_band, free_half
from game.ui.modes.services import Services
from game.ui.widgets.base import Canvas, Column, Row, Widget
from game.ui.widgets.controls import Button

MOST_TIGHTNESS = 4


class Surroundings:
    """Two columns beside the board, at the top and at the bottom, and buttons that float on the board; those for which
    that has no room stand in the lower column.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._columns: list[Widget] = []
        self._floating: Widget | None = None
        self._signature: object = None

    def forget(self) -> None:
        """Everything is made anew next time."""
        self._signature = None

    def boxes(self) -> list[Widget]:
        """All boxes, the floating ones first."""
        floating = list(self._floating.parts()) if self._floating else []
        return [*floating, *(part for column in self._columns for part in column.parts())]

    def draw(self, canvas: Canvas, focus: Widget | None, hover: Widget | None) -> None:
        """Draws them."""
        for box in (*self._columns, *([self._floating] if self._floating else [])):
            box.draw(canvas, focus, hover)

    def build(self, canvas: Canvas, director: Director, layout: TableLayout) -> bool:
        """Makes the boxes and gives them their places. False when nothing has changed."""
        keys, settings = self._services.keys(), self._services.settings()
        icons = (0, 1) if director.sitting.header.colours != "dark" else (1, 0)
        own, other = director.bottom, 1 - director.bottom
        upper = words.plate(director, other, icons[other])
        lower = words.plate(director, own, icons[own])
        information = self._information(director)
        column, floating = self._buttons(director, settings, keys)
        half = free_half(director)
        shown = (upper, lower, tuple(information), column.signature, floating.signature, canvas.scale, layout, half)
        if shown == self._signature:
            return False
        self._signature = shown
        self._floating, others = None, floating
        if half is not None:
            band = free_band(canvas, layout.camera, director.geometry, half)
            self._floating, others = floated(canvas, floating, band)
        for tightness in range(MOST_TIGHTNESS + 1):
            left_over = [Row(others.make(), others.gap)] if others.specs else []
            acting = [*left_over, *self._acting(column, tightness)]
            self._make_columns(upper, lower, information, acting, tightness)
            if self._place_columns(canvas, layout.column):
                break
        return True

    def _information(self, director: Director) -> list[words.Line]:
        """What is played for."""
        lines, sitting = words.information(director.sitting), director.sitting
        if not sitting.is_free:
            return lines
        told = _("What if: the match stays as it was") if all(sitting.persons) else _("Free play: it is not kept")
        return [(told, "strong", "good"), *lines]

    def _buttons(self, director: Director, settings: Settings, keys: KeyMap) -> tuple[ButtonSet, ButtonSet]:
        """Those of the column and the floating ones."""
        return turn_buttons(director, settings, keys, self._services)

    def _acting(self, buttons: ButtonSet, tightness: int) -> list[Widget]:
        """The boxes above the lower plate; where it is tightest without what the menu has or what does nothing now."""
        made = [box for box in buttons.make() if tightness < MOST_TIGHTNESS or (box.is_enabled and box.key != "back")]
        return [Row(made, 8)] if made else []

    def _make_columns(
        self, upper: PlateText, lower: PlateText, lines: list[words.Line], acting: list[Widget], tightness: int
    ) -> None:
        """acting: above the lower plate. tightness: 0 to MOST_TIGHTNESS, how much is given up where a window is low."""
        icon, services = self._services.art.icon, self._services
        menu = Button(_("Menu"), services.open_menu, key="menu", key_hint=words.key_words("escape"))
        told = Information(lines if tightness < 3 else lines[: 3 if tightness == 3 else 2], services.open_information)
        tops: list[Widget] = [menu, Plate(upper, icon, tightness), told]
        self._columns = [Column(tops, 8), Column([*acting, Plate(lower, icon, tightness)], 8)]

    def _place_columns(self, canvas: Canvas, rect: pygame.Rect) -> bool:
        """True when both have room."""
        upper, lower = self._columns
        upper.place(canvas, pygame.Rect(rect.left, rect.top, rect.width, upper.height(canvas, rect.width)))
        height = lower.height(canvas, rect.width)
        lower.place(canvas, pygame.Rect(rect.left, rect.bottom - height, rect.width, height))
        return upper.rect.bottom + canvas.u(8) <= lower.rect.top
