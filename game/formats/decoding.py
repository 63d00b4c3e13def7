"""Bytes of a file as text: which encoding, and what it is when it is no match at all."""

from __future__ import annotations

import codecs

from game.errors import GameError
from game.formats.encodings import likeliest

MOST_BYTES = 64 << 20
"""A file larger than this is no match."""

LONGEST_LINE = 100_000
MOST_LINES = 200_000
_LOOKED_AT = 20_000  # bytes, to find out the encoding

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What other files begin with, and what they look like.
_STRANGERS = (
    (b"PK\x03\x04", "zip_unpack_first"),
    (b"Rar!", "zip_unpack_first"),
    (b"7z\xbc\xaf", "zip_unpack_first"),
    (b"\x1f\x8b", "zip_unpack_first"),
    (b"\xff\xd8\xff", "looks_like_picture"),
    (b"\x89PNG", "looks_like_picture"),
    (b"GIF8", "looks_like_picture"),
    (b"%PDF", "looks_like_document"),
    (b"{\\rtf", "looks_like_document"),
)


def refuse_strangers(data: bytes) -> None:
    """Raises GameError for a file that is plainly something else, or too large."""
    if len(data) > MOST_BYTES:
        raise GameError("file_too_large", most=MOST_BYTES >> 20)
    for beginning, code in _STRANGERS:
        if data.startswith(beginning):
            raise GameError(code)


def text_of(data: bytes) -> str:
    """The text of a file, with plain line ends. Raises GameError for bytes that are no text, or endless lines."""
    text = _decoded(data)
    if "\0" in text:
        raise GameError("not_a_text")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\v", "\n")
    if text.count("\n") > MOST_LINES:
        raise GameError("too_many_lines", most=MOST_LINES)
    return text


def refuse_long_lines(text: str) -> None:
    """Raises GameError `line_too_long` for a text of lines that no person and no program writes."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise GameError("line_too_long", line=number)


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    wide = _wide_without_mark(data)
    if wide:
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(likeliest(data[:_LOOKED_AT]), "replace")


def _wide_without_mark(data: bytes) -> str | None:
    """UTF-16 whose mark was lost: every other byte of a text in Latin letters is zero."""
    start = data[:400]
    if len(start) < 8 or len(start) % 2:
        return None
    even, odd = start[::2].count(0), start[1::2].count(0)
    half = len(start) // 2
    if odd > half * 0.9 and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.9 and odd == 0 else None
