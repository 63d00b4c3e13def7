"""The clock at the table, stalls, and rest while nothing changes."""

from __future__ import annotations

from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.header import MatchHeader
from game.ui.cards.result import ResultCard
from middle import NAMES
from pilot import MakePilot


def test_the_clock_stands_while_a_card_is_open_and_through_a_stall(make_pilot: MakePilot) -> None:
    """P14: time is what the loop was told; a stall of ten seconds is no thinking."""
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=3, clock=True), dice="seeded", extra={"seed": 1}))
    pilot.until_still()
    side = pilot.state.to_act
    assert side is not None
    clock = pilot.director.sitting.clock
    assert clock is not None
    before = clock.banks[side]
    pilot.press("escape")
    for _ in range(60 * 30):
        pilot.frame()
    pilot.press("escape")
    pilot.frame()
    assert pilot.director.sitting.clock is not None
    assert pilot.director.sitting.clock.banks[side] == before
    pilot.frame(10.0)
    pilot.frame()
    assert pilot.director.sitting.clock.banks[side] == before
    for _ in range(60 * 20):
        pilot.frame()
    assert before - 20 < pilot.director.sitting.clock.banks[side] < before


def test_who_runs_out_of_time_loses_the_game(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=1, clock=True), dice="seeded", extra={"seed": 1}))
    pilot.until_still()
    side = pilot.state.to_act
    assert side is not None
    for _ in range(60 * 140):
        pilot.frame(1 / 60)
        if pilot.state.phase is Phase.MATCH_OVER:
            break
    assert pilot.state.phase is Phase.MATCH_OVER
    assert pilot.state.results[-1].winner == 1 - side
    pilot.until(lambda: pilot.has(ResultCard))


def test_a_stall_in_the_middle_of_an_animation_eats_no_move(make_pilot: MakePilot) -> None:
    """P14."""
    pilot = make_pilot(animation_speed="slow")
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0), dice="seeded", extra={"seed": 3}))
    pilot.until_still()
    touch = pilot.app.scene.touch
    assert touch is not None
    pilot.click(touch.sources()[0], button=3)
    pilot.frame()
    assert pilot.director.show.is_busy
    pilot.frame(10.0)
    pilot.until_still()
    entry = pilot.director.entry
    position = entry.position if entry else pilot.state.position
    assert pilot.director.show.laid == pilot.director.seen.laid(position, pilot.director.shown_state.side)
    assert pilot.counts() == (15, 15)


def test_nothing_is_drawn_while_nothing_changes(make_pilot: MakePilot) -> None:
    """P07: in the menu and at the table the loop is not asked to draw, and nothing wakes it."""
    pilot = make_pilot()
    pilot.save(pilot.folder / "menu.png")
    for _ in range(200):
        pilot.frame()
    assert not any(pilot.app.step(pilot.now + frame / 60) for frame in range(60))
    assert pilot.app.wakes_in is None
    pilot.press("return", "return")
    pilot.until_still()
    pilot.save(pilot.folder / "table.png")
    for _ in range(200):
        pilot.frame()
    assert not any(pilot.app.step(pilot.now + frame / 60) for frame in range(60))
    assert pilot.app.wakes_in is None
