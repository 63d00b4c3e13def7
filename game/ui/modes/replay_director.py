"""A match being looked at again: steps through its moments, shown just as when it was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.match.state import MatchState, Phase
from game.match.timeline import Timeline
from game.seats import Seats
from game.settings import Settings
from game.sitting import Sitting
from game.storage.header import MatchHeader
from game.ui.board.dice import Throw
from game.ui.modes.director import Director
from game.ui.modes.told import Words

PAUSE_SECONDS = {"slow": 2.0, "normal": 0.9, "fast": 0.25}
"""Between two events of a replay that goes on by itself, besides what they take themselves."""


class ReplayDirector(Director):
    """Leads through a timeline. moment: what is shown; is_playing: it goes on by itself.

    Its sitting is a free one that stands at the moment; nobody plays there and nothing of it is kept.
    """

    def __init__(
        self, timeline: Timeline, header: MatchHeader, seats: Seats, settings: Callable[[], Settings], words: Words
    ) -> None:
        super().__init__(Sitting.free(header, timeline.record.until(0)), seats, settings, words)
        self.timeline, self.header = timeline, header
        self.moment = 0
        self.is_playing = False

    @property
    def may_undo(self) -> bool:
        return False

    def _person(self, side: int) -> bool:
        return False

    @property
    def is_at_end(self) -> bool:
        """Nothing more happened."""
        return self.moment >= self.timeline.last

    @property
    def may_branch(self) -> bool:
        """Something could have been played here."""
        return self.state.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER)

    def go_on(self) -> None:
        if not self.is_playing or self.show.is_busy:
            return
        if self.is_at_end:
            self.is_playing = False
            return
        self.step(1)
        self.show.wait(PAUSE_SECONDS[self._settings().replay_speed])

    # Where it stands

    def _stand_at(self, moment: int) -> None:
        table = self.sitting.table
        self.moment = moment
        table.record, table.state = self.timeline.record.until(moment), self.timeline.state(moment)

    def step(self, by: int) -> bool:
        """One event on (1), as it was played, or back (-1). False where there is none."""
        self.show.skip()
        if not 0 <= self.moment + by <= self.timeline.last:
            return False
        if by < 0:
            self._back()
            return True
        event, before = self.timeline.event(self.moment), self.state
        self._stand_at(self.moment + 1)
        after = self.state
        self.stage.tell(event, before, after, (), lies=False)
        self.show.then(lambda: self._words.happened(event, before, after))
        return True

    def stop_and_step(self, by: int) -> None:
        """A step of the person's own."""
        self.is_playing = False
        self.step(by)

    def step_row(self, by: int) -> None:
        """To the line of the history after (1) or before (-1) this one."""
        rows = self.timeline.rows
        if rows:
            index = self.timeline.row_at(self.moment)
            is_on_its_way = (rows[index].moment - self.moment) * by > 0
            wanted = index if is_on_its_way else index + by
            self.jump(rows[wanted].moment if 0 <= wanted < len(rows) else self.timeline.last if by > 0 else 0)

    def _back(self) -> None:
        number = self.state.number
        self._stand_at(self.moment - 1)
        seconds = self.stage.carry_seconds if self.state.number == number else 0.0
        self.lay_dice()
        self.show.geometry = self.geometry
        self.show.move(self.stage.laid(), seconds)
        self._tell()

    def jump(self, moment: int) -> None:
        """Shows a moment at once."""
        self.is_playing = False
        self._stand_at(min(max(moment, 0), self.timeline.last))
        self.show.set(self.stage.laid())
        self.show.geometry = self.geometry
        self.lay_dice()
        self._tell()

    def _tell(self) -> None:
        """What had happened last at this moment."""
        if self.moment:
            event = self.timeline.event(self.moment - 1)
            self._words.happened(event, self.timeline.state(self.moment - 1), self.state)
        else:
            self._words.nothing()

    def lay_dice(self) -> None:
        """The dice lie where they were."""
        lying = self.timeline.dice_at(self.moment)
        if lying is None:
            self.stage.take_dice_up()
            return
        faces, side, is_played = lying
        seed = self.moment - 1
        if side is None:
            self.show.throw = Throw(faces if self.bottom == 0 else (faces[1], faces[0]), None, seed=seed)
        else:
            used = (1.0, 1.0) if is_played else ()
            self.show.throw = Throw(faces, side == self.bottom, used, seed)

    def next_game_of_match(self) -> None:
        """To the beginning of the next game, or to the end."""
        self.jump(self.timeline.next_game(self.moment))

    def previous_game(self) -> None:
        """To the beginning of this game, or of the one before."""
        self.jump(self.timeline.previous_game(self.moment))

    def play(self) -> None:
        """Goes on by itself, or stops; at the end it begins anew."""
        if not self.is_playing and self.is_at_end:
            self.jump(0)
        self.is_playing = not self.is_playing

    # From here on

    def another_line(self, seats: tuple[str, str]) -> Sitting:
        """What could have happened instead, played from this moment on: free play with these seats."""
        record = self.timeline.record.until(self.moment)
        header = replace(self.header, seats=seats)
        return Sitting.free(header, record, self.sitting.now)

    @property
    def told_state(self) -> MatchState:
        """The state that the information tells of."""
        return self.timeline.state(self.moment)
