"""A record told game by game, as writers need it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine_c import Game
from game.errors import GameError
from game.match import events
from game.match.events import Event
from game.match.record import MatchRecord
from game.match.state import GameResult, MatchState, Phase

KNOWN_ELSEWHERE = {"backgammon": "", "nackgammon": "NackGammon", "hyper": "HyperGammon (3)"}
"""The games that other programs play by the same rules, and what the tag Variation calls them; '' is what is usual."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event and the states around it."""

    before: MatchState
    event: Event
    after: MatchState


@dataclass(slots=True)
class ToldGame:
    """A game of a record. score and is_crawford: at its beginning, as it may have been set up. result: None while it
    goes on.
    """

    kind: Game
    score: tuple[int, int]
    is_crawford: bool
    entries: list[Entry] = field(default_factory=list)
    result: GameResult | None = None


def tell(record: MatchRecord, standing: bool) -> list[ToldGame]:
    """The games of a record. standing: without turns that were taken back and resignations that were refused."""
    entries: list[Entry] = []
    states = list(record.states())
    for before, event, after in zip(states, record.events, states[1:], strict=False):
        if standing and isinstance(event, events.TookBack):
            _take_back(entries, after)
        elif standing and isinstance(event, events.Refused):
            while not isinstance(entries.pop().event, events.Resigned):
                pass
        else:
            entries.append(Entry(before, event, after))
    games: list[ToldGame] = []
    for entry in entries:
        number = entry.after.number
        if len(games) <= number:
            games.append(ToldGame(entry.after.game, entry.before.score, entry.after.is_crawford))
        game = games[number]
        game.entries.append(entry)
        if isinstance(entry.event, events.SetUp):
            game.score, game.is_crawford = entry.after.score, entry.after.is_crawford
        if entry.after.phase in (Phase.GAME_OVER, Phase.MATCH_OVER) and len(entry.after.results) > number:
            game.result = entry.after.results[number]
    return games


def _take_back(entries: list[Entry], after: MatchState) -> None:
    """Drops what a turn taken back undoes: the entries since its dice fell."""
    wanted = _plain(after)
    while entries and _plain(entries[-1].after) != wanted:
        entries.pop()


def _plain(state: MatchState) -> MatchState:
    return replace(state, thrown=None, last_thrown=None)


def refuse_unknown(record: MatchRecord, format_name: str) -> None:
    """Raises GameError `not_for_other_programs` for games that they do not know, alone or in turn."""
    for game in record.options.games:
        if game.key not in KNOWN_ELSEWHERE or len(set(record.options.games)) > 1:
            raise GameError("not_for_other_programs", format=format_name, key=game.key)


def one_line(text: str) -> str:
    """A name or a header as one line without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def written_names(record: MatchRecord) -> tuple[str, str]:
    """The names, none of them empty."""
    first, second = (one_line(name) for name in record.names)
    return first or "Player 1", second or "Player 2"
