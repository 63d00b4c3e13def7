"""A turn in the middle of a game, and what was played in it."""

from __future__ import annotations

from game.match.events import Played
from middle import header, in_the_middle
from pilot import Pilot


def playing(pilot: Pilot, text: str, dice: tuple[int, int] | None, **facts: object) -> Pilot:
    """Side 0, at the bottom, has thrown these dice; the other side is a person too."""
    state = in_the_middle(text, dice, **facts)  # type: ignore[arg-type]  # facts of a test
    pilot.sit(header(state), state)
    pilot.until_still()
    return pilot


def steps_played(pilot: Pilot) -> list[tuple[int, int]]:
    """The steps of the last play as source and die."""
    assert pilot.app.scene.sitting is not None
    play = pilot.app.scene.sitting.table.record.events[-1]
    assert isinstance(play, Played)
    return [(step.source, step.die) for step in play.steps]


def drags(pilot: Pilot) -> None:
    pilot.drag(8, 5)
    pilot.drag(6, 5)


def keys_alone(pilot: Pilot) -> None:
    for source, target in ((8, 5), (6, 5)):
        while pilot.app.scene.focus != source:
            pilot.press("tab")
        pilot.press("return")
        touch = pilot.app.scene.touch
        assert touch is not None
        for _ in range(8):
            if touch.aimed == target:
                break
            pilot.press("right")
        pilot.press("return")
        pilot.until_still()
