"""What opponents say of themselves: plain and short whatever it was."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from opponents import Registry
from opponents.profiles import profile_of


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("a\ud800b", "a b"),
        ("a\0b", "a b"),
        ("a\nb\nc", "a b c"),
        ("\u202eabc", "abc"),
        ("   ", "key"),
        (7, "7"),
        (None, "key"),
        ("W" * 300_000, "W" * 59 + "…"),
        ("🎲 مرحبا", "🎲 مرحبا"),
    ],
)
def test_a_name_can_be_shown(said: object, name: str) -> None:
    found = profile_of("key", {"name": said, "author": said})
    assert found.name == name
    assert found.author == name.removeprefix("key")


def test_a_description_is_one_short_text_in_each_language() -> None:
    said = {"en": "word " * 80_000, "de": "x\udcff\0y", "\ud800": "z", 3: "w"}
    found = profile_of("key", {"description": said}).description
    assert set(found) == {"en", "de"}
    assert len(found["en"]) == 500
    assert found["de"] == "x y"
    many = {f"l{number}": "x" for number in range(100_000)}
    assert len(profile_of("key", {"description": many}).description) <= 40


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("levels", ("so\ud800",)),
        ("levels", ("so\0", "b")),
        ("levels", ("one\ntwo",)),
        ("levels", ("",)),
        ("levels", ("x" * 41,)),
        ("levels", tuple(map(str, range(5000)))),
        ("levels", (1, 2)),
        ("levels", "hard"),
        ("games", ("\ud800",)),
        ("games", ("nosuch",)),
        ("games", 7),
        ("description", {"en": 7}),
        ("description", ["en"]),
    ],
)
def test_what_cannot_be_used_is_named(name: str, given: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}$"):
        profile_of("key", {name: given})


def test_games_of_another_version_are_left_out() -> None:
    assert profile_of("key", {"games": ["tavla", "chess"]}).games == ("tavla",)


@pytest.mark.skipif(os.name != "posix", reason="there are names of files of any bytes")
def test_files_whose_names_cannot_be_shown_are_listed_with_the_reason(tmp_path: Path) -> None:
    names = [b"\xff", b"a\nb", b"a\x01b", b"W" * 200, b"c:d"]
    for name in (*names, "ş ğ".encode(), b"{x}"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name + b".py"))).write_text("")  # noqa: PTH118
    listings = [one for one in Registry([], folder=tmp_path).names() if one.origin == "file"]
    broken = [one for one in listings if one.error is not None]
    assert [one.error.code for one in broken if one.error] == ["bad_name"] * len(names)
    assert {one.key for one in listings if one.error is None} == {"ş ğ", "{x}"}
    for one in broken:
        said = [one.key, one.package, *map(str, one.error.facts.values() if one.error else ())]
        assert all(text.isprintable() and len(text) <= 300 for text in said)
