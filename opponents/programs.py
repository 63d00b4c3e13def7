"""Programs that the player has installed: finding them, starting them, telling one state of them from another."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
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


def command_words(line: str) -> tuple[str, ...]:
    """The program and its arguments of a command line, quoted as the system does; a word may begin at home, with ~.

    Raises ValueError for open quotes.
    """
    words = shlex.split(line, posix=os.name == "posix")
    if os.name != "posix":
        words = [word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word for word in words]
    return tuple(os.path.expanduser(word) if word.startswith("~") else word for word in words)  # noqa: PTH111


_READ_WHOLE = 1 << 24  # bytes up to which a file is known by its content
_READ_AGAIN = 1 << 16  # and up to which it is read anew whenever somebody asks


def content_of(path: Path) -> str:
    """The content of a file as 64 digits, '' for one that cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def state_of(words: Sequence[str]) -> str:
    """What a command would start now: 64 digits that change when the words, or a file that one of them names, do."""
    digest = hashlib.sha256()
    for word in words:
        digest.update(word.encode("utf-8", "surrogateescape") + b"\0")
        path = Path(shutil.which(word) or word)
        try:
            digest.update(_state_of_file(path).encode())
        except (OSError, ValueError):  # a word that names no file
            continue
    return digest.hexdigest()


_MOST_FILES = 1000  # of a package


def state_of_module(name: str) -> str:
    """What would be imported under the first part of that name: 64 digits that change with its files. Imports nothing.

    Of a very large package the first files count, and what they hold up to a limit.
    """
    try:
        spec = find_spec(name.partition(".")[0])
    except (ImportError, ValueError, AttributeError):
        spec = None
    folders = (spec.submodule_search_locations if spec else None) or ()
    found = [Path(spec.origin)] if spec and spec.origin and not folders else []
    for folder in folders:
        found += islice((path for path in sorted(Path(folder).rglob("*")) if _is_code(path)), _MOST_FILES)
    known = []
    for path in found[:_MOST_FILES]:
        with suppress(OSError):
            stat = path.stat()
            known.append((str(path), stat.st_size, stat.st_mtime_ns))
    return _state_of_files(tuple(known))


def _is_code(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc" and "__pycache__" not in path.parts


@lru_cache(maxsize=32)
def _state_of_files(known: tuple[tuple[str, int, int], ...]) -> str:
    """known: paths, sizes and times, which also say when they have to be read anew."""
    digest, left = hashlib.sha256(), _READ_WHOLE
    for path, size, changed in known:
        left -= size
        content = content_of(Path(path)) if left >= 0 else f"{changed}"
        digest.update(f"{Path(path).name}\0{size}\0{content}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _state_of_file(path: Path) -> str:
    """What tells this content of a file from another; of a folder, the time of its last change. Raises OSError."""
    known = path.stat()
    if not path.is_file() or known.st_size > _READ_WHOLE:
        return f"{known.st_size} {known.st_mtime_ns}"
    if known.st_size <= _READ_AGAIN:
        return content_of(path)
    return _content_once(path, known.st_size, known.st_mtime_ns)


@lru_cache(maxsize=64)
def _content_once(path: Path, _size: int, _changed: int) -> str:
    return content_of(path)
