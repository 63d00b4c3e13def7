"""How the games of a file begin and end: scores, results, resignations, and where they contradict the play."""

from __future__ import annotations

from engine_c import Game
from game.formats.preparing import options_of
from game.formats.reading import CORRECTED, IGNORED, KEPT, READ_ON, Problem
from game.formats.written import Result, Told, WrittenGame, WrittenMatch
from game.match import cube, events
from game.match.events import Event
from game.match.referee import apply
from game.match.state import MatchState, Phase, start

ANSWERING = (Phase.TO_ANSWER_DOUBLE, Phase.TO_ANSWER_BEAVER, Phase.TO_ANSWER_RACCOON)
OVER = (Phase.GAME_OVER, Phase.MATCH_OVER)
_MOST_POINTS = 999_999_999


class Scoring:
    """A match being played again: where it stands, and how its games begin and end."""

    def __init__(self, written: WrittenMatch, kinds: tuple[Game, ...]) -> None:
        self.options = options_of(written, kinds)
        self.state: MatchState = start(self.options)
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.number = 0
        self.resigner: int | None = None

    def do(self, event: Event) -> None:
        """Something has happened."""
        self.state = apply(self.state, event)
        self.events.append(event)

    def note(self, line: int, code: str, done: str, **facts: object) -> None:
        """Something is wrong in the present game."""
        self.problems.append(Problem(line, code, done, self.number, facts))

    def begin(self, game: WrittenGame) -> None:
        """The score, and whether it is the Crawford game, as the file has them."""
        state = self.state
        score = game.score if game.score is not None else state.score
        if max(score) > _MOST_POINTS:  # no program counts so far, and no record can hold it
            self.note(game.line, "score_missing", IGNORED)
            score = state.score
        is_first = self.number == 1
        expected = max(score) == self.options.length - 1 and self.options.crawford and not state.crawford_is_past
        if self.options.is_session:
            expected = False
        crawford = game.crawford if game.crawford not in (None, expected) and not self.options.is_session else None
        if state.phase is Phase.MATCH_OVER:
            self.note(game.line, "game_after_the_match", KEPT)
        if score != state.score and not is_first:
            written, reached = "{}-{}".format(*score), "{}-{}".format(*state.score)
            self.note(game.line, "score_does_not_follow", KEPT, written=written, reached=reached)
        if any(isinstance(act, Told) and isinstance(act.event, events.SetUp) for act in game.acts[:1]):
            return  # our own text says everything itself
        if score != state.score or crawford is not None or state.phase is Phase.MATCH_OVER:
            self.do(events.SetUp(score=score if score != state.score else None, crawford=crawford))

    def end(self, game: WrittenGame, following: WrittenGame | None, is_cut: bool, started: bool) -> None:
        """The result as the play has it, as it is written, or as the next score says."""
        result = game.result
        if self.is_over() and started:
            if result is not None:
                self._compare(result)
            return
        if self.state.phase in OVER and (result is not None or following is not None):
            self.do(events.SetUp())  # a game of which nothing was played
        if result is None and following is not None:
            result = self._deduced(game, following, is_cut)
        if result is None:
            return
        winner = self._winner(result, following)
        if result.points <= 0 or winner is None:
            self.note(result.line, "result_unclear", IGNORED)
            if following is not None:
                self.do(events.Settled(None, 0))
            return
        self._won(result.line, winner, result.points)

    def _deduced(self, game: WrittenGame, following: WrittenGame, is_cut: bool) -> Result | None:
        """The result of a game that the file does not give, from the score of the next one."""
        gains = [0, 0]
        if following.score is not None:
            gains = [after - before for before, after in zip(self.state.score, following.score, strict=True)]
        line = game.acts[-1].line if game.acts else game.line
        if min(gains) == 0 and max(gains) > 0:
            if not is_cut:
                self.note(line, "result_from_next_score", CORRECTED)
            return Result(line, gains.index(max(gains)), max(gains))
        if not is_cut:
            self.note(line, "game_unfinished", READ_ON)
        self.do(events.Settled(None, 0))
        return None

    def _compare(self, result: Result) -> None:
        """The result as written with the one that the play has."""
        reached = self.state.results[-1]
        points = min(result.points, _MOST_POINTS)
        winner = reached.winner if result.winner is None else result.winner
        if points <= 0 or winner != reached.winner:
            self.note(result.line, "result_contradicts_play", CORRECTED)
        elif points != reached.points:
            self.note(result.line, "points_differ", KEPT, written=points, reached=reached.points)
            self.do(events.Settled(winner, points))

    def _winner(self, result: Result, following: WrittenGame | None) -> int | None:
        if self.resigner is not None:
            return 1 - self.resigner
        if result.winner is not None:
            return result.winner
        if following is not None and following.score is not None:
            gains = [after - before for before, after in zip(self.state.score, following.score, strict=True)]
            if max(gains) > 0:
                return gains.index(max(gains))
        length = self.options.length
        can_win = [side for side in (0, 1) if length and self.state.score[side] + result.points >= length]
        if len(can_win) == 1:
            return can_win[0]
        return None if self.state.to_act is None else 1 - self.state.to_act

    def _won(self, line: int, winner: int, points: int) -> None:
        """The game ends without being played out: a pass, a resignation, or points that were agreed."""
        state, points = self.state, min(points, _MOST_POINTS)
        if state.phase in ANSWERING and points % state.at_stake == 0:
            self.do(events.Took())  # nobody resigns a value that was not accepted
            state = self.state
        if state.to_act == winner and state.phase is Phase.TO_PLAY:
            self.note(line, "won_with_dice_unplayed", KEPT)
        if state.to_act == 1 - winner:
            if state.phase in ANSWERING and points == state.at_stake // 2:
                return self.do(events.Passed())
            if state.phase in (Phase.TO_ROLL, Phase.TO_PLAY, Phase.TO_CHOOSE):
                for level in cube.resignation_levels(state):
                    if cube.counted_level(state, level) * state.cube.value == points:
                        self.do(events.Resigned(level))
                        return self.do(events.Accepted())
        return self.do(events.Settled(winner, points))

    def is_over(self) -> bool:
        """The present game is over, not only the one before."""
        return len(self.state.results) >= self.number
