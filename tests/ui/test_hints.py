"""Hints in the window: arrows and words, counted once a decision, also on offers. Adaptive says its level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.errors import GameError
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.beginning import about_opponent
from game.ui.board.surround import HintLine
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from game.ui.modes import words
from game.ui.widgets.controls import Label
from middle import START, in_the_middle
from pilot import MakePilot, Pilot

HEADER = MatchHeader(("Ada", "Computer"), MatchOptions(length=0), ("person", "balanced:medium"), "seeded")


def to_play(pilot: Pilot) -> None:
    pilot.sit(HEADER, in_the_middle(START, (3, 1), length=0))


def words_of(card: object) -> list[str]:
    return [box.label for box in card._content.parts() if isinstance(box, Label)]  # type: ignore[attr-defined]


def test_a_hint_shows_arrows_and_words_and_is_counted_once(pilot: Pilot) -> None:
    to_play(pilot)
    sitting, plain = pilot.director.sitting, pilot.draw().copy()
    pilot.press("ctrl+i")
    pilot.until(lambda: sitting.hints(0) == 1)
    assert pilot.said == "Hint: 8/5 6/5"
    assert pilot.draw().get_buffer().raw != plain.get_buffer().raw
    first = sitting.hints(0)
    pilot.press("ctrl+i")
    pilot.until_still()
    assert sitting.hints(0) == first
    assert pilot.app.store is not None
    assert pilot.app.store.header(sitting.header.id).extra["hints"] == {"0:0": 1}


def lines_of(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> list[HintLine]:
    """Hint lines that one frame draws."""
    found: list[HintLine] = []
    draw = HintLine.draw

    def drawn(line: HintLine, *how: Any) -> None:
        found.append(line)
        draw(line, *how)

    monkeypatch.setattr(HintLine, "draw", drawn)
    pilot.draw()
    return found


def test_the_answer_is_what_is_read(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    to_play(pilot)
    pilot.press("ctrl+i")
    pilot.until(lambda: pilot.director.sitting.hints(0) == 1)
    pilot.until_still()
    (line,) = lines_of(pilot, monkeypatch)
    assert (line.label, line.style, line.is_answer) == ("Hint: 8/5 6/5", "strong", True)
    assert line.happened == words.hint(pilot.director, pilot.app.keys, has_picked=False)


def test_a_refusal_is_read_before_the_answer(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    to_play(pilot)
    pilot.press("ctrl+i")
    pilot.until(lambda: pilot.director.sitting.hints(0) == 1)
    pilot.until_still()
    pilot.app.scene.refuse(GameError("no_checker", point=3))
    (line,) = lines_of(pilot, monkeypatch)
    assert line.is_refusal
    assert not line.is_answer


def test_the_summary_of_the_game_tells_the_hints(pilot: Pilot) -> None:
    to_play(pilot)
    sitting = pilot.director.sitting
    sitting.count_hint(0)
    card = ResultCard(sitting, lambda: None)
    pilot.app.stack.open(card)
    pilot.draw()
    assert "Ada: 1 hint in this game" in words_of(card)


def test_an_offer_can_be_asked_about(make_pilot: MakePilot) -> None:
    pilot = make_pilot(show_hint_button=True)
    state = in_the_middle(START, None, length=0)
    pilot.sit(HEADER, replace(state, phase=Phase.TO_ANSWER_DOUBLE, side=1, to_act=0, at_stake=2))
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("hint")
    pilot.until(lambda: pilot.director.sitting.hints(0) == 1)
    card = pilot.app.stack.top
    assert isinstance(card, OfferCard)
    assert "Hint: take." in words_of(card)


def test_adaptive_says_which_level_it_plays_and_keeps_it(pilot: Pilot) -> None:
    pilot.change(last_match={"level": "adaptive", "opponent": "careful"})
    pilot.press("return")
    pilot.press("return")
    pilot.until(lambda: pilot.has(MessageCard))
    header = pilot.director.sitting.header
    assert header.seats == ("person", "careful:medium")
    card = pilot.app.stack.top
    assert "Adaptive plays Medium in this match: it has seen too little of your play yet." in words_of(card)
    assert about_opponent(header) == words_of(card)[-1]
