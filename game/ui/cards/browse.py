"""Folders and files of the machine, from which something is chosen: written, clicked or walked through by keys."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from game import i18n
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import ngettext
from game.ui.card import Card
from game.ui.input import Pressed
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Label
from game.ui.widgets.fields import TextField
from game.wording import sentence

MOST_SHOWN = 200
"""Entries of a folder that are listed; the beginning of a name brings the others."""

LONGEST_PATH = 1_000


@dataclass(frozen=True, slots=True)
class Entries:
    """What a folder holds, sorted: folders, then files of the wanted kinds. why: it could not be read."""

    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    why: str = ""


def entries_of(folder: Path, suffixes: tuple[str, ...], beginning: str = "") -> Entries:
    """The entries of a folder whose names begin so, in any capitals. Hidden ones only when a dot is asked for."""
    wanted = beginning.casefold()
    folders, files = [], []
    try:
        with os.scandir(folder) as found:
            for entry in found:
                name = entry.name
                if not name.casefold().startswith(wanted) or (name.startswith(".") and not wanted.startswith(".")):
                    continue
                if entry.is_dir():
                    folders.append(name)
                elif name.lower().endswith(suffixes):
                    files.append(name)
    except (OSError, ValueError) as error:
        return Entries(why=sentence(GameError("cannot_read", file=str(folder), why=error)))
    return Entries(tuple(sorted(folders, key=str.casefold)), tuple(sorted(files, key=str.casefold)))


class BrowseCard(Card):
    """Its result is a list of paths: the file that was chosen, all files of a folder, or the folder itself.

    suffixes: of the files that are listed, none of them where a folder is wanted.
    """

    units = 620.0

    def __init__(self, title: str, folder: Path, suffixes: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._title, self._suffixes = title, suffixes
        self._folder, self._beginning = folder, ""
        self._field = TextField("", "", self._written, key="path", longest=LONGEST_PATH, is_stacked=True)
        self._read()
        self._go(folder if folder.is_dir() else Path.home())

    @property
    def title(self) -> str:
        return self._title

    def first_focus(self) -> str:
        return "path"

    # Walking

    def _go(self, folder: Path) -> None:
        self._folder, self._beginning = folder, ""
        self._field.value = os.path.join(folder, "")  # noqa: PTH118  # the stroke at the end is what is wanted
        self._field.cursor = len(self._field.value)
        self._read()
        self.rebuild()

    def _written(self, text: str) -> None:
        folder, name = os.path.split(os.path.expanduser(text))  # noqa: PTH111  # what is typed is no path yet
        self._folder, self._beginning = Path(folder or os.sep), name
        self._read()
        self.rebuild()

    def _read(self) -> None:
        self._entries = entries_of(self._folder, self._suffixes, self._beginning)

    # Boxes

    def content(self) -> list[Widget]:
        entries = self._entries
        self._field.label = _("Folder") if not self._suffixes else _("Folder or file")
        boxes: list[Widget] = [self._field]
        if entries.why:
            boxes.append(Label(entries.why, "text", "danger"))
        if self._folder.parent != self._folder and not self._beginning:
            boxes.append(Button(_("One folder up"), lambda: self._go(self._folder.parent), key="up", align="left"))
        listed = [(name, True) for name in entries.folders] + [(name, False) for name in entries.files]
        boxes += [self._entry(name, is_folder=is_folder) for name, is_folder in listed[:MOST_SHOWN]]
        if len(listed) > MOST_SHOWN:
            more = len(listed) - MOST_SHOWN
            words = ngettext(
                "And {count} more: write the beginning of its name.",
                "And {count} more: write the beginning of a name.",
                more,
            )
            boxes.append(Label(words.format(count=i18n.number(more)), "small", "faint"))
        if self._suffixes and not listed and not entries.why:
            boxes.append(Label(_("There is no match file here."), "small", "faint"))
        return boxes

    def _entry(self, name: str, *, is_folder: bool) -> Button:
        path = self._folder / name
        if is_folder:
            return Button(f"{name}{os.sep}", lambda: self._go(path), key=f"folder {name}", align="left")
        return Button(name, lambda: self.finish([path]), key=f"file {name}", align="left")

    def footer(self) -> list[Widget]:
        boxes: list[Widget] = []
        if not self._suffixes:
            boxes.append(
                Button(
                    _("This folder"),
                    lambda: self.finish([self._folder]),
                    key="folder",
                    is_main=True,
                    is_enabled=self._folder.is_dir(),
                )
            )
        elif len(self._entries.files) > 1:
            words = _("All {count} files").format(count=i18n.number(len(self._entries.files)))
            files = [self._folder / name for name in self._entries.files]
            boxes.append(Button(words, lambda: self.finish(files), key="all"))
        boxes.append(Button(_("Cancel"), self.finish, key="cancel"))
        return boxes

    def key(self, event: Pressed) -> bool:
        if event.key == "backspace" and self._folder.parent != self._folder:
            self._go(self._folder.parent)
            return True
        return False
