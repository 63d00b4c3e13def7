"""The rows of a damaged store, page by page: what SQLite does not find because the page that leads there is lost.

A page of a table is complete in itself: it lists its rows, and each row says the types of its values. So rows are known
by their shape, wherever they lie. The form is that of https://sqlite.org/fileformat2.html, sections 1.6 and 2.1.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from game.storage.database import transaction
from game.storage.salvage import empty

Value = None | int | float | str | bytes
Row = tuple[Value, ...]

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INSIDE = 13, 10, 2  # events and the like are kept as an index is
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes by type
_FIRST_HEADER, _USUAL_PAGE = 100, 4096
_GARBLED = (IndexError, ValueError, struct.error)

_NUMBER, _REAL, _TEXT, _BLOB = int, (int, float, type(None)), str, bytes
_TEXT_OR_NONE = (str, type(None))
_SHAPES: dict[str, tuple[type | tuple[type, ...], ...]] = {
    "matches": (_NUMBER, *(_TEXT,) * 6, _NUMBER, _TEXT, _TEXT, _TEXT_OR_NONE, _NUMBER, _NUMBER, _NUMBER, _TEXT),
    "events": (_NUMBER, _NUMBER, _TEXT, _REAL, _REAL),
    "fair_dice": (_NUMBER, _NUMBER, _BLOB, _TEXT, _TEXT),
    "checksums": (_NUMBER, _NUMBER, _TEXT),
    "chain": (_NUMBER, (int, type(None)), _TEXT, _TEXT, _TEXT),
    "library": (_TEXT, _TEXT, _TEXT_OR_NONE, _NUMBER, _TEXT),
}
"""The types of the columns of what is looked for."""
_WITH_NUMBER = ("matches", "checksums", "chain")
"""Tables whose first column is the number of the row, which stands before the row."""


def rows_of(file: Path) -> sqlite3.Connection:
    """A store in memory with every row of a file, which need not belong together. Raises OSError."""
    store = empty()
    store.execute("PRAGMA foreign_keys = OFF")
    with transaction(store):
        for table, row in _rows(file.read_bytes()):
            marks = ", ".join("?" * len(row))
            with suppress(sqlite3.Error, OverflowError):  # no row of ours after all
                store.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)  # noqa: S608  # a name from above
    return store


def _rows(data: bytes) -> Iterator[tuple[str, Row]]:
    said = int.from_bytes(data[16:18], "big")
    size = 1 << 16 if said == 1 else said
    is_size = size >= 512 and size & (size - 1) == 0
    size = size if is_size else _USUAL_PAGE
    free = _free_pages(data, size)
    for number in range(1, len(data) // size + 1):
        if number not in free:
            for row, has_number in _Page(data, number, size).rows():
                table = _table_of(row, has_number=has_number)
                if table:
                    yield table, row


def _table_of(row: Row, *, has_number: bool) -> str:
    """The table of a row by its shape, '' for none of those that are looked for."""
    for table, shape in _SHAPES.items():
        if (table in _WITH_NUMBER) == has_number and len(row) == len(shape) and all(map(isinstance, row, shape)):
            return table
    return ""


def _free_pages(data: bytes, size: int) -> set[int]:
    """Pages whose rows were deleted, as far as the list of them can be read."""
    free: set[int] = set()
    (trunk,) = struct.unpack_from(">I", data, 32) if len(data) >= _FIRST_HEADER else (0,)
    while 0 < trunk <= len(data) // size and trunk not in free:
        free.add(trunk)
        start = (trunk - 1) * size
        trunk, count = struct.unpack_from(">II", data, start)
        free.update(struct.unpack_from(f">{min(count, size // 4 - 2)}I", data, start + 8))
    return free


class _Page:
    """A page of a table. number: from 1; size: of all pages, in bytes."""

    def __init__(self, data: bytes, number: int, size: int) -> None:
        self._data, self._start, self._size = data, (number - 1) * size, size
        self._header = self._start + (_FIRST_HEADER if number == 1 else 0)

    def rows(self) -> Iterator[tuple[Row, bool]]:
        """Its rows, and whether each has its number as first value; those that are garbled are left out."""
        kind = self._data[self._header]
        if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INSIDE):
            return
        (count,) = struct.unpack_from(">H", self._data, self._header + 3)
        first = self._header + (12 if kind == _INDEX_INSIDE else 8)
        for place in range(min(count, self._size // 2)):
            with suppress(*_GARBLED):
                (offset,) = struct.unpack_from(">H", self._data, first + 2 * place)
                yield self._row(kind, self._start + offset), kind == _TABLE_LEAF

    def _row(self, kind: int, place: int) -> Row:
        length, place = _varint(self._data, place + (4 if kind == _INDEX_INSIDE else 0))
        number = None
        if kind == _TABLE_LEAF:
            number, place = _varint(self._data, place)
        values = _values(self._content(place, length, is_table=kind == _TABLE_LEAF))
        return values if number is None else (number, *values[1:])

    def _content(self, place: int, length: int, *, is_table: bool) -> bytes:
        """The bytes of a row, also those that lie in pages of their own."""
        if length > len(self._data):
            raise ValueError(length)
        most = self._size - 35 if is_table else (self._size - 12) * 64 // 255 - 23
        here = length
        if length > most:
            least = (self._size - 12) * 32 // 255 - 23
            fitting = least + (length - least) % (self._size - 4)
            here = fitting if fitting <= most else least
        parts, left = [self._data[place : place + here]], length - here
        place += here
        while left > 0:
            (page,) = struct.unpack_from(">I", self._data, place)
            place = (page - 1) * self._size
            if place < 0:
                raise ValueError(page)
            part = self._data[place + 4 : place + min(self._size, left + 4)]
            if not part:
                raise ValueError(page)
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number in one to nine bytes, and the place behind it."""
    number = 0
    for count in range(8):
        byte = data[place + count]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, place + count + 1
    return number << 8 | data[place + 8], place + 9


def _values(content: bytes) -> Row:
    """The values of a row: first all their types, then all of them."""
    end, place = _varint(content, 0)
    kinds = []
    while place < end:
        kind, place = _varint(content, place)
        kinds.append(kind)
    values = []
    place = end
    for kind in kinds:
        value, length = _value(content, place, kind)
        values.append(value)
        place += length
    if place != len(content):
        raise ValueError(place)
    return tuple(values)


def _value(content: bytes, place: int, kind: int) -> tuple[Value, int]:
    if kind in _INTEGERS:
        length = _INTEGERS[kind]
        return int.from_bytes(content[place : place + length], "big", signed=True), length
    match kind:
        case 0:
            return None, 0
        case 7:
            return struct.unpack_from(">d", content, place)[0], 8
        case 8 | 9:
            return kind - 8, 0
        case 10 | 11:
            raise ValueError(kind)
    length = (kind - 12) // 2
    part = content[place : place + length]
    return (part.decode("utf-8") if kind % 2 else part), length
