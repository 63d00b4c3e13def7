"""Who can be asked to play: the built-in styles and every entry point of the group `sheshbesh.opponents`.

Listing imports nothing. A plugin is imported when it is asked about or seated; one that cannot be used stays in
the list with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from opponents.protocol import PROTOCOL, Opponent

GROUP = "sheshbesh.opponents"
BUILT_IN = {
    "balanced": "opponents.balanced:Balanced",
    "aggressive": "opponents.aggressive:Aggressive",
    "careful": "opponents.careful:Careful",
    "runner": "opponents.runner:Runner",
}
"""Our own, as pyproject.toml declares them too; from a checkout they are there without being installed."""

QUESTIONS = (
    "choose_play",
    "wants_double",
    "answer_double",
    "answer_beaver",
    "answer_raccoon",
    "choose_number",
    "resigns",
    "accepts_resignation",
)


class OpponentError(Exception):
    """An opponent that cannot be seated. code: 'unknown_opponent', 'name_taken', 'not_importable', 'no_opponent',
    'wrong_protocol', 'wrong_level' or 'not_seated'; facts: what the sentence for it needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {', '.join(f'{name}={value}' for name, value in facts.items())}")
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class Listing:
    """An opponent in the list. package: the distribution it comes from, '' for our own; error: why it is of no use."""

    key: str
    package: str = ""
    version: str = ""
    error: OpponentError | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What an opponent says of itself. games: the keys of those it plays, empty for all."""

    key: str
    name: str
    author: str
    levels: tuple[str, ...]
    games: tuple[str, ...]


class Registry:
    """The opponents there are. points: entry points, those installed unless given."""

    def __init__(self, points: Iterable[EntryPoint] | None = None) -> None:
        own = {key: EntryPoint(key, value, GROUP) for key, value in BUILT_IN.items()}
        self._points = dict(own)
        self._listings = {key: Listing(key) for key in own}
        found = entry_points(group=GROUP) if points is None else points
        for point in sorted(found, key=lambda point: (point.name, point.value)):
            if point.value != BUILT_IN.get(point.name):
                self._add(point)

    def _add(self, point: EntryPoint) -> None:
        package, version = (point.dist.name, point.dist.version) if point.dist else ("", "")
        if point.name not in self._points:
            self._points[point.name] = point
            self._listings[point.name] = Listing(point.name, package, version)
            return
        taken = f"{point.name} ({package or point.value})"
        error = OpponentError("name_taken", opponent=point.name, package=package)
        self._listings[taken] = Listing(taken, package, version, error)

    def names(self) -> tuple[Listing, ...]:
        """Everybody, our own first, without importing anything; with the reason where one is known to be broken."""
        return tuple(self._listings.values())

    def profile(self, key: str) -> Profile:
        """What an opponent says of itself; imports it. Raises OpponentError, which the list then shows."""
        factory = self._factory(key)
        levels, games = self._words(key, factory, "levels"), self._words(key, factory, "games")
        name, author = str(getattr(factory, "name", "") or key), str(getattr(factory, "author", ""))
        return Profile(key, name, author, levels or ("medium",), games)

    def seat(self, key: str, level: str = "hard") -> Opponent:
        """The opponent, ready to be asked. Raises OpponentError, which the list then shows."""
        factory = self._factory(key)
        levels = self.profile(key).levels
        if level not in levels:
            raise OpponentError("wrong_level", opponent=key, level=level, levels=levels)
        try:
            seated = factory(level)
        except (Exception, SystemExit) as error:
            raise self._broken(key, "not_seated", reason=_reason(error)) from error
        missing = [question for question in QUESTIONS if not callable(getattr(seated, question, None))]
        if missing:
            raise self._broken(key, "no_opponent", missing=", ".join(missing))
        return seated  # type: ignore[no-any-return]  # every question was just looked for

    def _factory(self, key: str) -> Callable[[str], Any]:
        listing = self._listings.get(key)
        if listing is None or key not in self._points:
            raise (listing and listing.error) or OpponentError("unknown_opponent", opponent=key)
        try:
            factory = self._points[key].load()
        except (Exception, SystemExit) as error:  # whatever the plugin's own code raises
            raise self._broken(key, "not_importable", reason=_reason(error)) from error
        if not callable(factory):
            raise self._broken(key, "no_opponent", missing="a class")
        version = getattr(factory, "protocol", None)
        if version != PROTOCOL:
            raise self._broken(key, "wrong_protocol", given=version, known=PROTOCOL)
        return factory  # type: ignore[no-any-return]  # an entry point is Any

    def _words(self, key: str, factory: object, name: str) -> tuple[str, ...]:
        words = getattr(factory, name, ())
        if not isinstance(words, tuple | list) or not all(isinstance(word, str) for word in words):
            raise self._broken(key, "no_opponent", missing=name)
        return tuple(words)

    def _broken(self, key: str, code: str, **facts: object) -> OpponentError:
        error = OpponentError(code, opponent=key, package=self._listings[key].package, **facts)
        self._listings[key] = replace(self._listings[key], error=error)
        return error


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
