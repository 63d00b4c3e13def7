"""Writing game trees as GNU Backgammon does.

Cannot be held: refused resignations, turns taken back, time, beavers as a rule of the session, and the throws of
automatic doubles (the stake they lead to can).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine_c import BAR, Position
from game.formats.notation import Hop
from game.formats.sgf import letter_of
from game.formats.telling import Entry, ToldGame, one_line, refuse_unknown, tell, written_names
from game.match import events
from game.match.record import MatchRecord
from game.match.state import Cube, Ending, MatchState, Phase

_COLOURS = ("W", "B")
_RULES = {"nackgammon": "Nackgammon", "hyper": "Hypergammon3"}
_HEADERS = {"EventDate": "DT", "Event": "EV", "Round": "RO", "Site": "PC", "Transcriber": "AN", "Comment": "GC"}
_MOST_PAIRS = 4


def write_sgf(record: MatchRecord, headers: Mapping[str, str]) -> str:
    """The match for other programs. Raises GameError `not_for_other_programs` for games that they do not know."""
    refuse_unknown(record, ".sgf")
    games = tell(record, standing=True)
    return "".join(_tree(record, game, number, headers) for number, game in enumerate(games))


def _tree(record: MatchRecord, game: ToldGame, number: int, headers: Mapping[str, str]) -> str:
    first, second = written_names(record)
    length, (white, black) = record.options.length, game.score
    root = "(;FF[4]GM[6]CA[UTF-8]AP[Shesh Besh]"
    root += f"MI[length:{length}][game:{number}][ws:{white}][bs:{black}]PW[{_escaped(first)}]PB[{_escaped(second)}]"
    if number == 0:
        root += "".join(f"{key}[{_header(key, headers[name])}]" for name, key in _HEADERS.items() if name in headers)
    rules = _rules(record, game)
    root += f"RU[{':'.join(rules)}]" if rules else ""
    stake = _stake(game)
    root += f"CV[{stake}]" if stake > 1 else ""
    nodes = [node for place, entry in enumerate(game.entries) for node in _nodes(entry, _next(game, place))]
    return root + _result(game) + "".join(f"\n;{node}" for node in nodes) + ")\n"


def _header(key: str, text: str) -> str:
    """A header's value; days have other signs between their numbers here."""
    return _escaped(re.sub(r"^(\d{4})[./](\d\d?)[./](\d\d?)$", r"\1-\2-\3", text) if key == "DT" else text)


def _escaped(text: str) -> str:
    text = "\n".join(filter(None, map(one_line, text.split("\n"))))
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _rules(record: MatchRecord, game: ToldGame) -> list[str]:
    options = record.options
    rules = ["Crawford"] if options.crawford and not options.is_session else []
    rules += ["CrawfordGame"] if game.is_crawford else []
    rules += ["Jacoby"] if options.jacoby else []
    return rules + [_RULES[key] for key in (game.kind.key,) if key in _RULES]


def _stake(game: ToldGame) -> int:
    """What automatic doubles, thrown or set up, made of the cube before the first move."""
    stake = 1
    for entry in game.entries:
        if entry.after.phase is not Phase.TO_OPEN:
            break
        stake = entry.after.cube.value
    return stake


def _result(game: ToldGame) -> str:
    result = game.result
    if result is None or result.winner is None or result.points <= 0:
        return ""
    is_given_up = result.ending in (Ending.RESIGNED, Ending.SETTLED, Ending.TIMED_OUT)
    return f"RE[{_COLOURS[result.winner]}+{result.points}{'R' if is_given_up else ''}]"


def _next(game: ToldGame, place: int) -> Entry | None:
    return game.entries[place + 1] if place + 1 < len(game.entries) else None


def _nodes(entry: Entry, following: Entry | None) -> list[str]:
    """What an event is as nodes; many need none."""
    before, event = entry.before, entry.event
    match event:
        case events.Opened() | events.Rolled() if entry.after.phase is Phase.TO_PLAY:
            is_played = following is not None and isinstance(following.event, events.Played | events.Misplayed)
            return [] if is_played else [f"PL[{_COLOURS[entry.after.side]}]DI[{_digits(entry.after)}]"]
        case events.Played(steps):
            return [_move(before, tuple((step.source, step.target) for step in steps))]
        case events.Misplayed(hops) if len(hops) <= _MOST_PAIRS:
            return [_move(before, hops)]
        case events.Misplayed():
            return [f"PL[{_COLOURS[before.side]}]DI[{_digits(before)}]", *_set_up(entry.after)]
        case events.Danced((first, second)):
            return [f"{_COLOURS[1 - before.side]}[{first}{second}]"]
        case events.Doubled() | events.Beavered() | events.Raccooned():
            return [f"{_COLOURS[before.to_act or 0]}[double]"]
        case events.Took():
            return [f"{_COLOURS[before.to_act or 0]}[take]"]
        case events.Passed():
            return [f"{_COLOURS[before.to_act or 0]}[drop]"]
        case events.SetUp() if event.position is not None:
            return _set_up(entry.after)
        case events.SetUp(side=int(side)):
            return [f"PL[{_COLOURS[side]}]"]
        case events.SetUp() if event.cube is not None and entry.after.phase is not Phase.TO_OPEN:
            return _cube(entry.after.cube)
    return []


def _digits(state: MatchState) -> str:
    return "{}{}".format(*(state.dice or (0, 0)))


def _move(before: MatchState, hops: tuple[Hop, ...]) -> str:
    side = before.side
    pairs = "".join(letter_of(source, side) + letter_of(target, side) for source, target in hops)
    return f"{_COLOURS[side]}[{_digits(before)}{pairs}]"


def _set_up(state: MatchState) -> list[str]:
    """The board, the cube and whose turn it is."""
    position = state.position if state.side == 0 else state.position.turned()
    stones = "".join(_stones(position, side) for side in (0, 1))
    return [f"PL[{_COLOURS[state.side]}]AE[a:y]{stones}", *_cube(state.cube)]


def _stones(position: Position, side: int) -> str:
    counts = position.own if side == 0 else position.opponent
    letters = [letter_of(place, side) for place in range(1, BAR + 1) for _ in range(counts[place])]
    return f"A{_COLOURS[side]}{''.join(f'[{letter}]' for letter in letters)}" if letters else ""


def _cube(cube: Cube) -> list[str]:
    owner = "c" if cube.owner is None else _COLOURS[cube.owner].lower()
    return [f"CV[{cube.value}]", f"CP[{owner}]"]
