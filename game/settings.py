"""The player's settings: typed, each with its usual value, read and written whole as a TOML file that one may edit."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any
from unicodedata import category

from game.errors import GameError
from game.files import write_whole

REFUSALS = {
    "setting_wrong": ("file", "key", "given"),
    "setting_unknown": ("file", "key"),
    "settings_unreadable": ("file", "why"),
    "settings_not_written": ("file", "why"),
}
"""The codes raised here and their facts. key: of the setting, with its table before it; why: the system's own words."""

Choice = str | int | bool
Fits = Callable[[object], bool]

MOST_TILT = 34.0
LEAST_ZOOM, MOST_ZOOM = 0.85, 1.15
LONGEST_NAME = 40
LONGEST_PATH = 1_000
_NO_TEXT = frozenset({"Cc", "Cs"})
_LARGEST = 2**31
_LOOK = re.compile(r"[a-z0-9_-]{1,40}")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _setting(usual: Any, fits: Fits) -> Any:
    """A field with its usual value; `fits` says what else it may be."""
    made = {"default_factory": dict} if usual == {} else {"default": usual}
    return field(**made, metadata={"fits": fits}, hash=usual != {})


def _one_of(*names: str) -> Any:
    return _setting(names[0], lambda value: isinstance(value, str) and value in names)


def _switch(usual: bool) -> Any:
    return _setting(usual, lambda value: type(value) is bool)


def _number(usual: float, most: float, least: float = 0.0) -> Any:
    return _setting(usual, lambda value: type(value) is float and least <= value <= most)


def _look(usual: str) -> Any:
    return _setting(usual, lambda value: isinstance(value, str) and _LOOK.fullmatch(value) is not None)


def _is_text(value: object, most: int = 1_000) -> bool:
    """A text that a file can hold, in one line: no control characters, no halves of letters."""
    return isinstance(value, str) and len(value) <= most and not _NO_TEXT.intersection(map(category, value))


def _is_whole(value: object) -> bool:
    return type(value) is int and -_LARGEST <= value < _LARGEST


def _is_window(value: object) -> bool:
    if not isinstance(value, tuple) or not all(map(_is_whole, value)):
        return False
    return not value or (len(value) == 4 and min(value[2:]) > 0)


def _is_choice(value: object) -> bool:
    return _is_text(value) or _is_whole(value) or type(value) is bool


def _are_keys(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, value))


def _table(fits: Fits) -> Any:
    """A mapping whose values all fit."""
    return _setting(
        {},
        lambda value: isinstance(value, dict) and all(map(_is_text, value)) and all(map(fits, value.values())),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Raises GameError `setting_wrong` for a value that a setting cannot have.

    language: '' is the system's. window: x, y, width, height in window units, empty before the first time. display: of
    the window, from 0. tilt: of the camera, degrees from the vertical. Volumes: 0, which is silence, to 1; muted: none
    of them is heard. keys: by intent, only what differs from the usual. last_match, last_two_players: what was chosen
    last in a new match. players: names in imported matches, by `importing.key_of`: the person's own or not. folder: of
    files opened or saved last. programs: command lines of opponents by name; programs_on: which of them are offered.
    trusted: opponents of others that may play, with the state they had when the person let them. unknown: settings
    that a newer program has written; they are written again.
    """

    language: str = _setting("", lambda value: _is_text(value, 20))
    text_size: str = _one_of("normal", "large", "very_large")
    full_screen: bool = _switch(False)
    window: tuple[int, ...] = _setting((), _is_window)
    maximised: bool = _switch(False)
    display: int = _setting(0, lambda value: _is_whole(value) and value >= 0)  # type: ignore[operator]  # whole
    animation_speed: str = _setting("normal", lambda value: value in ("slow", "normal", "fast", "off"))
    thinking_time: str = _setting("normal", lambda value: value in ("short", "normal", "long"))
    replay_speed: str = _setting("normal", lambda value: value in ("slow", "normal", "fast"))
    reduced_motion: bool = _switch(False)
    roll_automatically: bool = _switch(True)
    confirm_automatically: bool = _switch(True)
    play_forced: bool = _switch(True)
    show_hint_button: bool = _switch(False)
    show_undo_button: bool = _switch(False)
    show_point_numbers: bool = _switch(True)
    show_movable: bool = _switch(True)
    show_targets: bool = _switch(True)
    show_last_turn: bool = _switch(True)
    cup: bool = _switch(True)
    approach: bool = _switch(True)
    closing_turn: bool = _switch(True)
    home_on_left: bool = _switch(False)
    board: str = _look("walnut")
    checkers: str = _look("boxwood")
    dice: str = _look("ivory")
    cloth: str = _look("green")
    tilt: float = _number(16.0, MOST_TILT)
    zoom: float = _number(1.0, MOST_ZOOM, LEAST_ZOOM)
    name: str = _setting("", lambda value: _is_text(value, LONGEST_NAME))
    shared_folder: str = _setting("", lambda value: _is_text(value, LONGEST_PATH))
    muted: bool = _switch(False)
    sound_volume: float = _number(0.7, 1.0)
    music_volume: float = _number(0.0, 1.0)
    rain_volume: float = _number(0.0, 1.0)
    keys: Mapping[str, tuple[str, ...]] = _table(_are_keys)
    last_match: Mapping[str, Choice] = _table(_is_choice)
    last_two_players: Mapping[str, Choice] = _table(_is_choice)
    players: Mapping[str, bool] = _table(lambda value: type(value) is bool)
    folder: str = _setting("", _is_text)
    opponent_files: bool = _switch(False)
    gnubg: bool = _switch(False)
    gnubg_path: str = _setting("", lambda value: _is_text(value, LONGEST_PATH))
    programs: Mapping[str, str] = _table(_is_text)
    programs_on: Mapping[str, bool] = _table(lambda value: type(value) is bool)
    trusted: Mapping[str, str] = _table(_is_text)
    unknown: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for setting in _KNOWN.values():
            value = getattr(self, setting.name)
            if not setting.metadata["fits"](value):
                raise GameError("setting_wrong", file="", key=setting.name, given=repr(value))


_KNOWN: dict[str, Field[Any]] = {setting.name: setting for setting in fields(Settings) if setting.name != "unknown"}


# Reading


def read_settings(path: Path) -> tuple[Settings, list[GameError]]:
    """The settings of a file, and a refusal for each that cannot be used: its usual value holds then.

    Settings that nobody knows are kept to be written again. A missing file says nothing.
    """
    try:
        written = tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError, RecursionError) as error:
        return Settings(), [GameError("settings_unreadable", file=str(path), why=error)]
    values: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    refused: list[GameError] = []
    for key, value in written.items():
        if key not in _KNOWN:
            refused.append(GameError("setting_unknown", file=str(path), key=key))
            if _is_simple(value):
                unknown[key] = value
            continue
        usable, wrong = _usable(_KNOWN[key], _from_toml(value))
        values |= usable
        refused += (GameError("setting_wrong", file=str(path), key=name, given=given) for name, given in wrong)
    return Settings(**values, unknown=unknown), refused


def _from_toml(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    return {key: _from_toml(one) for key, one in value.items()} if isinstance(value, dict) else value


def _usable(setting: Field[Any], value: object) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """What of a value can be used, by the setting's name, and what cannot, by its key; of a table each entry."""
    fits: Fits = setting.metadata["fits"]
    if type(setting.default) is float and type(value) is int:
        value = float(value) if abs(value) < _LARGEST else value
    if fits(value):
        return {setting.name: value}, []
    if fits({}) and isinstance(value, dict):
        good = {key: one for key, one in value.items() if fits({key: one})}
        bad = [(f"{setting.name}.{key}", repr(one)) for key, one in value.items() if key not in good]
        return {setting.name: good}, bad
    return {}, [(setting.name, repr(value))]


def _is_simple(value: object) -> bool:
    """Something that `write_settings` can write: a plain value, a list of them, a table of both."""
    if isinstance(value, dict):
        return all(not isinstance(one, dict) and _is_simple(one) for one in value.values())
    if isinstance(value, list):
        return all(not isinstance(one, list | dict) and _is_simple(one) for one in value)
    return isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value))


# Writing


def write_settings(path: Path, settings: Settings) -> None:
    """Writes the whole file, or leaves it as it was and raises GameError `settings_not_written`.

    A file that is no TOML was written by somebody; it stays beside the new one, with the ending .broken.
    """
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not _is_toml(target):
            target.replace(target.with_name(f"{target.name}.broken"))
        write_whole(target, settings_text(settings).encode("utf-8"))
    except (OSError, RuntimeError) as error:  # a RuntimeError is a link that leads to itself
        raise GameError("settings_not_written", file=str(path), why=error) from error


def _is_toml(path: Path) -> bool:
    try:
        tomllib.loads(path.read_text("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def settings_text(settings: Settings) -> str:
    """All settings as TOML, plain ones first, then the tables; empty tables are left out."""
    values: dict[str, Any] = {name: getattr(settings, name) for name in _KNOWN} | dict(settings.unknown)
    plain = {key: value for key, value in values.items() if not isinstance(value, Mapping)}
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping) and value}
    lines = _lines(plain)
    for key, table in tables.items():
        lines += ["", f"[{_key(key)}]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in values.items()]


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        # JSON's strings are TOML's, but for one letter that TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
