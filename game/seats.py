"""Who sits at each side: a person waits for the screen, an opponent is asked in a job; both end in `submit`.

An opponent sees a frozen view and nothing else. An answer that is none, too late, or against the rules is told in
words, and the built-in opponent answers instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine_c import Play, legal_plays
from game.errors import GameError
from game.jobs import Job, Runner
from game.match import cube, events
from game.match.events import Action, NotAllowed
from game.match.referee import judge
from game.match.state import MatchState, Phase
from game.sitting import Sitting
from opponents import Opponent, OpponentError, TableView, seat

Answered = Callable[[int, Action, GameError | None], None]

FALLBACK = "balanced"


@dataclass(frozen=True)
class Question:
    """What an opponent is asked: which side it is, how the match stands, what it may know besides."""

    opponent: Opponent
    side: int
    state: MatchState
    seed: int
    seconds: float
    clock: float | None


class Seats:
    """The opponents of one sitting. One question at a time is under way."""

    def __init__(self, runner: Runner, seconds: float = 1.0) -> None:
        self._runner, self._seconds = runner, seconds
        self._sitting_by: dict[str, Opponent] = {}
        self._job: Job[Question, Action] | None = None

    def ask(self, sitting: Sitting, side: int, answered: Answered) -> None:
        """Asks the opponent at that side for what the phase wants; `answered` is called in the main thread."""
        key = sitting.header.seats[side]
        state, failure = sitting.state, None
        try:
            opponent = self._opponent(key)
        except OpponentError as error:
            failure = GameError("seat_failed", opponent=key, why=GameError(error.code, **error.facts))
            opponent = self._opponent(f"{FALLBACK}:medium")
        clock = sitting.clock.banks[side] if sitting.clock else None
        seed = len(sitting.table.record.events) * 2 + side
        question = Question(opponent, side, state, seed, self._seconds, clock)

        def done(job: Job[Question, Action]) -> None:
            self._job = None
            action, fault = _checked(question, job, key)
            if action is None:
                action = self._instead(Question(question.opponent, side, state, seed, 0.1, clock))
            answered(side, action, fault or failure)

        self._job = self._runner.start(self._work, question, done)

    def _instead(self, question: Question) -> Action:
        """The built-in opponent's answer; were even that to fail, something that the rules allow."""
        try:
            return answer(replace(question, opponent=self._opponent(f"{FALLBACK}:medium")))
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

    def accepts(self, sitting: Sitting, side: int, level: int) -> bool:
        """Would the opponent at that side accept a resignation of that level now? The forecast and the answer agree."""
        state = sitting.state
        asked = Question(self._opponent(sitting.header.seats[side]), side, state, 0, self._seconds, None)
        return asked.opponent.accepts_resignation(view_of(asked, resigned=level))

    def cancel(self) -> None:
        """Nobody waits for the answer any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def prepare(self) -> None:
        """An opponent will be asked soon."""
        self._runner.helper.start()

    def _work(self, question: Question, step: Callable[[float], None]) -> Action:
        step(0.0)
        return self._runner.helper.call(answer, question) if _is_ours(question.opponent) else answer(question)

    def _opponent(self, key: str) -> Opponent:
        if key not in self._sitting_by:
            style, _, level = key.partition(":")
            self._sitting_by[key] = seat(style, level or "medium")
        return self._sitting_by[key]


def _is_ours(opponent: Opponent) -> bool:
    """A plugin may remember things between its questions, so it stays where it is."""
    return type(opponent).__module__.startswith("opponents.")


def _checked(question: Question, job: Job[Any, Action], key: str) -> tuple[Action | None, GameError | None]:
    """The answer if the referee would allow it, else why not."""
    if job.error is not None or job.result is None:
        return None, GameError("seat_failed", opponent=key, why=str(job.error))
    try:
        if not isinstance(job.result, events.Roll | events.Open):  # asking for a throw must not throw
            judge(question.state, question.side, job.result, _NoDice())
    except NotAllowed as refusal:
        return None, GameError("seat_against_rules", opponent=key, why=refusal)
    return job.result, None


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


def view_of(question: Question, resigned: int | None = None) -> TableView:
    """All that the seat may see. resigned: a resignation that the other side only thinks about."""
    state, side = question.state, question.side
    on_roll = state.side == side
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
        resigned=state.resigned if resigned is None else resigned,
        resignation_levels=cube.resignation_levels(state) if on_roll and state.to_act == side else (),
        clock=question.clock,
        seed=question.seed,
        seconds=question.seconds,
    )
