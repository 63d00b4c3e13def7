"""What a match is, whatever file it came in: the same plays of the same people give the same fingerprint."""

from __future__ import annotations

import hashlib

from game.formats.telling import tell, written_names
from game.match import events
from game.match.record import MatchRecord

_CUBE = {events.Doubled: b"d", events.Beavered: b"b", events.Raccooned: b"r", events.Took: b"t", events.Passed: b"p"}


def fingerprint(record: MatchRecord) -> str:
    """SHA-256 of the names, the length and, by game, the board after every play and every word about the cube.

    Dice, marks of hits and the way a result is written differ between programs and are left out; so one match has one
    fingerprint as .mat, .sgf, .xg or JSON. Only where nothing was played does the score count.
    """
    found = hashlib.sha256(repr([" ".join(name.casefold().split()) for name in written_names(record)]).encode())
    found.update(f"{record.options.length} {[game.key for game in record.options.games]}".encode())
    has_plays = False
    for game in tell(record, standing=True):
        found.update(b"g")
        for entry in game.entries:
            if isinstance(entry.event, events.Played | events.Misplayed):
                has_plays = True
                found.update(entry.after.position.data)
            elif isinstance(entry.event, events.SetUp) and entry.event.position is not None:
                found.update(b"s" + entry.event.position.data)
            elif type(entry.event) in _CUBE:
                found.update(_CUBE[type(entry.event)])
    if not has_plays:
        found.update(repr(record.state().score).encode())
    return found.hexdigest()
