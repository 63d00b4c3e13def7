"""Who thinks when something is looked into: a judge, and a scout that picks what is worth the judge's time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine_c import simd as instructions
from engine_c._engine import ffi
from engine_c.games import Game
from engine_c.judge import FOLDER, WEIGHTS, Judge, bear_off_table, judge_of

MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Mind:
    """A judge and, where there is one, a scout: a judge whose nets look at the board alone, several times as fast.

    keep, within: inside the tree the judge looks at so many plays of a roll (1 to 64), none of them more than so many
    points behind the best, by the scout's opinion.
    """

    judge: Judge
    scout: Judge | None = None
    keep: int = 12
    within: float = 0.4

    def __post_init__(self) -> None:
        if not 1 <= self.keep <= MOST_KEPT:
            raise ValueError(f"a scout keeps 1 to {MOST_KEPT} plays, not {self.keep}")
        if not self.within >= 0:
            raise ValueError(f"a scout keeps plays within 0 points or more, not {self.within}")


class Held:
    """A mind as C has it. It lives as long as this object does, and so does everything it points to."""

    def __init__(self, mind: Mind, simd: int = instructions.BEST) -> None:
        self.pointer = ffi.new("bg_mind *")
        self._held: list[Any] = [mind]
        self._fill(self.pointer.judge, mind.judge, simd)
        if mind.scout:
            self._fill(self.pointer.scout, mind.scout, simd)
            self.pointer.scout_keep, self.pointer.scout_within = mind.keep, mind.within

    def _fill(self, judgement: Any, judge: Judge, simd: int) -> None:
        judgement.judge = self._kept(judge.block)
        judgement.judge_size = len(judge.block)
        if judge.bear_off is not None:
            judgement.bear_off = self._kept(judge.bear_off)
            judgement.bear_off_size = len(judge.bear_off)
        if judge.endings is not None:
            judgement.endings = self._kept(judge.endings)
            judgement.endings_size = len(judge.endings)
        judgement.simd = simd

    def _kept(self, block: Any) -> Any:
        self._held.append(ffi.from_buffer(block))
        return self._held[-1]


@lru_cache(maxsize=32)
def _scout_in(name: str) -> Judge | None:
    path = FOLDER / f"{name}_scout.bin"
    return Judge.of(path.read_bytes(), bear_off_table()) if path.is_file() else None


def mind_of(game: Game) -> Mind:
    """The judge of a game and its scout: `<name>_scout.bin` beside the weights, if it is there.

    Raises EngineError as `judge_of` does: NO_WEIGHTS, or a damaged file.
    """
    return Mind(judge_of(game), _scout_in(WEIGHTS.get(game.key, game.key)))
