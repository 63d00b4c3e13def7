"""What a new match is made of: plain choices that settings can keep, and the header that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine_c import GAMES, OPTIONS, game_of
from game.adaptive import ADAPTIVE
from game.match.options import LENGTHS, TAVLI, MatchOptions, tavli
from game.settings import Choice
from game.sitting import PERSON
from game.storage.header import MatchHeader
from opponents import LEVELS

ROTATION = "tavli"
LEVEL_CHOICES = (*LEVELS, ADAPTIVE)
"""The levels in the order they are offered."""
SESSION = 0

USUAL_LENGTHS = {"backgammon": 7, "nackgammon": 7, "longgammon": 5, "hyper": 5, "tavla": 5, ROTATION: 7}
"""The length suggested first; 5 for every other game."""


def kinds() -> tuple[str, ...]:
    """Everything that can be played: the games and the Greek match."""
    first = ("backgammon", "tavla", ROTATION)
    return (*first, *(key for key in GAMES if key not in first))


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices of the New match card. kind: a game's key or the Greek match. length: 0 is a session. names: of side
    0 and 1. opponent: '' when two people play. typed: real dice. turns: the board turns to whoever is to act.
    own_words: the dice card opens before each game, so that words can be added.
    """

    kind: str = "backgammon"
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    length: int = 7
    opponent: str = "balanced"
    level: str = "medium"
    names: tuple[str, str] = ("", "")
    is_dark: bool = False
    clock: bool = False
    typed: bool = False
    turns: bool = False
    own_words: bool = False
    jacoby: bool = True
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: bool = False

    @property
    def has_cube(self) -> bool:
        """The cube belongs to this game."""
        return self.kind != ROTATION and game_of(self.kind).has_cube

    def lengths(self) -> tuple[int, ...]:
        """What can be chosen: sessions only with the cube."""
        usual = (3, 5, 7) if self.kind == ROTATION else LENGTHS
        return (*usual, SESSION) if self.has_cube else usual

    def game_options(self) -> Mapping[str, tuple[str, ...]]:
        """The options of the chosen game."""
        return {} if self.kind == ROTATION else OPTIONS[self.kind]

    def games(self) -> tuple[str, ...]:
        """The keys of the games that are played."""
        return tuple(game.key for game in tavli(self.length).games) if self.kind == ROTATION else (self.kind,)

    def with_kind(self, kind: str) -> Setup:
        """Another game: its usual length and options."""
        return replace(self, kind=kind, options={}, length=USUAL_LENGTHS.get(kind, 5))

    def match_options(self) -> MatchOptions:
        """The conditions of the match. Raises GameError or EngineError for what no match can be."""
        if self.kind == ROTATION:
            return replace(tavli(self.length), clock=self.clock)
        is_session = self.length == SESSION
        return MatchOptions(
            (game_of(self.kind, self.options),),
            self.length,
            jacoby=is_session and self.jacoby,
            beavers=is_session and self.beavers,
            raccoons=is_session and self.beavers and self.raccoons,
            automatic_doubles=is_session and self.automatic_doubles,
            clock=self.clock,
        )

    def header(self, names: tuple[str, str]) -> MatchHeader:
        """The header of the match. names: as they are shown."""
        other = f"{self.opponent}:{self.level}" if self.opponent else PERSON
        return MatchHeader(
            names,
            self.match_options(),
            (PERSON, other),
            "typed" if self.typed else "fair",
            colours="dark" if self.is_dark else "light",
            extra={"turns": self.turns, "own_words": self.own_words and not self.typed},
        )

    def choices(self) -> dict[str, Choice]:
        """For the settings."""
        plain: dict[str, Choice] = {
            name: getattr(self, name) for name in ("kind", "length", "opponent", "level", *_SWITCHES)
        }
        plain |= {"name_0": self.names[0], "name_1": self.names[1]}
        return plain | {f"option_{name}": value for name, value in self.options.items()}


_SWITCHES = ("is_dark", "clock", "typed", "turns", "own_words", "jacoby", "beavers", "raccoons", "automatic_doubles")


def setup_from(choices: Mapping[str, Choice], usual: Setup) -> Setup:
    """The choices of last time; whatever does not fit any more is as usual."""
    kind = choices.get("kind", usual.kind)
    is_other = isinstance(kind, str) and kind in kinds() and kind != usual.kind
    setup = usual.with_kind(str(kind)) if is_other else usual
    for name in _SWITCHES:
        value = choices.get(name)
        if isinstance(value, bool):
            setup = replace(setup, **{name: value})  # type: ignore[arg-type]  # a switch by its name
    length = choices.get("length")
    if isinstance(length, int) and length in setup.lengths():
        setup = replace(setup, length=length)
    if usual.opponent:
        level, opponent = choices.get("level"), choices.get("opponent")
        setup = replace(setup, level=level if isinstance(level, str) and level else usual.level)
        setup = replace(setup, opponent=opponent if isinstance(opponent, str) and opponent else usual.opponent)
    first, second = (str(choices.get(f"name_{side}", usual.names[side])) for side in (0, 1))
    known = setup.game_options()
    options = {
        name: str(choices[f"option_{name}"])
        for name, values in known.items()
        if str(choices.get(f"option_{name}")) in values
    }
    return replace(setup, names=(first, second), options=options)


USUAL_MATCH = Setup(length=5)
USUAL_TWO = Setup(length=5, opponent="", typed=True)

__all__ = ["ROTATION", "SESSION", "TAVLI", "USUAL_MATCH", "USUAL_TWO", "Setup", "kinds", "setup_from"]
