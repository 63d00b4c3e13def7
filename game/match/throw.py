"""A throw of real dice being typed in: corrected at will, in force only when nothing could be corrected any more."""

from __future__ import annotations

from engine_c import legal_plays
from game.dice.source import Throw
from game.match import events
from game.match.referee import apply
from game.match.state import MatchState, Phase


class ThrowEntry:
    """The dice typed so far for the throw that a state waits for.

    is_opening: one die each, side 0's first. persons: which sides are moved by hand at this screen.
    """

    def __init__(self, state: MatchState, persons: tuple[bool, bool]) -> None:
        self.state, self._persons = state, persons
        self.faces: tuple[int, ...] = ()
        opens = state.phase is Phase.GAME_OVER and not state.options.game(state.number + 1).winner_opens
        self.is_opening = state.phase is Phase.TO_OPEN or opens

    @property
    def side(self) -> int:
        """Whose die was typed last; before the first, whose it will be."""
        if self.is_opening:
            return 1 if len(self.faces) == 2 else 0
        return self.state.to_act or 0

    def type(self, face: int) -> None:
        """Adds a die; a third one begins anew."""
        if not 1 <= face <= 6:
            return
        self.faces = (*self.faces, face) if len(self.faces) < 2 else (face,)

    def erase(self) -> None:
        """Takes the last die away."""
        self.faces = self.faces[:-1]

    @property
    def throw(self) -> Throw | None:
        """Both dice, or None while one is missing."""
        return (self.faces[0], self.faces[1]) if len(self.faces) == 2 else None

    def preview(self) -> MatchState | None:
        """The state that the throw would lead to."""
        if self.throw is None:
            return None
        event = events.Opened(self.throw) if self.is_opening else events.Rolled(self.throw)
        return apply(self.state, event)

    @property
    def waits_for_confirmation(self) -> bool:
        """True when no play of a person follows that could still be corrected with the dice."""
        coming = self.preview()
        if coming is None:
            return False
        if coming.phase is not Phase.TO_PLAY or not self._persons[coming.side]:
            return True
        return len(legal_plays(coming.game, coming.position, coming.turn)) == 1
