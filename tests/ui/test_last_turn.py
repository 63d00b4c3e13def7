"""Arrows show what the opponent has just played, until the next throw."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from engine_c import Step, game_of
from game import paths
from game.match import events
from game.match.state import Phase
from game.ui import look
from game.ui.board import arrows
from game.ui.board import geometry as table
from game.ui.board.geometry import Geometry
from game.ui.board.layout import lay_out
from game.ui.board.seen import Laid, Seen
from game.ui.modes.stage import hops_of
from game.ui.palette import palette_of
from game.ui.scale import Scale
from game.ui.text import Letters
from game.ui.widgets.base import Canvas
from middle import START, header, in_the_middle
from pilot import MakePilot, Pilot


@pytest.mark.parametrize(
    ("steps", "hops"),
    [
        ([], ()),
        ([(24, 4), (20, 3)], ((24, 17),)),
        ([(8, 3), (6, 1)], ((8, 5), (6, 5))),
        ([(6, 3), (6, 3), (3, 3)], ((6, 3), (6, 0))),
        ([(25, 2), (13, 4)], ((25, 23), (13, 9))),
    ],
)
def test_steps_of_one_checker_are_one_arrow(steps: list[tuple[int, int]], hops: tuple[tuple[int, int], ...]) -> None:
    assert hops_of([Step(*step) for step in steps]) == hops


def played(pilot: Pilot) -> None:
    """Ada has played 8/5 6/5 and Bea is to throw."""
    state = in_the_middle(START, (3, 1))
    pilot.sit(header(state), state)
    pilot.until_still()
    pilot.director.submit(0, events.Move((Step(8, 3), Step(6, 1))))
    pilot.until_still()


def test_the_last_turn_is_shown_until_the_next_throw(make_pilot: MakePilot) -> None:
    pilot = make_pilot(roll_automatically=False, show_undo_button=False)
    played(pilot)
    last = pilot.director.stage.last_turn
    assert last is not None
    assert (last.side, last.hops) == (0, ((8, 5), (6, 5)))
    pilot.press("space")
    pilot.until_still()
    assert pilot.director.stage.last_turn is None


def test_where_dice_fall_by_themselves_it_stays_until_a_checker_is_moved(make_pilot: MakePilot) -> None:
    pilot = make_pilot(confirm_automatically=False)
    played(pilot)
    if pilot.director.wants_roll:
        pilot.press("space")
        pilot.until_still()
    assert pilot.director.entry is not None
    assert pilot.director.stage.last_turn is not None
    step = pilot.director.entry.choices[0]
    pilot.director.entry.step(step)
    pilot.director.stepped(by_hand=False)
    assert pilot.director.stage.last_turn is None


def test_it_is_seen_only_where_it_is_wanted(make_pilot: MakePilot) -> None:
    pilot = make_pilot(roll_automatically=False)
    played(pilot)
    pictures = []
    for wanted in (True, False):
        pilot.change(show_last_turn=wanted)
        pilot.frame(2.0)
        pictures.append(pygame.surfarray.array3d(pilot.draw()).astype(int))
    changed = (np.abs(pictures[0] - pictures[1]).sum(axis=2) > 90).sum()
    assert changed > 400


def test_it_is_gone_when_the_match_is_over(make_pilot: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = make_pilot()
    state = in_the_middle("1:1 / 6:2", (3, 1), length=1)
    pilot.sit(header(state), state)
    pilot.until_still()
    pilot.director.submit(0, events.Move((Step(1, 1),)))
    pilot.until_still()
    assert pilot.state.phase is Phase.MATCH_OVER
    assert pilot.director.stage.last_turn is not None
    drawn: list[object] = []
    monkeypatch.setattr(arrows, "draw", lambda *what: drawn.append(what))
    pilot.app.stack.clear()
    pilot.draw()
    assert drawn == []


PLAYS: list[tuple[dict[int, int], tuple[int, int]]] = [
    ({6: 3, table.TRAY: 7}, (6, 0)),
    ({1: 3, table.TRAY: 8}, (1, 0)),
    ({6: 8, 13: 2}, (13, 6)),
    ({6: 9, 5: 1}, (6, 5)),
    ({6: 7, 5: 7}, (6, 5)),
]


@pytest.mark.parametrize(("before", "hop"), PLAYS)
@pytest.mark.parametrize("tilt", [0.0, 34.0])
def test_arrows_leave_numbers_readable(before: dict[int, int], hop: tuple[int, int], tilt: float) -> None:
    """Before the play, when it is only advised, and after it, those of the two places where they lead from and to."""
    laid = Laid(tuple((0,) * before.get(place, 0) for place in range(table.PLACES)))
    seen, _ = look.read({}, [paths.assets() / "looks"])
    scale, geometry = Scale(1280, 800), Geometry()
    canvas = Canvas(pygame.Surface((1280, 800)), scale, Letters(1.0), palette_of(seen))
    canvas.surface.fill((128, 128, 128))
    camera = lay_out(scale, tilt).camera
    ways = arrows.ways([hop], laid, Seen(game_of("backgammon")), 0, geometry)
    arrows.draw(canvas, camera, ways)
    changed = np.abs(pygame.surfarray.array3d(canvas.surface).astype(int) - 128).max(axis=2)
    assert (changed > 60).sum() > 60
    landed = before.get(hop[1], 0)
    counts = [(hop[0], before[hop[0]]), (hop[1], landed), (hop[1], landed + 1)]
    for place, count in counts:
        if geometry.is_numbered(place, count):
            spot = geometry.checker(place, count - 1)
            x, y, unit = camera.project(spot.x, spot.y, spot.z + table.CHECKER_HEIGHT)
            part = changed[
                round(x - 0.2 * unit) : round(x + 0.2 * unit), round(y - 0.17 * unit) : round(y + 0.17 * unit)
            ]
            assert part.max() < 45, place
