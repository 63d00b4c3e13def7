"""Who is listed, who can be seated, and what is said of those who cannot."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from engine_c import Play, game_of
from opponents import LEVELS, Listing, Opponent, OpponentError, Registry, TableView, names, profile, seat
from opponents.base import BaseOpponent
from opponents.registry import BUILT_IN, GROUP, THROUGH_PROGRAMS

ROOT = Path(__file__).parent.parent.parent


class First(BaseOpponent):
    """A plugin that plays the first play."""

    name = "First come"
    author = "a test"
    levels = ("only",)
    games = ("backgammon", "tavla")

    def __init__(self, level: str = "only") -> None:
        super().__init__(level)

    def choose_play(self, view: TableView) -> Play:
        return view.plays[0]


class FromTheFuture(First):
    """A plugin for other questions."""

    protocol = 2


class Stumbling(First):
    """A plugin that cannot be made."""

    def __init__(self, level: str = "only") -> None:
        super().__init__(level)
        raise OSError("no such engine")


class Wordless(First):
    """A plugin whose levels are no words."""

    levels = (1, 2)  # type: ignore[assignment]


class Mute:
    """A plugin that answers nothing."""

    protocol = 1

    def __init__(self, level: str) -> None:
        self.level = level


NUMBER = 7


def registry(*points: tuple[str, str]) -> Registry:
    return Registry([EntryPoint(key, value, GROUP) for key, value in points])


def code_of(listing: Listing) -> str:
    return listing.error.code if listing.error else ""


def test_our_own_styles_come_first_and_are_what_the_package_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert declared["project"]["entry-points"][GROUP] == BUILT_IN | THROUGH_PROGRAMS
    assert [listing.key for listing in names()][:4] == ["balanced", "aggressive", "careful", "runner"]


def test_listing_imports_no_opponent() -> None:
    program = (
        "import sys, opponents; opponents.names();"
        "assert not {'opponents.player', 'opponents.balanced', 'opponents.judgement'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize("level", LEVELS)
def test_every_style_sits_down_at_every_level(key: str, level: str) -> None:
    assert isinstance(seat(key, level), Opponent)
    assert level in profile(key).levels


def test_a_plugin_says_who_it_is_and_plays() -> None:
    found = registry(("first", f"{__name__}:First"))
    said = found.profile("first")
    assert (said.name, said.author, said.levels) == ("First come", "a test", ("only",))
    assert said.games == ("backgammon", "tavla")
    assert isinstance(found.seat("first", "only"), Opponent)
    assert not any(listing.error for listing in found.names() if listing.key not in THROUGH_PROGRAMS)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("no_such_module:Anything", "not_importable"),
        (f"{__name__}:NoSuchClass", "not_importable"),
        (f"{__name__}:NUMBER", "no_opponent"),
        (f"{__name__}:Mute", "no_opponent"),
        (f"{__name__}:Wordless", "bad_profile"),
        (f"{__name__}:FromTheFuture", "wrong_protocol"),
        (f"{__name__}:Stumbling", "not_seated"),
    ],
)
def test_a_broken_plugin_stays_in_the_list_with_its_reason(value: str, code: str) -> None:
    found = registry(("broken", value))
    with pytest.raises(OpponentError) as refused:
        found.seat("broken", found.profile("broken").levels[0])
    listing = next(listing for listing in found.names() if listing.key == "broken")
    assert refused.value.code == code
    assert listing.error is refused.value
    assert isinstance(found.seat("balanced"), Opponent)


def test_nobody_takes_the_name_of_another() -> None:
    found = registry(("balanced", f"{__name__}:First"), ("mine", f"{__name__}:First"), ("mine", f"{__name__}:Mute"))
    assert type(found.seat("balanced")).__name__ == "Balanced"
    assert [listing.key for listing in found.names() if code_of(listing) == "name_taken"] == [
        f"balanced ({__name__}:First)",
        f"mine ({__name__}:Mute)",
    ]
    taken = next(listing.key for listing in found.names() if code_of(listing) == "name_taken")
    with pytest.raises(OpponentError, match="name_taken"):
        found.seat(taken)


def test_a_name_with_a_colon_could_not_be_told_from_its_level() -> None:
    found = registry(("mine:hard", f"{__name__}:First"))
    assert [code_of(listing) for listing in found.names() if listing.key == "mine:hard"] == ["bad_name"]
    with pytest.raises(OpponentError, match="bad_name"):
        found.seat("mine:hard", "only")


@pytest.mark.parametrize(
    ("key", "level", "code"), [("nobody", "hard", "unknown_opponent"), ("balanced", "x", "wrong_level")]
)
def test_what_does_not_exist_is_refused(key: str, level: str, code: str) -> None:
    with pytest.raises(OpponentError) as refused:
        seat(key, level)
    assert refused.value.code == code
    assert not any(listing.error for listing in names() if listing.key not in THROUGH_PROGRAMS)


def test_a_plugin_plays_without_being_more_than_a_choice() -> None:
    view = TableView(game_of("tavla"), game_of("tavla").start())
    assert registry(("first", f"{__name__}:First")).seat("first", "only").wants_double(view) is False
