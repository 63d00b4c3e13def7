"""`sheshbesh archive`: matches listed, exported, checked and backed up without a window, also while one is open."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from game import paths
from game.errors import GameError
from game.files import write_whole
from game.formats.base import FORMATS, write
from game.formats.dice_proof import write_proof
from game.i18n import gettext as _
from game.i18n import ngettext
from game.storage import backups, checking
from game.storage.about import about, local_day
from game.storage.header import MatchHeader
from game.storage.matches import Store
from game.storage.opening import FILE
from game.storage.proofs import about_match, file_name
from game.storage.reading import store_to_read, store_to_write
from game.wording import game_title, sentence

NAME = "archive"

_UNFIT = re.compile(r"[^\w-]+")


def summary() -> str:
    """What the command does, in the language in use."""
    return _("list, export, check and back up the matches")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parts = parser.add_subparsers(metavar=_("WHAT"), dest="part", required=True)

    def part(name: str, about: str, run_it: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        own = parts.add_parser(name, help=about, description=about, allow_abbrev=False)
        own.set_defaults(run_part=run_it)
        return own

    listing = part("list", _("list all matches, the last one first"), _list)
    listing.add_argument("--json", action="store_true", help=_("print one line of JSON for each match"))
    export = part("export", _("write matches, or the proofs of their dice, as files"), _export)
    export.add_argument("ids", metavar=_("ID"), nargs="+", type=int, help=_("numbers of matches, as list shows them"))
    export.add_argument("--to", metavar=_("OUT"), required=True, help=_("the file to write, or a folder for many"))
    export.add_argument(
        "--format", choices=FORMATS, help=_("what to write; without it the suffix of OUT says so, in a folder json")
    )
    export.add_argument("--proof", action="store_true", help=_("write the proofs of the dice instead"))
    look = part("check", _("look through the matches for damage"), _check)
    look.add_argument("--repair", action="store_true", help=_("repair what can be repaired; the game must be closed"))
    backup = part("backup", _("copy all matches into one file"), _backup)
    backup.add_argument("to", metavar=_("TO"), nargs="?", help=_("a file or a folder; without it beside the matches"))


def run(arguments: argparse.Namespace) -> int:
    """Runs the command: 0, or 1 when something is wrong or was refused."""
    return int(arguments.run_part(arguments))


def _tell(notice: GameError) -> None:
    print(sentence(notice), file=sys.stderr)


# Listing


def _list(arguments: argparse.Namespace) -> int:
    with store_to_read(paths.data_folder(), datetime.now(), _tell) as store:
        headers = [*store.unfinished(), *store.finished()]
        problems = store.unreadable()
    for header in headers:
        print(json.dumps(_facts(header), ensure_ascii=False) if arguments.json else _line(header))
    for problem in problems:
        print(sentence(problem), file=sys.stderr)
    if not headers and not arguments.json:
        print(_("There are no matches yet."))
    return 1 if problems else 0


def _facts(header: MatchHeader) -> dict[str, object]:
    return {
        "id": header.id,
        "players": list(header.names),
        "seats": list(header.seats),
        "games": [game.key for game in header.options.games],
        "length": header.options.length,
        "score": list(header.score),
        "dice": header.dice,
        "started": header.started,
        "finished": header.finished,
    }


def _line(header: MatchHeader) -> str:
    id_, day = str(header.id).rjust(6), local_day(header.finished or header.started).ljust(10)
    game = game_title("tavli" if len(header.options.games) > 1 else header.options.games[0].key)
    players, score = " – ".join(header.names), " : ".join(map(str, header.score))
    state = "" if header.finished else _("is being played")
    return "  ".join((id_, day, game, players, score, state)).rstrip()


# Exporting


def _export(arguments: argparse.Namespace) -> int:
    """Every match is written on its own; one that cannot be is told and left out."""
    if not arguments.to:
        raise GameError("name_missing")
    out, status, written = Path(arguments.to), 0, 0
    ids = list(dict.fromkeys(arguments.ids))
    is_folder = out.is_dir() or not out.suffix
    if len(ids) > 1 and not is_folder:
        raise GameError("several_need_a_folder", count=len(ids))
    with store_to_read(paths.data_folder(), datetime.now(), _tell) as store:
        for match_id in ids:
            try:
                name, data = _proof_of(store, match_id) if arguments.proof else _file_of(store, match_id, arguments)
                _write(out / name if is_folder else out, data)
                written += 1
            except GameError as error:
                print(f"{match_id}: {sentence(error)}", file=sys.stderr)
                status = 1
    print(ngettext("{count} file written", "{count} files written", written).format(count=written))
    return status


def _file_of(store: Store, match_id: int, arguments: argparse.Namespace) -> tuple[str, bytes]:
    suffix = Path(arguments.to).suffix.removeprefix(".").lower()
    kind = arguments.format or (suffix if suffix and not Path(arguments.to).is_dir() else "json")
    header, record = store.header(match_id), store.record(match_id)
    names = "-".join(_UNFIT.sub("-", name).strip("-")[:30] for name in header.names)
    return f"{local_day(header.started)}-{names}-{match_id}.{kind}", write(record, kind, about(header))


def _proof_of(store: Store, match_id: int) -> tuple[str, bytes]:
    header, proofs = store.header(match_id), store.proofs(match_id)
    if not proofs:
        raise GameError("no_proof", match=match_id)
    return file_name(header), write_proof(proofs, about_match(header)).encode("utf-8")


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise GameError("cannot_write", file=str(path), why=error) from None


# Checking and backing up


def _check(arguments: argparse.Namespace) -> int:
    folder, now = paths.data_folder(), datetime.now()
    opened, notices = store_to_write if arguments.repair else store_to_read, list[GameError]()
    with (
        opened(folder, now, notices.append) as store,
        checking.copies_in(backups.backups(folder / backups.FOLDER)) as copies,
    ):
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        report = checking.check(store.database, stamp, repair=arguments.repair, copies=copies, step=_progress())
    for notice in notices:
        _tell(notice)
    for finding in report.findings:
        done = f" {sentence(finding.done)}" if finding.done else ""
        print(f"{sentence(finding.problem)}{done}", file=sys.stderr)
    print(_summary(report, is_replaced=bool(notices)))
    if not report.is_clean and not arguments.repair:
        print(_("sheshbesh archive check --repair repairs what can be repaired, once the game is closed."))
    return 0 if report.is_clean and not notices else 1


def _summary(report: checking.Report, *, is_replaced: bool) -> str:
    """is_replaced: it was not this store that was damaged, but the one before."""
    count = ngettext("{count} match looked at", "{count} matches looked at", report.matches).format(
        count=report.matches
    )
    if is_replaced and report.is_clean:
        said = _("{matches}: what is there now is sound.").format(matches=count)
    elif not report.findings:
        said = _("{matches}: all is as it was stored.").format(matches=count)
    elif report.is_clean:
        said = _("{matches}: what was wrong is repaired.").format(matches=count)
    else:
        said = _("{matches}: something is wrong.").format(matches=count)
    if not report.links:
        return said
    chain = ngettext(
        "The chain of finished matches has {count} link and ends with {end}.",
        "The chain of finished matches has {count} links and ends with {end}.",
        report.links,
    )
    return f"{said}\n{chain.format(count=report.links, end=report.end)}"


def _progress() -> Callable[[float], object]:
    """Tells how far it is, to somebody who watches."""
    told = [-1]

    def step(done: float) -> None:
        hundredths = int(done * 100)
        if sys.stderr.isatty() and hundredths != told[0]:
            told[0] = hundredths
            print(f"\r{hundredths} % ", end="", file=sys.stderr, flush=True)

    return step


def _backup(arguments: argparse.Namespace) -> int:
    store, now = paths.data_folder() / FILE, datetime.now()
    if not store.exists():
        raise GameError("no_store", file=str(store))
    target = Path(arguments.to) if arguments.to else store.parent / backups.FOLDER
    if not arguments.to or target.is_dir() or not target.suffix:
        target /= backups.name_of_day(now)
    if target.resolve() == store.resolve():
        raise GameError("would_overwrite_input", file=str(target))
    backups.make(store, target)
    print(_("All matches were copied to {file}").format(file=target))
    restore = _(
        "To go back to it: close the game and put it in the place of {file}, without the files {wal} and {shm}."
    )
    print(restore.format(file=store, wal=f"{FILE}-wal", shm=f"{FILE}-shm"))
    return 0
