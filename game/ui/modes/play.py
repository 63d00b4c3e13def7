"""The one board while a match is being played: what is drawn, what is touched, which buttons are alive."""

from __future__ import annotations

from collections.abc import Callable

from engine_c import game_of
from game.errors import GameError
from game.match.events import Action, Event
from game.match.state import MatchState, Phase
from game.settings import Settings
from game.sitting import Sitting
from game.ui.board import arrows
from game.ui.board import geometry as places
from game.ui.board.advised import Advised
from game.ui.board.cube import CubeOnTable
from game.ui.board.geometry import Geometry
from game.ui.board.happenings import Happening
from game.ui.board.layout import TableLayout, lay_out
from game.ui.board.paint import Painter
from game.ui.board.projection import Camera
from game.ui.board.seen import Laid, Seen
from game.ui.board.show import Show
from game.ui.board.still import StillTable
from game.ui.board.surround import HintLine
from game.ui.board.touch import Touch
from game.ui.board.view import View
from game.ui.input import Input, Pointer, Pressed
from game.ui.modes import lying, pressing, words
from game.ui.modes.ceremony import Ceremony
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
        self.view = View(services.art)
        self.ceremony = Ceremony(self.view, services.settings)
        self._layout: TableLayout | None = None
        self._scale: Scale | None = None
        self._around = Surroundings(services)
        self._still = StillTable()
        self._cube_on_table = CubeOnTable()
        self.focus: Widget | int | None = None
        self._hover: Widget | None = None
        self._held: Widget | None = None
        self._advised: Advised | None = None
        self._happened: Callable[[], str] = str  # worded when it is drawn: the language may have changed
        self._refusal = ""
        self._refused_at = -REFUSAL_SECONDS
        self._now = 0.0
        self._clock_shown = ""
        self._picked: int | None = None

    # A sitting

    def sit_down(self, director: Director, *, comes_back: bool = False) -> None:
        """Shows another match. comes_back: one that had waited while something else was looked at."""
        self.director = director
        self._cube_on_table = CubeOnTable()
        director.show.hear = self._services.hear
        self.touch = None
        self.focus = None
        self._happened, self._refusal, self._advised = str, "", None
        self._around.forget()
        if comes_back or director.sitting.is_free:  # no match starts here
            self.ceremony.come_back(is_over=director.state.phase is Phase.MATCH_OVER)
        else:
            self.ceremony.begin()

    def leave(self) -> None:
        """Shows a board that waits."""
        self.director = self.touch = None
        self._cube_on_table = CubeOnTable()
        self._around.forget()
        self.ceremony.leave()

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
            self._advised = Advised(state, action)

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
        turning = self.view.step(now)
        turning = self.ceremony.step(now) or turning
        director = self.director
        if director is None:
            return turning
        director.show.geometry = director.geometry
        is_paused = is_paused or self.ceremony.holds
        moving = not is_paused and director.show.step(now)
        runs = not is_paused and not moving
        turning = self._step_cube(director, now) or turning
        flag = director.sitting.tick(now, runs=runs)
        if not (is_covered or self.ceremony.holds or moving) and flag is None:
            director.go_on()
            moving = director.show.is_busy
        self._services.tidy()
        self._follow_entry()
        self._let_hear_hand(director)
        if self._refusal and now - self._refused_at > REFUSAL_SECONDS:
            self._refusal = ""
            return True
        clock = director.sitting.clock
        shown = f"{clock.banks[0]:.0f} {clock.banks[1]:.0f}" if clock else ""
        changed, self._clock_shown = shown != self._clock_shown, shown
        return moving or changed or turning

    def _step_cube(self, director: Director, now: float) -> bool:
        is_calm, seconds = self._services.settings().reduced_motion, director.stage.carry_seconds * 1.4
        return self._cube_on_table.follow(lying.cube(director), now, seconds, is_calm=is_calm)

    @property
    def wakes_in(self) -> float | None:
        """Seconds until something changes by itself, None if nothing will."""
        if self.view.waits:
            return 0.0
        if self.director and self.director.sitting.clock and self.director.sitting.clock.running is not None:
            return 0.25
        if self._refusal:
            return max(self._refused_at + REFUSAL_SECONDS - self._now, 0.05)
        return None

    def take(self, place: int) -> None:
        """Picks up a checker of a place, where one may be moved just now."""
        if self.director is None:
            return
        self.director.go_on()
        self._follow_entry()
        if self.touch is not None and place in self.touch.sources():
            self.touch.pick(place)

    def _let_hear_hand(self, director: Director) -> None:
        """A checker that a hand has taken."""
        before, self._picked = self._picked, self.touch.picked if self.touch else None
        if self._picked is not None and before is None:
            director.show.hear(Happening("checker_lifted", 0.0, 0.6))

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
        if self.ceremony.skip(event):
            return True
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
        """Whoever presses a button does not want to wait for what moves; what the press means it means then."""
        hurried = box is None and self.director is not None and self.director.show.hurry()
        if hurried:
            self._follow_entry()
        return self._press_down(event, box) or hurried

    def _press_down(self, event: Pointer, box: Widget | None) -> bool:
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
        x, y = self._layout.camera.unproject(*at, places.DIE_HALF)
        return any(abs(x - die.spot.x) < 0.55 and abs(y - die.spot.y) < 0.55 for die in director.show.dice())

    def _pressed(self, event: Pressed) -> bool:
        return pressing.pressed(self, self._services, event)

    # Drawing

    def draw(self, canvas: Canvas, *, is_on_show: bool = False) -> None:
        """The whole table."""
        settings = self._services.settings()
        wanted = lay_out(canvas.scale, settings.tilt, settings.zoom)
        if self._layout != wanted:
            self._scale, self._layout = canvas.scale, wanted
            self._around.forget()
        director = self.director
        show = director.show if director else self._idle
        if director is not None:
            self._step_cube(director, self._now)
        cube = self._cube_on_table.at(self._now)
        if is_on_show and director is None:
            show, cube = lying.sample(self._idle.laid, home_on_left=settings.home_on_left)

        def paint(canvas: Canvas, camera: Camera) -> None:
            self._painter(settings, camera).draw(
                canvas, show, lying.marks(director, self.touch, self.focus, settings), cube
            )
            if settings.show_last_turn:
                self._draw_last_turn(canvas, camera)
            self._draw_advice(canvas, camera)

        self.view.draw(canvas, wanted.camera, paint, lambda camera: self._painter(settings, camera).make(show, cube))
        if director is not None and not self.view.is_flying:
            self._surround(canvas, director)
            self._around.draw(canvas, self.focus if isinstance(self.focus, Widget) else None, self._hover)
            self._draw_hint(canvas, director)
        if settings.cup and not settings.reduced_motion and not self.view.is_gliding:
            self._services.art.expect_cups(wanted.camera.project(0.0, 0.0, 1.6)[2])
        self.view.blend(canvas)
        self.ceremony.draw(canvas)

    def _draw_last_turn(self, canvas: Canvas, camera: Camera) -> None:
        director = self.director
        last = director.stage.last_turn if director else None
        if director is None or last is None or director.state.phase is Phase.MATCH_OVER:
            return
        if self.touch and self.touch.picked is not None:
            return
        ways = arrows.ways(last.hops, last.laid, director.seen, last.side, director.geometry)
        arrows.draw(canvas, camera, ways, 0.72)

    def _draw_advice(self, canvas: Canvas, camera: Camera) -> None:
        """Arrows, as long as the match stands where the hint was given and no checker is on its way."""
        director = self.director
        if director is None or self._advised is None or self._advised.state != director.state:
            self._advised = None
        elif not director.show.is_busy and not (self.touch and self.touch.held):
            self._advised.draw(canvas, camera, director.seen, director.show.laid, director.geometry)

    def _painter(self, settings: Settings, camera: Camera) -> Painter:
        director = self.director
        light_first = director is None or director.sitting.header.colours != "dark"
        numbers = None
        if settings.show_point_numbers and director is not None:
            numbers = int(director.shown_state.side != director.bottom)
        return Painter(
            self._services.art,
            camera,
            director.geometry if director else Geometry(settings.home_on_left),
            (0, 1) if light_first else (1, 0),
            numbers,
            bool(director and director.state.game.is_parallel),
            self.view.stand_in,
            self._still,
        )

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
        if not self._refusal and self._advised is not None and self._advised.state == director.state:
            line = HintLine(hint, words.advice(director.state, self._advised.action), is_refusal=False, is_answer=True)
        line.place(canvas, self._layout.strip)
        line.draw(canvas, None, None)


def _start() -> Laid:
    game = game_of("backgammon")
    return Seen(game).laid(game.start(), 0)
