"""A position somewhere in a text: in a forum post, a mail, an analysis that was copied whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from engine_c import Position
from game.errors import GameError
from game.formats.ids import MOST_CHECKERS, read_position_id
from game.formats.match_id import read_match_id
from game.formats.snowie import read_snowie
from game.formats.text import ReadPosition, read_position
from game.formats.xgid import read_xgid

MOST_TEXT = 200_000
"""Letters that are looked at."""

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_SOFT_BREAK = re.compile(r"=\n|\n(?:> ?)+")
# Fields of an XGID; a line may have been broken after a colon, and blanks may stand around them.
_GAP = r"[ \t]*:\s{0,6}"
_NUMBERS = _GAP.join([r"-?\d{1,2}", "-?[01]", "-?1", r"(?:\d\d|[DBR])", *[r"\d{1,5}"] * 4])
_XGID = re.compile(
    rf"(?<![-\w])(?:xgid\s{{0,3}}=\s{{0,3}})?([-A-Oa-o]{{26}}{_GAP}{_NUMBERS}(?:{_GAP}\d{{1,2}})?)(?!\d)", re.IGNORECASE
)
_ANY_XGID = re.compile(r"xgid\s{0,3}=\s{0,3}(\S{1,90})", re.IGNORECASE)
_PAIR = re.compile(r"(?<![\w+/])([\w+/]{14})\s{0,3}:\s{0,3}([\w+/]{12})(?![\w+/])", re.ASCII)
_POSITION_LABEL = re.compile(
    r"position[ \t_-]{0,3}id[ \t]{0,6}[:=]?\s{0,6}([\w+/]{14})(?![\w+/])", re.IGNORECASE | re.ASCII
)
_MATCH_LABEL = re.compile(r"match[ \t_-]{0,3}id[ \t]{0,6}[:=]?\s{0,6}([\w+/]{12})(?![\w+/])", re.IGNORECASE | re.ASCII)
_WORD = re.compile(r"(?<![\w+/])[\w+/]{14}(?![\w+/])", re.ASCII)
_MATCH_WORD = re.compile(r"(?<![\w+/])[\w+/]{12}(?![\w+/])", re.ASCII)
_BARE_BOARD = re.compile(r"(?<![-\w])[-A-Oa-o]{26}(?![-\w])")
_SNOWIE = re.compile(r"(?m)^\s*\d{1,6};[01];[^\n]{20,300}$")


def find_position(text: str, checkers: int = MOST_CHECKERS) -> ReadPosition:
    """The first position in a text, whatever stands around it: an XGID, IDs with or without labels, our own text.

    An XGID counts more than IDs beside it, and a pair of IDs more than one alone. Undone are what mail and forums do:
    dashes, blanks that are none, lines broken or quoted. Raises the GameError of the first thing that is meant to be a
    position and is none, or `no_position_found`; `letters_lost_their_case` for IDs in small letters only.
    """
    mended = _mended(text[:MOST_TEXT])
    wrong: GameError | None = None
    for reader in (_xgids, _pairs, _labelled):
        try:
            for found in reader(mended, checkers):
                return found
        except GameError as error:
            wrong = wrong or error
    if wrong is not None:
        raise wrong  # what is plainly meant to be an ID is not read as something less
    for found in chain(*(reader(mended, checkers) for reader in (_own, _words, _boards, _snowies))):
        return found
    raise GameError("no_position_found")


def _mended(text: str) -> str:
    text = _INVISIBLE.sub("", text).translate(_DASHES).replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    text = text.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&").replace("=3D", "=")
    return _SOFT_BREAK.sub(lambda found: "" if found[0][0] == "=" else "\n", text)


def _xgids(text: str, checkers: int) -> Iterator[ReadPosition]:
    wrong: GameError | None = None
    for found in _XGID.finditer(text):
        try:
            fields = re.sub(r"\s", "", found[1])
            xgid = read_xgid(f"XGID={fields[:26]}{fields[26:].upper()}", checkers)
            yield ReadPosition(xgid.position, xgid.dice, xgid=xgid)
        except GameError as error:
            lost = error.code == "xgid_too_many" and found[1] == found[1].lower()
            wrong = wrong or (GameError("letters_lost_their_case") if lost else error)
    if wrong is None and (meant := _ANY_XGID.search(text)):
        read_xgid(f"XGID={meant[1]}", checkers)  # says what is wrong with it
    if wrong is not None:
        raise wrong


def _pairs(text: str, checkers: int) -> Iterator[ReadPosition]:
    for found in _PAIR.finditer(text):
        yield _with_match(_by_id(found[1], checkers), found[2])


def _labelled(text: str, checkers: int) -> Iterator[ReadPosition]:
    for found in _POSITION_LABEL.finditer(text):
        match = _MATCH_LABEL.search(text, found.end())
        position = _by_id(found[1], checkers)
        yield _with_match(position, match[1]) if match else ReadPosition(position)


def _by_id(given: str, checkers: int) -> Position:
    """The position of an ID; one without a capital letter has lost them."""
    try:
        return read_position_id(given, checkers)
    except GameError:
        if given == given.lower():
            raise GameError("letters_lost_their_case") from None
        raise


def _with_match(position: Position, given: str) -> ReadPosition:
    match = read_match_id(given)
    return ReadPosition(position, match.dice, match=match)


def _own(text: str, checkers: int) -> Iterator[ReadPosition]:
    """A line of our own text."""
    for line in text.split("\n"):
        if " / " in line and len(line) < 1_000 and (":" in line or "!" in line):
            try:
                yield read_position(line, checkers)
            except GameError:
                continue


def _words(text: str, checkers: int) -> Iterator[ReadPosition]:
    """A position ID that stands alone among words; a match ID may follow on another line."""
    for found in _WORD.finditer(text):
        try:
            position = read_position_id(found[0], checkers)
        except GameError:
            continue
        read = ReadPosition(position)
        for later in _MATCH_WORD.finditer(text, found.end()):
            try:
                match = read_match_id(later[0])
            except GameError:
                continue
            read = replace(read, match=match, dice=match.dice)
            break
        yield read


def _boards(text: str, checkers: int) -> Iterator[ReadPosition]:
    """The board of an XGID without its fields; upper case is on roll."""
    for found in _BARE_BOARD.finditer(text):
        if any(letter != "-" for letter in found[0]) and "-" in found[0]:
            xgid = read_xgid(f"XGID={found[0]}:0:0:1:00:0:0:0:0:10", checkers)
            yield ReadPosition(xgid.position)


def _snowies(text: str, _checkers: int) -> Iterator[ReadPosition]:
    for found in _SNOWIE.finditer(text):
        read = read_snowie(found[0])
        yield ReadPosition(read.position, read.dice)
