"""`sheshbesh duel`: opponents against each other, every dice sequence played twice with seats changed."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engine_c import game_of
from engine_c.judge import FOLDER, WEIGHTS
from game import paths
from game.commands import asking
from game.errors import GameError
from game.files import write_whole
from game.guests import offer
from game.i18n import gettext as _
from game.i18n import marked, ngettext, number
from game.reports import keep_report
from game.seats import why_failed
from game.settings import read_settings
from game.wording import sentence
from opponents import LEVELS, Opponent, OpponentError, OpponentFailed, seat, state
from opponents.judgement import TABLES
from opponents.league import Conditions
from opponents.participants import Seated, participant
from opponents.player import Player
from opponents.tournament import Meeting, Plan, Score, Standing, meetings, play, standings
from opponents.traits import TRAITS

NAME = "duel"

_BAR = 30  # letters
_TRAIT_TITLES = {
    "hits": marked("hits"),
    "made": marked("points made"),
    "shots": marked("shots left"),
    "behind": marked("pips behind"),
}


def summary() -> str:
    """What the command does, in the language in use."""
    return _("let opponents play each other")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "opponents",
        metavar=_("OPPONENT"),
        nargs="+",
        help=_("LEVEL, LEVEL:STYLE, or a plugin's name, also with :LEVEL; more than two play a league"),
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=1000, help=_("games of each two (matches in a match)")
    )
    parser.add_argument("--game", metavar=_("KEY"), default="backgammon", help=_("the game (default: backgammon)"))
    parser.add_argument("--match", metavar="N", type=int, default=0, help=_("play matches to so many points"))
    parser.add_argument("--cubeless", action="store_true", help=_("play without the cube"))
    parser.add_argument("--seed", metavar="S", type=int, default=1, help=_("of all dice and of all chance"))
    parser.add_argument(
        "--threads", metavar="N", type=int, default=1, help=_("how many games at once; the numbers stay")
    )
    parser.add_argument(
        "--judge", metavar="N", type=int, default=200, help=_("decisions of each that are judged two rolls ahead")
    )
    parser.add_argument("--no-luck", action="store_true", help=_("leave out the luck of the dice, which is faster"))
    parser.add_argument("--json", action="store_true", help=_("print one line of JSON"))
    parser.add_argument("--csv", metavar=_("FILE"), help=_("write the table to a file as well"))
    parser.add_argument("--fresh", action="store_true", help=_("begin anew even where a duel was interrupted"))
    parser.add_argument(
        "--option", metavar=_("NAME=VALUE"), action="append", default=[], help=_("an option of the game; repeatable")
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command. Raises GameError."""
    plan = _plan(arguments)
    settings, _notices = read_settings(paths.settings_file())
    # Who is named on the command line is asked for, as who is installed is.
    offer(replace(settings, gnubg=True), paths.data_folder() / "opponents")
    seated = [_opponent(name) for name in plan.names]  # whoever cannot play is told before anything is played
    kept = _Kept(_fingerprint(plan, seated), is_fresh=arguments.fresh)
    bar = _Bar(plan, len(kept.results))
    failures: list[_Failure] = []

    def fails(place: int, error: Exception) -> None:
        bar.clear()
        failures.append(_failure(plan.names[place], error))
        print(failures[-1].words, file=sys.stderr)

    seats = _first_made([participant(opponent) for opponent in seated], plan.names)
    try:
        for result in play(plan, seats, list(kept.results), max(arguments.threads, 1), fails=fails):
            kept.add(result)
            bar.show(len(kept.results))
    except KeyboardInterrupt:
        bar.clear()
        print(_("Interrupted. What was played is kept; the same command goes on from there."), file=sys.stderr)
        return 1
    bar.clear()
    table, met = standings(plan, kept.results), meetings(plan, kept.results)
    if arguments.csv:
        _write_csv(Path(arguments.csv), table, failures)
    if arguments.json:
        print(asking.as_line(_as_json(plan, table, met) | {"failures": [asdict(failure) for failure in failures]}))
    else:
        _print(plan, table, met)
    kept.forget()
    return 1 if failures else 0


def _plan(arguments: argparse.Namespace) -> Plan:
    names = tuple(arguments.opponents)
    if len(names) < 2:
        raise GameError("duel_needs_two")
    for name, least in (("games", 2), ("match", 0), ("threads", 1), ("judge", 0)):
        if getattr(arguments, name) < least:
            raise GameError("number_too_small", name=f"--{name}", least=least)
    options = dict(asking.name_and_value(text) for text in arguments.option)
    game = game_of(arguments.game, options)
    if arguments.match > 64:
        raise GameError("match_too_long", most=64)
    terms = Conditions(game, arguments.match, not arguments.cubeless, arguments.seed, not arguments.no_luck)
    return Plan(terms, names, arguments.games, arguments.judge)


# Who plays


def _key_and_level(name: str) -> tuple[str, str]:
    first, _colon, second = name.partition(":")
    return (second or "balanced", first) if first in LEVELS else (first, second or "hard")


def _opponent(name: str) -> Opponent:
    try:
        return seat(*_key_and_level(name))
    except OpponentError as error:
        raise GameError(error.code, **error.facts) from None


@dataclass(frozen=True)
class _Failure:
    """Whoever is left out, why, in a word and in words, and where the report for its maker lies, '' for nowhere."""

    name: str
    why: str
    words: str
    report: str


def _failure(name: str, error: Exception) -> _Failure:
    why = why_failed(name, error)
    told = [sentence(GameError("left_out", name=name, why=GameError(why.code, **{**why.facts, "opponent": name})))]
    report = ""
    try:
        written = error.report if isinstance(error, OpponentFailed) else "".join(traceback.format_exception(error))
        report = str(keep_report(paths.data_folder() / "reports", name, written, datetime.now()))
        told.append(sentence(GameError("report_kept", file=report)))
    except GameError as refusal:
        told.append(sentence(refusal))
    return _Failure(name, why.code, " ".join(told), report)


def _first_made(made: list[Seated], names: Sequence[str]) -> Any:
    """Makes the participants of each thread; those of the first are there already."""
    left = [made]

    def seats() -> Sequence[Seated]:
        try:
            return left.pop()
        except IndexError:
            return [participant(_opponent(name)) for name in names]

    return seats


# What is kept


class _Kept:
    """Results in a file of the cache, a line each, so that an interrupted duel goes on; its name follows from all that
    the numbers depend on.
    """

    def __init__(self, fingerprint: str, *, is_fresh: bool) -> None:
        self._path = paths.cache_folder() / "duels" / f"{fingerprint}.jsonl"
        self.results: list[dict[str, Any]] = []
        if is_fresh:
            self.forget()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lines = self._path.read_text("utf-8").splitlines() if self._path.exists() else []
            self.results = [json.loads(line) for line in lines]
        except OSError as error:
            raise GameError("cannot_write", file=self._path, why=error) from None
        except ValueError:  # the last line was cut off with the power
            self.results = _whole_lines(lines)
            write_whole(self._path, "".join(f"{json.dumps(result)}\n" for result in self.results).encode())

    def add(self, result: dict[str, Any]) -> None:
        """Keeps a result, on the disk before anything else is done."""
        self.results.append(result)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(result)}\n")
            file.flush()
            os.fsync(file.fileno())

    def forget(self) -> None:
        """It is done, or not wanted."""
        self._path.unlink(missing_ok=True)


def _whole_lines(lines: Sequence[str]) -> list[dict[str, Any]]:
    found = []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found


def _fingerprint(plan: Plan, seated: Sequence[Opponent]) -> str:
    """Of all that the numbers depend on: the conditions, and who plays, as they are now."""
    terms = plan.conditions
    said = [terms.game.key, terms.game.options, terms.length, terms.has_cube, terms.seed, terms.with_luck]
    digest = hashlib.sha256(json.dumps([*said, plan.names, plan.games, plan.judged, repr(LEVELS)]).encode())
    for name, opponent in zip(plan.names, seated, strict=True):
        own = [opponent.weight, opponent.temper] if isinstance(opponent, Player) else []
        digest.update(json.dumps([state(_key_and_level(name)[0]), own]).encode())
    for weights in (FOLDER / f"{WEIGHTS.get(terms.game.key, terms.game.key)}.bin", *sorted(TABLES.glob("*.npy"))):
        digest.update(weights.read_bytes())
    return digest.hexdigest()[:24]


# What is told


class _Bar:
    """How far it is, on standard error, where somebody looks at it."""

    def __init__(self, plan: Plan, done: int) -> None:
        self._total = len(list(plan.pieces()))
        self._begun, self._before = time.monotonic(), done
        self._is_shown = sys.stderr.isatty()
        self.show(done)

    def show(self, done: int) -> None:
        """So many of all pieces are done."""
        if not self._is_shown:
            return
        filled = _BAR * done // self._total
        left = ""
        if done > self._before:
            seconds = (time.monotonic() - self._begun) / (done - self._before) * (self._total - done)
            left = f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        print(
            f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {100 * done // self._total:3d} % {left:>7}",
            end="",
            flush=True,
            file=sys.stderr,
        )

    def clear(self) -> None:
        """Takes it away."""
        if self._is_shown:
            print(f"\r{' ' * (_BAR + 20)}\r", end="", flush=True, file=sys.stderr)


def _as_json(plan: Plan, table: list[Standing], met: list[Meeting]) -> asking.Json:
    terms = plan.conditions
    return {
        "game": terms.game.key,
        "options": dict(terms.game.options),
        "match": terms.length,
        "cube": terms.has_cube and terms.game.has_cube,
        "seed": terms.seed,
        "meetings": [_rounded(asdict(meeting)) for meeting in met],
        "table": [_rounded(asdict(standing)) for standing in table],
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6) + 0.0 if value != float("inf") else None
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


def _write_csv(path: Path, table: list[Standing], failures: list[_Failure]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    traits = [f"{name}{what}" for name in TRAITS for what in ("", "_error")]
    scores = ["points", "points_error", "adjusted", "adjusted_error", "pr", "pr_low", "pr_high"]
    writer.writerow(["name", "games", *scores, "judged", *traits, "failed"])
    failed = {failure.name: failure.why for failure in failures}
    for each in table:
        scores = [*_both(each.plain), *_both(each.adjusted), *map(_digits, each.rate or [None] * 3)]
        shown = [text for name in TRAITS for text in _both(each.traits[name])]
        writer.writerow([each.name, each.tables, *scores, each.judged, *shown, failed.get(each.name, "")])
    try:
        write_whole(path, text.getvalue().encode())
    except OSError as error:
        raise GameError("cannot_write", file=path, why=error) from None


def _both(score: Score | None) -> tuple[str, str]:
    """A mean and its error, empty for what nobody has measured."""
    return (_digits(score.mean), _digits(score.error)) if score else ("", "")


def _digits(value: float | None) -> str:
    return "" if value is None or value == float("inf") else f"{value:.5f}"


def _print(plan: Plan, table: list[Standing], met: list[Meeting]) -> None:
    is_match = plan.conditions.length > 0
    for meeting in met:
        games = ngettext("{count} game", "{count} games", meeting.games).format(count=number(meeting.games))
        print(_("{first} against {second}, {games}").format(first=meeting.first, second=meeting.second, games=games))
        unit = _("share of matches won") if is_match else _("points a game")
        print(f"  {_plus(meeting.plain, is_match)}  {unit}")
        if meeting.adjusted is not None:
            luck = _("the luck of the dice taken off")
            print(f"  {_plus(meeting.adjusted, is_match)}  {luck}")
    heads = [_(_TRAIT_TITLES[name]) for name in TRAITS]
    width = max([len(each.name) for each in table] + [8])
    wide = max(map(len, [*heads, "0.000 ± 0.000"]))
    print()
    points = _("points")
    print("  ".join([f"{'':<{width}}", f"{points:>16}", f"{'PR':>20}", *(f"{head:>{wide}}" for head in heads)]))
    for each in table:
        rate = "–"
        if each.rate is not None:
            rate = f"{number(each.rate[0], 1)} [{number(each.rate[1], 1)}, {number(each.rate[2], 1)}]"
        traits = (_plus(each.traits[name], True, 3) for name in TRAITS)
        score = _plus(each.adjusted or each.plain, is_match)
        print(
            "  ".join([f"{each.name:<{width}}", f"{score:>16}", f"{rate:>20}", *(f"{text:>{wide}}" for text in traits)])
        )
    print(
        _("PR: 500 times the points lost a decision, two rolls ahead, with the 95 percent interval. ±: standard error.")
    )


def _plus(score: Score | None, is_share: bool, digits: int = 4) -> str:
    """A mean and its error, "–" for what nobody has measured. is_share: it has no sign."""
    if score is None:
        return "–"
    sign = "+" if score.mean >= 0 and not is_share else ""
    return f"{sign}{number(score.mean, digits)} ± {number(score.error, digits)}"
