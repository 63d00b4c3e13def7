"""The command line: what the game does without a window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from engine_c import EngineError, TooManyFinalsError, simd
from game import i18n
from game.commands import convert, draw, evaluate, moves
from game.errors import GameError
from game.i18n import gettext as _
from game.i18n import marked
from game.wording import sentence

_COMMANDS = (moves, evaluate, convert, draw)

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
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.version:
        print(_version())
        return 0
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
        prog="sheshbesh", description=_("Backgammon, tavla and tavli at one table."), allow_abbrev=False
    )
    parser.add_argument("--version", action="store_true", help=_("say version, engine build and instructions in use"))
    commands = parser.add_subparsers(metavar=_("COMMAND"))
    for command in _COMMANDS:
        own = commands.add_parser(
            command.NAME, help=command.summary(), description=command.summary(), allow_abbrev=False
        )
        command.declare(own)
        own.set_defaults(run=command.run)
    return parser


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
