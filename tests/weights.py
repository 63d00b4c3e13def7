"""Files of weights made from chance: what the engine must read, and what it must refuse."""

from __future__ import annotations

import struct

import numpy as np

from engine_c import Game

HEAD = struct.Struct("<8sIIIBBBBHHI")
ROWS, FEATURES, CHANCES, SLOTS = 267, 48, 5, 5


def checksum(data: bytes) -> int:
    """FNV-1a, 32 bits."""
    total = 2166136261
    for byte in data:
        total = ((total ^ byte) * 16777619) & 0xFFFFFFFF
    return total


def net(slot: int, hidden: int, rng: np.random.Generator, out_shift: int = 10, most: int = 900) -> bytes:
    """One net: head, rows, features, outputs of 16 bits, biases of 32; `most` bounds rows and features."""
    numbers = [
        rng.integers(-most, most, ROWS * hidden), rng.integers(-most, most, FEATURES * hidden),
        rng.integers(-400, 400, CHANCES * hidden),
    ]  # fmt: skip
    bias = rng.integers(-400_000, 400_000, CHANCES)
    head = struct.pack("<HBB", hidden, slot, out_shift)
    return head + b"".join(part.astype("<i2").tobytes() for part in numbers) + bias.astype("<i4").tobytes()


def sealed(game: Game, nets: list[bytes], version: int = 1, rows: int = ROWS) -> bytes:
    """A file of these nets with a fitting checksum."""
    body, record = b"".join(nets), game.record
    kind = record.travel, record.contact, record.checkers
    size = HEAD.size + len(body)
    return HEAD.pack(b"SHESHNET", version, size, checksum(body), len(nets), *kind, rows, FEATURES, 0) + body


def weights_of(game: Game, seed: int = 1, hidden: int = 64, most: int = 900) -> bytes:
    """A whole file for the kind of game, the nets' rows and features below `most`."""
    rng = np.random.default_rng(seed)
    return sealed(game, [net(slot, hidden, rng, most=most) for slot in range(SLOTS)])
