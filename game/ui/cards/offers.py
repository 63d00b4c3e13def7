"""Offers and their answers: the cube, a resignation, taking a turn back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game import i18n
from game.i18n import gettext as _
from game.i18n import ngettext
from game.match import cube, events
from game.match.state import MatchState, Phase
from game.ui.card import Card
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Choice, Label


class OfferCard(Card):
    """Somebody at this screen answers an offer of the other side; its result is the action. It lies beside the board,
    so that the position can be seen. pause: Escape opens the menu, for an offer cannot be left unanswered. ask_hint:
    None where no Hint button is wanted.
    """

    units = 350.0
    side = "right"
    may_cancel = False
    stops_clock = False

    def __init__(
        self,
        state: MatchState,
        names: tuple[str, str],
        pause: Callable[[], object],
        ask_hint: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self.state, self._names, self._pause, self._ask_hint = state, names, pause, ask_hint
        self._hint = ""

    def cancel(self) -> None:
        self._pause()

    def show_hint(self, text: str) -> None:
        """What somebody strong would answer."""
        self._hint = text
        self.rebuild()

    @property
    def title(self) -> str:
        return {
            Phase.TO_ANSWER_DOUBLE: _("Double"),
            Phase.TO_ANSWER_BEAVER: _("Beaver"),
            Phase.TO_ANSWER_RACCOON: _("Raccoon"),
        }.get(self.state.phase, _("Resignation"))

    def content(self) -> list[Widget]:
        boxes = self._offer()
        if self._hint:
            boxes.append(Label(self._hint, "strong", "accent"))
        return boxes

    def _offer(self) -> list[Widget]:
        state = self.state
        other = self._names[1 - (state.to_act or 0)]
        own = self._names[state.to_act or 0]
        stake = i18n.number(state.at_stake)
        sentences = {
            Phase.TO_ANSWER_DOUBLE: _("{name} doubles: the game would be played for {value}."),
            Phase.TO_ANSWER_BEAVER: _("{name} beavers: the game would be played for {value}."),
            Phase.TO_ANSWER_RACCOON: _("{name} raccoons: the game would be played for {value}."),
        }
        if state.phase in sentences:
            lost = state.at_stake // 2
            passing = ngettext("Passing loses {count} point.", "Passing loses {count} points.", lost)
            return [
                Label(own, "strong", "accent"),
                Label(sentences[state.phase].format(name=other, value=stake)),
                Label(passing.format(count=i18n.number(lost)), "text", "faint"),
            ]
        points = cube.counted_level(state, state.resigned) * state.cube.value
        words = ngettext(
            "{name} gives up and offers {count} point.", "{name} gives up and offers {count} points.", points
        )
        return [Label(own, "strong", "accent"), Label(words.format(name=other, count=i18n.number(points)))]

    def footer(self) -> list[Widget]:
        boxes = self._answers()
        if self._ask_hint is not None and not self._hint:
            boxes.append(Button(_("Hint"), self._ask_hint, key="hint"))
        return boxes

    def _answers(self) -> list[Widget]:
        state = self.state
        if state.phase is Phase.TO_ANSWER_RESIGNATION:
            return [
                Button(_("Accept"), lambda: self.finish(events.Accept()), key="accept", is_main=True),
                Button(_("Play on"), lambda: self.finish(events.Refuse()), key="refuse"),
            ]
        boxes: list[Widget] = [
            Button(_("Take"), lambda: self.finish(events.Take()), key="take", is_main=True),
            Button(_("Pass"), lambda: self.finish(events.Pass()), key="pass"),
        ]
        if state.phase is Phase.TO_ANSWER_DOUBLE and state.options.beavers:
            boxes.append(Button(_("Beaver"), lambda: self.finish(events.Beaver()), key="beaver"))
        if state.phase is Phase.TO_ANSWER_BEAVER and state.options.raccoons:
            boxes.append(Button(_("Raccoon"), lambda: self.finish(events.Raccoon()), key="raccoon"))
        return boxes


def level_words(level: int) -> str:
    """A level of losing."""
    return (_("single game"), _("gammon"), _("backgammon"))[level - 1]


class ResignCard(Card):
    """One offers to lose; the card says beforehand whether the opponent will accept. Its result is the level.

    forecast: for each level True, False, or None where a person will decide.
    """

    units = 400.0
    side = "right"

    def __init__(self, state: MatchState, levels: Sequence[int], forecast: Callable[[int], bool | None]) -> None:
        super().__init__()
        self._state, self._levels, self._forecast = state, list(levels), forecast
        self._level = self._levels[0]
        self._known: dict[int, bool | None] = {}

    @property
    def title(self) -> str:
        return _("Resign")

    def _words(self, level: int) -> str:
        points = cube.counted_level(self._state, level) * self._state.cube.value
        count = ngettext("{level}, {count} point", "{level}, {count} points", points)
        return count.format(level=level_words(level), count=i18n.number(points))

    def content(self) -> list[Widget]:
        choice = Choice(
            _("Offer to lose"),
            [(level, self._words(level)) for level in self._levels],
            self._level,
            self._choose,
            key="level",
        )
        if self._level not in self._known:
            self._known[self._level] = self._forecast(self._level)
        forecast = self._known[self._level]
        words = {
            True: _("Your opponent will accept this."),
            False: _("Your opponent will refuse this and play on."),
            None: _("Your opponent decides."),
        }[forecast]
        return [choice, Label(words, "text", "good" if forecast else "faint" if forecast is None else "danger")]

    def _choose(self, level: int) -> None:
        self._level = level
        self.rebuild()

    def footer(self) -> list[Widget]:
        return [
            Button(_("Resign"), lambda: self.finish(self._level), key="resign", is_main=True),
            Button(_("Cancel"), lambda: self.finish(None), key="cancel"),
        ]
