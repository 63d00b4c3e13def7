"""Inputs to damage, and what every reader must do with whatever comes of it: refuse in words, or read what is good."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from engine_c import Position, game_of
from formats.samples import SAMPLES, expected
from game.errors import GameError
from game.formats.base import FORMATS, read, write
from game.formats.finding import find_position
from game.formats.ids import position_id, read_position_id
from game.formats.lines import event_from_text, options_from_text, options_to_text
from game.formats.match_id import read_match_id
from game.formats.notation import read_play
from game.formats.snowie import read_snowie
from game.formats.text import ReadPosition, read_position, write_text
from game.formats.xg_archive import HEADER_SIZE, RECORD_SIZE, open_archive
from game.formats.xgid import read_xgid
from game.match.checked import judged_states
from game.match.options import MatchOptions
from game.wording import problem_sentence, sentence
from match.test_random_matches import play
from worked import DATA

MOST_BYTES = 4_000
"""Of a small input; whole files are as long as they are."""

PIECES = (
    b"31:", b"Game 1\n", b" 7 point match\n", b"Doubles => 2", b"Takes", b"Drops", b"Wins 2 points", b"Resigns", b"25/",
    b"/off", b"(4)", b";B[double]", b"AE[a:y]", b"PL[W]", b"[", b"]", b")", b"(", b"\0", b"\xff", b'{"', b"then 44:",
    b"; Set Pos=-b----E-C---eE---c-e----B-/2\n", b"; = set up turn 0\n", b"; = settled 1 3\n", b"; = took back\n",
    b"Illegal play (", b"99999999999", b"XGID=", b":", b";", b" / ", b"\n", b"\xe2\x80\x8b", b"-1", b"bar:15 ",
    b"24:1!", b"Position ID: ", b"Match ID: ", b"\xfe\xff", b"cAngAAAAAAAE", b"4HPwATDgc/ABMA",
)  # fmt: skip


def damaged(data: bytes, rng: Random) -> bytes:
    """A few bytes changed, lost, doubled or put in, or the end torn off."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 30))):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0 if found:
                found[at % len(found)] = rng.randrange(256)
            case 1:
                del found[at : at + rng.choice((1, 5, 100))]
            case 2 if rng.random() < 0.3:
                del found[at:]
            case 3:
                found[at:at] = rng.choice(PIECES)
            case _:
                found[at:at] = found[rng.randrange(len(found) + 1) :][: rng.choice((5, 40, 200))]
    return bytes(found)


# What there is to damage


@cache
def files() -> tuple[tuple[str, bytes], ...]:
    """Our own of every format, and those of the collection where it is there."""
    record = play(MatchOptions(length=5), 8, 3)
    session = play(MatchOptions(length=0, beavers=True, raccoons=True), 8, 2)
    plakoto = play(MatchOptions((game_of("plakoto"),), 3), 8, 1)
    own = [(f"own.{kind}", write(one, kind)) for kind in FORMATS for one in (record, session)]
    own += [(f"plakoto.{kind}", write(plakoto, kind)) for kind in ("txt", "json")]
    return (*own, *((name, (SAMPLES / name).read_bytes()) for name in expected()))


@cache
def texts() -> tuple[bytes, ...]:
    """Positions and the words of a record, as people paste them and as files hold them."""
    position = game_of("backgammon").start()
    found = [write_text(position), f"{position_id(position)}:cAngAAAAAAAE", "24/18*(2) 13/7 bar/20 6/off"]
    found += ["7;0;0;0;1;B;A;0;0;0;1;0;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"]
    found += ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "reserve:12 24:2 22:1 / reserve:13 bar:1 21:1"]
    found += ["opened 3 1", "played 24:6 13:2", "misplayed 24/18", "set up turn 0 cube 2 0", "settled 1 3"]
    found += [options_to_text(MatchOptions(length=7)), options_to_text(MatchOptions((game_of("tapa"),), 5))]
    found += [line for line in (DATA / "id_vectors.json").read_text("utf-8").split("\n") if "XGID" in line][:40]
    pasted = sorted((SAMPLES / "positions").glob("*")) if expected() else []
    return (*(text.encode() for text in found), *(path.read_bytes()[:MOST_BYTES] for path in pasted))


def small(rng: Random) -> tuple[str, bytes]:
    """A damaged part of a file with its name, at most MOST_BYTES long and often shorter: most readers fail early."""
    name, data = rng.choice(files())
    longest = rng.choice((250, 600, 1_500, MOST_BYTES))
    if name.endswith(".xg") and data.startswith(b"RGMH"):
        records = _records(name)[: RECORD_SIZE * rng.choice((2, 4, 12))]
        return name, _packed(damaged(records, rng), header=HEADER_SIZE)
    if len(data) > longest and rng.random() < 0.5:  # a head, and something from within
        at = rng.randrange(len(data))
        data = data[: longest // 3] + data[at : at + longest]
    return name, damaged(data[:longest], rng)[:MOST_BYTES]


def whole(rng: Random) -> tuple[str, bytes]:
    """A damaged file with its name; of an .xg half of the time what is packed in it."""
    name, data = rng.choice(files())
    if data.startswith(b"RGMH") and rng.random() < 0.5:
        return name, _packed(damaged(_records(name), rng), header=HEADER_SIZE)
    return name, damaged(data, rng)


@cache
def _records(name: str) -> bytes:
    return open_archive(dict(files())[name]).records


def _packed(records: bytes, header: int) -> bytes:
    """An .xg as other programs write it: without an index."""
    head = b"RGMH" + struct.pack("<IIqI", 1, header, 0, 0)
    return head + bytes(header - len(head)) + zlib.compress(records, 1)


# What may come of it


def said(refusal: GameError) -> None:
    """A refusal has words."""
    assert sentence(refusal), refusal


def read_file(data: bytes, name: str, also_write: bool = False) -> None:
    """Nothing but a refusal or problems, all in words, and a record that the referee takes and every writer writes."""
    try:
        matches = read(data, name)
    except GameError as refusal:
        said(refusal)
        return
    assert matches
    for match in matches:
        assert all(problem_sentence(problem, match.format) for problem in match.problems)
        assert sum(1 for _state in judged_states(match.record)) == len(match.record.events) + 1
        for kind in FORMATS if also_write else ():
            try:
                write(match.record, kind, match.headers)
            except GameError as refusal:
                said(refusal)
        if also_write:
            [again] = read(write(match.record, "json", match.headers), "x.json")
            assert again.record.events == match.record.events


def _find(text: str) -> None:
    read: ReadPosition = find_position(text)
    assert read.position


def _read_play(text: str) -> None:
    game = game_of("backgammon")
    read_play(text, game.start(), game, (3, 1))


READERS: tuple[Callable[[str], object], ...] = (
    _find,
    _find,
    read_position,
    read_position_id,
    read_match_id,
    read_xgid,
    read_snowie,
    _read_play,
    event_from_text,
    options_from_text,
)
"""Everything that reads a line or a pasted text."""


def read_text_with_all(text: str) -> None:
    """Every reader of texts gives something or refuses in words."""
    for reader in READERS:
        try:
            found = reader(text)
        except GameError as refusal:
            said(refusal)
        else:
            assert not isinstance(found, Position) or sum(found.own) <= 15


def block(number: int, count: int) -> Iterator[tuple[str, bytes, Callable[[], object]]]:
    """`count` small inputs, always the same for a number: what they are called, their bytes, and the reading."""
    rng = Random(f"block {number}")
    for place in range(count):
        if rng.random() < 0.5:
            name, data = small(rng)
            yield name, data, lambda data=data, name=name, place=place: read_file(data, name, place % 8 == 0)  # type: ignore[misc]
        elif rng.random() < 0.1:
            data = rng.randbytes(rng.randrange(300))
            name = rng.choice(("x.mat", "x.sgf", "x.xg", "x.json"))
            yield name, data, lambda data=data, name=name: read_file(data, name)  # type: ignore[misc]
        else:
            data = damaged(rng.choice(texts()), rng)[:MOST_BYTES]
            text = data.decode("utf-8", "replace")
            yield "text", data, lambda text=text: read_text_with_all(text)  # type: ignore[misc]


def whole_block(number: int, count: int) -> Iterator[tuple[str, bytes, Callable[[], object]]]:
    """The same of damaged whole files."""
    rng = Random(f"whole block {number}")
    for place in range(count):
        name, data = whole(rng)
        yield name, data, lambda data=data, name=name, place=place: read_file(data, name, place % 8 == 0)  # type: ignore[misc]
