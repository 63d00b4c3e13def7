"""Who sits at each side: a person waits for the screen, an opponent is asked in a job; both end in `submit`.

An opponent sees a frozen view and nothing else. Our own styles answer in the job's thread, everybody else in a process
of their own. An answer that is none, too late, or against the rules is told in words, and the built-in opponent takes
the seat at the same level, which the record notes; between two games the person may invite the other one again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine_c import Play, legal_plays
from game.errors import GameError
from game.history import history_of
from game.jobs import Job, Runner
from game.match import cube, events
from game.match.events import Action, NotAllowed
from game.match.record import MatchRecord
from game.match.referee import apply, judge
from game.match.state import MatchState, Phase
from game.sitting import Sitting
from game.storage.seating import GAME
from opponents import LEVELS, Hosted, Opponent, OpponentError, OpponentFailed, TableView, called, is_own, seat

Answered = Callable[[int, Action, GameError | None], None]
Report = Callable[[str, str], str]
"""Told the key of an opponent that failed, and what its maker should know; answers where that is kept, '' for nowhere.
"""

FALLBACK = "balanced"
USUAL_LEVEL = "medium"


def stand_in(key: str) -> str:
    """The built-in opponent for somebody's seat, at the same level where it has one of that name."""
    level = key.partition(":")[2]
    return f"{FALLBACK}:{level if level in LEVELS else USUAL_LEVEL}"


@dataclass(frozen=True)
class Question:
    """What an opponent is asked: which side it is, how the match stands, what it may know besides."""

    opponent: Opponent
    side: int
    state: MatchState
    seed: int
    seconds: float
    clock: float | None
    record: MatchRecord | None = None


class Seats:
    """The opponents of one sitting. One question at a time is under way.

    seconds: for an answer. may_play: whether the person lets an opponent of somebody else play, by its key.
    """

    def __init__(
        self,
        runner: Runner,
        seconds: float = 1.0,
        report: Report = lambda _key, _text: "",
        may_play: Callable[[str], bool] = lambda _key: True,
    ) -> None:
        self._runner, self._seconds, self._report, self._may_play = runner, seconds, report, may_play
        self._sitting_by: dict[str, Opponent] = {}
        self._job: Job[Question, Action] | None = None

    def ask(self, sitting: Sitting, side: int, answered: Answered) -> None:
        """Asks the opponent at that side for what the phase wants; `answered` is called in the main thread."""
        key = sitting.header.seats[side]
        state, failure = sitting.state, None
        try:
            opponent = self._opponent(key)
        except OpponentError as error:
            failure = self._replaced(sitting, side, error)
            opponent = self._opponent(sitting.header.seats[side])
        clock = sitting.clock.banks[side] if sitting.clock else None
        record = sitting.table.record
        question = Question(opponent, side, state, _seed(record, side), self._seconds, clock, record)

        def done(job: Job[Question, Action]) -> None:
            self._job = None
            action, fault = _checked(question, job)
            told = None if fault is None else self._replaced(sitting, side, fault)
            if action is None:
                action = self._instead(replace(question, seconds=0.1), sitting.header.seats[side])
            answered(side, action, told or failure)

        self._job = self._runner.start(self._work, question, done)

    def _instead(self, question: Question, key: str) -> Action:
        """The built-in opponent's answer; were even that to fail, something that the rules allow."""
        try:
            return answer(replace(question, opponent=self._opponent(key)))
        except Exception:  # noqa: BLE001  # the match goes on, whatever is wrong with our tables
            return plain_answer(question.state)

    def advise(self, sitting: Sitting, side: int, told: Callable[[MatchState, Action], None]) -> None:
        """What the strongest built-in opponent would do at that side; `told` with the state it was asked about."""
        clock = sitting.clock.banks[side] if sitting.clock else None
        question = Question(self._opponent(f"{FALLBACK}:master"), side, sitting.state, 0, self._seconds, clock)

        def done(job: Job[Question, Action]) -> None:
            if job.result is not None:
                told(question.state, job.result)

        self._runner.start(self._work, question, done)

    def accepts(self, sitting: Sitting, side: int, level: int) -> bool | None:
        """Would the opponent at that side accept a resignation of that level now? The forecast and the answer agree.

        None for an opponent that is not ours: nobody waits for it while a card is open.
        """
        key, offer = sitting.header.seats[side], events.Resigned(level)
        if not is_own(key.partition(":")[0]):
            return None
        state, record = apply(sitting.state, offer), sitting.table.record.with_event(offer)
        clock = sitting.clock.banks[side] if sitting.clock else None
        asked = Question(self._opponent(key), side, state, _seed(record, side), self._seconds, clock)
        return answer(asked) == events.Accept()

    def cancel(self) -> None:
        """Nobody waits for the answer any more."""
        if self._job is not None:
            self._job.cancel()
            if isinstance(opponent := self._job.request.opponent, Hosted):
                opponent.close()
            self._job = None

    def prepare(self) -> None:
        """An opponent will be asked soon."""
        self._runner.helper.start()

    def _work(self, question: Question, step: Callable[[float], None]) -> Action:
        step(0.0)
        return self._runner.helper.call(answer, question) if _is_ours(question.opponent) else answer(question)

    def close(self) -> None:
        """The match is over: the processes of others end."""
        self.cancel()
        for opponent in self._sitting_by.values():
            if isinstance(opponent, Hosted):
                opponent.close()

    def _replaced(self, sitting: Sitting, side: int, error: BaseException) -> GameError:
        """The built-in opponent sits down where somebody failed, and what is said of that."""
        key = sitting.header.seats[side]
        why = why_failed(key, error)
        if why.code == GAME:
            sitting.change_seat(side, stand_in(key), GAME)
            return GameError("seat_lent", why=why)
        written = error.report if isinstance(error, OpponentFailed) else ""
        kept = self._report(key, written or f"opponent\n{key}\n\nfailure\n{error!r}\n\n{_traceback(error)}")
        self._forget(key)
        sitting.change_seat(side, stand_in(key), why.code)
        return GameError("seat_taken_over", opponent=key, why=why, report=kept)

    def _forget(self, key: str) -> None:
        """Were it invited again, it would begin anew."""
        opponent = self._sitting_by.pop(key, None)
        if isinstance(opponent, Hosted):
            opponent.close()

    def _opponent(self, key: str) -> Opponent:
        if key not in self._sitting_by:
            style, _, level = key.partition(":")
            opponent = seat(style, level or USUAL_LEVEL)
            if not is_own(style) and not self._may_play(style):
                raise OpponentError("not_trusted", opponent=style)
            self._sitting_by[key] = opponent
        return self._sitting_by[key]


def _is_ours(opponent: Opponent) -> bool:
    """Somebody else's may remember things between its questions, so it stays where it is."""
    return type(opponent).__module__.startswith("opponents.") and not isinstance(opponent, Hosted)


def why_failed(key: str, error: BaseException) -> GameError:
    """Why an opponent failed, as something that can be worded."""
    name = called(key.partition(":")[0])
    if isinstance(error, GameError):
        return GameError("seat_against_rules", opponent=name, why=error)
    if isinstance(error, OpponentError):
        return GameError(error.code, **{**error.facts, "opponent": name})
    return GameError("seat_failed", opponent=name, why=f"{type(error).__name__}: {error}")


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def _checked(question: Question, job: Job[Any, Action]) -> tuple[Action | None, BaseException | None]:
    """The answer if the referee would allow it, else why not."""
    if job.error is not None or job.result is None:
        return None, job.error or ValueError("no answer")
    try:
        if not isinstance(job.result, events.Roll | events.Open):  # asking for a throw must not throw
            judge(question.state, question.side, job.result, _NoDice())
    except NotAllowed as refusal:
        return None, refusal
    return job.result, None


def _seed(record: MatchRecord, side: int) -> int:
    """Of the answer that a side is asked for next."""
    return len(record.events) * 2 + side


class _NoDice:
    def throw(self) -> tuple[int, int]:
        raise AssertionError("no throw is asked for")


def answer(question: Question) -> Action:
    """What the opponent does in the phase that the state is in."""
    state, opponent = question.state, question.opponent
    view = view_of(question)
    match state.phase:
        case Phase.TO_ROLL:
            level = opponent.resigns(view)
            if level in view.resignation_levels:
                return events.Resign(level)
            wants = cube.why_no_double(state, question.side) is None and opponent.wants_double(view)
            return events.Double() if wants else events.Roll()
        case Phase.TO_CHOOSE:
            return events.Choose(opponent.choose_number(view))
        case Phase.TO_PLAY:
            play = opponent.choose_play(view)
            return events.Move(play.steps)
        case Phase.TO_ANSWER_DOUBLE:
            answers: dict[str, Action] = {"take": events.Take(), "pass": events.Pass(), "beaver": events.Beaver()}
            return answers[opponent.answer_double(view)]
        case Phase.TO_ANSWER_BEAVER:
            replies: dict[str, Action] = {"accept": events.Take(), "pass": events.Pass(), "raccoon": events.Raccoon()}
            return replies[opponent.answer_beaver(view)]
        case Phase.TO_ANSWER_RACCOON:
            return events.Take() if opponent.answer_raccoon(view) == "accept" else events.Pass()
        case _:
            return events.Accept() if opponent.accepts_resignation(view) else events.Refuse()


def plain_answer(state: MatchState) -> Action:
    """Something allowed, without any judgement."""
    match state.phase:
        case Phase.TO_ROLL:
            return events.Roll()
        case Phase.TO_CHOOSE:
            return events.Choose(6)
        case Phase.TO_PLAY:
            return events.Move(legal_plays(state.game, state.position, state.turn)[0].steps)
        case Phase.TO_ANSWER_RESIGNATION:
            return events.Refuse()
        case _:
            return events.Take()


def view_of(question: Question) -> TableView:
    """All that the seat may see. Whose resignation was refused plays on: it is asked again in its next turn."""
    state, side = question.state, question.side
    on_roll = state.side == side
    may_resign = on_roll and state.to_act == side and not state.refused
    owner = state.cube.owner
    is_playing = state.phase is Phase.TO_PLAY
    plays: tuple[Play, ...] = legal_plays(state.game, state.position, state.turn) if is_playing else ()
    return TableView(
        game=state.game,
        position=state.position if on_roll else state.position.turned(),
        on_roll=on_roll,
        turn=state.turn if state.part is not None else None,
        dice=state.dice if state.phase in (Phase.TO_PLAY, Phase.TO_CHOOSE) else None,
        plays=plays,
        cube=state.cube.value,
        cube_owner=None if owner is None else "own" if owner == side else "opponent",
        at_stake=state.at_stake,
        own_need=state.needs(side),
        opponent_need=state.needs(1 - side),
        is_crawford=state.is_crawford,
        crawford_is_past=state.crawford_is_past,
        jacoby=state.options.jacoby,
        beavers=state.options.beavers,
        raccoons=state.options.raccoons,
        resigned=state.resigned,
        resignation_levels=cube.resignation_levels(state) if may_resign else (),
        clock=question.clock,
        seed=question.seed,
        seconds=question.seconds,
        own_points=state.score[side],
        opponent_points=state.score[1 - side],
        game_number=state.number,
        history=history_of(question.record, side) if question.record else (),
    )
