"""The boxes around the board and on it: plates, information, buttons; made anew when what they say has changed."""

from __future__ import annotations

import pygame

from game.i18n import gettext as _
from game.ui.board import geometry as places
from game.ui.board.geometry import Spot
from game.ui.board.layout import TableLayout
from game.ui.board.surround import Information, Plate, PlateText
from game.ui.modes import words
from game.ui.modes.buttons import ButtonSet, turn_buttons
from game.ui.modes.director import Director
from game.ui.modes.services import Services
from game.ui.widgets.base import Canvas, Column, Row, Widget
from game.ui.widgets.controls import Button


class Surroundings:
    """Two columns beside the board, at the top and at the bottom, and buttons that float on the board."""

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
        information = words.information(director.sitting)
        column, floating = turn_buttons(director, settings, keys, self._services)
        shown = (upper, lower, tuple(information), column.signature, floating.signature, canvas.scale, layout)
        if shown == self._signature:
            return False
        self._signature = shown
        for tightness in range(4):
            self._make_columns(upper, lower, information, column, tightness)
            if self._place_columns(canvas, layout.column):
                break
        rows = floating.rows()
        self._floating = Column(rows, 8) if rows else None
        if self._floating:
            self._place_floating(canvas, director, layout, self._floating)
        return True

    def _make_columns(
        self, upper: PlateText, lower: PlateText, lines: list[words.Line], buttons: ButtonSet, tightness: int
    ) -> None:
        """tightness: 0 to 3, how much is given up where a window is low."""
        icon, services = self._services.art.icon, self._services
        menu = Button(_("Menu"), services.open_menu, key="menu", key_hint=words.key_words("escape"))
        told = Information(lines if tightness < 3 else lines[:3], services.open_information)
        tops: list[Widget] = [menu, Plate(upper, icon, tightness), told]
        made = buttons.make()
        acting: list[Widget] = [Row(made, 8)] if made else []
        self._columns = [Column(tops, 8), Column([*acting, Plate(lower, icon, tightness)], 8)]

    def _place_columns(self, canvas: Canvas, rect: pygame.Rect) -> bool:
        """True when both have room."""
        upper, lower = self._columns
        upper.place(canvas, pygame.Rect(rect.left, rect.top, rect.width, upper.height(canvas, rect.width)))
        height = lower.height(canvas, rect.width)
        lower.place(canvas, pygame.Rect(rect.left, rect.bottom - height, rect.width, height))
        return upper.rect.bottom + canvas.u(8) <= lower.rect.top

    def _place_floating(self, canvas: Canvas, director: Director, layout: TableLayout, floating: Widget) -> None:
        acting = director.state.to_act if director.state.to_act is not None else director.bottom
        # Typed numbers fall in the acting side's half, so their buttons are in the other one.
        at_right = (acting == director.bottom) != (director.typing is not None)
        middle = places.FIELD_CENTRE if at_right else -places.FIELD_CENTRE
        spot = Spot(-middle if director.geometry.mirrored else middle, 0.0)
        x, y, scale = layout.camera.project(spot.x, spot.y)
        room = round(scale * 5.7)
        if floating.width(canvas) > room:
            for button in floating.parts():
                if isinstance(button, Button):
                    button.key_hint = ""
        width = min(room, max(floating.width(canvas), canvas.u(120)))
        rect = pygame.Rect(0, 0, width, floating.height(canvas, width))
        rect.center = (round(x), round(y))
        floating.place(canvas, rect)
