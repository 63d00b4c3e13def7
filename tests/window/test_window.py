"""The window itself: sizes, full screen, no sound, two copies, sudden ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.match.events import Opened, Rolled
from game.match.state import Phase
from game.settings import read_settings, write_settings
from window.kept import Kept
from window.person import Person
from window.screen import Program, wait_until

Start = Callable[..., Program]
SitsDown = Callable[[Program], None]

SIZES = [
    (800, 600),
    (600, 400),
    (1000, 500),
    (700, 900),
    (960, 600),
    (1024, 768),
    (1700, 420),
    (1280, 720),
    (1280, 1024),
    (1366, 768),
    (1440, 900),
    (1600, 900),
    (620, 1300),
    (1600, 1200),
    (1680, 1050),
    (1920, 1080),
    (1920, 1200),
    (2200, 1300),
    (2560, 1440),
    (1280, 800),
]


def test_twice_enter_leads_from_the_first_start_to_the_first_throw(start: Start, sits_down: SitsDown) -> None:
    program = start()
    sits_down(program)
    header = Kept(program.home).headers()[0]
    assert header.options.games[0].key == "backgammon"
    assert header.seats == ("person", "balanced:medium")


def test_two_clicks_lead_to_two_people_with_their_own_dice(start: Start) -> None:
    program = start()
    person = Person(program, by_keys=False)
    twin = person.sees(seated=False)
    twin.push("two")
    twin.push("start")
    wait_until(lambda: bool(person.kept.headers()), "a match")
    header = person.kept.headers()[0]
    assert (header.seats, header.dice) == (("person", "person"), "typed")


def test_without_a_sound_device_it_plays_on(start: Start, home: Path, sits_down: SitsDown) -> None:
    program = start(home=home, SDL_AUDIODRIVER="nosuch")
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    person.decides()
    assert person.tries == 0
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert "Traceback" not in program.said()


def test_with_music_and_rain_it_plays_rests_and_ends(start: Start, home: Path, sits_down: SitsDown) -> None:
    """On a device that plays into nothing; muted and loud again in between."""
    path = home / "config" / "settings.toml"
    settings, _ = read_settings(path)
    write_settings(path, replace(settings, music_volume=0.5, rain_volume=0.5))
    program = start(home=home, SDL_AUDIODRIVER="dummy")
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    program.press("m", "m")
    person.decides()
    assert person.tries == 0
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert "Traceback" not in program.said()


def test_full_screen_and_back_then_twenty_sizes(start: Start, home: Path, sits_down: SitsDown) -> None:
    program = start((2600, 1500), home)
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    usual = program.size
    program.press("f11")
    program.until_size((2600, 1500))
    assert "FULLSCREEN" in program.states
    wait_until(program.rests, "the picture")
    person.decides()
    program.press("f11")
    program.until_size(usual)
    for size in SIZES:
        program.resize(size)
        program.until_size(size)
        wait_until(program.rests, "the picture")
        if person.waits_for_hand().phase is Phase.MATCH_OVER:
            continue  # the sizes that are left are laid out all the same
        person.decides()
    assert person.tries == 0, "every click counts at every size"
    program.press("ctrl+q")
    assert program.until_ended() == 0
    assert person.kept.settings.window[2:] == SIZES[-1]


def test_full_screen_from_a_maximised_window_and_back(start: Start, home: Path, sits_down: SitsDown) -> None:
    program = start((1600, 1000), home)
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    usual = program.size
    program.toggle_maximised()
    wait_until(lambda: "MAXIMIZED_VERT" in program.states, "a maximised window")
    wait_until(program.rests, "the picture")
    large = program.size
    assert large[0] > usual[0]
    program.press("f11")
    program.until_size((1600, 1000))
    wait_until(program.rests, "the picture")
    person.decides()
    program.press("f11")
    program.until_size(large)
    wait_until(lambda: "MAXIMIZED_VERT" in program.states, "a maximised window again")
    person.waits_for_hand()
    person.decides()
    program.toggle_maximised()
    program.until_size(usual)
    person.waits_for_hand()
    person.decides()
    assert person.tries == 0


@pytest.mark.parametrize(
    ("desktop", "window"), [((960, 600), (960, 600)), ((1280, 800), (1152, 720)), ((1600, 1000), (1280, 800))]
)
def test_the_first_window_leaves_room_for_its_title_bar(
    desktop: tuple[int, int], window: tuple[int, int], start: Start
) -> None:
    program = start(desktop)
    wait_until(program.rests, "the first card")
    assert program.size == window


def test_a_second_copy_says_so_and_changes_nothing(start: Start, home: Path, sits_down: SitsDown) -> None:
    first = start(home=home)
    sits_down(first)
    Person(first, by_keys=False).waits_for_hand()
    wait_until(lambda: Kept(home).is_backed_up, "the backup that the first copy makes meanwhile")
    before = Kept(home).fingerprints()
    second = start(home=home)
    wait_until(second.rests, "the card that says so")
    second.press("return")
    assert second.until_ended() == 0
    assert Kept(home).fingerprints() == before
    assert not first.has_ended


def test_killed_in_the_middle_of_a_turn_it_goes_on_with_the_same_dice(
    start: Start, home: Path, sits_down: SitsDown
) -> None:
    program = start(home=home)
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    twin = person.sees(seated=True)
    director = twin.app.scene.director
    assert director is not None
    assert director.entry is not None
    step = director.entry.choices[0]
    twin.move_checker(step.source, step.target, 0)  # one checker of two: the turn is in the hand
    wait_until(program.rests, "the checker on its point")
    before = person.kept.record().events
    program.kill()
    again = start(home=home)
    goes_on = Person(again, by_keys=True)
    twin = goes_on.sees(seated=False)
    twin.push("resume")
    wait_until(again.rests, "the table")
    assert goes_on.kept.record().events == before
    assert isinstance(before[-1], Opened | Rolled)
    goes_on.decides()
    assert goes_on.tries == 0


def test_closing_the_window_keeps_the_match(start: Start, home: Path, sits_down: SitsDown) -> None:
    program = start(home=home)
    sits_down(program)
    person = Person(program, by_keys=False)
    person.waits_for_hand()
    before = person.kept.record()
    program.close_by_manager()
    assert program.until_ended() == 0
    assert person.kept.record() == before
    assert [header.finished for header in person.kept.headers()] == [None]


def test_it_comes_back_where_it_was_time_after_time(start: Start, home: Path) -> None:
    program = start(home=home)
    wait_until(program.rests, "the first card")
    program.resize((1000, 640))
    program.screen.xdotool("windowmove", program.window, "170", "130")
    wait_until(program.rests, "a window that was moved")
    place = program.place
    for _ in range(2):
        program.close_by_manager()
        program.until_ended()
        program = start(home=home)
        wait_until(program.rests, "the first card again")
        wait_until(lambda: program.place == place, lambda: f"the old place {place}, it is {program.place}")  # noqa: B023
