"""What the table may ask the application for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.settings import Settings
from game.ui.art import Art
from game.ui.board.happenings import Hear, unheard
from game.ui.intents import KeyMap


@dataclass
class Services:
    """What the scene needs from the application: settings and keys as they are now, and the cards it can ask for. hear:
    told of what there is to be heard on the board. leave_free: from a free game to what waits below it;
    back_words: the same in words.
    """

    settings: Callable[[], Settings]
    keys: Callable[[], KeyMap]
    art: Art
    open_menu: Callable[[], object]
    open_resign: Callable[[], object]
    open_information: Callable[[], object]
    ask_take_back: Callable[[], object]
    show_hint: Callable[[], object]
    tidy: Callable[[], object]
    hear: Hear = unheard
    leave_free: Callable[[], object] = lambda: None
    back_words: Callable[[], str] = str
