"""Making links to positions known to the system: `sheshbesh://position/...` then opens the game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from game.errors import GameError
from game.files import write_whole

SCHEME_TYPE = "x-scheme-handler/sheshbesh"
DESKTOP_FILE = "sheshbesh.desktop"
REFUSALS = {"register_not_here": (), "cannot_write": ("file", "why")}
"""The codes raised here and their facts."""


def command_line() -> tuple[str, ...]:
    """How the game is started: the command it came with, or the interpreter that runs it now."""
    command = Path(sys.argv[0]).absolute()
    if command.stem == "sheshbesh" and command.is_file():
        return (str(command),)
    found = shutil.which("sheshbesh")
    return (found,) if found else (sys.executable, "-m", "game")


def desktop_entry(command: tuple[str, ...], icon: str) -> str:
    """The content of a desktop file. command: the words of the command line; icon: its name or path."""
    line = " ".join(map(_quoted, command))
    return (
        "[Desktop Entry]\nType=Application\nName=Shesh Besh\n"
        "GenericName=Backgammon\nGenericName[de]=Backgammon\nGenericName[tr]=Tavla\nGenericName[el]=Τάβλι\n"
        f"Exec={line} %U\nIcon={icon}\nTerminal=false\nCategories=Game;BoardGame;\n"
        f"MimeType={SCHEME_TYPE};\nStartupWMClass=sheshbesh\n"
    )


def _quoted(word: str) -> str:
    """A word of the command line as desktop files want it."""
    if not any(letter in word for letter in " \t\n\"'\\><~|&;$*?#()`%"):
        return word
    for letter in '\\"`$':
        word = word.replace(letter, f"\\{letter}")
    return '"{}"'.format(word.replace("\\", "\\\\").replace("%", "%%"))


def register(icon: bytes) -> Path:
    """Makes the game known for this person; answers with what was written. icon: the content of a PNG file.

    Raises GameError `register_not_here` on a system where only an installed application can have links (macOS), and
    `cannot_write`.
    """
    if sys.platform == "win32":
        return _register_in_windows()
    if sys.platform == "darwin":
        raise GameError("register_not_here")
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    picture = home / "icons" / "hicolor" / "128x128" / "apps" / "sheshbesh.png"
    entry = home / "applications" / DESKTOP_FILE
    for path, content in ((picture, icon), (entry, desktop_entry(command_line(), "sheshbesh").encode())):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        except OSError as error:
            raise GameError("cannot_write", file=str(path), why=error) from None
    for command in (("update-desktop-database", str(entry.parent)), ("xdg-mime", "default", DESKTOP_FILE, SCHEME_TYPE)):
        if shutil.which(command[0]):  # desktops without them look at the folder themselves
            subprocess.run(command, check=False, capture_output=True, timeout=30)
    return entry


def _register_in_windows() -> Path:
    import winreg  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415  # only there

    key = r"Software\Classes\sheshbesh"
    line = subprocess.list2cmdline(command_line())
    for path, name, value in (
        (key, "", "URL:Shesh Besh"),
        (key, "URL Protocol", ""),
        (rf"{key}\shell\open\command", "", f'{line} "%1"'),
    ):
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, path) as opened:  # type: ignore[attr-defined,unused-ignore]
            winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, value)  # type: ignore[attr-defined,unused-ignore]
    return Path(key)
