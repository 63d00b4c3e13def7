"""A match that is looked at again."""

from __future__ import annotations

from dataclasses import replace

from engine_c import Step
from game.match import events
from game.match.events import Event
from game.match.options import MatchOptions
from game.match.record import MatchRecord
from game.storage.archive import Archive
from game.storage.header import MatchHeader
from game.ui.board.seen import Seen
from game.ui.modes.replay import ReplayScene
from game.ui.modes.replay_director import ReplayDirector
from middle import NAMES
from pilot import Pilot

GAME: tuple[Event, ...] = (
    events.Opened((3, 1)),
    events.Played((Step(8, 3), Step(6, 1))),
    events.Doubled(),
    events.Took(),
    events.Rolled((5, 2)),
    events.Played((Step(13, 5), Step(13, 2))),
    events.Rolled((6, 6)),
    events.Resigned(1),
    events.Accepted(),
)
"""Side 0 opens, side 1 doubles, side 0 takes, rolls and gives up."""

SECOND: tuple[Event, ...] = (events.Opened((2, 5)), events.Played((Step(13, 5), Step(24, 2))))
RECORD = MatchRecord(MatchOptions(length=5), NAMES, (*GAME, *SECOND))


def looked_at(pilot: Pilot, record: MatchRecord = RECORD, person_side: int = 0) -> ReplayDirector:
    """The replay of a stored match, opened from the list by keys."""
    store = pilot.app.store
    assert store is not None
    header = MatchHeader(NAMES, record.options, ("person", "balanced:medium"), person_side=person_side, finished="2026")
    Archive(store).keep([(header, replace(record, names=NAMES))])
    pilot.push("matches")
    pilot.press("return")
    return replay_of(pilot)


def replay_of(pilot: Pilot) -> ReplayDirector:
    pilot.until_still()
    scene = pilot.app.scene
    assert isinstance(scene, ReplayScene)
    return scene.replay


def shows(pilot: Pilot, moment: int) -> bool:
    """The board has the checkers of that moment, and nothing is on its way."""
    replay = replay_of(pilot)
    state = replay.timeline.state(moment)
    laid = Seen(state.game, replay.bottom).laid(state.position, state.side)
    return replay.moment == moment and replay.show.laid == laid
