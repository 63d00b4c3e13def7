"""What the table may ask the application for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.settings import Settings
from game.ui.art import Art
from game.ui.intents import KeyMap


@dataclass
class Services:
    """What the scene needs from the application: settings and keys as they are now, and the cards it can ask for."""

    settings: Callable[[], Settings]
    keys: Callable[[], KeyMap]
    art: Art
    open_menu: Callable[[], object]
    open_resign: Callable[[], object]
    open_information: Callable[[], object]
    ask_take_back: Callable[[], object]
    show_hint: Callable[[], object]
    tidy: Callable[[], object]
