"""Where files are: the game's own, inside the installed package or beside the sources in a checkout, and the player's.

The player's are where the system wants them, or all in the folder that the variable SHESHBESH_HOME names.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_NAME = "sheshbesh"
_PACKAGE = Path(__file__).resolve().parent


def _shipped(folder: str) -> Path:
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


def assets() -> Path:
    """Pictures, sounds, fonts, tables and positions."""
    return _shipped("assets")


def locales() -> Path:
    """One folder a language, with its catalogue."""
    return _shipped("locales")


def data_folder() -> Path:
    """Matches and everything else that cannot be made again."""
    return _home("data") or Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def cache_folder() -> Path:
    """What is made again when it is missing."""
    return _home("cache") or Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def config_folder() -> Path:
    """The settings."""
    return _home("config") or Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def documents_folder() -> Path:
    """What the player wants to find outside the game: exported matches and proofs."""
    return _home("documents") or Path(platformdirs.user_documents_dir()) / "Shesh Besh"


def settings_file() -> Path:
    """Where the settings are written."""
    return config_folder() / "settings.toml"


def _home(folder: str) -> Path | None:
    home = os.environ.get("SHESHBESH_HOME")
    return Path(home).absolute() / folder if home else None
