"""Writing matches and reading them again: JSON and .txt hold every game, .mat and .sgf what they have room for."""

from __future__ import annotations

import json
import string
from dataclasses import replace

import pytest

from engine_c import OFF, Step, game_of
from formats.samples import expected, sample
from game.errors import GameError
from game.formats.base import FORMATS, read, write
from game.formats.losses import losses
from game.formats.reading import ReadMatch
from game.formats.telling import KNOWN_ELSEWHERE, tell
from game.match import events
from game.match.events import Event
from game.match.options import MatchOptions, tavli
from game.match.record import MatchRecord
from game.match.state import Phase
from match.test_random_matches import every_match, play, title

NAMES = ("Ayşe", "Νίκος")


def random_match(options: MatchOptions, seed: int, games: int = 3) -> MatchRecord:
    return replace(play(options, seed, games), names=NAMES)


def read_again(record: MatchRecord, format_name: str) -> ReadMatch:
    [match] = read(write(record, format_name), f"match.{format_name}")
    return match


@pytest.mark.parametrize("options", every_match(), ids=title)
def test_json_is_exact_for_every_game(options: MatchOptions) -> None:
    record = random_match(options, 1)
    match = read_again(record, "json")
    assert match.record == record
    assert match.problems == ()


def without_bearing_off_dice(event: Event) -> Event:
    """The one thing that .txt does not say: which of two dice bore a checker off."""
    if isinstance(event, events.Played):
        return events.Misplayed(tuple((step.source, step.target) for step in event.steps))
    return event


@pytest.mark.parametrize("options", every_match(), ids=title)
def test_txt_holds_every_game(options: MatchOptions) -> None:
    record = random_match(options, 2)
    match = read_again(record, "txt")
    assert match.problems == ()
    assert (match.record.options, match.record.names) == (record.options, record.names)
    assert list(map(without_bearing_off_dice, match.record.events)) == list(
        map(without_bearing_off_dice, record.events)
    )
    differing = [
        (ours, theirs)
        for ours, theirs in zip(record.events, match.record.events, strict=True)
        if ours != theirs and isinstance(ours, events.Played)
    ]
    assert all(any(step.target == OFF for step in ours.steps) for ours, _theirs in differing)


# What other programs' files can hold: who rolled and played what, the cube, and the points.

Told = tuple[tuple[int, int], list[object], object]


def held(record: MatchRecord, is_mat: bool) -> list[Told]:
    """Every game as .mat and .sgf hold it: score, rolls, plays and cube words with their sides, winner and points."""
    games: list[Told] = []
    for game in tell(record, standing=True):
        words: list[object] = []
        for entry in game.entries:
            event, side = entry.event, entry.before.to_act
            match event:
                case events.Opened(dice) if entry.after.phase is Phase.TO_PLAY:
                    words.append(("rolled", entry.after.side, sorted(dice)))
                case events.Rolled(dice):
                    words.append(("rolled", entry.after.side, list(dice)))
                case events.Played(steps):
                    words.append(("played", entry.before.side, [(step.source, step.target) for step in steps]))
                case events.Misplayed() | events.Danced():
                    words.append(event)
                case events.Doubled() | events.Took() | events.Passed() | events.Beavered() | events.Raccooned():
                    words.append((type(event).__name__, side))
        if is_mat and [word[0] for word in words[-2:] if isinstance(word, tuple)] == ["Beavered", "Passed"]:
            words[-2:] = [("Took", words[-2][1])]  # type: ignore[index]  # a pair
        games.append((game.score, words, game.result and (game.result.winner, game.result.points)))
    return games


def matches_known_elsewhere(format_name: str) -> list[MatchOptions]:
    lengths = [MatchOptions(length=length) for length in (1, 2, 3, 5, 7, 9, 25)]
    known = [options for options in every_match() if options.games[0].key in KNOWN_ELSEWHERE]
    return [options for options in [*lengths, *known] if not (format_name == "mat" and options.automatic_doubles)] + [
        MatchOptions(length=0, jacoby=jacoby, beavers=True, raccoons=True) for jacoby in (True, False)
    ]


@pytest.mark.parametrize("format_name", ["mat", "sgf"])
def test_other_programs_forms_hold_rolls_plays_cube_and_points(format_name: str) -> None:
    for options in matches_known_elsewhere(format_name):
        for seed in (3,):
            record = random_match(options, seed, 6)
            match = read_again(record, format_name)
            assert match.problems == (), title(options)
            assert held(match.record, False) == held(record, format_name == "mat"), title(options)
            assert match.record.names == NAMES
            assert match.record.state().score == record.state().score
            assert match.record.options.games == options.games
            assert (match.record.options.length, match.record.options.jacoby) == (options.length, options.jacoby)


@pytest.mark.parametrize("format_name", ["mat", "sgf"])
@pytest.mark.parametrize(
    "options", [MatchOptions((game_of("plakoto"),), 5), MatchOptions((game_of("tavla"),), 5), tavli(7)]
)
def test_games_that_other_programs_do_not_know_are_refused(format_name: str, options: MatchOptions) -> None:
    with pytest.raises(GameError) as error:
        write(MatchRecord(options), format_name)
    assert error.value.code == "not_for_other_programs"
    assert error.value.facts["format"] == f".{format_name}"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(GameError) as error:
        write(MatchRecord(MatchOptions()), "doc")
    assert error.value.code == "unknown_format"


@pytest.mark.skipif(not expected(), reason="the collection of samples is not beside the repository")
@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", expected())
def test_a_sample_written_again(name: str, format_name: str) -> None:
    record = sample(name).record
    is_set_up_within = any(
        isinstance(event, events.SetUp) and event.position is not None and place
        for place, event in enumerate(record.events)
    )
    if format_name == "mat" and is_set_up_within:
        return
    again = read_again(record, format_name).record
    if format_name == "json":
        assert again == record
    elif format_name == "txt":
        assert list(map(without_bearing_off_dice, again.events)) == list(map(without_bearing_off_dice, record.events))
    else:
        assert held(again, False) == held(record, format_name == "mat")
        assert again.state().score == record.state().score


OPENED = MatchRecord(MatchOptions(), NAMES, (events.Opened((3, 1)), events.Played((Step(8, 3), Step(6, 1)))))


NASTY = [
    *(sign + "Ann" for sign in string.punctuation),
    *("#1 Dad", ";x", "5 point match", "0 point match", "Game 1", "1) 31:", "1) 31: 8/5 6/5", "Wins 2 points"),
    *("Ann : 0", "Ann: 0  Bob : 1", ":", "a:", "31:", "Doubles => 2", "Takes", "12 34", "7"),
    *("Bob, 1234", "a,1,2", ",5", "a\nb", "a\tb", "a\x0bb", "\x00", "a\u00a0b", "a\u200bb", "\ufeffAnn", "a\u2028b"),
    *("&gt;", "a&amp;amp;b", "&#38;gt;", "&#10;", "&lt", "&", "&#9999999;", "&#55296;", "> quoted", "XGID=", "(;GM[6]"),
    *('; [Player 1 "x"]', '"]', '" ]', "]", "\\", "{", "Score is 0-0", "a is X - b is O", "Ann   Bob", " Ann "),
    *("", "  ", "; = took", "= took back", "Zoe\u0301", "\u0301x", "名前" * 30, "x" * 80, "y" * 450),
    *("שלום", "\u200fעלי", "علی\u200cرضا", "👨\u200d👩\u200d👧"),
]  # fmt: skip


OPENING = (events.Opened((3, 1)), events.Played((Step(8, 3), Step(6, 1))))
RESIGNED = (*OPENING, events.Resigned(2), events.Accepted(), *OPENING, events.Doubled(), events.Took())
MATCH = MatchRecord(MatchOptions(length=5), NAMES, RESIGNED)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("has_suffix", [True, False])
def test_no_name_breaks_a_match(format_name: str, has_suffix: bool) -> None:
    """Whatever the players are called, the match comes back whole, and the names too or it is said that they do not."""
    for place, name in enumerate(NASTY):
        for names in ((name, "Ann"), (NASTY[place - 1], name), (name, name)):
            [match] = read(write(replace(MATCH, names=names), format_name), f"x.{format_name}" if has_suffix else "x")
            assert match.problems == (), names
            assert held(match.record, False) == held(MATCH, False), names
            is_said = not {"names", "names_in_comment"}.isdisjoint(losses(replace(MATCH, names=names), format_name))
            assert match.record.names == names or is_said, names
            assert match.record.names == names or format_name == "sgf", names


def test_a_tree_stays_a_tree_whoever_plays() -> None:
    text = write(replace(MATCH, names=("5 point match", "Ann")), "sgf").decode().replace("AP[Shesh Besh]", "")
    assert read(text.encode(), "x")[0].record.names == ("5 point match", "Ann")


def test_a_score_line_has_no_more_than_other_programs_can_read() -> None:
    text = write(replace(OPENED, names=("A: 5", "Bob, 1234")), "mat").decode()
    assert "\n A. 5 : 0                       Bob 1234 : 0\n" in text


def test_tags_spell_the_names_of_the_columns_only() -> None:
    text = write(replace(OPENED, names=("A:5", "Bob")), "mat").decode()
    for first, second, names in (
        ("Bob", "A:5", ("A:5", "Bob")),  # other programs have the players the other way round in their tags
        ("Carl", "Dora", ("A.5", "Bob")),
        ("", "", ("A.5", "Bob")),
    ):
        changed = text.replace('1 "A:5"', f'1 "{first}"').replace('2 "Bob"', f'2 "{second}"')
        assert read(changed.encode(), "x.mat")[0].record.names == names


def test_every_row_of_a_mat_is_long_enough_for_gnu_backgammon() -> None:
    for seed in (5, 6):
        rows = write(random_match(MatchOptions(length=9), seed, 20), "mat").decode().split("\n")
        assert all(len(row) >= 17 for row in rows if row[3:4] == ")")


def test_headers_come_back() -> None:
    headers = {"Event": "Club evening [A]", "Site": 'The "old" house', "EventDate": "2026.11.30"}
    for format_name in FORMATS:
        [match] = read(write(OPENED, format_name, headers), "x")
        assert headers.items() <= match.headers.items()


# Our own JSON, damaged

WHOLE = json.loads(write(OPENED, "json"))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"format": "something else"}, "not_our_json"),
        ({"version": 2}, "json_newer"),
        ({"players": ["A"]}, "json_players"),
        ({"conditions": {"games": [{"game": "chess"}], "length": 3}}, "json_conditions"),
        ({"conditions": None}, "json_conditions"),
    ],
)
def test_json_that_is_refused(changed: dict[str, object], code: str) -> None:
    with pytest.raises(GameError) as error:
        read(json.dumps(WHOLE | changed).encode(), "x.json")
    assert error.value.code == code


@pytest.mark.parametrize("text", ["{}", '{"moves": [1, 2]}', '{"format": ""}', '{"format": null}', "{oops"])
def test_json_of_others_is_shown(text: str) -> None:
    with pytest.raises(GameError) as error:
        read(text.encode(), "x.json")
    assert (error.value.code, error.value.facts["given"]) == ("not_our_json", text)


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["opened 3 1", "played 8:3 6:1", "rolled 9 1"], 2),
        (["opened 3 1", "played 8:3 7:1"], 1),
        (["opened 3 1", "took", "played 8:3 6:1"], 1),
        ([7], 0),
        ("none", 0),
    ],
)
def test_json_is_kept_up_to_its_first_impossible_event(lines: object, kept: int) -> None:
    [match] = read(json.dumps(WHOLE | {"events": lines}).encode(), "x.json")
    assert len(match.record.events) == kept
    assert len(match.problems) == 1
