"""The one board while a match is being looked at again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game import i18n
from game.i18n import gettext as _
from game.match.events import Event
from game.match.state import MatchState
from game.settings import Settings
from game.sitting import Sitting
from game.ui.board.layout import TableLayout
from game.ui.board.surround import ToldLine
from game.ui.input import Pointer, Pressed
from game.ui.intents import KeyMap
from game.ui.modes import pressing, words
from game.ui.modes.buttons import ButtonSet, ButtonSpec
from game.ui.modes.director import Director
from game.ui.modes.play import PlayScene
from game.ui.modes.replay_director import ReplayDirector
from game.ui.modes.services import Services
from game.ui.modes.surroundings import Surroundings
from game.ui.widgets.base import Canvas, Row, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.transport import MatchLine, SignButton
from game.wording import event_sentence


@dataclass(frozen=True)
class Leads:
    """Where a replay leads besides its moments. take: another line that begins with the checker of a place."""

    history: Callable[[], object]
    what_if: Callable[[], object]
    take: Callable[[int], object]
    play_from_here: Callable[[], object]
    dice: Callable[[], object]
    export: Callable[[], object]
    position: Callable[[], object]


class ReplaySurroundings(Surroundings):
    """Plates and information as in play, and the buttons of a replay."""

    def __init__(self, services: Services, leads: Leads, replay: ReplayDirector) -> None:
        super().__init__(services)
        self._leads, self._replay = leads, replay

    def build(self, canvas: Canvas, director: Director, layout: TableLayout) -> bool:
        signs = (self._replay.moment, self._replay.is_playing, self._replay.may_branch)
        if signs != self._signs:
            self.forget()
        self._signs = signs
        return super().build(canvas, director, layout)

    _signs: object = None

    def _information(self, director: Director) -> list[words.Line]:
        moment, last = i18n.number(self._replay.moment), i18n.number(self._replay.timeline.last)
        told = _("Replay {moment} / {last}").format(moment=moment, last=last)
        return [(told, "strong", "good"), *words.information(director.sitting)]

    def _buttons(self, director: Director, settings: Settings, keys: KeyMap) -> tuple[ButtonSet, ButtonSet]:
        leads, may = self._leads, self._replay.may_branch
        specs = (
            ButtonSpec("what_if", _("What if…"), leads.what_if, is_enabled=may),
            ButtonSpec("play_from_here", _("Play from here"), leads.play_from_here, is_enabled=may),
            ButtonSpec("history", _("History"), leads.history),
        )
        return ButtonSet(specs), ButtonSet(())

    def _acting(self, buttons: ButtonSet, tightness: int) -> list[Widget]:
        """Where a window is low the menu has the buttons with words."""
        replay, line = self._replay, self._replay.timeline
        is_open = not replay.is_at_end
        signs: list[Widget] = [
            SignButton("first", _("Game before"), replay.previous_game, is_enabled=replay.moment > 0),
            SignButton("back", _("Step back"), lambda: replay.stop_and_step(-1), is_enabled=replay.moment > 0),
            SignButton(
                "pause" if replay.is_playing else "play",
                _("Stop") if replay.is_playing else _("Play"),
                replay.play,
                is_main=True,
            ),
            SignButton("on", _("Step on"), lambda: replay.stop_and_step(1), is_enabled=is_open),
            SignButton("last", _("Next game"), replay.next_game_of_match, is_enabled=is_open),
        ]
        begins = [line.begin_of(game) for game in range(line.games)]
        where = MatchLine(_("Place in the match"), replay.moment, line.last, begins, replay.jump)
        said = [Row(buttons.make(), 8)] if tightness < 2 else []
        return [*said, where, Row(signs, 6)]


class ReplayScene(PlayScene):
    """Arrows step, Space plays, Page up and down lead from game to game."""

    def __init__(self, services: Services, leads: Leads) -> None:
        super().__init__(services)
        self._leads = leads
        self._replay: ReplayDirector | None = None

    def show(self, replay: ReplayDirector) -> None:
        """What is looked at."""
        self._replay = replay
        self._around = ReplaySurroundings(self._services, self._leads, replay)
        self.sit_down(replay)

    @property
    def replay(self) -> ReplayDirector:
        """Who leads through the match."""
        assert self._replay is not None
        return self._replay

    @property
    def sitting(self) -> Sitting | None:
        """Nobody plays here."""
        return None

    def tell(self, event: Event, before: MatchState, after: MatchState) -> None:
        names = self.replay.header.names
        self._happened = lambda: event_sentence(event, before, after, names)

    def tell_nothing(self) -> None:
        """At the first moment nothing has happened yet."""
        self._happened = str

    # Input

    def _pressed(self, event: Pressed) -> bool:
        replay = self.replay
        steps = {"left": -1, "right": 1}
        if event.key in steps:
            replay.stop_and_step(steps[event.key])
            return True
        if event.intents & {"up", "down"}:
            replay.step_row(1 if "down" in event.intents else -1)
            return True
        acts: dict[str, Callable[[], object]] = {
            "replay_play": replay.play,
            "replay_game_back": replay.previous_game,
            "replay_game_on": replay.next_game_of_match,
            "replay_begin": lambda: replay.jump(0),
            "replay_end": lambda: replay.jump(replay.timeline.last),
            "history": self._leads.history,
            "what_if": self._leads.what_if,
            "play_from_here": self._leads.play_from_here,
            "dice": self._leads.dice,
            "export": self._leads.export,
            "position": self._leads.position,
        }
        for intent, act in acts.items():
            if intent in event.intents:
                act()
                return True
        if "done" in event.intents and isinstance(self.focus, Widget):
            return self.focus.pressed(Pressed(event.key, event.intents | {"press"}))
        return pressing.move_focus(self, event) or pressing.opens_menu(self._services, event)

    def _down(self, event: Pointer, box: Widget | None) -> bool:
        """A checker of the side that is to act begins another line, in the hand already."""
        if box is not None:
            return super()._down(event, box)
        place, replay = self._place_at(event.at), self.replay
        if event.button != 1 or place is None or not replay.may_branch:
            return False
        side = replay.show.laid.side_on(place)
        if side is None or side != replay.state.to_act:
            return False
        self._leads.take(place)
        return True

    # Drawing

    def _surround(self, canvas: Canvas, director: Director) -> None:
        """A button that is held, or the line that is dragged, is made anew under the pointer: it stays held."""
        held = self._held
        super()._surround(canvas, director)
        if held is None or self._held is held:
            return
        fresh = next((box for box in self.boxes() if box.key == held.key and type(box) is type(held)), None)
        if isinstance(fresh, Button) and isinstance(held, Button):
            fresh.stay_down(held)
        elif fresh is not None and held.is_dragged:
            fresh.go_on(held)
        self._held = fresh

    def _draw_hint(self, canvas: Canvas, director: Director) -> None:
        assert self._layout is not None
        line = self.told_line()
        line.place(canvas, self._layout.strip)
        line.draw(canvas, None, None)

    def told_line(self) -> ToldLine:
        """What happened last, and how one gets on from there."""
        keys = self._services.keys().keys("replay_play")
        key = words.key_words(keys[0]) if keys else "–"
        hints = (
            _("The arrows step through the match; {key} lets it go on by itself."),
            _("Arrows: step by step. {key}: by itself."),
        )
        return ToldLine(self._happened(), [hint.format(key=key) for hint in hints])
