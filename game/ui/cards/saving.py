"""Saving something as a file: its name, another folder, and never over what is there unless that is asked for."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.errors import GameError
from game.files import write_whole
from game.i18n import gettext as _
from game.ui.card import Card
from game.ui.cards.browse import LONGEST_PATH
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label
from game.ui.widgets.fields import TextField
from game.wording import sentence

_NOT_IN_NAMES = '<>:"/\\|?*.'


@dataclass(frozen=True)
class SavingServices:
    """What saving needs. folder: where files went last; choose_folder: asks for one; copy: text into the clipboard;
    saved: told where a file was written.
    """

    folder: Path
    choose_folder: Callable[[Path, Callable[[Path], object]], object]
    copy: Callable[[str], object]
    saved: Callable[[Path], object]


class SavingCard(Card):
    """A card that writes a file. Subclasses give the content, and put the boxes of the file among their own."""

    units = 560.0

    def __init__(self, services: SavingServices, name: str) -> None:
        super().__init__()
        self._services = services
        self._said, self._tone = "", "good"
        self._may_replace = False
        self._field = TextField(
            "", str(services.folder / name), self._written, key="path", longest=LONGEST_PATH, is_stacked=True
        )

    def data(self) -> bytes:
        """What the file will hold. Raises GameError."""
        raise NotImplementedError

    # The file

    @property
    def path(self) -> Path:
        """Where the file will be: a name without a folder goes where files went last."""
        return self._services.folder / os.path.expanduser(self._field.value.strip())  # noqa: PTH111  # no path yet

    def move_to(self, path: Path) -> None:
        """Another name or place."""
        self._field.value = str(path)
        self._field.cursor = len(self._field.value)
        self._said, self._may_replace = "", False
        self.rebuild()

    def say(self, words: str, tone: str = "good") -> None:
        """A sentence below the boxes. tone: a colour of the palette."""
        self._said, self._tone = words, tone
        self.rebuild()

    def _written(self, _text: str) -> None:
        if self._said or self._may_replace:
            self._said, self._may_replace = "", False
            self.rebuild()

    def _choose_folder(self) -> None:
        path = self.path
        self._services.choose_folder(path.parent, lambda folder: self.move_to(folder / path.name))

    # Boxes

    def file_boxes(self) -> list[Widget]:
        """Name and folder of the file, and what was said about it."""
        self._field.label = _("File")
        boxes: list[Widget] = [self._field, Button(_("Another folder"), self._choose_folder, key="folder")]
        return [*boxes, Label(self._said, "text", self._tone)] if self._said else boxes

    def save_button(self, *, is_enabled: bool = True) -> Button:
        """Saves; the second press replaces a file that is there."""
        words = _("Replace the file") if self._may_replace else _("Save")
        return Button(words, self._save, key="save", is_main=True, is_enabled=is_enabled)

    def _save(self) -> None:
        try:
            if not self._field.value.strip():
                raise GameError("name_missing")  # said like all that is wrong with it
            is_saved = self._put(self.path)
        except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
            self.say(sentence(GameError("cannot_write", file=str(self.path), why=error)), "danger")
        except GameError as error:
            self.say(sentence(error), "danger")
        else:
            if is_saved:
                self.say(_("Saved as {file}").format(file=self.path))
            else:
                self.say(_("There is a file of that name. Press again to replace it."), "accent")

    def _put(self, path: Path) -> bool:
        """Writes the file whole; False when there is one that may not be replaced yet. Raises OSError, GameError."""
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not self._may_replace:
            self._may_replace = True
            return False
        data = self.data()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        self._may_replace = False
        self._services.saved(path)
        return True


def file_stem(*words: str) -> str:
    """A file's name made of such words, without what file names cannot have."""
    plain = (" " if letter in _NOT_IN_NAMES or not letter.isprintable() else letter for letter in " ".join(words))
    return "-".join("".join(plain).split())[:80] or "match"
