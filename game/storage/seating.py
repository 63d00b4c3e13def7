"""Who sat at which side, and from when on: kept beside the events of a match, in the `extra` of its header.

The seats of a header are those of now. Whenever somebody else sits down it is noted from which event on, and why, so
that history and statistics can tell for every game and every play who made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from game.storage.header import MatchHeader

CHOSEN, GAME = "chosen", "wrong_game"
"""Why somebody sat down: because the person wanted it; for one game, which the opponent does not play. Any other
reason is the code of a failure."""

_SEATED, _INVITED = "seated", "invited"  # entries of the header's extra


@dataclass(frozen=True, slots=True)
class Seated:
    """From event number `since` on, counted from 0, `seat` played `side`. why: '' for who was there at first."""

    since: int
    side: int
    seat: str
    why: str = ""


def seated(header: MatchHeader) -> tuple[Seated, ...]:
    """Everybody who ever sat down, in the order of time; two where nobody was replaced."""
    kept = header.extra.get(_SEATED)
    changes = [one for entry in (kept if isinstance(kept, list) else []) if (one := _from_json(entry))]
    first = [
        next((one for one in changes if one.side == side and not one.why), Seated(0, side, header.seats[side]))
        for side in (0, 1)
    ]
    return (*first, *(one for one in changes if one.why))


def seat_at(header: MatchHeader, side: int, number: int) -> str:
    """Who played that side when event `number` happened."""
    return [one for one in seated(header) if one.side == side and one.since <= number][-1].seat


def seats_between(header: MatchHeader, side: int, first: int, end: int) -> tuple[str, ...]:
    """Everybody who played that side in the events from `first` up to but not including `end`, each once."""
    there = [one for one in seated(header) if one.side == side]
    spans = zip(there, [*(one.since for one in there[1:]), end], strict=True)
    return tuple(dict.fromkeys(one.seat for one, left in spans if max(one.since, first) < min(left, end)))


def reseated(header: MatchHeader, number: int, side: int, seat: str, why: str) -> MatchHeader:
    """The header after somebody sat down before event `number`. Nothing changes when that was who sat there."""
    extra = {name: value for name, value in header.extra.items() if name != _INVITED}
    if header.seats[side] == seat:
        return replace(header, extra=extra)
    before = [one for one in seated(header) if one.side == side]
    entries = [*(one for one in seated(header) if one.side != side), *before, Seated(number, side, seat, why)]
    seats = (seat, header.seats[1]) if side == 0 else (header.seats[0], seat)
    return replace(header, seats=seats, extra={**extra, _SEATED: [_to_json(one) for one in entries]})


def inviting(header: MatchHeader, side: int, seat: str) -> MatchHeader:
    """The header after somebody was asked to sit down when the next game begins."""
    return replace(header, extra={**header.extra, _INVITED: {"side": side, "seat": seat}})


def invited(header: MatchHeader) -> str:
    """Who was asked to sit down when the next game begins, '' for nobody."""
    return next((seat for _side, seat in _invitation(header)), "")


def coming(header: MatchHeader) -> Iterator[tuple[int, str, str]]:
    """Who sits down now that a game is over, and why: who was asked to, else who left for one game only."""
    asked = list(_invitation(header))
    if asked:
        yield from ((side, seat, CHOSEN) for side, seat in asked)
        return
    for side in (0, 1):
        there = [one for one in seated(header) if one.side == side]
        if there[-1].why == GAME and len(there) > 1:
            yield side, there[-2].seat, CHOSEN


def _invitation(header: MatchHeader) -> Iterator[tuple[int, str]]:
    match header.extra.get(_INVITED):
        case {"side": 0 | 1 as side, "seat": str(seat)}:
            yield side, seat


def _to_json(one: Seated) -> dict[str, Any]:
    return {"since": one.since, "side": one.side, "seat": one.seat, "why": one.why}


def _from_json(entry: object) -> Seated | None:
    match entry:
        case {"since": int(since), "side": 0 | 1 as side, "seat": str(seat), "why": str(why)} if since >= 0:
            return Seated(since, side, seat, why)
    return None
