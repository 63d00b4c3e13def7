"""The look of the table: board, checkers, dice and cloth, chosen beside the table itself, which changes at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game import i18n
from game.i18n import gettext as _
from game.settings import LEAST_ZOOM, MOST_ZOOM, Settings
from game.ui import look
from game.ui.board.layout import USUAL_ZOOM, lay_out
from game.ui.board.projection import LEAST_TILT, MOST_TILT, USUAL_TILT
from game.ui.card import Card
from game.ui.widgets.base import Canvas, Widget
from game.ui.widgets.controls import Button, Choice, Gap, Toggle
from game.ui.widgets.fields import Slider
from game.wording import look_title

_AROUND_NAME = 64.0 + 60.0
"""Units beside the name of a look: arrows; edges of the card and its scrollbar."""


class LookCard(Card):
    """change: takes the new settings and lets them hold. Looks are what lies in the folders when it is built, so that
    one that somebody has just put there is among them.
    """

    units = 345.0
    side = "right"
    shows_table = True

    def __init__(self, settings: Callable[[], Settings], change: Callable[[Settings], object]) -> None:
        super().__init__()
        self._settings, self._change = settings, change

    @property
    def title(self) -> str:
        return _("Table and camera")

    def _set(self, **changes: object) -> None:
        self._change(replace(self._settings(), **changes))  # type: ignore[arg-type]  # names of settings

    def _width(self, canvas: Canvas) -> int:
        """Beside the board as wide as there is room; over it no wider than the names of looks want."""
        names = [words for box in self._content.boxes if isinstance(box, Choice) for _name, words in box.values]
        least = max(canvas.letters.width(words, "strong") for words in names) + canvas.u(_AROUND_NAME)
        beside = lay_out(canvas.scale, self._settings().tilt).column.width
        return min(super()._width(canvas), max(least, beside))

    def content(self) -> list[Widget]:
        labels = {"board": _("Board"), "checkers": _("Checkers"), "dice": _("Dice"), "cloth": _("Cloth")}
        settings = self._settings()
        return [
            *(self._choice(kind, label) for kind, label in labels.items()),
            Gap(4),
            Slider(
                _("Tilt of the board"),
                settings.tilt,
                (LEAST_TILT, MOST_TILT),
                2.0,
                lambda tilt: self._set(tilt=tilt),
                lambda tilt: f"{i18n.number(tilt)}°",
                key="tilt",
            ),
            Slider(
                _("Zoom"),
                settings.zoom,
                (LEAST_ZOOM, MOST_ZOOM),
                0.01,
                lambda zoom: self._set(zoom=round(zoom, 2)),
                i18n.percent,
                key="zoom",
            ),
            Toggle(
                _("Home board on the left"),
                settings.home_on_left,
                lambda on: self._set(home_on_left=on),
                "home_on_left",
            ),
        ]

    def _choice(self, kind: str, label: str) -> Widget:
        names = look.names(kind, look.folders())
        return Choice(
            label,
            [(name, look_title(kind, name)) for name in names],
            getattr(self._settings(), kind),
            lambda name: self._set(**{kind: name}),
            key=kind,
            is_stacked=True,
        )

    def footer(self) -> list[Widget]:
        return [
            Button(_("Close"), self.finish, key="close", is_main=True),
            Button(_("Usual look"), self._reset, key="usual"),
        ]

    def _reset(self) -> None:
        self._set(**look.USUAL, tilt=USUAL_TILT, zoom=USUAL_ZOOM, home_on_left=False)
        self.rebuild()
