"""The command line: what the game does without a window."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from engine_c import EngineError, TooManyFinalsError, simd
from game import i18n
from game.commands import archive, convert, dice, draw, duel, evaluate, moves, rollout
from game.errors import GameError
from game.formats.base import SUFFIXES
from game.formats.sharing import SCHEME
from game.i18n import gettext as _
from game.i18n import marked
from game.registering import register
from game.wording import sentence

_COMMANDS = (moves, evaluate, rollout, duel, convert, draw, archive, dice)

# What argparse itself may say; marked here so that our catalogues have it.
_WORDS_OF_ARGPARSE = (
    marked("usage: "),
    marked("options"),
    marked("positional arguments"),
    marked("show this help message and exit"),
    marked("%(prog)s: error: %(message)s\n"),
    marked("the following arguments are required: %s"),
    marked("unrecognized arguments: %s"),
    marked("expected one argument"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0, 1 when something was refused, 2 for words not understood."""
    i18n.speak(i18n.system_language())
    _use_utf8()
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given and _is_to_open(given[0]):
        return _open(given)
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.version:
        print(_version())
        return 0
    if chosen.register:
        return _register()
    if "run" not in chosen:
        from game.app import main as play  # noqa: PLC0415  # the commands need no window

        return play()
    try:
        return int(chosen.run(chosen))
    except (GameError, EngineError, TooManyFinalsError) as error:
        print(sentence(error), file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of our output has gone; nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    argparse._ = _  # type: ignore[attr-defined]  # the words argparse itself says, from our catalogues
    parser = argparse.ArgumentParser(
        prog="sheshbesh",
        description=_("Backgammon, tavla and tavli at one table."),
        epilog=_("sheshbesh FILE... opens the window and imports match files; sheshbesh LINK shows a position."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help=_("say version, engine build and instructions in use"))
    parser.add_argument("--register", action="store_true", help=_("make links to positions open the game"))
    commands = parser.add_subparsers(metavar=_("COMMAND"))
    for command in _COMMANDS:
        own = commands.add_parser(
            command.NAME, help=command.summary(), description=command.summary(), allow_abbrev=False
        )
        command.declare(own)
        own.set_defaults(run=command.run)
    return parser


def _is_to_open(word: str) -> bool:
    """A file, a folder or a link to a position, and not a command: the window opens it."""
    if word in {command.NAME for command in _COMMANDS} or word.startswith("-"):
        return False
    is_address = urlsplit(word).scheme.lower() in (SCHEME, "file")
    return is_address or word.lower().endswith(SUFFIXES) or Path(word).exists()


def _open(words: Sequence[str]) -> int:
    """Opens the window with them, or leaves them to the window that is open already."""
    found = []
    for word in words:
        is_address = urlsplit(word).scheme.lower() in (SCHEME, "file")
        if not is_address and not Path(word).exists():
            missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            print(sentence(GameError("cannot_read", file=word, why=missing)), file=sys.stderr)
            return 1
        found.append(word if is_address else str(Path(word).absolute()))
    from game.app import main as play  # noqa: PLC0415  # the commands need no window

    return play(found)


def _register() -> int:
    """Makes links to positions known to the system."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.drawn import icon_png  # noqa: PLC0415  # the other commands need no pictures

    try:
        print(_("Links to positions now open the game: {file}").format(file=register(icon_png())))
    except GameError as error:
        print(sentence(error), file=sys.stderr)
        return 1
    return 0


def _version() -> str:
    return _("Shesh Besh {version}, engine built with {compiler}, using {instructions}").format(
        version=version("sheshbesh"), compiler=simd.build(), instructions=simd.name(simd.detected())
    )


def _use_utf8() -> None:
    """Positions, names and sentences hold letters that an old terminal's own encoding may not have."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
