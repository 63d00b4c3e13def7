"""`sheshbesh draw`: the picture of a position, as the window shows it, into a file; no window is needed."""

from __future__ import annotations

import argparse
import errno
import os
import re
from pathlib import Path

from engine_c import Game, game_of
from engine_c.picture import MOST_WIDTH
from game import paths
from game.errors import GameError
from game.files import unfinished_beside, write_whole
from game.formats.notation import read_play
from game.formats.text import ReadPosition, read_position
from game.i18n import gettext as _
from game.ui import look
from game.ui.board.projection import MOST_TILT
from game.ui.look import USUAL, Look

NAME = "draw"

_LEAST = 64
"""Pixels: a smaller picture shows nothing."""
_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})")
_DICE = re.compile(r"([1-6])-([1-6])")


def summary() -> str:
    """What the command does, in the language in use."""
    return _("draw a position to a PNG or JPEG file")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "position", metavar=_("POSITION"), help=_("XGID, GNU Backgammon position ID or the game's own text")
    )
    parser.add_argument("out", metavar="OUT.png", help=_("the file to be written: .png, or .jpg, which is smaller"))
    parser.add_argument("--dice", metavar="3-1", help=_("the roll; may be left out where the XGID has dice"))
    parser.add_argument("--game", metavar=_("KEY"), default="backgammon", help=_("the game (default: backgammon)"))
    parser.add_argument("--size", metavar="1280x800", default="1280x800", help=_("width and height in pixels"))
    parser.add_argument(
        "--look", metavar="board=maple,dice=amber", default="", help=_("board, checkers, dice and cloth by name")
    )
    parser.add_argument("--tilt", metavar=_("DEGREES"), default="16", help=_("of the camera, 0 to 34 (default: 16)"))
    parser.add_argument("--mirror", action="store_true", help=_("the home board on the left"))
    parser.add_argument("--numbers", action="store_true", help=_("point numbers on the rim"))
    parser.add_argument("--arrows", metavar='"13/10 24/23"', default="", help=_("a play, shown by arrows"))


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Everything is looked at before anything is drawn. Raises GameError, EngineError."""
    game = game_of(arguments.game, {})
    read = read_position(arguments.position, game.checkers)
    game.check(read.position)
    dice = _dice(arguments.dice) if arguments.dice is not None else read.dice or ()
    hops = read_play(arguments.arrows, read.position, game)
    size, tilt = _size(arguments.size), _tilt(arguments.tilt)
    seen = _look(_chosen(arguments.look))
    out = _writable(arguments.out)

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.art import Art  # noqa: PLC0415  # the other commands need no pictures
    from game.ui.drawn import Drawing, encoded  # noqa: PLC0415  # nor these

    cube, is_dark = _facts(read, game)
    drawing = Drawing(game, read.position, dice, cube, is_dark, arguments.mirror, arguments.numbers, hops, size, tilt)
    art = Art(seen, None, paths.assets() / "fonts" / "literata-600.ttf")
    try:
        content = encoded(art, drawing, out.suffix.lower())
    finally:
        art.close()
    try:
        write_whole(out, content)
    except OSError as error:
        raise GameError("cannot_write", file=str(out), why=error) from None
    return 0


def _dice(text: str) -> tuple[int, int]:
    parts = _DICE.fullmatch(text.strip())
    if not parts:
        raise GameError("bad_dice", given=text)
    return int(parts[1]), int(parts[2])


def _size(text: str) -> tuple[int, int]:
    parts = _SIZE.fullmatch(text.strip().lower().replace("×", "x"))
    if not parts or not all(_LEAST <= int(side) <= MOST_WIDTH for side in parts.groups()):
        raise GameError("bad_size", given=text, least=_LEAST, most=MOST_WIDTH)
    return int(parts[1]), int(parts[2])


def _tilt(text: str) -> float:
    try:
        tilt = float(text)
    except ValueError:
        tilt = -1.0
    if not 0.0 <= tilt <= MOST_TILT:  # false for what is not a number
        raise GameError("bad_tilt", given=text, most=round(MOST_TILT))
    return tilt


def _chosen(text: str) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for word in filter(None, map(str.strip, text.split(","))):
        kind, equals, name = (part.strip() for part in word.partition("="))
        if kind not in USUAL or not equals or not name:
            raise GameError("bad_look", given=word)
        chosen[kind] = name
    return chosen


def _look(chosen: dict[str, str]) -> Look:
    folders = look.folders()
    for kind, name in chosen.items():
        known = look.names(kind, folders)
        if name not in known:
            raise GameError("no_such_look", name=name, kind=kind, known=", ".join(known))
    seen, problems = look.read(chosen, folders)
    if problems:
        raise problems[0]
    return seen


def _writable(name: str) -> Path:
    """The file, where it can be written. Raises GameError before any work is done."""
    out = Path(name)
    if out.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise GameError("not_a_png", file=name)
    if out.is_dir():
        raise GameError("cannot_write", file=name, why=IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    try:
        with unfinished_beside(out) as probe:
            probe.touch()
    except OSError as error:
        raise GameError("cannot_write", file=name, why=error) from None
    return out


def _facts(read: ReadPosition, game: Game) -> tuple[tuple[int, int | None] | None, bool]:
    """The cube as the side on roll sees it, None where nothing is known of one, and whether that side is dark."""
    if read.xgid is not None:
        xgid = read.xgid
        owner = None if xgid.owner == 0 else int(xgid.owner != xgid.turn)
        return _cube(2**xgid.cube, owner, xgid.crawford or xgid.length == 1, game), xgid.turn == -1
    if read.match is not None:
        match = read.match
        owner = None if match.owner is None else int(match.owner != match.mover)
        return _cube(match.cube, owner, match.crawford or match.length == 1, game), match.mover == 0
    return None, False


def _cube(value: int, owner: int | None, is_out: bool, game: Game) -> tuple[int, int | None] | None:
    if is_out or not game.has_cube:
        return None
    return (value if value > 1 else 64), owner
