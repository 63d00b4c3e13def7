"""Words of the player's own: asked for before the first throw of each game, when that was wished for."""

from __future__ import annotations

from game.dice.fair import first_wrong_throw
from game.match.state import Phase
from game.ui.cards.dice import DiceCard
from pilot import MakePilot


def test_own_words_come_before_the_first_throw(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    pilot.push("new")
    pilot.until_still()
    pilot.switch("own_words", True)
    pilot.push("start")
    pilot.until_still()
    assert pilot.has(DiceCard)
    assert pilot.state.phase is Phase.TO_OPEN
    commitment = pilot.director.sitting.commitment
    pilot.write("words", "gülbahar")
    pilot.push("add")
    pilot.until(lambda: pilot.state.phase is not Phase.TO_OPEN)
    sitting = pilot.director.sitting
    assert sitting.players_seed == "gülbahar"
    assert not sitting.may_add_words
    proof = sitting.store.proof(sitting.header.id, 0)
    assert proof is not None
    assert (proof.commitment, proof.players_seed) == (commitment, "gülbahar")
    assert first_wrong_throw(proof) is None


def test_without_the_wish_nothing_is_asked(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    pilot.press("return")
    pilot.until_still()
    pilot.press("return")
    pilot.until_still()
    assert not pilot.has(DiceCard)
    assert pilot.state.phase is not Phase.TO_OPEN
