"""A slider is held and drawn along, though the card that has it words itself anew at every step."""

from __future__ import annotations

import pygame

from game.ui.cards.look import LookCard
from game.ui.widgets.fields import Slider
from pilot import MakePilot


def test_the_tilt_follows_the_hand(make_pilot: MakePilot) -> None:
    pilot = make_pilot(tilt=16.0)
    pilot.app.stack.open(LookCard(lambda: pilot.app.settings, pilot.app.change))
    pilot.until_still()
    slider = pilot.box("tilt")
    assert isinstance(slider, Slider)
    y = slider.rect.bottom - 14
    places = [slider.rect.left + slider.rect.width * share // 10 for share in (5, 7, 8, 9)]
    pilot.mouse(pygame.MOUSEBUTTONDOWN, (places[0], y))
    tilts = []
    for x in places[1:]:
        pilot.mouse(pygame.MOUSEMOTION, (x, y))
        pilot.frame()
        pilot.draw()
        tilts.append(pilot.app.settings.tilt)
    pilot.mouse(pygame.MOUSEBUTTONUP, (places[-1], y))
    assert tilts == sorted(set(tilts))
    assert len(tilts) == 3
    pilot.mouse(pygame.MOUSEMOTION, (places[0], y))
    assert pilot.app.settings.tilt == tilts[-1]
