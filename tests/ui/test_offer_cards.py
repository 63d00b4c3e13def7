"""The cube, resignations and sessions at the table: what is offered, answered, counted and said."""

from __future__ import annotations

from typing import Any

import pytest

import opponents
from game import seats
from game.guests import Guests
from game.match import events
from game.match.options import MatchOptions
from game.match.state import Cube, Ending, MatchState, Phase, start
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard, ResignCard
from game.ui.cards.result import ResultCard
from game.ui.widgets.controls import Label
from invited import plays_on, until_person
from middle import START, header, in_the_middle, told
from pilot import MakePilot, Pilot

RACE = "6:3 5:3 4:3 3:2 2:2 1:2 / 6:3 5:3 4:3 3:2 2:2 1:2"


@pytest.fixture
def against(monkeypatch: pytest.MonkeyPatch, make_pilot: MakePilot) -> Any:
    """Sits the person down against somebody who answers as told."""

    def sit(state: MatchState | None, **answers: Any) -> Pilot:
        opponent = told(**answers)
        built_in = opponents.seat
        monkeypatch.setattr(
            seats, "seat", lambda style, level: opponent() if style == "told" else built_in(style, level)
        )
        monkeypatch.setattr(Guests, "may_play", lambda _guests, _key: True)
        pilot: Pilot = make_pilot(roll_automatically=False)
        pilot.sit(header(state or start(MatchOptions(length=7)), ("person", "told:medium")), state)
        pilot.until_still()
        return pilot

    return sit


def two(pilot: Pilot, state: MatchState) -> Pilot:
    pilot.sit(header(state), state)
    pilot.until_still()
    return pilot


def words_of(pilot: Pilot) -> list[str]:
    return [pilot.card.title, *(box.label for box in pilot.card._content.parts() if isinstance(box, Label))]


def session(**facts: Any) -> MatchState:
    return in_the_middle(facts.pop("text", START), None, length=0, **facts)


def test_a_double_is_offered_and_taken(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.push("double")
    pilot.until(lambda: pilot.has(OfferCard))
    assert words_of(pilot)[1:] == [
        "Bea",
        "Ada doubles: the game would be played for 2.",
        "Passing loses 1 point.",
    ]
    assert [box.key for box in pilot.card.boxes()] == ["take", "pass"]
    pilot.push("take")
    pilot.until_still()
    assert (pilot.state.cube, pilot.state.phase, pilot.state.to_act) == (Cube(2, 1), Phase.TO_PLAY, 0)


def test_a_double_is_passed_and_the_next_game_begins(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("pass")
    pilot.until(lambda: pilot.has(ResultCard))
    assert "Bea refuses the double: Ada wins 1 point." in words_of(pilot)
    assert pilot.state.score == (1, 0)
    pilot.push("next")
    pilot.until_still()
    assert (pilot.state.number, pilot.state.cube) == (1, Cube())


# Answers one after the other, with the rules of the session: the cube then, or the points of who has won.
ANSWERS: list[tuple[dict[str, bool], list[str], Cube | None, tuple[int, int]]] = [
    ({"beavers": True}, ["beaver", "take"], Cube(4, 1), (0, 0)),
    ({"beavers": True}, ["beaver", "pass"], None, (0, 2)),
    ({"beavers": True, "raccoons": True}, ["beaver", "raccoon", "take"], Cube(8, 1), (0, 0)),
    ({"beavers": True, "raccoons": True}, ["beaver", "raccoon", "pass"], None, (4, 0)),
    ({"beavers": True, "raccoons": True}, ["pass"], None, (1, 0)),
]


@pytest.mark.parametrize(("rules", "answers", "cube", "score"), ANSWERS)
def test_beavers_and_raccoons(
    pilot: Pilot, rules: dict[str, bool], answers: list[str], cube: Cube | None, score: tuple[int, int]
) -> None:
    two(pilot, session(rules=rules))
    pilot.press("ctrl+d")
    for answer in answers:
        pilot.until(lambda: pilot.has(OfferCard))
        pilot.push(answer)
        pilot.until_still()
    if cube is not None:
        assert (pilot.state.cube, pilot.state.phase) == (cube, Phase.TO_PLAY)  # nobody else may double: it rolls
    else:
        assert pilot.has(ResultCard)
    assert pilot.state.score == score


def test_beavers_are_not_offered_where_they_are_not_played(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    assert "beaver" not in [box.key for box in pilot.card.boxes()]


@pytest.mark.parametrize("value", [32, 64, 512, 4096])
def test_the_cube_goes_on_beyond_64(pilot: Pilot, value: int) -> None:
    two(pilot, session(cube=Cube(value, 0)))
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("take")
    pilot.until_still()
    assert pilot.state.cube == Cube(2 * value, 1)
    pilot.draw()


def test_f19_a_refused_redouble_scores_the_cube_before_it(against: Any) -> None:
    text = "XGID=-B-----------------eee----:1:1:1:00:0:0:0:0:10"
    pilot = against(session(text=text, cube=Cube(2, 0)), to_double="pass")
    pilot.push("double")
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.state.score == (2, 0)
    assert pilot.state.results[-1].ending is Ending.PASSED
    assert "Bea refuses the double: Ada wins 2 points." in words_of(pilot)


# F20: board, game, rules, cube, the points and the sentence.
GAMMON, BACK = "1:2 / 7:5 6:5 5:5", "1:2 / bar:1 7:4 6:5 5:5"
F20: list[tuple[str, str, dict[str, bool], Cube, int, str]] = [
    (GAMMON, "backgammon", {}, Cube(2, 0), 4, "Ada wins 4 points with a gammon."),
    (BACK, "backgammon", {}, Cube(2, 0), 6, "Ada wins 6 points with a backgammon."),
    (GAMMON, "backgammon", {"jacoby": True}, Cube(), 1, "Ada wins 1 point with a gammon."),
    (GAMMON, "backgammon", {"jacoby": True}, Cube(2, 1), 4, "Ada wins 4 points with a gammon."),
    (GAMMON, "tavla", {}, Cube(), 2, "Ada wins 2 points with a gammon."),
    (BACK, "tavla", {}, Cube(), 2, "Ada wins 2 points with a gammon."),
]


@pytest.mark.parametrize(("text", "key", "rules", "cube", "points", "sentence"), F20)
def test_f20_gammons_are_counted_and_said(
    pilot: Pilot, text: str, key: str, rules: dict[str, bool], cube: Cube, points: int, sentence: str
) -> None:
    length = 7 if key == "tavla" else 0
    state = in_the_middle(text, (1, 1), key, length=length, rules=rules, cube=cube)
    pilot.sit(header(state), state)
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.state.score == (points, 0)
    assert sentence in words_of(pilot)


# F23: the board, what the opponent says to each level offered. The other side takes two off, then bears off.
LOST = "XGID=-----------EEE----------b-:0:0:1:00:0:0:0:0:10"


@pytest.mark.parametrize(("level", "accepts"), [(1, False), (2, True)])
def test_f23_the_forecast_of_a_resignation_is_what_happens(make_pilot: MakePilot, level: int, accepts: bool) -> None:
    pilot = make_pilot(roll_automatically=False)
    state = session(text=LOST)
    pilot.sit(header(state, ("person", "balanced:hard")), state)
    pilot.until_still()
    pilot.press("ctrl+r")
    assert pilot.has(ResignCard)
    pilot.choose("level", level)
    pilot.draw()
    words = "Your opponent will accept this." if accepts else "Your opponent will refuse this and play on."
    assert words in words_of(pilot)
    pilot.push("resign")
    pilot.until_still()
    if accepts:
        assert pilot.has(ResultCard)
        assert pilot.state.score == (0, level)
        assert f"Ada resigns: Bea wins {level} points." in words_of(pilot)
    else:
        assert pilot.state.phase is Phase.TO_ROLL
        assert pilot.said == "Bea refuses the resignation: the game goes on."
        pilot.press("space")
        pilot.until_still()
        assert pilot.state.score == (0, 0)


def test_resigning_while_a_play_is_entered_and_refused_goes_on_with_the_same_dice(against: Any) -> None:
    pilot = against(in_the_middle(START, (3, 1)), accepts=False)
    pilot.drag(8, 5)
    pilot.until_still()
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until_still()
    assert (pilot.state.phase, pilot.state.dice) == (Phase.TO_PLAY, (3, 1))
    assert pilot.director.entry is not None
    assert pilot.director.show.laid == pilot.director.seen.laid(pilot.director.entry.position, 0)
    assert pilot.counts() == (15, 15)


def test_two_people_answer_a_resignation_themselves(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.press("ctrl+r")
    assert "Your opponent decides." in words_of(pilot)
    pilot.push("resign")
    pilot.until(lambda: pilot.has(OfferCard))
    assert "Ada gives up and offers 1 point." in words_of(pilot)
    pilot.push("refuse")
    pilot.until_still()
    assert (pilot.state.phase, pilot.state.to_act) == (Phase.TO_ROLL, 0)
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until(lambda: pilot.has(OfferCard))
    assert "Ada gives up and offers 2 points." in words_of(pilot)
    pilot.push("accept")
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.state.score == (0, 2)


def test_what_was_refused_is_not_offered_again_in_the_same_turn(pilot: Pilot) -> None:
    two(pilot, session(refused=3))
    pilot.press("ctrl+r")
    pilot.until_still()
    assert pilot.app.stack.top is None
    assert "Your opponent has refused that" in pilot.said


def test_a_computer_whose_resignation_was_refused_rolls(against: Any) -> None:
    pilot = against(None, gives_up=1)
    until_person(pilot)
    while pilot.app.stack.top is None:
        plays_on(pilot)
        until_person(pilot)
    pilot.push("refuse")
    until_person(pilot)
    made = [type(event).__name__ for event in pilot.director.sitting.table.record.events]
    assert made[made.index("Resigned") :][:4] == ["Resigned", "Refused", "Rolled", "Played"]
    assert "Resigned" not in made[made.index("Refused") :]


@pytest.mark.parametrize(("answer", "over"), [("accept", True), ("refuse", False)])
def test_a_computer_that_resigns(against: Any, answer: str, over: bool) -> None:
    state = in_the_middle(RACE, None, side=1, to_act=1)
    pilot = against(state, gives_up=1)
    pilot.until(lambda: pilot.has(OfferCard))
    assert words_of(pilot) == ["Resignation", "Ada", "Bea gives up and offers 1 point."]
    pilot.press("escape")
    assert pilot.card.title == "Pause"
    pilot.press("escape")
    assert pilot.has(OfferCard)
    pilot.push(answer)
    pilot.until(lambda: pilot.app.stack.top is not None)
    assert (pilot.state.phase is Phase.GAME_OVER) == over


def test_a_computer_that_doubles_is_answered(against: Any) -> None:
    pilot = against(session(side=1, to_act=1), doubles=True)
    pilot.until(lambda: pilot.has(OfferCard))
    assert "Bea doubles: the game would be played for 2." in words_of(pilot)
    pilot.push("take")
    pilot.until(lambda: pilot.state.phase is Phase.TO_PLAY or pilot.state.side == 0)
    assert pilot.state.cube == Cube(2, 0)


def test_a_computer_turns_a_double_back(against: Any) -> None:
    pilot = against(session(rules={"beavers": True, "raccoons": True}), to_double="beaver")
    pilot.push("double")
    pilot.until(lambda: pilot.has(OfferCard))
    assert pilot.card.title == "Beaver"
    pilot.push("raccoon")
    pilot.until(lambda: pilot.state.cube.value == 8)
    assert pilot.state.cube == Cube(8, 1)


@pytest.mark.parametrize("fault", ["raises", "against the rules", "nonsense"])
def test_an_opponent_that_fails_is_told_and_the_match_goes_on(against: Any, fault: str) -> None:
    def choose(_self: object, view: Any) -> object:
        if fault == "raises":
            raise ValueError("broken")
        from engine_c import Play, Step  # noqa: PLC0415

        return Play(view.position, (Step(24, 6), Step(24, 6))) if fault == "against the rules" else None

    state = in_the_middle(START, (3, 1))
    pilot = against(state, choose_play=choose)
    pilot.drag(8, 5)
    pilot.drag(6, 5)
    pilot.until(lambda: pilot.has(MessageCard))
    assert pilot.card.title == "Please note"
    assert any("The built-in opponent has taken the seat, and the match goes on." in words for words in words_of(pilot))
    pilot.press("return")


def test_automatic_doubles_of_a_session(pilot: Pilot) -> None:
    from game.match.options import MatchOptions  # noqa: PLC0415
    from game.storage.header import MatchHeader  # noqa: PLC0415

    options = MatchOptions(length=0, automatic_doubles=True)
    pilot.sit(MatchHeader(("Ada", "Bea"), options, dice="typed"))
    pilot.until_still()
    for faces, cube in (("33", 2), ("55", 2)):
        pilot.press(*faces)
        pilot.press("return")
        pilot.until_still()
        assert (pilot.state.phase, pilot.state.cube.value) == (Phase.TO_OPEN, cube)
    assert pilot.said == "Both throw 5: again."


def test_a_session_ends_when_it_is_ended(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("pass")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.push("end")
    pilot.until(lambda: pilot.has(ResultCard) and pilot.state.phase is Phase.MATCH_OVER)
    assert pilot.card.title == "Ada leads at the end of the session"
    assert isinstance(pilot.director.sitting.table.record.events[-1], events.Stopped)
    assert pilot.app.store is not None
    assert not pilot.app.store.unfinished()


def test_a_session_can_be_ended_from_the_pause_too(pilot: Pilot) -> None:
    two(pilot, session())
    pilot.press("ctrl+d")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("pass")
    pilot.until(lambda: pilot.has(ResultCard))
    pilot.press("escape")
    pilot.push("end")
    pilot.until(lambda: pilot.has(ResultCard))
    assert pilot.state.phase is Phase.MATCH_OVER


def test_a_resignation_takes_up_the_real_dice_that_were_typed(pilot: Pilot) -> None:
    state = session()
    pilot.sit(header(state, dice="typed"), state)
    pilot.until_still()
    pilot.press("3", "1")
    pilot.until_still()
    pilot.press("ctrl+r")
    pilot.push("resign")
    pilot.until(lambda: pilot.has(OfferCard))
    pilot.push("refuse")
    pilot.until_still()
    assert "correct" not in [box.key for box in pilot.app.scene.boxes()]
    pilot.push("face 3")
    pilot.push("face 1")
    pilot.until_still()
    pilot.drag(24, 20)
    pilot.until_still()
    assert pilot.state.side == 1
