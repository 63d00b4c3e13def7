"""What comes of reading a file: matches, and a list of what was wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.errors import GameError
from game.match.record import MatchRecord

KEPT, IGNORED, CORRECTED, CUT, READ_ON = "done_kept", "done_ignored", "done_corrected", "done_cut", "done_read_on"
"""What can have been done about a problem, as codes of sentences: kept as written; left out; put right; the game ends
before it and the next one is read; the rest was read all the same."""

DONE = (KEPT, IGNORED, CORRECTED, CUT, READ_ON)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file that could be read all the same.

    line: of the text, in an .xg file the record, from 1; 0 where it is about the whole file. code and facts: as a
    GameError has them. done: one of DONE. game: its number from 1, 0 for none.
    """

    line: int
    code: str
    done: str
    game: int = 0
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def error(self) -> GameError:
        """The reason with its facts, to be put into words."""
        return GameError(self.code, line=self.line, game=self.game, **self.facts)


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match of a file. format: 'mat' for all plain match files, 'sgf', 'xg' or 'json'. headers: what the file says
    besides, by name, as it is written there.

    illegal: plays that the rules do not allow, kept as they were made. cut: games that end before their end in the
    file.
    """

    record: MatchRecord
    problems: tuple[Problem, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    format: str = "mat"

    @property
    def illegal(self) -> int:
        """How many plays break the rules."""
        return sum(problem.code == "illegal_play_kept" for problem in self.problems)

    @property
    def cut(self) -> int:
        """How many games were cut."""
        return sum(problem.done == CUT for problem in self.problems)
