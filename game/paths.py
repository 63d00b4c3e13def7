"""Where the game finds its own files: inside the installed package, or beside the sources in a checkout."""

from __future__ import annotations

from pathlib import Path

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
