"""Who sat where, and when: of a match in which nobody was replaced, and of one in which somebody was."""

from __future__ import annotations

import pytest

from game.match.options import MatchOptions
from game.storage.header import MatchHeader
from game.storage.seating import CHOSEN, GAME, coming, invited, inviting, reseated, seat_at, seated, seats_between

PLAIN = MatchHeader(("A", "B"), MatchOptions(), ("person", "runner:hard"))
CHANGED = reseated(reseated(PLAIN, 10, 1, "balanced:hard", "opponent_late"), 30, 1, "careful:easy", CHOSEN)


def test_nobody_was_replaced() -> None:
    assert [(one.side, one.seat, one.why) for one in seated(PLAIN)] == [(0, "person", ""), (1, "runner:hard", "")]
    assert seats_between(PLAIN, 1, 0, 50) == ("runner:hard",)


@pytest.mark.parametrize(
    ("number", "seat"), [(0, "runner:hard"), (9, "runner:hard"), (10, "balanced:hard"), (29, "balanced:hard")]
)
def test_who_made_an_event(number: int, seat: str) -> None:
    assert seat_at(CHANGED, 1, number) == seat
    assert seat_at(CHANGED, 0, number) == "person"


@pytest.mark.parametrize(
    ("first", "end", "seats"),
    [
        (0, 10, ["runner:hard"]),
        (0, 11, ["runner:hard", "balanced:hard"]),
        (10, 30, ["balanced:hard"]),
        (31, 40, ["careful:easy"]),
        (0, 40, ["runner:hard", "balanced:hard", "careful:easy"]),
        (5, 5, []),
    ],
)
def test_who_played_a_game(first: int, end: int, seats: list[str]) -> None:
    assert list(seats_between(CHANGED, 1, first, end)) == seats


def test_the_header_names_who_sits_there_now() -> None:
    assert CHANGED.seats == ("person", "careful:easy")


def test_who_sits_there_already_changes_nothing() -> None:
    assert reseated(PLAIN, 5, 1, "runner:hard", CHOSEN) == PLAIN


def test_who_was_invited_comes_with_the_next_game() -> None:
    header = inviting(PLAIN, 1, "gambler:merry")
    assert invited(header) == "gambler:merry"
    assert header.seats == PLAIN.seats
    assert list(coming(header)) == [(1, "gambler:merry", CHOSEN)]
    assert invited(reseated(header, 20, 1, "gambler:merry", CHOSEN)) == ""


def test_who_left_for_one_game_comes_back() -> None:
    lent = reseated(PLAIN, 10, 1, "balanced:hard", GAME)
    assert list(coming(lent)) == [(1, "runner:hard", CHOSEN)]
    assert list(coming(PLAIN)) == list(coming(CHANGED)) == []


@pytest.mark.parametrize("kept", [None, 7, [7], [{"since": -1, "side": 1, "seat": "x", "why": "y"}], [{"side": 2}]])
def test_what_cannot_be_read_says_nothing(kept: object) -> None:
    header = MatchHeader(PLAIN.names, PLAIN.options, PLAIN.seats, extra={"seated": kept, "invited": kept})
    assert [one.seat for one in seated(header)] == list(PLAIN.seats)
    assert list(coming(header)) == []
