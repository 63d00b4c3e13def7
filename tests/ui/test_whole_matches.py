"""Whole matches at the table, by random legal clicks: the store, the state and the board always agree."""

from __future__ import annotations

from random import Random

import pytest

from engine_c import GAMES, game_of
from game.match import events
from game.match.options import MatchOptions, tavli
from game.match.state import MatchState, Phase
from game.storage.header import MatchHeader
from game.ui.cards.message import MessageCard
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from middle import NAMES
from pilot import MakePilot, Pilot


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
        elif director.typing is not None and director.entry is None:
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
        if self.pilot.director.entry is None:
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


def test_a_session_of_two_people_with_typed_dice(make_pilot: MakePilot) -> None:
    pilot = make_pilot(is_blind=True)
    pilot.sit(MatchHeader(NAMES, MatchOptions(length=0, jacoby=True), dice="typed", extra={"turns": True}))
    player = Player(pilot, "two people")
    player.play(until=Phase.GAME_OVER)
    pilot.push("end")
    pilot.until_still()
    assert pilot.state.phase is Phase.MATCH_OVER
    player.check(whole=True)
