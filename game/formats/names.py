"""Names in match files of plain text: what stands on a score line, and what the tags know of it.

A score line has room for a name of one line that does not look like a score, and other programs read that one. The tag
of the player beside it holds the name as it is: what a line or its readers would change is a number there, as pages of
the web have it - "&#10;" for a line break.
"""

from __future__ import annotations

import re

from game.formats.telling import one_line

RATING = re.compile(r",\s*\d+(?:\.\d+)?$")
"""What GamesGrid wrote behind a name, and every reader takes off."""

_LIKE_A_RATING = re.compile(r",\s*(?=\d)")  # as far as other programs look

LONGEST_NAME = 200
"""Letters of a name on a score line; more are cut there."""

_ENTITY = re.compile(r"&(?=(?:gt|lt|amp|#\d{1,7});)")
_NUMBER = re.compile(r"&#(\d{1,7});")
_MARKS = ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")


def in_line(name: str, side: int) -> str:
    """A name as a score line can have it: never empty, without a colon or a comma before a number."""
    plain = one_line(name)[:LONGEST_NAME].replace(":", ".")
    return _LIKE_A_RATING.sub(" ", plain).strip() or f"Player {side + 1}"


def in_tag(text: str) -> str:
    """A text as a tag has it, nothing of it lost but halves of characters."""
    text = _ENTITY.sub("&#38;", text.encode("utf-8", "replace").decode("utf-8"))
    if text != text.strip(" "):
        text = re.sub(r"^ +| +$", lambda found: "&#32;" * len(found[0]), text)
    return "".join(letter if letter.isprintable() else f"&#{ord(letter)};" for letter in text)


def from_tag(text: str) -> str:
    """The text that a tag holds."""
    return _NUMBER.sub(_letter, text)


def _letter(found: re.Match[str]) -> str:
    number = int(found[1])
    is_letter = number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
    return chr(number) if is_letter else found[0]


def without_marks(text: str) -> str:
    """A text as it was before a mail or a forum wrote its marks out."""
    for written, mark in _MARKS:
        text = text.replace(written, mark)
    return text


def spelled(names: tuple[str, str], tagged: tuple[str | None, str | None]) -> tuple[str, str]:
    """The names of a score line as the tags of the players spell them, where they are those of the line.

    The line decides who is on which side; a tag of somebody else says nothing. tagged: None where there is no tag.
    """
    return _spelled(names[0], 0, tagged), _spelled(names[1], 1, tagged)


def _spelled(name: str, side: int, tagged: tuple[str | None, str | None]) -> str:
    for tag in (tagged[side], tagged[1 - side]):
        if tag is not None and without_marks(in_line(tag, side)) == name:
            return tag
    return name
