"""What the player can do something about: a reason and its facts, put into words where they are shown."""

from __future__ import annotations


class GameError(Exception):
    """A refusal with a reason code and named facts; `game.wording` makes the sentence, in the player's language."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code
