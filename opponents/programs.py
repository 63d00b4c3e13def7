"""Finding programs that the player has installed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_USUAL = {
    "posix": ("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"),
    "nt": (r"%ProgramFiles%\gnubg", r"%ProgramFiles(x86)%\gnubg", r"%LocalAppData%\Programs\gnubg"),
}


def find_program(*names: str) -> str | None:
    """The path of the first of these programs that is there: in PATH, or where such programs usually are."""
    folders = [str(Path(os.path.expandvars(folder))) for folder in _USUAL.get(os.name, ())]
    for name in names:
        for path in (None, os.pathsep.join(folders)):
            if found := shutil.which(name, path=path):
                return found
    return None
