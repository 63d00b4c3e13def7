"""The container of an .xg file: a header, and an archive of compressed members of which one holds the records."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from game.errors import GameError

MAGIC = b"RGMH"
HEADER_SIZE = 8232
RECORD_SIZE = 2560
MOST_RECORDS = 50_000
_TRAILER = struct.Struct("<IiiiiI12s")
_ENTRY_SIZE = 532
_RECORDS, _COMMENTS = "temp.xg", "temp.xgc"


@dataclass(frozen=True, slots=True)
class Archive:
    """records: the bytes of all whole records. is_indexed: the archive's index could be used. is_whole: nothing of the
    compressed data was broken off. texts: what the header says, for people.
    """

    records: bytes
    is_indexed: bool
    is_whole: bool
    texts: tuple[str, ...]


def looks_like_xg(data: bytes) -> bool:
    """The file begins as such a container does."""
    return data.startswith(MAGIC)


def open_archive(data: bytes) -> Archive:
    """The records of a file. Raises GameError `xg_header` or `xg_records` where none can be had."""
    if len(data) < HEADER_SIZE or not looks_like_xg(data):
        raise GameError("xg_header")
    size, offset, thumbnail = struct.unpack_from("<IqI", data, 8)
    start = size + thumbnail
    if size != HEADER_SIZE or offset < 0 or start >= len(data):
        raise GameError("xg_header")
    texts = tuple(_wide(data[at : at + 2048]) for at in (40, 2088, 4136, 6184))
    member = _indexed(data, start)
    if member is not None:
        records, is_whole, is_indexed = *member, True
    else:
        records, is_whole = _inflated(data[start:])
        is_indexed = False
    whole = len(records) // RECORD_SIZE * RECORD_SIZE
    if not whole or records[8] != 0:
        raise GameError("xg_records")
    return Archive(records[:whole], is_indexed, is_whole and whole == len(records), texts)


def _wide(field: bytes) -> str:
    return field.decode("utf-16-le", "replace").partition("\0")[0]


def _indexed(data: bytes, start: int) -> tuple[bytes, bool] | None:
    """The member of records by the archive's index, None where the index makes no sense."""
    if len(data) < start + _TRAILER.size:
        return None
    crc, count, _version, index_size, data_size, is_packed, _rest = _TRAILER.unpack_from(
        data, len(data) - _TRAILER.size
    )
    index_at = len(data) - _TRAILER.size - index_size
    data_at = index_at - data_size
    if not 0 < count <= 64 or min(index_size, data_size) < 0 or data_at < HEADER_SIZE or index_at < data_at:
        return None
    if zlib.crc32(data[data_at : len(data) - _TRAILER.size]) != crc:
        return None
    index = data[index_at : len(data) - _TRAILER.size]
    if is_packed:
        index, _whole = _inflated(index, count * _ENTRY_SIZE)
    if len(index) < count * _ENTRY_SIZE:
        return None
    for entry in (index[at : at + _ENTRY_SIZE] for at in range(0, count * _ENTRY_SIZE, _ENTRY_SIZE)):
        name = entry[1 : 1 + entry[0]].decode("cp1252", "replace").lower()
        _size, stored, offset, _crc = struct.unpack_from("<iiiI", entry, 512)
        if name == _RECORDS and stored >= 0 and offset >= 0:
            body = data[data_at + offset : data_at + offset + stored]
            return (body, True) if entry[528] else _inflated(body)
    return None


def _inflated(data: bytes, most: int = RECORD_SIZE * MOST_RECORDS) -> tuple[bytes, bool]:
    """What a zlib stream holds up to its first fault, and whether that is all. Raises GameError for far too much."""
    stream = zlib.decompressobj()
    found = bytearray()
    try:
        for at in range(0, len(data), 4096):
            found += stream.decompress(data[at : at + 4096], most + 1 - len(found))
            if len(found) > most:
                raise GameError("file_too_large", most=most >> 20)
            if stream.eof:
                break
    except zlib.error:
        return bytes(found), False
    return bytes(found), stream.eof
