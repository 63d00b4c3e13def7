"""What a person can want: one table of intents with their usual keys and words, which also feeds help and settings.

Keys are named by what is printed on them: "space", "return", "ctrl+d", "shift+tab", "1". An intent may have several.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.i18n import marked

TABLE, CARDS, REPLAY, EVERYWHERE = "table", "cards", "replay", "everywhere"


@dataclass(frozen=True, slots=True)
class Intent:
    """id: kept in settings, never changed. where: at the table, in cards, in a replay, or everywhere. help: an English
    sentence.
    """

    id: str
    keys: tuple[str, ...]
    where: str
    help: str
    is_fixed: bool = False


INTENTS: tuple[Intent, ...] = (
    Intent("roll", ("space",), TABLE, marked("Roll the dice")),
    Intent("double", ("ctrl+d",), TABLE, marked("Offer the cube")),
    Intent("done", ("return", "enter"), TABLE, marked("Pick up, set down, finish the turn"), is_fixed=True),
    Intent("undo", ("ctrl+z", "backspace"), TABLE, marked("Take the last step back")),
    Intent("swap", ("x",), TABLE, marked("Play the other die first")),
    Intent("hint", ("ctrl+i",), TABLE, marked("Show the best play")),
    Intent("take_back", ("ctrl+b",), TABLE, marked("Ask to take the last turn back")),
    Intent("resign", ("ctrl+r",), TABLE, marked("Resign the game")),
    Intent("next", ("tab",), EVERYWHERE, marked("Go to the next checker or button"), is_fixed=True),
    Intent("previous", ("shift+tab",), EVERYWHERE, marked("Go to the one before"), is_fixed=True),
    Intent("left", ("left",), EVERYWHERE, marked("Left: another place, less"), is_fixed=True),
    Intent("right", ("right",), EVERYWHERE, marked("Right: another place, more"), is_fixed=True),
    Intent("up", ("up",), EVERYWHERE, marked("Up"), is_fixed=True),
    Intent("down", ("down",), EVERYWHERE, marked("Down"), is_fixed=True),
    Intent("press", ("return", "enter", "space"), CARDS, marked("Press the chosen button"), is_fixed=True),
    Intent("page_up", ("page up",), CARDS, marked("A page up"), is_fixed=True),
    Intent("page_down", ("page down",), CARDS, marked("A page down"), is_fixed=True),
    Intent("cancel", ("escape",), EVERYWHERE, marked("Close the card; at the table: pause"), is_fixed=True),
    Intent("help", ("f1",), EVERYWHERE, marked("Show the keys")),
    Intent("menu", ("f10",), TABLE, marked("Open the menu")),
    Intent("new_match", ("ctrl+n",), TABLE, marked("Start a new match")),
    Intent("settings", ("ctrl+,",), TABLE, marked("Open the settings")),
    Intent("dice", ("ctrl+f",), TABLE, marked("Show how the dice are fixed")),
    Intent("history", ("ctrl+l",), TABLE, marked("Show all turns of the match")),
    Intent("matches", ("ctrl+m",), TABLE, marked("Show all matches")),
    Intent("replay_play", ("space",), REPLAY, marked("Replay: go on by itself, stop")),
    Intent("replay_game_back", ("page up",), REPLAY, marked("Replay: the game before")),
    Intent("replay_game_on", ("page down",), REPLAY, marked("Replay: the next game")),
    Intent("replay_begin", ("home",), REPLAY, marked("Replay: to the beginning")),
    Intent("replay_end", ("end",), REPLAY, marked("Replay: to the end")),
    Intent("what_if", ("w",), REPLAY, marked("Replay: try another play")),
    Intent("play_from_here", ("p",), REPLAY, marked("Replay: play from here")),
    Intent("import", ("ctrl+o",), TABLE, marked("Import matches")),
    Intent("export", ("ctrl+e",), TABLE, marked("Export the match")),
    Intent("position", ("ctrl+c",), TABLE, marked("Copy the position")),
    Intent("paste", ("ctrl+v",), TABLE, marked("Open what the clipboard holds")),
    Intent("mute", ("m",), EVERYWHERE, marked("Sound off and on")),
    Intent("full_screen", ("f11", "alt+return"), EVERYWHERE, marked("Full screen and back")),
    Intent("quit", ("ctrl+q",), EVERYWHERE, marked("Close the game; the match is kept")),
)

DIGITS = tuple(f"die_{number}" for number in range(1, 7))
"""A number typed for real dice or a choice: the keys 1 to 6, on both blocks; they belong to no other intent."""

_BY_ID = {intent.id: intent for intent in INTENTS}


def intent_of(intent_id: str) -> Intent:
    """The intent of that id."""
    return _BY_ID[intent_id]


class KeyMap:
    """Which keys mean what: the table with the person's own changes."""

    def __init__(self, changes: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._keys = {intent.id: intent.keys for intent in INTENTS}
        for intent_id, keys in (changes or {}).items():
            if intent_id in _BY_ID and not _BY_ID[intent_id].is_fixed:
                self._keys[intent_id] = tuple(keys)

    def keys(self, intent_id: str) -> tuple[str, ...]:
        """The keys of an intent, the one to be shown first."""
        return self._keys[intent_id]

    def meant_by(self, key: str) -> frozenset[str]:
        """The intents that a key may mean; who is asked first takes one it knows."""
        found = {intent_id for intent_id, keys in self._keys.items() if key in keys}
        if key in ("1", "2", "3", "4", "5", "6"):
            found.add(f"die_{key}")
        return frozenset(found)

    def taken_by(self, key: str, for_intent: str) -> str | None:
        """The intent that already uses a key where `for_intent` is heard too, None if the key is free."""
        wanted = _BY_ID[for_intent]
        if key in ("1", "2", "3", "4", "5", "6"):
            return "die_" + key
        for intent_id, keys in self._keys.items():
            other = _BY_ID[intent_id]
            meets = EVERYWHERE in (wanted.where, other.where) or wanted.where == other.where
            if intent_id != for_intent and key in keys and meets:
                return intent_id
        return None

    def changes(self) -> dict[str, tuple[str, ...]]:
        """What differs from the table: this is what settings keep."""
        return {key: keys for key, keys in self._keys.items() if keys != _BY_ID[key].keys}

    def with_keys(self, intent_id: str, keys: tuple[str, ...]) -> KeyMap:
        """The map with other keys for one intent."""
        return KeyMap({**self.changes(), intent_id: keys})
