"""`sheshbesh moves`: the legal plays of a roll, for one position or for many from a file of JSON lines."""

from __future__ import annotations

import argparse

from game.commands import asking
from game.commands.asking import Json, Question
from game.formats.notation import play_text
from game.i18n import gettext as _
from game.i18n import ngettext

NAME = "moves"


def summary() -> str:
    """What the command does, in the language in use."""
    return _("list the legal plays of a roll")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    asking.declare(parser, dice=_("the roll; may be left out where the XGID has dice"))


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError for a single position; a batch reports in its lines and returns 1."""
    defaults = asking.defaults(arguments)
    if arguments.batch is not None:
        return asking.answer_batch(arguments.batch, defaults, lambda fields: _answer(asking.question(fields)))
    question = asking.question({**defaults, "position": arguments.position})
    if arguments.json:
        print(asking.as_line(_answer(question)))
    else:
        _print(question)
    return 0


def _answer(question: Question) -> Json:
    rows = sorted(
        (question.final(play), play_text(question.position, play.steps, question.game)) for play in question.plays()
    )
    return {"finals": [final for final, _text in rows], "plays": [text for _final, text in rows]}


def _print(question: Question) -> None:
    """The plays for people: joined, from the high points down, each with its final."""
    lines = [
        (play_text(question.position, play.steps, question.game, compact=True), str(question.final(play)))
        for play in sorted(question.plays(), key=lambda play: play.steps, reverse=True)
    ]
    if len(lines) == 1 and not lines[0][0]:
        print(_("No legal play: the turn passes."))
        return
    print(ngettext("{count} legal play", "{count} legal plays", len(lines)).format(count=len(lines)))
    width = max(len(text) for text, _final_text in lines)
    for text, final in lines:
        print(f"  {text:<{width}}  {final}")
