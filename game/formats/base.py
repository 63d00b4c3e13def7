"""Reading and writing match files: the format is found by what is in the file, the name only asked where that is not
enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePath

from game.errors import GameError
from game.formats import decoding, fibs, json, mat, sgf, xg
from game.formats.folding import fold
from game.formats.mat_writer import write_mat, write_txt
from game.formats.reading import Problem, ReadMatch
from game.formats.sgf_tree import looks_like_sgf
from game.formats.sgf_writer import write_sgf
from game.formats.written import WrittenMatch
from game.formats.xg_archive import looks_like_xg
from game.match.record import MatchRecord

_WRITERS: dict[str, Callable[[MatchRecord, Mapping[str, str]], str]] = {
    "mat": write_mat,
    "sgf": write_sgf,
    "txt": write_txt,
    "json": json.write,
}

FORMATS = tuple(_WRITERS)
"""What can be written; the names are the suffixes too."""

SUFFIXES = (".mat", ".txt", ".gam", ".sgf", ".xg", ".json")
"""Suffixes of files that are worth reading; any other may be read all the same."""

_STRANGE_TEXTS = (("<!doctype html", "looks_like_page"), ("<html", "looks_like_page"), ("[event ", "looks_like_chess"))


def read(data: bytes, name: str) -> list[ReadMatch]:
    """The matches of a file, at least one. name: the file's, for its suffix.

    What is partly wrong is a problem of its match, and everything good is kept. Raises GameError where nothing can be.
    """
    decoding.refuse_strangers(data)
    suffix = PurePath(name).suffix.lower()
    if looks_like_xg(data):
        return _folded("xg", *xg.read_matches(data))
    if suffix == ".xg" and b"\0" in data[:64]:
        raise GameError("xg_header")
    text = decoding.text_of(data)
    if json.looks_like_json(text):
        return json.read_matches(text)
    is_fibs = fibs.looks_like_fibs(text)
    is_sgf = looks_like_sgf(text)
    is_surely_sgf = is_sgf and (suffix == ".sgf" or text.lstrip("\ufeff \n\t").startswith("("))
    if mat.looks_like_mat(text) and not is_fibs and not is_surely_sgf:
        return _folded("mat", *mat.read_matches(text))
    if is_sgf:
        return _folded("sgf", *sgf.read_matches(text))
    if is_fibs:
        return _folded("mat", *fibs.read_matches(text))
    decoding.refuse_long_lines(text)
    beginning = text[:2_000].lstrip("\ufeff \n\t").lower()
    raise GameError(next((code for start, code in _STRANGE_TEXTS if beginning.startswith(start)), "no_match_found"))


def _folded(format_name: str, written: list[WrittenMatch], problems: list[list[Problem]]) -> list[ReadMatch]:
    folded = (fold(match, noted) for match, noted in zip(written, problems, strict=True))
    return [replace(match, format=format_name) for match in folded]


def write(record: MatchRecord, format: str, headers: Mapping[str, str] | None = None) -> bytes:  # noqa: A002  # its name
    """The match as a file, UTF-8. format: one of FORMATS. headers: what is known besides, by name as tags have it.

    Raises GameError `unknown_format`, and for .mat and .sgf `not_for_other_programs`.
    """
    writer = _WRITERS.get(format)
    if writer is None:
        raise GameError("unknown_format", given=format, known=", ".join(FORMATS))
    return writer(record, headers or {}).encode("utf-8", "replace")
