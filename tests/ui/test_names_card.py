"""Choosing among many names."""

from __future__ import annotations

from game.ui.cards.filters import FilterCard
from game.ui.cards.names import NamesCard
from game.ui.widgets.controls import Choice
from pilot import Pilot
from ui.test_matches_card import finished, opened, rows_of


def test_every_opponent_can_be_chosen_from_the_list(pilot: Pilot) -> None:
    finished(pilot, *(f"Guest {number:03}" for number in range(130)), "Zoë")
    card = opened(pilot)
    pilot.push("filter")
    choice = pilot.box("opponent")
    assert isinstance(choice, Choice)
    assert len(choice.values) == 101
    for by_keys in (False, True):
        choice = pilot.box("opponent")
        choice.open_list(choice)  # type: ignore[attr-defined]  # a press on its middle
        names = pilot.card
        assert isinstance(names, NamesCard)
        assert [names.list.line(row).left for row in (0, 1, 131)] == ["Anybody", "Guest 000", "Zoë"]
        if by_keys:
            pilot.write_letters("ZOE")
            assert names.list.count == 1
            pilot.press("backspace", "backspace", "backspace")
            pilot.write_letters("029")
            pilot.press("return")
        else:
            pilot.press("end")
            pilot.push("take")
        assert pilot.has(FilterCard)
        wanted = ("person", "Guest 029" if by_keys else "Zoë")
        assert pilot.box("opponent").value == wanted  # type: ignore[attr-defined]  # a choice
    pilot.push("show")
    assert rows_of(card.list) == ["Guest 029"]


def test_nobody_is_found_by_other_letters(pilot: Pilot) -> None:
    shown = NamesCard("Opponent", [(1, "Ada"), (2, "Bea")], 2)
    pilot.app.stack.open(shown)
    pilot.write_letters("x")
    assert (shown.list.count, shown.list._empty()) == (0, "Nobody here is called that.")
    pilot.press("return")
    assert pilot.card is shown
