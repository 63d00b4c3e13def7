"""Somebody at the real window, who plays by mouse alone or by keys alone.

A twin of the program, without a screen and with a copy of what is stored, knows where things are and what a press
leads to; what is done to the twin is done to the real window. Then the store tells whether both came to the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame

from game import paths
from game.match.events import Double, Event, Move
from game.match.state import MatchState, Phase
from game.seats import Question, answer
from game.storage.codec import event_to_text
from game.ui import look
from game.ui.art import Art
from game.ui.board.projection import Camera
from game.ui.card import Card
from game.ui.cards.offers import OfferCard
from game.ui.cards.result import ResultCard
from game.ui.input import Pointer
from game.ui.modes.director import Director
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Choice
from game.ui.widgets.fields import TextField
from opponents import Opponent, seat
from pilot import Pilot
from window.kept import Kept
from window.screen import Program, wait_until

MOST_TRIES = 3


class PlainArt(Art):
    """Pictures whose look does not matter: nothing is drawn beside the game."""

    def __init__(self) -> None:
        super().__init__(look.read({}, [paths.assets() / "looks"])[0])
        self._plain: dict[tuple[int, int], pygame.Surface] = {}

    def table(self, camera: Camera) -> pygame.Surface:
        """A dark surface."""
        self.aim(camera)
        size = camera.width, camera.height
        return self._plain.setdefault(size, pygame.Surface(size))

    def poll(self) -> bool:
        """Nothing better comes."""
        return False

    def close(self) -> None:
        """Is used again by the next twin."""


class Twin(Pilot):
    """A pilot whose every press is made at the real window too, unless it is alone. by_keys: never the mouse."""

    def __init__(self, program: Program, kept: Kept, art: Art, *, by_keys: bool, is_still: bool) -> None:
        self._program, self.by_keys, self.is_alone = program, by_keys, True
        self._waiting: list[str] = []
        self._is_collecting = False
        settings = replace(kept.settings, animation_speed="off") if is_still else kept.settings
        super().__init__(Path(os.devnull), settings, program.size, store=kept.copy(), art=art)

    # Everything that hands do

    def click_at(self, at: tuple[float, float], button: int = 1) -> None:
        top = self.app.stack.top
        super().click_at(at, button)
        if not self.is_alone:
            assert not self.by_keys, "the mouse is not to be touched"
            self._program.click(at, button)
        self._settle(top)

    def drag(self, source: int, target: int) -> None:
        ends = self.pixel(source), self.pixel(target)
        super().drag(source, target)
        if not self.is_alone:
            self._program.drag(*ends)

    def drop(self, *paths: Path) -> None:
        top = self.app.stack.top
        super().drop(*paths)
        if not self.is_alone:
            self._program.drop(*paths)
        self._settle(top)

    def press(self, *keys: str) -> None:
        top = self.app.stack.top
        super().press(*keys)
        self._waiting += keys
        if not self._is_collecting:
            self._send_keys()
        self._settle(top)

    def _send_keys(self) -> None:
        if self._waiting and not self.is_alone:
            self._program.press(*self._waiting)
        self._waiting.clear()

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Keys that follow one another quickly."""
        self._is_collecting = True
        try:
            yield
        finally:
            self._is_collecting = False
            self._send_keys()

    def write_letters(self, text: str) -> None:
        super().write_letters(text)
        if not self.is_alone:
            self._program.write(text)

    def _settle(self, top: Card | None) -> None:
        """A card that has come is waited for until it lies still, here and there."""
        if self.app.stack.top is not None and self.app.stack.top is not top:
            self.app.stack.settle()
            self.now += 1.0
            self.app.stack.now = self.now
            self.draw()
            if not self.is_alone:
                wait_until(self._program.rests, "a card that lies still")

    # Boxes, by whichever hands

    def push(self, key: str) -> None:
        """Presses a button, scrolled into sight."""
        if self.is_alone or not self.by_keys:
            self._scroll_to(key)
            self.click_at(self.box(key).rect.center)
            return
        self.focus_on(key)
        self.press("return")

    def choose(self, key: str, value: object) -> None:
        """Turns a choice until it has that value."""
        for _ in range(80):
            choice = self.box(key)
            assert isinstance(choice, Choice)
            if choice.value == value:
                return
            if self.by_keys:
                self.focus_on(key)
                self.press("right")
            else:
                self._scroll_to(key)
                choice = self.box(key)
                assert isinstance(choice, Choice)
                self.click_at(choice.arrow_place(1))
        raise AssertionError(f"{key} never was {value}")

    def write(self, key: str, text: str) -> None:
        """Replaces what a field says."""
        if self.by_keys:
            self.focus_on(key)
        else:
            self._scroll_to(key)
            self.click_at(self.box(key).rect.center)
        while (field := self.box(key)) and isinstance(field, TextField) and field.value:
            self.press("backspace")
        self.write_letters(text)

    def focus_on(self, key: str) -> None:
        """Tab until a box has the keyboard."""
        with self._together():
            for _ in range(80):
                if isinstance(self.focus, Widget) and self.focus.key == key:
                    return
                self.press("tab")
        raise AssertionError(f"Tab never came to {key}")

    @property
    def focus(self) -> Widget | int | None:
        """What has the keyboard: a box, or a place of the table."""
        return self.card.focus if self.app.stack.top else self.app.scene.focus

    def _scroll_to(self, key: str) -> None:
        """Turns the wheel until a box of the card can be seen."""
        for _ in range(60):
            if self.app.stack.top is None:
                return
            card, box = self.card, self.box(key)
            view = card._view
            if box not in list(card._content.parts()) or view.top <= box.rect.top <= box.rect.bottom <= view.bottom:
                return
            up = box.rect.top < view.top
            self.send(Pointer("wheel", *view.center, amount=1.0 if up else -1.0))
            self.draw()
            if not self.is_alone:
                self._program.click(view.center, 4 if up else 5)
        raise AssertionError(f"{key} never came into sight")

    # Checkers

    def move_checker(self, source: int, target: int, how: int) -> None:
        """One step at the table. how: a number that varies the way it is done."""
        if self.by_keys:
            with self._together():
                self._move_by_keys(source, target)
        elif how % 3 == 1:
            self.drag(source, target)
        else:
            self.click(source)
            self.click(target)

    def _move_by_keys(self, source: int, target: int) -> None:
        scene, back = self.app.scene, "shift+tab"
        sources = list(scene.touch.sources()) if scene.touch else []
        # The nearer way round to the checker; places of the table come before the buttons.
        key = back if source in sources and sources.index(source) > len(sources) // 2 + 2 else "tab"
        for _ in range(80):
            if scene.focus == source and not isinstance(scene.focus, Widget):
                break
            self.press(key)
        assert scene.focus == source
        self.press("return")
        for _ in range(30):
            assert scene.touch is not None
            if scene.touch.aimed == target:
                break
            self.press("right")
        self.press("return")


class Person:
    """Plays whole matches. mind: what they would do; shows: told every stage before something is done in it; tries: how
    often something had to be done again.
    """

    def __init__(self, program: Program, *, by_keys: bool, mind: Opponent | None = None) -> None:
        self.program, self.kept, self.by_keys = program, Kept(program.home), by_keys
        self._mind = mind or seat("balanced", "hard")
        self._art = PlainArt()
        self._focus: str | int | None = None
        self.tries = self.decisions = 0
        self.shows: Callable[[str], None] = lambda stage: None

    def sees(self, *, seated: bool) -> Twin:
        """A twin of the window as it is. seated: at the newest match, else at the main menu."""
        wait_until((self.program.home / "data" / "matches.db").exists, "a store")
        twin = Twin(self.program, self.kept, self._art, by_keys=self.by_keys, is_still=seated)
        if seated:
            header = self.kept.headers()[0]
            twin.app.evening.beginning.resume(header.id)  # also a finished one, whose result is still shown
            twin.now += 10.0
            twin.until_still()
            self._give_focus(twin)
        twin.now += 10.0
        twin.frame()
        twin.draw()
        twin.is_alone = False
        return twin

    def _give_focus(self, twin: Twin) -> None:
        scene = twin.app.scene
        if isinstance(self._focus, str):
            scene.focus = next((box for box in scene.boxes() if box.key == self._focus and box.can_focus), None)
        elif self._focus is not None:
            scene.focus = self._focus
        twin.draw()

    def _keep_focus(self, twin: Twin) -> None:
        focus = twin.app.scene.focus
        self._focus = focus.key if isinstance(focus, Widget) else focus

    # A match

    def begins(self, twin: Twin, *, throws: bool = True) -> None:
        """After Start: the match is stored, and nothing at its table has the keyboard yet. throws: by the game."""
        wait_until(lambda: bool(self.kept.headers()) and self.kept.count() >= throws, "the first throw")
        twin.close()
        self._focus = None

    def plays_on(self, until: Phase = Phase.MATCH_OVER, most: int = 2000) -> MatchState:
        """Plays until the match is over (or a game), and answers with its state."""
        for _ in range(most):
            state = self.waits_for_hand()
            if state.phase in (until, Phase.MATCH_OVER):
                return state
            self.decides()
        raise AssertionError(f"the match had no end in {most} decisions")

    def waits_for_hand(self) -> MatchState:
        """Until the real window waits for this person, or the match is over."""
        known = -1
        state = None

        def is_there() -> bool:
            nonlocal known, state
            count = self.kept.count()
            if count == known or not self.program.rests() or self.kept.count() != count:
                return False
            known, state = count, self.kept.state
            seats = self.kept.headers()[0].seats
            # Whoever opens the next game, somebody at the screen has to ask for it.
            is_between = state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
            return is_between or state.to_act is None or seats[state.to_act] == "person"

        def why() -> str:
            record = self.kept.record()
            words = self._words(record.events[-4:])
            return f"the other side: {words}, {record.state().phase}, {self.program.said()[-300:]}"

        wait_until(is_there, why)
        assert state is not None
        return state

    def decides(self) -> None:
        """One decision: a whole play, a throw, an answer, the next game."""
        for attempt in range(MOST_TRIES):
            twin = self.sees(seated=True)
            before = self.kept.record().events
            mine = twin.app.scene.sitting
            # The table goes on by itself, perhaps to the end of the match: nobody is waited for.
            if mine is None or mine.table.record.events != before:
                twin.close()
                return
            self.tries += attempt > 0
            self.decisions += 1
            self._acts(twin)
            wanted = mine.table.record.events
            self._keep_focus(twin)
            twin.close()
            if self._comes_to(wanted):
                return
            self._sits_down_again()
        raise AssertionError(f"the real window did not do what was pressed: {self._words(wanted)}")

    def _comes_to(self, wanted: tuple[Event, ...]) -> bool:
        """Does the real record go on as the twin's did?"""
        try:
            wait_until(lambda: self.kept.count() >= len(wanted), "an event", 6.0)
        except AssertionError:
            return False
        kept = self._words(self.kept.record().events[: len(wanted)])
        assert kept == self._words(wanted), f"{kept[-4:]} instead of {self._words(wanted)[-4:]}"
        return True

    @staticmethod
    def _words(events: tuple[Event, ...]) -> list[str]:
        return [event_to_text(event) for event in events]

    def _sits_down_again(self) -> None:
        """To a known place: out to the menu and back to the match, where nothing is in the hand."""
        twin = self.sees(seated=True)
        twin.press("f10" if twin.app.stack.top is None else "escape")
        twin.push("leave")
        twin.push("resume")
        self._focus = None
        twin.close()

    # What it does

    def _acts(self, twin: Twin) -> None:
        top = twin.app.stack.top
        director = twin.app.scene.director
        assert director is not None
        if isinstance(top, ResultCard):
            self.shows("result of a game")
            twin.push("next")
            if director.typing is not None:  # nothing is stored before the throw of the next game
                self._types(twin, director)
        elif isinstance(top, OfferCard):
            self.shows("offer")
            twin.push(type(self._mind_says(director.state)).__name__.lower())
        elif director.typing is not None:
            self.shows("typed dice")
            self._types(twin, director)
        elif director.wants_roll:
            self.shows("roll or double")
            self._rolls(twin, director)
        elif director.wants_number:
            self._presses_die(twin, 6)
        else:
            self.shows("play")
            self._moves(twin, director)

    def _mind_says(self, state: MatchState) -> object:
        assert state.to_act is not None
        return answer(Question(self._mind, state.to_act, state, 7, 0.05, None))

    def _rolls(self, twin: Twin, director: Director) -> None:
        if director.may_double and isinstance(self._mind_says(director.state), Double):
            twin.push("double")
        elif self.by_keys:
            twin.press("space")
        else:
            twin.push("roll")

    def _presses_die(self, twin: Twin, face: int) -> None:
        if self.by_keys:
            twin.press(str(face))
        else:
            twin.push(f"face {face}")

    def _types(self, twin: Twin, director: Director) -> None:
        """Real dice that somebody threw: here from the number of events, so that a test can be repeated."""
        number = len(director.sitting.table.record.events)
        faces = 1 + number * 7 % 6, 1 + (number * 11 + 3) % 6
        if director.state.phase in (Phase.TO_OPEN, Phase.GAME_OVER) and faces[0] == faces[1]:
            faces = 6, faces[1] % 5 + 1
        for face in faces:
            self._presses_die(twin, face)
        twin.until_still()
        if director.entry is not None:
            self._moves(twin, director)
        elif self.by_keys:
            twin.press("return")
        else:
            twin.push("confirm")

    def _moves(self, twin: Twin, director: Director) -> None:
        wish = self._mind_says(director.shown_state)
        planned = list(wish.steps) if isinstance(wish, Move) else []
        seen, side = director.seen, director.shown_state.side
        for number in range(8):
            entry = director.entry
            if entry is None:
                return
            if twin.app.scene.touch is None or twin.app.scene.touch.entry is not entry:
                twin.frame()
            if not entry.choices:
                twin.press("return") if self.by_keys else twin.push("done")
                return
            step = next((step for step in planned if step in entry.choices), entry.choices[0])
            if step in planned:
                planned.remove(step)
            events = len(director.sitting.table.record.events)
            twin.move_checker(seen.shown(side, step.source), seen.shown(side, step.target), number + events)
        raise AssertionError("the turn had no end")
