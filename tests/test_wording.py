"""Words for the table: every refusal, every event, every result and every title, in every language."""

from __future__ import annotations

import ast
import string
import typing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine_c import GAMES, OPTIONS, Position, Step, game_of
from engine_c._engine import ffi, lib
from game import i18n, refusals, wording
from game.errors import GameError
from game.match import events
from game.match.entry import PlayEntry
from game.match.options import MatchOptions
from game.match.referee import apply
from game.match.state import Ending, GameResult, MatchState, Phase, start

ROOT = Path(__file__).parent.parent
NAMES = ("Ayşe", "Nikos")
PLACES = {"point": 5, "number": 4, "source": 6, "die": 1}


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.speak(request.param)
    yield request.param
    i18n.speak("en")


# Refusals


def fields(sentence: str) -> set[str]:
    return {field for _text, field, _spec, _conversion in string.Formatter().parse(sentence) if field}


def reasons_of_steps() -> set[str]:
    names, why = set(), 0
    while (name := lib.bg_why_name(why)) != ffi.NULL:
        names.add(ffi.string(name).decode().lower())
        why += 1
    return names - {"allowed"}


def constants(node: ast.AST) -> set[str]:
    return {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)}


def codes_of(argument: ast.expr, tree: ast.Module) -> set[str]:
    """The codes that the first argument of an error can be."""
    match argument:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=body, orelse=orelse):
            return codes_of(body, tree) | codes_of(orelse, tree)
        case ast.JoinedStr(values=[ast.Constant(value="step_"), _]):
            return {f"step_{why}" for why in reasons_of_steps()}
        case ast.Name(id="reason"):
            [function] = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == "why_no_double"]
            return {code for n in ast.walk(function) if isinstance(n, ast.Return) for code in constants(n)}
    raise AssertionError(f"no code can be read from line {argument.lineno}: {ast.unparse(argument)}")


def raised_at_the_table() -> dict[str, set[str]]:
    """The codes of every refusal in the rooms of the match and the dice, and the facts that always come with them."""
    found: dict[str, set[str]] = {}
    for path in (*(ROOT / "game/match").glob("*.py"), *(ROOT / "game/dice").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in {"NotAllowed", "GameError"}:
                facts = {keyword.arg for keyword in node.keywords if keyword.arg}
                for code in codes_of(node.args[0], tree):
                    found[code] = found.get(code, facts) & facts
    return found


RAISED = raised_at_the_table()


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_refusal_has_a_sentence_and_its_facts(code: str) -> None:
    text = (refusals.REFUSALS | refusals.TABLE)[code]
    assert fields(text) <= RAISED[code]
    assert len(text) <= 90


def test_no_sentence_is_left_over() -> None:
    assert {key.partition(".")[0] for key in refusals.TABLE} <= set(RAISED)
    assert {key for key in refusals.TABLE if "." in key} == {f"not_now.{phase.name.lower()}" for phase in Phase}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("key", sorted(refusals.TABLE))
def test_a_refusal_is_one_short_line_without_names_of_ours(key: str) -> None:
    code, _, phase = key.partition(".")
    facts = {"action": "Roll", "phase": phase.upper(), "event": "Undreamt", "length": -1, **PLACES}
    said = wording.sentence(GameError(code, **facts))
    assert 0 < len(said) <= 100
    assert said == said.strip()
    assert not {"Roll", "Undreamt", code, phase.upper() or code} & set(said.replace(".", " ").split())
    assert "{" not in said


def test_the_engine_s_reasons_come_with_the_facts_of_the_sentence() -> None:
    game = game_of("backgammon")
    state = in_game(board({24: 1, 6: 5}, {2: 2, 13: 1}))
    assert state.part
    entry = PlayEntry(game, state.position, state.turn)
    with pytest.raises(GameError) as error:
        entry.step(Step(24, 1))
    assert wording.sentence(error.value) == "Your opponent holds point 23."


# Events


def board(own: dict[int, int], opponent: dict[int, int]) -> Position:
    """A position whose other checkers have been borne off."""
    return Position.of(own | {0: 15 - sum(own.values())}, opponent | {0: 15 - sum(opponent.values())})


def in_game(position: Position, key: str = "backgammon", dice: tuple[int, int] = (3, 1), **facts: object) -> MatchState:
    """Side 0 has just rolled."""
    options = MatchOptions((game_of(key),), 0 if game_of(key).has_cube else 5)
    state = MatchState(options, position, Phase.TO_ROLL, to_act=0, turns=(4, 4))
    return replace(apply(state, events.Rolled(dice)), **facts)  # type: ignore[arg-type]  # facts of a test


def at(phase: Phase, to_act: int | None = 0, **facts: object) -> MatchState:
    state = MatchState(MatchOptions(length=0), game_of("backgammon").start(), phase, to_act=to_act, turns=(4, 4))
    return replace(state, **facts)  # type: ignore[arg-type]  # facts of a test


AUTOMATIC = start(MatchOptions(length=0, automatic_doubles=True))
FIRST = start(MatchOptions(length=0))
START = game_of("backgammon").start()
PLAYED = apply(in_game(START), events.Played((Step(8, 3), Step(6, 1))))
CLOSING = board({24: 1, 7: 2} | dict.fromkeys(range(1, 7), 2), {25: 1, 6: 14})
ACEY = MatchState(
    MatchOptions((game_of("aceydeucey_us"),), 5), game_of("aceydeucey_us").start(), Phase.TO_CHOOSE, to_act=1
)

# The state before, the event, and what is said of it.
TOLD: list[tuple[MatchState, events.Event, str]] = [
    (FIRST, events.Opened((2, 5)), "Nikos throws 5 against 2 and begins."),
    (FIRST, events.Opened((4, 4)), "Both throw 4: again."),
    (AUTOMATIC, events.Opened((4, 4)), "Both throw 4: the cube goes to 2. Again."),
    (apply(AUTOMATIC, events.Opened((4, 4))), events.Opened((6, 6)), "Both throw 6: again."),
    (at(Phase.TO_ROLL), events.Rolled((3, 1)), "Ayşe rolls 3 and 1."),
    (replace(ACEY, side=1), events.Chose(5), "Nikos chooses the double 5-5."),
    (in_game(START), events.Played((Step(8, 3), Step(6, 1))), "Ayşe plays 8/5 6/5."),
    (
        in_game(START),
        events.Played((Step(24, 3), Step(21, 1))),
        "Ayşe plays 24/20.",
    ),
    (
        in_game(board({24: 1, 6: 1}, {4: 1, 2: 14})),
        events.Played((Step(24, 3), Step(6, 1))),
        "Ayşe plays 24/21* 6/5 and hits.",
    ),
    (
        in_game(board({24: 1, 6: 14}, {4: 1, 24: 14}), "plakoto"),
        events.Played((Step(24, 3), Step(6, 1))),
        "Ayşe plays 24/21 6/5 and pins.",
    ),
    (in_game(board({25: 1}, {1: 2, 3: 2, 5: 11})), events.Played(()), "Ayşe cannot move."),
    (
        in_game(CLOSING),
        events.Played((Step(24, 3), Step(21, 1))),
        "Ayşe plays 24/20. Nikos is closed out and misses a turn.",
    ),
    (at(Phase.TO_ROLL), events.Doubled(), "Ayşe doubles to 2."),
    (at(Phase.TO_ANSWER_DOUBLE, 1, at_stake=2), events.Beavered(), "Nikos beavers to 4 and keeps the cube."),
    (at(Phase.TO_ANSWER_BEAVER, 0, at_stake=4), events.Raccooned(), "Ayşe raccoons to 8."),
    (at(Phase.TO_ANSWER_RACCOON, 1, at_stake=8), events.Took(), "Nikos takes: the game is played for 8."),
    (at(Phase.TO_ANSWER_DOUBLE, 1, at_stake=2), events.Passed(), "Nikos passes."),
    (at(Phase.TO_ROLL), events.Resigned(1), "Ayşe offers to resign a single game."),
    (at(Phase.TO_ROLL), events.Resigned(2), "Ayşe offers to resign a gammon."),
    (at(Phase.TO_ROLL), events.Resigned(3), "Ayşe offers to resign a backgammon."),
    (at(Phase.TO_ANSWER_RESIGNATION, 1, resigned=2), events.Accepted(), "Nikos accepts the resignation."),
    (
        at(Phase.TO_ANSWER_RESIGNATION, 1, resigned=2),
        events.Refused(),
        "Nikos refuses the resignation: the game goes on.",
    ),
    (at(Phase.TO_ROLL), events.TimedOut(), "Ayşe has run out of time."),
    (PLAYED, events.TookBack(), "Ayşe takes the last turn back."),
    (at(Phase.GAME_OVER, None), events.Stopped(), "The session is over."),
    (
        in_game(START),
        events.Misplayed(((8, 4), (6, 4))),
        "Ayşe plays 8/4 6/4, which the rules do not allow.",
    ),
    (in_game(START), events.Misplayed(()), "Ayşe plays nothing, which the rules do not allow."),
    (
        apply(in_game(CLOSING), events.Played((Step(24, 3), Step(21, 1)))),
        events.Danced((5, 2)),
        "Nikos rolls 5 and 2 but is closed out.",
    ),
    (at(Phase.TO_OPEN, None), events.SetUp(side=1), "The table was set up by hand; Nikos is to play."),
    (at(Phase.TO_ROLL), events.Settled(1, 3), "The points of this game were agreed: Nikos gets 3."),
    (at(Phase.TO_ROLL), events.Settled(None, 0), "This game was broken off."),
]


@pytest.mark.parametrize(("before", "event", "said"), TOLD, ids=[said for _before, _event, said in TOLD])
def test_what_happened(before: MatchState, event: events.Event, said: str) -> None:
    assert wording.event_sentence(event, before, apply(before, event), NAMES) == said


def test_every_event_is_among_them() -> None:
    assert {type(event) for _before, event, _said in TOLD} == set(typing.get_args(events.Event))


def test_every_event_is_told_in_every_language(language: str) -> None:
    for before, event, english in TOLD:
        said = wording.event_sentence(event, before, apply(before, event), NAMES)
        assert "{" not in said
        assert (said == english) == (language == "en")
        assert all(name in said for name in NAMES if name in english)
        assert len(said) <= 100


# Results

RESULTS = [
    (GameResult(0, 1, 1, Ending.BORNE_OFF), "Ayşe wins 1 point."),
    (GameResult(1, 4, 1, Ending.BORNE_OFF), "Nikos wins 4 points."),
    (GameResult(1, 2, 2, Ending.BORNE_OFF), "Nikos wins 2 points with a gammon."),
    (GameResult(0, 3, 3, Ending.BORNE_OFF), "Ayşe wins 3 points with a backgammon."),
    (GameResult(0, 2, 2, Ending.MOTHER_PINNED), "Ayşe pins the mother and wins 2 points."),
    (GameResult(None, 0, 0, Ending.DRAWN), "The game is drawn: nobody scores."),
    (GameResult(0, 2, 1, Ending.PASSED), "Nikos refuses the double: Ayşe wins 2 points."),
    (GameResult(1, 1, 1, Ending.RESIGNED), "Ayşe resigns: Nikos wins 1 point."),
    (GameResult(0, 64, 1, Ending.TIMED_OUT), "Nikos is out of time: Ayşe wins 64 points."),
    (GameResult(1, 2, 1, Ending.SETTLED), "As agreed, Nikos wins 2 points."),
    (GameResult(None, 0, 0, Ending.SETTLED), "This game was broken off."),
]


@pytest.mark.parametrize(("result", "said"), RESULTS)
def test_how_a_game_ended(result: GameResult, said: str) -> None:
    assert wording.result_sentence(result, NAMES) == said


def test_every_ending_is_told_in_every_language(language: str) -> None:
    assert {result.ending for result, _said in RESULTS} == set(Ending)
    for result, english in RESULTS:
        said = wording.result_sentence(result, NAMES)
        assert "{" not in said
        assert (said == english) == (language == "en")
        assert all(name in said for name in NAMES if name in english)


@pytest.mark.parametrize(("points", "said"), [(1, "1 очко"), (3, "3 очка"), (5, "5 очков"), (12, "12 очков")])
def test_points_are_counted_as_the_language_counts(points: int, said: str) -> None:
    try:
        i18n.speak("ru")
        assert wording.result_sentence(GameResult(0, points, 1, Ending.BORNE_OFF), NAMES) == f"Ayşe получает {said}."
    finally:
        i18n.speak("en")


# Titles


@pytest.mark.usefixtures("language")
def test_every_game_option_and_value_has_a_title() -> None:
    titles = [wording.game_title(key) for key in (*GAMES, "tavli")]
    assert len(set(titles)) == len(titles)
    for key, options in OPTIONS.items():
        for option, values in options.items():
            assert wording.option_title(key, option) != option
            said = {wording.option_value_title(key, option, value) for value in values}
            assert len(said) == len(values)
            assert not said & set(values)


@pytest.mark.usefixtures("language")
def test_every_level_and_style_has_a_title() -> None:
    levels = {wording.level_title(level) for level in ("easy", "medium", "hard", "master", "adaptive")}
    styles = {wording.style_title(style) for style in ("balanced", "aggressive", "careful", "runner")}
    assert (len(levels), len(styles)) == (5, 4)


@pytest.mark.parametrize(("game", "option"), [("backgammon", "opening"), ("tavla", "six_prime")])
def test_an_option_of_another_game_has_no_title(game: str, option: str) -> None:
    with pytest.raises(KeyError):
        wording.option_title(game, option)


# Numbers


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("en", ("1,234.5", "-0.120", "12%", "12.5%")),
        ("tr", ("1.234,5", "-0,120", "%12", "%12,5")),
        ("de", ("1.234,5", "-0,120", "12\u00a0%", "12,5\u00a0%")),
        ("ru", ("1\u00a0234,5", "-0,120", "12\u00a0%", "12,5\u00a0%")),
    ],
)
def test_numbers_are_written_as_in_the_language(spoken: str, written: tuple[str, ...]) -> None:
    try:
        i18n.speak(spoken)
        said = (i18n.number(1234.5, 1), i18n.number(-0.12, 3), i18n.percent(0.12), i18n.percent(0.125, 1))
        assert said == written
    finally:
        i18n.speak("en")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.0, "0:00"), (-1.0, "0:00"), (0.2, "0:01"), (60.0, "1:00"), (725.0, "12:05"), (5400.0, "90:00")],
)
def test_a_clock(seconds: float, said: str) -> None:
    assert i18n.clock_time(seconds) == said
