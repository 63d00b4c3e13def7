"""Opponents that are not ours: which of them are switched on, which may play, and what they say of themselves.

They are listed without being imported. Nothing of theirs runs before the person has let it; what was let is kept by
name with the state of its package, file or command, so that a changed one is asked about anew. They are introduced in a
job, by a runner of their own: one that hangs holds up nobody else's work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import opponents
from game.errors import GameError
from game.jobs import Job, Runner
from game.settings import Settings
from opponents import Listing, OpponentError, OpponentFailed, Profile
from opponents.programs import command_words
from opponents.registry import Source

Entry = TypeVar("Entry")

GNUBG = "gnubg"

Report = Callable[[str, str], str]
"""As `game.seats` has it."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of an opponent: its profile, or why there is none, or neither while it is being asked.

    report: the file that tells more of the error, '' for none.
    """

    profile: Profile | None = None
    error: GameError | None = None
    report: str = ""


class Guests:
    """settings, change: where it is kept what is switched on and who may play. folder: of single files. wake: as of
    `Runner`. report: keeps what the maker of a broken one should know.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        change: Callable[[Settings], object],
        folder: Path,
        wake: Callable[[], None],
        report: Report,
    ) -> None:
        self._settings, self._change, self.folder, self._report = settings, change, folder, report
        self._runner = Runner(1, wake)
        self._known: dict[tuple[str, str], Known] = {}
        self.news = 0
        """Grows whenever something has become known."""

    # Who there is

    def look(self) -> None:
        """Looks for everybody anew, as the settings say."""
        offer(self._settings(), self.folder)
        self._known.clear()
        self.news += 1

    def listings(self) -> tuple[Listing, ...]:
        """Everybody by key, our own first; a broken one with its reason."""
        return opponents.names()

    def source(self, key: str) -> Source:
        """Where a guest comes from. Raises OpponentError."""
        return opponents.installed().source(key)

    def program(self, key: str) -> str:
        """The program that an opponent of ours plays through, '' where it is not there."""
        return opponents.installed().program(key) or ""

    # Who may play

    def may_play(self, key: str) -> bool:
        """One of our own, or one that the person has let play, as it is now."""
        if opponents.is_own(key):
            return True
        with suppress(OpponentError):
            return self._settings().trusted.get(key) == opponents.state(key)
        return False

    def needs_leave(self, key: str) -> bool:
        """The person has to be asked before this one may play."""
        return any(one.key == key and one.error is None for one in self.listings()) and not self.may_play(key)

    def let_play(self, key: str) -> None:
        """The person knows what it means, and lets it."""
        with suppress(OpponentError):  # gone meanwhile
            trusted = {**self._settings().trusted, key: opponents.state(key)}
            self._change(replace(self._settings(), trusted=trusted))

    # What they say

    def about(self, key: str) -> Known:
        """What is known of a guest; whoever may play is asked in a job if need be."""
        if not self.may_play(key):
            return Known()
        place = key, opponents.state(key)
        if place not in self._known:
            self._known[place] = Known()
            self._runner.start(_ask, key, lambda job: self._told(place, job))
        return self._known[place]

    def known(self, key: str) -> Known:
        """What is known of a guest already; nobody is asked."""
        return next((known for place, known in self._known.items() if place[0] == key), Known())

    def is_asking(self, key: str) -> bool:
        """It has been asked, and has not answered yet."""
        return any(place[0] == key and known == Known() for place, known in self._known.items())

    def ask_again(self, key: str) -> Known:
        """Forgets what is known, and asks."""
        for place in [place for place in self._known if place[0] == key]:
            del self._known[place]
        return self.about(key)

    def _told(self, place: tuple[str, str], job: Job[str, Profile]) -> None:
        if self._known.get(place) != Known():  # looked for anew meanwhile
            return
        self.news += 1
        if job.result is not None:
            self._known[place] = Known(job.result)
            return
        error, written = job.error, ""
        if isinstance(error, OpponentFailed) and error.report:
            written = self._report(place[0], error.report)
        name = opponents.called(place[0])
        known = GameError("seat_failed", opponent=name, why=str(error))
        if isinstance(error, OpponentError):
            known = GameError(error.code, **{**error.facts, "opponent": name})
        self._known[place] = Known(error=known, report=written)

    def drain(self) -> bool:
        """Takes what has been answered; True when there was something."""
        return self._runner.drain()

    # Programs of the person's own

    def add_program(self, name: str, command: str) -> None:
        """Notes a program that speaks the line protocol, switched on. Raises GameError for what cannot be one."""
        name, command = name.strip(), command.strip()
        taken = {listing.key for listing in self.listings()} | set(self._settings().programs)
        if not name or not command or ":" in name or name in taken:
            raise GameError("program_unnamed")
        try:
            command_words(command)
        except ValueError:
            raise GameError("command_unreadable", given=command) from None
        self._set_programs({**self._settings().programs, name: command}, {**self._settings().programs_on, name: True})

    def remove_program(self, name: str) -> None:
        """Forgets a program, and that it might play."""
        settings = self._settings()
        trusted = {key: state for key, state in settings.trusted.items() if key != name}
        self._change(replace(settings, trusted=trusted))
        self._set_programs(_without(settings.programs, name), _without(settings.programs_on, name))

    def switch_program(self, name: str, is_on: bool) -> None:
        """Offers a program, or not."""
        settings = self._settings()
        self._set_programs(settings.programs, {**settings.programs_on, name: is_on})

    def _set_programs(self, programs: Mapping[str, str], are_on: Mapping[str, bool]) -> None:
        self._change(replace(self._settings(), programs=programs, programs_on=are_on))

    def close(self) -> None:
        """Nobody is asked any more, and only what is installed is offered."""
        self._runner.close()
        opponents.look_in()


def offer(settings: Settings, folder: Path) -> None:
    """Offers whom the settings switch on. folder: of single files."""
    programs = {name: words for name in settings.programs if (words := _words_of(settings, name))}
    opponents.look_in(
        folder if settings.opponent_files else None,
        {name: words for name, words in programs.items() if settings.programs_on.get(name)},
        paths={GNUBG: settings.gnubg_path} if settings.gnubg else {},
    )


def _words_of(settings: Settings, name: str) -> tuple[str, ...]:
    with suppress(ValueError):  # somebody wrote it into the file by hand
        return command_words(settings.programs[name])
    return ()


def _without(table: Mapping[str, Entry], name: str) -> dict[str, Entry]:
    return {key: value for key, value in table.items() if key != name}


def _ask(key: str, step: Callable[[float], None]) -> Profile:
    step(0.0)
    return opponents.profile(key)


def seen_settings(settings: Settings) -> tuple[object, ...]:
    """The settings on which it depends who is offered."""
    programs = tuple(sorted(settings.programs.items())), tuple(sorted(settings.programs_on.items()))
    return settings.opponent_files, settings.gnubg, settings.gnubg_path, *programs
