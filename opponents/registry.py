"""Who can be asked to play: our own styles, entry points of the group `sheshbesh.opponents`, files, programs.

Listing imports nothing. A plugin is imported when it is asked about or seated; one that cannot be used stays in
the list with the reason. What is imported here runs here: others' plugins are seated by `opponents.host`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from opponents.profiles import LONGEST_NAME, SAID, Profile, is_plain, profile_of, shown
from opponents.programs import content_of, find_program, state_of, state_of_module
from opponents.protocol import PROTOCOL, QUESTIONS, Opponent

GROUP = "sheshbesh.opponents"
BUILT_IN = {
    "balanced": "opponents.balanced:Balanced",
    "aggressive": "opponents.aggressive:Aggressive",
    "careful": "opponents.careful:Careful",
    "runner": "opponents.runner:Runner",
}
"""Our own, as pyproject.toml declares them too; from a checkout they are there without being installed."""

THROUGH_PROGRAMS = {"gnubg": "opponents.gnubg:GnuBackgammon"}
"""Ours too, but they play through a program that must be installed, so they have a process of their own."""

PROGRAMS = {"gnubg": ("gnubg", "gnubg-cli")}
"""What those programs are called."""

PROGRAM_PATH = "SHESHBESH_PROGRAM"
"""The variable that tells the process of such an opponent where the player's program is."""

_DIGITS = 32  # of the state of a module

Origin = Literal["own", "package", "file", "program"]


class OpponentError(Exception):
    """An opponent that cannot be seated. code: 'unknown_opponent', 'name_taken', 'not_importable', 'no_opponent',
    'bad_profile', 'wrong_protocol', 'wrong_level', 'not_seated', 'not_installed' or 'bad_name'; facts: what the
    sentence for it needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {', '.join(f'{name}={value}' for name, value in facts.items())}")
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class Listing:
    """An opponent in the list. package: the distribution it comes from, '' for our own; error: why it is of no use.

    origin: 'own'; 'package', installed by somebody; 'file', from the player's folder; 'program', a command of his.
    """

    key: str
    package: str = ""
    version: str = ""
    error: OpponentError | None = None
    origin: Origin = "own"


@dataclass(frozen=True, slots=True)
class Source:
    """Where an opponent is loaded from. kind: 'entry', value being MODULE:CLASS; 'file', a path; 'program'."""

    kind: Literal["entry", "file", "program"]
    value: str = ""
    command: tuple[str, ...] = ()

    def load(self) -> Any:
        """The class of an opponent in Python. Raises whatever its code does."""
        if self.kind == "entry":
            return EntryPoint("", self.value, GROUP).load()
        return _only_opponent(_module_in(Path(self.value)))


class Registry:
    """The opponents there are. points: entry points, those installed unless given. folder: of single files, each an
    opponent called like the file; None leaves them out. programs: commands by the name the player gave. paths: where
    the programs of THROUGH_PROGRAMS are, '' to look for one; only those named are offered, None offers all.
    """

    def __init__(
        self,
        points: Iterable[EntryPoint] | None = None,
        folder: Path | None = None,
        programs: Mapping[str, Sequence[str]] | None = None,
        paths: Mapping[str, str] | None = None,
    ) -> None:
        own = BUILT_IN | THROUGH_PROGRAMS
        self._paths = dict.fromkeys(THROUGH_PROGRAMS, "") if paths is None else dict(paths)
        offered = [key for key in own if key in BUILT_IN or key in self._paths]
        self._sources = {key: Source("entry", own[key]) for key in offered}
        self._listings = {key: Listing(key, error=self._missing_program(key)) for key in offered}
        found = entry_points(group=GROUP) if points is None else points
        for point in sorted(found, key=lambda point: (point.name, point.value)):
            if point.value != own.get(point.name):  # ours are there already, from a checkout too
                package, version = (point.dist.name, point.dist.version) if point.dist else ("", "")
                self._add(Listing(point.name, package, version, origin="package"), Source("entry", point.value))
        for path in sorted(folder.glob("*.py")) if folder else ():
            self._add(Listing(path.stem, path.name, origin="file"), Source("file", str(path)))
        for name, command in (programs or {}).items():
            self._add(Listing(name, origin="program"), Source("program", command=tuple(command)))

    def _add(self, listing: Listing, source: Source) -> None:
        listing = replace(listing, package=shown(listing.package), version=shown(listing.version, LONGEST_NAME))
        # A colon stands between an opponent and its level; a name of a file may be any bytes.
        if ":" in listing.key or not is_plain(listing.key, LONGEST_NAME):
            named = shown(listing.key, LONGEST_NAME)
            error = OpponentError("bad_name", opponent=named, package=listing.package)
            self._listings[listing.key] = replace(listing, key=named, error=error)
            return
        if listing.key not in self._sources:
            self._sources[listing.key], self._listings[listing.key] = source, listing
            return
        taken = f"{listing.key} ({listing.package or source.value or ' '.join(source.command)})"
        error = OpponentError("name_taken", opponent=listing.key, package=listing.package)
        self._listings[taken] = replace(listing, key=taken, error=error)

    def names(self) -> tuple[Listing, ...]:
        """Everybody, our own first, without importing anything; with the reason where one is known to be broken."""
        return tuple(self._listings.values())

    def is_own(self, key: str) -> bool:
        """One of our styles, which needs no process of its own."""
        return key in BUILT_IN

    def source(self, key: str) -> Source:
        """Where it is loaded from. Raises OpponentError for one that is not there or cannot be."""
        listing = self._listings.get(key)
        if listing is None or key not in self._sources:
            raise (listing and listing.error) or OpponentError("unknown_opponent", opponent=key)
        if (missing := self._missing_program(key)) is not None:
            raise missing
        return self._sources[key]

    def program(self, key: str) -> str | None:
        """The path of the program that an opponent of ours plays through, None where it is not there."""
        path = self._paths.get(key, "")
        return find_program(path) if path else find_program(*PROGRAMS[key])

    def state(self, key: str) -> str:
        """What stands behind a key now: it changes with a package's version, entry point and files, the content
        of a file, a command.

        Raises OpponentError for an opponent that is not there.
        """
        source, listing = self.source(key), self._listings[key]
        if key in PROGRAMS:
            return state_of([self.program(key) or ""])
        if source.kind == "entry":
            content = state_of_module(source.value.partition(":")[0])
            return " ".join(filter(None, (listing.package, listing.version, source.value, content[:_DIGITS])))
        return state_of(source.command) if source.command else content_of(Path(source.value))

    def _missing_program(self, key: str) -> OpponentError | None:
        if key not in PROGRAMS or self.program(key):
            return None
        return OpponentError("not_installed", opponent=key, program=self._paths.get(key) or PROGRAMS[key][0])

    def profile(self, key: str) -> Profile:
        """What an opponent says of itself; imports it. Raises OpponentError, which the list then shows."""
        factory = self._factory(key)
        try:
            return profile_of(key, {name: getattr(factory, name, None) for name in SAID})
        except ValueError as error:
            raise self._broken(key, "bad_profile", part=str(error)) from error

    def seat(self, key: str, level: str = "hard") -> Opponent:
        """The opponent, ready to be asked. Raises OpponentError, which the list then shows."""
        factory = self._factory(key)
        levels = self.profile(key).levels
        if level not in levels:
            raise OpponentError("wrong_level", opponent=key, level=level, levels=levels)
        try:
            seated = factory(level)
        except OpponentError:
            raise
        except (Exception, SystemExit) as error:
            raise self._broken(key, "not_seated", reason=_reason(error)) from error
        missing = [question for question in QUESTIONS if not callable(getattr(seated, question, None))]
        if missing:
            raise self._broken(key, "no_opponent", missing=", ".join(missing))
        return seated  # type: ignore[no-any-return]  # every question was just looked for

    def _factory(self, key: str) -> Callable[[str], Any]:
        source = self.source(key)
        if source.kind == "program":
            raise OpponentError("no_opponent", opponent=key, package="", missing="a class")
        try:
            factory = source.load()
        except (Exception, SystemExit) as error:  # whatever the plugin's own code raises
            raise self._broken(key, "not_importable", reason=_reason(error)) from error
        if not callable(factory):
            raise self._broken(key, "no_opponent", missing="a class")
        version = getattr(factory, "protocol", None)
        if version != PROTOCOL:
            raise self._broken(key, "wrong_protocol", given=version, known=PROTOCOL)
        return factory  # type: ignore[no-any-return]  # an entry point is Any

    def _broken(self, key: str, code: str, **facts: object) -> OpponentError:
        error = OpponentError(code, opponent=key, package=self._listings[key].package, **facts)
        self._listings[key] = replace(self._listings[key], error=error)
        return error


def _module_in(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"opponent_in_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is no Python file")
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _only_opponent(module: ModuleType) -> Any:
    """The one class of the file that chooses plays; others help it."""
    own = [thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__]
    opponents = [thing for thing in own if hasattr(thing, "choose_play")]
    leaves = [thing for thing in opponents if not any(thing in other.__mro__[1:] for other in opponents)]
    if len(leaves) != 1:
        raise ImportError(f"there must be one class with choose_play, not {len(leaves)}")
    return leaves[0]


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
