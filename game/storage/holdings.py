"""What machines tell each other of their matches and libraries, and how two such tellings become one.

Joining is commutative, associative and idempotent, so it does not matter which machine reads what, in which order and
how often: a match that is over does not change, what was deleted stays deleted unless somebody kept it after all (see
`lives`), and of two entries of a library the one with the higher counter holds (never a clock). Where one match has two
forms, because a repair had to cut one of them, the longer one holds.

A segment is a file of JSON lines: a head, one line for each thing, an end with the checksum of all lines before it.
What has no such end is half written or damaged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from game.errors import GameError
from game.storage.rows import MatchRows

REFUSALS = {"segment_damaged": ("why",), "segment_newer": ("given",)}
"""The codes raised here and their facts."""

FORMAT, VERSION = "sheshbesh segment", 1


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a library. value: JSON, None for what was taken out; counter, machine: the highest pair holds."""

    value: str | None
    counter: int
    machine: str

    @property
    def rank(self) -> tuple[int, str, str]:
        """Of two entries under one key the one of the higher rank holds."""
        return self.counter, self.machine, self.value or ""


@dataclass(frozen=True, slots=True)
class Holdings:
    """matches: finished ones by their name. deleted: how often, by the names of those that somebody deleted. library:
    by kind and key. lives: how often one of the matches was kept after all, where it was.
    """

    matches: Mapping[str, MatchRows] = field(default_factory=dict)
    deleted: Mapping[str, int] = field(default_factory=dict)
    library: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    lives: Mapping[str, int] = field(default_factory=dict)

    def joined(self, other: Holdings) -> Holdings:
        """Everything that either knows."""
        deleted = _highest(self.deleted, other.deleted)
        known = dict(self.matches)
        lives = dict(self.lives)
        for name, rows in other.matches.items():
            life = other.lives.get(name, 0)
            if name not in known or (lives.get(name, 0), rank(known[name])) < (life, rank(rows)):
                known[name], lives[name] = rows, life
        matches = {name: rows for name, rows in known.items() if lives.get(name, 0) >= deleted.get(name, 0)}
        lives = {name: life for name, life in lives.items() if life and name in matches}
        library = dict(self.library)
        for key, entry in other.library.items():
            if key not in library or library[key].rank < entry.rank:
                library[key] = entry
        return Holdings(matches, deleted, library, lives)

    def __len__(self) -> int:
        return len(self.matches) + len(self.deleted) + len(self.library)


def _highest(some: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    return {name: max(some.get(name, 0), others.get(name, 0)) for name in {**some, **others}}


def rank(rows: MatchRows) -> tuple[int, str]:
    """Of two forms of one match the one of the higher rank holds."""
    return len(rows.events), rows.checksum()


def write_segment(holdings: Holdings, machine: str) -> bytes:
    """The file."""
    lines = [json.dumps({"format": FORMAT, "version": VERSION, "machine": machine})]
    lines += (json.dumps(thing, ensure_ascii=False) for thing in _things(holdings))
    text = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    return text + json.dumps({"end": hashlib.sha256(text).hexdigest()}).encode() + b"\n"


def _things(holdings: Holdings) -> Iterator[dict[str, object]]:
    for name, rows in holdings.matches.items():
        life = holdings.lives.get(name, 0)
        yield {"match": name, "checksum": rows.checksum(), **rows.to_json(), **({"life": life} if life else {})}
    for name, count in sorted(holdings.deleted.items()):
        yield {"deleted": name, "count": count}
    for (kind, key), entry in holdings.library.items():
        yield {
            "kind": kind,
            "key": key,
            "value": entry.value,
            "counter": entry.counter,
            "machine": entry.machine,
        }


def read_segment(data: bytes) -> Holdings:
    """What a segment tells. Raises GameError `segment_damaged`, also for one that is only half there."""
    body, _newline, end = data.removesuffix(b"\n").rpartition(b"\n")
    try:
        lines = [json.loads(line) for line in body.decode("utf-8").split("\n")]
        said = json.loads(end)
    except (ValueError, RecursionError) as error:
        raise GameError("segment_damaged", why=str(error)) from None
    if not all(isinstance(line, dict) for line in (*lines, said)) or not lines:
        raise GameError("segment_damaged", why="JSON")
    if said.get("end") != hashlib.sha256(body + b"\n").hexdigest():
        raise GameError("segment_damaged", why="checksum")
    if lines[0].get("format") != FORMAT or lines[0].get("version") != VERSION:
        raise GameError("segment_newer", given=str(lines[0].get("version"))[:20])
    try:
        return _holdings(lines[1:])
    except (KeyError, TypeError, ValueError) as error:
        raise GameError("segment_damaged", why=repr(error)) from None
    except GameError as error:
        raise GameError("segment_damaged", why=str(error.facts.get("given", ""))) from None


def _holdings(lines: list[dict[str, object]]) -> Holdings:
    matches: dict[str, MatchRows] = {}
    deleted: dict[str, int] = {}
    lives: dict[str, int] = {}
    library: dict[tuple[str, str], Entry] = {}
    for line in lines:
        if "match" in line:
            rows = MatchRows.from_json(line)
            if rows.checksum() != line["checksum"]:
                raise ValueError(line["match"])
            matches[_text(line["match"])] = rows
            if "life" in line:
                lives[_text(line["match"])] = _count(line["life"])
        elif "deleted" in line:
            deleted[_text(line["deleted"])] = _count(line.get("count", 1))
        elif "kind" in line:
            value, counter = line["value"], line["counter"]
            if type(counter) is not int or not (value is None or isinstance(value, str)):
                raise ValueError(line["key"])
            entry = Entry(value, counter, _text(line["machine"]))
            library[_text(line["kind"]), _text(line["key"])] = entry
    return Holdings(matches, deleted, library, lives)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(value)
    return value
