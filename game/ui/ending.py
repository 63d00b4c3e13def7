"""How a game and a match end: the ceremony, the result, and what comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.match import events
from game.match.state import MatchState, Phase
from game.ui.cards.result import ResultCard

if TYPE_CHECKING:
    from game.app import App
    from game.ui.evening import Evening


class Ending:
    """Between two games, and after the last one."""

    def __init__(self, app: App, evening: Evening) -> None:
        self._app, self._evening = app, evening

    def game_over(self, state: MatchState) -> None:
        """A game has ended, perhaps the match with it: the result is told, and what shall come next is asked."""
        if state.phase is Phase.MATCH_OVER:
            self._app.scene.ceremony.end(is_won=self._is_won_by_person(state), then=lambda: self._tell_result(state))
        else:
            self._tell_result(state)

    def _is_won_by_person(self, state: MatchState) -> bool:
        sitting = self._app.scene.sitting
        assert sitting is not None
        first, second = state.score
        return first != second and sitting.is_person(int(second > first))

    def _tell_result(self, state: MatchState) -> None:
        sitting = self._app.scene.sitting
        assert sitting is not None
        if state.phase is Phase.MATCH_OVER and self._app.upkeep and not sitting.is_free:
            self._app.upkeep.match_ended()
        back = self._evening.looking.back_words() if self._evening.looking.has_below else ""
        card = ResultCard(sitting, self._evening.menus.open_pause, back)
        self._app.stack.open(card, lambda result: self._after_game(result, state))
        winner = state.results[-1].winner if state.results else None
        if winner is not None:
            against = not all(sitting.persons)
            kind = "lost" if against and not sitting.is_person(winner) else "won"
            self._app.sounds.happened(kind, 1.0 if state.phase is Phase.MATCH_OVER else 0.7)

    def _after_game(self, result: object, state: MatchState) -> None:
        evening, director = self._evening, self._app.scene.director
        if director is None:
            return
        sitting = director.sitting
        if result == "next":
            evening.ask_for_words(director.next_game)
        elif result == "end":
            director.submit(0, events.Stop())
        elif result == "dice":
            evening.open_dice(lambda: self.game_over(state))
        elif result == "back":
            evening.looking.back()
        elif result == "replay":
            evening.looking.replay_table()
        elif result == "duplicate":
            evening.beginning.play_duplicate(sitting.header.id)
        elif result == "export":
            evening.open_export(lambda: self.game_over(state))
        elif result == "opponent":
            evening.inviting.open_change(sitting, lambda: self.game_over(state))
        elif result == "again":
            self.game_over(state)
            evening.beginning.open_new_match()
        else:
            evening.leave()
