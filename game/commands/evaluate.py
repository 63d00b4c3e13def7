"""`sheshbesh evaluate`: what a position is worth, what to do with the cube, and which play of a roll is best."""

from __future__ import annotations

import argparse

from engine_c.advice import LEVELS, Judged, JudgedPlay, Level, judge_cube, judge_plays
from game.commands import asking
from game.commands.asking import Json, Question
from game.commands.scores import cube_view
from game.errors import GameError
from game.formats.notation import play_text
from game.i18n import gettext as _
from game.i18n import marked, ngettext, number, percent

NAME = "evaluate"

_SHOWN = 10  # plays, for people
_DECIMALS = 5  # in JSON

_ACTIONS = {
    "fixed": marked("The cube cannot be turned here."),
    "no_double_take": marked("No double; it would be taken."),
    "no_double_beaver": marked("No double; it would be beavered."),
    "double_take": marked("Double; it is taken."),
    "double_pass": marked("Double; it is passed."),
    "double_beaver": marked("Double; it is beavered, and right all the same."),
    "too_good_pass": marked("Too good to double; it would be passed."),
    "too_good_take": marked("Too good to double; yet it would be taken."),
}
_CHANCES = marked(
    "Win {win}, gammon {gammon}, backgammon {backgammon}; lose a gammon {lose_gammon}, a backgammon {lose_backgammon}."
)


def summary() -> str:
    """What the command does, in the language in use."""
    return _("judge a position and its cube, or the plays of a roll")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    asking.declare(parser, dice=_("the roll; without one the cube is judged, unless the XGID has dice"))
    parser.add_argument("--level", metavar=_("LEVEL"), default="hard", help=_("who judges: hard, master"))


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError for a single position; a batch reports in its lines and returns 1."""
    defaults = {**asking.defaults(arguments), "level": arguments.level}
    if arguments.batch is not None:
        _level(arguments.level)
        return asking.answer_batch(arguments.batch, defaults, _answer)
    fields: Json = {**defaults, "position": arguments.position}
    if arguments.json:
        print(asking.as_line(_answer(fields)))
    else:
        _print(asking.question(fields), _level(arguments.level))
    return 0


def _level(name: object) -> Level:
    if not isinstance(name, str) or name not in LEVELS:
        raise GameError("no_such_level", given=asking.excerpt(name), known=", ".join(LEVELS))
    return LEVELS[name]


def _answer(fields: Json) -> Json:
    """The answer to a line of JSON: plays where there are dice, else the cube."""
    level, question = _level(fields.get("level")), asking.question(fields)
    return _answer_cube(question, level) if question.dice is None else _answer_plays(question, level)


def _plays(question: Question, level: Level) -> list[JudgedPlay]:
    return judge_plays(question.game, question.plays(), cube_view(question), level)


def _cube(question: Question, level: Level) -> Judged:
    return judge_cube(question.game, question.position, cube_view(question), level)


def _rounded(value: float) -> float:
    return round(value, _DECIMALS) + 0.0  # no -0.0


def _answer_plays(question: Question, level: Level) -> Json:
    judged = _plays(question, level)
    return {
        "candidates": [
            {
                "play": play_text(question.position, each.play.steps, question.game),
                "final": question.final(each.play),
                "equity": _rounded(each.equity),
                "cubeless": _rounded(each.cubeless),
                "chances": [_rounded(chance) for chance in each.chances],
                "loss": _rounded(max(judged[0].equity - each.equity, 0.0)),
            }
            for each in judged
        ]
    }


def _answer_cube(question: Question, level: Level) -> Json:
    judged = _cube(question, level)
    verdict = judged.verdict
    may_double = verdict.may_double
    return {
        "chances": [_rounded(chance) for chance in judged.chances],
        "cubeless": _rounded(judged.cubeless),
        "no_double": _rounded(verdict.no_double),
        "double_take": _rounded(verdict.take) if may_double else None,
        "double_pass": _rounded(verdict.pass_) if may_double else None,
        "double": verdict.doubles,
        "take": verdict.takes if may_double else None,
    }


def _signed(value: float) -> str:
    text = number(value, 3)
    return text if value < 0 else f"+{text}"


def _print(question: Question, level: Level) -> None:
    if question.dice is None:
        _print_cube(_cube(question, level))
    else:
        _print_plays(question, _plays(question, level))


def _print_plays(question: Question, judged: list[JudgedPlay]) -> None:
    """The best plays for people: what each is worth, and what it costs."""
    if len(judged) == 1 and not judged[0].play.steps:
        print(_("No legal play: the turn passes."))
    else:
        print(ngettext("{count} legal play", "{count} legal plays", len(judged)).format(count=len(judged)))
    texts = [play_text(question.position, each.play.steps, question.game, compact=True) for each in judged[:_SHOWN]]
    width = max(map(len, texts))
    for text, each in zip(texts, judged, strict=False):
        loss = max(judged[0].equity - each.equity, 0.0)
        cost = f"({number(-loss, 3)})" if loss else ""
        shares = " ".join(f"{percent(chance, 1):>6}" for chance in each.chances)
        print(f"  {text:<{width}}  {_signed(each.equity):>7} {cost:>9}  {shares}")
    print(_("Equity, what is lost; chances to win, a gammon, a backgammon, to lose a gammon, a backgammon."))


def _print_cube(judged: Judged) -> None:
    """The verdict for people."""
    names = ("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon")
    said = {name: percent(chance, 1) for name, chance in zip(names, judged.chances, strict=True)}
    print(_(_CHANCES).format(**said))
    verdict = judged.verdict
    rows = [(_("Without a cube"), judged.cubeless), (_("No double"), verdict.no_double)]
    if verdict.may_double:
        rows += [(_("Double, take"), verdict.take), (_("Double, pass"), verdict.pass_)]
        rows += [(_("Double, beaver"), verdict.beaver)] if judged.view.beavers else []
    width = max(len(name) for name, _value in rows)
    for name, value in rows:
        print(f"  {name:<{width}}  {_signed(value)}")
    print(_(_ACTIONS[verdict.action]))
