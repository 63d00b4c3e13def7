"""Settings: typed, read whole from a file that anybody may have edited, written whole or not at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import platformdirs
import pytest

from game import paths
from game.errors import GameError
from game.settings import Settings, read_settings, settings_text, write_settings

CHANGED = Settings(
    language="tr",
    text_size="very_large",
    full_screen=True,
    window=(-5, 10, 960, 600),
    maximised=True,
    display=1,
    animation_speed="off",
    thinking_time="long",
    reduced_motion=True,
    roll_automatically=False,
    confirm_automatically=False,
    play_forced=False,
    show_hint_button=True,
    show_undo_button=True,
    show_point_numbers=False,
    show_movable=False,
    show_targets=False,
    show_last_turn=False,
    cup=False,
    approach=False,
    closing_turn=False,
    home_on_left=True,
    board="oak",
    checkers="marble",
    dice="ebony",
    cloth="navy",
    tilt=0.0,
    zoom=0.85,
    name='Ötesi "\\ ő Ελένη \u200d',
    shared_folder="/home/ayşe/Dropbox",
    muted=True,
    sound_volume=0.0,
    music_volume=1.0,
    rain_volume=1e-7,
    keys={"undo": ("Ctrl+Z", "U"), "odd key é": ()},
    last_match={"game": "tavla", "length": 5, "clock": True},
    last_two_players={"names": "a, b"},
    players={"şule": True, "bob": False},
    folder="/home/ş ule",
    replay_speed="fast",
    opponent_files=True,
    gnubg=True,
    gnubg_path="/opt/gnubg",
    programs={"mine": "python3 'my player.py'"},
    programs_on={"mine": True},
    trusted={"mine": "0" * 64},
    unknown={"later": 3, "more": {"x": [1, 2], "y": "z"}, "half": 0.5},
)


def test_every_setting_comes_back(tmp_path: Path) -> None:
    assert all(getattr(CHANGED, one.name) != getattr(Settings(), one.name) for one in fields(Settings))
    path = tmp_path / "new folder" / "settings.toml"
    write_settings(path, CHANGED)
    read, refused = read_settings(path)
    assert read == CHANGED
    assert {error.facts["key"] for error in refused} == {"later", "more", "half"}
    assert [one.name for one in path.parent.iterdir()] == ["settings.toml"]
    write_settings(path, Settings())
    assert read_settings(path) == (Settings(), [])


def test_no_file_says_nothing(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "settings.toml") == (Settings(), [])


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('language = "a\\nb"', "language"),
        ('text_size = "huge"', "text_size"),
        ("text_size = 3", "text_size"),
        ("full_screen = 1", "full_screen"),
        ('full_screen = "yes"', "full_screen"),
        ("window = [1, 2, 3]", "window"),
        ("window = [1, 2, 0, 4]", "window"),
        ("window = [1, 2, 3, true]", "window"),
        ("display = -1", "display"),
        ("display = true", "display"),
        ("display = 99999999999", "display"),
        ("tilt = 90", "tilt"),
        ("tilt = nan", "tilt"),
        ("zoom = 0.5", "zoom"),
        ("sound_volume = 1.5", "sound_volume"),
        ("sound_volume = true", "sound_volume"),
        ("music_volume = -0.1", "music_volume"),
        ('board = "../secret"', "board"),
        ('board = ["walnut"]', "board"),
        (f'name = "{"x" * 41}"', "name"),
        ("keys = 3", "keys"),
        ('keys.undo = "Z"', "keys.undo"),
        ("keys.undo = [1]", "keys.undo"),
        ("last_match.length = 5.5", "last_match.length"),
        ("last_match.more = {x = 1}", "last_match.more"),
        ("language = 2026-11-30", "language"),
    ],
)
def test_a_wrong_setting_is_named_and_the_rest_is_kept(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"home_on_left = true\n{text}\nlast_two_players.length = 3\n", "utf-8")
    settings, refused = read_settings(path)
    assert [(error.code, error.facts["key"], error.facts["file"]) for error in refused] == [
        ("setting_wrong", key, str(path))
    ]
    assert settings == Settings(home_on_left=True, last_two_players={"length": 3})


def test_the_other_entries_of_a_table_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[keys]\nundo = 3\nroll = ['R']\n", "utf-8")
    settings, refused = read_settings(path)
    assert settings == Settings(keys={"roll": ("R",)})
    assert [error.facts["key"] for error in refused] == ["keys.undo"]


@pytest.mark.parametrize(
    ("text", "key", "unknown"),
    [
        ("later = 3", "later", {"later": 3}),
        ("later = [1.5, 'x']", "later", {"later": [1.5, "x"]}),
        ("[later]\nx = true", "later", {"later": {"x": True}}),
        ("unknown = 'x'", "unknown", {"unknown": "x"}),
        ("later = [[1]]", "later", {}),
        ("later = 2026-11-30", "later", {}),
        ("[later.deep]\nx = 1", "later", {}),
    ],
)
def test_unknown_settings_are_named_and_kept_if_simple(
    tmp_path: Path, text: str, key: str, unknown: dict[str, object]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"display = 2\n{text}\n", "utf-8")
    settings, refused = read_settings(path)
    assert [(error.code, error.facts["key"]) for error in refused] == [("setting_unknown", key)]
    assert settings == Settings(display=2, unknown=unknown)
    write_settings(path, settings)
    assert read_settings(path)[0] == settings


@pytest.mark.parametrize("data", [b"x = ", b"\xff\xfe", b"a = 1\na = 2", b"x = " + b"[" * 100_000, b"\0"])
def test_a_file_that_is_no_toml_is_named_and_kept(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    settings, refused = read_settings(path)
    assert settings == Settings()
    assert [(error.code, error.facts["file"]) for error in refused] == [("settings_unreadable", str(path))]
    write_settings(path, replace(settings, display=1))
    assert path.with_name("settings.toml.broken").read_bytes() == data
    assert read_settings(path) == (Settings(display=1), [])


def test_a_mark_of_the_editor_at_the_beginning_is_read_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbfdisplay = 1\r\n")
    assert read_settings(path) == (Settings(display=1), [])


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    settings, refused = read_settings(tmp_path)
    assert settings == Settings()
    assert [error.code for error in refused] == ["settings_unreadable"]
    with pytest.raises(GameError) as error:
        write_settings(tmp_path, Settings())
    assert error.value.code == "settings_not_written"


def test_what_cannot_be_written_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    write_settings(path, CHANGED)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GameError) as error:
        write_settings(path, Settings())
    assert error.value.code == "settings_not_written"
    assert error.value.facts["file"] == str(path)
    assert read_settings(path)[0] == CHANGED


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "settings.toml"
    real.write_text("display = 1\n", "utf-8")
    link.symlink_to(real)
    write_settings(link, Settings(display=2))
    assert link.is_symlink()
    assert read_settings(real)[0].display == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [("name", "\ud800"), ("tilt", float("inf")), ("keys", {"undo": "Z"}), ("board", ""), ("display", 0.0)],
)
def test_only_what_can_be_read_again_can_be_set(name: str, value: object) -> None:
    with pytest.raises(GameError) as error:
        Settings(**{name: value})  # type: ignore[arg-type]  # on purpose
    assert (error.value.code, error.value.facts["key"]) == ("setting_wrong", name)


def test_altered_files_are_read(tmp_path: Path) -> None:
    """Random letters changed: nothing is raised, and what was read can be written and read again."""
    rng, text, path, codes = Random(2), settings_text(CHANGED).encode(), tmp_path / "settings.toml", Counter[str]()
    for _ in range(100):
        altered = bytearray(text)
        for _ in range(rng.randint(1, 4)):
            altered[rng.randrange(len(altered))] = rng.choice(b'0"=[]. \n\\xu\xff')
        path.write_bytes(altered)
        settings, refused = read_settings(path)
        codes.update(error.code for error in refused)
        write_settings(path, settings)
        assert read_settings(path)[0] == settings
    assert set(codes) == {"setting_unknown", "setting_wrong", "settings_unreadable"}


def test_where_the_player_keeps_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (paths.data_folder, paths.cache_folder, paths.config_folder)
    monkeypatch.setenv("SHESHBESH_HOME", str(tmp_path))
    assert [folder() for folder in folders] == [tmp_path / "data", tmp_path / "cache", tmp_path / "config"]
    monkeypatch.setenv("SHESHBESH_HOME", "")
    assert paths.data_folder() == Path(platformdirs.user_data_dir("sheshbesh", appauthor=False))
    monkeypatch.delenv("SHESHBESH_HOME")
    assert paths.config_folder() == Path(platformdirs.user_config_dir("sheshbesh", appauthor=False))
    assert paths.cache_folder() == Path(platformdirs.user_cache_dir("sheshbesh", appauthor=False))
