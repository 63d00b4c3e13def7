"""What a replay says happened: at every moment, and whole in every language and size of letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine_c import Step
from game.i18n import LANGUAGES
from game.match import events
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.ui.modes.replay import ReplayScene
from game.ui.scale import TEXT_FACTORS
from looked_at import looked_at, replay_of
from match.test_random_matches import play
from pilot import MakePilot, Pilot

LONG = ("Bartholomäus Papadopoulos", "Anna Margarete von Hohenfels")


@pytest.mark.parametrize("keys", [["end", "home"], ["right", "left"], ["right", "home"], ["down", "up"]], ids=str)
def test_at_the_beginning_nothing_has_happened(make_pilot: MakePilot, keys: list[str]) -> None:
    pilot = make_pilot(animation_speed="normal", is_blind=True)
    looked_at(pilot)
    pilot.press(*keys)
    pilot.until_still()
    assert (replay_of(pilot).moment, pilot.said) == (0, "")
    pilot.press("right")
    pilot.until_still()
    assert pilot.said


def unread(pilot: Pilot) -> list[str]:
    """Everything that happened and cannot be read whole in the line below the board."""
    scene, canvas = pilot.app.scene, pilot.canvas
    assert isinstance(scene, ReplayScene)
    assert scene._layout is not None
    line = scene.told_line()
    line.place(canvas, scene._layout.strip)
    lines = line.lines(canvas)
    inner = line.inner(canvas).width
    high = sum(canvas.letters.paragraph_height(words, style, inner) for words, style, _tone in lines)
    told = pilot.said or line.label
    return [] if lines[0][0] == told and high <= line.rect.height else [told]


@pytest.mark.parametrize("text_size", TEXT_FACTORS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happened_is_whole(make_pilot: MakePilot, language: str, text_size: str) -> None:
    pilot = make_pilot(size=(960, 600), language=language, text_size=text_size, is_blind=True)
    replay = looked_at(pilot, play(MatchOptions(length=3), 6, 2))
    faults = []
    for moment in range(replay.timeline.last + 1):
        replay.jump(moment)
        pilot.draw()
        faults += unread(pilot)
    assert not faults, faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_sentence_takes_the_room_of_the_hint(make_pilot: MakePilot, language: str) -> None:
    pilot = make_pilot(size=(960, 600), language=language, text_size="very_large", is_blind=True)
    steps = (Step(8, 3), Step(6, 1)), (Step(13, 5), Step(13, 2))
    record = MatchRecord(MatchOptions(), LONG, (events.Opened((3, 1)), events.Played(steps[0]), events.Rolled((5, 2))))
    replay = looked_at(pilot, record)
    header = replace(replay.header, names=LONG)
    replay.header = header
    replay.jump(2)
    pilot.draw()
    assert LONG[0] in pilot.said
    assert not unread(pilot)
