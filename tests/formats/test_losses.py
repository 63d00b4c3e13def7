"""What a format cannot hold of a match: told exactly where reading it again would show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Step, game_of
from game.formats.losses import LOSSES, losses
from game.match import events
from game.match.events import Event
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.refusals import LOST
from game.wording import loss_sentence

MATCH = MatchOptions(length=5)
SESSION = MatchOptions(length=0, jacoby=True, beavers=True, raccoons=True, automatic_doubles=True)
OPEN: tuple[Event, ...] = (events.Opened((3, 1)), events.Played((Step(8, 3), Step(6, 1))))

CASES: list[tuple[str, MatchOptions, tuple[Event, ...], dict[str, set[str]]]] = [
    ("nothing", MATCH, OPEN, {}),
    (
        "an opening double",
        MATCH,
        (events.Opened((3, 3)), *OPEN),
        {"mat": {"opening_doubles"}, "sgf": {"opening_doubles"}},
    ),
    (
        "a session with an automatic double",
        SESSION,
        (events.Opened((3, 3)), *OPEN),
        {
            "mat": {
                *("opening_doubles", "automatic_doubles", "jacoby_in_comment"),
                *("rule_of_raccoons", "rule_of_automatic_doubles"),
            },
            "sgf": {
                *("opening_doubles", "automatic_stake"),
                *("rule_of_beavers", "rule_of_raccoons", "rule_of_automatic_doubles"),
            },
        },
    ),
    (
        "a session in which automatic doubles are a rule and none was thrown",
        MatchOptions(length=0, automatic_doubles=True),
        OPEN,
        {"mat": {"rule_of_automatic_doubles", "jacoby_in_comment"}, "sgf": {"rule_of_automatic_doubles"}},
    ),
    (
        "a beaver and a raccoon",
        replace(SESSION, automatic_doubles=False),
        (*OPEN, events.Doubled(), events.Beavered(), events.Raccooned()),
        {"mat": {"rule_of_raccoons", "jacoby_in_comment"}},
    ),
    (
        "a beaver that was refused",
        replace(SESSION, automatic_doubles=False, raccoons=False),
        (*OPEN, events.Doubled(), events.Beavered(), events.Passed()),
        {"mat": {"refused_beaver", "jacoby_in_comment"}},
    ),
    (
        "a refused resignation",
        MATCH,
        (*OPEN, events.Resigned(1), events.Refused()),
        {"mat": {"refused_resignation"}, "sgf": {"refused_resignation"}},
    ),
    (
        "a clock that ran out",
        replace(MATCH, clock=True),
        (*OPEN, events.TimedOut()),
        {"mat": {"clock"}, "sgf": {"clock"}},
    ),
]


@pytest.mark.parametrize(("options", "happened", "lost"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_losses(options: MatchOptions, happened: tuple[Event, ...], lost: dict[str, set[str]]) -> None:
    record = MatchRecord(options, ("A", "B"), happened)
    for format_name in ("json", "txt", "mat", "sgf"):
        assert set(losses(record, format_name)) == lost.get(format_name, set()), format_name


@pytest.mark.parametrize(
    ("names", "format_name", "lost"),
    [
        (("A\nB", ""), "txt", ()),
        (("A\nB", "C"), "sgf", ("names",)),
        (("", "C"), "sgf", ("names",)),
        (("", "C"), "mat", ("names_in_comment",)),
        (("A: B", "C"), "mat", ("names_in_comment",)),
        (("A", "Bob, 1234"), "mat", ("names_in_comment",)),
        (("#1 Dad", "5 point match"), "mat", ()),
        (("A: B", "C"), "sgf", ()),
        (("A\nB", ""), "json", ()),
    ],
)
def test_losses_of_names(names: tuple[str, str], format_name: str, lost: tuple[str, ...]) -> None:
    assert losses(MatchRecord(MATCH, names, OPEN), format_name) == lost


@pytest.mark.parametrize(("dice", "die", "is_lost"), [((6, 5), 6, True), ((6, 5), 5, True), ((6, 1), 6, False)])
def test_the_die_that_bore_a_checker_off(dice: tuple[int, int], die: int, is_lost: bool) -> None:
    board = MatchRecord(MATCH).state().position.of({4: 2, 0: 13}, {4: 2, 0: 13})
    happened = (
        events.SetUp(side=0, position=board),
        events.Rolled(dice),
        events.Played((Step(4, die), Step(4, sum(dice) - die))),
    )
    if dice == (6, 1):
        happened = (*happened[:2], events.Played((Step(4, 1), Step(4, 6))))
    found = losses(MatchRecord(MATCH, ("A", "B"), happened), "mat")
    assert ("bear_off_die" in found) == is_lost


def test_every_loss_has_words() -> None:
    assert {*LOSSES, "times", "secret", "seats"} == set(LOST)
    assert all(loss_sentence(code).endswith(".") for code in LOST)


def test_games_need_no_words_in_json() -> None:
    assert losses(MatchRecord(MatchOptions((game_of("plakoto"),), 3)), "json") == ()
