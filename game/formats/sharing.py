"""A position on its way from one program to another: what it is called everywhere, and a table that begins with it.

Our link names the game and the board. The board is an XGID's where that can hold it, which says everything else too:

    sheshbesh://position/backgammon/-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
    sheshbesh://position/plakoto,mother_value=3/24:12%2013:2%208!%20/%2024:10?turn=1&dice=3-1&score=2-0&length=5

Without a game it is backgammon, and after it may stand whatever `find_position` reads. turn: 1 is side 0, -1 side 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote

from engine_c import EngineError, Game, Position, game_of
from game.errors import GameError
from game.formats.finding import find_position
from game.formats.ids import excerpt, position_id
from game.formats.lines import LONGEST_MATCH
from game.formats.match_id import match_id
from game.formats.text import ReadPosition, read_text, write_text
from game.formats.xgid import Xgid, match_facts, write_xgid, xgid_of
from game.match import cube, events
from game.match.events import Event
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.match.state import MatchState, Phase

REFUSALS = {"bad_link": ("given",), "position_is_over": ()}
"""The codes raised here and their facts, besides those of the forms themselves. given: the beginning of the link."""

SCHEME = "sheshbesh"
_BEGINNING = f"{SCHEME}://position/"
_LINK = re.compile(rf"{_BEGINNING}\S{{1,1000}}", re.IGNORECASE)
_PAIR_OF_NUMBERS = re.compile(r"(\d{1,5})-(\d{1,5})")
_PENDING = {Phase.TO_ANSWER_DOUBLE: "D", Phase.TO_ANSWER_BEAVER: "B", Phase.TO_ANSWER_RACCOON: "R"}


@dataclass(frozen=True, slots=True)
class Names:
    """What a position is called. gnubg: position and match ID, xgid: with its prefix; '' where none can hold it."""

    gnubg: str
    xgid: str
    text: str
    link: str


def names_of(state: MatchState) -> Names:
    """All names of the position on the table. Upper case, or player 1, is side 0."""
    facts = _facts(state)
    xgid = gnubg = ""
    if not state.game.is_parallel:  # its boards would be other ones there
        try:
            xgid = write_xgid(facts)
            gnubg = f"{position_id(state.position)}:{match_id(match_facts(facts))}"
        except GameError:
            pass  # pins, a reserve, a score beyond all numbers: then there is no such name
    return Names(gnubg, xgid, write_text(state.position), _link(state.game, facts, xgid))


def _facts(state: MatchState) -> Xgid:
    options = state.options
    pending = _PENDING.get(state.phase, "")
    value, owner = state.cube.value, state.cube.owner
    return Xgid(
        state.position,
        turn=1 if state.side == 0 else -1,
        cube=value.bit_length() - 1,
        owner={None: 0, 0: 1, 1: -1}[owner],
        dice=state.dice if state.phase is Phase.TO_PLAY and not pending else None,
        pending=pending,
        score=state.score,
        crawford=state.is_crawford,
        jacoby=options.jacoby,
        beavers=options.beavers,
        length=options.length,
    )


def _link(game: Game, facts: Xgid, xgid: str) -> str:
    words = ",".join([game.key, *(f"{name}={value}" for name, value in game.options)])
    if xgid:
        return f"{_BEGINNING}{words}/{quote(xgid.removeprefix('XGID='), safe=':')}"
    more = [f"turn={facts.turn}", *(["dice={}-{}".format(*facts.dice)] if facts.dice else [])]
    more += ["score={}-{}".format(*facts.score), f"length={facts.length}"]
    return f"{_BEGINNING}{words}/{quote(write_text(facts.position), safe=':!/')}?{'&'.join(more)}"


# Reading


@dataclass(frozen=True, slots=True)
class Found:
    """A position that somebody gave us, and the game it belongs to."""

    game: Game
    read: ReadPosition


def is_link(text: str) -> bool:
    """The text is a link of ours."""
    return _LINK.fullmatch(text.strip()) is not None


def find(text: str) -> Found:
    """The first position in a text: a link of ours, or anything that `find_position` knows, then of backgammon.

    Raises GameError: `bad_link`, or what `find_position` raises.
    """
    link = _LINK.search(text[:200_000])
    if link is None:
        return Found(game_of("backgammon"), find_position(text))
    return _read_link(link[0].rstrip(".,;)>\"'"))


def _read_link(link: str) -> Found:
    body, _mark, query = link[len(_BEGINNING) :].partition("?")
    first, stroke, rest = body.partition("/")
    game = _game(unquote(first)) if stroke else None
    if game is None:
        return Found(game_of("backgammon"), find_position(unquote(body)))
    board = unquote(rest)
    if " / " not in board:
        return Found(game, find_position(board, game.checkers))
    try:
        return Found(game, _with_facts(read_text(board, game.checkers), parse_qs(query)))
    except ValueError:
        raise GameError("bad_link", given=excerpt(link)) from None


def _game(words: str) -> Game | None:
    """The game of a link; None for a word that is none."""
    key, *options = words.split(",")
    try:
        return game_of(key, dict(option.split("=", 1) for option in options))
    except (EngineError, ValueError):
        return None


def _with_facts(position: Position, given: dict[str, list[str]]) -> ReadPosition:
    """The board with what the link says besides. Raises ValueError."""
    said = {name: values[0] for name, values in given.items()}
    dice = _two(said["dice"]) if "dice" in said else None
    if dice and not all(1 <= die <= 6 for die in dice):
        raise ValueError(dice)
    turn, length = int(said.get("turn", "1")), int(said.get("length", "0"))
    if turn not in (1, -1) or not 0 <= length <= LONGEST_MATCH:
        raise ValueError(given)
    score = _two(said.get("score", "0-0"))
    return ReadPosition(position, dice, xgid=Xgid(position, turn, dice=dice, score=score, length=length))


def _two(text: str) -> tuple[int, int]:
    found = _PAIR_OF_NUMBERS.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return int(found[1]), int(found[2])


# A table that begins with it


def record_from(found: Found, names: tuple[str, str] = ("", "")) -> MatchRecord:
    """A match that begins with the position: score, cube, turn, dice and what is to be answered, as far as known.

    Where nothing is said it is a session, or a match to one point where the game has no cube. Raises EngineError for a
    board that the game cannot have, GameError `position_is_over` where nothing is left to play.
    """
    game, read = found.game, found.read
    facts = read.xgid or (xgid_of(read.position, read.match) if read.match else Xgid(read.position, dice=read.dice))
    game.check(read.position)
    is_won = bool(facts.length) and max(facts.score) >= facts.length
    if is_won or game.outcome(read.position, 5, 5).winner != "nobody":
        raise GameError("position_is_over")
    options = _options(game, facts)
    side = 0 if facts.turn == 1 else 1
    set_up = events.SetUp(
        score=facts.score,
        crawford=facts.crawford if options.length else None,
        cube=(1 << facts.cube, {0: None, 1: 0, -1: 1}[facts.owner]) if game.has_cube else None,
        side=side,
        position=read.position,
    )
    record = MatchRecord(options, names, (set_up,))
    for event in _what_follows(facts, read):
        state = record.state()
        if isinstance(event, events.Doubled) and cube.why_no_double(state, side) is not None:
            break  # the cube is not theirs: then it is their turn, and no more is known
        if isinstance(event, events.Resigned) and event.level not in cube.resignation_levels(state):
            break
        record = record.with_event(event)
    return record


def _options(game: Game, facts: Xgid) -> MatchOptions:
    length = facts.length or (0 if game.has_cube else 1)
    is_session = length == 0
    return MatchOptions(
        (game,),
        length,
        jacoby=is_session and facts.jacoby,
        beavers=is_session and (facts.beavers or facts.pending in ("B", "R")),
        raccoons=is_session and facts.pending == "R",
    )


def _what_follows(facts: Xgid, read: ReadPosition) -> list[Event]:
    """The dice, the offers of the cube, or the resignation that is pending."""
    if facts.pending:
        offers: tuple[Event, ...] = (events.Doubled(), events.Beavered(), events.Raccooned())
        return list(offers[: "DBR".index(facts.pending) + 1])
    found: list[Event] = [events.Rolled(facts.dice)] if facts.dice else []
    if read.match is not None and read.match.resigned and read.match.turn != read.match.mover:
        found.append(events.Resigned(read.match.resigned))
    return found
