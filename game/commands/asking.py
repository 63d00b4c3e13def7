"""What commands about positions are asked: arguments and JSON lines become a question, files of lines are answered."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeGuard

from engine_c import EngineError, Game, Play, Position, TooManyFinalsError, game_of, whole_turn
from game.errors import GameError
from game.formats.finding import find_position
from game.formats.ids import position_id
from game.formats.sharing import find, is_link
from game.formats.text import ReadPosition, read_position, write_text
from game.i18n import gettext as _
from game.wording import sentence

# The games whose boards a GNU Backgammon position ID can hold.
_GAMES_WITH_IDS = frozenset({"backgammon", "tavla", "portes", "nackgammon", "nackgammon_41", "longgammon"})

Json = dict[str, object]


@dataclass(frozen=True)
class Question:
    """A position that something is asked about.

    dice: None when there are none. own_turns, opponent_turns: turns made before by the side on roll and by the other.
    read: the position as it was given, with what came along; None when it came as lists of counts, and then finals are
    answered so, too.
    """

    game: Game
    position: Position
    dice: tuple[int, int] | None
    own_turns: int
    opponent_turns: int
    read: ReadPosition | None

    def plays(self) -> tuple[Play, ...]:
        """All legal plays of the roll. Raises GameError without dice, EngineError, TooManyFinalsError."""
        if self.dice is None:
            raise GameError("no_dice")
        return whole_turn(self.game, self.position, self.dice, self.own_turns, self.opponent_turns)

    def final(self, play: Play) -> str | list[list[int]]:
        """The final of a play as it is answered: an ID or text with the opponent on roll, or lists of counts."""
        final = play.final
        if self.read is None:
            return [list(final.own), list(final.opponent), list(final.pinned_own), list(final.pinned_opponent)]
        return position_id(final.turned()) if self.game.key in _GAMES_WITH_IDS else write_text(final.turned())


def declare(parser: argparse.ArgumentParser, dice: str, batch: bool = True, judges: bool = False) -> None:
    """Declares the arguments that all these commands have; `dice` is the help for --dice. batch: files are answered.
    judges: the engine judges, and can be asked to know endings exactly.
    """
    parser.add_argument(
        "position", metavar=_("POSITION"), nargs="?", help=_("XGID, GNU Backgammon position ID or the game's own text")
    )
    parser.add_argument("--dice", metavar="3-1", help=dice)
    parser.add_argument("--game", metavar=_("KEY"), default="backgammon", help=_("the game (default: backgammon)"))
    parser.add_argument(
        "--option", metavar=_("NAME=VALUE"), action="append", default=[], help=_("an option of the game; repeatable")
    )
    parser.add_argument(
        "--turns", metavar=_("OWN,OPP"), help=_("turns made before by the side on roll and by the other")
    )
    if judges:
        parser.add_argument(
            "--exact-endings",
            action="store_true",
            help=_("know the last six checkers of each side exactly, with the cube"),
        )
    parser.add_argument("--json", action="store_true", help=_("print one line of JSON"))
    if not batch:
        parser.set_defaults(batch=None)
        return
    parser.add_argument(
        "--batch", metavar=_("FILE"), help=_("read one JSON object a line from a file, or - for standard input")
    )


def defaults(arguments: argparse.Namespace) -> Json:
    """The command's options as the fields of a JSON line. Raises GameError, also for neither or both of position and
    batch.
    """
    if (arguments.batch is None) == (arguments.position is None):
        raise GameError("position_or_batch")
    fields: Json = {
        "exact_endings": getattr(arguments, "exact_endings", False),
        "game": arguments.game,
        "options": dict(map(name_and_value, arguments.option)),
    }
    if arguments.dice is not None:
        fields["dice"] = _numbers(arguments.dice, "-", "bad_dice")
    if arguments.turns is not None:
        own, opponent = _numbers(arguments.turns, ",", "bad_turns")
        fields["context"] = {"own_turns": own, "opp_turns": opponent}
    return fields


def name_and_value(text: str) -> tuple[str, str]:
    """An option of a game as it is written: name=value. Raises GameError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise GameError("bad_option", given=text)
    return name.strip(), value.strip()


def _numbers(text: str, separator: str, code: str) -> list[int]:
    words = text.split(separator)
    if len(words) != 2 or not all(word.strip().isascii() and word.strip().isdigit() for word in words):
        raise GameError(code, given=text)
    return [int(word[:9]) for word in words]


def question(fields: Mapping[str, object]) -> Question:
    """A question from the fields of a JSON line. Raises GameError, EngineError."""
    game = _game(fields)
    read: ReadPosition | None = None
    if "own" in fields:
        position = _position_by_counts(fields)
    else:
        text = fields.get("position")
        if not isinstance(text, str):
            raise GameError("no_position")
        game, read = _read(text, game)
        position = read.position
    own_turns, opponent_turns = _turns(fields, game, position)
    dice = fields.get("dice") or (read.dice if read else None)
    return Question(game, position, None if dice is None else _dice(dice), own_turns, opponent_turns, read)


def _read(text: str, game: Game) -> tuple[Game, ReadPosition]:
    """A position as it is given: as one of its names, or within other words. A link of ours names its game itself."""
    if is_link(text):
        found = find(text)
        return found.game, found.read
    try:
        return game, read_position(text, game.checkers)
    except GameError as refusal:
        if refusal.code != "not_a_position" or len(text.split()) < 2:
            raise
        try:
            return game, find_position(text, game.checkers)
        except GameError as other:
            raise (refusal if other.code == "no_position_found" else other) from None


def _game(fields: Mapping[str, object]) -> Game:
    key, options = fields.get("game", "backgammon"), fields.get("options") or {}
    if not isinstance(key, str) or not isinstance(options, Mapping):
        raise GameError("bad_game", given=excerpt(key if not isinstance(key, str) else options))
    words = {True: "on", False: "off"}
    return game_of(key, {str(name): words.get(value, str(value)) for name, value in options.items()})


def _dice(given: object) -> tuple[int, int]:
    if not isinstance(given, (list, tuple)) or len(given) != 2 or not all(_is_number(die, 1, 6) for die in given):
        raise GameError("bad_dice", given=excerpt(given))
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
        raise GameError("bad_turns", given=excerpt(context))
    return own, opponent


def _position_by_counts(fields: Mapping[str, object]) -> Position:
    columns = [fields.get(name, []) for name in ("own", "opp", "pinned_own", "pinned_opp")]
    for name, column, most in zip(("own", "opp", "pinned_own", "pinned_opp"), columns, (255, 255, 24, 24), strict=True):
        is_counts = name in ("own", "opp")
        fits = isinstance(column, list) and (len(column) == 27 or not is_counts)
        if not fits or not all(_is_number(number, 0 if is_counts else 1, most) for number in column):  # type: ignore[attr-defined]  # a list
            raise GameError("bad_counts", field=name, given=excerpt(column))
    return Position.of(*columns)  # type: ignore[arg-type]  # looked at above


def excerpt(value: object) -> str:
    """The beginning of what was given, to be shown in a refusal."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115  # closed below; only opening may fail with these words
    except OSError as error:
        raise GameError("cannot_read", file=name, why=error) from None
    with file:
        yield file


def answer_batch(file: str, given: Json, answer: Callable[[Json], Json]) -> int:
    """Answers each line of a file with a line of JSON, a bad one with its `error`; 1 when there was one. Raises
    GameError when the file cannot be read.
    """
    with _opened(file) as lines:
        return _answer_lines(lines, given, answer)


def _answer_lines(lines: Iterable[bytes], given: Json, answer: Callable[[Json], Json]) -> int:
    status = 0
    for line in lines:
        try:
            said = answer({**given, **_object(line)})
        except (GameError, EngineError, TooManyFinalsError) as error:
            said, status = {"error": sentence(error)}, 1
        print(as_line(said), flush=True)
    return status


def _object(line: bytes) -> Json:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        fields = None
    if not isinstance(fields, dict):
        raise GameError("not_json", given=excerpt(line.decode("utf-8", "replace").strip()))
    return fields


def as_line(answer: Json) -> str:
    """An answer as a line of JSON."""
    return json.dumps(answer, ensure_ascii=False)
