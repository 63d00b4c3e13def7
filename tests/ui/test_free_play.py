"""Other lines and free games: from any moment, and the record stays as it is."""

from __future__ import annotations

import pytest

from engine_c import game_of
from game.match.options import MatchOptions
from game.match.state import Phase
from game.storage.archive import Archive
from game.storage.summaries import FINISHED, PLAYING
from game.ui.cards.menu import PauseCard
from game.ui.cards.message import MessageCard
from game.ui.cards.replay_menu import PlayFromCard
from game.ui.cards.result import ResultCard
from looked_at import looked_at, replay_of, shows
from match.test_random_matches import play
from pilot import MakePilot, Pilot


def test_a_new_match_asks_before_it_ends_a_free_game(pilot: Pilot) -> None:
    looked_at(pilot)
    pilot.press("right", "w")
    pilot.until_still()
    assert pilot.app.evening.running is None
    pilot.press("ctrl+n")
    pilot.push("start")
    assert pilot.has(MessageCard)
    assert "Your free game ends here" in " ".join(box.label for box in pilot.card._content.parts())
    pilot.push("answer 1")
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.is_free


def stored(pilot: Pilot) -> list[tuple[object, ...]]:
    """Everything in the file."""
    assert pilot.app.store is not None
    tables = ("matches", "events", "fair_dice")
    return [row for table in tables for row in pilot.app.store.database.rows(f"SELECT * FROM {table}")]


@pytest.mark.parametrize("begin", [lambda pilot: pilot.press("w"), lambda pilot: pilot.push("what_if")])
def test_another_line_leaves_the_record_and_leads_back(pilot: Pilot, begin: object) -> None:
    replay = looked_at(pilot)
    before = stored(pilot)
    pilot.press("right")
    pilot.until_still()
    begin(pilot)  # type: ignore[operator]
    pilot.until_still()
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.is_free
    for source, target in ((24, 21), (24, 23)):
        pilot.click(source)
        pilot.click(target)
        pilot.until_still()
    assert pilot.state.position != replay.timeline.state(2).position
    assert pilot.director.wants_roll
    pilot.press("space")
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_PLAY
    pilot.push("back")
    assert replay_of(pilot) is replay
    assert shows(pilot, 1)
    pilot.press("right")
    assert shows(pilot, 2)
    assert stored(pilot) == before


@pytest.mark.parametrize("key", ["plakoto", "fevga", "nardy", "aceydeucey_us", "tavla", "hyper"])
def test_another_line_in_every_kind_of_game(make_pilot: MakePilot, key: str) -> None:
    pilot = make_pilot(is_blind=True)
    replay = looked_at(pilot, play(MatchOptions((game_of(key),), 3), 8, 1))
    moments = [
        moment for moment in range(20, replay.timeline.last) if replay.timeline.state(moment).phase is Phase.TO_PLAY
    ]
    replay.jump(moments[0])
    pilot.press("w")
    pilot.until_still()
    assert pilot.state == replay.timeline.state(moments[0])
    move = pilot.director.sitting.table.entry().forced()
    if move is None:
        pilot.director.entry.step(pilot.director.entry.choices[-1])  # type: ignore[union-attr]
    pilot.app.evening.looking.back()
    assert shows(pilot, moments[0])


def test_nothing_is_played_between_two_games(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    replay.jump(9)
    assert not replay.may_branch
    pilot.press("w", "p")
    assert replay_of(pilot) is replay
    assert not pilot.box("what_if").is_enabled if any(b.key == "what_if" for b in pilot.app.scene.boxes()) else True


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_free_game_is_played_from_here_and_kept_nowhere(pilot: Pilot, by_keys: bool) -> None:
    replay = looked_at(pilot)
    before = stored(pilot)
    replay.jump(6)
    pilot.until_still()
    pilot.press("p") if by_keys else pilot.push("play_from_here")
    assert pilot.has(PlayFromCard)
    pilot.press("return") if by_keys else pilot.push("start")
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.header.seats == ("person", "balanced:medium")
    pilot.until_still()
    assert pilot.state.cube.value == 2
    assert "Free play: it is not kept" in str(pilot.app.scene._around._signature)
    pilot.press("ctrl+r")
    pilot.push("level 1") if any(box.key == "level 1" for box in pilot.card.boxes()) else pilot.press("return")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("back")
    assert replay_of(pilot) is replay
    assert stored(pilot) == before
    archive = Archive(pilot.app.store) if pilot.app.store else None
    assert archive is not None
    archive.refresh()
    assert (archive.count(FINISHED), archive.count(PLAYING)) == (1, 0)


def test_a_free_game_between_two_people(pilot: Pilot) -> None:
    looked_at(pilot)
    pilot.press("right", "p")
    pilot.choose("style", "person")
    pilot.push("start")
    pilot.until_still()
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.persons == (True, True)


def test_the_menu_of_free_play_leads_back(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    pilot.press("right", "w")
    pilot.until_still()
    pilot.press("escape")
    assert pilot.has(PauseCard)
    pilot.push("back")
    assert replay_of(pilot) is replay


def test_the_history_of_free_play_is_looked_at_too(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    pilot.press("right", "w")
    pilot.until_still()
    pilot.press("ctrl+l", "return")
    assert replay_of(pilot) is not replay
    pilot.press("escape")
    pilot.push("leave")
    pilot.until_still()
    assert pilot.app.scene.sitting is not None
    assert pilot.app.scene.sitting.is_free
    pilot.push("back")
    assert replay_of(pilot) is replay


def test_a_click_on_a_checker_begins_another_line_with_it_in_the_hand(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    replay.jump(1)
    pilot.until_still()
    pilot.click(12)  # a checker of the other side
    assert replay_of(pilot) is replay
    pilot.click(8)
    assert pilot.app.scene.touch is not None
    assert pilot.app.scene.touch.picked == 8
    pilot.draw()
    pilot.click(5)
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_PLAY
    pilot.push("back")
    assert replay_of(pilot) is replay
    assert shows(pilot, 1)
