"""The one board while a match is being played: what is drawn, what is touched, which buttons are alive."""

from __future__ import annotations

from collections.abc import Callable

from engine_c import game_of
from game.errors import GameError
from game.match.events import Action, Event
from game.match.state import MatchState, Phase
from game.settings import Settings
from game.sitting import Sitting
from game.ui.board import geometry as places
from game.ui.board.geometry import Geometry
from game.ui.board.layout import TableLayout, lay_out
from game.ui.board.paint import CubeShown, Marks, Painter
from game.ui.board.seen import Laid, Seen
from game.ui.board.show import Show
from game.ui.board.surround import HintLine
from game.ui.board.touch import Touch
from game.ui.input import Input, Pointer, Pressed
from game.ui.modes import words
from game.ui.modes.director import Director
from game.ui.modes.services import Services
from game.ui.modes.surroundings import Surroundings
from game.ui.scale import Scale
from game.ui.widgets.base import Canvas, Widget
from game.wording import event_sentence, sentence

REFUSAL_SECONDS = 7.0


class PlayScene:
    """The table. Without a sitting it shows a board that waits for one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.director: Director | None = None
        self.touch: Touch | None = None
        self._idle = Show(_start(), Geometry())
        self._layout: TableLayout | None = None
        self._scale: Scale | None = None
        self._around = Surroundings(services)
        self.focus: Widget | int | None = None
        self._hover: Widget | None = None
        self._held: Widget | None = None
        self._happened: Callable[[], str] = str  # worded when it is drawn: the language may have changed
        self._refusal = ""
        self._refused_at = -REFUSAL_SECONDS
        self._now = 0.0
        self._clock_shown = ""

    # A sitting

    def sit_down(self, director: Director) -> None:
        """Shows another match."""
        self.director = director
        self.touch = None
        self.focus = None
        self._happened, self._refusal = str, ""
        self._around.forget()

    def leave(self) -> None:
        """Shows a board that waits."""
        self.director = self.touch = None
        self._around.forget()

    @property
    def sitting(self) -> Sitting | None:
        """The match being played."""
        return self.director.sitting if self.director else None

    # What is told

    def tell(self, event: Event, before: MatchState, after: MatchState) -> None:
        """An event, in words."""
        assert self.sitting is not None
        names = self.sitting.header.names
        self._happened = lambda: event_sentence(event, before, after, names)
        self._refusal = ""

    def notice(self, text: Callable[[], str]) -> None:
        """Something the table says by itself."""
        self._happened = text

    def show_advice(self, state: MatchState, action: Action) -> None:
        """A hint, if it is still about what lies on the board."""
        if self.director is not None and self.director.state == state:
            self._happened = lambda: words.advice(state, action)

    def forget_words(self) -> None:
        """The language or a setting has changed: everything is worded anew."""
        self._around.forget()
        self._refusal = ""
        if self.director is not None:
            self.director.show.geometry = self.director.geometry

    def refuse(self, error: GameError) -> None:
        """Why something was not allowed."""
        self._refusal, self._refused_at = sentence(error), self._now

    # Time

    def step(self, now: float, *, is_covered: bool, is_paused: bool) -> bool:
        """Goes on; True while something moves."""
        self._now = now
        director = self.director
        if director is None:
            return False
        director.show.geometry = director.geometry
        moving = not is_paused and director.show.step(now)
        runs = not is_paused and not moving
        flag = director.sitting.tick(now, runs=runs)
        if not is_covered and flag is None and not moving:
            director.go_on()
            moving = director.show.is_busy
        self._services.tidy()
        self._follow_entry()
        if self._refusal and now - self._refused_at > REFUSAL_SECONDS:
            self._refusal = ""
            return True
        clock = director.sitting.clock
        shown = f"{clock.banks[0]:.0f} {clock.banks[1]:.0f}" if clock else ""
        changed, self._clock_shown = shown != self._clock_shown, shown
        return moving or changed

    @property
    def wakes_in(self) -> float | None:
        """Seconds until something changes by itself, None if nothing will."""
        if self.director and self.director.sitting.clock and self.director.sitting.clock.running is not None:
            return 0.25
        if self._refusal:
            return max(self._refused_at + REFUSAL_SECONDS - self._now, 0.05)
        return None

    def _follow_entry(self) -> None:
        """The touch belongs to the entry that is open now."""
        director = self.director
        if director is None:
            return
        entry, side = director.entry, director.shown_state.side
        if entry is None:
            self.touch = None
        elif self.touch is None or self.touch.entry is not entry:
            self.touch = Touch(director.seen, side, lambda by_hand: director.stepped(by_hand=by_hand), self.refuse)
            self.touch.entry = entry
        if self.touch and director.show.throw:
            choose = min if director.swapped else max
            self.touch.first = choose(director.show.throw.faces)

    # Input

    def handle(self, event: Input) -> bool:
        """True when the table took the input."""
        if isinstance(event, Pointer):
            return self._pointer(event)
        return isinstance(event, Pressed) and self._pressed(event)

    def _place_at(self, at: tuple[float, float]) -> int | None:
        if self._layout is None or self.director is None:
            return None
        return self.director.geometry.place_at(*self._layout.camera.unproject(*at))

    def pixel_of(self, place: int) -> tuple[float, float] | None:
        """The middle of the uppermost checker of a place, or of where its first one would lie."""
        director = self.director
        if director is None or self._layout is None:
            return None
        spot = director.geometry.checker(place, max(director.show.laid.count(place) - 1, 0))
        x, y, _scale = self._layout.camera.project(spot.x, spot.y, spot.z)
        return x, y

    def boxes(self) -> list[Widget]:
        """All boxes around the board, the floating ones first."""
        return self._around.boxes()

    def _box_at(self, at: tuple[float, float]) -> Widget | None:
        return next((box for box in self._around.boxes() if box.rect.collidepoint(at)), None)

    def _pointer(self, event: Pointer) -> bool:
        if self._held is not None:
            held = self._held
            if event.kind == "up":
                self._held = None
            return held.pointer(event)
        box = self._box_at(event.at)
        if event.kind == "move":
            changed = box is not self._hover
            self._hover = box
            return bool(self.touch and self.touch.carry(event.at, self._density)) or changed
        if event.kind == "down":
            return self._down(event, box)
        if event.kind == "up" and self.touch:
            return self.touch.release(self._place_at(event.at))
        return False

    @property
    def _density(self) -> float:
        return self._scale.unit if self._scale else 1.0

    def _down(self, event: Pointer, box: Widget | None) -> bool:
        if box is not None:
            if box.can_focus:
                self._held = box
                return box.pointer(event)
            return False
        if self._on_dice(event.at) and self.director and self.director.swap():
            return True
        if self.touch is None:
            return False
        self.focus = None
        place = self._place_at(event.at)
        if event.button == 3:
            return place is not None and self.touch.play_with(place, min)
        return event.button == 1 and self.touch.press(place, event.at, event.clicks)

    def _on_dice(self, at: tuple[float, float]) -> bool:
        director = self.director
        if director is None or self._layout is None or director.show.throw is None:
            return False
        throw, geometry = director.show.throw, director.geometry
        if throw.at_bottom is None:
            spots = [geometry.die_of_opening(True), geometry.die_of_opening(False)]
        else:
            spots = geometry.dice(throw.at_bottom, len(throw.faces))
        x, y = self._layout.camera.unproject(*at, places.DIE_HALF)
        return any(abs(x - spot.x) < 0.6 and abs(y - spot.y) < 0.6 for spot in spots)

    def _pressed(self, event: Pressed) -> bool:
        director = self.director
        if director is None:
            return self._cards(event)
        if "cancel" in event.intents and self.touch and self.touch.picked is not None:
            self.touch.drop()
            return True
        for number in range(1, 7):
            if f"die_{number}" in event.intents and (director.type_die(number) or director.choose(number)):
                return True
        if "undo" in event.intents:
            return director.erase_die() or director.undo()
        if "done" in event.intents:
            return self._enter(event)
        if self._move_focus(event):
            return True
        acts: dict[str, Callable[[], object]] = {
            "roll": director.roll,
            "double": director.double,
            "swap": director.swap,
            "hint": self._services.show_hint,
            "take_back": self._services.ask_take_back,
            "resign": self._services.open_resign,
        }
        for intent, act in acts.items():
            if intent in event.intents:
                act()
                return True
        return self._cards(event)

    def _cards(self, event: Pressed) -> bool:
        if event.intents & {"cancel", "menu"}:
            self._services.open_menu()
            return True
        return False

    def _enter(self, event: Pressed) -> bool:
        """Enter: presses the focused button, picks up or sets down, confirms a throw, ends the turn, rolls."""
        director, touch = self.director, self.touch
        assert director is not None
        if isinstance(self.focus, Widget):
            return self.focus.pressed(Pressed(event.key, event.intents | {"press"}))
        if director.typing is not None and not director.previews_throw:
            return director.confirm_throw()
        if touch and touch.picked is not None:
            return touch.set_down()
        at_checker = touch is not None and self.focus in touch.sources()
        if director.entry is not None and director.entry.may_finish and not at_checker:
            return director.finish()
        if touch and isinstance(self.focus, int):
            return touch.pick(self.focus)
        return director.roll()

    def _move_focus(self, event: Pressed) -> bool:
        touch = self.touch
        by = 1 if event.intents & {"next", "right", "down"} else -1 if event.intents & {"previous", "left", "up"} else 0
        if not by:
            return False
        if touch and touch.picked is not None:
            if event.intents & {"next", "previous"}:
                touch.drop()
            else:
                return touch.next_target(by)
        stops: list[Widget | int] = list(touch.sources()) if touch else []
        stops += [box for box in self._around.boxes() if box.can_focus and box.is_enabled]
        if not stops:
            return False
        index = stops.index(self.focus) if self.focus in stops else (-1 if by > 0 else 0)
        self.focus = stops[(index + by) % len(stops)]
        return True

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """The whole table."""
        settings = self._services.settings()
        if self._scale != canvas.scale or self._layout is None or self._layout.camera.tilt != settings.tilt:
            self._scale, self._layout = canvas.scale, lay_out(canvas.scale, settings.tilt)
            self._around.forget()
        director = self.director
        self._painter(settings).draw(
            canvas, director.show if director else self._idle, self._marks(settings), self._cube()
        )
        if director is None:
            return
        self._surround(canvas, director)
        self._around.draw(canvas, self.focus if isinstance(self.focus, Widget) else None, self._hover)
        self._draw_hint(canvas, director)

    def _painter(self, settings: Settings) -> Painter:
        assert self._layout is not None
        director = self.director
        light_first = director is None or director.sitting.header.colours != "dark"
        numbers = None
        if settings.show_point_numbers and director is not None:
            numbers = int(director.shown_state.side != director.bottom)
        return Painter(
            self._services.art,
            self._layout.camera,
            director.geometry if director else Geometry(settings.home_on_left),
            (0, 1) if light_first else (1, 0),
            numbers,
            bool(director and director.state.game.is_parallel),
        )

    def _marks(self, settings: Settings) -> Marks:
        touch = self.touch
        if touch is None or self.director is None:
            return Marks()
        movable = touch.sources() if settings.show_movable and touch.picked is None else ()
        targets = touch.targets() if settings.show_targets or touch.aimed is not None else ()
        lying = self.director.show.laid
        hits = tuple(t for t in targets if 1 <= t <= 24 and lying.side_on(t) == 1 - touch.side)
        held = touch.held
        carried = (touch.side, held.at) if held and held.is_carried else None
        focus = self.focus if isinstance(self.focus, int) and self.focus in touch.sources() else None
        return Marks(movable, targets, hits, focus, touch.picked, touch.aimed, carried)

    def _cube(self) -> CubeShown | None:
        director = self.director
        if director is None:
            return None
        state = director.state
        if not state.game.has_cube or state.is_one_pointer or state.is_crawford:
            return None
        geometry = director.geometry
        if state.phase in (Phase.TO_ANSWER_DOUBLE, Phase.TO_ANSWER_BEAVER, Phase.TO_ANSWER_RACCOON):
            return CubeShown(state.at_stake, geometry.cube(None, offered_to=state.to_act))
        owner = None if state.cube.owner is None else int(state.cube.owner != director.bottom)
        value = state.cube.value if state.cube.value > 1 else 64
        return CubeShown(value, geometry.cube(owner))

    def _surround(self, canvas: Canvas, director: Director) -> None:
        """Plates and buttons around the board; when they were made anew the focus finds its box again."""
        assert self._layout is not None
        focused = self.focus.key if isinstance(self.focus, Widget) else None
        if not self._around.build(canvas, director, self._layout):
            return
        self._hover = self._held = None
        boxes = self._around.boxes()
        if isinstance(self.focus, Widget):
            self.focus = next((box for box in boxes if box.key == focused and box.can_focus), None)
        main = next((box for box in boxes if getattr(box, "is_main", False) and box.is_enabled), None)
        if self.focus is None and main is not None and self.touch is None:
            self.focus = main

    def _draw_hint(self, canvas: Canvas, director: Director) -> None:
        assert self._layout is not None
        has_picked = bool(self.touch and self.touch.picked is not None)
        hint = words.hint(director, self._services.keys(), has_picked=has_picked)
        line = HintLine(self._happened(), self._refusal or hint, is_refusal=bool(self._refusal))
        line.place(canvas, self._layout.strip)
        line.draw(canvas, None, None)


def _start() -> Laid:
    game = game_of("backgammon")
    return Seen(game).laid(game.start(), 0)
