"""`sheshbesh evaluate`: what a position is worth, what to do with the cube, and which play of a roll is best."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from engine_c.advice import ANY_TIME, LEVELS, Judged, JudgedPlay, Level, judge_cube, judge_plays
from engine_c.endings import Table
from game.commands import asking
from game.commands.asking import Json, Question
from game.commands.exact import endings_for
from game.commands.scores import cube_view
from game.errors import GameError
from game.formats.notation import play_text
from game.i18n import gettext as _
from game.i18n import marked, ngettext, number, percent

NAME = "evaluate"

_SHOWN = 10  # plays, for people
_DECIMALS = 5  # in JSON

# The weaker levels judge as Hard does; they err when they play.
_JUDGES_LIKE = {"easy": "hard", "medium": "hard"}
_LEVELS = (*_JUDGES_LIKE, *LEVELS)
_MOST_SECONDS = 3600.0

ACTIONS = {
    "fixed": marked("The cube cannot be turned here."),
    "no_double_take": marked("No double; it would be taken."),
    "no_double_beaver": marked("No double; it would be beavered."),
    "double_take": marked("Double; it is taken."),
    "double_pass": marked("Double; it is passed."),
    "double_beaver": marked("Double; it is beavered, and right all the same."),
    "too_good_pass": marked("Too good to double; it would be passed."),
    "too_good_take": marked("Too good to double; yet it would be taken."),
}
CHANCES = marked(
    "Win {win}, gammon {gammon}, backgammon {backgammon}; lose a gammon {lose_gammon}, a backgammon {lose_backgammon}."
)


def summary() -> str:
    """What the command does, in the language in use."""
    return _("judge a position and its cube, or the plays of a roll")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    asking.declare(parser, dice=_("the roll; without one the cube is judged, unless the XGID has dice"), judges=True)
    parser.add_argument("--level", metavar=_("LEVEL"), default="hard", help=_("who judges: easy, medium, hard, master"))
    parser.add_argument(
        "--time",
        metavar=_("SECONDS"),
        type=float,
        help=_("look for so long, whatever the level (each line of a batch)"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError for a single position; a batch reports in its lines and returns 1."""
    defaults = {**asking.defaults(arguments), "level": arguments.level, "time": arguments.time}
    _seconds(arguments.time)
    if arguments.batch is not None:
        _level(arguments.level)
        return asking.answer_batch(arguments.batch, defaults, _answer)
    fields: Json = {**defaults, "position": arguments.position}
    if arguments.json:
        print(asking.as_line(_answer(fields)))
    else:
        _print(asking.question(fields), _how(fields))
    return 0


def _level(name: object) -> Level:
    if not isinstance(name, str) or name not in _LEVELS:
        raise GameError("no_such_level", given=asking.excerpt(name), known=", ".join(_LEVELS))
    return LEVELS[_JUDGES_LIKE.get(name, name)]


def _seconds(given: object) -> float | None:
    """How long is looked; None: as the level says."""
    if given is None:
        return None
    is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
    if not is_number or not 0 < given <= _MOST_SECONDS:  # type: ignore[operator]  # a number
        raise GameError("bad_number", name="--time", given=asking.excerpt(given), least=0, most=round(_MOST_SECONDS))
    return float(given)  # type: ignore[arg-type]  # looked at above


def _answer(fields: Json) -> Json:
    """The answer to a line of JSON: plays where there are dice, else the cube."""
    question, how = asking.question(fields), _how(fields)
    return _answer_cube(_cube(question, how)) if question.dice is None else _answer_plays(question, how)


@dataclass(frozen=True)
class _How:
    """How it is judged. seconds: None as the level says."""

    level: Level
    seconds: float | None
    endings: Table | None


def _how(fields: Json) -> _How:
    seconds = _seconds(fields.get("time"))
    level = _level(fields.get("level"))
    return _How(level if seconds is None else ANY_TIME, seconds, endings_for(fields))


def _plays(question: Question, how: _How) -> list[JudgedPlay]:
    view = cube_view(question)
    return judge_plays(question.game, question.plays(), view, how.level, how.seconds, how.endings)


def _cube(question: Question, how: _How) -> Judged:
    view = cube_view(question)
    return judge_cube(question.game, question.position, view, how.level, how.seconds, endings=how.endings)


def rounded(value: float) -> float:
    """A number for JSON."""
    return round(value, _DECIMALS) + 0.0  # no -0.0


def _answer_plays(question: Question, how: _How) -> Json:
    judged = _plays(question, how)
    return {
        "candidates": [
            {
                "play": play_text(question.position, each.play.steps, question.game),
                "final": question.final(each.play),
                "equity": rounded(each.equity),
                "cubeless": rounded(each.cubeless),
                "chances": [rounded(chance) for chance in each.chances],
                "loss": rounded(max(judged[0].equity - each.equity, 0.0)),
            }
            for each in judged
        ]
    }


def _answer_cube(judged: Judged) -> Json:
    verdict = judged.verdict
    may_double = verdict.may_double
    return {
        "chances": [rounded(chance) for chance in judged.chances],
        "cubeless": rounded(judged.cubeless),
        "no_double": rounded(verdict.no_double),
        "double_take": rounded(verdict.take) if may_double else None,
        "double_pass": rounded(verdict.pass_) if may_double else None,
        "double": verdict.doubles,
        "take": verdict.takes if may_double else None,
    }


def signed(value: float) -> str:
    """An equity for people."""
    text = number(value, 3)
    return text if value < 0 else f"+{text}"


def _print(question: Question, how: _How) -> None:
    if question.dice is None:
        _print_cube(_cube(question, how))
    else:
        _print_plays(question, _plays(question, how))


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
        print(f"  {text:<{width}}  {signed(each.equity):>7} {cost:>9}  {shares}")
    print(_("Equity, what is lost; chances to win, a gammon, a backgammon, to lose a gammon, a backgammon."))


def _print_cube(judged: Judged) -> None:
    """The verdict for people."""
    names = ("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon")
    said = {name: percent(chance, 1) for name, chance in zip(names, judged.chances, strict=True)}
    print(_(CHANCES).format(**said))
    verdict = judged.verdict
    rows = [(_("Without a cube"), judged.cubeless), (_("No double"), verdict.no_double)]
    if verdict.may_double:
        rows += [(_("Double, take"), verdict.take), (_("Double, pass"), verdict.pass_)]
        rows += [(_("Double, beaver"), verdict.beaver)] if judged.view.beavers else []
    width = max(len(name) for name, _value in rows)
    for name, value in rows:
        print(f"  {name:<{width}}  {signed(value)}")
    print(_(ACTIONS[verdict.action]))
