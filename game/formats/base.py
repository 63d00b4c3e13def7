"""Reading and writing match files: the format is found by what is in the file, the name only asked where that is not
enough.
"""

from __future__ import annotations

from collections.abc import Callable

from game.errors import GameError
from game.formats import decoding, mat
from game.formats.folding import fold
from game.formats.reading import ReadMatch


def read(data: bytes, name: str) -> list[ReadMatch]:
    """The matches of a file, at least one. name: the file's, for its suffix.

    What is partly wrong is a problem of its match, and everything good is kept. Raises GameError where nothing can be.
    """
    decoding.refuse_strangers(data)
    text = decoding.text_of(data)
    if mat.looks_like_mat(text):
        written, problems = mat.read_matches(text)
        return [fold(match, noted) for match, noted in zip(written, problems, strict=True)]
    raise GameError("no_match_found")
