"""A position: what it is called everywhere, its picture, and a free game that begins with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.formats.sharing import names_of
from game.i18n import gettext as _
from game.match.state import MatchState
from game.ui.card import Card
from game.ui.cards.saving import SavingCard, SavingServices
from game.ui.shared_picture import SharedPicture, what_is_to_do
from game.ui.widgets.base import Column, Widget
from game.ui.widgets.controls import Button, Gap, Label


@dataclass(frozen=True)
class PositionServices:
    """What the card leads to. copy: text into the clipboard; picture: opens the card of its picture; play: begins a
    free game, None where the position belongs to a match that goes on.
    """

    copy: Callable[[str], object]
    picture: Callable[[], object]
    play: Callable[[], object] | None


class PositionCard(Card):
    """The table beside it shows the position."""

    units = 330.0
    side = "right"

    def __init__(self, state: MatchState, names: tuple[str, str], services: PositionServices) -> None:
        super().__init__()
        self._state, self._names, self._services = state, names, services
        self._named = names_of(state)
        self._said = ""

    @property
    def title(self) -> str:
        return _("Position")

    def content(self) -> list[Widget]:
        services = self._services
        boxes: list[Widget] = [Label(what_is_to_do(self._state, self._names), "strong", "accent")]
        if services.play is not None:
            boxes += [Button(_("Play from here"), services.play, key="play", is_main=True), Gap(2)]
        named = self._named
        copied = (
            ("xgid", _("Copy the XGID"), named.xgid),
            ("gnubg", _("Copy the GNU Backgammon IDs"), named.gnubg),
            ("text", _("Copy as text"), named.text),
            ("link", _("Copy the link"), named.link),
        )
        boxes.append(Column([Button(words, self._copier(value), key=key) for key, words, value in copied if value], 6))
        boxes.append(Gap(2))
        boxes.append(Button(_("Picture"), services.picture, key="picture"))
        if self._said:
            boxes.append(Label(self._said, "text", "good"))
        return boxes

    def _copier(self, value: str) -> Callable[[], None]:
        def copy() -> None:
            self._services.copy(value)
            self._said = _("It is in the clipboard.")
            self.rebuild()

        return copy

    def footer(self) -> list[Widget]:
        return [Button(_("Close"), self.finish, key="close")]


class PictureCard(SavingCard):
    """The picture of a position as a PNG file, or in the clipboard where the system can."""

    def __init__(
        self,
        services: SavingServices,
        name: str,
        picture: SharedPicture,
        copy_picture: Callable[[bytes], bool] | None,
    ) -> None:
        super().__init__(services, f"{name}.png")
        self._picture, self._copy_picture = picture, copy_picture
        self._is_ready = False

    @property
    def title(self) -> str:
        return _("Picture of the position")

    def data(self) -> bytes:
        return self._picture.png

    def step(self, now: float) -> bool:
        is_drawing = self._picture.poll()
        if not is_drawing and not self._is_ready:
            self._is_ready = True
            self.rebuild()
        return super().step(now) or is_drawing

    def finish(self, result: object = None) -> None:
        self._picture.close()
        super().finish(result)

    def content(self) -> list[Widget]:
        words = _("The board with the score, who is to act, and the IDs.")
        if not self._is_ready:
            words = _("The picture is being drawn.")
        return [Label(words), *self.file_boxes()]

    def footer(self) -> list[Widget]:
        boxes: list[Widget] = [self.save_button(is_enabled=self._is_ready)]
        if self._copy_picture is not None:
            boxes.append(Button(_("Copy the picture"), self._copy, key="copy", is_enabled=self._is_ready))
        return [*boxes, Button(_("Close"), self.finish, key="close")]

    def _copy(self) -> None:
        assert self._copy_picture is not None
        if self._copy_picture(self._picture.png):
            self.say(_("The picture is in the clipboard."))
        else:
            self.say(_("The system did not take the picture. Please save it as a file."), "danger")
