"""Events and conditions as text: one way to write each, and nothing else is read."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from engine_c import Position, Step
from game.errors import GameError
from game.match import events
from game.match.events import Event
from game.match.options import MatchOptions, tavli
from game.storage.codec import event_from_text, event_to_text, options_from_text, options_to_text
from match.test_random_matches import every_match, play, title

LINES: list[tuple[Event, str]] = [
    (events.Opened((6, 2)), "opened 6 2"),
    (events.Rolled((3, 1)), "rolled 3 1"),
    (events.Chose(4), "chose 4"),
    (events.Played((Step(8, 3), Step(6, 1))), "played 8:3 6:1"),
    (events.Played((Step(25, 5), Step(26, 6))), "played bar:5 reserve:6"),
    (events.Played(()), "played"),
    (events.Doubled(), "doubled"),
    (events.Beavered(), "beavered"),
    (events.Raccooned(), "raccooned"),
    (events.Took(), "took"),
    (events.Passed(), "passed"),
    (events.Resigned(3), "resigned 3"),
    (events.Accepted(), "accepted"),
    (events.Refused(), "refused"),
    (events.TimedOut(), "timed out"),
    (events.TookBack(), "took back"),
    (events.Stopped(), "stopped"),
    (events.Misplayed(((14, 10), (25, 20), (6, 0))), "misplayed 14/10 bar/20 6/off"),
    (events.Misplayed(()), "misplayed"),
    (events.Danced((5, 2)), "danced 5 2"),
    (events.Settled(1, 24), "settled 1 24"),
    (events.Settled(None, 0), "settled none"),
    (events.SetUp(), "set up"),
    (events.SetUp(score=(3, 2)), "set up score 3 2"),
    (events.SetUp(crawford=False, cube=(2, None)), "set up crawford no cube 2 none"),
    (
        events.SetUp((0, 1), True, (4, 1), 1, Position.of({6: 14, 0: 1}, {25: 1, 6: 14})),
        "set up score 0 1 crawford yes cube 4 1 turn 1 board 6:14 off:1 / bar:1 6:14",
    ),
    (events.SetUp(side=0, position=Position.of({2: 3}, {3: 2, 0: 1})), "set up turn 0 board 2:3 / 3:2 off:1"),
]

BAD_LINES: list[object] = [
    "", " ", "rolled", "rolled 3", "rolled 3 7", "rolled 0 1", "rolled 3 1 1", "rolled  3 1", "rolled 3 1 ",
    "Rolled 3 1", "rolled 3\t1", "rolled ٣ 1", "rolled 03 1", "rolled +3 1", "opened 6-2", "chose 7", "chose",
    "played 8", "played ",
    "played 8:3 ", "played 0:3", "played 27:3", "played 25:3", "played 8:7", "played 8:3:1", "played 8/3",
    "played 8:3 8:3 8:3 8:3 8:3", "played bar", "resigned 0", "resigned 4", "took it", "timed", "timed  out", "took\n",
    "misplayed 14", "misplayed 0/3", "misplayed 8/25", "misplayed " + " ".join(["8/5"] * 16), "danced 5", "settled",
    "settled 2 1", "settled 0", "settled none 0", "settled 0 01x", "set", "set down", "set up score 3",
    "set up cube 2 none crawford no", "set up score 03 2", "set up board 6:1", "set up turn 2",
    "set up board 6:14 off:1 / 6:15 ", "set up board 6:14 / bar:1 6:14",
    "doubled\0", None, 7, 2.5, b"rolled 3 1", "x" * 10_000,
]  # fmt: skip


def test_every_event_has_a_line() -> None:
    assert {type(event) for event, _line in LINES} == set(Event.__args__)


@pytest.mark.parametrize(("event", "line"), LINES)
def test_an_event_and_its_line(event: Event, line: str) -> None:
    assert event_to_text(event) == line
    assert event_from_text(line) == event


def test_only_events_have_lines() -> None:
    with pytest.raises(GameError) as error:
        event_to_text("rolled")  # type: ignore[arg-type]  # on purpose
    assert error.value.code == "unknown_event"


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_is_none(line: object) -> None:
    with pytest.raises(GameError) as error:
        event_from_text(line)
    assert error.value.code == "record_unreadable"
    assert len(str(error.value.facts["given"])) <= 60


@pytest.mark.parametrize("options", every_match(), ids=title)
def test_a_random_match_there_and_back(options: MatchOptions) -> None:
    record = play(options, 2, 1)
    lines = [event_to_text(event) for event in record.events]
    assert tuple(map(event_from_text, lines)) == record.events
    assert options_from_text(options_to_text(options)) == options


def altered(text: str, rng: Random) -> str:
    """A text with one to three letters lost, doubled, or changed to another that it might have."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        put = rng.choice(("", text[at : at + 1] * 2, rng.choice('0123456789: {}[]",aeortdl\0é\ud800')))
        text = text[:at] + put + text[at + rng.randint(0, 1) :]
    return text


def test_altered_lines_are_read_whole_or_refused() -> None:
    rng, refused = Random(5), Counter[str]()
    for _ in range(20_000):
        line = altered(rng.choice(LINES)[1], rng)
        try:
            assert event_to_text(event_from_text(line)) == line
        except GameError as error:
            refused[error.code] += 1
    assert set(refused) == {"record_unreadable"}
    assert 10_000 < refused.total() < 20_000


def test_conditions_are_readable() -> None:
    written = json.loads(options_to_text(tavli(5, {"portes": {}})))
    assert written["games"] == [{"game": "portes"}, {"game": "plakoto"}, {"game": "fevga"}]
    assert written["length"] == 5


def test_a_switch_that_is_not_named_is_the_usual_one() -> None:
    assert options_from_text('{"games": [{"game": "backgammon"}], "length": 7}') == MatchOptions()


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "7", '"x"', "{}", '{"games": [], "length": 3}', '{"games": [{"game": "backgammon"}]}',
        '{"games": "backgammon", "length": 3}', '{"games": {"game": "backgammon"}, "length": 3}',
        '{"games": [{"game": "chess"}], "length": 3}', '{"games": [{"game": []}], "length": 3}',
        '{"games": ["backgammon"], "length": 3}', '{"games": [{"game": "backgammon", "options": []}], "length": 3}',
        '{"games": [{"game": "tavla", "options": {"x": "y"}}], "length": 3}',
        '{"games": [{"game": "tavla", "options": {"x": {}}}], "length": 3}',
        '{"games": [{"game": "backgammon", "more": 1}], "length": 3}',
        '{"games": [{"game": "backgammon"}], "length": -1}', '{"games": [{"game": "backgammon"}], "length": 3.0}',
        '{"games": [{"game": "backgammon"}], "length": true}', '{"games": [{"game": "backgammon"}], "length": 99999}',
        '{"games": [{"game": "backgammon"}], "length": 3, "jacoby": 0}',
        '{"games": [{"game": "backgammon"}], "length": 3, "jacoby": true}',
        '{"games": [{"game": "backgammon"}], "length": 3, "more": true}',
        '{"games": [{"game": "backgammon"}], "length": ' + "9" * 5000 + "}",
        "[" * 100_000, '{"games":' * 50_000, None, 7, b"{}", [],
    ],
)  # fmt: skip
def test_conditions_that_are_none(text: object) -> None:
    with pytest.raises(GameError) as error:
        options_from_text(text)
    assert error.value.code == "record_unreadable"


def test_altered_conditions_are_read_or_refused() -> None:
    rng, matches, refused = Random(6), every_match(), Counter[str]()
    for _ in range(5_000):
        try:
            options = options_from_text(altered(options_to_text(rng.choice(matches)), rng))
            assert options_from_text(options_to_text(options)) == options
        except GameError as error:
            refused[error.code] += 1
    assert set(refused) == {"record_unreadable"}
    assert 2_500 < refused.total() < 5_000
