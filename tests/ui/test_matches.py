"""Whole matches at the table, by random legal clicks: the store, the state and the board always agree."""

from __future__ import annotations

from random import Random

import pytest

from engine_c import GAMES, Step, game_of
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.state import MatchState, Phase
from game.storage.header import MatchHeader
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from middle import header, in_the_middle
from pilot import MakePilot, Pilot

NAMES = ("Ada", "Bea")


class Player:
    """Plays both persons' sides by clicks, drags and keys, as chance will have it."""

    def __init__(self, pilot: Pilot, seed: object) -> None:
        self.pilot, self.rng = pilot, Random(str(seed))
        self.turns = 0
        self.commands: list[str] = []

    def play(self, until: Phase = Phase.MATCH_OVER, most: int = 4000) -> None:
        """Goes on until the match is in that phase."""
        pilot = self.pilot
        for _ in range(most):
            pilot.until_still()
            if pilot.state.phase is until and isinstance(pilot.app.stack.top, ResultCard):
                self.check(whole=True)
                return
            self.act()
        raise AssertionError(f"no end after {most} acts: {pilot.state.phase}")

    def act(self) -> None:
        """One thing that the table waits for."""
        pilot, rng = self.pilot, self.rng
        card, director = pilot.app.stack.top, pilot.director
        if card is not None:
            self.answer(card)
        elif director.typing is not None and not director.previews_throw:
            self.type_dice()
        elif director.wants_number:
            pilot.press(str(rng.randint(1, 6)))
        elif director.wants_roll:
            may = director.may_double and rng.random() < 0.05
            pilot.press("ctrl+d" if may else "space")
        elif pilot.app.scene.touch is not None:
            self.move()
        else:
            raise AssertionError(f"nobody knows what to do: {pilot.state.phase} {pilot.said}")

    def answer(self, card: object) -> None:
        pilot = self.pilot
        if isinstance(card, OfferCard):
            pilot.push("take" if self.rng.random() < 0.8 and pilot.state.cube.value < 4 else "pass")
        elif isinstance(card, ResultCard):
            self.check(whole=True)
            pilot.push("next")
        else:
            assert isinstance(card, MessageCard)
            raise AssertionError(f"{card.title}: {card._sentences}")

    def type_dice(self) -> None:
        typing = self.pilot.director.typing
        assert typing is not None
        while len(typing.faces) < 2:
            self.pilot.press(str(self.rng.randint(1, 6)))
        if not self.pilot.director.previews_throw:
            self.pilot.press("return")

    def move(self) -> None:
        """One step or several, by one of the ways there are."""
        pilot, rng = self.pilot, self.rng
        touch, entry = pilot.app.scene.touch, pilot.director.entry
        assert touch is not None
        assert entry is not None
        if entry.may_finish and (entry.is_finished or rng.random() < 0.5):
            pilot.press("return")
            return
        source = rng.choice(touch.sources())
        way = rng.randrange(4)
        if way == 0:
            pilot.click(source, button=3)
        elif way == 1:
            pilot.double_click(source)
        else:
            touch.picked = source
            target = rng.choice(touch.targets())
            touch.drop()
            if way == 2:
                pilot.drag(source, target)
            else:
                pilot.click(source)
                pilot.click(target)
        self.check(whole=False)

    def check(self, *, whole: bool) -> None:
        """Both sides have all their checkers; whole: and the store holds what is shown."""
        pilot = self.pilot
        if not pilot.director.show.is_busy:
            game = pilot.state.game
            assert pilot.counts() == (game.checkers, game.checkers)
        if whole:
            sitting = pilot.director.sitting
            assert sitting.store.record(sitting.header.id).state() == sitting.state
            if pilot.state.phase is Phase.TO_PLAY and not pilot.director.show.is_busy and not pilot.director.typing:
                entry = pilot.director.entry
                position = entry.position if entry else pilot.state.position
                assert pilot.director.show.laid == pilot.director.seen.laid(position, pilot.state.side)


LONGEST = {
    "aceydeucey_us",
    "aceydeucey_eu",
    "aceydeucey_seed",
    "longgammon",
    "gulbara",
    "nardy",
    "moultezim",
    "tapa",
    "mahbusa",
    "nackgammon",
    "nackgammon_41",
}
A_GAME = [pytest.param(key, marks=pytest.mark.long if key in LONGEST else ()) for key in GAMES]


@pytest.mark.parametrize("key", A_GAME)
def test_one_game_of_every_kind_to_its_end(make_pilot: MakePilot, key: str) -> None:
    """Nothing goes by itself, so that every step is made by hand; the board turns to whoever is to play."""
    pilot = make_pilot(is_blind=True, play_forced=False, confirm_automatically=key in {"fevga", "portes"})
    extra = {"turns": GAMES.index(key) % 2 == 0, "seed": key} if isinstance(GAMES, tuple | list) else {"seed": key}
    match = MatchHeader(NAMES, MatchOptions((game_of(key),), 1), dice="seeded", extra=extra)
    pilot.sit(match)
    Player(pilot, key).play()
    assert len(pilot.state.results) >= 1


def test_a_match_of_five_points_against_the_computer(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    match = MatchHeader(NAMES, MatchOptions(length=5), ("person", "balanced:easy"), "seeded", extra={"seed": 5})
    pilot.sit(match)
    Player(pilot, 5).play()
    assert max(pilot.state.score) >= 5
    assert pilot.app.store is not None
    assert [kept.id for kept in pilot.app.store.finished()] == [pilot.director.sitting.header.id]
    assert not pilot.app.store.unfinished()
    pilot.push("menu")
    assert "resume" not in [box.key for box in pilot.card.boxes()]


def test_a_tavla_match_to_three(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    options = MatchOptions((game_of("tavla"),), 3)
    pilot.sit(MatchHeader(NAMES, options, ("person", "aggressive:easy"), "fair"))
    openers: list[tuple[int | None, int]] = []

    def listen(event: object, before: MatchState, after: MatchState) -> None:
        if before.phase is Phase.GAME_OVER:
            assert isinstance(event, events.Rolled)
            openers.append((before.results[-1].winner, after.side))

    pilot.director.sitting.table.listen(listen)
    Player(pilot, "tavla").play()
    assert max(pilot.state.score) >= 3
    assert all(winner == opener for winner, opener in openers)


@pytest.mark.long
def test_a_tavli_rotation_to_three(make_pilot: MakePilot) -> None:
    rotation(make_pilot, "rotation")


def test_a_tavli_rotation_of_three_games(make_pilot: MakePilot) -> None:
    """The board is as the next game wants it: parallel in fevga only."""
    pilot = rotation(make_pilot, 2)
    assert pilot.state.results


def rotation(make_pilot: MakePilot, seed: object) -> Pilot:
    pilot: Pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, tavli(3), ("person", "careful:easy"), "seeded", extra={"seed": seed}))
    player = Player(pilot, seed)
    kinds: list[str] = []
    while True:
        pilot.until_still()
        if pilot.state.phase is Phase.MATCH_OVER:
            break
        if not kinds or kinds[-1] != pilot.state.game.key:
            kinds.append(pilot.state.game.key)
        assert pilot.director.geometry.parallel == (pilot.state.game.key == "fevga")
        player.act()
    assert kinds[:3] == ["portes", "plakoto", "fevga"][: len(kinds)]
    player.check(whole=True)
    return pilot


# Two people with their own dice


@pytest.fixture
def two(pilot: Pilot) -> Pilot:
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0), dice="typed"))
    pilot.until_still()
    return pilot


def record(pilot: Pilot) -> list[object]:
    return list(pilot.director.sitting.table.record.events)


def test_a_session_of_two_people_with_typed_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0, jacoby=True), dice="typed", extra={"turns": True}))
    player = Player(pilot, "two people")
    player.play(until=Phase.GAME_OVER)
    pilot.push("end")
    pilot.until_still()
    assert pilot.state.phase is Phase.MATCH_OVER
    player.check(whole=True)


def test_the_opening_throw_is_one_die_each(two: Pilot) -> None:
    assert two.director.typing is not None
    assert two.director.typing.is_opening
    two.press("2")
    two.press("5")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert (throw.faces, throw.at_bottom) == ((2, 5), None)
    assert two.director.shown_state.side == 1
    assert record(two) == []


def test_equal_dice_of_the_opening_count_when_confirmed(two: Pilot) -> None:
    two.press("4", "4")
    two.until_still()
    assert record(two) == []
    two.push("confirm")
    two.until_still()
    assert record(two) == [events.Opened((4, 4))]
    assert two.director.typing is not None


def test_a_throw_is_corrected_until_the_first_checker_moves(two: Pilot) -> None:
    two.press("6", "1")
    two.until_still()
    assert two.director.previews_throw
    two.press("3", "1")
    two.until_still()
    assert record(two) == []
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 1)
    two.drag(8, 5)
    two.until_still()
    assert record(two) == [events.Opened((3, 1))]
    two.press("6")  # too late
    assert two.state.dice == (3, 1)
    two.drag(6, 5)
    two.until_still()
    assert record(two)[-1] == events.Played((Step(8, 3), Step(6, 1)))


def test_backspace_takes_the_last_number_back(two: Pilot) -> None:
    two.press("6", "backspace", "3", "2")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 2)
    two.press("backspace", "1")
    two.until_still()
    throw = two.director.show.throw
    assert throw is not None
    assert throw.faces == (3, 1)


def test_numbers_are_typed_with_buttons_too(two: Pilot) -> None:
    two.push("face 3")
    two.push("face 1")
    two.until_still()
    assert two.director.previews_throw
    two.push("correct")
    two.push("face 5")
    two.push("face 4")
    two.until_still()
    two.click(24)
    two.click(20)
    two.until_still()
    assert record(two)[0] == events.Opened((5, 4))


def test_whoever_has_typed_dice_may_not_double_any_more(two: Pilot) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    assert "double" in [box.key for box in two.app.scene.boxes()]
    two.press("6")
    assert "double" not in [box.key for box in two.app.scene.boxes()]
    two.press("5")
    two.until_still()
    assert two.director.previews_throw
    two.press("ctrl+d")
    assert two.said == "You may double only on your own turn, before you roll."
    assert two.state.phase is Phase.TO_ROLL


def test_doubling_before_the_dice_are_typed(two: Pilot) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    two.push("double")
    two.until(lambda: two.has(OfferCard))
    two.push("take")
    two.until_still()
    assert two.state.cube.value == 2
    assert two.director.typing is not None


# Boards where no play of a person follows: the throw counts only when confirmed.
def test_a_throw_that_leaves_no_play_waits_for_confirmation(pilot: Pilot) -> None:
    state = in_the_middle("bar:2 6:13 / 1:2 2:2 3:2 4:2 5:2 6:2 7:3", None, length=0)
    pilot.sit(header(state, dice="typed"), state)
    pilot.until_still()
    pilot.press("6", "5")
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("6", "6")
    pilot.until_still()
    assert pilot.state.phase is Phase.TO_ROLL
    pilot.press("return")
    pilot.until_still()
    assert record(pilot) == [events.Rolled((6, 6)), events.Played(())]
    assert pilot.state.side == 1


def test_the_computers_throw_is_typed_and_confirmed(make_pilot: MakePilot) -> None:
    pilot = make_pilot()
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=3), ("person", "balanced:easy"), "typed"))
    pilot.until_still()
    pilot.press("1", "3")
    pilot.until_still()
    assert record(pilot) == []
    pilot.press("return")
    pilot.until_still()
    assert [type(event) for event in record(pilot)] == [events.Opened, events.Played]
    assert pilot.state.side == 0


# Taking the last turn back


@pytest.mark.parametrize("agrees", [True, False])
def test_the_last_turn_is_taken_back_by_agreement(two: Pilot, agrees: bool) -> None:
    two.press("3", "1")
    two.until_still()
    two.drag(8, 5)
    two.until_still()
    two.drag(6, 5)
    two.until_still()
    two.press("ctrl+b")
    assert isinstance(two.card, MessageCard)
    assert two.card._sentences == ["Ada asks to take the last turn back. Does Bea agree?"]
    two.push("answer 0" if agrees else "answer 1")
    two.until_still()
    assert isinstance(record(two)[-1], events.TookBack if agrees else events.Played)
    assert two.state.side == (0 if agrees else 1)
    if agrees:
        assert two.state.dice == (3, 1)
        assert two.director.entry is not None
        two.drag(24, 20)
        two.until_still()
        assert record(two)[-1] == events.Played((Step(24, 3), Step(21, 1)))
        stored = two.director.sitting.store.record(two.director.sitting.header.id)
        assert stored.state() == two.state


def test_nothing_to_take_back_is_said(two: Pilot) -> None:
    two.press("ctrl+b")
    assert two.said == "There is no turn to take back."


# Clock


def test_the_clock_stands_while_a_card_is_open_and_through_a_stall(make_pilot: MakePilot) -> None:
    """P14: time is what the loop was told; a stall of ten seconds is no thinking."""
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=3, clock=True), dice="seeded", extra={"seed": 1}))
    pilot.until_still()
    side = pilot.state.to_act
    assert side is not None
    clock = pilot.director.sitting.clock
    assert clock is not None
    before = clock.banks[side]
    pilot.press("escape")
    for _ in range(60 * 30):
        pilot.frame()
    pilot.press("escape")
    pilot.frame()
    assert pilot.director.sitting.clock is not None
    assert pilot.director.sitting.clock.banks[side] == before
    pilot.frame(10.0)
    pilot.frame()
    assert pilot.director.sitting.clock.banks[side] == before
    for _ in range(60 * 20):
        pilot.frame()
    assert before - 20 < pilot.director.sitting.clock.banks[side] < before


def test_who_runs_out_of_time_loses_the_game(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=1, clock=True), dice="seeded", extra={"seed": 1}))
    pilot.until_still()
    side = pilot.state.to_act
    assert side is not None
    for _ in range(60 * 140):
        pilot.frame(1 / 60)
        if pilot.state.phase is Phase.MATCH_OVER:
            break
    assert pilot.state.phase is Phase.MATCH_OVER
    assert pilot.state.results[-1].winner == 1 - side
    pilot.until(lambda: pilot.has(ResultCard))


def test_a_stall_in_the_middle_of_an_animation_eats_no_move(make_pilot: MakePilot) -> None:
    """P14."""
    pilot = make_pilot(animation_speed="slow")
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0), dice="seeded", extra={"seed": 3}))
    pilot.until_still()
    touch = pilot.app.scene.touch
    assert touch is not None
    pilot.click(touch.sources()[0], button=3)
    pilot.frame()
    assert pilot.director.show.is_busy
    pilot.frame(10.0)
    pilot.until_still()
    entry = pilot.director.entry
    position = entry.position if entry else pilot.state.position
    assert pilot.director.show.laid == pilot.director.seen.laid(position, pilot.director.shown_state.side)
    assert pilot.counts() == (15, 15)


def test_nothing_is_drawn_while_nothing_changes(make_pilot: MakePilot) -> None:
    """P07: in the menu and at the table the loop is not asked to draw, and nothing wakes it."""
    pilot = make_pilot()
    pilot.save(pilot.folder / "menu.png")
    for _ in range(200):
        pilot.frame()
    assert not any(pilot.app.step(pilot.now + frame / 60) for frame in range(60))
    assert pilot.app.wakes_in is None
    pilot.press("return", "return")
    pilot.until_still()
    pilot.save(pilot.folder / "table.png")
    for _ in range(200):
        pilot.frame()
    assert not any(pilot.app.step(pilot.now + frame / 60) for frame in range(60))
    assert pilot.app.wakes_in is None
