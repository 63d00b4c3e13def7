"""`sheshbesh rollout`: a position or the best plays of a roll played out many times, with the cube or without."""

from __future__ import annotations

import argparse
import math
import os
from dataclasses import dataclass, replace
from typing import Any

from engine_c import Play, Rollout, RolloutRequest, Worth, array_of, turned
from engine_c.advice import LEVELS, judge_plays
from engine_c.cube import CubeView, MatchTable, match_table_of
from engine_c.endings import with_endings
from engine_c.mind import mind_of
from game.commands import asking
from game.commands.asking import Json, Question
from game.commands.evaluate import ACTIONS, CHANCES, rounded, signed
from game.commands.exact import endings_for
from game.commands.progress import Bar
from game.commands.scores import cube_view
from game.errors import GameError
from game.formats.notation import play_text
from game.i18n import gettext as _
from game.i18n import ngettext, number, percent

NAME = "rollout"

_MOST_TRIALS = 1_000_000
_MOST_THREADS = 256


@dataclass(frozen=True)
class _Rolled:
    """One position that was rolled out. play: what led to it, None without dice. All is seen by the side on roll of the
    question. gap, gap_error: what it costs against the best and the standard error of that.
    """

    play: Play | None
    worth: Worth
    equity: float
    error: float
    cubeless: float
    chances: tuple[float, ...]
    gap: float = 0.0
    gap_error: float = 0.0


def summary() -> str:
    """What the command does, in the language in use."""
    return _("play a position, or the best plays of a roll, out many times")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    asking.declare(
        parser, dice=_("the roll; without one the cube is judged, unless the XGID has dice"), batch=False, judges=True
    )
    parser.add_argument(
        "--candidates", metavar="N", type=int, default=5, help=_("how many of the best plays (default: 5)")
    )
    parser.add_argument("--trials", metavar="N", type=int, default=1296, help=_("games of each (default: 1296)"))
    parser.add_argument(
        "--ply", metavar="N", type=int, default=0, help=_("how many rolls the players look ahead: 0 or 1 (default: 0)")
    )
    parser.add_argument(
        "--truncate",
        metavar="N",
        type=int,
        default=0,
        help=_("rolls after which the engine judges; 0: play to the end"),
    )
    parser.add_argument("--cubeless", action="store_true", help=_("nobody turns a cube"))
    parser.add_argument("--seed", metavar="S", type=int, default=0, help=_("another number is other dice"))
    parser.add_argument(
        "--threads", metavar="N", type=int, default=os.cpu_count() or 1, help=_("the numbers do not depend on it")
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError, EngineError."""
    for name, least, most in (
        ("candidates", 1, 4096), ("trials", 1, _MOST_TRIALS), ("ply", 0, 1), ("truncate", 0, 3000),
        ("seed", 0, (1 << 64) - 1), ("threads", 1, _MOST_THREADS),
    ):  # fmt: skip
        if not least <= getattr(arguments, name) <= most:
            raise GameError("bad_number", name=f"--{name}", given=getattr(arguments, name), least=least, most=most)
    question = asking.question({**asking.defaults(arguments), "position": arguments.position})
    view = None if arguments.cubeless else cube_view(question)
    rolled = _positions(question, view, arguments) if question.dice is None else _plays(question, view, arguments)
    if arguments.json:
        print(asking.as_line(_answer(question, rolled, view)))
    elif question.dice is None:
        _print_position(rolled[0], view)
    else:
        _print_plays(question, rolled)
    return 0


def _table(question: Question, view: CubeView | None) -> MatchTable | None:
    return None if view is None or view.is_session else match_table_of(question.game)


def _roll_out(question: Question, rows: Any, view: CubeView | None, arguments: argparse.Namespace) -> Rollout:
    """All games of all POSITION rows, a bar meanwhile; `view` is that of the rows' side on roll."""
    mind, table = mind_of(question.game), endings_for({"exact_endings": arguments.exact_endings})
    mind = replace(mind, judge=with_endings(mind.judge, table))
    rollout = Rollout(
        RolloutRequest(
            question.game,
            rows,
            trials=arguments.trials,
            seed=arguments.seed,
            plies=arguments.ply,
            truncate=arguments.truncate,
            view=view,
            table=_table(question, view),
        ),
        mind,
    )
    bar = Bar()
    try:
        for progress in rollout.slices(arguments.threads):
            bar.show(progress.done, progress.total)
    finally:
        bar.clear()
    return rollout


def _positions(question: Question, view: CubeView | None, arguments: argparse.Namespace) -> list[_Rolled]:
    worth = _roll_out(question, array_of([question.position]), view, arguments).found()[0]
    cubeful = worth.cubeful
    equity, error = (cubeful.verdict.value, cubeful.error) if cubeful else (worth.equity, worth.error)
    return [_Rolled(None, worth, equity, error, worth.equity, worth.chances)]


def _plays(question: Question, view: CubeView | None, arguments: argparse.Namespace) -> list[_Rolled]:
    """The best plays by a look ahead, rolled out and ranked anew."""
    judged = judge_plays(question.game, question.plays(), view or CubeView(is_fixed=True), LEVELS["master"])
    plays = [each.play for each in judged[: arguments.candidates]]
    rows = turned(array_of([play.final for play in plays]))
    rollout = _roll_out(question, rows, None if view is None else view.turned(), arguments)
    shut = question.game.closed_out(rows)
    found = []
    for play, worth, is_shut in zip(plays, rollout.found(), shut, strict=True):
        equity, error = worth.equity, worth.error
        if worth.cubeful:
            verdict = worth.cubeful.verdict
            equity = verdict.no_double if is_shut else verdict.value
            error = worth.cubeful.no_double_error if is_shut else worth.cubeful.error
        win, gammon, backgammon, lost, lost_backgammon = worth.chances
        mine = 1 - win, lost, lost_backgammon, gammon, backgammon
        found.append(_Rolled(play, worth, -equity, error, -worth.equity, mine))
    order = sorted(range(len(found)), key=lambda i: -found[i].equity)
    best = order[0]
    gaps = [(max(found[best].equity - found[i].equity, 0.0), rollout.difference(best, i)[1]) for i in order]
    return [found[best]] + [
        replace(found[i], gap=gap, gap_error=error) for i, (gap, error) in zip(order[1:], gaps[1:], strict=True)
    ]


def _answer(question: Question, rolled: list[_Rolled], view: CubeView | None) -> Json:
    if question.dice is None:
        return _answer_position(rolled[0], view)
    return {
        "candidates": [
            {
                "play": play_text(question.position, each.play.steps, question.game),
                "final": question.final(each.play),
                "equity": rounded(each.equity),
                "error": _error(each.error),
                "cubeless": rounded(each.cubeless),
                "cubeless_error": _error(each.worth.error),
                "chances": [rounded(chance) for chance in each.chances],
                "loss": rounded(each.gap),
                "loss_error": _error(each.gap_error),
                "trials": each.worth.games,
            }
            for each in rolled
            if each.play
        ]
    }


def _error(error: float) -> float | None:
    """A standard error for JSON, which has no word for an infinite one."""
    return rounded(error) if math.isfinite(error) else None


def _answer_position(rolled: _Rolled, view: CubeView | None) -> Json:
    worth = rolled.worth
    answer: Json = {
        "chances": [rounded(chance) for chance in worth.chances],
        "chance_errors": [_error(error) for error in worth.chance_errors],
        "cubeless": rounded(worth.equity),
        "cubeless_error": _error(worth.error),
        "trials": worth.games,
    }
    if worth.cubeful and view:
        verdict, may_double = worth.cubeful.verdict, worth.cubeful.verdict.may_double
        answer |= {
            "no_double": rounded(worth.cubeful.no_double),
            "no_double_error": _error(worth.cubeful.no_double_error),
            "double_take": rounded(worth.cubeful.take) if may_double else None,
            "double_take_error": _error(worth.cubeful.take_error) if may_double else None,
            "double_pass": rounded(verdict.pass_) if may_double else None,
            "double": verdict.doubles,
            "take": verdict.takes if may_double else None,
        }
    return answer


def _print_plays(question: Question, rolled: list[_Rolled]) -> None:
    games = rolled[0].worth.games
    print(ngettext("{count} game of each play", "{count} games of each play", games).format(count=number(games)))
    texts = [play_text(question.position, each.play.steps, question.game, compact=True) for each in rolled if each.play]
    width = max(map(len, texts))
    for text, each in zip(texts, rolled, strict=True):
        cost = f"({number(-each.gap, 3)})" if each.gap else ""
        shares = " ".join(f"{percent(chance, 1):>6}" for chance in each.chances)
        print(f"  {text:<{width}}  {signed(each.equity):>7} ± {number(each.error, 4)} {cost:>9}  {shares}")
    print(_("Equity, its standard error, what is lost."))
    print(_("Then chances to win, a gammon, a backgammon, to lose a gammon, a backgammon."))


def _print_position(rolled: _Rolled, view: CubeView | None) -> None:
    worth = rolled.worth
    print(ngettext("{count} game", "{count} games", worth.games).format(count=number(worth.games)))
    names = ("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon")
    said = {name: percent(chance, 1) for name, chance in zip(names, worth.chances, strict=True)}
    print(_(CHANCES).format(**said))
    rows = [(_("Without a cube"), worth.equity, worth.error)]
    if worth.cubeful and view:
        cubeful = worth.cubeful
        rows.append((_("No double"), cubeful.no_double, cubeful.no_double_error))
        if cubeful.verdict.may_double:
            rows += [(_("Double, take"), cubeful.take, cubeful.take_error)]
            rows += [(_("Double, pass"), cubeful.verdict.pass_, 0.0)]
    width = max(len(name) for name, _value, _error in rows)
    for name, value, error in rows:
        print(f"  {name:<{width}}  {signed(value)}" + (f" ± {number(error, 4)}" if error else ""))
    if worth.cubeful:
        print(_(ACTIONS[worth.cubeful.verdict.action]))
