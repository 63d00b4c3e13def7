"""Reading many match files at once: which files there are, what is in each, and whose matches they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import walk
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from game.errors import GameError
from game.formats.base import SUFFIXES, read
from game.formats.decoding import MOST_BYTES
from game.storage.imports import Brought

MOST_FILES = 20_000
"""Of one import; more are left out, and that is said."""

REFUSALS = {
    "cannot_read": ("file", "why"),
    "no_ordinary_file": ("file",),
    "too_many_files": ("most",),
    "no_files_here": ("file",),
}
"""The codes given here and their facts. file: its path; why: the system's own words."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """What came of one file. refusal: why nothing could be read of it."""

    name: str
    matches: tuple[Brought, ...] = ()
    refusal: GameError | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What is to be read: paths of files and folders, and texts by name. found: grows while the work goes on, so that
    what was read before it was stopped is not lost.
    """

    paths: tuple[Path, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    found: list[FileRead] = field(default_factory=list, hash=False, compare=False)


def read_everything(reading: Reading, step: Callable[[float], None]) -> list[FileRead]:
    """Reads all of it; work for a job. step: told what share is done, and raises to stop the work."""
    for name, text in reading.texts.items():
        reading.found.append(_read(name, lambda text=text: text.encode("utf-8", "replace")))  # type: ignore[misc]
    files, left_out = _files(reading.paths, step)
    reading.found.extend(left_out)
    for number, path in enumerate(files):
        step(number / len(files))
        reading.found.append(_read(str(path), lambda path=path: content_of(path)))  # type: ignore[misc]
    return reading.found


def _files(paths: Sequence[Path], step: Callable[[float], None]) -> tuple[list[Path], list[FileRead]]:
    """The files to be read, each once, and what is to be said about the rest."""
    found: dict[Path, None] = {}
    told: list[FileRead] = []
    for path in paths:
        inside = list(_within(path, step)) if path.is_dir() else [path]
        if not inside:
            told.append(FileRead(str(path), refusal=GameError("no_files_here", file=str(path))))
        found |= dict.fromkeys(inside)
    if len(found) > MOST_FILES:
        told.append(FileRead("", refusal=GameError("too_many_files", most=MOST_FILES)))
    return list(found)[:MOST_FILES], told


def _within(folder: Path, step: Callable[[float], None]) -> Iterator[Path]:
    """The match files of a folder and of those in it, by name; links to folders are not followed."""
    count = 0
    for place, folders, names in walk(folder):
        step(0.0)
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                yield Path(place, name)
                count += 1
        if count > MOST_FILES:
            return


def content_of(path: Path) -> bytes:
    """What a file holds. Raises GameError `cannot_read`, `file_too_large`, and `no_ordinary_file` for what might never
    come to its end: pipes and devices.
    """
    try:
        about = path.stat()
        if not S_ISREG(about.st_mode) and not S_ISDIR(about.st_mode):  # what reading a folder is called is known
            raise GameError("no_ordinary_file", file=str(path))
        if about.st_size > MOST_BYTES:
            raise GameError("file_too_large", most=MOST_BYTES >> 20)
        return path.read_bytes()
    except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
        raise GameError("cannot_read", file=str(path), why=error) from None


def _read(name: str, content: Callable[[], bytes]) -> FileRead:
    try:
        return FileRead(name, tuple(map(Brought.of, read(content(), name))))
    except GameError as refusal:
        return FileRead(name, refusal=refusal)


# Whose they are


def key_of(name: str) -> str:
    """A player's name as it is remembered: capitals and blanks make no other person."""
    plain = "".join(letter if letter.isprintable() else " " for letter in name.casefold())
    return " ".join(plain.split())[:200]


def side_of(names: tuple[str, str], known: Mapping[str, bool]) -> int | None:
    """The side of the person at this screen, None for neither. known: by key, whether that name is theirs."""
    return next((side for side, name in enumerate(names) if known.get(key_of(name))), None)


def answers_of(names: tuple[str, str], you: int | None) -> dict[str, bool]:
    """What is known of the names of a match once the person has said which side was theirs, None for neither."""
    answers = {key: False for name in names if (key := key_of(name))}
    if you is not None and (own := key_of(names[you])):
        answers[own] = True
    return answers


def unknown_names(reads: Sequence[FileRead], known: Mapping[str, bool]) -> list[str]:
    """The names to be asked about, those of most matches first.

    A match in which one name is known to be the person's, or in which both are known to be somebody else's, asks
    nothing.
    """
    counted: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for names in (brought.match.record.names for one in reads for brought in one.matches):
        keys = [key_of(name) for name in names]
        if any(known.get(key) for key in keys) or all(key in known for key in keys):
            continue
        for key, name in zip(keys, names, strict=True):
            if key and key not in known:
                counted[key] += 1
                spelt.setdefault(key, name)
    return [spelt[key] for key, _count in counted.most_common()]
