"""`sheshbesh moves`: the legal plays of a roll, for one position or for many from a file of JSON lines."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeGuard

from engine_c import EngineError, Game, Play, Position, TooManyFinalsError, game_of, whole_turn
from game.errors import GameError
from game.formats.ids import position_id
from game.formats.notation import play_text
from game.formats.text import read_position, write_text
from game.i18n import gettext as _
from game.i18n import ngettext
from game.wording import sentence

NAME = "moves"

# The games whose boards a GNU Backgammon position ID can hold.
_GAMES_WITH_IDS = frozenset({"backgammon", "tavla", "portes", "nackgammon", "nackgammon_41", "longgammon"})

Json = dict[str, object]


def summary() -> str:
    """What the command does, in the language in use."""
    return _("list the legal plays of a roll")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "position", metavar=_("POSITION"), nargs="?", help=_("XGID, GNU Backgammon position ID or the game's own text")
    )
    parser.add_argument("--dice", metavar="3-1", help=_("the roll; may be left out where the XGID has dice"))
    parser.add_argument("--game", metavar=_("KEY"), default="backgammon", help=_("the game (default: backgammon)"))
    parser.add_argument(
        "--option", metavar=_("NAME=VALUE"), action="append", default=[], help=_("an option of the game; repeatable")
    )
    parser.add_argument(
        "--turns", metavar=_("OWN,OPP"), help=_("turns made before by the side on roll and by the other")
    )
    parser.add_argument("--json", action="store_true", help=_("print one line of JSON"))
    parser.add_argument(
        "--batch", metavar=_("FILE"), help=_("read one JSON object a line from a file, or - for standard input")
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError for a single position; a batch reports in its lines and returns 1."""
    defaults = _defaults(arguments)
    if (arguments.batch is None) == (arguments.position is None):
        raise GameError("position_or_batch")
    if arguments.batch is not None:
        with _opened(arguments.batch) as lines:
            return _run_batch(lines, defaults)
    request = _request({**defaults, "position": arguments.position})
    if arguments.json:
        print(_line(_answer(request)))
    else:
        _print(request)
    return 0


@dataclass(frozen=True)
class _Request:
    game: Game
    position: Position
    dice: tuple[int, int]
    own_turns: int
    opponent_turns: int
    by_counts: bool  # the position came as lists of counts, and so do the finals


def _defaults(arguments: argparse.Namespace) -> Json:
    """The command's options as the fields of a JSON line."""
    fields: Json = {"game": arguments.game, "options": dict(map(_name_and_value, arguments.option))}
    if arguments.dice is not None:
        fields["dice"] = _numbers(arguments.dice, "-", "bad_dice")
    if arguments.turns is not None:
        own, opponent = _numbers(arguments.turns, ",", "bad_turns")
        fields["context"] = {"own_turns": own, "opp_turns": opponent}
    return fields


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise GameError("bad_option", given=text)
    return name.strip(), value.strip()


def _numbers(text: str, separator: str, code: str) -> list[int]:
    words = text.split(separator)
    if len(words) != 2 or not all(word.strip().isascii() and word.strip().isdigit() for word in words):
        raise GameError(code, given=text)
    return [int(word[:9]) for word in words]


def _request(fields: Mapping[str, object]) -> _Request:
    """A request from the fields of a JSON line. Raises GameError, EngineError."""
    game = _game(fields)
    by_counts = "own" in fields
    dice: object
    if by_counts:
        position, dice = _position_by_counts(fields), None
    else:
        text = fields.get("position")
        if not isinstance(text, str):
            raise GameError("no_position")
        read = read_position(text, game.checkers)
        position, dice = read.position, read.dice
    own_turns, opponent_turns = _turns(fields, game, position)
    return _Request(game, position, _dice(fields.get("dice") or dice), own_turns, opponent_turns, by_counts)


def _game(fields: Mapping[str, object]) -> Game:
    key, options = fields.get("game", "backgammon"), fields.get("options") or {}
    if not isinstance(key, str) or not isinstance(options, Mapping):
        raise GameError("bad_game", given=_excerpt(key if not isinstance(key, str) else options))
    words = {True: "on", False: "off"}
    return game_of(key, {str(name): words.get(value, str(value)) for name, value in options.items()})


def _dice(given: object) -> tuple[int, int]:
    if given is None:
        raise GameError("no_dice")
    if not isinstance(given, (list, tuple)) or len(given) != 2 or not all(_is_number(die, 1, 6) for die in given):
        raise GameError("bad_dice", given=_excerpt(given))
    return max(given), min(given)


def _is_number(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _turns(fields: Mapping[str, object], game: Game, position: Position) -> tuple[int, int]:
    """Turns made before. When nothing is said: none for a side that has not moved yet, else enough that the rules of
    first turns are over.
    """
    context = fields.get("context")
    if context is None:
        start = game.start()
        return (
            0 if position.own == start.own else 3,
            0 if position.opponent == start.opponent else 3,
        )
    own, opponent = (
        (context.get(name, 0) for name in ("own_turns", "opp_turns")) if isinstance(context, Mapping) else "??"
    )
    if not (_is_number(own, 0, 65535) and _is_number(opponent, 0, 65535)):
        raise GameError("bad_turns", given=_excerpt(context))
    return own, opponent


def _position_by_counts(fields: Mapping[str, object]) -> Position:
    columns = [fields.get(name, []) for name in ("own", "opp", "pinned_own", "pinned_opp")]
    for name, column, most in zip(("own", "opp", "pinned_own", "pinned_opp"), columns, (255, 255, 24, 24), strict=True):
        is_counts = name in ("own", "opp")
        fits = isinstance(column, list) and (len(column) == 27 or not is_counts)
        if not fits or not all(_is_number(number, 0 if is_counts else 1, most) for number in column):  # type: ignore[attr-defined]  # a list
            raise GameError("bad_counts", field=name, given=_excerpt(column))
    return Position.of(*columns)  # type: ignore[arg-type]  # looked at above


def _excerpt(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _plays(request: _Request) -> tuple[Play, ...]:
    return whole_turn(request.game, request.position, request.dice, request.own_turns, request.opponent_turns)


def _answer(request: _Request) -> Json:
    rows = sorted(
        (_final(request, play), play_text(request.position, play.steps, request.game)) for play in _plays(request)
    )
    return {"finals": [final for final, _text in rows], "plays": [text for _final, text in rows]}


def _final(request: _Request, play: Play) -> str | list[list[int]]:
    final = play.final
    if request.by_counts:
        return [list(final.own), list(final.opponent), list(final.pinned_own), list(final.pinned_opponent)]
    return position_id(final.turned()) if request.game.key in _GAMES_WITH_IDS else write_text(final.turned())


def _print(request: _Request) -> None:
    """The plays for people: joined, from the high points down, each with its final."""
    lines = [
        (play_text(request.position, play.steps, request.game, compact=True), str(_final(request, play)))
        for play in sorted(_plays(request), key=lambda play: play.steps, reverse=True)
    ]
    if len(lines) == 1 and not lines[0][0]:
        print(_("No legal play: the turn passes."))
        return
    print(ngettext("{count} legal play", "{count} legal plays", len(lines)).format(count=len(lines)))
    width = max(len(text) for text, _final_text in lines)
    for text, final in lines:
        print(f"  {text:<{width}}  {final}")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115  # closed below; only opening may fail with these words
    except OSError as error:
        raise GameError("cannot_read", file=name, why=error.strerror or str(error)) from None
    with file:
        yield file


def _run_batch(lines: Iterable[bytes], defaults: Json) -> int:
    status = 0
    for line in lines:
        try:
            answer = _answer(_request({**defaults, **_object(line)}))
        except (GameError, EngineError, TooManyFinalsError) as error:
            answer, status = {"error": sentence(error)}, 1
        print(_line(answer), flush=True)
    return status


def _object(line: bytes) -> Json:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        fields = None
    if not isinstance(fields, dict):
        raise GameError("not_json", given=_excerpt(line.decode("utf-8", "replace").strip()))
    return fields


def _line(answer: Json) -> str:
    return json.dumps(answer, ensure_ascii=False)
