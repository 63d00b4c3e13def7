"""Pictures into the clipboard, where the system has a program that can: letters go another way."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_PATIENCE = 5.0
_MAC = 'set the clipboard to (read (POSIX file "{file}") as «class PNGf»)'
_WINDOWS = (
    "Add-Type -AssemblyName System.Windows.Forms,System.Drawing;"
    "[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile('{file}'))"
)


def _program() -> tuple[str, ...]:
    """The program that takes a PNG, as a command line; () where there is none."""
    if sys.platform == "win32":
        return ("powershell", "-NoProfile", "-STA", "-Command", _WINDOWS)
    if sys.platform == "darwin":
        return ("osascript", "-e", _MAC)
    for command in (("wl-copy", "--type", "image/png"), ("xclip", "-selection", "clipboard", "-t", "image/png")):
        if shutil.which(command[0]):
            return command
    return ()


def can_copy_pictures() -> bool:
    """There is such a program."""
    return bool(_program())


def copy_picture(png: bytes) -> bool:
    """Puts a picture into the clipboard. png: the content of a PNG file. False where that could not be done."""
    command = _program()
    if not command:
        return False
    try:
        if sys.platform in ("win32", "darwin"):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "position.png"
                file.write_bytes(png)
                words = [word.replace("{file}", str(file)) for word in command]
                return subprocess.run(words, check=False, timeout=_PATIENCE, capture_output=True).returncode == 0
        # These stay behind as long as they own the clipboard; so nothing of theirs may be waited for.
        run = subprocess.run(
            command, input=png, check=False, timeout=_PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return run.returncode == 0
