"""How a match comes on the table: set up anew, fitted to the person, taken up again, with the dice of another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from game.adaptive import ADAPTIVE, BEGINNING, Fitting, Matches, fitting
from game.errors import GameError
from game.i18n import gettext as _
from game.match.state import Phase
from game.sitting import PERSON, Sitting
from game.storage.header import MatchHeader
from game.storage.imports import you_of
from game.ui.cards.message import MessageCard
from game.ui.cards.new_match import NewMatchCard, length_words
from game.ui.cards.setup import USUAL_MATCH, USUAL_TWO, Setup, setup_from
from game.wording import fitting_sentence, game_title
from opponents import LEVELS

if TYPE_CHECKING:
    from game.app import App
    from game.ui.evening import Evening

_LAST_MATCHES = 12


class Beginning:
    """Leads to a sitting, which the evening then shows."""

    def __init__(self, app: App, evening: Evening) -> None:
        self._app, self._evening = app, evening

    # Setting up

    def open_new_match(self) -> None:
        """A match against the computer."""
        self._open_setup(setup_from(self._app.settings.last_match, USUAL_MATCH))

    def open_two_players(self) -> None:
        """A match of two people."""
        self._open_setup(setup_from(self._app.settings.last_two_players, USUAL_TWO))

    def _open_setup(self, setup: Setup) -> None:
        self._app.stack.open(NewMatchCard(setup, self._app.settings.name, self._app.guests), self._ask_start)

    def _ask_start(self, setup: Setup | None) -> None:
        if setup is None:
            return
        sitting = self._evening.running or self._app.scene.sitting
        if sitting is None or sitting.state.phase is Phase.MATCH_OVER:
            self._start(setup)
            return
        kept = _("Your match against {name} is not finished; it is kept.").format(name=sitting.header.names[1])
        if sitting.is_free:
            kept = _("Your free game ends here; it is not kept.")
        coming = _("Now starts: {game}, {length}.").format(
            game=game_title(setup.kind), length=length_words(setup.length)
        )
        card = MessageCard(_("New match"), [kept, coming], [(True, _("Start")), (False, _("Cancel"))])
        self._app.stack.open(card, lambda agreed: self._start(setup) if agreed else None)

    def _names(self, setup: Setup) -> tuple[str, str]:
        own = self._app.settings.name.strip()
        if setup.opponent:
            return own or _("Player"), _("Computer")
        first, second = (name.strip() for name in setup.names)
        return first or own or _("Player 1"), second or _("Player 2")

    def _start(self, setup: Setup) -> None:
        app = self._app
        choices = setup.choices()
        field = "last_match" if setup.opponent else "last_two_players"
        app.change(replace(app.settings, **{field: choices}))  # type: ignore[arg-type]  # a setting by its name
        if setup.opponent and setup.level == ADAPTIVE:
            self._app.runner.start(self._fit, self._own_matches(), lambda job: self._fitted(setup, job.result))
        else:
            self._begin(setup, {})

    def _begin(self, setup: Setup, extra: dict[str, object]) -> None:
        assert self._app.store is not None
        try:
            header = setup.header(self._names(setup))
            header = replace(header, extra={**header.extra, **extra})
            sitting = Sitting.begin(self._app.store, header, self._app.stack.now)
        except GameError as error:
            self._app.tell(error)
            return
        self._evening.sit_down(sitting)

    # Adaptive

    def _own_matches(self) -> Matches:
        """The matches that the person has played last, newest first; those of other people say nothing of them."""
        store, found = self._app.store, []
        assert store is not None
        for header in [*store.unfinished(), *store.finished(limit=_LAST_MATCHES)][:_LAST_MATCHES]:
            side = header.seats.index(PERSON) if header.seats.count(PERSON) == 1 else header.person_side
            if PERSON in header.seats and you_of(header) is not None:
                with suppress(GameError):  # one that cannot be read says nothing
                    found.append((store.record(header.id), side))
        return tuple(found)

    def _fit(self, matches: Matches, step: Callable[[float], None]) -> Fitting:
        step(0.0)
        return self._app.runner.helper.call(fitting, matches)

    def _fitted(self, setup: Setup, found: Fitting | None) -> None:
        found = found or Fitting(BEGINNING)
        extra: dict[str, object] = {
            "adaptive": {"level": found.level, "rate": found.rate, "decisions": found.decisions}
        }
        self._begin(replace(setup, level=found.level), extra)
        self._app.stack.open(MessageCard(_("New match"), [fitting_sentence(found.level, found.rate, found.decisions)]))

    # Stored matches

    def resume(self, match_id: int) -> None:
        """Plays on a stored match. What cannot be read is told."""
        assert self._app.store is not None
        try:
            sitting = Sitting.resume(self._app.store, match_id, self._app.stack.now)
        except GameError as error:
            self._app.tell(error)
            return
        self._evening.inviting.with_leave(sitting.header.seats, lambda: self._evening.sit_down(sitting))

    def play_duplicate(self, match_id: int) -> None:
        """A finished match once more, with the same dice and the sides changed. Refused without fair dice, in words."""
        assert self._app.store is not None
        try:
            sitting = Sitting.begin_duplicate(self._app.store, match_id, self._app.stack.now)
        except GameError as error:
            self._app.tell(error)
            return
        self._evening.sit_down(sitting)


def about_opponent(header: MatchHeader) -> str:
    """Which level Adaptive has chosen for this match, '' for any other opponent."""
    kept = header.extra.get("adaptive")
    if not isinstance(kept, dict) or kept.get("level") not in LEVELS:
        return ""
    rate, decisions = kept.get("rate"), kept.get("decisions")
    return fitting_sentence(
        kept["level"],
        float(rate) if isinstance(rate, int | float) else None,
        decisions if isinstance(decisions, int) else 0,
    )
