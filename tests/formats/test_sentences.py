"""Everything that can be said about a file has a sentence, and no sentence is left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game import refusals, wording
from game.errors import GameError
from game.formats.reading import DONE, Problem

ROOT = Path(__file__).parent.parent.parent / "game"
AROUND = ("commands/archive.py", "commands/convert.py", "wording.py", "importing.py", "registering.py", "app.py")
"""Where else files are spoken of."""

SOURCES = "\n".join(
    path.read_text("utf-8") for path in (*(ROOT / "formats").glob("*.py"), *(ROOT / name for name in AROUND))
)
RAISED = set(re.findall(r'(?:GameError|_Cut|Problem|_note|Unreadable)\((?:[\w.\[\]]+, |len\(\w+\), )?"(\w+)"', SOURCES))


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_code_has_a_sentence(code: str) -> None:
    assert code in refusals.FILES | refusals.REFUSALS | refusals.TABLE | refusals.KEPT


@pytest.mark.parametrize("code", sorted(refusals.FILES))
def test_no_sentence_is_left_over(code: str) -> None:
    assert f'"{code}"' in SOURCES


@pytest.mark.parametrize("done", DONE)
@pytest.mark.parametrize(
    ("line", "game", "format_name", "place"),
    [(7, 2, "mat", "Line 7: "), (7, 2, "xg", "Record 7: "), (0, 2, "json", "Game 2: "), (0, 0, "xg", "")],
)
def test_a_problem_says_where_what_and_what_was_done(
    done: str, line: int, game: int, format_name: str, place: str
) -> None:
    problem = Problem(line, "not_a_roll", done, game, {"given": "17"})
    said = wording.problem_sentence(problem, format_name)
    assert said == f"{place}This is no roll of two dice: 17. {refusals.FILES[done]}"


def test_a_reason_within_a_reason() -> None:
    why = GameError("play_word", given="8+5")
    said = wording.problem_sentence(Problem(3, "play_unreadable", DONE[3], 1, {"why": why}), "mat")
    assert "8+5 is no move" in said
