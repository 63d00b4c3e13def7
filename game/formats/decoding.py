"""Bytes of a file as text: which encoding, and what it is when it is no match at all."""

from __future__ import annotations

import codecs
import re

from game.errors import GameError

MOST_BYTES = 64 << 20
"""A file larger than this is no match."""

LONGEST_LINE = 100_000
MOST_LINES = 200_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Old single-byte encodings, by the letters of their languages: the one that makes the most of them wins.
_LETTERS = {
    "cp1252": frozenset("àâäåæçèéêëìíîïñòóôöøùúûüßœÀÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜŒ"),
    "cp1254": frozenset("ğĞıİşŞçÇöÖüÜ"),
    "cp1253": frozenset("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ"),
    "cp1251": frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
}
_HIGH = re.compile(r"[^\x00-\x7f]+")
_WORD = re.compile(r"\w*[^\x00-\x7f]\w*")

# Latin-9 has letters where its elder has fractions and marks; the range of Windows' own signs stays empty in it.
_LATIN_9 = re.compile(r"[a-zA-Z][\xa6\xa8\xb4\xb8\xbc-\xbe]|[\xa6\xa8\xb4\xb8\xbc-\xbe][a-zA-Z]")
_CONTROLS = re.compile(r"[\x80-\x9f]")

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
        return data.decode(_single_byte(data), "replace")


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


def _single_byte(data: bytes) -> str:
    """The old encoding whose letters fit best; Western European where nothing speaks for another.

    Words are asked, not letters: a Greek or Russian name is whole, a Western one has a mark here and there.
    """
    sample = data[:20_000].decode("latin-1")
    high = bytes(ord(letter) for run in _HIGH.findall(sample) for letter in run)
    words = [word.encode("latin-1") for word in _WORD.findall(sample)]
    is_sparse = len(high) < 4 or sum(byte > 127 for word in words for byte in word) * 2 < sum(map(len, words))
    if is_sparse and _LATIN_9.search(sample) and not _CONTROLS.search(sample):
        return "iso8859-15"
    if is_sparse or not words:
        turkish = high.translate(None, bytes(set(range(256)) - {0xF0, 0xD0, 0xFD, 0xDD, 0xFE, 0xDE}))
        western = high.translate(None, bytes(set(range(256)) - set(range(0xC0, 0x100))))
        return "cp1254" if turkish and len(turkish) * 5 >= len(western) else "cp1252"
    scores = {
        name: sum(letter in letters for letter in high.decode(name, "replace")) for name, letters in _LETTERS.items()
    }
    greek_accents = sum(high.count(byte) for byte in (0xDC, 0xDD, 0xDE, 0xDF, 0xFC, 0xFD, 0xFE, 0xB8, 0xB9, 0xBA))
    if scores["cp1253"] > scores["cp1251"] * 0.8 and greek_accents * 12 >= len(high):
        return "cp1253"
    return "cp1251" if scores["cp1251"] > scores["cp1252"] * 0.9 else "cp1252"
