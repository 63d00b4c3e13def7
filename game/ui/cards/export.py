"""Exporting a match: the format, what it cannot hold of this match, and where the file goes."""

from __future__ import annotations

from game.errors import GameError
from game.formats.base import FORMATS, write
from game.formats.losses import losses
from game.i18n import gettext as _
from game.match.record import MatchRecord
from game.storage.about import about, local_day
from game.storage.header import MatchHeader
from game.ui.cards.saving import SavingCard, SavingServices, file_stem
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Label
from game.wording import loss_sentence, sentence

_TITLES = {"mat": ".mat", "sgf": ".sgf", "txt": ".txt", "json": "JSON"}


class ExportCard(SavingCard):
    """One match, finished or not. Games that other programs do not know are kept by JSON and text alone."""

    def __init__(self, header: MatchHeader, record: MatchRecord, services: SavingServices) -> None:
        self._header, self._record = header, record
        self._headers = about(header)
        self._written_as = {name: self._try(name) for name in FORMATS}
        self.format = next(name for name in ("mat", "sgf", "json") if isinstance(self._written_as[name], bytes))
        super().__init__(services, f"{file_stem(*header.names, local_day(header.started))}.{self.format}")

    @property
    def title(self) -> str:
        return _("Export")

    def first_focus(self) -> str:
        return "format"

    def data(self) -> bytes:
        written = self._written_as[self.format]
        if isinstance(written, GameError):
            raise written
        return written

    def _try(self, format_name: str) -> bytes | GameError:
        """The match in that format, or why it cannot hold it."""
        try:
            return write(self._record, format_name, self._headers)
        except GameError as error:
            return error

    def lost(self) -> list[str]:
        """What the chosen format cannot hold of this match, in words."""
        header = self._header
        codes = list(losses(self._record, self.format))
        if self._record.options.clock and "clock" not in codes:
            codes.append("times")
        if header.dice == "fair":
            codes.append("secret")
        if any(seat != "person" for seat in header.seats):
            codes.append("seats")
        return [loss_sentence(code) for code in codes]

    def content(self) -> list[Widget]:
        values = [(name, _TITLES[name]) for name in FORMATS]
        boxes: list[Widget] = [Choice(_("Format"), values, self.format, self._choose, key="format")]
        written = self._written_as[self.format]
        if isinstance(written, GameError):
            return [*boxes, Label(sentence(written), "text", "danger")]
        lost = self.lost()
        if lost:
            boxes.append(Label(_("Of this match the file will not hold:"), "strong", "accent"))
            boxes += [Label(f"· {words}", "small") for words in lost]
        else:
            boxes.append(Label(_("The file will hold everything of this match."), "text", "good"))
        return [*boxes, *self.file_boxes()]

    def _choose(self, format_name: str) -> None:
        self.format = format_name
        path = self.path
        is_usual = path.suffix.lower().removeprefix(".") in FORMATS
        self.move_to(path.with_suffix(f".{format_name}") if is_usual else path)

    def footer(self) -> list[Widget]:
        can_write = isinstance(self._written_as[self.format], bytes)
        return [
            self.save_button(is_enabled=can_write),
            Button(_("Copy the text"), self._copy, key="copy", is_enabled=can_write),
            Button(_("Close"), self.finish, key="close"),
        ]

    def _copy(self) -> None:
        self._services.copy(self.data().decode("utf-8"))
        self.say(_("The text of the file is in the clipboard."))
