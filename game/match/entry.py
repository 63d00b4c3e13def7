"""A turn being entered step by step: what may come next, why something else may not, and steps taken back."""

from __future__ import annotations

from engine_c import (
    BAR,
    OFF,
    EngineError,
    Game,
    NextSteps,
    Position,
    Reason,
    Step,
    Turn,
    legal_plays,
    next_steps,
    why_not,
)
from game.match.events import Move, NotAllowed


class PlayEntry:
    """The steps of one part so far; it changes nothing but itself. `move` is what the referee is asked for then."""

    def __init__(self, game: Game, position: Position, turn: Turn) -> None:
        self.game, self.start, self.turn = game, position, turn
        self._steps: list[Step] = []
        self._next: NextSteps = next_steps(game, position, turn)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps entered, in order."""
        return tuple(self._steps)

    @property
    def position(self) -> Position:
        """The board with the steps entered."""
        return self._next.now

    @property
    def choices(self) -> tuple[Step, ...]:
        """The steps from which the turn can still be completed."""
        return self._next.steps

    @property
    def may_finish(self) -> bool:
        """The turn is complete as it stands; there are rare places where one may also go on."""
        return self._next.may_stop

    @property
    def is_finished(self) -> bool:
        """Nothing more can be played."""
        return self._next.may_stop and not self._next.steps

    @property
    def move(self) -> Move:
        """The play as it stands."""
        return Move(self.steps)

    def forced(self) -> Move | None:
        """The only legal play, if there is just one; a pass is one without steps."""
        plays = legal_plays(self.game, self.start, self.turn)
        return Move(plays[0].steps) if len(plays) == 1 else None

    def sources(self) -> tuple[int, ...]:
        """The places from which a checker may move now, high to low."""
        return tuple(sorted({step.source for step in self.choices}, reverse=True))

    def ways(self, source: int, first: int = 0) -> dict[int, tuple[Step, ...]]:
        """Where the checker on `source` can get in one go, and by which steps: the shortest way to each place.

        A checker may use several dice if every step on its way may be played; `OFF` (0) is a place too. first: the
        die to begin with where either will do.
        """
        found: dict[int, tuple[Step, ...]] = {}
        waiting: list[tuple[Step, ...]] = [(step,) for step in self.choices if step.source == source]
        waiting.sort(key=lambda way: way[0].die != first)
        while waiting:
            way = waiting.pop(0)
            target = way[-1].target
            if target not in found:
                found[target] = way
            if target == OFF:
                continue
            following = next_steps(self.game, self.start, self.turn, (*self._steps, *way)).steps
            waiting.extend((*way, step) for step in following if step.source == target)
        return found

    @property
    def unused(self) -> tuple[int, ...]:
        """The dice not yet played, as often as they may still count."""
        part = self.turn.part
        dice = [part.dice[0]] * part.steps if part.dice[0] == part.dice[1] else list(part.dice)
        for step in self._steps:
            dice.remove(step.die)
        return tuple(dice)

    def position_after(self, count: int) -> Position:
        """The board after the first `count` steps."""
        return next_steps(self.game, self.start, self.turn, self._steps[:count]).now

    def step(self, step: Step) -> None:
        """Enters a step. Raises NotAllowed with the reason of the rules; the entry is then as before."""
        if step not in self.choices:
            raise _refusal(why_not(self.game, self.start, self.turn, self._steps, step), step)
        self._enter([*self._steps, step])

    def why_not(self, source: int) -> NotAllowed:
        """Why the checker on `source` may not move at all."""
        for die in sorted(set(self.unused), reverse=True):
            reason = why_not(self.game, self.start, self.turn, self._steps, Step(source, die))
            if reason.why != "ALLOWED":
                return _refusal(reason, Step(source, die))
        return NotAllowed("no_way", source=source, target=source)

    def go(self, source: int, target: int, first: int = 0) -> None:
        """Moves a checker with as many dice as it takes. Raises NotAllowed, with the reason where there is one."""
        way = self.ways(source, first).get(target)
        if way is None:
            raise self._why_no_way(source, target)
        self._enter([*self._steps, *way])

    def _why_no_way(self, source: int, target: int) -> NotAllowed:
        distance = (BAR if source >= BAR else source) - target
        dice = [
            die for die in sorted(set(self.turn.part.dice)) if die == distance or (target == OFF and die >= distance)
        ]
        for die in sorted(dice):
            try:
                self.step(Step(source, die))
            except NotAllowed as refusal:
                return refusal
            except (EngineError, ValueError):
                break
            self.undo()
        return NotAllowed("no_way", source=source, target=target)

    def undo(self) -> None:
        """Takes the last step back. Raises NotAllowed when there is none."""
        if not self._steps:
            raise NotAllowed("nothing_to_undo")
        self._enter(self._steps[:-1])

    def _enter(self, steps: list[Step]) -> None:
        self._next = next_steps(self.game, self.start, self.turn, steps)
        self._steps = steps


def _refusal(reason: Reason, step: Step) -> NotAllowed:
    return NotAllowed(
        f"step_{reason.why.lower()}", point=reason.point, number=reason.number, source=step.source, die=step.die
    )
