"""`sheshbesh convert`: matches of any format that is read here, written in one of ours."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.errors import GameError
from game.files import write_whole
from game.formats.base import FORMATS, read, write
from game.formats.reading import ReadMatch
from game.i18n import gettext as _
from game.i18n import ngettext
from game.importing import content_of
from game.wording import problem_sentence, sentence

NAME = "convert"


def summary() -> str:
    """What the command does, in the language in use."""
    return _("convert match files: .mat, .txt, .sgf, .xg and JSON")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("files", metavar=_("FILE"), nargs="+", help=_("match files of any format"))
    parser.add_argument("out", metavar=_("OUT"), help=_("the file to write, or a folder for many"))
    parser.add_argument(
        "--format", choices=FORMATS, help=_("what to write; without it the suffix of OUT says so, in a folder json")
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. A file that cannot be read or written is told and left out; the status is 1 then."""
    if not arguments.out:
        raise GameError("name_missing")
    failures = 0
    found: list[_Found] = []
    for name in arguments.files:
        try:
            found += _read(Path(name))
        except GameError as error:
            failures += 1
            _complain(name, sentence(error))
    written, refused = _write_all(found, Path(arguments.out), arguments.format)
    print(ngettext("{count} match written", "{count} matches written", written).format(count=written))
    return 1 if failures or refused else 0


@dataclass(frozen=True)
class _Found:
    """A match and what its file is to be called, without a suffix."""

    source: Path
    stem: str
    match: ReadMatch


def _read(path: Path) -> list[_Found]:
    matches = read(content_of(path), path.name)
    for match in matches:
        for problem in match.problems:
            _complain(str(path), problem_sentence(problem, match.format))
    numbered = len(matches) > 1
    return [
        _Found(path, f"{path.stem}-{number}" if numbered else path.stem, match)
        for number, match in enumerate(matches, 1)
    ]


def _complain(name: str, text: str) -> None:
    print(f"{name}: {text}", file=sys.stderr)


def _write_all(found: list[_Found], out: Path, chosen: str | None) -> tuple[int, int]:
    """How many matches were written, and how many could not be."""
    written, taken, sources = 0, set[Path](), {one.source.resolve() for one in found}
    for target, kind, one in _targets(found, out, chosen):
        try:
            if target in taken:
                raise GameError("same_output_twice", file=str(target))
            if target.resolve() in sources:
                raise GameError("would_overwrite_input", file=str(target))
            _write(target, write(one.match.record, kind, one.match.headers))
        except GameError as error:
            _complain(str(one.source), sentence(error))
            continue
        taken.add(target)
        written += 1
    return written, len(found) - written


def _targets(found: list[_Found], out: Path, chosen: str | None) -> Iterator[tuple[Path, str, _Found]]:
    """The file and the format of every match. Raises GameError where OUT cannot hold them."""
    suffix = out.suffix.removeprefix(".").lower()
    if out.is_dir() or not suffix:
        kind = chosen or "json"
        yield from ((out / f"{one.stem}.{kind}", kind, one) for one in found)
        return
    if len(found) > 1:
        raise GameError("several_need_a_folder", count=len(found))
    kind = chosen or suffix
    yield from ((out, kind, one) for one in found)


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise GameError("cannot_write", file=str(path), why=error) from None
