"""Reading and writing match files: the format is found by what is in the file, the name only asked where that is not
enough.
"""

from __future__ import annotations

from game.errors import GameError
from game.formats import decoding, mat, sgf, xg
from game.formats.folding import fold
from game.formats.reading import Problem, ReadMatch
from game.formats.sgf_tree import looks_like_sgf
from game.formats.written import WrittenMatch
from game.formats.xg_archive import looks_like_xg


def read(data: bytes, name: str) -> list[ReadMatch]:
    """The matches of a file, at least one. name: the file's, for its suffix.

    What is partly wrong is a problem of its match, and everything good is kept. Raises GameError where nothing can be.
    """
    decoding.refuse_strangers(data)
    if looks_like_xg(data):
        return _folded(*xg.read_matches(data))
    text = decoding.text_of(data)
    if looks_like_sgf(text) and not mat.looks_like_mat(text[:4_000]):
        return _folded(*sgf.read_matches(text))
    if mat.looks_like_mat(text):
        return _folded(*mat.read_matches(text))
    raise GameError("no_match_found")


def _folded(written: list[WrittenMatch], problems: list[list[Problem]]) -> list[ReadMatch]:
    return [fold(match, noted) for match, noted in zip(written, problems, strict=True)]
