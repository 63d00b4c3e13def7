"""Every moment of a match is shown as it was, by mouse and by keys."""

from __future__ import annotations

import pygame
import pytest

from game.formats.sharing import find
from game.match.options import MatchOptions, tavli
from game.ui.card import Card
from game.ui.cards.export import ExportCard
from game.ui.cards.menu import MainMenu
from game.ui.cards.position import PositionCard
from game.ui.cards.proof import ProofCard
from game.ui.cards.replay_menu import PlayFromCard, ReplayMenu
from game.ui.input import Pointer
from game.ui.modes.replay import ReplayScene
from game.ui.widgets.transport import MatchLine
from looked_at import looked_at, replay_of, shows
from match.test_random_matches import play
from pilot import MakePilot, Pilot
from positions import every_game, name_of

# Every moment of every game


@pytest.mark.parametrize(
    "options", [*(MatchOptions((game,), 3) for game in every_game()), tavli(3)], ids=lambda o: name_of(o.games[-1])
)
def test_every_step_leads_to_the_board_of_its_moment(make_pilot: MakePilot, options: MatchOptions) -> None:
    pilot = make_pilot(is_blind=True)
    record = play(options, 6, 2)
    moments = range(len(record.events) + 1)
    replay = looked_at(pilot, record)
    pilot.app.scene._painter = lambda *_: _Blind()  # type: ignore[method-assign, assignment]
    for moment in moments[1:60]:
        replay.step(1)
        assert shows(pilot, moment)
    replay.jump(len(record.events))
    for moment in moments[-2:-30:-1]:
        replay.step(-1)
        assert shows(pilot, moment)


class _Blind:
    def draw(self, *_what: object) -> None:
        """Nothing."""


@pytest.mark.parametrize("person_side", [0, 1])
def test_the_dice_of_both_lie_where_they_fell(pilot: Pilot, person_side: int) -> None:
    replay = looked_at(pilot, person_side=person_side)
    lying = []
    for _ in range(7):
        replay.step(1)
        pilot.until_still()
        throw = replay.show.throw
        lying.append((throw.faces, throw.at_bottom) if throw else None)
    opening = (3, 1) if person_side == 0 else (1, 3)
    at_bottom = person_side == 1
    assert lying == [
        (opening, None),
        None,
        None,
        None,
        ((5, 2), at_bottom),
        ((5, 2), at_bottom),
        ((6, 6), not at_bottom),
    ]
    replay.jump(6)
    thrown = replay.show.throw
    assert thrown is not None
    assert (thrown.faces, thrown.used) == ((5, 2), (1.0, 1.0))


def test_checkers_are_carried_in_a_replay(make_pilot: MakePilot) -> None:
    pilot = make_pilot(animation_speed="normal", is_blind=True)
    replay = looked_at(pilot)
    replay.jump(1)
    pilot.press("right")
    pilot.frame()
    pilot.frame()
    assert replay.show.in_the_air()
    assert shows(pilot, 2)


# Keys and mouse


@pytest.mark.parametrize(
    ("keys", "moment"),
    [
        (["right"], 1),
        (["right", "right", "left"], 1),
        (["left"], 0),
        (["end"], 11),
        (["end", "right"], 11),
        (["end", "home"], 0),
        (["page down"], 9),
        (["page down", "page down"], 11),
        (["end", "page up"], 9),
        (["end", "page up", "page up"], 0),
        (["down"], 1),
        (["down", "down"], 2),
        (["down", "down", "down", "down"], 5),
        (["end", "up"], 10),
        (["end", "up", "up"], 8),
    ],
    ids=str,
)
def test_keys_lead_through_the_match(pilot: Pilot, keys: list[str], moment: int) -> None:
    looked_at(pilot)
    pilot.press(*keys)
    assert shows(pilot, moment)


@pytest.mark.parametrize(
    ("buttons", "moment"),
    [(["on"], 1), (["on", "on", "back"], 1), (["last"], 9), (["last", "last"], 11), (["last", "on", "first"], 9)],
    ids=str,
)
def test_buttons_lead_through_the_match(pilot: Pilot, buttons: list[str], moment: int) -> None:
    looked_at(pilot)
    for button in buttons:
        pilot.push(button)
    assert shows(pilot, moment)


@pytest.mark.parametrize("start", [lambda pilot: pilot.press("space"), lambda pilot: pilot.push("play")])
def test_it_goes_on_by_itself_and_stops(make_pilot: MakePilot, start: object) -> None:
    pilot = make_pilot(replay_speed="fast", is_blind=True)
    replay = looked_at(pilot)
    start(pilot)  # type: ignore[operator]
    pilot.until(lambda: replay.moment == 3)
    start(pilot)  # type: ignore[operator]
    pilot.until_still()
    assert replay.moment == 3
    start(pilot)  # type: ignore[operator]
    pilot.until(lambda: replay.is_at_end and not replay.is_playing)
    assert shows(pilot, 11)


def test_the_speed_is_a_setting(make_pilot: MakePilot) -> None:
    passed = []
    for speed in ("slow", "normal", "fast"):
        pilot = make_pilot(replay_speed=speed, is_blind=True)
        replay = looked_at(pilot)
        pilot.press("space")
        pilot.until(lambda: replay.moment == 1)  # noqa: B023  # of this round
        began = pilot.now
        pilot.until(lambda: replay.moment == 4)  # noqa: B023  # of this round
        passed.append(pilot.now - began)
        pilot.close()
    assert passed == sorted(passed, reverse=True)
    assert passed[0] > 2 * passed[1] > 4 * passed[2]


def test_the_line_is_dragged_through_the_match(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    line = pilot.box("line")
    assert isinstance(line, MatchLine)
    pilot.send(Pointer("down", *line.rect.midleft, 1))
    pilot.draw()
    for share in (0.2, 0.5, 0.8):
        pilot.send(Pointer("move", line.rect.left + line.rect.width * share, line.rect.centery))
        pilot.draw()
    assert 7 <= replay.moment <= 10
    pilot.send(Pointer("move", line.rect.right + 40, line.rect.centery))
    pilot.draw()
    pilot.send(Pointer("up", line.rect.right + 40, line.rect.centery, 1))
    assert shows(pilot, 11)
    pilot.send(Pointer("move", line.rect.left, line.rect.centery))
    assert shows(pilot, 11)


def test_what_happened_is_said(pilot: Pilot) -> None:
    looked_at(pilot)
    pilot.press("right")
    pilot.until_still()
    assert pilot.app.scene._happened() == "Ada throws 3 against 1 and begins."
    pilot.press("end", "left", "left", "left")
    pilot.until_still()
    assert pilot.app.scene._happened() == "Ada offers to resign a single game."


def test_the_menu_of_a_replay(pilot: Pilot) -> None:
    looked_at(pilot)
    pilot.press("escape")
    assert pilot.has(ReplayMenu)
    pilot.press("escape")
    replay_of(pilot)
    pilot.push("menu")
    pilot.push("leave")
    assert not isinstance(pilot.app.scene, ReplayScene)
    pilot.press("escape")
    assert pilot.has(MainMenu)


def test_the_language_changes_in_a_replay(pilot: Pilot) -> None:
    replay = looked_at(pilot)
    pilot.press("right", "w")
    pilot.change(language="de")
    pilot.push("back")
    assert replay_of(pilot) is replay
    assert pilot.app.scene._happened().startswith("Ada wirft")


# Where it leads besides


@pytest.mark.parametrize(
    ("intent", "key", "kind"),
    [("ctrl+e", "export", ExportCard), ("ctrl+c", "position", PositionCard), ("ctrl+f", "dice", ProofCard)],
)
@pytest.mark.parametrize("by_keys", [False, True])
def test_a_replay_leads_to_files_positions_and_dice(
    pilot: Pilot, intent: str, key: str, kind: type[Card], by_keys: bool
) -> None:
    replay = looked_at(pilot)
    replay.jump(4)
    pilot.until_still()
    if by_keys:
        pilot.press(intent)
    else:
        pilot.push("menu")
        pilot.push(key)
    assert pilot.has(kind)
    pilot.push("close")
    assert pilot.app.scene is not None
    assert replay.moment == 4


def test_the_position_of_the_moment_is_copied_and_played_from(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    replay = looked_at(pilot)
    replay.jump(5)
    pilot.until_still()
    pilot.press("ctrl+c")
    pilot.push("xgid")
    assert find(copied[0]).read.position == replay.state.position
    pilot.push("play")
    assert pilot.has(PlayFromCard)
    pilot.push("start")
    assert pilot.app.scene.sitting is not None
    pilot.app.evening.looking.back()
    assert replay_of(pilot) is replay
